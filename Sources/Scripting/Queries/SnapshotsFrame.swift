import Frames
import Ledger
import LuaKit
import Values
import Worth

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
        var lacking = ValuationGaps(), partial: [String] = [], areCostsKnown = true
        for (name, scope) in question.choice.scopes {
            let (days, gaps) = try question.figures(scope)
            let told = try append(days, gaps, named: name, every: unit, question, &builder)
            partial += told.partial
            areCostsKnown = areCostsKnown && told.areCostsKnown
            lacking.formUnion(gaps)
        }
        try question.warn(&builder, lacking)
        try question.warnOfCosts(&builder, areKnown: areCostsKnown)
        for sentence in partial { builder.add(warning: "left_out", sentence) }
        builder.add(policy: "base", question.currency.code)
        return builder.frame()
    }

    /// Adds the rows of a part; sentences about those whose value is not of all that was there, and whether all that units brought in is known.
    private static func append(
        _ days: [DayFigures], _ gaps: ValuationGaps, named name: String, every unit: CalendarUnit, _ question: ValueQuestion, _ builder: inout FrameBuilder
    ) throws -> (partial: [String], areCostsKnown: Bool) {
        guard let start = days.firstIndex(where: { $0.isActive || $0.bringsCost }) else { return ([], true) }
        var sum: FixedDecimal? = .zero, costsKnownFrom = Day.min, areCostsKnown = true, partial: [(day: Day, leftOut: String)] = []
        // The first is the day before the book's first, whose worth is nothing.
        for figures in days[start...] {
            sum = figures.isContributionKnown ? try sum.map { try $0 + figures.contribution } : nil
            costsKnownFrom = max(costsKnownFrom, figures.costsKnownFrom ?? .min)
            guard figures.day >= question.from ?? .min, figures.day == question.to || unit.lastDay(of: figures.day) == figures.day else { continue }
            // Units whose cost nobody has told count for nothing in the sum, which is no contribution then.
            let contribution = costsKnownFrom <= figures.day ? sum : nil
            areCostsKnown = areCostsKnown && costsKnownFrom <= figures.day
            let gain = try figures.value.flatMap { value in try contribution.map { try value - $0 } }
            let leftOut = figures.isValueKnown ? "" : question.leftOut(on: figures.day, gaps)
            if !leftOut.isEmpty { partial.append((figures.day, leftOut)) }
            try builder.append(question.groupValues(name) + [
                .day(figures.day), .decimal(figures.pricedValue), .optional(contribution), .optional(gain), .text(question.currency.code), .optional(leftOut),
            ])
        }
        let sentences = Dictionary(grouping: partial, by: \.leftOut).sorted { $0.key < $1.key }.map { leftOut, days in
            let span = days.count == 1 ? "on \(days[0].day)" : "on \(days.count) days from \(days[0].day) to \(days[days.count - 1].day)"
            return "\(name.isEmpty ? "" : name + ": ")the value \(span) is without \(leftOut), which has no price or no rate"
        }
        return (sentences, areCostsKnown)
    }
}
