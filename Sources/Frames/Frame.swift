import Values

/// A table of named, typed columns that compute nothing until asked.
///
/// Every query answers with a frame. Its operations make new frames without touching this one, and cost only as much as the columns
/// they look at: sorting a million trades by date reads the dates and nothing else. Not for use from two threads at once.
///
/// ```swift
/// let largest = try frame.filter("account", equals: "Brokerage").sort(["-market_value"]).slice(from: 0, count: 10)
/// print(try largest.text())
/// ```
public struct Frame {
    /// What the rows are, for error messages: `holdings`, `trades`.
    public let name: String
    /// How many rows there are.
    public let rowCount: Int
    /// The columns, in the order they are shown in.
    public let columns: [Column]
    /// The settings that shaped the result.
    public let policies: [FramePolicy]

    private let warningLists: [WarningList]
    /// Whether what it would say where it is empty is told already.
    private var isTold = false

    /// A frame of `rowCount` rows.
    ///
    /// Column names differ and each column has `rowCount` rows: anything else is a programmer's mistake and stops here.
    /// A column of money whose currency is told by another column finds it among `columns`.
    public init(
        _ name: String, rowCount: Int, columns: [Column], policies: [FramePolicy] = [], warnings: [FrameWarning] = []
    ) {
        self.init(name, rowCount: rowCount, columns: columns, policies: policies, warningLists: warnings.isEmpty ? [] : [WarningList { warnings }])
    }

    /// A frame whose warnings are worked out when somebody asks for them, at most once.
    public init(
        _ name: String, rowCount: Int, columns: [Column], policies: [FramePolicy] = [],
        warnings: @escaping () -> [FrameWarning]
    ) {
        self.init(name, rowCount: rowCount, columns: columns, policies: policies, warningLists: [WarningList(warnings)])
    }

    /// A frame with lists of warnings, which frames made of one another share.
    private init(_ name: String, rowCount: Int, columns: [Column], policies: [FramePolicy], warningLists: [WarningList]) {
        precondition(rowCount >= 0 && rowCount <= Int(Int32.max), "a frame has at most two thousand million rows")
        precondition(columns.allSatisfy { $0.count == rowCount }, "the columns of \(name) have different numbers of rows")
        precondition(Set(columns.map(\.name)).count == columns.count, "two columns of \(name) have the same name")
        self.name = name
        self.rowCount = rowCount
        self.columns = Self.withCurrencies(columns)
        self.policies = policies
        self.warningLists = warningLists
    }

    /// What was missing or doubtful in the result, without repetition.
    public var warnings: [FrameWarning] {
        var seen = Set<FrameWarning>()
        return warningLists.flatMap(\.warnings).filter { seen.insert($0).inserted }
    }

    /// Lets each column of money know the column that tells its currency.
    private static func withCurrencies(_ columns: [Column]) -> [Column] {
        columns.map { column in
            guard column.currencies == nil, case .column(let name) = column.schema.currency else { return column }
            guard let currency = columns.first(where: { $0.name == name }) else {
                preconditionFailure("column \(column.name) has its currency in column \(name), which is not there")
            }
            precondition(currency.type == .text, "the currencies of \(column.name) are not text")
            var column = column
            column.currencies = currency.data
            return column
        }
    }
}

extension Frame {
    /// The names of the columns, in order.
    public var columnNames: [String] { columns.map(\.name) }

    /// The place of a column; nil if there is none of that name.
    public func index(of name: String) -> Int? { columns.firstIndex { $0.name == name } }

    /// The column of that name, or an error that tells the nearest one.
    public func column(_ name: String) throws(FrameError) -> Column {
        guard let index = index(of: name) else {
            throw FrameError.unknownColumn(name, in: self.name, columns: columnNames)
        }
        return columns[index]
    }

    /// The value of a column in a row. The column is computed as a whole the first time.
    public func value(_ column: String, row: Int) throws(FrameError) -> FrameValue {
        guard row >= 0 && row < rowCount else {
            throw FrameError(.badArgument, "\(name) has no row \(row)", hint: "it has \(rowCount) rows, counted from 0")
        }
        return try self.column(column).materialize()[row]
    }

    /// All values of a column, in the order of the rows.
    public func list(_ column: String) throws(FrameError) -> [FrameValue] {
        let storage = try self.column(column).materialize()
        return (0..<rowCount).map { storage[$0] }
    }

    /// The frame with more warnings.
    public func adding(warnings: [FrameWarning]) -> Frame {
        warnings.isEmpty ? self : with(columns: columns, rowCount: rowCount, more: [WarningList { warnings }])
    }

    /// The frame with warnings that are worked out when somebody asks for them, at most once.
    public func adding(warnings: @escaping () -> [FrameWarning]) -> Frame {
        with(columns: columns, rowCount: rowCount, more: [WarningList(warnings)])
    }

    /// The frame in other words: those of its warnings, and of the column `message` of a list of what is to be done.
    public func saying(_ words: @escaping (String) -> String) -> Frame {
        let lists = warningLists
        let said = WarningList { lists.flatMap(\.warnings).map { FrameWarning(kind: $0.kind, message: words($0.message), subject: $0.subject) } }
        var columns = columns
        if let place = index(of: "message"), columns[place].schema.type == .text, let texts = try? list("message") {
            let pool = TextPool()
            let codes = texts.map { if case .text(let text) = $0 { pool.code(for: words(text)) } else { Int32(-1) } }
            columns[place] = .texts(columns[place].schema, count: rowCount, pool: pool) { codes[$0] }
        }
        var frame = Frame(name, rowCount: rowCount, columns: columns, policies: policies, warningLists: lists.isEmpty ? [] : [said])
        frame.isTold = isTold
        return frame
    }

    /// The frame with one more column, behind the one of a name or at the end.
    public func inserting(_ column: Column, after name: String) -> Frame {
        var columns = columns
        columns.insert(column, at: index(of: name).map { $0 + 1 } ?? columns.count)
        return with(columns: columns, rowCount: rowCount)
    }

    /// The frame as one whose emptiness says nothing, since what happened is told already: where it has no rows nothing is printed for it.
    public func toldAlready() -> Frame {
        var frame = self
        frame.isTold = true
        return frame
    }

    /// Whether there is nothing to print for it.
    public var isSilent: Bool { isTold && rowCount == 0 }

    /// The frame under another name.
    public func named(_ name: String) -> Frame {
        Frame(name, rowCount: rowCount, columns: columns, policies: policies, warningLists: warningLists)
    }

    /// A frame of other columns that stands for the same question: name, policies and warnings stay.
    func with(columns: [Column], rowCount: Int) -> Frame { with(columns: columns, rowCount: rowCount, more: []) }

    private func with(columns: [Column], rowCount: Int, more: [WarningList]) -> Frame {
        Frame(name, rowCount: rowCount, columns: columns, policies: policies, warningLists: warningLists + more)
    }

    /// The frame whose columns are made from this one's, each once, currencies that are not shown included.
    func mapData(rowCount: Int, _ make: (ColumnData) -> ColumnData) -> Frame {
        var made: [ObjectIdentifier: ColumnData] = [:]
        func once(_ data: ColumnData) -> ColumnData {
            if let standing = made[ObjectIdentifier(data)] { return standing }
            let new = make(data)
            made[ObjectIdentifier(data)] = new
            return new
        }
        return with(columns: columns.map { Column($0.schema, once($0.data), currencies: $0.currencies.map(once)) }, rowCount: rowCount)
    }
}

/// Frames that outlive the book or the session they were asked of.
extension Frame {
    /// Computes every column and the warnings, so that the frame needs nothing else any more.
    public func settle() throws(FrameError) {
        for column in columns {
            _ = try column.data.materialize()
            _ = try column.currencies?.materialize()
        }
        _ = warnings
    }

    /// Gives up the columns that are not computed yet; whoever asks for one of them later gets the error.
    ///
    /// Columns that are computed stay, and so do those that are rows of a computed one. Columns shared with other frames are given up there as well.
    public func lose(_ error: FrameError) {
        for column in columns {
            column.data.lose(error)
            column.currencies?.lose(error)
        }
    }
}

/// Something missing or doubtful in a result: no quote, no rate, a value left out of a sum.
public struct FrameWarning: Hashable, Sendable, CustomStringConvertible {
    /// The kind of warning, for programs to test: `no_quote`, `no_rate`, `missing_values` …
    public let kind: String
    /// What is missing or doubtful, as a sentence.
    public let message: String
    /// What the warning is about, where there may be several of a kind, such as the account and the currency of `negative_cash`; else empty.
    public let subject: String

    /// A warning.
    public init(kind: String, message: String, subject: String = "") {
        self.kind = kind
        self.message = message
        self.subject = subject
    }

    /// The sentence.
    public var description: String { message }
}

extension Frame {
    /// Kinds of warnings of which a book may have one for each instrument, and how many of one are told one by one; of all others a few more.
    private static let frequentKinds: Set = ["no_price", "no_rate", "stale_price", "stale_rate", "trade_price"], mostOfAKind = 2, mostOfOthers = 5

    /// Kinds of warnings that the book has whatever was asked.
    private static let kindsOfBook: Set = ["no_price", "stale_price", "trade_price"]

    /// The warnings as they stand under a table: of many of a kind one sentence, how many more there are, and what shows them.
    ///
    /// - Parameters:
    ///   - book: what lists those of prices, which are warnings of the book: `warnings`.
    ///   - own: where the others are: `_.warnings`.
    public func warningLines(inBook book: String, inFrame own: String) -> [String] {
        let counts = Dictionary(warnings.map { ($0.kind, 1) }, uniquingKeysWith: +)
        var told: Set<String> = []
        return warnings.compactMap { warning in
            let count = counts[warning.kind] ?? 0
            if count <= (Self.frequentKinds.contains(warning.kind) ? Self.mostOfAKind : Self.mostOfOthers) { return warning.message }
            guard told.insert(warning.kind).inserted else { return nil }
            // What was missing on days gone by has no subject, and is none of the book's warnings.
            let place = Self.kindsOfBook.contains(warning.kind) && !warning.subject.isEmpty ? "\(book) lists them" : "they are in \(own)"
            return "\(warning.message); and \(count - 1) more like it, \(place)"
        }
    }
}

/// Warnings that are worked out when first asked for, and shared by the frames derived from one another.
private final class WarningList {
    private var compute: (() -> [FrameWarning])?
    private var found: [FrameWarning] = []

    /// Warnings that a closure works out.
    init(_ compute: @escaping () -> [FrameWarning]) { self.compute = compute }

    /// The warnings, worked out now unless they are known.
    var warnings: [FrameWarning] {
        if let compute {
            found = compute()
            self.compute = nil
        }
        return found
    }
}

/// A setting that shaped a result, such as `lot_method` = `fifo`.
public struct FramePolicy: Hashable, Sendable {
    /// The setting's name.
    public let name: String
    /// The value it had.
    public let value: String

    /// A setting and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
