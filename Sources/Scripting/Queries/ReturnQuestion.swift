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
        var answers: [Answer] = [], lacking = ValuationGaps()
        for (name, scope) in value.choice.scopes {
            let (days, gaps) = try value.figures(scope)
            lacking.formUnion(gaps)
            for (from, to) in spans(of: days) {
                guard let performance = try Performance(days, from: from, to: to, timing: timing) else { continue }
                if let gap = performance.gap { builder.add(warning: gap.kind, named(name, gap.description)) }
                answers.append(Answer(name: name, performance: performance, days: days))
            }
        }
        try value.warn(&builder, lacking)
        builder.add(policy: "base", value.currency.code)
        builder.add(policy: "timing", timing.rawValue)
        return answers
    }

    /// A sentence about a part of the book, with the part's name before it.
    func named(_ name: String, _ sentence: String) -> String { name.isEmpty ? sentence : "\(name): \(sentence)" }

    /// What risk is measured against: the periods of a year are as many as prices come, so that a book with prices at the ends of months is
    /// not taken for one that moves as much on a single day.
    func riskSettings(_ performance: Performance) throws -> RiskSettings {
        try RiskSettings(periodsPerYear: Self.periodsPerYear(performance.series?.points ?? []), riskFree: riskFree)
    }

    /// 252 or, with weekends, 365 where prices come daily; 52, 12, 4 or 1 where they come as seldom as weekly, monthly, quarterly, yearly.
    private static func periodsPerYear(_ points: [ValueSeries.Point]) -> Int {
        let days = points.dropFirst().filter(\.isTrading)
        guard let first = days.first?.day, let last = days.last?.day, first < last else { return 252 }
        let yearly = (days.count - 1) * 365 / first.days(to: last)
        switch yearly {
        case ..<2: return 1
        case ..<8: return 4
        case ..<32: return 12
        case ..<130: return 52
        default: return days.contains { $0.day.isWeekend } ? 365 : 252
        }
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
