import Ledger

/// The one row of the table `saved_state`.
struct SQLiteSavedState {
    let connection: SQLiteConnection

    func save(_ state: StoredState) throws(StorageError) {
        let statement = try connection.compile("INSERT OR REPLACE INTO saved_state (id, seq, hash, version, digest, state) VALUES (1, ?, ?, ?, ?, ?)")
        statement.bind(1, Int64(state.head.sequence))
        statement.bind(2, state.head.hash.withBytes(Array.init))
        statement.bind(3, Int64(state.version))
        statement.bind(4, state.digest.withBytes(Array.init))
        let result: Result<Void, StorageError> = state.bytes.withUnsafeBytes { bytes in
            statement.bindBorrowed(5, bytes)
            do throws(StorageError) { return .success(try connection.run(statement)) } catch { return .failure(error) }
        }
        try result.get()
    }

    func read() throws(StorageError) -> StoredState? {
        let statement = try connection.compile("SELECT seq, hash, version, digest, state FROM saved_state WHERE id = 1")
        guard try connection.next(statement), let head = Self.head(statement), let digest = EntryHash(bytes: statement.bytes(3)) else { return nil }
        return StoredState(head: head, version: Int(statement.integer(2)), digest: digest, bytes: Array(statement.bytes(4)))
    }

    func head() throws(StorageError) -> JournalHead? {
        let statement = try connection.compile("SELECT seq, hash FROM saved_state WHERE id = 1 AND version = ? AND length(digest) = 32")
        statement.bind(1, Int64(SavedState.version))
        return try connection.next(statement) ? Self.head(statement) : nil
    }

    private static func head(_ statement: SQLiteStatement) -> JournalHead? {
        EntryHash(bytes: statement.bytes(1)).map { JournalHead(sequence: Int(statement.integer(0)), hash: $0) }
    }
}
