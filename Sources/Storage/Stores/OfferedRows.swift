import Ledger

/// What waits in a clone, as rows behind its chain.
struct OfferedRows {
    /// Of which state of the file it was read.
    var version: Int
    /// Where the chain ends.
    let chain: JournalHead
    /// Acts and entries, each hashed behind the one before.
    var rows: [MemoryRow] = []
    /// Where the journal ends.
    var head: JournalHead
}

extension OfferedRows {
    /// Adds a row behind the others.
    mutating func append(_ row: MemoryRow, _ hasher: ChainHasher) {
        let hash = row.lend(withHash: false) { hasher.hash($0.table, $0.fields, after: head.hash) }
        rows.append(row.hashed(hash))
        // An act stands before its first entry and has the number of that.
        head = JournalHead(sequence: row.table == .act ? head.sequence : row.sequence, hash: hash)
    }

    /// The row of an entry.
    func row(of entry: Int) -> MemoryRow? { rows.first { $0.table != .act && $0.sequence == entry } }

    /// Writes the rows behind the chain of a file, in its running transaction.
    func lay(in file: SQLiteStore) throws(StorageError) {
        for row in rows { try row.store(in: file) }
    }
}

extension MemoryRow {
    /// Keeps the row in a store.
    func store(in store: any BookStore) throws(StorageError) {
        let result: Result<Void, StorageError> = lend(withHash: true) { row in
            do throws(StorageError) { return .success(try store.append(row)) } catch { return .failure(error) }
        }
        try result.get()
    }
}
