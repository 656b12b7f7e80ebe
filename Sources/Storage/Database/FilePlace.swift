import FoundationEssentials
import Glibc
import SQLite

/// Where the file of an open book lies and what is in it, to notice when another file lies there, none, or other bytes.
///
/// SQLite goes on with a file that was removed or replaced, and all that it then writes is lost: so this is looked at before each
/// commit. It costs two looks at a name, a third where that is a link, and the reading of a hundred bytes; no file is opened.
final class FilePlace {
    private let path: String
    /// The name that the book was opened by, where that leads to the file by a link; nil where it is the path.
    private let link: String?
    private let file: FileIdentity
    /// The journal of committed entries; nil where the file is used without.
    private let journal: FileIdentity?
    /// What the file and its journal are known by where they are read as ones that cannot change, so that every change is one too many.
    private let marks: FileMarks?
    /// What was in the file at the last look.
    private var contents: FileContents
    /// What of the book was in it after the last commit; nil where that could not be read.
    private var known: BookFingerprint?

    /// Notes where the file of a connection lies, which has read from it.
    ///
    /// - Parameters:
    ///   - marks: what it was known by before it was opened, where it is read as one that cannot change.
    ///   - name: the path that the book was opened by, links in it as they were.
    init(of connection: BookConnection, unchangedSince marks: FileMarks? = nil, openedAs name: String? = nil) throws(StorageError) {
        path = connection.path
        link = name == connection.path ? nil : name
        journal = marks == nil ? FileStatus(path + "-wal")?.identity : nil
        self.marks = marks
        contents = try FileContents(connection, hasIndex: journal != nil)
        if connection.database.hasMoved { throw .replaced(BookFile.name(path)) }
        file = contents.status.identity
        known = marks == nil ? BookFingerprint(connection) : nil
        try checkLink()
    }

    /// Makes sure that all is as it was, after a commit, and notes what it was that was committed.
    func checkAfterCommit(_ connection: BookConnection) throws(StorageError) {
        try check(connection)
        known = BookFingerprint(connection)
    }

    /// Makes sure that the file under the name is the one that is open, that its content is what SQLite made of it, and that its journal
    /// is its own.
    func check(_ connection: BookConnection) throws(StorageError) {
        let now = try FileContents(connection, hasIndex: journal != nil)
        if now.status.identity != file { throw .replaced(BookFile.name(path)) }
        try checkLink()
        if let journal, FileStatus(path + "-wal")?.identity != journal { throw .journalReplaced(BookFile.name(path)) }
        if let marks {
            if now != contents || FileMarks(path) != marks { throw .changedWhileRead(BookFile.name(path)) }
        } else if now.isOverwritten(since: contents) {
            throw .replaced(BookFile.name(path))
        } else if now.isTouched(since: contents), known?.isStill(in: path) != true {
            throw .touched(BookFile.name(path))
        }
        contents = now
    }

    /// Makes sure that the name that the book was opened by leads to the file still.
    private func checkLink() throws(StorageError) {
        guard let link else { return }
        let found = FileStatus(link)
        if found?.identity != file { throw .leadsElsewhere(link, isThere: found != nil) }
    }

    /// Before the book is closed: makes sure that the journal of a file that was moved or overwritten is not written back into another file.
    ///
    /// - Parameter isAlone: whether no other program has written to the journal lately: else it may belong to the file that is there now.
    /// - Returns: a connection to be closed after that one, where there is one.
    func prepareClosing(_ connection: BookConnection, isAlone: Bool) -> BookConnection? {
        guard let journal, FileStatus(path + "-wal")?.identity == journal else { return nil }
        guard FileStatus(path)?.identity == file else {
            if isAlone { settleJournal(through: connection) }
            return nil
        }
        // A journal that another program has written to since is that of the file that is there now, with what it acknowledged.
        guard isAlone, let now = try? FileContents(connection, hasIndex: true), isForeign(now) else { return nil }
        // The last to close a file writes the journal back; one who may only read cannot.
        guard let reader = try? BookConnection(path: path, access: .readOnly, busyTimeout: 0) else { return nil }
        _ = try? reader.integer("PRAGMA user_version")
        setJournalAside()
        return reader
    }

    /// Whether what is in the file now is not what the journal belongs to: its head is another, or it was written, by `cp` perhaps, and does
    /// not make the book with its journal that was known. An earlier copy of the same book may begin with the same bytes.
    private func isForeign(_ now: FileContents) -> Bool {
        now.isOverwritten(since: contents) || now.isTouched(since: contents) && known?.isStill(in: path) != true
    }

    /// Writes the journal back into the file, wherever that is now, and takes it away where nothing has the name any more.
    private func settleJournal(through connection: BookConnection) {
        // Where this fails, the journal stays as it is, with all that is in it.
        guard (try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")) != nil, BookFile.journalSize(path, "-wal") == 0 else { return }
        guard FileStatus(path) == nil else { return }
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Gives the journal of a file that was overwritten another name: in what is there now it would make a mixture of both.
    private func setJournalAside() {
        unlink(path + "-shm")
        if BookFile.journalSize(path, "-wal") == 0 {
            unlink(path + "-wal")
            return
        }
        var name = path + Self.asideSuffix, count = 1
        while access(name, F_OK) == 0 { (count, name) = (count + 1, "\(path)\(Self.asideSuffix)-\(count + 1)") }
        rename(path + "-wal", name)
    }

    private static let asideSuffix = "-wal.replaced"

    /// The names of journals beside a book that were given other names, since the file that they belonged to was overwritten.
    static func journalsSetAside(of path: String) -> [String] {
        let beginning = BookFile.name(path) + asideSuffix
        return ((try? FileManager.default.contentsOfDirectory(atPath: BookFile.folder(path))) ?? []).filter { $0.hasPrefix(beginning) }.sorted()
    }
}

/// What changes with the content of a file, and what SQLite says of its own changes to it.
private struct FileContents: Equatable {
    let status: FileStatus
    private let firstBytes: [UInt8]
    /// How far the journal was written back before the file was looked at, and afterwards: only by that does SQLite write to the file.
    private let progressBefore: WriteBackProgress?
    private let progressAfter: WriteBackProgress?

    /// Looks at the file of a connection under its name.
    init(_ connection: BookConnection, hasIndex: Bool) throws(StorageError) {
        progressBefore = hasIndex ? connection.writeBackProgress() : nil
        guard let status = FileStatus(connection.path) else { throw .moved(BookFile.name(connection.path), StorageError.reason(errno)) }
        self.status = status
        firstBytes = try connection.firstBytes()
        progressAfter = hasIndex ? connection.writeBackProgress() : nil
    }

    /// Whether the head of the file was written, and not by SQLite.
    func isOverwritten(since before: Self) -> Bool { firstBytes != before.firstBytes && isBySomebodyElse(since: before) }

    /// Whether anything of the file was written, and not by SQLite.
    func isTouched(since before: Self) -> Bool {
        status != before.status && isBySomebodyElse(since: before)
    }

    /// Whether SQLite wrote nothing from before the one look until after the other.
    private func isBySomebodyElse(since before: Self) -> Bool {
        guard let now = progressAfter, let earlier = before.progressBefore else { return false }
        return now == earlier && !now.isUnderWay
    }
}
