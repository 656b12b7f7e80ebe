import CSQLite
import Glibc
import SQLite
import Values
import Vault

/// Copies a book's file while others go on using it.
enum FileCopy {
    /// Copies all that is committed in a book to a new file.
    ///
    /// The copy is made under another name and takes its own only when it is complete and on the disk: a crash leaves either a
    /// whole copy or none.
    ///
    /// - Parameters:
    ///   - vfs: the system calls that SQLite uses for both, by name; the usual ones if nil.
    ///   - encryption: the header by which the copy of a plain file is encrypted; that of an encrypted one has its own.
    static func make(
        of path: String, at target: String, mark: CopyMark, busyTimeout: Double, vfs: String? = nil, encryption: VaultHeader? = nil
    ) throws(StorageError) {
        try NewFile.make(target) { unfinished throws(StorageError) in
            let source = try BookConnection(path: path, access: BookFile.readingAccess(path), busyTimeout: busyTimeout, vfs: vfs)
            defer { source.close() }
            try copy(source, to: unfinished, encryption, vfs)
            try note(mark, in: unfinished, vfs)
        }
    }

    /// Copies what a connection has in memory of a book to a new file.
    static func make(ofImage image: BookConnection, at target: String, mark: CopyMark) throws(StorageError) {
        try NewFile.make(target) { unfinished throws(StorageError) in
            try copy(image, to: unfinished, nil, nil)
            try note(mark, in: unfinished, nil)
        }
    }

    /// What the copy says of itself is written before anybody can see it.
    private static func note(_ mark: CopyMark, in path: String, _ vfs: String?) throws(StorageError) {
        let connection = try BookConnection(path: path, access: .readWrite, busyTimeout: 0, vfs: vfs)
        defer { connection.close() }
        // A copy of an older layout, made before it is brought up to date, has no place for it.
        guard try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'backup'") > 0 else { return }
        try BookIdentity(connection: connection, name: BookFile.name(path)).note(mark)
        // Closing would write it back too, and not tell where it cannot.
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The copy of an encrypted book is encrypted, and opened by the same passphrase.
    private static func copy(_ source: BookConnection, to target: String, _ encryption: VaultHeader?, _ vfs: String?) throws(StorageError) {
        try BookFile.makePrivate(target, try BookKeys.headerForCopy(of: source) ?? encryption)
        try source.copy(to: target, vfs: vfs)
    }
}

/// What a file says of the book as a whole: which book it is, and which backups it was. None of it is in the chain.
struct BookIdentity {
    let connection: BookConnection
    let name: String

    /// Thirty-two hexadecimal digits that no other book has.
    func id() throws(StorageError) -> String {
        let statement = try connection.statement("SELECT id FROM identity")
        defer { statement.reset() }
        guard try connection.next(statement) else { throw .damagedFile(name, "it does not say which book it is") }
        return String(decoding: statement.text(0), as: UTF8.self)
    }

    /// Makes the file one of a book that is kept elsewhere too: thirty-two hexadecimal digits.
    func take(_ id: String) throws(StorageError) {
        try connection.database.withoutTriggers { () throws(StorageError) in
            let statement = try connection.compile("UPDATE identity SET id = ?")
            statement.bind(1, id)
            try connection.run(statement)
        }
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

    private func head() throws(StorageError) -> JournalHead { try JournalReader(connection: connection, name: name).head() }

    private func add(_ record: BackupRecord) throws(StorageError) {
        let statement = try connection.compile("INSERT INTO backup (made_at, entries, hash, restored_at) VALUES (?, ?, ?, ?)")
        statement.bind(1, record.madeAt.description)
        statement.bind(2, Int64(record.head.sequence))
        statement.bind(3, record.head.hash.withBytes(Array.init))
        if let restoredAt = record.restoredAt { statement.bind(4, restoredAt.description) } else { statement.bindNull(4) }
        try connection.run(statement)
    }
}
