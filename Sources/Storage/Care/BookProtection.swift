import Glibc
import SQLite
import Values

/// Refuses to let anything but the book itself write to a book's files: exports, lists, histories, copies, and files that scripts open.
///
/// A book is told by what is in the file and not by its name, so a link to it is refused as well. SQLite keeps further files beside a book,
/// and what is written in their place destroys the book as surely.
public enum BookProtection {
    /// Why a file is left alone, in a sentence, and what to do instead.
    public struct Refusal: Hashable, Sendable {
        /// What the file is.
        public let message: String
        /// What to do instead.
        public let hint: String
    }

    /// Why nothing may be written to a path; nil where something may, also where there is nothing yet. A path is taken as the system gets
    /// it, since the names of files need be no UTF-8; a text is handed over as it is.
    ///
    /// - Parameter open: the files of the books that this program has open. They are told by their place on the disk: to open and close
    ///   such a file would end the locks that SQLite holds on it.
    public static func refusalToWrite(_ path: UnsafePointer<CChar>, open: [String] = []) -> Refusal? {
        if let refusal = refusalToTouch(path, open: open) { return refusal }
        if isBook(path) {
            return Refusal(
                message: "\(shown(path)) is a luca book, and nothing else is written over one", hint: "choose another name; \(copying(shown(path)))")
        }
        return refusalOfPart(path, open: open)
    }

    /// Why a path is not to be read, written, moved or removed either: it is a book that this program has open, or belongs to one.
    public static func refusalToTouch(_ path: UnsafePointer<CChar>, open: [String]) -> Refusal? {
        if open.isEmpty { return nil }
        let place = Place(path)
        for book in open {
            for suffix in [""] + suffixes where place == Place(book + suffix) {
                let what = suffix.isEmpty ? "is the book that is open" : "belongs to the book \(BookFile.name(book)), which is open"
                return Refusal(message: "\(shown(path)) \(what)", hint: "choose another name; \(copying(book))")
            }
        }
        return nil
    }

    /// Why a path is no place for a file of its own: SQLite keeps a part of a book there.
    static func refusalOfPart(_ path: UnsafePointer<CChar>, open: [String] = []) -> Refusal? {
        let place = Place(path).path
        guard let suffix = suffixes.first(where: { place.suffix($0.utf8.count).elementsEqual($0.utf8) }) else { return nil }
        let book = place.dropLast(suffix.utf8.count).map { CChar(bitPattern: $0) } + [0]
        // One that is open is known by its place.
        guard open.contains(where: { Place($0) == Place(book) }) || isBook(book) else { return nil }
        return Refusal(message: "\(shown(path)) is where the book \(BookFile.name(shown(book))) keeps a part of itself", hint: "choose another name")
    }

    /// What makes a copy of a book.
    private static func copying(_ book: String) -> String { "luca backup FILE --book \(SafeText.shellWord(book)) makes a copy of the book" }

    /// A path as it is told in a sentence.
    private static func shown(_ path: UnsafePointer<CChar>) -> String { String(cString: path) }

    /// What SQLite puts behind the name of a file for those beside it.
    private static let suffixes = ["-wal", "-shm", "-journal"]

    /// Whether a file says of itself that it is a book.
    ///
    /// It is SQLite that opens it, and never this program by itself: closing a file ends all locks that the process has on it, and it may
    /// be a book that is open, under whatever name.
    public static func isBook(_ path: UnsafePointer<CChar>) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = realpath(path, nil) else { return false }
        defer { free(real) }
        let address = SQLiteAddress(UnsafeRawBufferPointer(start: real, count: strlen(real)), access: .immutable)
        let connection: BookConnection
        do throws(StorageError) { connection = try BookConnection(path: shown(real), address: address, access: .immutable, busyTimeout: 0) } catch {
            // A book that is encrypted, whether or not anybody can open it.
            return error.isOfEncryptedBook
        }
        defer { connection.close() }
        guard let header = (try? connection.firstBytes()).map(BookHeader.init) else { return false }
        return header.isDatabase && header.applicationID == BookHeader.applicationIDOfBooks
    }

    /// Where a path leads: to a file, whatever it is called, or to a name that nothing has yet.
    private struct Place: Equatable {
        /// Its bytes, without links as far as it leads to something.
        let path: [UInt8]
        private var file: (device: UInt64, number: UInt64)?

        init(_ path: UnsafePointer<CChar>) {
            self.path = Self.canonical(path)
            var status = stat()
            if stat(path, &status) == 0 { file = (UInt64(status.st_dev), UInt64(status.st_ino)) }
        }

        static func == (a: Place, b: Place) -> Bool {
            if let one = a.file, let other = b.file { return one == other }
            return a.path == b.path
        }

        /// The path without links, also where its last name leads to nothing.
        private static func canonical(_ path: UnsafePointer<CChar>, links: Int = 40) -> [UInt8] {
            if let real = realpath(path, nil) {
                defer { free(real) }
                return bytes(real)
            }
            let whole = bytes(path), slash = whole.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { $0 == 0 ? [UInt8(ascii: "/")] : Array(whole[..<$0]) } ?? [UInt8(ascii: ".")]
            var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(path, &target, target.count - 1)
            if length > 0, links > 0 {
                let next = target[0] == UInt8(ascii: "/") ? Array(target[..<length]) : folder + [UInt8(ascii: "/")] + target[..<length]
                return canonical(terminated(next), links: links - 1)
            }
            guard let real = realpath(terminated(folder), nil) else { return whole }
            defer { free(real) }
            let name = whole[(slash.map { $0 + 1 } ?? 0)...]
            return strlen(real) == 1 ? bytes(real) + name : bytes(real) + [UInt8(ascii: "/")] + name
        }

        private static func bytes(_ path: UnsafePointer<CChar>) -> [UInt8] { [UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path))) }

        private static func terminated(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
    }
}
