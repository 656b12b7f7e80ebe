import Ledger
import SQLite

/// The table `saved_values`. It is a cache: where it is gone, altered or damaged, values are computed.
struct SavedValuesTable {
    let connection: BookConnection

    private static let columns = "scope, seq, hash, quotes, rates, version, checksum, days"

    /// The values of a scope and currency, whatever they are worth.
    func stored(_ key: [UInt8]) throws(StorageError) -> StoredValues? {
        guard let statement = try connection.compileIfSound("SELECT \(Self.columns) FROM saved_values WHERE scope = ?") else { return nil }
        statement.bind(1, key)
        return try connection.nextIfSound(statement) ? Self.values(statement) : nil
    }

    /// Hands over all of them, whatever they are worth.
    func forEach(_ receive: (StoredValues) throws -> Void) throws {
        guard let statement = try connection.compileIfSound("SELECT \(Self.columns) FROM saved_values ORDER BY scope") else { return }
        while try connection.nextIfSound(statement) { if let values = Self.values(statement) { try receive(values) } }
    }

    private static func values(_ statement: SQLiteStatement) -> StoredValues? {
        guard let hash = EntryHash(bytes: statement.bytes(2)) else { return nil }
        let head = JournalHead(sequence: Int(statement.integer(1)), hash: hash)
        return StoredValues(
            key: Array(statement.bytes(0)), end: ValuesEnd(head: head, quotes: Int(statement.integer(3)), rates: Int(statement.integer(4))),
            version: Int(statement.integer(5)), body: CheckedBytes(bytes: Array(statement.bytes(7)), checksum: UInt32(truncatingIfNeeded: statement.integer(6))))
    }

    /// Keeps values, and removes those that follow from something else.
    func save(_ values: [StoredValues]) throws(StorageError) {
        guard let end = values.first?.end else { return }
        let outdated = try connection.compile("DELETE FROM saved_values WHERE (seq, hash, quotes, rates, version) <> (?1, ?2, ?3, ?4, ?5)")
        Self.bind(end, to: outdated)
        try connection.run(outdated)
        let row = try connection.compile(
            "INSERT OR REPLACE INTO saved_values (seq, hash, quotes, rates, version, scope, checksum, days) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        for kept in values {
            Self.bind(end, to: row)
            row.bind(6, kept.key)
            row.bind(7, Int64(kept.body.checksum))
            row.bind(8, kept.body.bytes)
            try connection.run(row)
        }
    }

    /// Binds what they follow from, and the version that this program writes, to the first parameters.
    private static func bind(_ end: ValuesEnd, to statement: SQLiteStatement) {
        statement.bind(1, Int64(end.head.sequence))
        statement.bind(2, end.head.hash.withBytes(Array.init))
        statement.bind(3, Int64(end.quotes))
        statement.bind(4, Int64(end.rates))
        statement.bind(5, Int64(StoredValues.version))
    }
}

extension Schema.Version {
    /// The sixth layout: what parts of the book were worth day by day, a cache by which the first question about values and returns computes none.
    static let values = Schema.Version(statements: [
        // `seq` and `hash` are of the last entry, `quotes` and `rates` the numbers of `quote_revision` and `rate_revision`, of which they follow.
        """
        CREATE TABLE saved_values (
            scope BLOB PRIMARY KEY,
            seq INTEGER NOT NULL,
            hash BLOB NOT NULL,
            quotes INTEGER NOT NULL,
            rates INTEGER NOT NULL,
            version INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            days BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    ])
}
