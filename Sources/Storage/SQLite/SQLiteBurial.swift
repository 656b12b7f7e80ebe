import SQLite

/// Removes rows of the journal for good: the one thing for which the guards of its tables are lifted once an act is committed.
struct SQLiteBurial {
    let connection: BookConnection

    /// Tables in an order in which nothing refers to a row that is gone already.
    private static let tables: [JournalTable] = [.void, .valuation, .activity, .account, .plan, .occurrence]

    /// Puts tombstones in the place of rows, within the running transaction.
    func bury(_ rows: [BuriedRow], erasure: Int) throws(StorageError) {
        // What is deleted is overwritten with zeros in its page, and not only marked as free.
        try connection.execute("PRAGMA secure_delete = ON")
        try connection.execute("DELETE FROM saved_state")
        for table in Self.tables {
            let sequences = rows.filter { $0.table == table }.map(\.sequence)
            if sequences.isEmpty { continue }
            let (name, sql) = try deletionGuard(of: table)
            try connection.execute("DROP TRIGGER \(name)")
            try bury(sequences, of: table, erasure)
            try connection.execute(sql)
        }
    }

    private func bury(_ sequences: [Int], of table: JournalTable, _ erasure: Int) throws(StorageError) {
        let setting = try connection.compile("INSERT INTO tombstone (seq, erasure, hash) SELECT seq, ?2, hash FROM \(table.name) WHERE seq = ?1")
        let deletion = try connection.compile("DELETE FROM \(table.name) WHERE seq = ?1")
        setting.bind(2, Int64(erasure))
        for sequence in sequences {
            setting.bind(1, Int64(sequence))
            try connection.run(setting)
            deletion.bind(1, Int64(sequence))
            try connection.run(deletion)
        }
    }

    /// The trigger that forbids deleting from a table, by name and as SQL.
    private func deletionGuard(of table: JournalTable) throws(StorageError) -> (name: String, sql: String) {
        let name = "\(table.name)_is_not_deleted"
        let statement = try connection.compile("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?")
        statement.bind(1, name)
        guard try connection.next(statement) else {
            throw .damagedFile(BookFile.name(connection.path), "the trigger \(name), which protects its entries, is missing")
        }
        return (name, String(decoding: statement.text(0), as: UTF8.self))
    }

    /// Writes the file anew without what is free in it, and empties the journal file beside it.
    func scrub(name: String) throws(StorageError) {
        do throws(StorageError) {
            try connection.execute("VACUUM")
            let statement = try connection.compile("PRAGMA wal_checkpoint(TRUNCATE)")
            // The first column tells whether another program held on to what is in the journal file.
            guard try connection.next(statement), statement.integer(0) == 0 else { throw .busy(name, waited: connection.busyTimeout) }
        } catch {
            throw .notScrubbed(name, error)
        }
    }
}
