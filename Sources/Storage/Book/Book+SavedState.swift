public import Ledger
public import Values

/// Answers about the present without the past: a state that was saved as the book was closed.
extension Book {
    /// What the book's names stand for; costs what is open, where a state was saved.
    public var definitions: Definitions {
        get throws { try savedState(withLots: false)?.definitions ?? ledger.definitions }
    }

    /// What is planned; as cheap as the definitions.
    public var plans: PlanStore {
        get throws { try savedState(withLots: false)?.definitions.plans ?? ledger.plans }
    }

    /// What the book comes to at the end of a day, or now; the present costs what is open, where a state was saved.
    ///
    /// - Parameter withLots: whether its lots will be asked for, which are the greater part of what was saved.
    public func state(on day: Day? = nil, withLots: Bool = true) throws -> BookState {
        try savedState(withLots: withLots)?.at(endOf: day) ?? ledger.at(endOf: day)
    }

    /// The saved state, where it is of the journal's end; nil where the ledger is loaded, which knows more.
    private func savedState(withLots: Bool) throws -> SavedState? {
        if loadedLedger != nil || running?.writing != nil { return nil }
        if let knownState, knownState.hasLots || !withLots { return knownState }
        try store.withSnapshot {
            guard let stored = try store.savedState(withLots: withLots), try stored.head == store.head() else { return knownState = nil }
            knownState = stored.read()
            isSavedStateUseless = knownState == nil
        }
        return knownState
    }

    /// Saves the present state for the next time that the book is opened, where that is worth it.
    ///
    /// It is only a cache: whatever goes wrong, the book is as good without it, and nobody is made to wait for another program.
    func saveState() {
        guard let loadedLedger, !store.isReadOnly, loadedLedger.lastEntry.rawValue >= smallestSaved else { return }
        guard let head = try? store.head(), head.sequence == loadedLedger.lastEntry.rawValue else { return }
        let saved = isSavedStateUseless ? nil : try? store.savedHead()
        if saved == head { return }
        // A state that has to be computed first is computed where much has come since the last one.
        guard loadedLedger.isSettled || head.sequence - (saved?.sequence ?? 0) >= smallestSaved else { return }
        try? save(loadedLedger)
    }

    private func save(_ ledger: Ledger) throws {
        let state = try SavedState(ledger)
        try store.begin { true }
        do {
            let head = try store.head()
            guard head.sequence == ledger.lastEntry.rawValue else { return store.rollback() }
            try store.save(StoredState(state, head: head))
            try store.commit()
        } catch {
            store.rollback()
            throw error
        }
    }
}
