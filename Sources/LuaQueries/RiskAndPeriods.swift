import Frames
import Ledger
import LuaKit
import Queries
import Values
import Worth

/// The answer of `risk`: how much returns vary, and how deep the worth fell.
enum RiskFrame {
    private static let schemas: [ColumnSchema] = [
        .day("from").ranked(.leading), .day("to").ranked(.leading), .int("returns").ranked(.minor), .int("periods_per_year").ranked(.minor),
        .share("volatility").ranked(.deciding), .share("downside_deviation"), .ratio("sharpe").ranked(.deciding), .ratio("sortino").ranked(.leading),
        .share("max_drawdown", isColoured: true).ranked(.deciding), .day("peak"), .day("trough"), .day("recovered"), .int("longest_drawdown"),
        .share("best_day", isColoured: true), .share("worst_day", isColoured: true), .share("best_month", isColoured: true),
        .share("worst_month", isColoured: true), .share("best_year", isColoured: true).ranked(.useful), .share("worst_year", isColoured: true).ranked(.useful),
        .share("positive_months"),
    ]

    /// The frame that answers a question.
    static func make(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("risk", question.value.groupSchemas + schemas)
        for answer in try question.answers(&builder) {
            let index = try answer.performance.index()
            let risk = try RiskFigures(of: index, settings: question.riskSettings(answer.performance))
            let (falls, gap) = try index.drawdowns()
            if let gap = risk.gap ?? gap { builder.add(warning: gap.kind, question.named(answer.name, gap.description)) }
            let deepest = falls.deepest
            // What never fell has a drawdown of nothing; where the chain is broken nobody knows.
            let depth = gap == nil ? deepest?.depth ?? .zero : nil
            let spans = try (months: index.periods(.month), years: index.periods(.year))
            // Of whole spans alone the best and the worst are told.
            builder.add(gapsOf: (spans.years + spans.months).filter(\.isWhole), named: answer.name, question)
            let (days, months, years) = (PeriodExtremes(of: try index.periods(.day)), PeriodExtremes(of: spans.months), PeriodExtremes(of: spans.years))
            try builder.append(
                question.value.groupValues(answer.name) + [
                    .day(answer.performance.from), .day(answer.performance.to), .int(Int64(risk.count)),
                    .int(Int64(risk.settings.periodsPerYear)), .optional(risk.volatility),
                    .optional(risk.downsideDeviation), .optional(risk.sharpe), .optional(risk.sortino), .optional(depth), .optional(deepest?.peak),
                    .optional(deepest?.trough), .optional(deepest?.recovery),
                    falls.longest(recovered: question.value.names.policy.longestDrawdownIsRecovered).map { .int(Int64($0.days)) } ?? .none,
                    .optional(days?.best.total), .optional(days?.worst.total), .optional(months?.best.total), .optional(months?.worst.total),
                    .optional(years?.best.total), .optional(years?.worst.total), .optional(months?.positiveShare),
                ])
        }
        return question.value.frame(builder)
    }
}

/// The answer of `drawdowns`: each fall from a peak, the deepest first.
enum DrawdownsFrame {
    private static let schemas: [ColumnSchema] = [
        .share("depth", isColoured: true).ranked(.deciding), .day("peak").ranked(.leading), .day("trough").ranked(.leading), .day("recovered").ranked(.useful),
        .int("days").ranked(.useful),
    ]

    /// The frame that answers a question.
    static func make(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("drawdowns", question.value.groupSchemas + schemas)
        for answer in try question.answers(&builder) {
            let index = try answer.performance.index()
            let (falls, gap) = try index.drawdowns()
            if let gap { builder.add(warning: gap.kind, question.named(answer.name, gap.description)) }
            for fall in falls.sorted(by: { $0.depth == $1.depth ? $0.peak < $1.peak : $0.depth < $1.depth }) {
                try builder.append(
                    question.value.groupValues(answer.name) + [
                        .decimal(fall.depth), .day(fall.peak), .day(fall.trough), .optional(fall.recovery), .int(Int64(fall.days)),
                    ])
            }
        }
        return question.value.frame(builder)
    }
}

/// The answer of `attribution`: the parts of the gain that come from prices, income, currencies, fees and taxes.
enum AttributionFrame {
    /// The columns. In rows by period the days come first; else they are mostly the same in all rows, and the parts of the gain come first.
    private static func schemas(isByPeriod: Bool) -> [ColumnSchema] {
        [
            .day("from"), .day("to").ranked(isByPeriod ? .deciding : .ordinary), .money("opening", total: .none), .money("inflows", total: .none),
            .money("outflows", total: .none), .gain("price_gain", total: .none).rankedWhereAny(.leading), .gain("income", total: .none).rankedWhereAny(.leading),
            .gain("currency_gain", total: .none).rankedWhereAny(.leading), .gain("fees", total: .none).rankedWhereAny(.leading),
            .gain("taxes", total: .none).rankedWhereAny(.leading), .gain("gain", total: .none).ranked(.deciding),
            .money("closing", total: .none).ranked(.leading), .text("currency").ranked(.deciding), .remark("left_out"),
        ]
    }

    /// The frame that answers a question.
    static func make(_ question: ReturnQuestion) throws -> Frame {
        var builder = FrameBuilder("attribution", question.value.groupSchemas + schemas(isByPeriod: question.unit != nil))
        for answer in try question.answers(&builder) {
            let parts = try answer.performance.attribution()
            if let (day, currency) = answer.performance.unratedSides {
                let sentence = "there is no rate from \(currency.code) to \(question.value.currency.code) on \(day), so that what came in and went out is unknown"
                builder.add(warning: "no_rate", question.named(answer.name, sentence))
            }
            try builder.append(
                question.value.groupValues(answer.name) + [
                    .day(answer.performance.from), .day(answer.performance.to), .optional(parts.opening), .optional(parts.inflows), .optional(parts.outflows),
                    .optional(parts.price), .optional(parts.income), .optional(parts.currency), .optional(parts.fees), .optional(parts.taxes),
                    .optional(parts.gain), .optional(parts.closing), .text(question.value.currency.code), .optional(answer.leftOut),
                ])
        }
        return question.value.frame(builder)
    }
}

/// The answer of `calendar_returns`: returns of months and years side by side. On a terminal its colours make a heat map.
enum CalendarReturnsFrame {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// The frame that answers a question.
    static func make(_ question: ReturnQuestion) throws -> Frame {
        let schemas: [ColumnSchema] =
            [.int("year").ranked(.deciding)] + months.map { .share($0, isColoured: true).serial() }
            + [.share("total", isColoured: true).ranked(.deciding), .bool("whole").ranked(.minor)]
        var builder = FrameBuilder("calendar_returns", question.value.groupSchemas + schemas)
        for answer in try question.answers(&builder) {
            let years = try answer.performance.index().calendar()
            builder.add(gapsOf: years.map(\.total) + years.flatMap { $0.months.compactMap(\.self) }, named: answer.name, question)
            for year in years {
                let row: [FrameValue] = [.int(Int64(year.year))] + year.months.map { .optional($0?.total) }
                try builder.append(question.value.groupValues(answer.name) + row + [.optional(year.total.total), .bool(year.total.isWhole)])
            }
        }
        return question.value.frame(builder)
    }
}

/// The answer of `rolling_returns`: returns of windows of one length, each a little later than the one before.
enum RollingReturnsFrame {
    private static let schemas: [ColumnSchema] = [
        .day("from").ranked(.leading), .day("to").ranked(.leading), .share("twr", isColoured: true).ranked(.deciding), .share("annualized_twr", isColoured: true),
    ]

    /// The frame that answers a question.
    static func make(_ question: ReturnQuestion, _ window: ReturnWindow) throws -> Frame {
        var builder = FrameBuilder("rolling_returns", question.value.groupSchemas + schemas)
        let unit = question.unit ?? .month
        // The periods of `every` are where windows end, and not the spans asked of.
        for answer in try question.overall().answers(&builder) {
            let index = try answer.performance.index()
            let rows = try index.rolling(window, every: unit)
            builder.add(gapsOf: rows, named: answer.name, question)
            for row in rows {
                try builder.append(
                    question.value.groupValues(answer.name) + [
                        .day(row.from), .day(row.to), .optional(row.total), .optional(row.annualized),
                    ])
            }
        }
        return question.value.frame(builder)
    }

    /// Reads `12 months`, `1 year`, `90 days`.
    static func window(_ call: LuaCall) throws -> ReturnWindow {
        let expected = "a number of days, months or years, such as \"12 months\""
        guard let text = try call.string("window") else { return .months(12) }
        let words = text.split(separator: " ")
        guard words.count == 2, let length = Int(words[0]), length > 0 else { throw call.mismatch("window", expected: expected) }
        switch words[1] {
        case "day", "days": return .days(length)
        case "month", "months": return .months(length)
        case "year", "years": return .years(length)
        default: throw call.mismatch("window", expected: expected)
        }
    }
}

extension FrameBuilder {
    /// Warns of spans that have no return: of each kind of reason the first one, and how many there are of it.
    mutating func add(gapsOf spans: some Sequence<PeriodReturn>, named name: String, _ question: ReturnQuestion) {
        var reasons: [(gap: ReturnGap, first: PeriodReturn, count: Int)] = []
        for span in spans {
            guard let gap = span.gap else { continue }
            if let place = reasons.firstIndex(where: { $0.gap.kind == gap.kind }) { reasons[place].count += 1 } else { reasons.append((gap, span, 1)) }
        }
        for (gap, first, count) in reasons {
            let span = "from \(first.from) to \(first.to)", spans = count == 1 ? "\(span) there is no return" : "there is no return of \(count) spans, the first \(span)"
            add(warning: gap.kind, question.named(name, "\(spans): \(gap.description)"))
        }
    }
}

extension ReturnQuestion {
    /// The same question for the whole span as one period.
    fileprivate func overall() -> ReturnQuestion { ReturnQuestion(value: value, unit: nil, timing: timing, riskFree: riskFree) }

    private init(value: ValueQuestion, unit: CalendarUnit?, timing: FlowTiming, riskFree: FixedDecimal) {
        (self.value, self.unit, self.timing, self.riskFree) = (value, unit, timing, riskFree)
    }
}
