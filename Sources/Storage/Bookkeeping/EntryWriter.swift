import Ledger
import Values

/// Makes the rows of acts and entries, hashes each after the row before it, and hands them to the store.
///
/// It owns the memory that rows are made in, so that a million rows take no memory of their own.
final class EntryWriter {
    private let columns = RowWriter()
    private let hasher = ChainHasher()

    /// Writes the row of an act.
    ///
    /// - Returns: its hash, as all of these do.
    func write(_ act: Act, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        columns.act(act)
        return try finishRow(after: previous, to: store)
    }

    /// Writes the row of an entry, which is any but an erasure.
    func write(_ entry: JournalEntry, _ id: EntryID, act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        let sequence = id.rawValue
        switch entry {
        case .account(let number, let account): columns.account(account, id: number, sequence: sequence, act: act)
        case .instrument(let number, let instrument): columns.instrument(instrument, id: number, sequence: sequence, act: act)
        case .activity(let activity): columns.activity(activity, sequence: sequence, act: act)
        case .void(let voided, let reason): columns.void(voided, reason: reason, sequence: sequence, act: act)
        case .value(let told): columns.valuation(told, sequence: sequence, act: act)
        case .setting(let key, let value): columns.setting(key, value, sequence: sequence, act: act)
        case .plan(let document): columns.plan(document, sequence: sequence, act: act)
        case .occurrence(let occurrence): columns.occurrence(occurrence, sequence: sequence, act: act)
        case .erasure: preconditionFailure("an erasure is recorded by erasing")
        }
        columns.text(recordedBy)
        return try finishRow(after: previous, to: store)
    }

    /// Writes the row of an activity, of which a batch may have a million.
    func write(_ activity: Activity, _ id: EntryID, act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        columns.activity(activity, sequence: id.rawValue, act: act)
        columns.text(recordedBy)
        return try finishRow(after: previous, to: store)
    }

    /// Writes the row of an erasure, whose tombstones a digest vouches for.
    func write(
        erasureOf account: AccountID, _ digest: TombstoneDigest, _ id: EntryID, act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore
    ) throws(StorageError) -> EntryHash {
        columns.erasure(of: account, digest, sequence: id.rawValue, act: act)
        columns.text(recordedBy)
        return try finishRow(after: previous, to: store)
    }

    /// Writes a row again, which now follows another one.
    func write(again row: MemoryRow, after previous: EntryHash, to store: any BookStore) throws -> EntryHash {
        try row.lend(withHash: false) { row in
            let hash = hasher.hash(row.table, row.fields, after: previous)
            try store.append(JournalRow(table: row.table, fields: row.fields, hash: hash))
            return hash
        }
    }

    private func finishRow(after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        let result: Result<EntryHash, StorageError> = columns.withFields { fields in
            let hash = hasher.hash(columns.table, fields, after: previous)
            do throws(StorageError) {
                try store.append(JournalRow(table: columns.table, fields: fields, hash: hash))
                return .success(hash)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// The rows of the running act.
extension Book {
    /// Writes the row of an entry that the ledger has taken.
    func writeRow(of entry: JournalEntry, _ id: EntryID) throws(StorageError) {
        if running!.writing!.inMemoryOnly {
            running!.writing!.head.sequence = id.rawValue
            return
        }
        let act = try actOfEntries(), previous = running!.writing!.head.hash
        let hash = try entryWriter.write(entry, id, act: act, recordedBy: running!.writing!.recordedBy, after: previous, to: store)
        running!.writing!.head = JournalHead(sequence: id.rawValue, hash: hash)
    }

    /// Writes the rows of those activities that the ledger has taken; the same as `writeRow(of:_:)`, with nothing looked up for each of a million.
    func writeRows(of batch: [Activity], _ verdicts: [Verdict]) throws(StorageError) {
        guard let last = verdicts.lastAdmitted else { return }
        if running!.log != nil {
            for case (.admitted(let id), let activity) in zip(verdicts, batch) { running!.log!.entries.append((id, .activity(activity))) }
        }
        if running!.writing!.inMemoryOnly {
            running!.writing!.head.sequence = last.rawValue
            return
        }
        let act = try actOfEntries(), recordedBy = running!.writing!.recordedBy, store = store
        var hash = running!.writing!.head.hash
        for index in batch.indices {
            guard case .admitted(let id) = verdicts[index] else { continue }
            hash = try entryWriter.write(batch[index], id, act: act, recordedBy: recordedBy, after: hash, to: store)
        }
        running!.writing!.head = JournalHead(sequence: last.rawValue, hash: hash)
    }

    /// The number of the running act, whose row is written before that of its first entry.
    func actOfEntries() throws(StorageError) -> Int {
        if let act = running!.writing!.act { return act.id }
        let act = Act(
            id: (loaded.acts.last?.id ?? 0) + 1, first: EntryID(nextEntry),
            recordedAt: running!.writing!.recordedAt, source: running!.source)
        running!.writing!.head.hash = try entryWriter.write(act, after: running!.writing!.head.hash, to: store)
        running!.writing!.act = act
        return act.id
    }

    /// Writes activities of the running act again whose places within their days were settled when all of its entries had come. What follows the first of
    /// them in the journal gets new hashes; nobody else has seen the old ones.
    func writeAgain(_ moved: [EntryID]) throws {
        guard let first = moved.min(), running?.writing != nil else { return }
        let activities = try ledger.activities, numbers = Set(moved)
        for (place, (id, _)) in (running?.log?.entries ?? []).enumerated() where numbers.contains(id) {
            if let row = activities.row(of: id) { running?.log?.entries[place].entry = .activity(activities.activity(at: row)) }
        }
        if running!.writing!.inMemoryOnly { return }
        var (rows, hash) = try journal(from: first)
        try guarded { () throws(StorageError) in try store.takeBack(from: first.rawValue) }
        for index in rows.indices {
            let sequence = rows[index].sequence
            if rows[index].table == .activity, numbers.contains(EntryID(sequence)), let row = activities.row(of: EntryID(sequence)), let detail = activities.detail(at: row) {
                rows[index] = rows[index].replacing("detail", with: DetailText.text(detail))
            }
            do { hash = try entryWriter.write(again: rows[index], after: hash, to: store) } catch let error as StorageError {
                running?.failure = error
                throw error
            }
        }
        running!.writing!.head.hash = hash
    }

    /// The rows of the journal from an entry on, and the hash that the first of them follows.
    private func journal(from first: EntryID) throws -> ([MemoryRow], EntryHash) {
        var rows: [MemoryRow] = [], before = EntryHash.origin, hasBegun = false
        try store.read(JournalSpan(after: first.rawValue - 2, withHashes: true)) { row in
            hasBegun = hasBegun || row.table != .act && row.sequence == first.rawValue
            if hasBegun { rows.append(MemoryRow(row)) } else if let hash = row.hash { before = hash }
        }
        return (rows, before)
    }
}

extension [Verdict] {
    /// The number of the last activity that was admitted.
    fileprivate var lastAdmitted: EntryID? {
        for case .admitted(let id) in reversed() { return id }
        return nil
    }
}
