import Ledger
public import Values
public import Worth

/// What parts of the book were worth day by day, kept as the book was closed: who asks for values or returns first reads them.
extension Book {
    /// The daily values of a scope up to a day at least, where they were kept and nothing has changed since: no entry, no price and no rate. Nil where they have
    /// to be computed, and where this session has computed some, which is the quicker way.
    public func savedValues(of scope: Scope, in currency: Currency, through last: Day) throws -> SavedValues? {
        if running?.writing != nil || market.changes.isOpen { return nil }
        if let ledger = loaded.ledger, derived.history?.value(of: ledger) != nil { return nil }
        return try store.withSnapshot {
            guard let stored = try store.savedValues(SavedValues.key(of: scope, in: currency)), try stored.end == valuesEnd(), let values = stored.read(),
                let end = values.days.last?.day, last <= end
            else { return nil }
            return values
        }
    }

    /// What daily values of the book as it is follow from.
    private func valuesEnd() throws(StorageError) -> ValuesEnd {
        ValuesEnd(head: try store.head(), quotes: try store.quoteRevision(), rates: try store.rateRevision())
    }

    /// The values that this session has computed of the book as it is, to be kept, with what they follow from: of all of it first, and as many others as are worth it.
    func valuesToKeep() throws -> [StoredValues] {
        guard store.keepsPackedActivities, let (sweep, then) = derived.lastSweep, try then == revision else { return [] }
        guard let kept = try derived.values.kept(of: sweep.identity, days: Self.mostSavedDays), !kept.values.isEmpty else { return [] }
        let end = try valuesEnd()
        func stored(_ key: [UInt8], _ bytes: [UInt8]) -> StoredValues {
            StoredValues(key: key, end: end, version: StoredValues.version, body: CheckedBytes(bytes))
        }
        return kept.values.map { stored(SavedValues.key(of: $0.scope, in: $0.currency), $0.bytes) } + [stored(StoredValues.factsKey, kept.facts.bytes)]
    }

    /// About two megabytes.
    private static let mostSavedDays = 200_000

    /// Values that were kept in a currency before anything was recorded or stored since, and what they follow from; nil where there are none.
    ///
    /// Up to the first day of which it follows from something else now they are the values of the book.
    func outdatedValues(in currency: Currency) throws -> (values: [SavedValues], facts: ValueFacts)? {
        guard let row = try store.savedValues(StoredValues.factsKey), let facts = row.facts(), facts.currency == currency else { return nil }
        var values: [SavedValues] = []
        try store.forEachSavedValues { stored in
            if stored.isOf(row), let read = stored.read() { values.append(read) }
        }
        return (values, facts)
    }

    /// Whether all values that a question may be answered from are those that a ledger, which has all entries, comes to.
    func savedValuesAgree(with ledger: Ledger) throws -> Bool {
        let end = try valuesEnd(), facts = try store.savedValues(StoredValues.factsKey)
        var sweep: ValueSweep?, areRight = true
        try store.forEachSavedValues { stored in
            guard areRight, let values = stored.read() else { return }
            // They are of one currency.
            let known = try sweep.flatMap { $0.currency == values.currency ? $0 : nil } ?? self.sweep(History(ledger), of: ledger, in: values.currency)
            sweep = known
            var changed: Day?
            if stored.end != end {
                guard let facts, stored.isOf(facts), let told = facts.facts() else { return }
                changed = try known.firstDifference(from: told)
            }
            guard let kept = values.before(changed), let last = kept.days.last?.day else { return }
            let (days, gaps) = try known.figures(of: values.scope, through: last)
            areRight = days == kept.days && gaps == kept.gaps && (changed != nil || known.countsCosts == values.countsCosts)
        }
        return areRight
    }
}
