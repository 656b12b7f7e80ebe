import Frames
import LuaKit
import Values

/// Methods of frames that choose rows and columns.
package enum FrameSelection {
    /// The records of these methods.
    static let methods = [whereMethod, sort, select, with, by, top, head, distinct, reverse, pivot]

    private static let whereMethod = LuaFunction(
        "where",
        [
            .required(
                "condition", .init("condition", phrase: "a table of conditions or a function", accepts: [.table, .function]),
                "Values by column (with from, to and year for the date), or a function that gets a row.")
        ],
        returns: "frame", summary: "The rows that fit: columns with the values given (or one of a list), or those a function says true to.",
        example: "#trades{}:where{type=\"buy\", symbol=\"ORCL\"} > 0 --> true", style: .positional
    ) { call in
        let frame = try call.ownFrame()
        let condition = try call.argument("condition")
        if case .function = condition {
            var chosen: [Int32] = []
            try call.eachRow(functionAt: 0) { row, result in
                if result.isTrue { chosen.append(Int32(row)) }
            }
            return try call.reply(frame.take(rows: chosen))
        }
        var result = frame
        for (name, value) in condition.fields ?? [] {
            result = try filter(result, name, value)
        }
        return try call.reply(result)
    }

    /// One condition of `where`.
    static func filter(_ frame: Frame, _ name: String, _ value: LuaValue) throws -> Frame {
        if name == "from" || name == "to", frame.index(of: name) == nil {
            guard let dates = frame.mainDates else {
                throw LuaMisuse("where: \(frame.name) has no dates for \(name) to speak of", field: name)
            }
            let day = try FrameValue.from(value, for: dates, in: "where")
            return try frame.filter(dates.name, from: name == "from" ? day : nil, to: name == "to" ? day : nil)
        }
        let frame = try frame.deriving([name])
        let column = try frame.column(name)
        if let items = try value.items(of: "where: the list of \(name)", field: name), !items.isEmpty {
            return try frame.filter(name, in: items.map { try FrameValue.from($0, for: column, in: "where") })
        }
        return try frame.filter(name, equals: FrameValue.from(value, for: column, in: "where"))
    }

    private static let sort = LuaFunction(
        "sort", names("key", "A column; with - before it, largest first."), returns: "frame",
        summary: "The rows in the order of some columns; rows without a value come last.",
        example: "trades{}:sort(\"-amount\")[1].amount", style: .positional
    ) { call in
        let frame = try call.ownFrame(), keys = try texts(call)
        let plain = keys.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
        return try call.reply(frame.deriving(plain).sort(keys))
    }

    private static let select = LuaFunction(
        "select", names("column", "A column."), returns: "frame", summary: "Some columns, in the order given.",
        example: "trades{}:select(\"date\", \"symbol\", \"amount\"):columns()[2] --> symbol", style: .positional
    ) { call in
        let columns = try texts(call)
        return try call.reply(try call.ownFrame().deriving(columns).select(columns).shownEmpty())
    }

    private static let with = LuaFunction(
        "with",
        [
            .required("name", .string, "What the column is called."), .required("value", .function, "Gets a row, gives its value."),
            .optional("style", .string, "How its numbers are shown: \(ColumnStyle.allCases.map(\.rawValue).joined(separator: ", ")); share is a part of one, percent hundredths."),
            .optional("total", .boolean, "false where a sum of the column would say nothing, such as of changes over different times."),
        ], returns: "frame",
        summary:
            "The frame with one more column, whose values a function gives. What comes of amounts of the row is money too: rounded where it is shown, and added up unless it may be in another currency.",
        example: "trades{}:with(\"half\", function(t) return t.quantity / 2 end)[1].half", style: .positional
    ) { call in
        let frame = try call.ownFrame(), name = try call.string("name") ?? ""
        var values: [FrameValue] = [], style = ComputedStyle(call.runtime.part { CurrencyMarks() })
        values.reserveCapacity(frame.rowCount)
        try call.eachRow(functionAt: 1) { row, result in
            let value = try result.copied()
            style.note(value)
            guard let cell = try FrameValue.from(value) else {
                throw LuaMisuse("with: the function gave \(PlainText.typeName(of: value)) for row \(row + 1)", hint: "return a number, a text, a date, true, false or nil")
            }
            values.append(cell)
        }
        let made = try style.column(name, values, in: frame, shownAs: shownAs(call))
        return try call.reply(call.boolean("total") == false ? made.withoutTotal(of: name) : made)
    }

    /// How the numbers of a new column are shown, where that is said.
    private static func shownAs(_ call: LuaCall) throws -> ColumnStyle? {
        guard let name = try call.string("style") else { return nil }
        guard let style = ColumnStyle(rawValue: name) else {
            let known = ColumnStyle.allCases.map(\.rawValue)
            throw LuaMisuse(
                "with: there is no style \"\(name)\"", field: "style", hint: Suggestion(for: name, in: known)?.question ?? "it is one of \(known.joined(separator: ", "))")
        }
        return style
    }

    private static let by = LuaFunction(
        "by", names("column", "A column; year, quarter and month are derived from the date."), returns: "groups",
        summary: "Groups the rows by columns, for :sum, :count, :avg, :min, :max, :first, :last.",
        example: "trades{}:by(\"year\"):count()[1].year", style: .positional
    ) { call in
        let keys = try texts(call)
        let own = try call.receiverObject(as: FrameObject.self), groups = try own.frame.deriving(keys).group(by: keys)
        return call.reply(.object(LuaObject(type: .groups, instance: GroupsObject(groups, branch: own.branch))))
    }

    private static let top = LuaFunction(
        "top", [.required("count", .integer, "How many rows."), .required("column", .column, "The column they are largest by.")],
        returns: "frame", summary: "The rows with the largest values of a column, largest first.", example: "#trades{}:top(3, \"amount\") --> 3",
        style: .positional
    ) { call in
        let count = try call.integer("count") ?? 0
        guard count >= 0 else { throw call.mismatch("count", expected: "zero or more") }
        return try call.reply(try call.ownFrame().top(count, by: call.string("column") ?? ""))
    }

    private static let head = LuaFunction(
        "head", [.optional("count", .integer, "How many rows.", default: "10")], returns: "frame", summary: "The first rows.",
        example: "#trades{}:head(2) --> 2", style: .positional
    ) { call in
        let frame = try call.ownFrame(), count = try call.integer("count") ?? 10
        guard count >= 0 else { throw call.mismatch("count", expected: "zero or more") }
        return try call.reply(frame.slice(from: 0, count: min(count, frame.rowCount)))
    }

    private static let distinct = LuaFunction(
        "distinct", names("column", "A column.", required: false), returns: "frame", summary: "The different combinations of some columns.",
        example: "trades{}:distinct(\"type\"):list(\"type\")[1] --> buy", style: .positional
    ) { call in
        let columns = try texts(call)
        return try call.reply(try call.ownFrame().deriving(columns).distinct(columns))
    }

    private static let reverse = LuaFunction("reverse", returns: "frame", summary: "The rows in the opposite order.", example: "trades{}:reverse()[1].date", style: .positional) {
        call in
        try call.reply(try call.ownFrame().reversed())
    }

    private static let pivot = LuaFunction(
        "pivot",
        [
            .required("rows", .init("columns", phrase: "a column or a list of columns", accepts: [.string, .table]), "The column or columns that run down."),
            .required("across", .column, "The column whose values become columns."),
            .required("values", .column, "The column that is added up in the cells."),
            .optional("aggregate", .string, "sum, count, avg, min, max, first or last.", default: "\"sum\""),
        ],
        returns: "frame", summary: "A table of one column against another.",
        example: "income{}:pivot{rows=\"symbol\", across=\"year\", values=\"amount\"}"
    ) { call in
        let rows = try call.strings("rows") ?? [], across = try call.string("across") ?? "", values = try call.string("values") ?? ""
        let name = try call.string("aggregate") ?? "sum"
        guard let function = AggregateFunction(rawValue: name) else {
            throw call.mismatch("aggregate", expected: "one of \(AggregateFunction.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let frame = try call.ownFrame().deriving(rows + [across])
        return try call.reply(frame.pivot(rows: rows, across: across, values: values, aggregate: function))
    }

    // MARK: Arguments

    /// Up to eight names.
    static func names(_ name: String, _ doc: String, required: Bool = true) -> [LuaParameter] {
        [required ? .required(name, .column, doc) : .optional(name, .column, doc)]
            + (2...8).map { .optional("\(name)\($0)", .column, "Another one.") }
    }

    /// The names that a call gives, in order.
    static func texts(_ call: LuaCall) throws -> [String] {
        try (0..<call.count).map { place in
            guard case .string(let text) = try call.argument(place) else { throw call.mismatch(min(place, 7)) }
            return text
        }
    }
}

/// Columns that can be asked of every frame with dates although it does not show them: `year`, `quarter` and `month`.
extension Frame {
    /// The names of the derived columns.
    fileprivate static let derivedNames = ["year", "quarter", "month"]

    /// The dates that `from`, `to` and `year` refer to: the column `date`, else `closed` of gains, else the first column of dates.
    fileprivate var mainDates: Column? {
        for name in ["date", "closed"] {
            if let place = index(of: name), columns[place].type == .day { return columns[place] }
        }
        return columns.first { $0.type == .day }
    }

    /// The frame with those of the named columns added that can be derived from its dates.
    func deriving(_ names: [String]) throws(FrameError) -> Frame {
        var frame = self
        for name in names where index(of: name) == nil && mainDates != nil && !Self.derivedNames.contains(name) {
            guard let near = Suggestion(for: name, in: columnNames + Self.derivedNames), Self.derivedNames.contains(near.name) else { continue }
            throw FrameError(.unknownColumn, "\(self.name) has no column \"\(name)\"", hint: near.question)
        }
        for name in names where Self.derivedNames.contains(name) && frame.index(of: name) == nil {
            guard let dates = mainDates else { continue }
            frame = try frame.with(Self.derived(name, from: dates))
        }
        return frame
    }

    private static func derived(_ name: String, from dates: Column) -> Column {
        if name == "year" {
            return .ints(.int(name), count: dates.count) { (cells) throws(FrameError) in
                let days = try dates.materialize().days
                for row in 0..<days.count { cells[row] = days[row] == .min ? .min : Int64(Day(number: days[row]).year) }
            }
        }
        let pool = TextPool()
        return .texts(.text(name), count: dates.count, pool: pool) { (cells) throws(FrameError) in
            let days = try dates.materialize().days
            for row in 0..<days.count {
                cells[row] = days[row] == .min ? -1 : pool.code(for: label(name, Day(number: days[row])))
            }
        }
    }

    private static func label(_ name: String, _ day: Day) -> String {
        let (year, month, _) = day.civil
        return name == "quarter" ? "\(year)-Q\(day.quarter)" : "\(year)-\(month < 10 ? "0" : "")\(month)"
    }
}

extension FrameValue {
    /// A Lua value as a cell of a frame; nil for what no frame can hold, such as a table.
    static func from(_ value: LuaValue) throws -> FrameValue? {
        switch value {
        case .none: FrameValue.none
        case .boolean(let truth): .bool(truth)
        case .integer(let number): .int(Int64(number))
        case .number(let float): .decimal(try FixedDecimal(shortest: float))
        case .string(let text): .text(text)
        case .boxed(let box) where box.type == .decimal: .decimal(box.decimal)
        case .boxed(let box) where box.type == .date: .day(box.day)
        case .boxed(let box) where box.type == .datetime: .instant(box.instant)
        case .object(let object) where object.type == .money: .decimal(unsafeDowncast(object.instance, to: MoneyBox.self).money.amount)
        default: nil
        }
    }

    /// A Lua value as a cell of a given column: a text becomes a date where the column holds dates.
    ///
    /// - Throws: a misuse for what no frame can hold.
    static func from(_ value: LuaValue, for column: Column, in function: String) throws -> FrameValue {
        guard let plain = try from(value) else {
            throw LuaMisuse("\(function): \(column.name) cannot be compared with \(PlainText.typeName(of: value))", field: column.name)
        }
        if column.type == .day, case .text(let text) = plain { return .day(try Day(text)) }
        return plain
    }
}
