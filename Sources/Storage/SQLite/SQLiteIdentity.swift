import SQLite
import Values

/// What a file says of the book as a whole: which book it is, and which backups it was. None of it is in the chain.
struct SQLiteIdentity {
    let connection: BookConnection
    let name: String

    /// Thirty-two hexadecimal digits that no other book has.
    func id() throws(StorageError) -> String {
        let statement = try connection.statement("SELECT id FROM identity")
        defer { statement.reset() }
        guard try connection.next(statement) else { throw .damagedFile(name, "it does not say which book it is") }
        return String(decoding: statement.text(0), as: UTF8.self)
    }

    /// The backups that this file was, the oldest first.
    func backups() throws(StorageError) -> [BackupRecord] {
        let statement = try connection.statement("SELECT made_at, entries, hash, restored_at FROM backup ORDER BY id")
        defer { statement.reset() }
        var records: [BackupRecord] = []
        while try connection.next(statement) {
            let restoredAt = statement.text(3)
            guard let madeAt = try? Instant(utf8: statement.text(0)), let hash = EntryHash(bytes: statement.bytes(2)),
                restoredAt.baseAddress == nil || (try? Instant(utf8: restoredAt)) != nil
            else { throw .damagedFile(name, "what it says of the backup that it was cannot be read") }
            records.append(
                BackupRecord(
                    madeAt: madeAt, head: JournalHead(sequence: Int(statement.integer(1)), hash: hash),
                    restoredAt: restoredAt.baseAddress == nil ? nil : try? Instant(utf8: restoredAt)))
        }
        return records
    }

    /// Notes in a copy what it is; a copy that was no backup of luca's becomes one as it is restored.
    func note(_ mark: CopyMark) throws(StorageError) {
        switch mark {
        case .backup(let moment): try add(BackupRecord(madeAt: moment, head: head()))
        case .restored(let moment):
            guard let last = try backups().last, last.restoredAt == nil else {
                return try add(BackupRecord(madeAt: moment, head: head(), restoredAt: moment))
            }
            let statement = try connection.compile("UPDATE backup SET restored_at = ? WHERE id = (SELECT max(id) FROM backup)")
            statement.bind(1, moment.description)
            try connection.run(statement)
        }
    }

    private func head() throws(StorageError) -> JournalHead { try SQLiteJournal(connection: connection, name: name).head() }

    private func add(_ record: BackupRecord) throws(StorageError) {
        let statement = try connection.compile("INSERT INTO backup (made_at, entries, hash, restored_at) VALUES (?, ?, ?, ?)")
        statement.bind(1, record.madeAt.description)
        statement.bind(2, Int64(record.head.sequence))
        statement.bind(3, record.head.hash.withBytes(Array.init))
        if let restoredAt = record.restoredAt { statement.bind(4, restoredAt.description) } else { statement.bindNull(4) }
        try connection.run(statement)
    }
}
