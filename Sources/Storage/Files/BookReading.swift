import FoundationEssentials
import Glibc
import SQLite

/// A connection through which a book is read and never written.
struct BookReading {
    let connection: BookConnection
    /// What file and journal were known by before they were read, where they are taken for ones that cannot change; nil where SQLite's locks
    /// and its index of the journal keep apart what is read and what others write.
    let marks: FileMarks?
    /// Whether the connection reads an image of the file in memory.
    let isImage: Bool

    init(connection: BookConnection, marks: FileMarks?, isImage: Bool) { (self.connection, self.marks, self.isImage) = (connection, marks, isImage) }

    /// Opens a book for reading in the way that its disk allows.
    init(of path: String, busyTimeout: Double, vfs: String? = nil) throws(StorageError) {
        let waiting = BusyWait(seconds: busyTimeout)
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
        let connection = try BookConnection(path: path, access: access, busyTimeout: busyTimeout, vfs: vfs)
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
        let file = try BookConnection(path: path, access: isWritable ? .readWrite : .immutable, busyTimeout: busyTimeout, vfs: vfs)
        defer { file.close() }
        guard isWritable else { return FileMarks(path)?.areSettled == true ? try open(file, busyTimeout) : nil }
        guard try file.lockExclusively() else { return nil }
        defer { file.unlock() }
        clearIndex(path)
        return try open(file, busyTimeout)
    }

    /// Clears away what attempts to open a book left beside it; nothing where another program has it open.
    static func clearTraces(_ path: String, vfs: String?) {
        guard let file = try? BookConnection(path: path, access: .readWrite, busyTimeout: 0, vfs: vfs) else { return }
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
        if let index, journal == 0 || index < WriteBackProgress.indexPart { unlink(path + "-shm") }
    }

    private static func open(_ file: BookConnection, _ busyTimeout: Double) throws(StorageError) -> BookReading? {
        guard let marks = FileMarks(file.path) else { return nil }
        let journal = BookFile.journalSize(file.path, "-wal") == 0 ? nil : try WriteAheadLog(beside: file).committedPages()
        let size = if let journal { journal.pageCount * journal.pageSize } else { try file.size() }
        guard let image = DatabaseImage(byteCount: size) else { throw .noMemory(BookFile.name(file.path), bytes: size, limit: DatabaseImage.largest) }
        do throws(StorageError) { try read(file, journal, into: image.bytes) } catch {
            image.free()
            throw error
        }
        guard FileMarks(file.path) == marks else {
            image.free()
            return nil
        }
        return BookReading(connection: try BookConnection(path: file.path, image: image, encryption: file.encryption, busyTimeout: busyTimeout), marks: marks, isImage: true)
    }

    private static func read(_ file: BookConnection, _ journal: CommittedPages?, into bytes: UnsafeMutableRawBufferPointer) throws(StorageError) {
        if let journal, file.encryption != nil {
            // A page that was being written back as a crash came can be opened no more; the journal has it whole.
            for page in 0..<journal.pageCount where journal.pages[page] == nil {
                let place = page * journal.pageSize
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + journal.pageSize]), from: place)
            }
        } else {
            try file.read(into: bytes)
        }
        if let journal {
            for (page, content) in journal.pages where page < journal.pageCount {
                bytes[(page * journal.pageSize)..<((page + 1) * journal.pageSize)].copyBytes(from: content)
            }
        }
        // Memory has no journal beside it: these two say that the file is used with one ("File format version numbers").
        for place in [18, 19] where bytes.count > place && bytes[place] == 2 { bytes[place] = 1 }
    }
}

/// What the system says of a file and of the journals beside it, by which it is told whether anything of them was written. A journal
/// with nothing in it counts as none.
struct FileMarks: Equatable {
    let file: FileStatus
    let journals: [FileStatus?]

    /// Of the file at a path; nil where there is none.
    init?(_ path: String) {
        guard let file = FileStatus(path) else { return nil }
        self.file = file
        journals = ["-wal", "-journal"].map { FileStatus(path + $0) }.map { $0?.size == 0 ? nil : $0 }
    }

    /// Whether nothing was written lately, so that a change from now on shows in the marks: file systems note the time of a change in
    /// steps of up to two seconds.
    var areSettled: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return ([file] + journals.compactMap(\.self)).allSatisfy { abs(Int(now.tv_sec) - $0.seconds) > 2 }
    }
}

/// What the system says of a file.
struct FileStatus: Equatable {
    let identity: FileIdentity
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
    /// Whether it is a file with bytes, and no folder, pipe or device, which may be waited for.
    let isOrdinary: Bool

    /// Of the file at a path; nil, with `errno`, where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(device: status.st_dev, number: status.st_ino)
        size = status.st_size
        isOrdinary = status.st_mode & S_IFMT == S_IFREG
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    }
}

/// What tells a file from all others of the machine.
struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t
}
