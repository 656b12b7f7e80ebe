public import Ledger
public import Values

/// The daily values of scopes that somebody asked for, kept until something they rest on changes.
///
/// They follow from the history, the prices and the rates alone. Whoever asks hands those over as they are now; what is kept from the first
/// changed day on is dropped and computed again, and what lies before it stays. A cache belongs to one thread.
public final class ValueCache {
    private struct Key: Hashable {
        let scope: Scope
        let currency: Currency
    }

    private struct Entry {
        var days: [DayFigures]
        var gaps: ValuationGaps
    }

    private var entries: [Key: Entry] = [:]
    private var facts: ValueSweep?
    /// What units that moved cost, as it was counted last, by currency and in order of days.
    private var costs: [Currency: [UnitCost]] = [:]

    private struct UnitCost: Equatable {
        let day: Day
        let cost: FixedDecimal?
    }
    /// How many days of scopes are kept at most; each takes 128 bytes.
    private let limit = 500_000
    /// Days computed since the cache was made, for those who want to know what it saves.
    public private(set) var computedDays = 0

    /// An empty cache.
    public init() {}

    /// What `ValueSweep.figures(of:through:)` answers, computing only days that are not known.
    public func figures(_ sweep: ValueSweep, of scope: Scope, through last: Day) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        if facts?.identity !== sweep.identity {
            if let changed = [firstChange(to: sweep), firstCostChange(in: sweep)].compactMap(\.self).min() { drop(from: changed) }
            facts = sweep
        }
        let key = Key(scope: scope, currency: sweep.currency)
        guard let first = sweep.history.firstDay, first <= last, first > .min else { return ([], ValuationGaps()) }
        var entry = entries[key] ?? Entry(days: [], gaps: ValuationGaps())
        // A day that was put before the first one leaves nothing to go on from.
        if entry.days.first?.day.number != first.number - 1 { entry = Entry(days: [], gaps: ValuationGaps()) }
        if entry.days.last.map({ $0.day < last }) ?? true {
            let before = entry.days.count
            try sweep.extend(&entry.days, &entry.gaps, of: scope, through: last)
            computedDays += entry.days.count - before
            if entries.values.reduce(entry.days.count, { $0 + $1.days.count }) > limit { entries.removeAll() }
            entries[key] = entry
        }
        let count = entry.days[0].day.days(to: last) + 1
        return count == entry.days.count ? (entry.days, entry.gaps) : (Array(entry.days.prefix(count)), entry.gaps.within(.min...last))
    }

    /// The values in the currency of the sweep that was asked last, for a later session: of all of the book first, and of as many other scopes as come to so
    /// many days together; none where that was another sweep.
    package func kept(of sweep: Identity, days most: Int) -> [SavedValues] {
        guard let facts, facts.identity === sweep else { return [] }
        let currency = facts.currency
        let countsCosts = costs[currency].map { !$0.isEmpty } ?? false
        let values = entries.filter { $0.key.currency == currency }.map { key, entry in SavedValues(key.scope, currency, entry.days, entry.gaps, countsCosts: countsCosts) }
        var left = most
        return values.sorted { ($0.scope == Scope() ? 0 : 1, $0.days.count) < ($1.scope == Scope() ? 0 : 1, $1.days.count) }.prefix { values in
            left -= values.days.count
            return left >= 0
        }
    }

    /// The first day whose values may differ from those that are kept; nil for none.
    private func firstChange(to sweep: ValueSweep) -> Day? {
        guard let facts else { return nil }
        let (before, after) = (facts.names.policy, sweep.names.policy)
        // What else is a matter of policy shows in the history.
        if facts.rates !== sweep.rates || before.rateMaxAge != after.rateMaxAge || before.priceMaxAge != after.priceMaxAge { return .min }
        let instruments = zip(facts.names.instruments, sweep.names.instruments)
        if instruments.contains(where: { $0.multiplier != $1.multiplier || $0.kind != $1.kind || $0.currency != $1.currency }) { return .min }
        if zip(facts.names.accounts, sweep.names.accounts).contains(where: { $0.closed != $1.closed }) { return .min }
        var changes: [Day?] = []
        if facts.history.identity !== sweep.history.identity { changes.append(sweep.history.firstDifference(from: facts.history)) }
        for (instrument, series) in sweep.prices where facts.prices[instrument] != series {
            changes.append(facts.prices[instrument].map(series.firstDifference) ?? series.prices.first?.date)
        }
        for (instrument, series) in facts.prices where sweep.prices[instrument] == nil { changes.append(series.prices.first?.date) }
        return changes.compactMap(\.self).min()
    }

    /// The first day on which units moved whose cost is counted otherwise in the currency than it was; nil for none.
    private func firstCostChange(in sweep: ValueSweep) -> Day? {
        let now = sweep.costs.isEmpty ? [] : sweep.history.unitMoves.map { UnitCost(day: $0.day, cost: sweep.costs[$0.place]) }
        guard let before = costs.updateValue(now, forKey: sweep.currency), before != now else { return nil }
        let same = zip(before, now).prefix { $0 == $1 }.count
        return [before.dropFirst(same).first?.day, now.dropFirst(same).first?.day].compactMap(\.self).min()
    }

    private func drop(from day: Day) {
        for (key, var entry) in entries {
            entry.days.removeSubrange(entry.days.partitioningIndex { $0.day >= day }...)
            entry.gaps = day > .min ? entry.gaps.within(.min...Day(number: day.number - 1)) : ValuationGaps()
            entries[key] = entry.days.isEmpty ? nil : entry
        }
    }
}
