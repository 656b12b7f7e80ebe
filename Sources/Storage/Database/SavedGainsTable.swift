import Ledger
import SQLite

/// The tables `saved_gains`, of one row, and `saved_gains_block`. They are a cache: where they are gone, altered or damaged, gains are computed.
struct SavedGainsTable {
    let connection: BookConnection

    /// The number of a block: its year above its account.
    private static func id(_ key: GainKey) -> Int64 { Int64(key.year) << 32 | Int64(UInt32(bitPattern: key.account.rawValue)) }

    /// What is kept, whatever it is worth.
    func stored() throws(StorageError) -> StoredGains? {
        guard let statement = try connection.compileIfSound("SELECT seq, hash, version, checksum, directory FROM saved_gains WHERE id = 1"),
            try connection.nextIfSound(statement), let hash = EntryHash(bytes: statement.bytes(1))
        else { return nil }
        return StoredGains(
            head: JournalHead(sequence: Int(statement.integer(0)), hash: hash), version: Int(statement.integer(2)), directory: Array(statement.bytes(4)),
            checksum: UInt32(truncatingIfNeeded: statement.integer(3)))
    }

    /// Hands over the bytes of blocks; of those that can be read.
    func read(_ keys: [GainKey], _ receive: (GainKey, UnsafeRawBufferPointer) throws -> Void) throws {
        guard let statement = try connection.statementIfSound("SELECT bytes FROM saved_gains_block WHERE id = ?") else { return }
        defer { statement.reset() }
        for key in keys {
            statement.reset()
            statement.bind(1, Self.id(key))
            if try connection.nextIfSound(statement) { try receive(key, UnsafeRawBufferPointer(statement.bytes(0))) }
        }
    }

    /// Keeps gains in the place of those before.
    func save(_ gains: GainsToKeep) throws(StorageError) {
        if let removed = gains.removed {
            for key in removed { try connection.execute("DELETE FROM saved_gains_block WHERE id = \(Self.id(key))") }
        } else {
            try connection.execute("DELETE FROM saved_gains_block")
        }
        let block = try connection.compile("INSERT OR REPLACE INTO saved_gains_block (id, bytes) VALUES (?, ?)")
        for (key, bytes) in gains.changed {
            block.bind(1, Self.id(key))
            block.bind(2, bytes)
            try connection.run(block)
        }
        let list = try connection.compile("INSERT OR REPLACE INTO saved_gains (id, seq, hash, version, checksum, directory) VALUES (1, ?, ?, ?, ?, ?)")
        list.bind(1, Int64(gains.stored.head.sequence))
        list.bind(2, gains.stored.head.hash.withBytes(Array.init))
        list.bind(3, Int64(gains.stored.version))
        list.bind(4, Int64(gains.stored.checksum))
        list.bind(5, gains.stored.directory)
        try connection.run(list)
    }
}

extension Schema.Version {
    /// The fifth layout: realised gains by the year in which lots were closed and by account, a cache by which a question about some of them computes none.
    static let gains = Schema.Version(statements: [
        // `seq` and `hash` are of the entry up to which they follow; the blocks stand in `directory`.
        """
        CREATE TABLE saved_gains (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            seq INTEGER NOT NULL,
            hash BLOB NOT NULL,
            version INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            directory BLOB NOT NULL
        ) STRICT
        """,
        // The number of a block is its year << 32 | account.
        "CREATE TABLE saved_gains_block (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
    ])
}
