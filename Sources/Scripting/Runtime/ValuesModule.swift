import LuaKit
import LuaPlans
import LuaSurface
import Plans
import Values

/// Functions that make decimals, money and dates.
enum ValuesModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module(
        "values", isAboutBooks: false,
        [
            decimal("D", "D\"1.10\" + D\"2.20\" --> 3.3"), decimal("decimal", "decimal(\"0.1\") * 3 --> 0.3"), money, date, today, days, months,
        ])

    private static func decimal(_ name: String, _ example: String) -> LuaFunction {
        LuaFunction(
            name, [.required("value", .decimal, "The digits as text, a whole number, or a float of up to 15 digits.")], returns: "decimal",
            summary: "An exact decimal number.", example: example, style: .positional
        ) { call in
            if let box = call.boxed(0, .decimal) { return call.reply(box) }
            if let whole = call.integer(at: 0) { return call.reply(LuaBoxed(FixedDecimal(whole))) }
            if case .string(let text) = try call.argument(0) { return call.reply(LuaBoxed(try FixedDecimal(text))) }
            guard let value = try call.decimal("value") else { return .nothing }
            return call.reply(LuaBoxed(value))
        }
    }

    private static let money = LuaFunction(
        "money",
        [
            .required("amount", .decimal, "The amount."),
            .required("currency", .currency, "Its currency. Pence and other minor units become the currency: money(150, \"GBX\") is 1.50 GBP."),
        ], returns: "money",
        summary: "An amount with its currency; adding two currencies is an error.", example: "money(5, \"EUR\") + money(2.5, \"EUR\") --> 7.50 EUR",
        style: .positional
    ) { call in
        guard let amount = try call.decimal("amount"), let unit = try call.unit("currency") else { return .nothing }
        return call.reply(.money(Money(try unit.scaled(amount), unit.currency)))
    }

    private static let date = LuaFunction(
        "date",
        [
            .required("year", .init("date", phrase: "a date such as \"2014-03-03\", or a year", accepts: [.string, .integer, .boxed]), "ISO text, or the year."),
            .optional("month", .integer, "The month, where the year is a number."), .optional("day", .integer, "The day."),
        ],
        returns: "date", summary: "A civil date.", example: "date(\"2014-03-03\") + 7 --> 2014-03-10", style: .positional
    ) { call in
        if let year = call.integer(at: 0) {
            return call.reply(LuaBoxed(try Day(year: year, month: call.integer("month") ?? 1, day: call.integer("day") ?? 1)))
        }
        guard let day = try call.day("year") else { return .nothing }
        return call.reply(LuaBoxed(day))
    }

    private static let today = LuaFunction("today", returns: "date", summary: "Today.", example: "today() >= date(\"2000-01-01\") --> true") { call in
        call.reply(LuaBoxed(call.runtime.today))
    }

    private static let span: [LuaParameter] = [
        .required("from", .date, "The first day."), .required("to", .date, "The last day, itself included."),
    ]

    private static let days = LuaFunction(
        "days", span, returns: "date[]", summary: "Every day of a span.", example: "#days{from=\"2024-02-01\", to=\"2024-03-01\"} --> 30"
    ) { call in
        let (from, to) = try bounds(call)
        return call.reply(.list(try (0..<max(0, from.days(to: to) + 1)).map { .day(try from.adding(days: $0)) }))
    }

    private static let months = LuaFunction(
        "months",
        span + [
            .optional("on", .string, "The place in each month: first, last, first_working, last_working, third friday and so on.", default: "\"first\""),
            .optional("calendar", .string, "The calendar of working days, as recurring has it; weekends alone where left out."),
        ],
        returns: "date[]", summary: "One day of every month of a span.",
        example: "months{from=\"2024-01-01\", to=\"2024-12-31\", on=\"last\"}[2] --> 2024-02-29"
    ) { call in
        let (from, to) = try bounds(call)
        let workingDays = try call.string("calendar").map { try RecurringRules(call).calendar($0).workingDays } ?? .mondayToFriday
        let schedule = try Schedule(from: from, every: .months(1), on: Placement(on: call.string("on") ?? "first"), workingDays: workingDays)
        return call.reply(.list(schedule.dates(from: from, to: to).map { .day($0) }))
    }

    private static func bounds(_ call: LuaCall) throws -> (Day, Day) {
        guard let from = try call.day("from"), let to = try call.day("to") else { throw LuaMisuse("\(call.name): from and to are needed") }
        guard from.days(to: to) < 400_000 else { throw LuaMisuse("\(call.name): from \(from) to \(to) is more than a thousand years", field: "to") }
        return (from, to)
    }
}
