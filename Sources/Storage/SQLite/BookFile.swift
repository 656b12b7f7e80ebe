import Foundation

/// What can be told of a book's file before it is opened as one.
enum BookFile {
    /// The last part of a path, which is what people call the book.
    static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The folder that a path lies in.
    static func folder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path from the root, so that it means the same whatever the program does to its working folder; that of the file itself
    /// where the path leads to a link, because SQLite keeps its journal beside the file and not beside the link.
    static func absolute(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// Makes a folder and those above it, for nobody else, where they are missing; what cannot be made shows when a file in it is.
    ///
    /// Returns those that were made, the outermost first.
    static func makeFolder(_ path: String) -> [String] {
        var place = "", made: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            place += part + "/"
            if !part.isEmpty, mkdir(place, 0o700) == 0 { made.append(place) }
        }
        return made
    }

    /// What is at a path.
    enum Presence: Equatable { case nothing, folder, file }

    /// Looks whether there is something at a path.
    static func presence(_ path: String) throws(StorageError) -> Presence {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
        switch errno {
        case ENOENT: return .nothing
        case ENOTDIR: throw .noSuchFolder(folder(path), for: name(path))
        default: throw .unreadable(name(path), reason(errno))
        }
    }

    /// Makes sure that a file is a book that this program understands, without leaving a trace of having looked.
    ///
    /// It is SQLite that reads the first page, told that nothing changes, and never this program by itself: closing a file ends
    /// all locks that the process has on it, also those of another session of the same book.
    static func check(_ path: String, schema: Schema) throws(StorageError) {
        let name = name(path)
        let size = try size(path)
        if size == 0 { throw .emptyFile(name) }
        if access(path, R_OK) != 0 { throw .unreadable(name, reason(errno)) }
        let connection = try SQLiteConnection(path: path, access: .immutable, busyTimeout: 0)
        defer { connection.close() }
        let kind = try connection.integer("PRAGMA application_id")
        if size < smallestSize { throw .damagedFile(name, "it ends after \(size) bytes") }
        guard kind == Schema.applicationID else { throw .foreignDatabase(name) }
        // Another session may have migrated the file and not yet written it back: the answer counts only where it is too new already.
        let version = try connection.integer("PRAGMA user_version")
        if version > schema.number { throw .newer(name, version: version, known: schema.number) }
    }

    /// How long a file is, which must be one.
    private static func size(_ path: String) throws(StorageError) -> Int {
        switch try presence(path) {
        case .nothing: throw .noSuchBook(path)
        case .folder: throw .isDirectory(path)
        case .file: break
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(name(path), reason(errno)) }
        return Int(status.st_size)
    }

    /// The smallest page of SQLite.
    private static let smallestSize = 512

    /// Makes sure that SQLite can write a file, and its journal beside it.
    static func checkWritable(_ path: String) throws(StorageError) {
        if access(path, W_OK) != 0 { throw .readOnlyFile(name(path)) }
        if access(folder(path), W_OK) != 0 { throw .readOnlyFolder(name(path), folder: folder(path)) }
    }

    /// Whether nothing beside a file can be written, and no journal is there to be read either.
    static func isFrozen(_ path: String) -> Bool {
        access(folder(path), W_OK) != 0 && access(path + "-wal", F_OK) != 0
    }

    /// Makes sure that what was written to a file or a folder will be there after a power failure.
    static func synchronize(_ path: String) throws(StorageError) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw .system(name(path), errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(name(path), errno) }
    }

    /// What the system says of an error number.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
