import Ledger

extension Book {
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
            hash = try rows[index].lend(withHash: false) { row in
                let hash = hasher.hash(row.table, row.fields, after: hash)
                try guarded { () throws(StorageError) in try store.append(JournalRow(table: row.table, fields: row.fields, hash: hash)) }
                return hash
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
