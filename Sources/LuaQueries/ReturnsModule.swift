import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Values
import Worth

/// Functions about worth over time and returns.
package enum ReturnsModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module(
        asking: "returns", [snapshots, returns, attribution, risk, drawdowns, calendarReturns, rollingReturns, explainReturn, yields, incomeForecast, irr])

    private static let snapshots = LuaFunction(
        "snapshots",
        ValueQuestion.parameters + [.optional("every", .string, "The ends of what to tell of: day, week, month, quarter or year; day where on is given.", default: "\"month\"")],
        returns: "frame",
        summary: "What the book or parts of it were worth over time, what was brought in, and what was gained: value is Σ units × price × rate and the "
            + "cash, at the last price and rate on or before the day (what a trade paid counts until the first quote of its day or later), contribution is the sum of contributions{level=\"account\"} until then (by symbol: Σ paid less received, and units that one instrument became of another, as in a spin-off, at what they cost: with the fee, unless the setting fees_in_cost keeps it apart), and gain is value less contribution; both are empty while nobody has told what "
            + "some units cost. Where something has no price or rate, value is that of the rest, left_out names it, and gain is empty.",
        example: "snapshots{every=\"year\", to=\"2013-12-31\"}:last(\"value\") > 0 --> true"
    ) { call in
        let question = try ValueQuestion(call)
        return try call.reply(SnapshotsFrame.make(question, every: call.period() ?? (question.filter.on == nil ? .month : .day)))
    }

    private static let returns = LuaFunction(
        "returns", ReturnQuestion.parameters + [ReturnQuestion.riskFree, ReturnQuestion.every, Benchmark.parameter], returns: "frame",
        summary: "How well the book or parts of it did: time-weighted and money-weighted, the latter annualised from a year on; 0.1 is 10 %. "
            + "twr chains the returns of days, (value + out) / (value before + in) - 1 (GIPS, 2020); annualized_twr is (1 + twr)^(365 / days) - 1, from a year "
            + "on. irr solves Σ flow / (1 + r)^(days / 365) = 0 (XIRR, Microsoft). modified_dietz is gain / (opening value + Σ flow × part of the span that it "
            + "was there) (Dietz, 1966; Bacon, 2008). volatility is the deviation of returns × √periods_per_year. What has no price or rate makes only the figures that need it unknown, "
            + "volatility and max_drawdown on any day with prices; value is that of the rest, and left_out names it.",
        example: "returns{to=\"2013-12-31\", benchmark=\"GSPC\"}[1].twr > 0 --> true"
    ) { call in
        let question = try ReturnQuestion(call)
        if call.has("risk_free"), !call.has("benchmark") {
            throw LuaMisuse(
                "returns: risk_free is for alpha, which needs a benchmark", field: "risk_free",
                hint: "say benchmark=… as well, or ask risk{risk_free=…}, whose sharpe goes by it")
        }
        return try call.reply(ReturnsFrame.make(question, benchmark: Benchmark(call, question.value)))
    }

    private static func query(_ name: String, _ summary: String, _ example: String, every: Bool, _ make: @escaping @Sendable (ReturnQuestion) throws -> Frame) -> LuaFunction {
        LuaFunction(
            name, ReturnQuestion.parameters + (name == "risk" ? [ReturnQuestion.riskFree] : []) + (every ? [ReturnQuestion.every] : []), returns: "frame", summary: summary,
            example: example
        ) { call in try call.reply(make(ReturnQuestion(call))) }
    }

    private static let attribution = query(
        "attribution",
        "Where gains came from: prices, income, currencies, fees and taxes, which add up to the gain exactly. inflows and outflows are all that came in and went out. currency_gain is what was there the day "
            + "before × the change of its rate, day by day (Bacon, 2008), and of what was exchanged, or settled at a rate of its own, what was received less what was given, "
            + "both at the day's rates; price_gain is closing less opening value less flows, and less the other parts. A transfer into another currency is such an exchange; "
            + "of one side alone it is the sender's, whom the money leaves for what arrives. What has no price or rate leaves empty only what needs it; closing is that of the rest, and left_out names it.",
        "attribution{year=2013}[1].price_gain > 0 --> true", every: true, AttributionFrame.make)

    private static let risk = query(
        "risk",
        "How much returns vary and fall. volatility is √(Σ (r - mean)² / (n - 1)) and downside_deviation √(Σ min(r, 0)² / n), × √periods_per_year; "
            + "sharpe is (mean - riskless) / deviation (Sharpe, 1994) and sortino mean / downside deviation (Sortino and Price, 1994), × √periods_per_year; "
            + "max_drawdown is the lowest level / the peak before it - 1. periods_per_year is the observations in the span over its years, to the nearest of 12, 52, 252, 260 and 365 where that is within 5 %; "
            + "an observation is a day with a new price, but for a weekend's that repeats the week's last, or a coin's beside other holdings without one. Where the value of a day with prices is unknown, "
            + "what needs it is empty; best, worst and positive months and years need the ends of all of them.",
        "risk{to=\"2013-12-31\"}[1].max_drawdown < 0 --> true", every: true, RiskFrame.make)

    private static let drawdowns = query(
        "drawdowns",
        "Each fall from a peak, with the days of its peak, its lowest point and its recovery; the deepest first. depth is the lowest level / the peak - 1, "
            + "of the chained returns that twr is made of (Bacon, 2008). None is told where the value of a day with prices is unknown.",
        "drawdowns{to=\"2013-12-31\"}[1].depth < 0 --> true", every: false, DrawdownsFrame.make)

    private static let calendarReturns = query(
        "calendar_returns",
        "Time-weighted returns by year and month, as returns{} has them: Π (1 + r of a day) - 1 (GIPS, 2020); whole tells whether the year is covered to its ends. "
            + "A month or a year that begins or ends while something has no price or no rate is empty.",
        "calendar_returns{to=\"2013-12-31\"}[1].year --> 2000", every: false, CalendarReturnsFrame.make)

    private static let rollingReturns = LuaFunction(
        "rolling_returns",
        ReturnQuestion.parameters + [
            .optional("window", .string, "How long each window is, such as 90 days, 12 months or 3 years.", default: "\"12 months\""),
            .optional("every", .string, "Where windows end: at the ends of days, weeks, months, quarters or years.", default: "\"month\""),
        ],
        returns: "frame",
        summary:
            "Time-weighted returns of windows of one length: Π (1 + r of a day) - 1, as returns{} has them (GIPS, 2020); empty where a window begins or ends while something has no price or no rate.",
        example: "rolling_returns{to=\"2013-12-31\", window=\"3 years\"}:min(\"annualized_twr\") < 0 --> true"
    ) { call in
        let window = try RollingReturnsFrame.window(call)
        return try call.reply(RollingReturnsFrame.make(ReturnQuestion(call), window))
    }

    private static let explainReturn = LuaFunction(
        "explain_return", ReturnQuestion.parameters, returns: "frame",
        summary: "Shows how a return came about: each stretch between what was brought in and taken out, whose returns r chain to Π (1 + r) - 1, and where the "
            + "gain came from, as attribution{} has it.",
        example: "explain_return{year=2013, symbol=\"NVDA\"}[1].what --> opening value"
    ) { call in
        let question = try ReturnQuestion(call)
        if question.value.choice.group != nil {
            throw LuaMisuse("explain_return: explains one return, and by asks for several", field: "by", hint: "name the account, the symbol or the class")
        }
        return try call.reply(ReturnExplanation.frame(question))
    }

    private static let holdingFilters = ["account", "portfolio", "owner", "symbol", "kind", "class", "tag", "on", "currency", "as_recorded", "closed"]

    private static let yields = LuaFunction(
        "yields", BookFilter.parameters(holdingFilters) + [BaseConversion.parameter], returns: "frame",
        summary: "What holdings paid a unit in the last twelve months, as a share of what they cost and of what they are worth: income is Σ payment / units "
            + "then × units now, yield_on_cost is income / cost_basis, and yield_on_value income / market_value (the trailing dividend yield).",
        example: "yields{on=\"2014-12-31\", symbol=\"ORCL\"}[1].payments > 0 --> true"
    ) { call in
        let filter = try BookFilter(call)
        return try call.reply(YieldsFrame.make(filter, base: BaseConversion(call, filter), today: call.runtime.today))
    }

    private static let incomeForecast = LuaFunction(
        "income_forecast", BookFilter.parameters(holdingFilters) + [BaseConversion.parameter], returns: "frame",
        summary: "What may be earned in the next twelve months, if all pays for each unit what it did in the last twelve: payment / units "
            + "then × units now, a year later. Accounts with a rate by it: balance × rate × days / 365 (Act/365 fixed), on the day on which they mature; below zero where the rate is. Nothing recorded for a later day than on counts.",
        example: "income_forecast{on=\"2014-12-31\"}:sum(\"amount\") > 0 --> true"
    ) { call in
        let filter = try BookFilter(call)
        return try call.reply(IncomeForecastFrame.make(filter, base: BaseConversion(call, filter), today: call.runtime.today))
    }

    private static let irr = LuaFunction(
        "irr", [.required("flows", .table, "Pairs of a date and an amount; what was paid is below zero, what was received above.")],
        returns: "decimal?, string?",
        summary: "The yearly rate at which payments and receipts are worth nothing together; nil and why where there is none, or several. "
            + "Solves Σ amount / (1 + r)^(days / 365) = 0, as XIRR does (Microsoft), to 12 digits. Rates between -99.9999 % and 10,000 % decide; "
            + "where there are others beyond, a sentence tells them.",
        example: "irr{{\"2023-01-01\", -1000}, {\"2024-01-01\", 1100}} --> 0.1", style: .positional
    ) { call in
        let given = try call.argument("flows")
        if given.array?.isEmpty ?? true, let fields = given.fields, !fields.isEmpty {
            let named = fields.map { "\($0.name)=\(PlainText.literal($0.value))" }.joined(separator: ", ")
            throw LuaMisuse(
                "irr: flows must be a list of pairs of a date and an amount, got {\(named)}", field: "flows",
                hint: "irr takes flows alone: irr{{\"2023-01-01\", -1000}, {\"2024-01-01\", 1100}}; returns{\(named)} has the irr of what the book holds")
        }
        guard let items = try given.items(of: "irr: flows", field: "flows") else { throw call.mismatch("flows", expected: "a list of pairs of a date and an amount") }
        if items.count > mostFlows {
            throw LuaMisuse("irr: \(items.count) flows are given, and \(mostFlows) are the most", field: "flows", hint: "add up those of one day", kind: "beyond_bound")
        }
        let flows = try items.enumerated().map { place, item in try flow(item, place + 1, call) }
        let rate = try InternalRate(of: flows)
        if let annual = rate.root?.annual {
            return call.reply([.decimal(annual)] + (rate.reason.map { [.string($0.message)] } ?? []))
        }
        return call.notFound(rate.reason?.message ?? "the rate for a year is beyond the largest decimal")
    }

    private static func flow(_ item: LuaValue, _ number: Int, _ call: LuaCall) throws -> CashFlow {
        guard let pair = item.array, pair.count == 2 else {
            throw LuaMisuse("irr: flow \(number) is no pair of a date and an amount", field: "flows", hint: "write it {\"2023-01-01\", -1000}")
        }
        let day: Day?
        do { day = try Coercion.day(pair[0]) } catch { throw LuaMisuse("irr: flow \(number): \(error)", field: "flows", hint: "dates are written 2014-03-03") }
        guard let day, let amount = try Coercion.decimal(pair[1]) else {
            throw LuaMisuse("irr: flow \(number) is no pair of a date and an amount", field: "flows", hint: "write it {\"2023-01-01\", -1000}")
        }
        if !Bound.amount.admits(amount) { throw LedgerError.beyondBound(what: "the amount of flow \(number)", field: "flows", value: amount, bound: .amount) }
        return CashFlow(day: day, amount: amount)
    }

    /// The most cash flows that `irr` takes: more than any book has, and few enough to be computed in a moment.
    private static let mostFlows = 1_000_000
}
