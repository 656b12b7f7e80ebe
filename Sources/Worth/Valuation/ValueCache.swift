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

        mutating func drop(from day: Day) {
            days.removeSubrange(days.partitioningIndex { $0.day >= day }...)
            gaps = day > .min ? gaps.within(.min...day.previous) : ValuationGaps()
        }
    }

    private var entries: [Key: Entry] = [:]
    /// What the values follow from.
    private var facts: SweepFacts?
    /// What units that moved cost in each currency, as it was counted last.
    private var costs: [Currency: DayDigest] = [:]
    /// How many days of scopes are kept at most; each takes 128 bytes.
    private let limit = 500_000
    /// Days computed since the cache was made, for those who want to know what it saves.
    public private(set) var computedDays = 0

    /// An empty cache.
    public init() {}

    /// What `ValueSweep.figures(of:through:)` answers, computing only days that are not known.
    public func figures(_ sweep: ValueSweep, of scope: Scope, through last: Day) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        try notice(sweep)
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

    /// Whether no value in a currency was ever asked for.
    package func isNew(_ currency: Currency) -> Bool { costs[currency] == nil }

    /// Takes over values that an earlier session has saved, up to the first day of which they are none of the sweep's.
    package func begin(with saved: [SavedValues], of facts: ValueFacts, for sweep: ValueSweep) throws {
        try notice(sweep)
        guard sweep.currency == facts.currency, let known = self.facts, known.identity === sweep.identity else { return }
        let changed = try known.firstDifference(from: facts)
        for values in saved where values.currency == facts.currency {
            let key = Key(scope: values.scope, currency: values.currency)
            if entries[key] == nil, let (days, gaps) = values.before(changed) { entries[key] = Entry(days: days, gaps: gaps) }
        }
    }

    /// The values in the currency of the sweep that was asked last, for a later session, and what they follow from: of all of the book first, and of as many other
    /// scopes as come to so many days together; nil where that was another sweep.
    package func kept(of sweep: Identity, days most: Int) throws -> (values: [SavedValues], facts: ValueFacts)? {
        guard let facts, facts.identity === sweep else { return nil }
        let values = entries.filter { $0.key.currency == facts.currency }.map { key, entry in
            SavedValues(key.scope, facts.currency, entry.days, entry.gaps, countsCosts: facts.countsCosts)
        }
        var left = most
        let kept = values.sorted { ($0.scope == Scope() ? 0 : 1, $0.days.count) < ($1.scope == Scope() ? 0 : 1, $1.days.count) }.prefix { values in
            left -= values.days.count
            return left >= 0
        }
        return (Array(kept), try facts.saved())
    }

    /// Drops what is not of a sweep.
    private func notice(_ sweep: ValueSweep) throws {
        if facts?.identity === sweep.identity { return }
        let new = SweepFacts(sweep, after: facts)
        if let new, let facts {
            if let changed = try new.firstDifference(from: facts) { drop(from: changed) { _ in true } }
            if let changed = costs[sweep.currency].flatMap(new.costs.firstDifference) { drop(from: changed) { $0 == sweep.currency } }
        } else {
            entries.removeAll()
        }
        facts = new
        costs[sweep.currency] = new?.costs
    }

    private func drop(from day: Day, where isOf: (Currency) -> Bool) {
        for (key, var entry) in entries where isOf(key.currency) {
            entry.drop(from: day)
            entries[key] = entry.days.isEmpty ? nil : entry
        }
    }
}
