import FoundationEssentials
import LuaKit
import Session
import Storage
import Values

/// The books that `book=` names, in the order of their names.
///
/// Of a book on a server these are the books of that server that the login sees. Of any other they are the books that the session has open, by the
/// names of their files without `.luca`; a file beside the current book may be named too, but is none of `"*"`, since it may be a copy.
struct BookChoice {
    /// A book, and what the column `book` calls it.
    struct Wanted {
        let label: String
        let source: Source
    }

    /// Where a book is.
    enum Source {
        /// The session has it open.
        case open(Book)
        /// It is a file that the session does not have open.
        case file(String)
        /// The server of the current book has it.
        case server(BookListing)
    }

    /// The books, each once.
    let books: [Wanted]
    /// The book whose server is asked.
    let asker: Book

    /// Reads the choice from a call.
    ///
    /// - Throws: a misuse of the kind `unknown_book` with the nearest name.
    init(_ call: LuaCall) throws {
        asker = try call.book()
        let names = try BookNames(asker, call.runtime)
        let wanted = try Self.wanted(call)
        var chosen: [Wanted] = []
        for one in wanted {
            switch one {
            case .name("*"): chosen += names.all
            case .name(let name): chosen += try names.books(name) ?? { throw names.unknown(name, call) }()
            case .book(let book): chosen.append(names.all.first { $0.isBook(book) } ?? Wanted(label: book.plainName, source: .open(book)))
            }
        }
        var seen: Set<String> = []
        books = chosen.filter { seen.insert($0.label).inserted }.sorted { $0.label.utf8.lexicographicallyPrecedes($1.label.utf8) }
        if books.isEmpty { throw LuaMisuse("\(call.name): there is no book to ask", field: "book", kind: "unknown_book") }
    }

    private enum Named {
        case name(String)
        case book(Book)
    }

    private static func wanted(_ call: LuaCall) throws -> [Named] {
        let mismatch = call.mismatch("book", expected: "the name of a book, a list of names or \"*\"")
        func named(_ value: LuaValue) throws -> Named {
            switch value {
            case .string(let name): return .name(name)
            case .object(let object) where object.type == .book: return .book(unsafeDowncast(object.instance, to: OpenBook.self).book)
            default: throw mismatch
            }
        }
        let value = try call.argument("book")
        guard case .table = value else { return [try named(value)] }
        guard value.array?.isEmpty == false, let items = try value.items(of: "\(call.name): book", field: "book") else { throw mismatch }
        return try items.map(named)
    }
}

extension BookChoice.Wanted {
    /// Whether it is a book that the session has open.
    func isBook(_ other: Book) -> Bool {
        if case .open(let book) = source { return book === other }
        return false
    }
}

/// The names that books have in a session.
package struct BookNames {
    /// The books that `"*"` stands for.
    let all: [BookChoice.Wanted]
    /// Further books that may be named.
    private let beside: [BookChoice.Wanted]
    /// Books of a server by their ids too.
    private let ids: [String: BookChoice.Wanted]

    /// The names of the books that a question of one may be asked of as well.
    init(_ book: Book, _ runtime: Runtime) throws {
        let open = runtime.books.all.filter { $0.loss == nil }.map(\.book)
        if let listings = try book.listings() {
            (all, ids) = Self.ofServer(listings, open + [book])
            beside = []
        } else {
            let known = open.contains { $0 === book } ? open : open + [book]
            all = Self.ofSession(known)
            beside = Self.files(beside: book, runtime, except: all)
            ids = [:]
        }
    }

    private static func ofServer(_ listings: [BookListing], _ open: [Book]) -> ([BookChoice.Wanted], [String: BookChoice.Wanted]) {
        let counts = Dictionary(listings.map { ($0.name, 1) }, uniquingKeysWith: +)
        var ids: [String: BookChoice.Wanted] = [:]
        let all = listings.map { listing in
            let label = counts[listing.name] == 1 ? listing.name : "\(listing.name) \(listing.id)"
            let source = open.first { $0.serverID == listing.id }.map { BookChoice.Source.open($0) } ?? .server(listing)
            let wanted = BookChoice.Wanted(label: label, source: source)
            ids[listing.id] = wanted
            return wanted
        }
        return (all, ids)
    }

    private static func ofSession(_ open: [Book]) -> [BookChoice.Wanted] {
        let counts = Dictionary(open.map { ($0.plainName, 1) }, uniquingKeysWith: +)
        return open.enumerated().map { place, book in
            let label = book.plainName
            let isAlone = counts[label] == 1
            return BookChoice.Wanted(label: isAlone ? label : book.path ?? "\(label) \(place + 1)", source: .open(book))
        }
    }

    /// The books in the folder of one that the session does not have open.
    private static func files(beside book: Book, _ runtime: Runtime, except open: [BookChoice.Wanted]) -> [BookChoice.Wanted] {
        guard !runtime.configuration.isSandboxed, let path = book.path, let slash = path.lastIndex(of: "/") else { return [] }
        let folder = String(path[...slash])
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".luca") && !$0.hasPrefix(".") }.sorted()
        return names.compactMap { name in
            let isOpen = open.contains { wanted in
                if case .open(let book) = wanted.source { return book.isFile(at: folder + name) }
                return false
            }
            return isOpen ? nil : BookChoice.Wanted(label: String(name.dropLast(5)), source: .file(folder + name))
        }
    }

    /// The book of a name; nil where there is none.
    func book(_ name: String) -> BookChoice.Wanted? {
        let plain = name.hasSuffix(".luca") ? String(name.dropLast(5)) : name
        return all.first { $0.label == name } ?? beside.first { $0.label == name } ?? ids[name.lowercased()] ?? all.first { $0.label == plain }
            ?? beside.first { $0.label == plain }
            ?? all.first {
                if case .open(let book) = $0.source { return book.name == name || book.path == name }
                return false
            }
    }

    /// The books of a name, or of several with commas between them, as sentences say them; nil where one of them has none.
    func books(_ name: String) -> [BookChoice.Wanted]? {
        if let one = book(name) { return [one] }
        let parts = name.split(separator: ",").map { String($0.trimmed) }
        let found = parts.count > 1 ? parts.compactMap(book) : []
        return found.isEmpty || found.count < parts.count ? nil : found
    }

    /// All names, in their order.
    var names: [String] { (all + beside).map(\.label).sorted() }

    /// What is said of a name that no book has.
    func unknown(_ name: String, _ call: LuaCall) -> LuaMisuse {
        let known = names
        let list = known.prefix(10).joined(separator: ", ") + (known.count > 10 ? " and \(known.count - 10) more" : "")
        let hint = [Suggestion(for: name, in: known)?.question, "there \(known.count == 1 ? "is" : "are") \(list)"].compactMap(\.self).joined(separator: "; ")
        return LuaMisuse("\(call.name): there is no book \(quoted(name))", field: "book", hint: hint, kind: "unknown_book")
    }
}

extension Runtime {
    /// The names that `book=` takes, for completion; none where the books cannot be told.
    public var bookNames: [String] {
        guard let book else { return [] }
        return (try? BookNames(book, self).names) ?? []
    }
}
