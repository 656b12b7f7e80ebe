import CSQLite
import Glibc

/// The file of a connection as SQLite has it open; good as long as the connection.
///
/// A program that opened the file by itself would lose all its locks on closing it, also those of other connections: so it is looked at through
/// SQLite's own descriptor.
public struct OpenFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private var calls: sqlite3_io_methods { file.pointee.pMethods.pointee }

    fileprivate init(_ file: UnsafeMutablePointer<sqlite3_file>) { self.file = file }

    /// The first bytes as they are now on the disk; zeros where the file is shorter.
    public func firstBytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = calls.xRead(file, &bytes, Int32(count), 0)
        guard code == SQLITE_OK || code == FineCode.shortRead else { throw SystemError(number: errno) }
        return bytes
    }

    /// Reads from a place on, past all that SQLite remembers of the file; what lies behind its end is zeros.
    ///
    /// - Throws: with the number `EBADMSG` where a layer below SQLite found bytes that are not as they were written.
    public func read(into bytes: UnsafeMutableRawBufferPointer, from start: Int = 0) throws(SystemError) {
        for place in stride(from: 0, to: bytes.count, by: Self.readAtOnce) {
            let part = UnsafeMutableRawBufferPointer(rebasing: bytes[place..<min(bytes.count, place + Self.readAtOnce)])
            let code = calls.xRead(file, part.baseAddress, Int32(part.count), Int64(start + place))
            if code == FineCode.altered { throw SystemError(number: EBADMSG) }
            guard code == SQLITE_OK || code == FineCode.shortRead else { throw SystemError(number: errno) }
        }
    }

    private static let readAtOnce = 1 << 24

    /// How many bytes the database has.
    public func size() throws(SystemError) -> Int {
        var size: Int64 = 0
        guard calls.xFileSize(file, &size) == SQLITE_OK else { throw SystemError(number: errno) }
        return Int(size)
    }

    /// Lends SQLite's own file, for a layer below SQLite that knows more of it.
    public func withFile<Result, Failure: Error>(_ body: (UnsafeMutableRawPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(UnsafeMutableRawPointer(file))
    }

    /// What came of asking for the exclusive lock.
    public enum LockAttempt: Hashable {
        /// The lock is taken, and nobody else has the file open.
        case taken
        /// Another program has the file open.
        case refused
        /// The file system gives out no locks.
        case noLocks
        /// The system failed, with this error number.
        case failed(SystemError)
    }

    /// Takes the lock beside which nobody else has the file open; for a connection through which nothing was read.
    public func lockExclusively() -> LockAttempt {
        for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
            errno = 0
            let code = calls.xLock(file, level), reason = errno
            if code == SQLITE_OK { continue }
            unlock()
            if reason == ENOLCK || code & 0xFF == SQLITE_IOERR { return .noLocks }
            return code & 0xFF == SQLITE_BUSY ? .refused : .failed(SystemError(number: reason))
        }
        return .taken
    }

    /// Lets go of that lock.
    public func unlock() { _ = calls.xUnlock(file, SQLITE_LOCK_NONE) }

    /// How far the write-ahead log is written back. Only for a file that is used with one: its index would be made else.
    public func writeBackProgress() -> WriteBackProgress? {
        guard calls.iVersion >= 2 else { return nil }
        var index: UnsafeMutableRawPointer?
        // The part that every connection has in memory from its first reading on.
        guard calls.xShmMap(file, 0, Int32(WriteBackProgress.indexPart), 0, &index) == SQLITE_OK else { return nil }
        return index.map { WriteBackProgress($0) }
    }
}

extension SQLiteConnection {
    /// The file of this connection; a database in memory has none.
    public func openFile() throws(SQLiteError) -> OpenFile {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, file.pointee.pMethods != nil else { throw failure() }
        return OpenFile(file)
    }

    /// Whether the file that is open is not the one any more that has its name.
    public var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
}

/// How far SQLite has written the write-ahead log back into the file, as the log's index tells ("WAL-index format").
public struct WriteBackProgress: Equatable {
    /// Two random numbers, new ones each time that the log begins anew.
    private let salt: UInt64
    private let done: UInt32
    private let attempted: UInt32

    /// How many bytes of the index SQLite makes at once, and maps from the first reading on.
    public static let indexPart = 32768

    /// Whether the log is being written back, or somebody was stopped at it.
    public var isUnderWay: Bool { done != attempted }

    fileprivate init(_ index: UnsafeMutableRawPointer) {
        salt = index.load(fromByteOffset: 32, as: UInt64.self)
        done = index.load(fromByteOffset: 96, as: UInt32.self)
        attempted = index.load(fromByteOffset: 128, as: UInt32.self)
    }
}
