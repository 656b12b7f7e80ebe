import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values
import Worth

/// A question about worth over time: which parts of the book, in which currency, over which days.
struct ValueQuestion {
    /// What the question is narrowed to.
    let filter: BookFilter
    /// The accounts, instruments and settings of the book.
    let names: Definitions
    /// The parts of the book that are asked about.
    let choice: ScopeChoice
    /// The currency of the figures.
    let currency: Currency
    /// The first day asked for; nil for the first there is.
    let from: Day?
    /// The last day.
    let to: Day
    private let source: FigureSource

    /// The filters that such questions take.
    static let filters = ["account", "portfolio", "owner", "symbol", "kind", "class", "tag", "from", "to", "on", "year", "closed", "as_recorded"]
    /// The parameters of questions about worth.
    static let parameters = BookFilter.parameters(filters) + ScopeChoice.parameters

    /// The question that a call asks.
    init(_ call: LuaCall) throws {
        filter = try BookFilter(call, tagsOf: .scopes)
        names = try filter.source.definitions
        choice = try ScopeChoice(call, filter, names)
        currency = try ScopeChoice.currency(call, filter, names)
        let today = min(call.runtime.today, filter.source.day(nil) ?? .max)
        let asked = filter.on ?? filter.to ?? today
        // What is still to come is not known, and would only repeat today.
        to = min(asked, today)
        from = filter.on ?? filter.from
        if let from, from > to {
            throw LuaMisuse("\(call.name): \(from) is after \(to)", field: "from", hint: "a span ends on or after the day it begins, and no later than today")
        }
        source = FigureSource(filter.source.book, currency, recorded: filter.source.recorded)
    }

    /// The figures of a part of the book for each day up to the last one asked for, and what could not be valued.
    func figures(_ scope: Scope) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        try source.figures(of: scope, through: to)
    }

    /// The column that names the groups, where there are some.
    var groupSchemas: [ColumnSchema] { choice.group.map { [.text($0.rawValue).ranked(.deciding)] } ?? [] }

    /// The name of a group as a value of that column.
    func groupValues(_ name: String) -> [FrameValue] { choice.group == nil ? [] : [.optional(name)] }

    /// What could not be valued on a day, by symbol and currency, in one text; empty where everything could.
    func leftOut(on day: Day, _ gaps: ValuationGaps) -> String { gaps.leftOut(on: day, names).joined(separator: ", ") }

    /// The frame of the rows so far; where parts have something in common, as one whose rows add up to nothing.
    func frame(_ builder: FrameBuilder) -> Frame { choice.areOverlapping ? builder.frame().repeated() : builder.frame() }

    /// Adds warnings of the parts, and of prices and rates that were missing on the days asked for.
    func warn(_ builder: inout FrameBuilder, _ gaps: ValuationGaps) throws {
        for warning in choice.warnings { builder.add(warning: warning.kind, warning.message) }
        let first = from ?? .min
        if first > to { return }
        for warning in GapWarnings(gaps.within(first...to), names, currency).warnings { builder.add(warning: warning.kind, warning.message) }
    }
}

/// Where the figures of a question come from: those that were kept as the book was closed, and for the rest a sweep, which is made when it is needed.
private final class FigureSource {
    private let book: Book
    private let currency: Currency
    private let recorded: Instant?
    private var sweep: ValueSweep?
    private var keptCountCosts = false

    init(_ book: Book, _ currency: Currency, recorded: Instant?) { (self.book, self.currency, self.recorded) = (book, currency, recorded) }

    /// Whether the figures that were asked for count the costs of units that moved by the rates of days before.
    var countsCosts: Bool { sweep?.countsCosts ?? keptCountCosts }

    /// The figures of a part of the book for each day up to another, and what could not be valued.
    func figures(of scope: Scope, through last: Day) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        if sweep == nil, recorded == nil, let kept = try book.savedValues(of: scope, in: currency, through: last), let figures = kept.through(last) {
            keptCountCosts = keptCountCosts || kept.countsCosts
            return figures
        }
        let sweep = try sweep ?? book.sweep(in: currency, asRecorded: recorded)
        self.sweep = sweep
        return try book.figures(sweep, of: scope, through: last, isPast: recorded != nil)
    }
}

extension ValueQuestion {
    /// Adds warnings where contributions are shown of which something is missing: the cost of units, or the rate of their day.
    func warnOfCosts(_ builder: inout FrameBuilder, areKnown: Bool) throws {
        if !source.countsCosts, areKnown { return }
        let ledger = try filter.source.ledger
        if source.countsCosts {
            let base = try BaseConversion(filter.source.book, to: currency, names.policy), told = RowConversion(base, ledger)
            let items = try base.contributions(of: ledger, from: nil, to: to, among: nil)
            for item in items where item.isCounted && filter.fits(item.account) && filter.fits(item.instrument) { _ = try told.convert(item) }
            for warning in told.lacking { builder.add(warning: warning.kind, warning.message) }
        }
        if !areKnown { for warning in try LotsFrame.unknownCosts(ledger, through: to) { builder.add(warning: warning.kind, warning.message) } }
    }
}

/// The answer of `snapshots`: what parts of the book were worth at the ends of days, weeks, months, quarters or years.
enum SnapshotsFrame {
    /// The frame with a row for each part and the end of each period.
    static func make(_ question: ValueQuestion, every unit: CalendarUnit) throws -> Frame {
        // What several days were worth does not add up, nor parts that have something in common.
        let isOfOneDay = question.from == question.to && !question.choice.areOverlapping
        let money: (String) -> ColumnSchema = { isOfOneDay ? .money($0) : .money($0, total: .none) }
        var builder = FrameBuilder(
            "snapshots",
            question.groupSchemas + [
                .day("date").ranked(.leading), money("value").ranked(.deciding), money("contribution").ranked(.leading),
                (isOfOneDay ? ColumnSchema.gain("gain") : .gain("gain", total: .none)).ranked(.deciding),
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
        return question.frame(builder)
    }

    /// Adds the rows of a part. Gives back sentences about rows whose value leaves something out, and whether the cost of all contributed units is
    /// known.
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
            try builder.append(
                question.groupValues(name) + [
                    .day(figures.day), figures.isValueKnown || !figures.pricedValue.isZero ? .decimal(figures.pricedValue) : .none, .optional(contribution), .optional(gain),
                    .text(question.currency.code), .optional(leftOut),
                ])
        }
        let sentences = Dictionary(grouping: partial, by: \.leftOut).sorted { $0.key < $1.key }.map { leftOut, days in
            let span = days.count == 1 ? "on \(days[0].day)" : "on \(days.count) days from \(days[0].day) to \(days[days.count - 1].day)"
            return "\(name.isEmpty ? "" : name + ": ")the value \(span) is without \(leftOut), which has no price or no rate"
        }
        return (sentences, areCostsKnown)
    }
}
