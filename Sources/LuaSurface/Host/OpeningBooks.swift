import FoundationEssentials
import Glibc
import Ledger
import LuaKit
import Session
public import Storage
import Values

/// Opening and closing books.
extension Runtime {
    /// Opens the book of a file and makes it the current one; a path that does not exist becomes a new book as soon as something is recorded.
    ///
    /// - Parameter makesFolder: whether the folders above a new book are made with it.
    public func openBook(at path: String, makesFolder: Bool = false) throws {
        let isOnServer = Book.isServerAddress(path), path = isOnServer ? path : files.resolved(path)
        books.missingPath = isOnServer || configuration.isSandboxed || files.isThere(path) ? nil : path
        try use(open(path, makesFolder: makesFolder, onFirstAct: true))
    }

    /// Opens a book without taking it into the session. In a sandbox it is opened for reading only; elsewhere for writing where the system permits
    /// it, and a notice says where not.
    package func open(_ path: String, makesFolder: Bool = false, onFirstAct: Bool = false) throws -> Book {
        if Book.isServerAddress(path) { return try openOnServer(path) }
        do { return try openFile(path, makesFolder: makesFolder, onFirstAct: onFirstAct) } catch let error as StorageError where error.kind == .notABook {
            throw StorageError(.notABook, error.message, hint: hint(forNoBook: path) ?? error.hint)
        }
    }

    private func openFile(_ path: String, makesFolder: Bool, onFirstAct: Bool) throws -> Book {
        // One whose file was lost lets go of its journal, which would be in the way of a new one.
        for opened in books.all where opened.loss != nil && opened.book.isFile(at: path) { opened.book.close() }
        if configuration.isSandboxed {
            let book = try Book.open(path: path, mode: .readOnly, clock: configuration.clock)
            book.host.largestAnswer = Self.largestSandboxedAnswer
            return book
        }
        var options = Book.Options(seenFolder: configuration.seenFolder)
        options.backups = backupPlan
        options.makesFolder = makesFolder
        let book = try Book.openAsPermitted(path: path, mode: onFirstAct ? .onFirstAct : .readWrite, options: options, clock: configuration.clock)
        if let reason = book.readOnlyReason {
            notice("\(reason.message) It is open for reading only\(reason.kind == .diskFull ? " until there is room again" : "").")
        }
        tellHistory(of: book)
        for name in book.journalsSetAside {
            notice(
                "\(name) lies beside the book: the journal of a file in its place that was overwritten while it was open. It may hold entries; keep it until you know that none is missing, then remove it."
            )
        }
        return book
    }

    /// Opens a book of a server, by its address. Whoever may only read it is told so by what they try to record; that it was moved is told at once.
    private func openOnServer(_ address: String) throws -> Book {
        if configuration.isSandboxed { throw LuaMisuse("a sandboxed script reaches no server", hint: "run it without --sandbox if you trust it", kind: "refused") }
        let options = Book.Options(seenFolder: configuration.seenFolder)
        let book = try Book.open(server: address, isOffline: configuration.isOffline, options: options, clock: configuration.clock)
        if let reason = book.readOnlyReason, reason.kind == .replaced { notice(reason.message) }
        tellHistory(of: book)
        return book
    }

    /// Tells what is wrong with a book by what this machine remembers of it.
    private func tellHistory(of book: Book) {
        if let found = book.historyNotice { notice([found.message, found.hint].compactMap(\.self).joined(separator: " ")) }
    }

    /// Opens a book from its bytes, for reading, and makes it the current one. Whoever calls keeps them as they are.
    public func openBook(image: UnsafeRawBufferPointer, named path: String) throws {
        try use(Book.open(image: image, named: path, clock: configuration.clock))
    }

    /// The most bytes that the answer to an SQL query may take in a sandbox; it bounds SQLite's work too. Lua's own limits do not reach there.
    package static let largestSandboxedAnswer = 100_000_000

    /// A hint for a file that is no book but may be one to import, such as a text or an archive; nil for others.
    private func hint(forNoBook path: String) -> String? {
        guard let start = files.beginning(of: path, count: 64), !start.isEmpty else { return nil }
        let isArchive = start.starts(with: "PK\u{3}\u{4}".utf8) || start.starts(with: [0x1F, 0x8B])
        guard isArchive || start.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
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
    package func use(_ book: Book) throws -> OpenBook {
        let opened = try register(book)
        books.current = book
        try lua.set("book", .object(LuaObject(type: .book, instance: opened)), builtin: true)
        return opened
    }

    /// Takes a book into the session and, if an act is running, into that act. A book that is known already is given back.
    package func register(_ book: Book) throws -> OpenBook {
        if let known = books.all.first(where: { $0.book === book }) { return known }
        book.host.shouldStop = { [weak lua] in lua?.dueStop != nil }
        book.host.progress = console.progress
        book.host.userName = configuration.userName
        book.host.makeRoom = { [weak self] in self?.part { EarlierAnswers() }.forgetLarge() }
        let opened = OpenBook(book)
        book.host.mayRecord = { [unowned self, unowned book, weak opened] in
            try checkMayRecord(in: book)
            opened?.beginRecording()
        }
        books.all.append(opened)
        if running.depth > 0 { opened.begin(running.source) }
        if isDryRun { book.keepActLog() }
        return opened
    }

    /// The current book, or an error that says how to open one.
    public func requireBook() throws -> Book {
        if let book {
            if !books.isAsked { books.isAsked = true }
            return try checked(book)
        }
        throw LuaMisuse("no book is open", hint: "open one with open(\"family.luca\")", kind: "no_book")
    }

    /// Whether one of the books that are open is encrypted on the disk.
    public var hasEncryptedBook: Bool { books.all.contains { $0.book.isEncrypted } }

    /// A sentence that the book has no file yet and what may have been meant. nil where there is a file, or where the session was asked nothing about
    /// the book.
    public var missingBook: String? { books.isAsked ? unmadeBook : nil }

    /// The same sentence whether anything was asked or not. After this, neither gives it again.
    public func tellUnmadeBook() -> String? {
        defer { books.missingPath = nil }
        return unmadeBook
    }

    private var unmadeBook: String? {
        guard let path = books.missingPath, book?.isFile(at: path) == true else { return nil }
        return unmadeBook(at: path)
    }

    /// A sentence that there is no book at a path yet and what may have been meant; nil where there is one.
    package func unmadeBook(at path: String) -> String? {
        if Book.isServerAddress(path) || files.isThere(path) { return nil }
        let slash = path.lastIndex(of: "/"), name = String(path[(slash.map(path.index(after:)) ?? path.startIndex)...])
        let folder = slash.map { String(path[...$0]) } ?? ""
        let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []).filter { $0.hasSuffix(".luca") && !$0.hasPrefix(".") }
        var instead = nearestName(to: name, in: others).map { Suggestion(folder + $0).clause } ?? ""
        if instead.isEmpty, others.count == 1 { instead = "; there is \(folder)\(others[0])" }
        return "there is no book at \(path) yet; it is made with the first entry\(instead)"
    }

    /// The book, if it can still be read.
    ///
    /// - Throws: `StorageError` where its file was found to be gone or replaced.
    func checked(_ book: Book) throws -> Book {
        if let loss = books.all.first(where: { $0.book === book })?.loss { throw loss }
        return book
    }

    /// Reads what other programs have recorded in the open books. A book whose file was lost does not keep the others from being used; the error is
    /// given when that book is asked.
    package func refreshBooks() throws {
        for opened in books.all {
            do {
                try opened.book.refresh()
                opened.loss = nil
                try tellNews(of: opened.book)
            } catch let error as StorageError where [.replaced, .newer, .closed].contains(error.kind) {
                opened.loss = error
            }
        }
    }

    /// Tells in a line what others recorded meanwhile, and what came up while something was recorded.
    package func tellNews(of book: Book) throws {
        for note in book.takeNotes() { notice(note) }
        guard let news = try book.takeNews() else { return }
        func list(_ texts: [String]) -> String { texts.prefix(3).joined(separator: ", ") + (texts.count > 3 ? " and \(texts.count - 3) more" : "") }
        let who = news.people.isEmpty ? "somebody" : list(news.people)
        let what = news.entries == 1 ? "entry \(news.first.rawValue)" : "\(news.entries) entries, \(news.first.rawValue) to \(news.last.rawValue),"
        notice("\(who) recorded \(what) in \(book.name) meanwhile (\(list(news.sources)))")
    }

    /// Refuses to record in a second book within one act: two files cannot be written as one, and a failure between them would leave half of the act.
    /// A `whatif` may touch several.
    ///
    /// - Throws: a misuse of the kind `several_books`.
    private func checkMayRecord(in book: Book) throws {
        if running.branches.contains(where: { $0.isTrial && !$0.isRehearsalOfAct }) { return }
        guard let first = books.all.first(where: { $0.book !== book && $0.book.hasRecorded })?.book else { return }
        let what = running.source.hasPrefix("script ") ? "script" : running.source.hasPrefix("recurring ") ? "rule" : "statement"
        let script = book.path.map { ", or by a script of its own: luca run --book \($0) SCRIPT" } ?? ""
        throw LuaMisuse(
            "\(book.name) cannot be written here, because this \(what) has written \(first.name): what it records is kept wholly or not at all, and that holds for one book",
            hint: "write each book by a statement of its own\(script)", kind: "several_books")
    }

    /// Closes one book, of which the session knows no more.
    package func letGo(of book: Book) {
        book.close()
        books.all.removeAll { $0.book === book }
        if books.current === book { books.current = nil }
    }

    /// Closes every book. What the running act recorded is forgotten.
    public func close() {
        for opened in books.all { opened.book.close() }
        books.all = []
        books.current = nil
    }

    /// The names of the current book's accounts.
    public var accountNames: [String] { (try? book?.definitions.accounts.map(\.name).filter { !$0.isEmpty }) ?? [] }
    /// The symbols of the current book's instruments.
    public var symbols: [String] { (try? book?.definitions.instruments.map(\.symbol)) ?? [] }
}
