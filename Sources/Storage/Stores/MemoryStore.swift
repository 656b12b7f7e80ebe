import Glibc
import Ledger
import SQLite
import Values

/// A book that is kept in memory only: the twin of `SQLiteStore`, for tests and for sessions without a file.
///
/// Several stores may share one journal, as several programs share a file; each is a session of its own.
final class MemoryStore: BookStore {
    let location: String
    let isReadOnly: Bool
    let isEncrypted = false

    let journal: MemoryJournal
    /// What the running transaction has written so far.
    var pending: MemoryChanges?
    private var savepoints: [MemoryChanges] = []
    var actToken: String?
    private var knownRevision = -1
    private var isClosed = false

    /// An empty book.
    init(name: String = "memory") {
        location = name
        isReadOnly = false
        journal = MemoryJournal()
    }

    /// Another session of the same book.
    init(sharing other: MemoryStore, readOnly: Bool = false) {
        location = other.location
        isReadOnly = readOnly
        journal = other.journal
    }

    func close() {
        rollback()
        isClosed = true
    }

    // MARK: Writing

    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError) {
        try checkOpen()
        if isReadOnly { throw .readOnlySession(location) }
        if journal.isBeingWritten { throw .busy(location, waited: 0) }
        if let expected, try head() != expected { throw .outdated(location) }
        journal.isBeingWritten = true
        pending = MemoryChanges(quotes: journal.quotes, rates: journal.rates)
    }

    func commit() throws(StorageError) {
        try checkOpen()
        guard let changes = pending else { preconditionFailure("a transaction is begun before it is committed") }
        if let token = actToken, let first = changes.rows.first {
            if journal.tokens[token] != nil { throw .recordedAlready(location) }
            journal.tokens[token] = first.sequence
        }
        journal.rows = rows
        journal.quotes = changes.quotes
        journal.rates = changes.rates
        journal.revision += 1
        if let state = changes.savedState { journal.savedState = state }
        if !changes.tombstones.isEmpty { journal.savedState = nil }
        if changes.quotesChanged { journal.quoteRevision += 1 }
        if changes.ratesChanged { journal.rateRevision += 1 }
        knownRevision = journal.revision
        rollback()
    }

    func rollback() {
        if pending == nil { return }
        pending = nil
        savepoints = []
        journal.isBeingWritten = false
    }

    func setSavepoint() throws(StorageError) {
        if let pending { savepoints.append(pending) }
    }

    func releaseSavepoint() throws(StorageError) { savepoints.removeLast() }

    func rollbackToSavepoint() throws(StorageError) { pending = savepoints.removeLast() }

    func append(_ row: JournalRow) throws(StorageError) {
        try checkOpen()
        precondition(row.hash != nil && pending != nil, "a row is hashed, and a transaction begun, before it is kept")
        pending?.rows.append(MemoryRow(row))
    }

    func takeBack(from entry: Int) throws(StorageError) {
        try checkOpen()
        pending?.rows.removeAll { $0.table == .act ? $0.sequence > entry : $0.sequence >= entry }
    }

    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) {
        try checkOpen()
        precondition(pending != nil, "a transaction is begun before rows are removed")
        for row in rows { pending?.tombstones[row.sequence] = MemoryRow(tombstoneOf: row, erasure: erasure) }
    }

    func scrub() throws(StorageError) {}

    // MARK: Reading

    func findAct(token: String) throws(StorageError) -> Int? {
        try checkOpen()
        return journal.tokens[token]
    }

    /// All rows that this session sees.
    private var rows: [MemoryRow] {
        guard let pending else { return journal.rows }
        if pending.tombstones.isEmpty { return journal.rows + pending.rows }
        return journal.rows.map { $0.table == .act ? $0 : pending.tombstones[$0.sequence] ?? $0 } + pending.rows
    }

    func head() throws(StorageError) -> JournalHead {
        try checkOpen()
        guard let last = pending?.rows.last ?? journal.rows.last else { return .empty }
        return JournalHead(sequence: last.sequence, hash: last.hash)
    }

    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        try checkOpen()
        return rows.first { $0.table != .act && $0.sequence == entry }?.hash
    }

    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        try checkOpen()
        return rows.first { $0.table.isEntry && $0.sequence == entry }?.recordedBy
    }

    func identity() throws(StorageError) -> String {
        try checkOpen()
        return journal.identity
    }

    func backups() throws(StorageError) -> [BackupRecord] { [] }

    func hasNews() throws(StorageError) -> Bool {
        try checkOpen()
        defer { knownRevision = journal.revision }
        return knownRevision != journal.revision
    }

    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        try checkOpen()
        for row in rows where span.tables.contains(row.table) && row.sequence > span.after && row.sequence <= span.through {
            try row.lend(withHash: span.withHashes, receive)
        }
    }

    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result { try body() }

    func save(_ state: StoredState) throws(StorageError) { pending?.savedState = state }

    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState? {
        try checkOpen()
        return journal.savedState?.limited(to: extent)
    }

    func savedHead() throws(StorageError) -> JournalHead? { try savedState(.names).flatMap { $0.version == StoredState.version ? $0.head : nil } }

    // MARK: Queries and care

    /// Answers by way of a SQLite database in memory that is made for the question.
    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        try checkOpen()
        let scratch = try SQLiteStore.inMemory(name: location)
        defer { scratch.close() }
        try StoreFilling.copy(self, into: scratch)
        return try scratch.query(sql, arguments, limits)
    }

    func image() throws(StorageError) -> DatabaseImage {
        try checkOpen()
        let scratch = try SQLiteStore.inMemory(name: location)
        defer { scratch.close() }
        try StoreFilling.copy(self, into: scratch)
        return try scratch.image()
    }

    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String] { [] }

    func inspectLayout() throws(StorageError) -> [String] { [] }

    func copy(to path: String, at moment: Instant) throws(StorageError) { try StoreFilling.makeFile(at: path, from: self, moment) }

    func checkOpen() throws(StorageError) {
        if isClosed { throw .closed(location) }
    }
}
