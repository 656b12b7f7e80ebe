import Frames
import Ledger
import LuaKit
import Values

/// What parts of the book were worth at the ends of days, weeks, months, quarters or years.
enum SnapshotsFrame {
    static func make(_ question: ValueQuestion, every unit: CalendarUnit) throws -> Frame {
        // What several days were worth does not add up.
        let isOfOneDay = question.from == question.to
        let money: (String) -> ColumnSchema = { isOfOneDay ? .money($0) : .money($0, total: .none) }
        var builder = FrameBuilder(
            "snapshots",
            question.groupSchemas + [
                .day("date"), money("value"), money("contribution"), isOfOneDay ? .gain("gain") : .gain("gain", total: .none), .text("currency"),
            ])
        var lacking = ValuationGaps()
        for (name, scope) in question.choice.scopes {
            let (days, gaps) = try question.figures(scope)
            try append(days, named: name, every: unit, question, &builder)
            lacking.formUnion(gaps)
        }
        try question.warn(&builder, lacking)
        builder.add(policy: "base", question.currency.code)
        return builder.frame()
    }

    private static func append(
        _ days: [DayFigures], named name: String, every unit: CalendarUnit, _ question: ValueQuestion, _ builder: inout FrameBuilder
    ) throws {
        guard let start = days.firstIndex(where: \.isActive) else { return }
        var contribution: FixedDecimal? = .zero
        // The first is the day before the book's first, whose worth is nothing.
        for figures in days[start...] {
            contribution = figures.isContributionKnown ? try contribution.map { try $0 + figures.contribution } : nil
            guard figures.day >= question.from ?? .min, figures.day == question.to || unit.lastDay(of: figures.day) == figures.day else { continue }
            let gain = try figures.value.flatMap { value in try contribution.map { try value - $0 } }
            try builder.append(question.groupValues(name) + [
                .day(figures.day), .optional(figures.value), .optional(contribution), .optional(gain),
                .text(question.currency.code),
            ])
        }
    }
}
