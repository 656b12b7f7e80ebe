import LuaKit
public import Storage

/// Opening and closing books.
extension Runtime {
    /// Opens the book of a file and makes it the current one; a path that does not exist becomes a new book.
    public func openBook(at path: String) throws {
        let mode: Book.Mode = configuration.isSandboxed ? .readOnly : .readWrite
        try use(Book.open(path: files.resolved(path), mode: mode, clock: configuration.clock))
    }

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
        book.shouldStop = { [weak lua] in LuaState.isInterrupted || lua?.isPastDeadline == true }
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
