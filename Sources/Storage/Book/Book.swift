import Ledger
public import Values
import Worth

/// A book: what is kept in a store, and the ledger in memory that follows from it.
///
/// Everything recorded goes through here, so that store and ledger never differ: an entry is taken in by the ledger, which may
/// refuse it, numbered, hashed and kept; where any of that fails, neither has it. A book belongs to one thread.
///
///     let book = try Book.open(path: "family.luca", clock: clock)
///     try book.transaction(source: "repl") {
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
/// - Care: `erasure(of:)`, `erase(account:)`, `verify()`, `backup(to:)`, `backup(folder:keep:)`, `restore(from:to:replacing:clock:)`
public final class Book {
    /// Tells the time; asked once for each act.
    public typealias Clock = () -> Instant

    /// Another one takes its place where the disk has room again, and the book had to be opened for reading: see `regainWriting`.
    var store: any BookStore
    let clock: Clock

    /// Where the file is; `nil` for a book that has none.
    public let path: String?

    /// Where backups go that are made before something that cannot be taken back; beside the book if `nil`.
    let backupFolder: String?

    /// What is wrong with the book by what this machine remembers of it; `nil` where all that was seen here is there, or nothing was.
    public internal(set) var historyNotice: HistoryNotice?

    /// Names of journals beside the book that belonged to a file in its place which was overwritten while it was open. They may hold entries.
    public internal(set) var journalsSetAside: [String] = []

    /// Whether this program has made the file, so that what this machine remembers of the path is of another: until that is told.
    var isNew = false

    /// What this machine remembers of books; `nil` where there is no folder for it.
    let seen: SeenHeads?

    /// Asked now and then while a query runs, while the book is loaded or verified, and while another program is waited for; `true`
    /// ends that with `.interrupted`. It is asked on the book's own thread, and should only look at a flag.
    public var shouldStop: (() -> Bool)?

    /// Asked each time before the running act records something here; what it throws refuses that. For callers whose acts span
    /// more than one book.
    public var mayRecord: (() throws -> Void)?

    /// Why the book is open for reading only though it was to be written; nil where it may be written, or was opened for reading.
    public internal(set) var readOnlyReason: StorageError?

    /// Opens the file for writing, of a book that could not be because its disk was full.
    var openForWriting: (() throws -> any BookStore)?

    /// How long a query may take.
    public var longestQuery = Duration.seconds(300)

    /// Bytes that the answer to a query may take; a script that nobody trusts gets by with less.
    public var largestAnswer = 1_000_000_000

    /// Who sits at this session: kept with each entry where the book's setting `record_user` is true, from the act after the one that
    /// made it so.
    public var userName: () -> String? = { nil }

    /// What an act is called that nobody named.
    public var defaultSource = "luca"

    /// The ledger, once somebody asked for it.
    var loadedLedger: Ledger?
    /// The acts of the entries that the ledger has.
    var loadedActs: [Act] = []
    /// What was saved of the present state, where no ledger has been loaded and somebody asked.
    var knownState: SavedState?
    /// Whether the saved state is of the journal's end and yet cannot be read, so that it is to be saved again.
    var isSavedStateUseless = false
    /// A state is saved of books with this many entries or more; the others are loaded in no time.
    var smallestSaved = 2_000
    /// Ledgers of what was recorded up to some entry, kept for the next question about them.
    var pastLedgers: [Ledger] = []
    /// What was held over time, of a state of the ledger.
    var knownHistory: Derived<History>?
    /// What trades paid, of a state of the ledger.
    var knownTradePrices: Derived<TradePrices>?
    /// What parts of the book were worth day by day.
    let valueCache = ValueCache()
    private var isClosed = false
    /// What is being recorded.
    var running: RunningAct?
    /// What this session has changed of quotes and rates.
    var marketChanges = MarketChanges()
    /// The rates as a graph, and the revision that it is of.
    var knownGraph: (revision: MarketRevision.Part, graph: RateGraph)?
    /// The prices that somebody asked for.
    var knownPrices = KnownPrices()

    let writer = RowWriter()
    let hasher = ChainHasher()

    /// A book over a store.
    init(store: any BookStore, path: String? = nil, backupFolder: String? = nil, seen: SeenHeads? = nil, clock: @escaping Clock) {
        self.seen = seen
        self.store = store
        self.path = path
        self.backupFolder = backupFolder
        self.clock = clock
    }

    /// A new book that is kept in memory only.
    public static func inMemory(name: String = "memory", clock: @escaping Clock) -> Book {
        Book(store: MemoryStore(name: name), clock: clock)
    }

    /// What messages call the book.
    public var name: String { store.location }

    /// Whether nothing can be recorded.
    public var isReadOnly: Bool { store.isReadOnly }

    /// Whether an act is running.
    public var isInTransaction: Bool { running != nil }

    /// Whether the running act has recorded something here that was not undone, be it entries, quotes or rates.
    public var hasRecorded: Bool {
        guard let writing = running?.writing else { return false }
        return writing.hasEntries || writing.inMemoryOnly || marketChanges.isOpen
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
