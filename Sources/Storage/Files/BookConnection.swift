import CSQLite
import Glibc
import SQLite
import Vault

/// A connection to a book's file: one of SQLite's, whose failures are told in the words of a book.
///
/// This is the one place where an error of SQLite becomes a `StorageError`.
final class BookConnection {
    /// Where the file is; what messages call the book, where there is no file.
    let path: String
    /// Seconds to wait for another program that is writing.
    let busyTimeout: Double
    /// SQLite's own connection.
    let database: SQLiteConnection
    /// The header of an encrypted file, or of the one that an image was read from; nil of a plain one.
    let encryption: VaultHeader?
    private let leftover: LeftoverJournal?
    private var isOpen = true

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - address: where the file is, for one whose path is no text.
    ///   - vfs: the name of the system calls that SQLite is to use, which tests put in the place of the usual ones.
    init(path: String, address: SQLiteAddress? = nil, access: SQLiteAddress.Access, busyTimeout: Double, vfs: String? = nil) throws(StorageError) {
        self.path = path
        self.busyTimeout = busyTimeout
        let leftover = access == .readOnly ? LeftoverJournal(of: path) : nil
        self.leftover = leftover
        do throws(SQLiteError) {
            // Where there is no such layer, SQLite says what is missing.
            database = try SQLiteConnection(
                address ?? SQLiteAddress(path: path, access: access), waiting: busyTimeout, vfs: access == .memory ? vfs : Keyring.layer(over: vfs) ?? vfs)
        } catch {
            defer { leftover?.clear() }
            if error.primaryCode == SQLITE_AUTH, let headers = Keyring.refusedHeaders { throw StorageError(Keyring.refusal(of: headers), of: BookFile.name(path)) }
            if error.primaryCode == SQLITE_NOMEM { throw StorageError(.inputOutput, "There is no memory to open \(path).") }
            throw StorageError(error, of: path, waited: busyTimeout)
        }
        do throws(StorageError) { encryption = access == .memory ? nil : try Self.encryption(of: database, BookFile.name(path)) } catch {
            database.close()
            leftover?.clear()
            throw error
        }
    }

    /// Opens what was read of a file, which it takes over.
    ///
    /// - Parameters:
    ///   - encryption: the header of the file, where that is encrypted.
    ///   - isWritable: whether the copy in memory can be written to.
    init(path: String, image: DatabaseImage, encryption: VaultHeader?, busyTimeout: Double, isWritable: Bool = false) throws(StorageError) {
        (self.path, self.busyTimeout, self.encryption, leftover) = (path, busyTimeout, encryption, nil)
        do throws(SQLiteError) { database = try SQLiteConnection(image: image, isWritable: isWritable) } catch {
            throw StorageError(error, of: path, waited: busyTimeout)
        }
    }

    /// Opens an image that somebody else keeps.
    init(path: String, reading bytes: UnsafeRawBufferPointer) throws(StorageError) {
        (self.path, busyTimeout, encryption, leftover) = (path, 0, nil, nil)
        do throws(SQLiteError) { database = try SQLiteConnection(reading: bytes) } catch { throw StorageError(error, of: path, waited: 0) }
    }

    deinit { close() }

    /// All of the book as this connection sees it; to be freed by whoever asked.
    func image() throws(StorageError) -> DatabaseImage {
        let image = try telling { () throws(SQLiteError) in try database.image() }
        // Memory has no journal beside it: these two say that the file is used with one ("File format version numbers").
        for place in [18, 19] where image.bytes.count > place && image.bytes[place] == 2 { image.bytes[place] = 1 }
        return image
    }

    /// Finishes all statements and lets go of the file.
    func close() {
        guard isOpen else { return }
        isOpen = false
        database.close()
        leftover?.clear()
    }

    /// Runs a step of SQLite, and tells what it failed with in the words of a book.
    private func telling<Result>(_ step: () throws(SQLiteError) -> Result) throws(StorageError) -> Result {
        do throws(SQLiteError) { return try step() } catch { throw told(error) }
    }

    /// What a step of SQLite failed with, in the words of a book.
    func told(_ error: SQLiteError) -> StorageError { StorageError(error, of: path, waited: busyTimeout) }

    // MARK: Statements

    /// Runs statements that return nothing of interest.
    func execute(_ sql: String) throws(StorageError) { try telling { () throws(SQLiteError) in try database.execute(sql) } }

    /// Runs a statement that is used often.
    func executeOften(_ sql: String) throws(StorageError) { try telling { () throws(SQLiteError) in try database.executeOften(sql) } }

    /// The compiled form of a statement, from the first time on the same one.
    func statement(_ sql: String) throws(StorageError) -> SQLiteStatement { try telling { () throws(SQLiteError) in try database.statement(sql) } }

    /// A compiled statement for one use.
    func compile(_ sql: String) throws(StorageError) -> SQLiteStatement { try telling { () throws(SQLiteError) in try database.compile(sql) } }

    /// The single integer that a statement answers with; 0 where it answers with nothing.
    func integer(_ sql: String) throws(StorageError) -> Int { try telling { () throws(SQLiteError) in try database.integer(sql) } }

    /// Runs a statement whose parameters are bound to its end.
    @inline(__always)
    func run(_ statement: SQLiteStatement) throws(StorageError) {
        do throws(SQLiteError) { try database.run(statement) } catch { throw told(error) }
    }

    /// Steps to the next row; `false` at the end, where the statement is reset.
    @inline(__always)
    func next(_ statement: SQLiteStatement) throws(StorageError) -> Bool {
        do throws(SQLiteError) { return try database.next(statement) } catch { throw told(error) }
    }

    /// Rows changed by the last statement.
    var changeCount: Int { database.changeCount }

    // MARK: Transactions

    /// Begins a transaction, which sees one state of the book from its first reading on.
    func begin() throws(StorageError) { try telling { () throws(SQLiteError) in try database.begin() } }

    /// Begins a transaction with the sole right to write.
    func beginWriting() throws(StorageError) { try telling { () throws(SQLiteError) in try database.beginWriting() } }

    /// Makes what was written since the beginning durable.
    ///
    /// - Throws: where the disk would not say whether it is, an error that says so.
    func commit() throws(StorageError) {
        do throws(SQLiteError) { try database.commit() } catch {
            throw error.isUnconfirmed ? .unconfirmed(BookFile.name(path), told(error)) : told(error)
        }
    }

    /// Marks a point in the running transaction; points nest.
    func setSavepoint() throws(StorageError) { try telling { () throws(SQLiteError) in try database.setSavepoint() } }

    /// Gives up the last point and keeps what was written since.
    func releaseSavepoint() throws(StorageError) { try telling { () throws(SQLiteError) in try database.releaseSavepoint() } }

    /// Gives up the last point and what was written since.
    func rollbackToSavepoint() throws(StorageError) { try telling { () throws(SQLiteError) in try database.rollbackToSavepoint() } }

    // MARK: Limits

    /// Runs something that the user may stop.
    func withInterruption<Result>(_ shouldStop: (() -> Bool)?, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        guard let shouldStop else { return try body() }
        return try database.watched(by: StatementWatch(shouldStop: shouldStop), body)
    }

    /// Runs a query of a user within limits of time, of memory, and of what it may be made of.
    func withQueryLimits<Result>(_ limits: QueryLimits, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let watch = StatementWatch(shouldStop: limits.shouldStop, largestWork: limits.largestWork)
        do throws(StorageError) {
            return try database.bounded(longestValue: limits.longestValue, longestStatement: QueryLimits.longestStatement) { () throws(StorageError) in
                try database.watched(by: watch, body)
            }
        } catch {
            throw watch.isTooLarge ? .tooLargeWork(limits.largestWork) : error
        }
    }

    // MARK: The file

    /// The first bytes of the file as it is now on the disk, at most a hundred.
    func firstBytes() throws(StorageError) -> [UInt8] {
        let file = try openFile()
        do throws(SystemError) { return try file.firstBytes(100) } catch { throw .system(BookFile.name(path), error.number) }
    }

    /// Reads the file from a place on, past all that SQLite remembers of it; what lies behind its end is zeros.
    func read(into bytes: UnsafeMutableRawBufferPointer, from place: Int = 0) throws(StorageError) {
        let file = try openFile()
        do throws(SystemError) { try file.read(into: bytes, from: place) } catch {
            throw error.number == EBADMSG ? .altered(BookFile.name(path)) : .system(BookFile.name(path), error.number)
        }
    }

    /// How many bytes the database has, which are fewer than those of an encrypted file.
    func size() throws(StorageError) -> Int {
        let file = try openFile()
        do throws(SystemError) { return try file.size() } catch { throw .system(BookFile.name(path), error.number) }
    }

    /// Reads from the journal of committed entries beside the file, by a descriptor of the journal's own, as SQLite would read it.
    ///
    /// - Returns: as many bytes as there are, up to so many; nil, with `errno`, where the system failed.
    func readJournal(_ descriptor: Int32, _ count: Int, at place: Int) throws(StorageError) -> ArraySlice<UInt8>? {
        let file = try openFile()
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { bytes in file.withFile { EncryptedFile.readLog(of: $0, descriptor, into: bytes, at: place) } }
        return read < 0 ? nil : bytes[..<read]
    }

    /// How far the journal of committed entries is written back. Only for a file that is used with one: its index would be made else.
    func writeBackProgress() -> WriteBackProgress? { (try? database.openFile())?.writeBackProgress() }

    /// Takes the lock that nobody else has the file open beside; `false` where somebody has. For a connection through which nothing was read.
    func lockExclusively() throws(StorageError) -> Bool {
        switch try openFile().lockExclusively() {
        case .taken: return true
        case .refused: return false
        case .noLocks: throw .noLocks(BookFile.name(path))
        case .failed(let error): throw .system(BookFile.name(path), error.number)
        }
    }

    /// Lets go of that lock.
    func unlock() { (try? database.openFile())?.unlock() }

    func openFile() throws(StorageError) -> OpenFile { try telling { () throws(SQLiteError) in try database.openFile() } }

    /// Copies all that is committed into an empty file, while others go on writing. The copy gets to be used with a journal as every book is. A damaged page is told of this
    /// file, all else that fails of the copy.
    /// - Parameter makesPlain: whether the copy of an encrypted file is meant to be plain; else one that would be is refused.
    func copy(to target: String, vfs: String? = nil, makesPlain: Bool = false) throws(StorageError) {
        let copy = try BookConnection(path: target, access: .readWrite, busyTimeout: 0, vfs: vfs)
        defer { copy.close() }
        if encryption != nil, copy.encryption == nil, !makesPlain { throw .copyInTheClear(BookFile.name(path)) }
        do throws(SQLiteError) { try database.copy(to: copy.database) } catch {
            throw StorageError(error, of: error.isDamage ? path : target, waited: busyTimeout)
        }
        try copy.execute("PRAGMA journal_mode = WAL")
    }
}

extension StorageError {
    /// A failure of SQLite as a sentence about the book at a path.
    ///
    /// - Parameter waited: seconds that another program was waited for.
    fileprivate init(_ error: SQLiteError, of path: String, waited: Double) {
        let name = BookFile.name(path)
        if error.waitWasStopped {
            self = .interrupted()
        } else if error.isFullDisk {
            self = .diskFull(name)
        } else if error.needsRecovery {
            self = .unfinished(name)
        } else if error.hasNoLocks {
            self = .noLocks(name)
        }
        // A file system that met with errors may be made one for reading while a book on it is open.
        else if error.isReadOnlyFileSystem {
            self = .readOnlyFileSystem(name)
        } else {
            self = Self.byCode(error, of: path, waited: waited)
        }
    }

    private static func byCode(_ error: SQLiteError, of path: String, waited: Double) -> StorageError {
        let name = BookFile.name(path)
        switch error.primaryCode {
        case SQLITE_NOTADB: return .notADatabase(name)
        case SQLITE_CORRUPT: return .damagedFile(name, error.message)
        // Our own statements are right for a sound book; it is the layout that is not as it should be.
        case SQLITE_ERROR, SQLITE_SCHEMA: return .damagedFile(name, "its layout is not that of a book, \(error.message)")
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(name, waited: waited)
        case SQLITE_READONLY, SQLITE_PERM: return .readOnlyFile(name)
        case SQLITE_CANTOPEN where BookFile.hasJournal(path) && access(BookFile.folder(path), W_OK) != 0: return .unfinished(name)
        case SQLITE_CANTOPEN where BookFile.hasNoRoomForJournal(path): return .diskFull(name)
        case SQLITE_CANTOPEN, SQLITE_AUTH: return .unreadable(name, error.message)
        case SQLITE_INTERRUPT: return .interrupted()
        case SQLITE_IOERR where error.isAltered: return .altered(name)
        case SQLITE_IOERR where error.isForgotten: return .locked(name)
        default: return StorageError(.inputOutput, "\(name) could not be read or written: \(error.message) (SQLite error \(error.code)).")
        }
    }
}

/// The empty journal file that reading a book leaves beside it: SQLite makes one for readers too, and only writers clear it away.
private struct LeftoverJournal {
    private let path: String
    private let hadJournal: Bool

    /// To be made before a file is opened for reading.
    init(of path: String) {
        self.path = path
        hadJournal = access(path + "-wal", F_OK) == 0
    }

    /// Clears away what reading left, after the file was closed.
    ///
    /// SQLite does it as the last writer closes. The book itself is not written: the journal must be the one that reading made, and
    /// still be empty.
    func clear() {
        var status = stat()
        guard !hadJournal, stat(path + "-wal", &status) == 0, status.st_size == 0 else { return }
        guard access(path, W_OK) == 0, access(BookFile.folder(path), W_OK) == 0 else { return }
        // Where that fails, two small files stay, and the next writer clears them away.
        guard let writer = try? BookConnection(path: path, access: .readWrite, busyTimeout: 0) else { return }
        _ = try? writer.integer("SELECT count(*) FROM sqlite_schema")
        writer.close()
    }
}
