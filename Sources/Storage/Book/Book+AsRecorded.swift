public import Ledger
public import Values

extension Book {
    /// The ledger of all that was recorded at or before a moment: what the book said then.
    ///
    /// Acts stand in the order in which they were recorded, so where a clock went back, an act counts as recorded by a moment if one
    /// behind it does. What is recorded later changes none of these ledgers, so the last ones asked for are kept. Quotes are no
    /// entries: they are not part of it.
    public func ledger(asRecorded moment: Instant) throws -> Ledger {
        if let writing = running?.writing, writing.recordedAt <= moment { return try ledger }
        let acts = try loadedLedger == nil ? readActs() : loadedActs
        let next = acts.lastIndex { $0.recordedAt <= moment }.map { $0 + 1 } ?? 0
        if next < acts.count { return try ledger(through: EntryID(acts[next].first.rawValue - 1)) }
        guard let writing = running?.writing else { return try ledger }
        return try ledger(through: EntryID(writing.start))
    }

    /// The ledger of the entries up to one, which stand for good.
    private func ledger(through last: EntryID) throws -> Ledger {
        if let known = pastLedgers.first(where: { $0.lastEntry == last }) { return known }
        let ledger = try emptyLedger()
        try read(JournalSpan(through: last.rawValue, tables: Set(JournalTable.allCases).subtracting([.act])), into: ledger) { _ in }
        // Two, so that one moment can be compared with another.
        if pastLedgers.count > 1 { pastLedgers.removeFirst() }
        pastLedgers.append(ledger)
        return ledger
    }

    /// The acts of the store, where no ledger has been loaded that would know them.
    private func readActs() throws -> [Act] {
        var acts: [Act] = []
        let reader = RowReader()
        try store.read(JournalSpan(tables: [.act])) { row in
            do { acts.append(try reader.act(row.fields)) } catch let fault as RowFault { throw StorageError.damagedEntry(name, row, fault) }
        }
        return acts
    }
}
