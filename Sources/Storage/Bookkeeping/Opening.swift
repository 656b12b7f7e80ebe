import Values

/// Whether a book that was to be written may be, and how to try again.
struct WriteAccess {
    /// Why it is open for reading only though it was to be written; nil where it may be written, or was opened for reading.
    var refusal: StorageError?
    /// Opens the file for writing, of a book that could not be because its disk was full.
    var reopen: (() throws -> any BookStore)?
}

extension Book {
    /// What may be done with the file at a path.
    public enum Mode: String, CaseIterable, Sendable {
        /// Opens the book, and makes one where there is nothing yet.
        case readWrite
        /// Opens the book; where there is nothing yet, one is made by the first act that records something.
        case onFirstAct
        /// Opens the book for writing; where there is nothing, that is an error.
        case existing
        /// Makes a book; where there is something, that is an error.
        case create
        /// Opens the book without ever writing to it, also where the folder may only be read.
        case readOnly
    }

    /// How a book in a file is opened.
    public struct Options: Sendable {
        /// Seconds to wait for another program that is writing.
        public var busyTimeout: Double
        /// Whether, where and how long copies are kept that are made without being asked for, as before a file of an older version is brought up to date.
        public var backups: BackupPlan
        /// Where this machine remembers how books ended, so that one that was cut short or rewritten is noticed; nowhere if `nil`.
        public var seenFolder: String?
        /// Whether it remembers how this book ends, besides holding it against what it remembers.
        public var remembers = true
        /// Whether a plain file is opened in whose place this machine saw an encrypted one.
        public var takesPlain = false
        /// Whether `onFirstAct` makes the folders above the file too; else a folder that is not there is an error at once.
        public var makesFolder = false

        /// Ten seconds, backups beside the file, and nothing remembered, unless told otherwise.
        public init(busyTimeout: Double = 10, backupFolder: String? = nil, seenFolder: String? = nil) {
            self.busyTimeout = busyTimeout
            backups = BackupPlan(folder: backupFolder)
            self.seenFolder = seenFolder
        }
    }

    /// Opens the book in a file.
    ///
    /// Reads no more than the first page; the ledger is loaded when somebody asks for it.
    ///
    /// - Throws: `StorageError`; whatever is wrong with the file, it is left as it was.
    public static func open(path: String, mode: Mode = .readWrite, options: Options = Options(), clock: @escaping Clock) throws -> Book {
        try open(path: path, mode: mode, options: options, schema: .current, clock: clock)
    }

    /// Opens the book in a file for writing, and makes one where there is nothing; where it, its folder or its disk may only be read, or
    /// there is no room left on that, it is opened for reading, and `readOnlyReason` says why.
    ///
    /// - Throws: `StorageError`, as `open(path:mode:options:clock:)` does.
    public static func openAsPermitted(
        path: String, mode: Mode = .readWrite, options: Options = Options(), clock: @escaping Clock
    ) throws -> Book {
        do { return try open(path: path, mode: mode, options: options, clock: clock) } catch let error as StorageError where [.readOnly, .diskFull].contains(error.kind) {
            guard try BookFile.presence(BookFile.absolute(path)) == .file else { throw error }
            let book = try open(path: path, mode: .readOnly, options: options, clock: clock)
            guard error.kind == .diskFull, let file = book.path else {
                book.writeAccess.refusal = error
                return book
            }
            book.writeAccess.refusal = .noRoomToRecord(book.name)
            let link = BookFile.rooted(path)
            book.writeAccess.reopen = {
                try SQLiteStore.open(path: file, openedAs: link, readOnly: false, options: FileOptions(busyTimeout: options.busyTimeout)).asBook(clock: clock)
            }
            return book
        }
    }

    /// Makes sure that something can be recorded: a book that was opened for reading because its disk was full is opened for writing now,
    /// should there be room again.
    ///
    /// What this session knows of it stays true: the book must be as it was read. Whoever has it open goes on with the store that has it now.
    func regainWriting() throws {
        if !store.isReadOnly { return }
        guard let reopen = writeAccess.reopen else { throw refusalToWrite }
        let found: any BookStore
        do { found = try reopen() } catch let error as StorageError where error.kind == .diskFull { throw refusalToWrite }
        do {
            guard try isSame(found) else { throw StorageError.changedWhileRead(name) }
        } catch {
            found.close()
            throw error
        }
        (store, writeAccess) = (found, WriteAccess())
        // It reads through the store before, which closes, and lets go of what it has in memory, as the last lets go of it.
        market.forgetGraph()
    }

    /// What is said of writing to a book that is open for reading only.
    var refusalToWrite: StorageError { writeAccess.refusal.map(StorageError.notWritable) ?? .readOnlySession(name) }

    /// Whether a store has the book exactly as this one knows it.
    private func isSame(_ other: any BookStore) throws -> Bool {
        try other.identity() == store.identity() && other.head() == store.head() && other.quoteRevision() == store.quoteRevision()
            && other.rateRevision() == store.rateRevision()
    }

    /// Whether the file at a path is the one of this book, by whichever name.
    public func isFile(at path: String) -> Bool { self.path == BookFile.absolute(path) }

    /// The same with the versions of the file's layout that are known, for tests of those to come.
    static func open(
        path: String, mode: Mode, options: Options = Options(), schema: Schema, clock: @escaping Clock
    ) throws -> Book {
        let link = BookFile.rooted(path), path = BookFile.absolute(path)
        func openFile() throws(StorageError) -> any BookStore {
            let file = try SQLiteStore.open(
                path: path, openedAs: link, readOnly: mode == .readOnly, options: FileOptions(busyTimeout: options.busyTimeout), schema: schema
            ) { (version) throws(StorageError) in
                guard options.backups.isOn else { return }
                let backups = BackupFolder(options.backups.folder(of: path), bookPath: path)
                _ = try backups.add(.beforeVersion(schema.number), at: clock(), busyTimeout: options.busyTimeout)
            }
            return try file.asBook(clock: clock)
        }
        let store: any BookStore, isNew: Bool
        if mode == .onFirstAct, try isNothing(at: path, options) {
            store = FirstActStore(path: path, makesFolder: options.makesFolder, busyTimeout: options.busyTimeout, openFile: openFile)
            isNew = true
        } else {
            isNew = try makeIfWanted(path, mode, schema)
            store = try openFile()
        }
        let memory = options.seenFolder.map(MachineMemory.init(folder:))
        if !isNew, !options.takesPlain, !store.isEncrypted, let seen = memory?.memory(at: path), seen.isEncrypted, let last = seen.sightings.last {
            // What would be recorded in it, and its backups, would be plain without anybody's having meant that.
            store.close()
            throw StorageError.wasEncrypted(BookFile.name(path), at: path, on: last.seenAt.day)
        }
        let book = Book(store: store, path: path, backupPlan: options.backups, memory: memory, clock: clock)
        book.history.isNew = isNew
        book.journalsSetAside = FilePlace.journalsSetAside(of: path)
        try book.compareWithSeen()
        // What cannot be remembered keeps nobody from the book.
        if options.remembers { try? book.remember() } else { book.history.memory = nil }
        return book
    }

    /// Whether a book could be made at a path and is not there yet.
    private static func isNothing(at path: String, _ options: Options) throws(StorageError) -> Bool {
        guard try BookFile.presence(path) == .nothing else { return false }
        let folder = BookFile.folder(path)
        if !options.makesFolder, try BookFile.presence(folder) != .folder { throw BookFile.missingFolder(folder, for: BookFile.name(path)) }
        try BookFile.checkFree(path)
        if let refusal = BookProtection.refusalOfPart(path) { throw StorageError(.misuse, refusal.message, hint: refusal.hint) }
        return true
    }

    /// Makes the file where that is wanted; whether it did.
    private static func makeIfWanted(_ path: String, _ mode: Mode, _ schema: Schema) throws(StorageError) -> Bool {
        switch (mode, try BookFile.presence(path)) {
        case (.readWrite, .nothing):
            do throws(StorageError) { try SQLiteStore.create(path: path, schema: schema) } catch {
                // Two programs that start at the same moment: one of them makes the book, and both open it.
                guard error.kind == .alreadyExists, try BookFile.presence(path) == .file else { throw error }
            }
            return true
        case (.create, .nothing):
            try SQLiteStore.create(path: path, schema: schema)
            return true
        case (.create, .file), (.create, .folder):
            throw .alreadyExists(BookFile.name(path), hint: "Open it, or choose another name.")
        case (.readWrite, _), (.onFirstAct, _), (.existing, _), (.readOnly, _):
            return false
        }
    }
}
