import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values
import Worth

/// A question about returns: which parts of the book, over which periods, and how they are measured.
struct ReturnQuestion {
    /// The parts of the book, the days and the currency.
    let value: ValueQuestion
    /// The length of the period of a row, such as a month; nil for one row over the whole span.
    let unit: CalendarUnit?
    /// Whether money counts from the start or the end of the day on which it moves.
    let timing: FlowTiming
    /// What a year without risk pays, as a fraction.
    let riskFree: FixedDecimal

    /// The parameters of questions about returns.
    static let parameters =
        ValueQuestion.parameters + [
            .optional("timing", .string, "When money that moves on a day counts: start, end, or split: in at the start, out at the end.", default: "\"split\"")
        ]
    /// The parameter of functions whose figures depend on a risk-free rate.
    static let riskFree = LuaParameter.optional("risk_free", .yearlyRate, "What a year without risk pays, such as \"2%\"; sharpe and alpha go by it.", default: "\"0%\"")
    /// The parameter for a row a period.
    static let every = LuaParameter.optional("every", .string, "A row for each day, week, month, quarter or year.")

    /// The question that a call asks.
    init(_ call: LuaCall) throws {
        value = try ValueQuestion(call)
        unit = call.parameterNames.contains("every") ? try call.period() : nil
        let word = try call.string("timing")
        guard let timing = word.map(FlowTiming.init(rawValue:)) ?? .split else { throw call.mismatch("timing", expected: "start, end or split") }
        self.timing = timing
        riskFree = call.parameterNames.contains("risk_free") ? try call.yearlyRate("risk_free") ?? .zero : .zero
    }

    /// One part of the book over one period.
    struct Answer {
        let name: String
        let performance: Performance
        /// What has no price or rate on the last day and is left out of the worth; empty where nothing is missing.
        let leftOut: String
    }

    /// The answer for each part and period; prices and rates that were missing are told as warnings of the frame. Parts that hold nothing are left
    /// out.
    func answers(_ builder: inout FrameBuilder) throws -> [Answer] {
        var answers: [Answer] = [], lacking = ValuationGaps()
        for (name, scope) in value.choice.scopes {
            let (days, gaps) = try value.figures(scope)
            lacking.formUnion(gaps)
            for (from, to) in spans(of: days) {
                guard let performance = try Performance(days, from: from, to: to, timing: timing, in: value.currency) else { continue }
                if let gap = performance.gap { builder.add(warning: gap.kind, named(name, gap.description)) }
                let leftOut = performance.series.closing.isValueKnown ? "" : value.leftOut(on: performance.to, gaps)
                answers.append(Answer(name: name, performance: performance, leftOut: leftOut))
            }
        }
        try value.warn(&builder, lacking)
        for answer in answers where !answer.leftOut.isEmpty {
            builder.add(warning: "left_out", named(answer.name, "the value on \(answer.performance.to) is without \(answer.leftOut), which has no price or no rate"))
        }
        builder.add(policy: "base", value.currency.code)
        builder.add(policy: "timing", timing.rawValue)
        return answers
    }

    /// A sentence about a part of the book, with the part's name before it.
    func named(_ name: String, _ sentence: String) -> String { name.isEmpty ? sentence : "\(name): \(sentence)" }

    /// How risk is annualised. A year has as many periods as prices come, so that a book with monthly prices is not taken for one that moves as much
    /// in a day.
    func riskSettings(_ performance: Performance) throws -> RiskSettings {
        let points = performance.series.points
        return try RiskSettings(
            periodsPerYear: RiskSettings.periodsPerYear(points.dropFirst().filter(\.isTrading).map(\.day), after: points.first?.day), riskFree: riskFree)
    }

    private func spans(of days: [DayFigures]) -> [(Day?, Day)] {
        guard let unit else { return [(value.from, value.to)] }
        guard let first = days.first(where: \.isActive)?.day else { return [] }
        var spans: [(Day?, Day)] = [], from = max(first, value.from ?? .min)
        while from <= value.to {
            let end = min(unit.lastDay(of: from), value.to)
            spans.append((from, end))
            from = Day(number: end.number + 1)
        }
        return spans
    }
}

/// The answer of `returns`: a row for each part and period.
enum ReturnsFrame {
    private static let schemas: [ColumnSchema] = [
        .day("from").ranked(.leading), .day("to").ranked(.leading), .share("twr", isColoured: true).ranked(.deciding),
        .share("annualized_twr", isColoured: true).ranked(.leading), .share("irr", isColoured: true).ranked(.deciding),
        .gain("gain", total: .none).ranked(.deciding), .money("contribution", total: .none).ranked(.useful), .share("volatility"),
        .share("max_drawdown", isColoured: true).ranked(.useful), .share("modified_dietz", isColoured: true), .money("value", total: .none).ranked(.useful),
        .text("currency").ranked(.deciding), .int("periods_per_year").ranked(.minor), .remark("left_out"),
    ]

    /// The frame that answers a question, beside a benchmark where one is given.
    static func make(_ question: ReturnQuestion, benchmark: Benchmark?) throws -> Frame {
        var builder = FrameBuilder("returns", question.value.groupSchemas + schemas + (benchmark == nil ? [] : Benchmark.schemas))
        let answers = try question.answers(&builder)
        try question.value.warnOfCosts(&builder, areKnown: answers.allSatisfy(\.performance.areCostsKnown))
        for answer in answers {
            let index = try answer.performance.index()
            var row = question.value.groupValues(answer.name) + (try figures(answer, index, question, &builder))
            if let benchmark { row += try benchmark.figures(answer, index, question, &builder) }
            try builder.append(row)
        }
        return question.value.frame(builder)
    }

    private static func figures(
        _ answer: ReturnQuestion.Answer, _ index: ReturnIndex, _ question: ReturnQuestion, _ builder: inout FrameBuilder
    ) throws -> [FrameValue] {
        let performance = answer.performance
        let total = try index.total(), money = try performance.money()
        if let gap = total.gap { builder.add(warning: gap.kind, question.named(answer.name, gap.description)) }
        let risk = try RiskFigures(of: index, settings: question.riskSettings(performance)), (falls, fallGap) = try index.drawdowns()
        if total.gap == nil, let gap = risk.gap ?? fallGap {
            builder.add(warning: gap.kind, question.named(answer.name, "volatility and max_drawdown are not told: \(gap.description)"))
        }
        // What never fell has a drawdown of nothing; where the chain is broken, or the level of a day unknown, nobody knows.
        let drawdown = total.total == nil || fallGap != nil ? nil : falls.deepest?.depth ?? .zero
        let dietz = try performance.dietz()
        return [
            .day(performance.from), .day(performance.to), .optional(total.total), .optional(total.annualized),
            .optional(try rate(performance, question.named(answer.name, ""), &builder)), .optional(money?.gain), .optional(performance.contribution),
            .optional(risk.volatility), .optional(drawdown), .optional(dietz?.total), .optional(performance.knownClosing),
            .text(question.value.currency.code), .int(Int64(risk.settings.periodsPerYear)), .optional(answer.leftOut),
        ]
    }

    /// The money-weighted return, if there is one and only one.
    private static func rate(_ performance: Performance, _ prefix: String, _ builder: inout FrameBuilder) throws -> FixedDecimal? {
        guard let rate = try performance.internalRate() else { return nil }
        if let (kind, reason) = rate.reason { builder.add(warning: kind, prefix + reason) }
        return rate.root?.figure
    }
}

extension InternalRate {
    /// Why there is no single rate of return, or which others solve the equation too, with the kind of warning; nil where there is just one.
    var reason: (kind: String, message: String)? {
        func list(_ roots: [Root]) -> String {
            let known = roots.compactMap(\.figure).map { "\($0)" }, others = roots.count - known.count
            return (known + (others == 0 ? [] : [others == 1 ? "one beyond all decimals" : "\(others) beyond all decimals"])).joined(separator: ", ")
        }
        switch self {
        case .rate: return nil
        case .decided(_, let others):
            return ("other_rates", "this is the one rate from -99.9999 % to 10,000 % a year; the flows are worth nothing at others beyond, too: \(list(others))")
        case .several(let roots): return ("several_rates", "several rates make the flows worth nothing together: \(list(roots)); ask for a span in which money moves one way")
        case .undecided(_, let near): return ("undecided_rate", "near \(list(near)) the flows come so close to nothing that no rate can be told; ask for another span")
        case .none(let missing): return (missing.kind, missing.description)
        }
    }
}

/// The answer of `explain_return`: what was there, what came in and went out, the return of each stretch between, and where the gain came from.
enum ReturnExplanation {
    private static let schemas: [ColumnSchema] = [
        .day("date").ranked(.leading), .text("what").ranked(.deciding), .money("amount", total: .none).ranked(.deciding), .money("value", total: .none).ranked(.leading),
        .share("twr", isColoured: true).ranked(.leading), .text("currency").ranked(.deciding),
    ]

    /// The frame that answers a question.
    static func frame(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("explanation", schemas)
        guard let answer = try question.answers(&builder).first else { return builder.frame() }
        let performance = answer.performance
        let parts = try performance.attribution()
        let series = performance.series, index = try performance.index()
        let code = FrameValue.text(question.value.currency.code)
        func append(_ day: Day?, _ what: String, _ amount: FixedDecimal?, _ value: FixedDecimal?, _ twr: FixedDecimal?) throws {
            try builder.append([.optional(day), .text(what), .optional(amount), .optional(value), .optional(twr), code])
        }
        try append(series.opening.day, "opening value", nil, parts.opening, nil)
        var last = series.opening.day
        for point in series.points.dropFirst() where !point.flow.isZero || !point.isFlowKnown || point.day == series.closing.day {
            let stretch = try index.total(after: last, through: point.day)?.total
            // What has no worth on its day was brought in or taken out beside what is told.
            let what = !point.isFlowKnown ? "moved without a price or a rate" : point.flow.isZero ? "closing value" : point.flow.isNegative ? "taken out" : "brought in"
            let value = point.isValueKnown ? point.value : point.day == series.closing.day ? parts.closing : nil
            try append(point.day, what, point.flow.isZero || !point.isFlowKnown ? nil : point.flow, value, stretch)
            last = point.day
        }
        for (what, amount) in [
            ("price gain", parts.price), ("income", parts.income), ("currency gain", parts.currency), ("fees", parts.fees), ("taxes", parts.taxes),
        ] where amount.map({ !$0.isZero }) ?? true { try append(nil, what, amount, nil, nil) }
        try append(nil, "gain", parts.gain, nil, try index.total().total)
        builder.add(policy: "twr", "the stretches chained: (1 + a) × (1 + b) × … - 1")
        return builder.frame()
    }
}

/// An instrument that returns are compared with, by its prices in the currency of the figures.
struct Benchmark {
    /// Its symbol.
    let symbol: String
    /// Its prices as they were quoted, for a unit before any split.
    private let told: PriceSeries
    /// The index of its prices in the currency of the figures, each by the rate of its own day.
    private let index: ReturnIndex
    private let graph: RateGraph
    private let currency: Currency

    /// The parameter that names a benchmark.
    static let parameter = LuaParameter.optional("benchmark", .symbol, "An instrument to compare with, by its prices alone.")

    /// The columns that a benchmark adds.
    static let schemas: [ColumnSchema] = [
        .text("benchmark").ranked(.leading), .share("benchmark_twr", isColoured: true).ranked(.deciding), .gain("benchmark_gain", total: .none),
        .share("benchmark_irr", isColoured: true),
        .ratio("beta"), .share("alpha", isColoured: true), .ratio("correlation"), .share("tracking_error"),
    ]

    /// The benchmark that a call names; nil where it names none.
    init?(_ call: LuaCall, _ question: ValueQuestion) throws {
        guard let symbol = try call.symbol("benchmark") else { return nil }
        let id = try question.names.knownInstrument(symbol)
        self.symbol = symbol
        let book = question.filter.source.book, graph = try book.rateGraph, currency = question.currency
        (self.graph, self.currency) = (graph, currency)
        let splits = try question.filter.source.state(on: question.to, withLots: false).splits().ofEveryAccount(id)
        told = try Self.perOldUnit(book.priceSeries(of: [id])[id] ?? PriceSeries([]), splits)
        let prices: [PriceSeries.Price] = try told.prices.compactMap { price in
            guard let rate = try graph.conversion(from: price.currency, to: currency, on: price.date) else { return nil }
            return PriceSeries.Price(date: price.date, close: try rate.apply(price.close), currency: currency)
        }
        if prices.isEmpty {
            throw LuaMisuse(
                "\(call.name): \(symbol) has no prices in \(question.currency)", field: "benchmark",
                hint: "store some with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync", kind: "no_price")
        }
        index = try ReturnIndex(of: prices.map { ($0.date, $0.close) })
    }

    /// The columns that compare a part of the book with the benchmark: its index, the same money put into it, and how the two move together.
    ///
    /// - Parameter own: the index of the answer.
    func figures(
        _ answer: ReturnQuestion.Answer, _ own: ReturnIndex, _ question: ReturnQuestion, _ builder: inout FrameBuilder
    ) throws -> [FrameValue] {
        let series = answer.performance.series
        guard answer.performance.gap == nil else {
            return [.text(symbol)] + Array(repeating: .none, count: Self.schemas.count - 1)
        }
        let days = series.points.filter { $0.day == series.opening.day ? !$0.value.isZero : !$0.flow.isZero }.map(\.day) + [series.closing.day]
        let known = try Dictionary(days.map { ($0, try price(on: $0)) }) { first, _ in first }
        let same = try PublicMarketEquivalent(of: series) { day in known[day] ?? nil }
        if let day = same.missingPrice { builder.add(warning: "no_price", question.named(answer.name, "\(symbol) has no price in \(currency) on or before \(day)")) }
        if let day = same.shortSince {
            builder.add(warning: "benchmark_short", question.named(answer.name, "since \(day) more was taken out than \(symbol) would have made of the money"))
        }
        let opening = answer.performance.from.number - 1, last = answer.performance.to
        let total = try price(on: Day(number: opening)).flatMap { first in try price(on: last).map { try ($0 - first) / first } }
        if total == nil, same.missingPrice == nil {
            builder.add(warning: "no_price", question.named(answer.name, "\(symbol) has no price in \(currency) on or before \(Day(number: opening))"))
        }
        let together = try BenchmarkComparison(of: own, with: index, settings: question.riskSettings(answer.performance))
        if let gap = together.gap {
            builder.add(warning: gap.kind, question.named(answer.name, "beta, alpha, correlation and tracking_error are not told: \(gap.description)"))
        }
        let rate = same.internalRate?.root?.figure
        return [
            .text(symbol), .optional(total), .optional(same.gain), .optional(rate), .optional(together.beta), .optional(together.alpha),
            .optional(together.correlation), .optional(together.trackingError),
        ]
    }

    /// The prices of what one unit of the first day has become by splits.
    private static func perOldUnit(_ series: PriceSeries, _ splits: [RecordedSplit]) throws -> PriceSeries {
        if splits.isEmpty { return series }
        return try PriceSeries(
            series.prices.map { price in
                let units = try splits.filter { $0.day <= price.date }.reduce(FixedDecimal.one) { try FixedDecimal.mulDiv($0, $1.ratio.new, $1.ratio.old) }
                return PriceSeries.Price(date: price.date, close: try price.close * units, currency: price.currency)
            })
    }

    /// The worth of one unit on a day: the last price by the rate of the day.
    private func price(on day: Day) throws -> FixedDecimal? {
        guard let price = told.price(onOrBefore: day) else { return nil }
        return try graph.conversion(from: price.currency, to: currency, on: day)?.apply(price.close)
    }
}
