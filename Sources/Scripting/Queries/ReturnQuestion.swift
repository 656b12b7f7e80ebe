import Frames
import Ledger
import LuaKit
import Values

/// A question about returns: of which parts of the book, over which periods, and how they are measured.
struct ReturnQuestion {
    let value: ValueQuestion
    /// The stretch of the calendar that a row is of; nil for one row over the whole span.
    let unit: CalendarUnit?
    let timing: FlowTiming
    let riskFree: FixedDecimal

    static let parameters = ValueQuestion.parameters + [
        .optional("timing", .string, "When money that moves on a day counts: start, end, or split: in at the start, out at the end.", default: "\"split\""),
        .optional("risk_free", .decimal, "What a year without risk pays, 0.02 for 2 %.", default: "0"),
    ]
    static let every = LuaParameter.optional("every", .string, "A row for each day, week, month, quarter or year.")

    init(_ call: LuaCall) throws {
        value = try ValueQuestion(call)
        unit = call.parameterNames.contains("every") ? try call.calendarUnit("every") : nil
        let word = try call.string("timing")
        guard let timing = word.map(FlowTiming.init(rawValue:)) ?? .split else { throw call.mismatch("timing", expected: "start, end or split") }
        self.timing = timing
        riskFree = try call.decimal("risk_free") ?? .zero
    }

    /// One part of the book over one period.
    struct Answer {
        let name: String
        let performance: Performance
        /// All days of the part that are known.
        let days: [DayFigures]
    }

    /// Each part over each period, and a builder's warnings of what was lacking. Parts of which there is nothing are left out.
    func answers(_ builder: inout FrameBuilder) throws -> [Answer] {
        var answers: [Answer] = []
        for (name, scope) in value.choice.scopes {
            let (days, gaps) = try value.figures(scope)
            try value.warn(&builder, gaps)
            for (from, to) in spans(of: days) {
                guard let performance = try Performance(days, from: from, to: to, timing: timing) else { continue }
                if let gap = performance.gap { builder.add(warning: gap.kind, named(name, gap.description)) }
                answers.append(Answer(name: name, performance: performance, days: days))
            }
        }
        builder.add(policy: "base", value.currency.code)
        builder.add(policy: "timing", timing.rawValue)
        return answers
    }

    /// A sentence about a part of the book, with the part's name before it.
    func named(_ name: String, _ sentence: String) -> String { name.isEmpty ? sentence : "\(name): \(sentence)" }

    /// What a day's risk is measured against: of coins, which are traded on all days, a year has as many.
    func riskSettings(_ performance: Performance) throws -> RiskSettings {
        let points = performance.series?.points ?? []
        let hasWeekends = points.dropFirst().contains { $0.isTrading && $0.day.isWeekend }
        return try RiskSettings(periodsPerYear: hasWeekends ? 365 : 252, riskFree: riskFree)
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
