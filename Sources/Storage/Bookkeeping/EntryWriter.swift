import Ledger
import Values

/// Makes the rows of acts and entries, hashes each after the row before it, and hands them to the store.
///
/// It owns the memory that rows are made in, so that a million rows take no memory of their own.
final class EntryWriter {
    private let columns = RowWriter()
    private let hasher = ChainHasher()
    /// How many columns each table has, by its place.
    private let widths = JournalTable.allCases.map(\.columns.count)

    /// Writes the row of an act.
    ///
    /// - Returns: its hash, as all of these do.
    func write(_ act: Act, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        columns.act(act)
        return try finishRow(of: .act, after: previous, to: store)
    }

    /// Writes the row of an entry.
    func write(_ entry: any EntryContent, _ id: EntryID, act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        columns.begin(id.rawValue, act)
        entry.write(to: columns)
        columns.text(recordedBy)
        return try finishRow(of: type(of: entry).form.table, after: previous, to: store)
    }

    /// Writes the row of an activity, of which a batch may have a million.
    func write(_ activity: Activity, _ id: EntryID, act: Int, recordedBy: String?, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        columns.begin(id.rawValue, act)
        ActivityEntry.write(activity, to: columns)
        columns.text(recordedBy)
        return try finishRow(of: .activity, after: previous, to: store)
    }

    /// Writes a row again, which now follows another one.
    func write(again row: MemoryRow, after previous: EntryHash, to store: any BookStore) throws -> EntryHash {
        try row.lend(withHash: false) { row in
            let hash = hasher.hash(row.table, row.fields, after: previous)
            try store.append(JournalRow(table: row.table, fields: row.fields, hash: hash))
            return hash
        }
    }

    private func finishRow(of table: JournalTable, after previous: EntryHash, to store: any BookStore) throws(StorageError) -> EntryHash {
        let fields = columns.row(), width = widths[table.rawValue]
        precondition(fields.count == width, "a row of \(table.name) has \(width) columns, not \(fields.count)")
        let hash = hasher.hash(table, fields, after: previous)
        try store.append(JournalRow(table: table, fields: fields, hash: hash))
        return hash
    }
}

/// The rows of the running act.
extension Book {
    /// Writes the row of an entry that the ledger has taken.
    func writeRow(of entry: JournalEntry, _ id: EntryID) throws(StorageError) {
        try finishRows()
        if running!.writing!.inMemoryOnly {
            running!.writing!.head.sequence = id.rawValue
            return
        }
        let act = try actOfEntries(), previous = running!.writing!.head.hash
        let recordedBy = running!.writing!.recordedBy, hash: EntryHash
        if case .activity(let activity) = entry {
            hash = try entryWriter.write(activity, id, act: act, recordedBy: recordedBy, after: previous, to: store)
        } else {
            hash = try entryWriter.write(entry.content, id, act: act, recordedBy: recordedBy, after: previous, to: store)
        }
        running!.writing!.head = JournalHead(sequence: id.rawValue, hash: hash)
    }

    /// Writes the rows of those activities that the ledger has taken; the same as `writeRow(of:_:)`, with nothing looked up for each of a million. Those of a large
    /// batch are written while the caller goes on.
    func writeRows(of batch: [Activity], _ verdicts: [Verdict]) throws(StorageError) {
        try finishRows()
        guard let last = verdicts.lastAdmitted else { return }
        if running!.log != nil {
            for case (.admitted(let id), let activity) in zip(verdicts, batch) { running!.log!.entries.append((id, .activity(activity))) }
        }
        if running!.writing!.inMemoryOnly {
            running!.writing!.head.sequence = last.rawValue
            return
        }
        let act = try actOfEntries(), recordedBy = running!.writing!.recordedBy, store = store
        let hash = running!.writing!.head.hash
        running!.writing!.head.sequence = last.rawValue
        if batch.count >= Self.largeBatch, store.isUsableByOtherThreads {
            rowWriting = RowWriting(batch, verdicts, act: act, recordedBy: recordedBy, after: hash, by: entryWriter, to: store)
            if rowWriting != nil { return }
        }
        running!.writing!.head.hash = try entryWriter.write(batch, verdicts, act: act, recordedBy: recordedBy, after: hash, to: store)
    }

    /// A thread is worth it from so many activities on.
    private static var largeBatch: Int { 200 }

    /// Writes the row of an act that was recorded elsewhere, and those of its entries, which the ledger has taken.
    func writeRows(of entries: [JournalEntry], _ act: Act) throws(StorageError) {
        try finishRows()
        let first = act.first.rawValue, last = first + entries.count - 1
        if running!.log != nil { running!.log!.entries += entries.enumerated().map { (EntryID(first + $0), $1) } }
        if running!.writing!.inMemoryOnly {
            running!.writing!.head.sequence = last
            return
        }
        let recordedBy = running!.writing!.recordedBy, store = store
        var hash = try entryWriter.write(act, after: running!.writing!.head.hash, to: store)
        for (place, entry) in entries.enumerated() {
            if case .activity(let activity) = entry {
                hash = try entryWriter.write(activity, EntryID(first + place), act: act.id, recordedBy: recordedBy, after: hash, to: store)
            } else {
                hash = try entryWriter.write(entry.content, EntryID(first + place), act: act.id, recordedBy: recordedBy, after: hash, to: store)
            }
        }
        running!.writing!.head = JournalHead(sequence: last, hash: hash)
    }

    /// The number of the running act, whose row is written before that of its first entry.
    func actOfEntries() throws(StorageError) -> Int {
        try finishRows()
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
        try finishRows()
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
                rows[index] = rows[index].replacing("detail", with: DetailText.text(detail, .foundation))
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
