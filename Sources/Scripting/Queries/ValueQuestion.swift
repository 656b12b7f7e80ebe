import Frames
import Ledger
import LuaKit
import Storage
import Values
import Worth

/// A question about worth over time: of which parts of the book, in which currency, over which days.
struct ValueQuestion {
    let filter: BookFilter
    let names: Definitions
    let choice: ScopeChoice
    let currency: Currency
    /// The first day asked for; nil for the first there is.
    let from: Day?
    /// The last day.
    let to: Day
    private let sweep: ValueSweep

    static let filters = ["account", "portfolio", "owner", "symbol", "kind", "class", "from", "to", "on", "year", "closed", "as_recorded"]
    static let parameters = BookFilter.parameters(filters) + ScopeChoice.parameters

    init(_ call: LuaCall) throws {
        filter = try BookFilter(call)
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
        sweep = try filter.source.book.sweep(in: currency, asRecorded: filter.source.recorded)
    }

    /// What a part of the book was worth on each day up to the last one asked for.
    func figures(_ scope: Scope) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        try filter.source.book.figures(sweep, of: scope, through: to, isPast: filter.source.recorded != nil)
    }

    /// The column that names the groups, where there are some.
    var groupSchemas: [ColumnSchema] { choice.group.map { [.text($0.rawValue).ranked(.deciding)] } ?? [] }

    /// The name of a group as a value of that column.
    func groupValues(_ name: String) -> [FrameValue] { choice.group == nil ? [] : [.optional(name)] }

    /// What has no worth on a day, by symbol and currency, in one text; empty where all has one.
    func leftOut(on day: Day, _ gaps: ValuationGaps) -> String { gaps.leftOut(on: day, names).joined(separator: ", ") }

    /// Tells of what was lacking on the days asked for.
    func warn(_ builder: inout FrameBuilder, _ gaps: ValuationGaps) throws {
        let first = from ?? .min
        if first > to { return }
        for warning in GapWarnings(gaps.within(first...to), names, currency).warnings { builder.add(warning: warning.kind, warning.message) }
    }
}

extension ValueQuestion {
    /// Tells what contributions lack that are shown: costs of units that nobody told, and rates of the days on which others were paid for.
    func warnOfCosts(_ builder: inout FrameBuilder, areKnown: Bool) throws {
        let ledger = try filter.source.ledger
        if sweep.countsCosts {
            let base = try BaseConversion(filter.source.book, to: currency, names.policy), told = RowConversion(base, ledger)
            let items = try base.contributions(of: ledger, from: nil, to: to, among: nil)
            for item in items where item.isCounted && filter.fits(item.account) && filter.fits(item.instrument) { _ = try told.convert(item) }
            for warning in told.lacking { builder.add(warning: warning.kind, warning.message) }
        }
        if !areKnown { for warning in try GainsFrame.unknownCosts(ledger, through: to) { builder.add(warning: warning.kind, warning.message) } }
    }
}

extension ValuationGaps {
    /// What has no worth on a day, the symbols before the currencies.
    func leftOut(on day: Day, _ names: Definitions) -> [String] {
        let lacking = within(day...day)
        let symbols = Set(lacking.unpriced.keys).union(lacking.beyond.keys).map { names[$0].symbol }.sorted()
        return symbols + lacking.unconverted.keys.sorted().map(\.code)
    }
}

/// What a valuation lacked, in sentences.
struct GapWarnings {
    let warnings: [FrameWarning]

    init(_ gaps: ValuationGaps, _ names: Definitions, _ base: Currency) {
        var warnings: [FrameWarning] = []
        func symbol(_ instrument: InstrumentID) -> String { names[instrument].symbol }
        for (symbol, runs) in gaps.unpriced.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(FrameWarning(
                kind: "no_price", message: "\(symbol) has no price \(Self.span(runs)); store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"))
        }
        for (symbol, runs) in gaps.paidPrices.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(FrameWarning(
                kind: "trade_price",
                message: "\(symbol) is valued \(Self.span(runs)) at what was paid for it, as no quote from then on is stored; "
                    + "store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"))
        }
        for (symbol, runs) in gaps.beyond.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(FrameWarning(
                kind: "beyond_bound",
                message: "\(symbol) at its price would be worth more than \(Bound.amount.greatest) \(Self.span(runs)), so its worth is unknown; "
                    + "quotes{symbol=\"\(symbol)\"} shows the price, quote{symbol=\"\(symbol)\", date=…, close=…} corrects it"))
        }
        for (symbol, runs) in gaps.stalePrices.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(FrameWarning(
                kind: "stale_price",
                message: "the price of \(symbol) is more than \(names.policy.priceMaxAge) days old \(Self.span(runs)); sync, or set price_max_age"))
        }
        for (currency, runs) in gaps.unconverted.sorted(by: { $0.key < $1.key }) {
            warnings.append(FrameWarning(
                kind: "no_rate",
                message: "there is no rate from \(currency) to \(base) \(Self.span(runs)); store one with "
                    + "rate{from=\"\(currency)\", to=\"\(base)\", date=…, rate=…}, or sync"))
        }
        for (currency, runs) in gaps.staleRates.sorted(by: { $0.key < $1.key }) {
            warnings.append(FrameWarning(
                kind: "stale_rate",
                message: "the rate from \(currency) to \(base) is more than \(names.policy.rateMaxAge) days old \(Self.span(runs)); "
                    + "sync, or set rate_max_age"))
        }
        self.warnings = warnings
    }

    /// The days of which something was lacking: one, a span, or a span with gaps.
    private static func span(_ runs: ValuationGaps.Runs) -> String {
        guard let first = runs.first?.lowerBound, let last = runs.last?.upperBound else { return "" }
        if first == last { return "on \(first)" }
        let days = runs.reduce(0) { $0 + $1.lowerBound.days(to: $1.upperBound) + 1 }
        return runs.count == 1 ? "from \(first) to \(last)" : "on \(days) days from \(first) to \(last)"
    }
}
