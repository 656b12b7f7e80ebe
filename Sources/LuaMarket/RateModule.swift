import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Session
import Storage
import Values

/// Rates between currencies, and converting by them.
package enum RateModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("market", [rate, rates, convert], questions: ["rates"])

    private static let rate = LuaFunction(
        "rate",
        [
            .required("from", .currency, "The currency of which it is one unit."), .optional("to", .currency, "The currency it is paid in; the book's base currency."),
            .optional("date", .date, "The day; today. Fetching: by the last rates on or before it."),
            .optional("rate", .decimal, "What one unit is worth: given, the rate is stored."),
            .optional("source", .string, "Where it is from.", default: "\"manual\""),
            .optional("remove", .boolean, "Takes the rate of that day and source away, and gives whether there was one."),
        ],
        returns: "table|boolean?, string?",
        summary:
            "Stores a rate, removes one, or fetches one, across other currencies where need be: {from=, to=, date=, rate=, source=, age=, path=}; nil and why where there is none. A rate stored that disagrees with one of the day in the other direction comes with a warning.",
        example: "rate{from=\"EUR\", to=\"USD\", date=\"2014-03-03\", rate=1.3768}.rate --> 1.3768"
    ) { call in
        guard let from = try call.unit("from"), let to = try call.unit("to") ?? base(call) else { return .nothing }
        if try call.boolean("remove") == true { return call.reply(try remove(from, to, call)) }
        guard let told = try call.decimal("rate") else {
            if call.has("source") { throw LuaMisuse("rate: rate is missing", field: "rate", hint: "a rate to be stored has a rate above zero") }
            let day = try call.day("date") ?? call.runtime.today
            guard let found = try call.book().rateGraph.conversion(from: from.currency, to: to.currency, on: day) else {
                return call.notFound(LedgerWarning.noRate(from: from.currency, to: to.currency, day: day).message)
            }
            return call.reply(try table(found, from, to))
        }
        return try store(told, from, to, call)
    }

    /// Removes the rate of one day and source; whether there was one.
    private static func remove(_ from: LuaUnit, _ to: LuaUnit, _ call: LuaCall) throws -> Bool {
        if call.has("rate") { throw LuaMisuse("rate: remove takes no rate", field: "rate", hint: "say from, to, date and source, or leave remove out") }
        guard let date = try call.day("date") else {
            throw LuaMisuse("rate: date is missing", field: "date", hint: "say of which day; rates{currency=\"\(from.currency)\"} shows what there is")
        }
        return try call.book().removeRate(from: from.currency, to: to.currency, on: date, source: call.string("source") ?? "manual")
    }

    /// The unit that stands for one left out: the book's base currency; nil where it has none.
    private static func base(_ call: LuaCall) throws -> LuaUnit? {
        if let base = try call.book().ledger.policy.baseCurrency { return LuaUnit(base) }
        throw LuaMisuse(
            "\(call.name): to is missing, and the book has no base currency", field: "to", hint: "say to=\"USD\", or setting(\"base_currency\", \"USD\") once")
    }

    private static func store(_ told: FixedDecimal, _ from: LuaUnit, _ to: LuaUnit, _ call: LuaCall) throws -> LuaReply {
        let day = try call.day("date") ?? call.runtime.today
        guard told > .zero else { throw LuaMisuse("rate: rate must be above zero, got \(told)", field: "rate", hint: "say how much of \(to.code) one \(from.code) is worth") }
        guard from.currency != to.currency else {
            throw LuaMisuse("rate: from and to are both \(to.currency), and a currency is worth one of itself", field: "to")
        }
        if day > call.runtime.today {
            throw LuaMisuse("rate: \(day) is after today, \(call.runtime.today)", field: "date", hint: "a rate is of a day that was", kind: "future_date")
        }
        // Of pence in euro is of pounds a hundred times as much; in pence, a hundredth.
        let rate = try FixedDecimal.mulDiv(told, to.factor, from.factor)
        try call.book().store([Rate(from: from.currency, to: to.currency, date: day, rate: rate, source: call.string("source") ?? "manual")])
        try call.runtime.undoing.notePriced(
            "the rate from \(from.code) to \(to.code) on \(day)", removal: "rate{from=\"\(from.code)\", to=\"\(to.code)\", date=\"\(day)\", remove=true}", in: call.book())
        let conversion = Conversion(Rate(from: from.currency, to: to.currency, date: day, rate: rate, source: try call.string("source") ?? "manual"))
        let stored = try table(conversion, from, to)
        let ofDay = try [(from, to), (to, from)].flatMap { ends in
            try call.book().rates(RateFilter(from: ends.0.currency, to: ends.1.currency, firstDay: day, lastDay: day))
        }
        guard let conflict = ConflictingRates.warnings(ofDay).first else { return call.reply(stored) }
        return call.reply([stored, .string(conflict.message)])
    }

    private static func table(_ conversion: Conversion, _ from: LuaUnit, _ to: LuaUnit) throws -> LuaValue {
        let rate = try FixedDecimal.mulDiv(conversion.apply(from.factor), .one, to.factor)
        var sources: [String] = []
        for leg in conversion.legs where !sources.contains(leg.source) { sources.append(leg.source) }
        return .table([
            LuaPair(.string("from"), .string(from.code)), LuaPair(.string("to"), .string(to.code)),
            LuaPair(.string("date"), .day(conversion.oldest?.date ?? conversion.day)), LuaPair(.string("rate"), .decimal(rate)),
            LuaPair(.string("source"), .string(sources.joined(separator: ", "))), LuaPair(.string("age"), .integer(conversion.age)),
            LuaPair(.string("path"), .list(conversion.path.map { .string($0.code) })),
        ])
    }

    private static let rates = LuaFunction(
        "rates", [.optional("currency", .currency, "Only with this currency, on either side.")] + BookFilter.parameters(["from", "to", "on", "year"]),
        returns: "frame",
        summary: "Stored rates by currencies and day; those with a currency on either side.",
        example: "rates{currency=\"EUR\"}:count() >= 0 --> true"
    ) { call in
        try call.reply(try RatesFrame.make(try BookFilter(call)))
    }

    private static let convert = LuaFunction(
        "convert",
        [
            .required("amount", .amount, "Money, or a number with from=."), .optional("to", .currency, "The currency wanted; the book's base currency."),
            .optional("on", .date, "By the last rates on or before this day.", default: "today()"),
            .optional("from", .currency, "The currency of a plain number; the book's base currency."),
        ],
        returns: "money, string?",
        summary: "What an amount is worth in another currency by the book's rates, and a warning where one of them is old; a rate that there is not is an error.",
        example: "rate{from=\"EUR\", to=\"USD\", date=\"2014-03-03\", rate=1.25} return convert{amount=money(100, \"EUR\"), to=\"USD\", on=\"2014-03-03\"} --> 125.00 USD"
    ) { call in
        let amount = try sum(call), day = try call.day("on") ?? call.runtime.today
        guard let to = try call.unit("to")?.currency ?? base(call)?.currency else { return .nothing }
        guard let conversion = try call.book().rateGraph.conversion(from: amount.currency, to: to, on: day) else {
            let warning = LedgerWarning.noRate(from: amount.currency, to: to, day: day)
            throw LuaMisuse(
                "convert: no rate leads from \(amount.currency) to \(to) on or before \(day)", field: "to",
                hint: "store one with rate{from=\"\(amount.currency)\", to=\"\(to)\", date=\"\(day)\", rate=…}, or sync", kind: warning.kind)
        }
        let money: LuaValue
        do throws(DecimalError) { money = .money(Money(try conversion.apply(amount.amount), to)) } catch {
            throw LuaMisuse("convert: \(amount) in \(to) on \(day): \(error)", field: "amount", kind: error.luaKind)
        }
        let oldest = try call.book().definitions.policy.rateMaxAge
        guard let stale = conversion.warning(maximumAge: oldest) else { return call.reply(money) }
        return call.reply([money, .string(stale.message)])
    }

    /// The amount with its currency: its own, or the one told beside it.
    private static func sum(_ call: LuaCall) throws -> Money {
        if case .object = try call.argument("amount"), let money = try call.money("amount") {
            if let from = try call.currency("from"), from != money.currency {
                throw LuaMisuse("convert: amount is in \(money.currency), and from says \(from)", field: "from", hint: "leave from out where amount is money")
            }
            return money
        }
        guard let unit = try call.unit("from") ?? call.book().ledger.policy.baseCurrency.map(LuaUnit.init) else {
            throw LuaMisuse("convert: from is missing, and the book has no base currency", field: "from", hint: "say from=\"EUR\", or amount=money(5, \"EUR\")")
        }
        return Money(try (call.decimal("amount") ?? .zero) * unit.factor, unit.currency)
    }
}

/// The answer of `rates`: stored exchange rates.
private enum RatesFrame {
    /// The frame of what passes a filter.
    static func make(_ filter: BookFilter) throws -> Frame {
        let rates = try filter.source.book.rates(RateFilter(either: filter.currency, firstDay: filter.from, lastDay: filter.lastDay))
        let currencies = TextPool(), sources = TextPool()
        // Hundreds of thousands of rows are of few currencies, in runs.
        let columns: [Column] = [
            .texts(.text("from"), count: rates.count, pool: currencies) { currencies.code(for: rates[$0].from.code) },
            .texts(.text("to"), count: rates.count, pool: currencies) { currencies.code(for: rates[$0].to.code) },
            .days(.day("date"), count: rates.count) { rates[$0].date.number },
            .decimals(.price("rate"), count: rates.count) { rates[$0].rate },
            .texts(.text("source"), count: rates.count, pool: sources) { sources.code(for: rates[$0].source) },
        ]
        return Frame("rates", rowCount: rates.count, columns: columns) { ConflictingRates.warnings(rates) }
    }
}
