import Ledger
import SQLite

/// The two rows of the table `saved_state`: the names with the lots, and what is held. The lots stand last in theirs, so that who does not ask for them reads
/// none of their pages, and the first question of a day, which is mostly about names, reads none of what is held.
///
/// The columns of digests have a CRC-32 in four bytes, as all caches have; once it was SHA-256, from which they have their names. It is a cache: where the table is gone, altered or damaged, there is no state, and `verify` tells why.
struct SavedStateTable {
    let connection: BookConnection

    /// The numbers of the rows.
    private static let names: Int64 = 1, figures: Int64 = 2

    func save(_ stored: StoredState) throws(StorageError) {
        guard let figures = stored.figures, let lots = stored.lots else { preconditionFailure("a state is kept as a whole") }
        try save(Self.names, stored, stored.names, lots)
        try save(Self.figures, stored, figures, CheckedBytes([]))
    }

    private func save(_ row: Int64, _ stored: StoredState, _ state: CheckedBytes, _ lots: CheckedBytes) throws(StorageError) {
        let statement = try connection.compile(
            """
            INSERT OR REPLACE INTO saved_state (id, seq, hash, version, state_digest, lots_digest, state, lots)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        statement.bind(1, row)
        statement.bind(2, Int64(stored.head.sequence))
        statement.bind(3, stored.head.hash.withBytes(Array.init))
        statement.bind(4, Int64(stored.version))
        statement.bind(5, state.storedChecksum)
        statement.bind(6, lots.storedChecksum)
        statement.bind(7, state.bytes)
        statement.bind(8, lots.bytes)
        try connection.run(statement)
    }

    func read(_ extent: StateExtent) throws(StorageError) -> StoredState? {
        guard let first = try row(Self.names, withLots: extent >= .lots) else { return nil }
        if extent < .figures { return StoredState(head: first.head, version: first.version, names: first.state, figures: nil, lots: nil) }
        guard let second = try row(Self.figures, withLots: false), second.head == first.head, second.version == first.version else { return nil }
        return StoredState(head: first.head, version: first.version, names: first.state, figures: second.state, lots: first.lots)
    }

    private func row(_ id: Int64, withLots: Bool) throws(StorageError) -> (head: JournalHead, version: Int, state: CheckedBytes, lots: CheckedBytes?)? {
        let lots = withLots ? "lots" : "NULL", columns = "seq, hash, version, state_digest, lots_digest, state, \(lots)"
        guard let statement = try connection.compileIfSound("SELECT \(columns) FROM saved_state WHERE id = \(id)"),
            try connection.nextIfSound(statement), let head = Self.head(statement),
            let state = CheckedBytes(bytes: Array(statement.bytes(5)), stored: statement.bytes(3)),
            let lots = CheckedBytes(bytes: withLots ? Array(statement.bytes(6)) : [], stored: statement.bytes(4))
        else { return nil }
        return (head, Int(statement.integer(2)), state, withLots ? lots : nil)
    }

    func head() throws(StorageError) -> JournalHead? {
        let size = CheckedBytes.storedCount
        func isSound(_ row: String) -> String { "\(row).version = ?1 AND length(\(row).state_digest) = \(size) AND length(\(row).lots_digest) = \(size)" }
        let sql = """
            SELECT one.seq, one.hash FROM saved_state AS one JOIN saved_state AS two ON two.seq = one.seq AND two.hash = one.hash
            WHERE one.id = \(Self.names) AND two.id = \(Self.figures) AND \(isSound("one")) AND \(isSound("two"))
            """
        guard let statement = try connection.compileIfSound(sql) else { return nil }
        statement.bind(1, Int64(StoredState.version))
        return try connection.nextIfSound(statement) ? Self.head(statement) : nil
    }

    private static func head(_ statement: SQLiteStatement) -> JournalHead? {
        EntryHash(bytes: statement.bytes(1)).map { JournalHead(sequence: Int(statement.integer(0)), hash: $0) }
    }
}

extension BookConnection {
    /// The compiled form of a statement; nil where what it reads is not there or not as it should be.
    func compileIfSound(_ sql: String) throws(StorageError) -> SQLiteStatement? {
        do throws(StorageError) { return try compile(sql) } catch {
            if error.kind == .damaged { return nil }
            throw error
        }
    }

    /// The same of a statement that is used again and again.
    func statementIfSound(_ sql: String) throws(StorageError) -> SQLiteStatement? {
        do throws(StorageError) { return try statement(sql) } catch {
            if error.kind == .damaged { return nil }
            throw error
        }
    }

    /// Steps to the next row; `false` at the end, and where what would be read is damaged.
    func nextIfSound(_ statement: SQLiteStatement) throws(StorageError) -> Bool {
        do throws(StorageError) { return try next(statement) } catch {
            if error.kind == .damaged { return false }
            throw error
        }
    }
}
