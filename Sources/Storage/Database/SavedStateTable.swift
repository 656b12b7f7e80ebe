import Ledger
import SQLite

/// The one row of the table `saved_state`. The lots stand last in it, so that who does not ask for them reads none of their pages.
///
/// The columns of digests have a CRC-32 in four bytes, as all caches have; once it was SHA-256, from which they have their names. It is a cache: where the table is gone, altered or damaged, there is no state, and `verify` tells why.
struct SavedStateTable {
    let connection: BookConnection

    func save(_ stored: StoredState) throws(StorageError) {
        let statement = try connection.compile(
            """
            INSERT OR REPLACE INTO saved_state (id, seq, hash, version, state_digest, lots_digest, state, lots)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?)
            """)
        guard let lots = stored.lots else { preconditionFailure("a state is kept with its lots") }
        statement.bind(1, Int64(stored.head.sequence))
        statement.bind(2, stored.head.hash.withBytes(Array.init))
        statement.bind(3, Int64(stored.version))
        statement.bind(4, stored.state.storedChecksum)
        statement.bind(5, lots.storedChecksum)
        statement.bind(6, stored.state.bytes)
        statement.bind(7, lots.bytes)
        try connection.run(statement)
    }

    func read(withLots: Bool) throws(StorageError) -> StoredState? {
        let lots = withLots ? "lots" : "NULL", columns = "seq, hash, version, state_digest, lots_digest, state, \(lots)"
        guard let statement = try connection.compileIfSound("SELECT \(columns) FROM saved_state WHERE id = 1"),
            try connection.nextIfSound(statement), let head = Self.head(statement),
            let state = CheckedBytes(bytes: Array(statement.bytes(5)), stored: statement.bytes(3)),
            let lots = CheckedBytes(bytes: withLots ? Array(statement.bytes(6)) : [], stored: statement.bytes(4))
        else { return nil }
        return StoredState(head: head, version: Int(statement.integer(2)), state: state, lots: withLots ? lots : nil)
    }

    func head() throws(StorageError) -> JournalHead? {
        let size = CheckedBytes.storedCount, condition = "id = 1 AND version = ? AND length(state_digest) = \(size) AND length(lots_digest) = \(size)"
        guard let statement = try connection.compileIfSound("SELECT seq, hash FROM saved_state WHERE \(condition)") else { return nil }
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
