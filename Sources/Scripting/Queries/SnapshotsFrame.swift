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
                .day("date").ranked(.leading), money("value").ranked(.deciding), money("contribution"), isOfOneDay ? .gain("gain") : .gain("gain", total: .none),
                .text("currency").ranked(.deciding),
                .remark("left_out"),
            ])
        var lacking = ValuationGaps(), partial: [String] = []
        for (name, scope) in question.choice.scopes {
            let (days, gaps) = try question.figures(scope)
            partial += try append(days, gaps, named: name, every: unit, question, &builder)
            lacking.formUnion(gaps)
        }
        try question.warn(&builder, lacking)
        for sentence in partial { builder.add(warning: "left_out", sentence) }
        builder.add(policy: "base", question.currency.code)
        return builder.frame()
    }

    /// Adds the rows of a part; sentences about those whose value is not of all that was there.
    private static func append(
        _ days: [DayFigures], _ gaps: ValuationGaps, named name: String, every unit: CalendarUnit, _ question: ValueQuestion, _ builder: inout FrameBuilder
    ) throws -> [String] {
        guard let start = days.firstIndex(where: \.isActive) else { return [] }
        var contribution: FixedDecimal? = .zero, partial: [(day: Day, leftOut: String)] = []
        // The first is the day before the book's first, whose worth is nothing.
        for figures in days[start...] {
            contribution = figures.isContributionKnown ? try contribution.map { try $0 + figures.contribution } : nil
            guard figures.day >= question.from ?? .min, figures.day == question.to || unit.lastDay(of: figures.day) == figures.day else { continue }
            let gain = try figures.value.flatMap { value in try contribution.map { try value - $0 } }
            let leftOut = figures.isValueKnown ? "" : question.leftOut(on: figures.day, gaps)
            if !leftOut.isEmpty { partial.append((figures.day, leftOut)) }
            try builder.append(question.groupValues(name) + [
                .day(figures.day), .decimal(figures.pricedValue), .optional(contribution), .optional(gain), .text(question.currency.code), .optional(leftOut),
            ])
        }
        return Dictionary(grouping: partial, by: \.leftOut).sorted { $0.key < $1.key }.map { leftOut, days in
            let span = days.count == 1 ? "on \(days[0].day)" : "on \(days.count) days from \(days[0].day) to \(days[days.count - 1].day)"
            return "\(name.isEmpty ? "" : name + ": ")the value \(span) is without \(leftOut), which has no price or no rate"
        }
    }
}
