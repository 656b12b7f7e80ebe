import Foundation
import LuaKit
public import Storage
import Values

/// Opening and closing books.
extension Runtime {
    /// Opens the book of a file and makes it the current one; a path that does not exist becomes a new book as soon as something is recorded.
    ///
    /// - Parameter makesFolder: whether the folders above a new book are made with it.
    public func openBook(at path: String, makesFolder: Bool = false) throws {
        let mode: Book.Mode = configuration.isSandboxed ? .readOnly : .onFirstAct, path = files.resolved(path)
        var options = Book.Options()
        options.makesFolder = makesFolder
        do {
            try use(Book.open(path: path, mode: mode, options: options, clock: configuration.clock))
        } catch let error as StorageError where error.kind == .notABook {
            throw StorageError(.notABook, error.message, hint: Self.hint(forNoBook: path) ?? error.hint)
        }
    }

    /// What to do with a file that is no book, where it may be one to import.
    private static func hint(forNoBook path: String) -> String? {
        guard let start = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 16), !start.isEmpty, !ForeignTable.isFile(Array(start)) else { return nil }
        return "To read what it holds into a book: luca import \(SafeText.shellWord(path))"
    }

    /// Refuses a file that is a book, or belongs to one, as a place for anything else.
    public func checkWriting(_ path: String) throws { try files.checkOpening(path, forWriting: true) }

    /// Makes a book that is kept in memory only the current one.
    public func openMemoryBook(named name: String) throws {
        try use(Book.inMemory(name: name, clock: configuration.clock))
    }

    /// Makes an open book the current one.
    @discardableResult
    func use(_ book: Book) throws -> BookObject {
        let opened = try register(book)
        self.book = book
        try lua.set("book", .object(LuaObject(type: .book, instance: opened)), builtin: true)
        return opened
    }

    /// Takes a book into the session, and into the act that is running.
    func register(_ book: Book) throws -> BookObject {
        if let known = openBooks.first(where: { $0.book === book }) { return known }
        book.shouldStop = { LuaState.isInterrupted }
        let opened = BookObject(book)
        openBooks.append(opened)
        if actDepth > 0 { opened.begin(currentSource) }
        if isDryRun { book.keepActLog() }
        return opened
    }

    /// The current book, or an error that says how to open one.
    public func requireBook() throws -> Book {
        if let book { return book }
        throw LuaMisuse("no book is open", hint: "open one with open(\"family.luca\")", kind: "no_book")
    }

    /// Closes every book; what was not committed is forgotten.
    public func close() {
        for opened in openBooks { opened.book.close() }
        openBooks = []
        book = nil
    }
}
