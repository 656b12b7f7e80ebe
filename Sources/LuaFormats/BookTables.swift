import Frames
import LuaKit
import LuaSurface
import Storage
import Values

/// A table of the exports `sqlite` and `csv`: what a function of luca's answers, under a name that other programs know it by.
struct BookTable {
    /// What the table is called.
    let name: String
    /// The function that answers it.
    let question: String
    /// What the function is asked with.
    let arguments: [(name: String, value: String)]
    /// What a row is.
    let meaning: String

    private init(_ name: String, _ meaning: String, by question: String? = nil, _ arguments: [(name: String, value: String)] = []) {
        (self.name, self.question, self.arguments, self.meaning) = (name, question ?? name, arguments, meaning)
    }

    /// The question as one types it: `snapshots{every="day", by="account"}`.
    var typed: String { "\(question){\(arguments.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", "))}" }

    /// Every table, in the order in which they are written.
    static let all = [
        BookTable("accounts", "An account."),
        BookTable("instruments", "Something that is or was held, or has prices."),
        BookTable("activities", "Something that was recorded and counts; what is void, pending or a draft is left out."),
        BookTable("lots", "Units that are still held, of one purchase."),
        BookTable("gains", "A lot, or a part of one, that a sale closed."),
        BookTable("income", "A dividend, interest or something else that was earned."),
        BookTable("holdings", "What an account holds of an instrument at the end of the day of the table meta."),
        BookTable("cash", "What an account holds of a currency at the end of that day."),
        BookTable(
            "daily_values", "What an account was worth at the end of a day, in the base currency; from its first activity on.", by: "snapshots",
            [("every", "day"), ("by", "account")]),
        BookTable("prices", "What an instrument cost on a day.", by: "quotes"),
        BookTable("rates", "What a currency cost in another on a day."),
    ]

    /// What the column of a name means in this table.
    func meaning(of column: String) -> String { ColumnMeanings.own[name]?[column] ?? ColumnMeanings.common[column] ?? "" }
}

/// A table with its rows.
struct AnsweredTable {
    let table: BookTable
    let frame: Frame
}

extension Runtime {
    /// The tables of a book one after another, each let go of before the next is asked for. Gives back what is to be known of the whole.
    ///
    /// - Throws: a misuse for another book than the one that questions are about, and where a script has put something in the place of a function.
    func answerTables(of book: Book, _ take: (AnsweredTable) throws -> Void) throws -> TablesSummary {
        guard book === self.book else {
            throw LuaMisuse("export: tables are made of the book that is in use, and this is \(book.name)", field: "path", hint: "open(\"…\") brings it into use")
        }
        var summary = TablesSummary(book: book.name, day: today, hash: try book.head.hash.description)
        for table in BookTable.all {
            let arguments = LuaValue.table(table.arguments.map { LuaPair(.string($0.name), .string($0.value)) })
            guard case .function(let function) = lua.peek(table.question) else { throw Self.noTable(table) }
            var frame: Frame?
            do { frame = try lua.call(function, [arguments]).first.flatMap(self.frame) } catch let failure as LuaFailure
                where table.name == "daily_values" && failure.field == "base"
            {
                // Without a currency for all of them, what accounts were worth stays open, and the rest is told.
                frame = Self.withoutCurrency(failure)
            }
            guard let frame else { throw Self.noTable(table) }
            try take(AnsweredTable(table: table, frame: frame))
            summary.take(frame, of: table)
        }
        return summary
    }

    private static func noTable(_ table: BookTable) -> LuaMisuse {
        LuaMisuse("export: \(table.question) gives no table", hint: "a script has put something of its own in its place")
    }

    /// No values, and why: the book has no base currency, and its accounts are in several.
    private static func withoutCurrency(_ failure: LuaFailure) -> Frame {
        var builder = FrameBuilder("snapshots", [.text("account"), .day("date"), .money("value"), .money("contribution"), .gain("gain"), .text("currency"), .remark("left_out")])
        builder.add(warning: "no_base", "daily_values is empty, as \(failure.message); \(failure.hint ?? "")")
        return builder.frame()
    }
}

/// What the tables `meta`, `columns` and `warnings` say of the others.
struct TablesSummary {
    /// How these tables are made up. A change that a reader could notice counts it up.
    static let form = 1

    private let book: String
    private let day: Day
    private let hash: String
    private var base = ""
    private var policies: [String: String] = [:]
    private var columns: [(table: String, schema: ColumnSchema, meaning: String)] = []
    private var warnings: [(table: String, warning: FrameWarning)] = []

    init(book: String, day: Day, hash: String) { (self.book, self.day, self.hash) = (book, day, hash) }

    fileprivate mutating func take(_ frame: Frame, of table: BookTable) {
        for policy in frame.policies where policy.name != "base" { policies[policy.name] = policy.value }
        if table.name == "daily_values" { base = frame.policies.first { $0.name == "base" }?.value ?? "" }
        columns += frame.columns.map { (table.name, $0.schema, table.meaning(of: $0.name)) }
        warnings += frame.warnings.map { (table.name, $0) }
    }

    /// The tables that describe the others.
    ///
    /// - Parameter hasNumbers: whether figures stand as numbers beside their exact texts, which is told.
    func frames(hasNumbers: Bool) throws -> [Frame] { [try metaFrame(hasNumbers: hasNumbers), try columnsFrame(hasNumbers: hasNumbers), try warningsFrame()] }

    private func metaFrame(hasNumbers: Bool) throws -> Frame {
        var builder = FrameBuilder("meta", [.text("name"), .text("value"), .text("meaning")])
        var rows = [
            ("form", String(Self.form), "The version of the tables; it changes where a table or a column is no longer what it was."), ("book", book, "What the book is called."),
            ("day", day.description, "The day of holdings, lots and cash, and the last one of daily_values."),
            ("base_currency", base, "The currency of daily_values."), ("hash", hash, "The last entry of the book's chain: two files with one hash and day are of the same book."),
        ]
        if hasNumbers {
            rows.append(("figures", "exact", "A figure is a number under its name, which is the nearest float, and to its last digit a text under its name with _exact."))
        }
        for (name, value) in policies.sorted(by: { $0.key < $1.key }) { rows.append((name, value, "A setting by which figures were worked out.")) }
        for row in rows { try builder.append([.text(row.0), .text(row.1), .text(row.2)]) }
        return builder.frame()
    }

    private func columnsFrame(hasNumbers: Bool) throws -> Frame {
        var builder = FrameBuilder("columns", [.text("table_name"), .text("name"), .text("type"), .text("meaning")])
        for table in BookTable.all { try builder.append([.text(table.name), .none, .text("table"), .text("\(table.meaning) In luca: \(table.typed)")]) }
        for (table, schema, meaning) in columns {
            try builder.append([.text(table), .text(schema.name), .text(schema.type.name), .text(meaning)])
            guard hasNumbers, schema.type == .decimal else { continue }
            try builder.append([.text(table), .text(schema.name + FrameDatabase.exact), .text("text"), .text("\(schema.name) to the last digit.")])
        }
        for (name, meaning, columns) in Self.described {
            try builder.append([.text(name), .none, .text("table"), .text(meaning)])
            for column in columns { try builder.append([.text(name), .text(column.name), .text("text"), .text(column.meaning)]) }
        }
        return builder.frame()
    }

    /// The tables that describe the others, whose columns are all of text, with what each of these means.
    private static let described: [(name: String, meaning: String, columns: [(name: String, meaning: String)])] = [
        ("meta", "What the file is of.", [("name", "What is told."), ("value", "What it is."), ("meaning", "What that says.")]),
        (
            "columns", "Each table and each of its columns.",
            [
                ("table_name", "The table."), ("name", "The column; empty for the table itself."), ("type", "What it holds, such as text or decimal; of a table, table."),
                ("meaning", "What it means."),
            ]
        ),
        (
            "warnings", "What was told of the figures, as by the question of each table in luca.",
            [("table_name", "The table that it is about."), ("kind", "What sort of warning it is, in one word."), ("message", "The sentence.")]
        ),
    ]

    private func warningsFrame() throws -> Frame {
        var builder = FrameBuilder("warnings", [.text("table_name"), .text("kind"), .text("message")])
        for (table, warning) in warnings { try builder.append([.text(table), .text(warning.kind), .text(warning.message)]) }
        return builder.frame()
    }

    /// Sentences for whoever exports.
    var sentences: [String] {
        let leftOut = warnings.filter { ["not_posted", "no_base"].contains($0.warning.kind) && $0.table != "gains" }.map { "\($0.table): \($0.warning.message)" }
        let others = warnings.count - leftOut.count
        return leftOut + (others == 0 ? [] : [others == 1 ? "1 warning about figures is in the table warnings" : "\(others) warnings about figures are in the table warnings"])
    }
}
