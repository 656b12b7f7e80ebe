import Ledger
import PostgreSQL
import SQLite
import Values

/// Saved states, questions in SQL and care of a book on a server.
extension ServerStore {
    // MARK: Saved state

    func save(_ state: StoredState) throws(StorageError) {
        guard let figures = state.figures, let lots = state.lots else { preconditionFailure("a state is kept as a whole") }
        try sendSavepoints()
        _ = try server.ask(
            "SELECT luca.save_state($1, $2, $3, $4, $5, $6, $7, $8)",
            [
                book, .integer(state.head.sequence), .bytes(state.head.hash.withBytes(Array.init)), .integer(state.version), .bytes(Self.digest(state.names, figures)),
                .bytes(lots.storedChecksum), .bytes(state.names.bytes + figures.bytes), .bytes(lots.bytes),
            ])
    }

    /// The checksums of the names and of what is held, which stand in one column, and how many bytes are of names.
    private static func digest(_ names: CheckedBytes, _ figures: CheckedBytes) -> [UInt8] {
        names.storedChecksum + figures.storedChecksum + withUnsafeBytes(of: UInt32(names.bytes.count).bigEndian, Array.init)
    }

    /// The names and what is held; nil where the digest is none of theirs.
    private static func parts(_ bytes: UnsafeRawBufferPointer, _ digest: UnsafeRawBufferPointer) -> (names: CheckedBytes, figures: CheckedBytes)? {
        guard digest.count == 12 else { return nil }
        func number(_ place: Int) -> UInt32 { digest[4 * place..<4 * place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let (names, figures) = (bytes.prefix(Int(number(2))), bytes.dropFirst(Int(number(2))))
        return (CheckedBytes(bytes: Array(names), checksum: number(0)), CheckedBytes(bytes: Array(figures), checksum: number(1)))
    }

    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState? {
        try checkOpen()
        let withLots = extent >= .lots, lots = withLots ? "lots" : "NULL::bytea"
        let result = try ask("SELECT seq, hash, version, state_digest, lots_digest, state, \(lots) FROM luca.saved_state WHERE book = $1", [book])
        guard result.rowCount == 1, let head = Self.head(result), let version = result.integer(0, 2),
            let parts = Self.parts(result.bytes(0, 5), result.bytes(0, 3)),
            let lots = CheckedBytes(bytes: withLots ? Array(result.bytes(0, 6)) : [], stored: result.bytes(0, 4))
        else { return nil }
        return StoredState(head: head, version: version, names: parts.names, figures: parts.figures, lots: lots).limited(to: extent)
    }

    func savedHead() throws(StorageError) -> JournalHead? {
        try checkOpen()
        let result = try ask("SELECT seq, hash FROM luca.saved_state WHERE book = $1 AND version = $2", [book, .integer(StoredState.version)])
        return result.rowCount == 1 ? Self.head(result) : nil
    }

    private static func head(_ result: PostgresResult) -> JournalHead? {
        guard let sequence = result.integer(0, 0), let hash = EntryHash(bytes: result.bytes(0, 1)) else { return nil }
        return JournalHead(sequence: sequence, hash: hash)
    }

    // MARK: Questions in SQL

    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        try withMirror { store throws(StorageError) in try store.query(sql, arguments, limits) }
    }

    func image() throws(StorageError) -> DatabaseImage { try withMirror { store throws(StorageError) in try store.image() } }

    private func withMirror<Result>(_ body: (SQLiteStore) throws(StorageError) -> Result) throws(StorageError) -> Result {
        try checkOpen()
        return try StorageError.typed(location) {
            // The mirror takes in one state of the book.
            try withSnapshot {
                let head = try pending?.start ?? readHead()
                let hasNewMarket = pending.map { $0.quoteChanges + $0.rateChanges > 0 } ?? false
                return try mirror.withDatabase(
                    of: self, head: head.journal, revision: hasNewMarket || head.quotes < 0 ? nil : (head.quotes, head.rates), pending: pending?.rows, body)
            }
        }
    }

    // MARK: Care

    /// An act is seen by others a moment before it is on the server's disk.
    func makeDurable() throws(StorageError) {
        // A copy of another server has on its disk what that had, and takes no statement that writes.
        if !server.isStandby { try server.flush() }
    }

    func takeNotes() -> [String] { server.takeNotes() }

    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String] {
        try checkOpen()
        let last = JournalTable.allCases.filter { $0 != .act }.map { "(SELECT max(seq) FROM luca.\($0.name) WHERE book = $1)" }.joined(separator: ", ")
        let result = try server.ask("SELECT h.seq, greatest(\(last)), luca.first_unsound_entry($1) FROM luca.head AS h WHERE h.book = $1", [book])
        guard result.rowCount == 1, let end = result.integer(0, 0) else { throw .noBookAnyMore(location) }
        var problems: [String] = []
        let found = result.integer(0, 1) ?? 0
        if end != found { problems.append("The server takes entry \(end) for the last, and entry \(found) is.") }
        if let entry = result.integer(0, 2) { problems.append("The server finds that the hash of entry \(entry) does not fit.") }
        return problems
    }

    /// Whether the server still holds its rules over the tables: policies that are forced, and triggers that are on.
    func inspectLayout() throws(StorageError) -> [String] {
        try checkOpen()
        let result = try server.ask(
            """
            SELECT 'the table ' || c.relname || ' is not held to its policies' FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = 'luca' AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
            UNION ALL
            SELECT 'the trigger ' || t.tgname || ' is off' FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
            WHERE n.nspname = 'luca' AND NOT t.tgisinternal AND t.tgenabled <> 'A'
            UNION ALL
            SELECT 'the trigger ' || w.name || ' is missing' FROM unnest($1::text[]) AS w (name)
            WHERE NOT EXISTS (SELECT 1 FROM pg_trigger AS t WHERE t.tgname = w.name) ORDER BY 1
            """,
            [.text("{" + JournalTable.allCases.flatMap { ["\($0.name)_stays", "\($0.name)_is_not_emptied"] }.joined(separator: ",") + "}")])
        return (0..<result.rowCount).compactMap { result.text($0, 0) }
    }

    /// Writes all that the server has of the book to a file, which gets its name when all of it is on the disk.
    func copy(to path: String, at moment: Instant) throws(StorageError) {
        try checkOpen()
        try StoreFilling.makeFile(at: path, from: self, moment)
    }
}
