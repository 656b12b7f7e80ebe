import CSQLite
import Glibc

/// One connection to a book's file.
///
/// It stands on SQLite's own calls, because a book may hold millions of rows and opens in a millisecond.
final class SQLiteConnection {
    enum Access {
        /// No file at all: a database that lives as long as the connection.
        case memory
        /// A file that does not exist yet.
        case new
        case readWrite
        case readOnly
        /// The file cannot change, and neither can the folder around it, so that SQLite may not even leave a lock there.
        case immutable
    }

    let path: String
    /// Seconds to wait for another program that is writing.
    let busyTimeout: Double
    /// How another program's writing is waited for.
    let patience: SQLitePatience
    private let traces: ReaderTraces?
    private let handle: OpaquePointer
    private var isOpen = true
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file, which must exist unless it is to be a new one.
    ///
    /// - Parameters:
    ///   - address: where the file is, for one whose path is no text.
    ///   - vfs: the name of the system calls that SQLite is to use, which tests put in the place of the usual ones.
    init(path: String, address: SQLiteAddress? = nil, access: Access, busyTimeout: Double, vfs: String? = nil) throws(StorageError) {
        self.path = path
        self.busyTimeout = busyTimeout
        traces = access == .readOnly ? ReaderTraces(of: path) : nil
        var opened: OpaquePointer?
        // One thread uses the connection, so SQLite need not guard it.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2((address ?? SQLiteAddress(path: path, access: access)).uri, &opened, flags, vfs)
        guard let opened else { throw StorageError(.inputOutput, "There is no memory to open \(path).") }
        handle = opened
        patience = SQLitePatience(seconds: busyTimeout)
        guard code == SQLITE_OK else { throw abandonOpening() }
        patience.attach(to: handle)
        csqlite_harden(handle)
        // What is sorted and grouped on the way to an answer is of the book, and leaves no file in the folder for such things.
        let preparation = "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY"
        guard sqlite3_exec(handle, preparation, nil, nil, nil) == SQLITE_OK else { throw abandonOpening() }
    }

    deinit { close() }

    /// What opening failed with, after letting go of the file.
    private func abandonOpening() -> StorageError {
        let error = failure()
        close()
        return error
    }

    /// Finishes all statements and lets go of the file.
    func close() {
        guard isOpen else { return }
        isOpen = false
        statements.removeAll()
        // A last page that cannot be written back is no loss: what was committed is in the WAL. A statement that somebody still
        // holds keeps the connection alive until it is finished.
        sqlite3_close_v2(handle)
        traces?.clear()
    }

    /// Runs statements that return nothing of interest.
    func execute(_ sql: String) throws(StorageError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Runs statements that the guards of the tables forbid.
    func withoutTriggers(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        csqlite_run_triggers(handle, 0)
        defer { csqlite_run_triggers(handle, 1) }
        try body()
    }

    /// Runs a statement that is used often.
    func executeOften(_ sql: String) throws(StorageError) { try run(statement(sql)) }

    /// The compiled form of a statement, from the first time on the same one.
    func statement(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let compiled = try compile(sql)
        statements[sql] = compiled
        return compiled
    }

    /// A compiled statement for one use.
    func compile(_ sql: String) throws(StorageError) -> SQLiteStatement {
        var compiled: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil) == SQLITE_OK, let compiled else {
            throw failure()
        }
        return SQLiteStatement(handle: compiled)
    }

    /// Runs a statement whose parameters are bound to its end.
    @inline(__always)
    func run(_ statement: SQLiteStatement) throws(StorageError) {
        let code = statement.step()
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw abandon(statement) }
        statement.reset()
    }

    /// Steps to the next row; `false` at the end, where the statement is reset.
    @inline(__always)
    func next(_ statement: SQLiteStatement) throws(StorageError) -> Bool {
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
    private func abandon(_ statement: SQLiteStatement) -> StorageError {
        let error = failure()
        statement.reset()
        return error
    }

    /// The single integer that a statement answers with; 0 where it answers with nothing.
    func integer(_ sql: String) throws(StorageError) -> Int {
        let statement = try statement(sql)
        guard try next(statement) else { return 0 }
        let value = Int(statement.integer(0))
        statement.reset()
        return value
    }

    /// Rows changed by the last statement.
    var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Lends SQLite's own handle.
    func withHandle<Result, Failure: Error>(_ body: (OpaquePointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(handle)
    }

    /// The first bytes of the file as it is now on the disk, at most a hundred; read through SQLite's own file, which stays open.
    func firstBytes() throws(StorageError) -> [UInt8] {
        try withFile { (file) throws(StorageError) in
            var bytes = [UInt8](repeating: 0, count: 100)
            let code = file.pointee.pMethods.pointee.xRead(file, &bytes, 100, 0)
            guard code == SQLITE_OK || code == SQLiteCode.shortRead else { throw .system(BookFile.name(path), errno) }
            return bytes
        }
    }

    /// Whether the file that is open is not the one any more that has its name.
    func hasMoved() -> Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// How far the journal of committed entries is written back. Only for a file that is used with one: its index would be made else.
    func writeBackProgress() -> WriteBackProgress? {
        let index: UnsafeMutableRawPointer?? = try? withFile { (file) throws(StorageError) in
            guard file.pointee.pMethods.pointee.iVersion >= 2 else { return nil }
            var index: UnsafeMutableRawPointer?
            // The part that every connection has in memory from its first reading on.
            let code = file.pointee.pMethods.pointee.xShmMap(file, 0, Int32(Self.indexPart), 0, &index)
            return code == SQLITE_OK ? index : nil
        }
        return (index ?? nil).map(WriteBackProgress.init)
    }

    /// Lends the file as SQLite has it open.
    func withFile<Result>(_ body: (UnsafeMutablePointer<sqlite3_file>) throws(StorageError) -> Result) throws(StorageError) -> Result {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, file.pointee.pMethods != nil else { throw failure() }
        return try body(file)
    }

    /// Copies all that is committed into an empty file by SQLite's online backup, while others go on writing. The copy gets to be used with a journal as every
    /// book is. A damaged page is told of this file, all else that fails of the copy.
    func copy(to target: String) throws(StorageError) {
        let copy = try SQLiteConnection(path: target, access: .readWrite, busyTimeout: 0)
        defer { copy.close() }
        guard let work = sqlite3_backup_init(copy.handle, "main", handle, "main") else { throw copy.failure() }
        let code = sqlite3_backup_step(work, -1)
        guard sqlite3_backup_finish(work) == SQLITE_OK, code == SQLITE_DONE else {
            if patience.wasStopped { throw .interrupted() }
            let failure = SQLiteFailure(handle: copy.handle)
            throw failure.storageError(path: failure.isDamage ? path : target, waited: busyTimeout)
        }
        try copy.execute("PRAGMA journal_mode = WAL")
    }

    /// What the last call failed with.
    func failure() -> StorageError {
        if patience.wasStopped { return .interrupted() }
        if patience.hasNoLocks, sqlite3_errcode(handle) == SQLITE_BUSY { return .noLocks(BookFile.name(path)) }
        return SQLiteFailure(handle: handle).storageError(path: path, waited: busyTimeout)
    }
}

/// How far SQLite has written the journal back into the file, as its index of the journal tells ("WAL-index format").
struct WriteBackProgress: Equatable {
    /// Two random numbers, new ones each time that the journal begins anew.
    private let salt: UInt64
    private let done: UInt32
    private let attempted: UInt32

    /// Whether it is being written back, or somebody was stopped at it.
    var isUnderWay: Bool { done != attempted }

    init(_ index: UnsafeMutableRawPointer) {
        salt = index.load(fromByteOffset: 32, as: UInt64.self)
        done = index.load(fromByteOffset: 96, as: UInt32.self)
        attempted = index.load(fromByteOffset: 128, as: UInt32.self)
    }
}

/// A file as a URI, which says that it must exist and how it is used.
struct SQLiteAddress {
    private let path: [UInt8]
    private let access: SQLiteConnection.Access

    init(path: String, access: SQLiteConnection.Access) { (self.path, self.access) = (Array(path.utf8), access) }

    /// The address of a path as the system has it, which need be no UTF-8.
    init(_ path: UnsafeRawBufferPointer, access: SQLiteConnection.Access) { (self.path, self.access) = (Array(path), access) }

    var uri: String {
        switch access {
        case .memory: ":memory:"
        case .new: "file:\(escaped)?mode=rwc"
        case .readWrite: "file:\(escaped)?mode=rw"
        case .readOnly: "file:\(escaped)?mode=ro"
        case .immutable: "file:\(escaped)?mode=ro&immutable=1"
        }
    }

    private var escaped: String { PercentEncoding.escaped(path) }
}
