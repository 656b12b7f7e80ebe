public import CSQLite

/// One connection to a database, for one thread.
///
///     let connection = try SQLiteConnection(SQLiteAddress(path: "data.db", access: .new), waiting: 10)
///     try connection.execute("CREATE TABLE note (text TEXT)")
///     let insertion = try connection.statement("INSERT INTO note VALUES (?)")
///     insertion.bind(1, "hello")
///     try connection.run(insertion)
///
/// ## Topics
/// - Running: `execute(_:)`, `statement(_:)`, `compile(_:)`, `run(_:)`, `next(_:)`, `integer(_:)`
/// - Transactions: `begin()`, `beginWriting()`, `commit()`, `rollback()`, `setSavepoint()`
/// - Limits: `watched(by:_:)`, `bounded(longestValue:longestStatement:_:)`
/// - The file: `openFile()`, `hasMoved`, `copy(to:)`, `init(image:)`
public final class SQLiteConnection {
    /// The version of the library that is linked: `3.40.1`.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// Whether several threads may have connections, each its own.
    public static var takesThreads: Bool { sqlite3_threadsafe() != 0 }

    /// How another program's writing is waited for.
    public let wait: BusyWait
    @usableFromInline let handle: OpaquePointer
    private var isOpen = true
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - seconds: how long another program that is writing is waited for.
    ///   - vfs: the name of the system calls that SQLite is to use, which tests put in the place of the usual ones.
    public init(_ address: SQLiteAddress, waiting seconds: Double, vfs: String? = nil) throws(SQLiteError) {
        var opened: OpaquePointer?
        // One thread uses the connection, so SQLite need not guard it.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(address.uri, &opened, flags, vfs)
        guard let opened else { throw SQLiteError(code: SQLITE_NOMEM) }
        handle = opened
        wait = BusyWait(seconds: seconds)
        guard code == SQLITE_OK else { throw abandonOpening() }
        wait.attach(to: handle)
        csqlite_harden(handle)
        // What is sorted and grouped on the way to an answer leaves no file in the folder for such things.
        let preparation = "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY"
        guard sqlite3_exec(handle, preparation, nil, nil, nil) == SQLITE_OK else { throw abandonOpening() }
    }

    deinit { close() }

    /// What opening failed with, after letting go of the file.
    private func abandonOpening() -> SQLiteError {
        let error = failure()
        close()
        return error
    }

    /// Finishes all statements and lets go of the file.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        statements.removeAll()
        // A last page that cannot be written back is no loss: what was committed is in the WAL. A statement that somebody still
        // holds keeps the connection alive until it is finished.
        sqlite3_close_v2(handle)
    }

    /// Lends SQLite's own handle, for calls that have no name here, such as those that define functions.
    public func withHandle<Result, Failure: Error>(_ body: (OpaquePointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(handle)
    }

    /// What the last call failed with.
    @usableFromInline
    func failure() -> SQLiteError { SQLiteError(handle: handle, waitWasStopped: wait.wasStopped, waitFoundNoLocks: wait.hasNoLocks) }

    // MARK: Statements

    /// Runs statements whose answers nobody reads.
    public func execute(_ sql: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs a statement that is used often, so that it is compiled once.
    public func executeOften(_ sql: String) throws(SQLiteError) { try run(statement(sql)) }

    /// Lets no trigger run in statements that are compiled meanwhile.
    public func withoutTriggers<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        csqlite_run_triggers(handle, 0)
        defer { csqlite_run_triggers(handle, 1) }
        try body()
    }

    /// The compiled form of a statement, from the first time on the same one.
    public func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let compiled = try compile(sql)
        statements[sql] = compiled
        return compiled
    }

    /// A compiled statement for one use.
    public func compile(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        var compiled: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil) == SQLITE_OK, let compiled else {
            throw failure()
        }
        return SQLiteStatement(handle: compiled)
    }

    /// Compiles the first of several statements, and returns the text behind it; no statement where there is nothing but blanks and comments.
    public func compileFirst(of sql: String) throws(SQLiteError) -> (statement: SQLiteStatement?, rest: String) {
        var (compiled, rest): (OpaquePointer?, String) = (nil, "")
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(handle, text, -1, 0, &compiled, &tail)
            if let tail { rest = String(cString: tail) }
            return code
        }
        guard code == SQLITE_OK else { throw failure() }
        return (compiled.map(SQLiteStatement.init(handle:)), rest)
    }

    /// Runs a statement, whose parameters are bound, to its first row or its end, and resets it.
    @inlinable @inline(__always)
    public func run(_ statement: SQLiteStatement) throws(SQLiteError) {
        let code = statement.step()
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw abandon(statement) }
        statement.reset()
    }

    /// Steps to the next row; `false` at the end, where the statement is reset.
    @inlinable @inline(__always)
    public func next(_ statement: SQLiteStatement) throws(SQLiteError) -> Bool {
        switch statement.step() {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            statement.reset()
            return false
        default:
            throw abandon(statement)
        }
    }

    /// What a statement failed with, after resetting it.
    @usableFromInline
    func abandon(_ statement: SQLiteStatement) -> SQLiteError {
        let error = failure()
        statement.reset()
        return error
    }

    /// The single integer that a statement answers with; 0 where it answers with nothing.
    public func integer(_ sql: String) throws(SQLiteError) -> Int {
        let statement = try statement(sql)
        guard try next(statement) else { return 0 }
        let value = Int(statement.integer(0))
        statement.reset()
        return value
    }

    /// Rows changed by the last statement.
    public var changeCount: Int { Int(sqlite3_changes(handle)) }

    // MARK: Transactions

    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Begins a transaction, which sees one state of the database from its first reading on.
    public func begin() throws(SQLiteError) { try executeOften("BEGIN") }

    /// Begins a transaction with the sole right to write, for which it waits where another program has that.
    public func beginWriting() throws(SQLiteError) { try executeOften("BEGIN IMMEDIATE") }

    /// Makes what was written since the beginning durable; after an error the transaction may still be open.
    public func commit() throws(SQLiteError) { try executeOften("COMMIT") }

    /// Forgets what was written since the beginning; does nothing where no transaction is open.
    public func rollback() {
        guard isOpen, isInTransaction else { return }
        // There is nothing to be done about a rollback that fails: what was written is in no committed page, and the next
        // transaction, or the next program to open the file, finds it gone.
        try? executeOften("ROLLBACK")
    }

    /// Marks a point in the running transaction; points nest.
    public func setSavepoint() throws(SQLiteError) { try execute("SAVEPOINT part") }

    /// Gives up the last point and keeps what was written since.
    public func releaseSavepoint() throws(SQLiteError) { try execute("RELEASE part") }

    /// Gives up the last point and what was written since.
    public func rollbackToSavepoint() throws(SQLiteError) { try execute("ROLLBACK TO part; RELEASE part") }
}
