import FoundationEssentials
import Glibc
import SQLite
import Vault

/// What can be told of a book's file before it is opened as one.
package enum BookFile {
    /// The last part of a path, which is what people call the book.
    static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Whether two paths lead to one file, be it by a link.
    package static func isOneFile(_ path: String, _ other: String) -> Bool {
        var own = stat(), its = stat()
        return stat(path, &own) == 0 && stat(other, &its) == 0 && own.st_dev == its.st_dev && own.st_ino == its.st_ino
    }

    /// The folder that a path lies in.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path from the root, so that it means the same whatever the program does to its working folder; links in it stay.
    static func rooted(_ path: String) -> String { path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)" }

    /// The path from the root without links: that of the file itself where the path leads to a link, because SQLite keeps its journal beside
    /// the file and not beside the link. Where nothing is there yet, that of the file to be, to which a link may lead already.
    static func absolute(_ path: String) -> String {
        var place = rooted(path)
        for _ in 0..<mostLinks {
            if let real = real(place) { return real }
            guard let target = linkTarget(place) else { break }
            place = target.hasPrefix("/") ? target : "\(folder(place))/\(target)"
        }
        guard let folder = real(folder(place)) else { return place }
        return folder == "/" ? "/\(name(place))" : "\(folder)/\(name(place))"
    }

    /// How many links the system follows from one name to a file.
    private static let mostLinks = 40

    /// Where a path leads that leads to something.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// What a link says; nil where a path is none.
    private static func linkTarget(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        return length > 0 && length < target.count ? String(decoding: target[..<length], as: UTF8.self) : nil
    }

    /// Makes a folder and those above it, for nobody else, where they are missing; what cannot be made shows when a file in it is.
    ///
    /// Returns those that were made, the outermost first.
    static func makeFolder(_ path: String) -> [String] { makeFolders(path).made }

    /// The same, and why one could not be made: an error number, 0 where nothing failed.
    private static func makeFolders(_ path: String) -> (made: [String], failure: Int32) {
        var place = "", made: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            place += part + "/"
            if part.isEmpty { continue }
            if mkdir(place, 0o700) == 0 { made.append(place) } else if errno != EEXIST { return (made, errno) }
        }
        return (made, 0)
    }

    /// What is at a path.
    enum Presence: Equatable { case nothing, folder, file }

    /// Looks whether there is something at a path.
    static func presence(_ path: String) throws(StorageError) -> Presence {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
        switch errno {
        case ENOENT: return .nothing
        case ENOTDIR: throw missingFolder(folder(path), for: name(path))
        case ELOOP: throw .linkInCircle(path)
        default: throw .unreadable(name(path), StorageError.reason(errno))
        }
    }

    /// Why there is no folder at a path: it is not there, or a file stands in its place or in that of one above it.
    static func missingFolder(_ folder: String, for name: String) -> StorageError {
        var place = folder
        while true {
            var status = stat()
            if stat(place, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .noSuchFolder(folder, for: name) : .noFolderButFile(place, for: name) }
            let above = Self.folder(place)
            if above == place { return .noSuchFolder(folder, for: name) }
            place = above
        }
    }

    /// Makes the folder of a new file, with those above it, for nobody else, and takes what it made away again where the file is not made.
    static func inFolder<Result>(_ folder: String, for name: String, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let (made, failure) = try isFolder(folder) ? ([], 0) : makeFolders(folder)
        do throws(StorageError) {
            guard try isFolder(folder) else { throw cannotMake(folder, failure, for: name) }
            return try body()
        } catch {
            // One in which something is stays.
            for folder in made.reversed() { rmdir(folder) }
            throw error
        }
    }

    /// Where files lie for a moment that nobody is to find.
    static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

    /// How many bytes there is room for on the disk of a folder; nil where that cannot be told.
    static func room(in folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        return Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize)).partialValue
    }

    private static func cannotMake(_ folder: String, _ code: Int32, for name: String) -> StorageError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull(name)
        case EACCES, EPERM, EROFS: .folderNotMade(folder, StorageError.reason(code), for: name)
        default: missingFolder(folder, for: name)
        }
    }

    /// Whether there is a folder at a path; a file in the place of one above it leaves none.
    private static func isFolder(_ path: String) throws(StorageError) -> Bool {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
        if [ENOENT, ENOTDIR].contains(errno) { return false }
        return try presence(path) == .folder
    }

    /// Makes sure that a file is a book that this program understands, without leaving a trace of having looked.
    ///
    /// It is SQLite that reads the first page, told that nothing changes, and never this program by itself: closing a file ends
    /// all locks that the process has on it, also those of another session of the same book.
    ///
    /// - Parameter newest: the latest version of a book's layout that is known.
    static func check(_ path: String, newest: Int) throws(StorageError) {
        let name = name(path)
        let size = try size(path)
        try checkBeside(path)
        // SQLite takes a file of one byte for an empty one, and deletes the journal of an empty file.
        if size <= 1, hasJournal(path) { throw .emptyFileWithJournal(name) }
        if size == 0 { throw .emptyFile(name) }
        if access(path, R_OK) != 0 { throw .unreadable(name, StorageError.reason(errno)) }
        let connection = try BookKeys.unlocking(path) { () throws(StorageError) in try BookConnection(path: path, access: .immutable, busyTimeout: 0) }
        defer { connection.close() }
        if hasJournal(path) { try checkHeader(connection, size, newest) } else { try checkWhole(connection, size, newest) }
    }

    /// Looks at a file that has no journal beside it, and so stands for itself.
    private static func checkWhole(_ connection: BookConnection, _ size: Int, _ newest: Int) throws(StorageError) {
        let name = name(connection.path)
        if let header = connection.encryption, size < VaultHeader.sizeOfBoth + header.pageSize { throw .damagedFile(name, "it ends after \(size) bytes") }
        let kind = try connection.integer("PRAGMA application_id")
        if size < smallestSize { throw .damagedFile(name, "it ends after \(size) bytes") }
        guard kind == BookHeader.applicationIDOfBooks else { throw .foreignDatabase(name) }
        let version = try connection.integer("PRAGMA user_version")
        if version > newest { throw .newer(name, version: version, known: newest) }
    }

    /// Looks at the marks of a file that has a journal beside it.
    ///
    /// The file alone may be half of one state and half of another, since a program was killed, or is at work, while it wrote the journal
    /// back; SQLite makes it whole as it opens both. Of the file only the first bytes count, and those of the journal count more.
    private static func checkHeader(_ connection: BookConnection, _ size: Int, _ newest: Int) throws(StorageError) {
        let name = name(connection.path)
        let inFile = BookHeader(try connection.firstBytes())
        guard let header = WriteAheadLog(beside: connection).header(over: inFile) else {
            throw size < smallestSize && inFile.isDatabase ? .damagedFile(name, "it ends after \(size) bytes") : .notADatabase(name)
        }
        guard header.isDatabase else { throw .notADatabase(name) }
        guard header.applicationID == BookHeader.applicationIDOfBooks else { throw .foreignDatabase(name) }
        if header.version > newest { throw .newer(name, version: header.version, known: newest) }
    }

    /// Whether a journal with something in it lies beside a file, or may: that of committed entries, or that of a change which was broken off.
    static func hasJournal(_ path: String) -> Bool { journalSize(path, "-wal") != 0 || journalSize(path, "-journal") != 0 }

    /// The bytes in a file beside a book; 0 where there is none, nil where the disk does not tell: then there may be entries in it.
    static func journalSize(_ path: String, _ suffix: String) -> Int? {
        var status = stat()
        if stat(path + suffix, &status) == 0 { return Int(status.st_size) }
        return [ENOENT, ENOTDIR, ENAMETOOLONG].contains(errno) ? 0 : nil
    }

    /// Whether the journal beside a file, or its index, is missing because no room is left for another file: SQLite does not say so, as it
    /// then looks whether there is one to read.
    static func hasNoRoomForJournal(_ path: String) -> Bool {
        guard ["-wal", "-shm"].contains(where: { access(path + $0, F_OK) != 0 }) else { return false }
        let trial = NewFile.draft(of: path), descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            unlink(trial)
            return false
        }
        return [ENOSPC, EDQUOT].contains(errno)
    }

    /// Makes sure that what lies beside a book under the names of its journals can be one.
    private static func checkBeside(_ path: String) throws(StorageError) {
        for suffix in ["-wal", "-shm", "-journal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0 else {
                // A link that leads nowhere is there, and no file. Another program may have made the file just now.
                if lstat(path + suffix, &status) == 0, status.st_mode & S_IFMT == S_IFLNK { throw .noFile(name(path), suffix, isFolder: false) }
                continue
            }
            if status.st_mode & S_IFMT != S_IFREG { throw .noFile(name(path), suffix, isFolder: status.st_mode & S_IFMT == S_IFDIR) }
            if access(path + suffix, R_OK) != 0, errno != ENOENT { throw .unreadableJournal(name(path), suffix, StorageError.reason(errno)) }
        }
    }

    /// How long a file is, which must be one.
    private static func size(_ path: String) throws(StorageError) -> Int {
        switch try presence(path) {
        case .nothing: throw .noSuchBook(path)
        case .folder: throw .isDirectory(path)
        case .file: break
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(name(path), StorageError.reason(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noRegularFile(path) }
        return Int(status.st_size)
    }

    /// The smallest page of SQLite.
    private static let smallestSize = 512

    /// Makes sure that SQLite can write a file, and its journal beside it.
    static func checkWritable(_ path: String) throws(StorageError) {
        if access(path, W_OK) != 0 { throw errno == EROFS ? .readOnlyFileSystem(name(path)) : .readOnlyFile(name(path)) }
        if access(folder(path), W_OK) != 0 { throw .readOnlyFolder(name(path), folder: folder(path)) }
        for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 && access(path + suffix, W_OK) != 0 {
            throw .readOnlyJournal(name(path), suffix)
        }
    }

    /// How a file is opened for reading: where it or its folder may not be written and no journal is to be read with it, as one that
    /// cannot change, since SQLite would have to write beside it otherwise.
    static func readingAccess(_ path: String) -> SQLiteAddress.Access {
        let isWritable = access(path, W_OK) == 0 && access(folder(path), W_OK) == 0
        return isWritable || hasJournal(path) ? .readOnly : .immutable
    }

    /// Makes sure that a new file of that name would not take over the journal of one that is gone.
    static func checkNoJournal(at path: String) throws(StorageError) {
        for suffix in ["-wal", "-journal"] where journalSize(path, suffix) != 0 {
            // A file that was made a moment ago by somebody else has its own journal; it is told of in other words.
            if try presence(path) == .nothing { throw .orphanedJournal(name(path), suffix) }
        }
    }

    /// Makes sure that nothing is in the way of a new file of that name: no journal of one that is gone, and nothing else under the names that
    /// its own journals will have.
    static func checkFree(_ path: String) throws(StorageError) {
        try checkBeside(path)
        try checkNoJournal(at: path)
    }

    /// Makes an empty file that nobody but its owner can read, whatever the system is told about new files; what SQLite makes beside a
    /// file gets the same permissions.
    ///
    /// - Parameter encryption: the header that an encrypted one begins with, twice.
    static func makePrivate(_ path: String, _ encryption: VaultHeader? = nil) throws(StorageError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw errno == EACCES ? .closedFolder(name(path), folder: folder(path)) : .system(name(path), errno) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw .system(name(path), errno) }
        guard let header = encryption?.bytes else { return }
        errno = ENOSPC
        guard write(descriptor, header + header, 2 * header.count) == 2 * header.count else { throw .system(name(path), errno) }
    }

    /// Makes sure that what was written to a file or a folder will be there after a power failure.
    static func synchronize(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .system(name(path), errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(name(path), errno) }
    }
}
