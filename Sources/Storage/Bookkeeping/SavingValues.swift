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
            guard let stored = try store.savedValues(SavedValues.key(of: scope, in: currency)), stored.version == StoredValues.version, try stored.end == valuesEnd(),
                let values = stored.read(), let end = values.days.last?.day, last <= end
            else { return nil }
            return values
        }
    }

    /// What daily values of the book as it is follow from.
    private func valuesEnd() throws(StorageError) -> ValuesEnd {
        ValuesEnd(head: try store.head(), quotes: try store.quoteRevision(), rates: try store.rateRevision())
    }

    /// The values that this session has computed of the book as it is, to be kept: of all of it first, and as many others as are worth it.
    func valuesToKeep() throws -> [StoredValues] {
        guard store.keepsPackedActivities, let sweep = derived.lastSweep, try sweep.revision == revision else { return [] }
        let end = try valuesEnd()
        return derived.values.kept(of: sweep.identity, days: Self.mostSavedDays).map { values in
            StoredValues(
                key: SavedValues.key(of: values.scope, in: values.currency), end: end, version: StoredValues.version, body: CheckedBytes(values.bytes))
        }
    }

    /// About two megabytes.
    private static let mostSavedDays = 200_000

    /// Whether all values that a question may be answered from are those that a ledger, which has all entries, comes to.
    func savedValuesAgree(with ledger: Ledger) throws -> Bool {
        let end = try valuesEnd()
        var sweep: ValueSweep?, areRight = true
        try store.forEachSavedValues { stored in
            guard areRight, stored.version == StoredValues.version, stored.end == end, let values = stored.read(), let last = values.days.last?.day else { return }
            // They are of one currency.
            let known = try sweep.flatMap { $0.currency == values.currency ? $0 : nil } ?? self.sweep(History(ledger), of: ledger, in: values.currency)
            sweep = known
            let (days, gaps) = try known.figures(of: values.scope, through: last)
            areRight = days == values.days && gaps == values.gaps && known.countsCosts == values.countsCosts
        }
        return areRight
    }
}
