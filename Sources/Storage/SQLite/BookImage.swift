import CSQLite
import Glibc

/// A connection through which a book is read and never written.
struct BookReading {
    let connection: SQLiteConnection
    /// What file and journal were known by before they were read, where they are taken for ones that cannot change; nil where SQLite's locks
    /// and its index of the journal keep apart what is read and what others write.
    let marks: FileMarks?
    /// Whether the connection reads an image of the file in memory.
    let isImage: Bool

    init(connection: SQLiteConnection, marks: FileMarks?, isImage: Bool) { (self.connection, self.marks, self.isImage) = (connection, marks, isImage) }

    /// Opens a book for reading in the way that its disk allows.
    init(of path: String, busyTimeout: Double, vfs: String? = nil) throws(StorageError) {
        let waiting = SQLitePatience(seconds: busyTimeout)
        for tries in Int32(0)... {
            let refusal: StorageError
            do throws(StorageError) {
                self = try Self.usual(path, busyTimeout, vfs)
                return
            } catch { refusal = error }
            // A journal of the older kind takes pages away again, which only SQLite does.
            let isWithoutIndex = refusal.kind == .diskFull || refusal == .unfinished(BookFile.name(path))
            guard isWithoutIndex, BookFile.journalSize(path, "-journal") == 0 else { throw refusal }
            if let image = try BookImage.open(path, busyTimeout: busyTimeout, vfs: vfs) {
                self = image
                return
            }
            guard waiting.wait(tries) else { throw refusal.kind == .diskFull ? .noRoomBesideOthers(BookFile.name(path)) : refusal }
        }
        preconditionFailure("waiting ends")
    }

    private static func usual(_ path: String, _ busyTimeout: Double, _ vfs: String?) throws(StorageError) -> BookReading {
        let access = BookFile.readingAccess(path), marks = access == .immutable ? FileMarks(path) : nil
        let connection = try SQLiteConnection(path: path, access: access, busyTimeout: busyTimeout, vfs: vfs)
        do throws(StorageError) {
            // SQLite opens the journal as it first reads.
            _ = try connection.integer("PRAGMA user_version")
            return BookReading(connection: connection, marks: marks, isImage: false)
        } catch {
            connection.close()
            throw error
        }
    }
}

/// All of a book as it was at one moment, read into memory without SQLite's index of the journal.
///
/// Even to read a book, SQLite keeps that index in a file beside it (`-shm`): on a full disk there is no room for it, and where nothing
/// may be written it cannot be made. So the file is read here, the pages that were committed to the journal are laid over it, as SQLite
/// does when it recovers one, and SQLite reads what comes of that. Nothing is written, but what failed attempts to make the index left
/// beside the book is cleared away.
///
/// It is of one moment: where the file may be written, its exclusive lock is held meanwhile, which nobody gets while another program has
/// the book open; where it may not, the marks of file and journal must be the same before and afterwards.
enum BookImage {
    /// Opens a book's image; nil where another program has the book open, or wrote it meanwhile: then there is another way, or soon will be.
    static func open(_ path: String, busyTimeout: Double, vfs: String?) throws(StorageError) -> BookReading? {
        let isWritable = access(path, W_OK) == 0
        let file = try SQLiteConnection(path: path, access: isWritable ? .readWrite : .immutable, busyTimeout: busyTimeout, vfs: vfs)
        defer { file.close() }
        guard isWritable else { return FileMarks(path)?.areSettled == true ? try open(file, busyTimeout) : nil }
        guard try file.lockExclusively() else { return nil }
        defer { file.unlock() }
        clearIndex(path)
        return try open(file, busyTimeout)
    }

    /// Clears away what attempts to open a book left beside it; nothing where another program has it open.
    static func clearTraces(_ path: String, vfs: String?) {
        guard let file = try? SQLiteConnection(path: path, access: .readWrite, busyTimeout: 0, vfs: vfs) else { return }
        defer { file.close() }
        guard (try? file.lockExclusively()) == true else { return }
        clearIndex(path)
        file.unlock()
    }

    /// Takes away an index that there was no room for, and an empty journal: whoever holds the exclusive lock is alone with them.
    private static func clearIndex(_ path: String) {
        let journal = BookFile.journalSize(path, "-wal"), index = BookFile.journalSize(path, "-shm")
        // On a disk that fails a size may not be had: then nothing is known to be empty.
        if journal == 0 { unlink(path + "-wal") }
        if let index, journal == 0 || index < SQLiteConnection.indexPart { unlink(path + "-shm") }
    }

    /// The most bytes that SQLite asks the system for at once, however many there are ("Maximum Allocation Size", SQLITE_MAX_ALLOCATION_SIZE).
    private static let largest = 2_147_483_391

    private static func open(_ file: SQLiteConnection, _ busyTimeout: Double) throws(StorageError) -> BookReading? {
        guard let marks = FileMarks(file.path) else { return nil }
        let journal = BookFile.journalSize(file.path, "-wal") == 0 ? nil : try WriteAheadLog(path: file.path + "-wal").committedPages()
        let size = journal.map { $0.pageCount * $0.pageSize } ?? Int(marks.file.size)
        guard let memory = sqlite3_malloc64(UInt64(size)) else { throw .noMemory(BookFile.name(file.path), bytes: size, limit: largest) }
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: size)
        do throws(StorageError) { try read(file, journal, into: bytes) } catch {
            sqlite3_free(memory)
            throw error
        }
        guard FileMarks(file.path) == marks else {
            sqlite3_free(memory)
            return nil
        }
        return BookReading(connection: try SQLiteConnection(path: file.path, image: bytes, busyTimeout: busyTimeout), marks: marks, isImage: true)
    }

    private static func read(_ file: SQLiteConnection, _ journal: CommittedPages?, into bytes: UnsafeMutableRawBufferPointer) throws(StorageError) {
        try file.read(into: bytes)
        if let journal {
            for (page, content) in journal.pages where page < journal.pageCount {
                bytes[(page * journal.pageSize)..<((page + 1) * journal.pageSize)].copyBytes(from: content)
            }
        }
        // Memory has no journal beside it: these two say that the file is used with one ("File format version numbers").
        for place in [18, 19] where bytes.count > place && bytes[place] == 2 { bytes[place] = 1 }
    }
}

extension SQLiteConnection {
    /// How much of its index of the journal SQLite makes at once, and maps from the first reading on.
    static let indexPart = 32768

    /// Opens what was read of a file, which it takes over.
    ///
    /// - Parameter image: the bytes of a whole database, in memory of SQLite's.
    convenience init(path: String, image: UnsafeMutableRawBufferPointer, busyTimeout: Double) throws(StorageError) {
        do throws(StorageError) { try self.init(path: path, access: .memory, busyTimeout: busyTimeout) } catch {
            sqlite3_free(image.baseAddress)
            throw error
        }
        try withHandle { (handle) throws(StorageError) in
            let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
            let start = image.baseAddress?.assumingMemoryBound(to: UInt8.self)
            // Where this fails, it frees the memory too.
            guard sqlite3_deserialize(handle, "main", start, Int64(image.count), Int64(image.count), flags) == SQLITE_OK else { throw failure() }
        }
    }

    /// Reads the file from its beginning, past all that SQLite remembers of it; what lies behind its end is zeros.
    func read(into bytes: UnsafeMutableRawBufferPointer) throws(StorageError) {
        try withFile { (file) throws(StorageError) in
            for place in stride(from: 0, to: bytes.count, by: Self.readAtOnce) {
                let part = UnsafeMutableRawBufferPointer(rebasing: bytes[place..<min(bytes.count, place + Self.readAtOnce)])
                let code = file.pointee.pMethods.pointee.xRead(file, part.baseAddress, Int32(part.count), Int64(place))
                guard code == SQLITE_OK || code == SQLiteCode.shortRead else { throw .system(BookFile.name(path), errno) }
            }
        }
    }

    private static let readAtOnce = 1 << 24

    /// Takes the lock that nobody else has the file open beside; `false` where somebody has. For a connection through which nothing was read.
    func lockExclusively() throws(StorageError) -> Bool {
        try withFile { (file) throws(StorageError) in
            for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_EXCLUSIVE] {
                errno = 0
                let code = file.pointee.pMethods.pointee.xLock(file, level), reason = errno
                if code == SQLITE_OK { continue }
                _ = file.pointee.pMethods.pointee.xUnlock(file, SQLITE_LOCK_NONE)
                if reason == ENOLCK || code & 0xFF == SQLITE_IOERR { throw .noLocks(BookFile.name(path)) }
                guard code & 0xFF == SQLITE_BUSY else { throw .system(BookFile.name(path), reason) }
                return false
            }
            return true
        }
    }

    /// Lets go of that lock.
    func unlock() { try? withFile { (file) throws(StorageError) in _ = file.pointee.pMethods.pointee.xUnlock(file, SQLITE_LOCK_NONE) } }
}
