import Ledger
public import Values
import Worth

/// A book: what is kept in a store, and the ledger in memory that follows from it.
///
/// Everything recorded goes through here, so that store and ledger never differ: an entry is taken in by the ledger, which may
/// refuse it, numbered, hashed and kept; where any of that fails, neither has it. A book belongs to one thread.
///
///     let book = try Book.open(path: "family.luca", clock: clock)
///     try book.transaction(source: "prompt") {
///         let account = try book.define(Account(name: "Brokerage", currency: .usd))
///         try book.append(Activity(date: today, kind: .deposit, account: account, amount: 500, currency: .usd))
///     }
///     try book.ledger.cash()
///
/// ## Topics
/// - Opening: `open(path:mode:options:clock:)`, `openAsPermitted(path:options:clock:)`, `inMemory(name:clock:)`, `close()`
/// - Recording: `transaction(source:_:)`, `define(_:)`, `append(_:)`, `void(_:reason:)`, `set(_:to:)`, `store(_:)`
/// - Trying out: `trial(_:)`, `keepActLog()`, `actLog`
/// - Reading: `definitions`, `state(on:)`, `ledger`, `ledger(asRecorded:)`, `refresh()`, `act(of:)`, `query(_:_:)`
/// - Market: `quotes(_:)`, `priceSeries(of:from:through:)`, `rates(_:)`, `rateGraph`, `marketRevision`, `removeQuote(of:on:source:)`
/// - Care: `erasure(of:)`, `erase(account:)`, `verify()`, `backup(to:)`, `backup(folder:keep:)`, `backUpIfDue(on:notice:)`, `backups()`, `restore(from:to:replacing:clock:)`
public final class Book {
    /// Tells the time; asked once for each act.
    public typealias Clock = () -> Instant

    /// Another one takes its place where the disk has room again, and the book had to be opened for reading: see `regainWriting`.
    var store: any BookStore {
        get {
            // What went wrong with rows that somebody did not wait for is the act's failure.
            if rowWriting != nil { try? finishRows() }
            return openStore
        }
        set { openStore = newValue }
    }
    private var openStore: any BookStore
    let clock: Clock

    /// Where the file is; `nil` for a book that has none.
    public let path: String?

    /// Where the book is on a server, without the login; `nil` for one that is on none. This machine remembers books on servers by it.
    let serverPlace: String?

    /// Whether, where and how long copies are kept that are made without being asked for.
    public var backupPlan: BackupPlan { didSet { if backupPlan != oldValue { forgetBackupsDue() } } }

    /// What is to be done about copies after what was recorded.
    var due = BackupsDue()

    /// What this machine remembers of the book.
    var history: KnownHistory

    /// Names of journals beside the book that belonged to a file in its place which was overwritten while it was open. They may hold entries.
    public internal(set) var journalsSetAside: [String] = []

    /// What the program that has the book open asks of it and allows it.
    public var host = Host()

    /// Whether it may be written, where it was to be.
    var writeAccess = WriteAccess()

    /// What is in memory of the journal.
    var loaded = LoadedLedger()
    /// What was saved of the present state.
    var present = PresentState()
    /// What was computed from the ledger.
    var derived = DerivedAnswers()
    /// What was read of quotes and rates.
    var market = MarketCache()
    /// What is being recorded.
    var running: RunningAct?
    /// What others recorded, until it is told.
    var news = PendingNews()
    /// What makes and hashes rows.
    let entryWriter = EntryWriter()
    /// Rows that are being written, while nobody has asked for the store.
    var rowWriting: RowWriting?
    private var isClosed = false

    /// A book over a store.
    init(
        store: any BookStore, path: String? = nil, serverPlace: String? = nil, backupPlan: BackupPlan = BackupPlan(), memory: MachineMemory? = nil, clock: @escaping Clock
    ) {
        history = KnownHistory(memory: memory)
        openStore = store
        self.path = path
        self.serverPlace = serverPlace
        self.backupPlan = backupPlan
        self.clock = clock
    }

    /// A new book that is kept in memory only.
    public static func inMemory(name: String = "memory", clock: @escaping Clock) -> Book {
        Book(store: MemoryStore(name: name), clock: clock)
    }

    /// What is wrong with the book by what this machine remembers of it; `nil` where all that was seen here is there, or nothing was.
    public var historyNotice: HistoryNotice? { history.notice }

    /// Why the book is open for reading only though it was to be written; nil where it may be written, or was opened for reading.
    public var readOnlyReason: StorageError? { writeAccess.refusal }

    /// What messages call the book.
    public var name: String { store.location }

    /// What files that are made of the book are called after: the name of its file, or of the book on its server, without an ending.
    public var plainName: String {
        let file = path.map(BookFile.name) ?? (store as? ServerStore)?.listing.name ?? name
        return file.hasSuffix(".luca") && file.count > 5 ? String(file.dropLast(5)) : file
    }

    /// Whether the book is on a server, where others may work in it at the same time.
    public var isOnServer: Bool { serverPlace != nil }

    /// Whether nothing can be recorded.
    public var isReadOnly: Bool { store.isReadOnly }

    /// Whether the book is encrypted on the disk.
    public var isEncrypted: Bool { store.isEncrypted }

    /// Whether an act is running.
    public var isInTransaction: Bool { running != nil }

    /// Whether the running act has recorded something here that was not undone, be it entries, quotes or rates.
    public var hasRecorded: Bool {
        guard let writing = running?.writing else { return false }
        return writing.hasEntries || writing.inMemoryOnly || market.changes.isOpen
    }

    /// Lets go of the file; an act that is still running is undone. What is asked afterwards fails with `.closed`.
    public func close() {
        if running != nil { undoRunningAct() }
        saveState()
        // Nothing rests on it, and what cannot be remembered must not keep anybody from closing a book.
        if !isClosed { try? remember() }
        isClosed = true
        store.close()
    }

    deinit { close() }
}

extension Book {
    /// What the program that has a book open asks of it and allows it.
    public struct Host {
        /// Asked now and then while a query runs, while the book is loaded or verified, and while another program is waited for; `true`
        /// ends that with `.interrupted`. It is asked on the book's own thread, and should only look at a flag.
        public var shouldStop: (() -> Bool)?
        /// Told how far the book is loaded or verified; nil where nobody watches.
        public var progress: WorkObserver?
        /// Asked each time before the running act records something here; what it throws refuses that. For callers whose acts span
        /// more than one book.
        public var mayRecord: (() throws -> Void)?
        /// Who sits at this session: kept with each entry where the book's setting `record_user` is true, from the act after the one that
        /// made it so.
        public var userName: () -> String? = { nil }
        /// What an act is called that nobody named.
        public var defaultSource = "luca"
        /// Told before something is computed that takes much memory of a large book: whoever keeps large answers lets go of them.
        public var makeRoom: (() -> Void)?
        /// How long a query may take.
        public var longestQuery = Duration.seconds(300)
        /// Bytes that the answer to a query may take; a script that nobody trusts gets by with less.
        public var largestAnswer = 1_000_000_000

        /// Work on entries, for the one who watches; nil where nobody does.
        func watched(_ name: String, from start: Int = 0, through end: Int?) -> WatchedWork? {
            progress.map { WatchedWork(name: name, start: start, end: end, observer: $0) }
        }
    }
}
