import FoundationEssentials
import Glibc
import Ledger
import SQLite
import Values

/// A book at a path where there is nothing yet: its file comes into being with the first act that records something.
///
/// Until then the book is an empty one in memory, so that a question, a script that fails or a slip in a path leaves nothing behind. The
/// first act is written into a draft in a hidden folder beside the path, and is published as it is committed, so the file that others see
/// holds a whole act. Whoever comes second finds the file and works on it: the draft's folder is locked while an act runs, as SQLite locks
/// a file. From then on this store hands everything on to the file's.
final class FirstActStore: BookStore {
    let location: String
    let isReadOnly = false

    private let path: String
    private let makesFolder: Bool
    private let busyTimeout: Double
    private let openFile: () throws(StorageError) -> any BookStore
    /// The store of the file, once there is one.
    private var file: (any BookStore)?
    /// What the running act, the first, writes to.
    private var draft: Draft?
    private let nothing: MemoryStore
    /// The folders that were made for the running act.
    private var madeFolders: [String] = []

    private struct Draft {
        let store: SQLiteStore
        let folder: DraftFolder
        var isEmpty = true
    }

    /// A store for a path that nothing is at.
    ///
    /// - Parameters:
    ///   - makesFolder: whether the folders above it are made with it.
    ///   - openFile: opens the file once it is there.
    init(path: String, makesFolder: Bool, busyTimeout: Double, openFile: @escaping () throws(StorageError) -> any BookStore) {
        self.path = path
        self.makesFolder = makesFolder
        self.busyTimeout = busyTimeout
        self.openFile = openFile
        location = BookFile.name(path)
        nothing = MemoryStore(name: location)
    }

    deinit { close() }

    private var current: any BookStore { file ?? draft?.store ?? nothing }
    var isEncrypted: Bool { current.isEncrypted }
    var isUsableByOtherThreads: Bool { current.isUsableByOtherThreads }

    /// Takes the file that another program has made meanwhile; whether there is one.
    private func adopt() throws(StorageError) -> Bool {
        if file != nil { return true }
        guard draft == nil, try BookFile.presence(path) != .nothing else { return false }
        try nothing.checkOpen()
        file = try openFile()
        return true
    }

    // MARK: Writing

    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError) {
        if try adopt() { return try current.begin(after: expected, shouldStop: shouldStop) }
        try nothing.checkOpen()
        if makesFolder { madeFolders = BookFile.makeFolder(BookFile.folder(path)) }
        let folder = DraftFolder(of: path)
        guard try folder.take(waiting: busyTimeout, shouldStop) else {
            guard try adopt() else { throw .busy(location, waited: busyTimeout) }
            return try current.begin(after: expected, shouldStop: shouldStop)
        }
        do throws(StorageError) {
            try SQLiteStore.create(path: folder.draft)
            let store = try SQLiteStore.open(path: folder.draft, readOnly: false)
            draft = Draft(store: store, folder: folder)
            try store.begin(after: expected, shouldStop: shouldStop)
        } catch {
            draft?.store.close()
            draft = nil
            folder.giveUp()
            removeMadeFolders()
            throw error
        }
    }

    func commit() throws(StorageError) {
        if let file { return try file.commit() }
        guard let draft else { preconditionFailure("a transaction is begun before it is committed") }
        if draft.isEmpty { return rollback() }
        try draft.store.commit()
        draft.store.close()
        defer { rollback() }
        try BookFile.synchronize(draft.folder.draft)
        try BookFile.checkFree(path)
        do throws(StorageError) { try NewFile.publish(draft.folder.draft, as: path) } catch {
            guard error.kind == .alreadyExists else { throw error }
            throw .outdated(location)
        }
        // The act is recorded whatever becomes of the file's opening: where that fails, whoever asks next is told why.
        file = try? openFile()
    }

    func rollback() {
        file?.rollback()
        guard let draft else { return }
        self.draft = nil
        draft.store.close()
        draft.folder.giveUp()
        removeMadeFolders()
    }

    /// Takes folders away again that were made for an act and hold nothing; one in which the book is by now stays.
    private func removeMadeFolders() {
        for folder in madeFolders.reversed() { rmdir(folder) }
        madeFolders = []
    }

    func setSavepoint() throws(StorageError) { try current.setSavepoint() }
    func releaseSavepoint() throws(StorageError) { try current.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try current.rollbackToSavepoint() }

    func append(_ row: JournalRow) throws(StorageError) {
        draft?.isEmpty = false
        try current.append(row)
    }

    func appendMany(_ append: () throws(StorageError) -> Void) throws(StorageError) { try current.appendMany(append) }

    func takeBack(from entry: Int) throws(StorageError) { try current.takeBack(from: entry) }

    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) { try current.replaceByTombstones(rows, erasure: erasure) }
    func scrub() throws(StorageError) { try current.scrub() }

    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        draft?.isEmpty = false
        return try current.store(quotes, recordedAt: recordedAt)
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        try current.removeQuote(of: instrument, on: day, source: source)
    }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        draft?.isEmpty = false
        return try current.store(rates, recordedAt: recordedAt)
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        try current.removeRate(from: from, to: to, on: day, source: source)
    }

    // MARK: Reading

    func head() throws(StorageError) -> JournalHead { try current.head() }
    func hash(of entry: Int) throws(StorageError) -> EntryHash? { try current.hash(of: entry) }
    func recordedBy(_ entry: Int) throws(StorageError) -> String? { try current.recordedBy(entry) }

    func hasNews() throws(StorageError) -> Bool {
        _ = try adopt()
        return try current.hasNews()
    }

    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws { try current.read(span, receive) }
    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws { try current.readQuotes(filter, receive) }
    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? { try current.lastQuoteDay(of: instrument, through: day) }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try current.priceSeries(of: instrument, from: from, through: through)
    }

    func quoteRevision() throws(StorageError) -> Int { try current.quoteRevision() }
    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws { try current.readRates(filter, receive) }
    func ratePairs() throws(StorageError) -> [RatePair] { try current.ratePairs() }
    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries { try current.rateSeries(from: from, to: to) }
    func rateRevision() throws(StorageError) -> Int { try current.rateRevision() }
    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result { try current.withSnapshot(body) }

    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        try current.query(sql, arguments, limits)
    }

    func image() throws(StorageError) -> DatabaseImage { try current.image() }

    // MARK: Saved state and care

    func save(_ state: StoredState) throws(StorageError) { try current.save(state) }
    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState? { try current.savedState(extent) }
    func savedHead() throws(StorageError) -> JournalHead? { try current.savedHead() }
    func packedSegments() throws(StorageError) -> [StoredSegment] { try current.packedSegments() }
    var keepsPackedActivities: Bool { current.keepsPackedActivities }
    func keep(_ segments: [SegmentToKeep]) throws(StorageError) { try current.keep(segments) }
    func savedGains() throws(StorageError) -> StoredGains? { try current.savedGains() }
    func keep(_ gains: GainsToKeep) throws(StorageError) { try current.keep(gains) }
    func savedValues(_ key: [UInt8]) throws(StorageError) -> StoredValues? { try current.savedValues(key) }
    func forEachSavedValues(_ receive: (StoredValues) throws -> Void) throws { try current.forEachSavedValues(receive) }
    func keep(_ values: [StoredValues]) throws(StorageError) { try current.keep(values) }

    func readSavedGains(_ keys: [GainKey], _ receive: (GainKey, UnsafeRawBufferPointer) throws -> Void) throws {
        try current.readSavedGains(keys, receive)
    }

    func readAct(of entry: Int, _ receive: (JournalRow) throws -> Void) throws -> Int? { try current.readAct(of: entry, receive) }
    func readAmendments(_ receive: (_ amended: Int, _ by: Int) -> Void) throws(StorageError) { try current.readAmendments(receive) }

    func readPacked(_ rows: Range<Int>, ofSegmentFrom first: Int, _ receive: (Int, UnsafeRawBufferPointer) throws -> Void) throws {
        try current.readPacked(rows, ofSegmentFrom: first, receive)
    }

    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String] { try current.inspect(shouldStop: shouldStop) }

    func inspectLayout() throws(StorageError) -> [String] { try current.inspectLayout() }
    func backups() throws(StorageError) -> [BackupRecord] { try current.backups() }

    /// A book that is nowhere yet is no other's like.
    func identity() throws(StorageError) -> String {
        guard let file else { throw .nothingRecorded(path) }
        return try file.identity()
    }

    func copy(to target: String, at moment: Instant) throws(StorageError) {
        guard try adopt() else { throw .nothingRecorded(path) }
        try current.copy(to: target, at: moment)
    }

    func close() {
        rollback()
        file?.close()
        nothing.close()
    }
}

/// A hidden folder beside the path of a book to be, with the draft of its file and a lock that one program holds at a time.
private final class DraftFolder {
    /// Where the draft is; it has the book's own name, which messages tell.
    let draft: String
    private let path: String
    private let folder: String
    private var lock: Int32 = -1

    init(of path: String) {
        self.path = path
        folder = "\(BookFile.folder(path))/.\(BookFile.name(path)).first"
        draft = "\(folder)/\(BookFile.name(path))"
    }

    /// Takes the folder, empty; false where the book is there by now, or another program did not finish in time.
    func take(waiting seconds: Double, _ shouldStop: (() -> Bool)?) throws(StorageError) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if try BookFile.presence(path) != .nothing { return false }
            if try isTaken() {
                // Its holder may have published the book just before it let go.
                guard try BookFile.presence(path) == .nothing else {
                    giveUp()
                    return false
                }
                clear(keepingLock: true)
                return true
            }
            if shouldStop?() == true { throw .interrupted() }
            if ContinuousClock.now >= deadline { return false }
            usleep(1000)
        }
    }

    /// Tries once. The lock is good only as long as the file that is locked is the one of that name.
    private func isTaken() throws(StorageError) -> Bool {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            let code = errno
            throw code == EACCES || code == EROFS ? .readOnlyFolder(BookFile.name(path), folder: BookFile.folder(path)) : .system(BookFile.name(path), code)
        }
        try checkOwn()
        let name = folder + "/lock", descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return false }
            throw .system(BookFile.name(path), errno)
        }
        var (locked, named) = (stat(), stat())
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &locked) == 0, stat(name, &named) == 0, locked.st_ino == named.st_ino else {
            close(descriptor)
            return false
        }
        lock = descriptor
        return true
    }

    /// Removes the folder with all that is in it, and lets go of the lock.
    func giveUp() {
        guard lock >= 0 else { return }
        clear(keepingLock: false)
        rmdir(folder)
        close(lock)
        lock = -1
    }

    /// Makes sure that what has the folder's name is a folder that luca made: its owner's alone, with nothing in it but a draft, and no
    /// link to another. Whoever may write beside the book could have put something there, and the draft's place is cleared.
    private func checkOwn() throws(StorageError) {
        var status = stat()
        // Another program may have just given it up.
        guard lstat(folder, &status) == 0 else { return }
        let isPrivate = status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
        guard isPrivate, names.allSatisfy(isOwn) else { throw .foreignDraft(BookFile.name(path), folder: folder) }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    /// Whether a name in the folder is one that luca gives there: the lock's, the draft's and its journals', and that of a file to be.
    private func isOwn(_ name: String) -> Bool {
        let book = BookFile.name(path)
        return name == "lock" || ["", "-wal", "-shm", "-journal"].contains { name == book + $0 } || name.hasPrefix("\(book).unfinished-")
    }

    /// Removes what an act left here: this one, or one that a crash ended. The lock goes last, as it tells others that the folder is luca's.
    private func clear(keepingLock: Bool) {
        for name in names where name != "lock" && isOwn(name) { unlink("\(folder)/\(name)") }
        if !keepingLock { unlink(folder + "/lock") }
    }
}
