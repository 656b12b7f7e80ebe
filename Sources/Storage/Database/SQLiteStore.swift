import Ledger
import SQLite
import Values

/// A book in a SQLite file: `BookStore` with its promises kept by WAL, `synchronous=FULL` and one transaction an act.
final class SQLiteStore: BookStore {
    let location: String
    let isReadOnly: Bool
    /// Whether the connection reads an image of the file in memory, and not the file.
    private let isImage: Bool

    /// Where the file is.
    let path: String
    let schema: Schema
    private(set) var isClosed = false
    private let connection: BookConnection
    private let options: FileOptions
    /// Where the file lies; nil for a book that has none.
    private let place: FilePlace?
    private var insertions: [SQLiteStatement?] = Array(repeating: nil, count: JournalTable.allCases.count)
    private var knownDataVersion: Int?
    /// What the data version was when the file was last found in its place: what others committed before that is in this file.
    private var soundDataVersion: Int?
    /// Whether the running transaction has changed quotes or rates.
    var (quotesChanged, ratesChanged) = (false, false)
    /// Answers users' queries outside of acts, and inside; each made at the first.
    private var queries: QueryRunner?
    private var actQueries: QueryRunner?

    /// The path of a book that has none.
    static let memoryPath = ":memory:"

    /// Takes over a connection to a file that is known to be a book of this schema.
    init(path: String, connection: BookConnection, isReadOnly: Bool, isImage: Bool = false, place: FilePlace?, schema: Schema, options: FileOptions) {
        self.path = path
        self.location = BookFile.name(path)
        self.isReadOnly = isReadOnly
        self.isImage = isImage
        self.place = place
        self.connection = connection
        self.schema = schema
        self.options = options
        soundDataVersion = try? connection.integer("PRAGMA data_version")
    }

    deinit { close() }

    var isEncrypted: Bool { connection.encryption != nil }

    /// The connection that entries are written and read through.
    func connected() throws(StorageError) -> BookConnection {
        if isClosed { throw .closed(location) }
        return connection
    }

    func close() {
        if isClosed { return }
        isClosed = true
        insertions.removeAll()
        queries?.close()
        (queries, actQueries) = (nil, nil)
        let version = try? dataVersion(), isAlone = version != nil && version == soundDataVersion
        let keeper = isReadOnly ? nil : place?.prepareClosing(connection, isAlone: isAlone)
        connection.close()
        keeper?.close()
    }

    /// A number that changes with what others commit.
    func dataVersion() throws(StorageError) -> Int { try connection.integer("PRAGMA data_version") }

    // MARK: The file's place

    /// Makes sure that the file under the book's name is still the one that is open.
    func checkPlace() throws(StorageError) {
        if isClosed { throw .closed(location) }
        guard let place else { return }
        let version = try? dataVersion()
        try place.check(connection)
        soundDataVersion = version
    }

    /// Makes sure that no other program has given the file another mark or another layout since it was opened.
    private func checkLayout(_ connection: BookConnection) throws(StorageError) {
        let mark = try connection.integer("PRAGMA application_id"), version = try connection.integer("PRAGMA user_version")
        if mark != Schema.applicationID { throw .remarked(location, mark: Schema.applicationID) }
        if version == schema.number { return }
        throw version > schema.number ? .migratedMeanwhile(location, version: version, known: schema.number) : .replaced(location)
    }

    // MARK: Writing

    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError) {
        if isReadOnly { throw .readOnlySession(location) }
        let connection = try connected()
        connection.database.wait.begin(shouldStop: shouldStop)
        defer { connection.database.wait.begin(shouldStop: nil) }
        try checkPlace()
        try connection.beginWriting()
        (quotesChanged, ratesChanged) = (false, false)
        do throws(StorageError) {
            try checkLayout(connection)
            if let expected, try head() != expected { throw .outdated(location) }
        } catch {
            rollback()
            throw error
        }
    }

    func commit() throws(StorageError) {
        let connection = try connected()
        try checkPlace()
        if quotesChanged { try connection.executeOften("UPDATE quote_revision SET number = number + 1") }
        if ratesChanged { try connection.executeOften("UPDATE rate_revision SET number = number + 1") }
        try connection.commit()
        // What this wrote back is to be told from what others write. A file that lost its name meanwhile has the act, wherever it is now.
        do throws(StorageError) { try place?.checkAfterCommit(connection) } catch {
            throw .replacedMeanwhile(location, error)
        }
    }

    func rollback() {
        if !isClosed { connection.database.rollback() }
    }

    func setSavepoint() throws(StorageError) { try connected().setSavepoint() }

    func releaseSavepoint() throws(StorageError) { try connected().releaseSavepoint() }

    func rollbackToSavepoint() throws(StorageError) { try connected().rollbackToSavepoint() }

    /// SQLite takes a connection from one thread after another, be it compiled for several or not.
    var isUsableByOtherThreads: Bool { true }

    func append(_ row: JournalRow) throws(StorageError) {
        let connection = try connected()
        guard let hash = row.hash else { preconditionFailure("a row is hashed before it is kept") }
        let statement = try insertion(into: row.table)
        for index in 0..<row.fields.count { statement.bind(index + 1, row.fields[index]) }
        let result: Result<Void, StorageError> = hash.withBytes { bytes in
            statement.bindBorrowed(row.fields.count + 1, bytes)
            do throws(StorageError) { return .success(try connection.run(statement)) } catch { return .failure(error) }
        }
        try result.get()
    }

    func appendMany(_ append: () throws(StorageError) -> Void) throws(StorageError) {
        // A trigger runs a program of its own for each row, which costs a fifth of what it takes to insert it.
        try connected().database.withoutTriggers(append)
    }

    private func insertion(into table: JournalTable) throws(StorageError) -> SQLiteStatement {
        if let known = insertions[table.rawValue] { return known }
        let columns = table.columns + ["hash"]
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        let statement = try connected().compile("INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
        insertions[table.rawValue] = statement
        return statement
    }

    func takeBack(from entry: Int) throws(StorageError) {
        let connection = try connected()
        try connection.database.withoutTriggers { () throws(StorageError) in
            // What refers to others goes before them.
            for table in JournalTable.allCases.reversed() where table != .act { try connection.execute("DELETE FROM \(table.name) WHERE seq >= \(entry)") }
            try connection.execute("DELETE FROM act WHERE first_seq > \(entry)")
        }
    }

    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) {
        try RowRemoval(connection: connected()).replaceByTombstones(rows, erasure: erasure)
    }

    func scrub() throws(StorageError) {
        try RowRemoval(connection: connected()).scrub(name: location)
    }

    // MARK: Reading

    func head() throws(StorageError) -> JournalHead {
        try JournalReader(connection: connected(), name: location).head()
    }

    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        try JournalReader(connection: connected(), name: location).hash(of: entry)
    }

    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        try JournalReader(connection: connected(), name: location).recordedBy(entry)
    }

    func identity() throws(StorageError) -> String { try BookIdentity(connection: connected(), name: location).id() }

    func backups() throws(StorageError) -> [BackupRecord] { try BookIdentity(connection: connected(), name: location).backups() }

    func hasNews() throws(StorageError) -> Bool {
        try checkPlace()
        let connection = try connected()
        let version = try dataVersion()
        if version == knownDataVersion { return false }
        try checkLayout(connection)
        knownDataVersion = version
        return true
    }

    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        let journal = JournalReader(connection: try connected(), name: location)
        try withSnapshot { try journal.read(span, receive) }
    }

    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        let connection = try connected()
        if connection.database.isInTransaction { return try body() }
        try connection.begin()
        defer { rollback() }
        return try body()
    }

    func save(_ state: StoredState) throws(StorageError) { try SavedStateTable(connection: connected()).save(state) }

    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState? {
        try SavedStateTable(connection: connected()).read(extent)
    }

    func savedHead() throws(StorageError) -> JournalHead? { try SavedStateTable(connection: connected()).head() }

    func packedSegments() throws(StorageError) -> [StoredSegment] { try PackedActivitiesTable(connection: connected()).segments() }

    func readPacked(_ rows: Range<Int>, ofSegmentFrom first: Int, _ receive: (Int, UnsafeRawBufferPointer) throws -> Void) throws {
        try PackedActivitiesTable(connection: connected()).read(rows, ofSegmentFrom: first, receive)
    }

    var keepsPackedActivities: Bool { true }
    func keep(_ segments: [SegmentToKeep]) throws(StorageError) { try PackedActivitiesTable(connection: connected()).save(segments) }

    func savedGains() throws(StorageError) -> StoredGains? { try SavedGainsTable(connection: connected()).stored() }

    func readSavedGains(_ keys: [GainKey], _ receive: (GainKey, UnsafeRawBufferPointer) throws -> Void) throws {
        try SavedGainsTable(connection: connected()).read(keys, receive)
    }

    func keep(_ gains: GainsToKeep) throws(StorageError) { try SavedGainsTable(connection: connected()).save(gains) }

    func savedValues(_ key: [UInt8]) throws(StorageError) -> StoredValues? { try SavedValuesTable(connection: connected()).stored(key) }

    func forEachSavedValues(_ receive: (StoredValues) throws -> Void) throws { try SavedValuesTable(connection: connected()).forEach(receive) }

    func keep(_ values: [StoredValues]) throws(StorageError) { try SavedValuesTable(connection: connected()).save(values) }

    func readAct(of entry: Int, _ receive: (JournalRow) throws -> Void) throws -> Int? {
        try JournalReader(connection: connected(), name: location).readAct(of: entry, receive)
    }

    func readAmendments(_ receive: (_ amended: Int, _ by: Int) -> Void) throws(StorageError) {
        try JournalReader(connection: connected(), name: location).readAmendments(receive)
    }

    // MARK: Queries and care

    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        try checkPlace()
        let connection = try connected()
        try checkLayout(connection)
        let isOutside = !connection.database.isInTransaction && path != Self.memoryPath && !isImage
        return try (isOutside ? outsideQueries() : insideQueries(connection)).answer(sql, arguments, limits)
    }

    /// The queries of a running act, which see what it wrote.
    private func insideQueries(_ connection: BookConnection) -> QueryRunner {
        if let actQueries { return actQueries }
        let made = QueryRunner(connection: connection, ownsConnection: false)
        actQueries = made
        return made
    }

    /// The queries that run outside of an act, on a connection that cannot write.
    private func outsideQueries() throws(StorageError) -> QueryRunner {
        if let queries { return queries }
        let reader = try BookConnection(path: path, access: BookFile.readingAccess(path), busyTimeout: options.busyTimeout, vfs: options.vfs)
        let made = QueryRunner(connection: reader, ownsConnection: true)
        queries = made
        return made
    }

    func image() throws(StorageError) -> DatabaseImage {
        try checkPlace()
        return try connected().image()
    }

    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String] {
        let connection = try connected()
        return try connection.withInterruption(shouldStop) { () throws(StorageError) in
            let problems = try FileInspection(connection: connection, names: schema.names()).problems()
            // Where pages are damaged, what they hold says nothing.
            return problems.isEmpty ? try cloneProblems() : problems
        }
    }

    func inspectLayout() throws(StorageError) -> [String] {
        let connection = try connected()
        return try schema.differences(of: connection)
    }

    func copy(to target: String, at moment: Instant) throws(StorageError) {
        try checkPlace()
        try checkLayout(connected())
        if isImage { return try FileCopy.make(ofImage: connected(), at: target, mark: .backup(moment)) }
        try FileCopy.make(of: path, at: target, mark: .backup(moment), busyTimeout: options.busyTimeout, vfs: options.vfs)
    }
}

/// How a file is opened.
struct FileOptions: Sendable {
    /// Seconds to wait for another writer.
    var busyTimeout = 10.0
    /// The system calls that SQLite uses, by name; the usual ones if nil.
    var vfs: String?
}
