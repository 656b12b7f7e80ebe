import Foundation

/// What can be told of a book's file without handing it to SQLite, which might write beside it.
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

    /// The path from the root, so that it means the same whatever the program does to its working folder.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
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

    /// Makes sure that a file is a book that this program understands, by its first hundred bytes alone.
    static func check(_ path: String, schema: Schema) throws(StorageError) {
        switch try presence(path) {
        case .nothing: throw .noSuchBook(path)
        case .folder: throw .isDirectory(path)
        case .file: break
        }
        let header = try header(path)
        let name = name(path)
        if header.isEmpty { throw .emptyFile(name) }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else { throw .notADatabase(name) }
        guard header.count == headerLength else { throw .damagedFile(name, "it ends after \(header.count) bytes") }
        guard number(header, at: 68) == Schema.applicationID else { throw .foreignDatabase(name) }
        // Another session may have migrated the file and not yet written it back: the answer counts only where it is too new already.
        let version = number(header, at: 60)
        if version > schema.number { throw .newer(name, version: version, known: schema.number) }
    }

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

    private static let headerLength = 100

    private static func header(_ path: String) throws(StorageError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(name(path), reason(errno)) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: headerLength)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .unreadable(name(path), reason(errno)) }
        return Array(bytes[..<count])
    }

    /// Four bytes of the header, highest first.
    private static func number(_ header: [UInt8], at offset: Int) -> Int {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
