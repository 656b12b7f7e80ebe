import Foundation

/// Where the file of an open book lies, to notice when another file lies there or none.
///
/// SQLite goes on with a file that was removed or replaced, and all that it then writes is lost: so this is looked at before each
/// commit. It costs two looks at a name and the reading of a hundred bytes; no file is opened.
struct FilePlace {
    private let path: String
    private let file: FileIdentity
    /// Whether the file bore the mark of a book: one that was left in the middle of its work may have it in its journal only.
    private let isMarked: Bool
    /// The journal of committed entries; nil where the file is used without.
    private let journal: FileIdentity?
    /// What a file that is read as one which cannot change was when it was opened.
    private let contents: FileContents?

    /// Notes where the file of a connection lies, which has read from it.
    init(of connection: SQLiteConnection, cannotChange: Bool) throws(StorageError) {
        path = connection.path
        guard let file = FileIdentity(path) else { throw .moved(BookFile.name(path), BookFile.reason(errno)) }
        if connection.hasMoved() { throw .replaced(BookFile.name(path)) }
        self.file = file
        isMarked = try Self.isMarked(connection)
        journal = cannotChange ? nil : FileIdentity(path + "-wal")
        contents = cannotChange ? FileContents(path) : nil
    }

    /// Makes sure that the file under the name is the one that is open, that it is still a book, and that its journal is its own.
    func check(_ connection: SQLiteConnection) throws(StorageError) {
        guard let now = FileIdentity(path) else { throw .moved(BookFile.name(path), BookFile.reason(errno)) }
        if now != file { throw .replaced(BookFile.name(path)) }
        if isMarked, try Self.isMarked(connection) == false { throw .replaced(BookFile.name(path)) }
        if let journal, FileIdentity(path + "-wal") != journal { throw .journalReplaced(BookFile.name(path)) }
        if let contents, contents != FileContents(path) { throw .changedWhileRead(BookFile.name(path)) }
    }

    private static func isMarked(_ connection: SQLiteConnection) throws(StorageError) -> Bool {
        BookHeader(try connection.firstBytes()).applicationID == Schema.applicationID
    }

    /// Whether the name leads to nothing or to another file.
    var hasLostName: Bool { FileIdentity(path) != file }

    /// Writes the journal of a file that lost its name back into it, and takes it away where nothing has the name, so that no file that
    /// gets the name later takes it for its own.
    ///
    /// Not to be called where another program has written to the journal since: it may belong to the file that has the name now.
    func settleJournal(through connection: SQLiteConnection) {
        guard let journal, FileIdentity(path + "-wal") == journal else { return }
        // Where this fails, the journal stays as it is, with all that is in it.
        guard (try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")) != nil, BookFile.journalSize(path, "-wal") == 0 else { return }
        guard FileIdentity(path) == nil else { return }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
}

/// What tells a file from all others of the machine.
private struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// That of the file at a path; nil, with `errno`, where there is none.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}

/// What changes with the content of a file, or as another program begins to write to it.
private struct FileContents: Equatable {
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int
    private let hasJournal: Bool

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = status.st_size
        (seconds, nanoseconds) = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
        hasJournal = BookFile.hasJournal(path)
    }
}
