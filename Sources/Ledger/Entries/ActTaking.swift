/// Why a journal that was written elsewhere cannot be recorded: the first of its entries that the ledger refuses.
public struct ReplayRefusal: Error, Sendable {
    /// The number that it would have.
    public var entry: EntryID
    /// What the ledger says.
    public var error: LedgerError
}

extension Ledger {
    /// Takes in the entries of an act that was recorded elsewhere, as the set that it was: what it takes back may rest on what it takes back next. The places of
    /// its activities within their days are those that they tell. All of it or, where it throws, nothing.
    package func take(_ entries: [JournalEntry], from first: EntryID) throws(ReplayRefusal) {
        let start = checkpoint()
        do throws(ReplayRefusal) {
            beginTogether(placesEntries: false)
            defer { leaveTogether() }
            try takeInOrder(entries, from: first)
            do { _ = try endTogether() } catch { throw ReplayRefusal(entry: lastEntry, error: error) }
        } catch {
            rollback(to: start)
            throw error
        }
        release(start)
    }

    private func takeInOrder(_ entries: [JournalEntry], from first: EntryID) throws(ReplayRefusal) {
        var batch: [Activity] = [], next = first.rawValue
        for entry in entries {
            // Runs of activities are looked at as a whole, as the import was that brought them: a sale may stand before its purchase.
            if case .activity(let activity) = entry, activity.detail?.amends == nil {
                batch.append(activity)
                continue
            }
            try take(&batch, &next)
            try take(entry, &next)
        }
        try take(&batch, &next)
    }

    private func take(_ batch: inout [Activity], _ next: inout Int) throws(ReplayRefusal) {
        guard !batch.isEmpty else { return }
        defer { batch.removeAll(keepingCapacity: true) }
        let start = checkpoint(), verdicts: [Verdict]
        do { verdicts = try admit(batch, firstID: EntryID(next)) } catch {
            rollback(to: start)
            throw ReplayRefusal(entry: EntryID(next), error: error)
        }
        if !verdicts.contains(where: { if case .refused = $0 { true } else { false } }) {
            release(start)
            next += batch.count
            return
        }
        rollback(to: start)
        // What a row needs may come behind the batch, in the place of another.
        for activity in batch { try take(.activity(activity), &next) }
    }

    private func take(_ entry: JournalEntry, _ next: inout Int) throws(ReplayRefusal) {
        do { try apply(entry, id: EntryID(next)) } catch { throw ReplayRefusal(entry: EntryID(next), error: error) }
        next += 1
    }
}
