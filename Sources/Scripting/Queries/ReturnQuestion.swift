import Frames
import Ledger
import LuaKit
import Values
import Worth

/// A question about returns: of which parts of the book, over which periods, and how they are measured.
struct ReturnQuestion {
    let value: ValueQuestion
    /// The stretch of the calendar that a row is of; nil for one row over the whole span.
    let unit: CalendarUnit?
    let timing: FlowTiming
    let riskFree: FixedDecimal

    static let parameters = ValueQuestion.parameters + [
        .optional("timing", .string, "When money that moves on a day counts: start, end, or split: in at the start, out at the end.", default: "\"split\""),
    ]
    /// For the functions one of whose figures goes by it.
    static let riskFree = LuaParameter.optional("risk_free", .yearlyRate, "What a year without risk pays, such as \"2%\"; sharpe and alpha go by it.", default: "\"0%\"")
    static let every = LuaParameter.optional("every", .string, "A row for each day, week, month, quarter or year.")

    init(_ call: LuaCall) throws {
        value = try ValueQuestion(call)
        unit = call.parameterNames.contains("every") ? try call.calendarUnit("every") : nil
        let word = try call.string("timing")
        guard let timing = word.map(FlowTiming.init(rawValue:)) ?? .split else { throw call.mismatch("timing", expected: "start, end or split") }
        self.timing = timing
        riskFree = call.parameterNames.contains("risk_free") ? try call.yearlyRate("risk_free") ?? .zero : .zero
    }

    /// One part of the book over one period.
    struct Answer {
        let name: String
        let performance: Performance
        /// What has no price or rate on the last day, so that the worth told is of the rest; empty where nothing is lacking.
        let leftOut: String
    }

    /// Each part over each period, and a builder's warnings of what was lacking. Parts of which there is nothing are left out.
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

    /// What risk is measured against: the periods of a year are as many as prices come, so that a book with prices at the ends of months is
    /// not taken for one that moves as much on a single day.
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
