import Foundation

/// Keeps everything that writes files off books: exports, lists, histories, copies, and what scripts open by themselves.
///
/// A book is told by what is in the file and not by its name, so a link to it is refused as well. SQLite keeps further files beside a book,
/// and what is written in their place destroys the book as surely.
public enum BookGuard {
    /// Why a file is left alone, in a sentence, and what to do instead.
    public struct Refusal: Hashable, Sendable {
        /// What the file is.
        public let message: String
        /// What to do instead.
        public let hint: String
    }

    /// Why nothing may be written to a path; nil where something may, also where there is nothing yet.
    ///
    /// - Parameter open: the files of the books that this program has open. They are told by their place on the disk: to open and close
    ///   such a file would end the locks that SQLite holds on it.
    public static func refusalToWrite(_ path: String, open: [String] = []) -> Refusal? {
        if let refusal = refusalToTouch(path, open: open) { return refusal }
        if isBook(path) {
            return Refusal(
                message: "\(path) is a luca book, and nothing else is written over one", hint: "choose another name; luca backup FILE makes a copy of a book")
        }
        return refusalOfPart(path)
    }

    /// Why a path is not to be read, written, moved or removed either: it is a book that this program has open, or belongs to one.
    public static func refusalToTouch(_ path: String, open: [String]) -> Refusal? {
        if open.isEmpty { return nil }
        let place = Place(path)
        for book in open {
            for suffix in [""] + suffixes where place == Place(book + suffix) {
                let what = suffix.isEmpty ? "is the book that is open" : "belongs to the book \(BookFile.name(book)), which is open"
                return Refusal(message: "\(path) \(what)", hint: "choose another name; luca backup FILE makes a copy of a book")
            }
        }
        return nil
    }

    /// Why a path is no place for a file of its own: SQLite keeps a part of a book there.
    static func refusalOfPart(_ path: String) -> Refusal? {
        let place = Place(path).path
        guard let suffix = suffixes.first(where: place.hasSuffix) else { return nil }
        let book = String(place.dropLast(suffix.count))
        guard isBook(book) else { return nil }
        return Refusal(message: "\(path) is where the book \(BookFile.name(book)) keeps a part of itself", hint: "choose another name")
    }

    /// What SQLite puts behind the name of a file for those beside it.
    private static let suffixes = ["-wal", "-shm", "-journal"]

    /// Whether a file, not open in this program, says of itself that it is a book.
    public static func isBook(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // The beginning of every file of SQLite's, and the number at byte 68 that says whose it is.
        var header = [UInt8](repeating: 0, count: 72)
        guard pread(descriptor, &header, header.count, 0) == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else { return false }
        return header[68...].reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
    }

    /// Where a path leads: to a file, whatever it is called, or to a name that nothing has yet.
    private struct Place: Equatable {
        let path: String
        private var file: (device: UInt64, number: UInt64)?

        init(_ path: String) {
            self.path = Self.canonical(path)
            var status = stat()
            if stat(path, &status) == 0 { file = (UInt64(status.st_dev), UInt64(status.st_ino)) }
        }

        static func == (a: Place, b: Place) -> Bool {
            if let one = a.file, let other = b.file { return one == other }
            return a.path == b.path
        }

        /// The path without links, also where its last name leads to nothing.
        private static func canonical(_ path: String, links: Int = 40) -> String {
            if let real = realpath(path, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            let folder = BookFile.folder(path), name = BookFile.name(path)
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path, &target, target.count - 1)
            if length > 0, links > 0 {
                let text = String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
                return canonical(text.hasPrefix("/") ? text : "\(folder)/\(text)", links: links - 1)
            }
            guard let real = realpath(folder, nil) else { return path }
            defer { free(real) }
            let root = String(cString: real)
            return root == "/" ? "/\(name)" : "\(root)/\(name)"
        }
    }
}
