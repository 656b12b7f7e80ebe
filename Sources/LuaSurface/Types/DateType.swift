import LuaKit
import Values

/// Dates in Lua: civil days that can be compared with each other and with ISO text, moved, and subtracted.
package enum DateType {
    /// The type as Lua knows it: its fields, methods and operators.
    package static let type = LuaType(
        "date", summary: "A civil date.", layout: .value,
        fields: [
            field("year", "The year.") { .integer($0.year) },
            field("month", "The month, 1 to 12.") { .integer($0.month) },
            field("day", "The day of the month.") { .integer($0.day) },
            field("weekday", "1 for Monday to 7 for Sunday.") { .integer($0.weekday) },
            field("quarter", "1 to 4.") { .integer($0.quarter) },
            field("first_of_month", "The first day of its month.") { .day($0.firstOfMonth) },
            field("last_of_month", "The last day of its month.") { .day($0.lastOfMonth) },
        ],
        methods: [add, daysTo],
        metamethods: [plus, minus, less, lessOrEqual, toString, concat])

    /// A moment: a date with the time of day in UTC.
    package static let momentType = LuaType(
        "datetime", summary: "A moment in UTC.", layout: .value,
        fields: [
            LuaFunction("date", returns: "date", summary: "Its date in UTC.", style: .positional) { call in
                call.reply(LuaBoxed(call.receiver(.datetime).instant.day))
            }
        ],
        metamethods: [
            LuaFunction("__lt", returns: "boolean", summary: "Whether it is earlier.", style: .positional) { call in
                guard let a = call.boxed(0, .datetime), let b = call.boxed(1, .datetime) else { throw LuaMisuse("moments compare with moments only") }
                return call.reply(a.instant < b.instant)
            },
            toString, concat,
        ])

    private static func field(_ name: String, _ summary: String, _ value: @escaping @Sendable (Day) -> LuaValue) -> LuaFunction {
        LuaFunction(name, returns: name.hasSuffix("month") && name != "month" ? "date" : "integer", summary: summary, style: .positional) { call in
            call.reply(value(call.receiver(.date).day))
        }
    }

    private static let add = LuaFunction(
        "add",
        [
            .optional("days", .integer, "Days to go on.", default: "0"), .optional("months", .integer, "Months to go on; month ends are kept within the month.", default: "0"),
            .optional("years", .integer, "Years to go on.", default: "0"),
        ],
        returns: "date", summary: "The date so much later, or earlier for negative numbers.",
        example: "date(\"2024-01-31\"):add{months=1} --> 2024-02-29"
    ) { call in
        var day = call.receiver(.date).day
        day = try day.adding(years: call.integer("years") ?? 0)
        day = try day.adding(months: call.integer("months") ?? 0)
        return call.reply(LuaBoxed(try day.adding(days: call.integer("days") ?? 0)))
    }

    private static let daysTo = LuaFunction(
        "days_to", [.required("other", .date, "Another date.")], returns: "integer", summary: "Days from this date to another.",
        example: "date(\"2024-01-01\"):days_to(\"2024-03-01\") --> 60", style: .positional
    ) { call in
        guard let other = try call.day("other") else { return .nothing }
        return call.reply(call.receiver(.date).day.days(to: other))
    }

    /// An operand of a comparison: a date, or the ISO text of one.
    private static func operand(_ call: LuaCall, _ place: Int) throws -> Day {
        if let box = call.boxed(place, .date) { return box.day }
        let value = try call.argument(place)
        if let day = try Coercion.day(value) { return day }
        throw LuaMisuse("a date cannot be compared with \(PlainText.typeName(of: value))", hint: "compare it with a date or with text such as \"2014-03-03\"", kind: "date")
    }

    private static let plus = LuaFunction("__add", returns: "date", summary: "Some days later.", style: .positional) { call in
        let (date, days) = call.boxed(0, .date) == nil ? (1, 0) : (0, 1)
        guard let box = call.boxed(date, .date), let count = call.integer(at: days) else {
            let other = try call.argument(days)
            throw LuaMisuse("a date and a whole number of days can be added, not \(PlainText.typeName(of: other))", hint: "use date:add{months=1} for months", kind: "date")
        }
        return call.reply(LuaBoxed(try box.day.adding(days: count)))
    }

    private static let minus = LuaFunction("__sub", returns: "integer|date", summary: "Days between two dates, or the date some days earlier.", style: .positional) { call in
        if let box = call.boxed(0, .date), let count = call.integer(at: 1) { return call.reply(LuaBoxed(try box.day.subtracting(days: count))) }
        return call.reply(try operand(call, 1).days(to: operand(call, 0)))
    }

    private static let less = LuaFunction("__lt", returns: "boolean", summary: "Whether it is earlier.", style: .positional) { call in
        call.reply(try operand(call, 0) < operand(call, 1))
    }

    private static let lessOrEqual = LuaFunction("__le", returns: "boolean", summary: "Whether it is not later.", style: .positional) { call in
        call.reply(try operand(call, 0) <= operand(call, 1))
    }

    private static let toString = LuaFunction("__tostring", returns: "string", summary: "ISO text.", style: .positional) { call in
        call.reply(PlainText.plain(try call.argument(0)))
    }

    private static let concat = LuaFunction("__concat", returns: "string", summary: "Joins it as text.", style: .positional) { call in
        call.reply(try PlainText.joinable(call.argument(0)) + PlainText.joinable(call.argument(1)))
    }
}
