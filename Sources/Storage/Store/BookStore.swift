import Ledger
import SQLite
import Values

/// Where a book's entries, quotes and rates are kept.
///
/// `Book` is written against this and knows nothing of files, SQL or servers. A store keeps rows and hands them back in order;
/// what they mean, how they are numbered and hashed, and whether an activity is allowed, is decided above it. All calls come from
/// one thread. `SQLiteStore` keeps a book in a file, `MemoryStore` in memory, `FirstActStore` a book whose file is not there yet, `ServerStore` on a
/// PostgreSQL server; the same tests run on all, and on any further one.
///
/// Three things make a journal that several programs share: an act is appended behind the entry that it expects to be the last
/// (`begin(after:shouldStop:)`, `append(_:)`, `commit()`), entries are read from a number on (`read(_:_:)`), and others' acts are told of
/// (`hasNews()`). A store on a server may gather the rows of an act and send them as it is committed.
protocol BookStore: AnyObject {
    /// What messages call the book: a file's name, a server's address.
    var location: String { get }

    /// Whether nothing can be written.
    var isReadOnly: Bool { get }

    /// Whether it is encrypted on the disk; that of a store that was closed stays what it was.
    var isEncrypted: Bool { get }

    /// In whose name the store records each entry, whatever the book's settings say; nil where that is left to them.
    var recorder: String? { get }

    // MARK: Writing

    /// Waits for the sole right to append, takes it, and starts a transaction: an act.
    ///
    /// - Parameters:
    ///   - expected: where the journal must end, since the act rests on what it says up to there; nil where the act rests on nothing.
    ///   - shouldStop: asked while waiting; `true` ends it with `.interrupted`.
    /// - Throws: `.outdated` where another program has appended something behind the entry expected; `.busy` where another writer does not
    ///   finish in time; `.readOnly`. No transaction is open then.
    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError)

    /// Where the journal ends as far as the store knows, if an act may begin behind that without the sole right to append: where to take it costs an answer of
    /// a server, and nobody else seems to record. Nil else.
    var expectedHead: JournalHead? { get }

    /// Starts an act behind `expectedHead`. Whether somebody has appended something meanwhile is found out as it is committed.
    func beginWithoutLock() throws(StorageError)

    /// Makes everything written since `begin` durable, all of it or nothing; after an error the transaction is still open.
    ///
    /// - Throws: `.outdated` where a store finds only now that the journal does not end any more where the act began.
    func commit() throws(StorageError)

    /// Forgets everything written since `begin`. Does nothing where no transaction is open.
    func rollback()

    /// Marks a point in the running transaction; points nest.
    func setSavepoint() throws(StorageError)

    /// Gives up the last point and keeps what was written since.
    func releaseSavepoint() throws(StorageError)

    /// Gives up the last point and what was written since.
    func rollbackToSavepoint() throws(StorageError)

    /// Whether one thread after another may use it.
    var isUsableByOtherThreads: Bool { get }

    /// Keeps a row behind all others. The caller has numbered and hashed it, and holds a transaction.
    func append(_ row: JournalRow) throws(StorageError)

    /// Runs what appends many rows. What guards the file against other programs' statements may be set aside meanwhile: a row is appended by one that replaces none.
    func appendMany(_ append: () throws(StorageError) -> Void) throws(StorageError)

    /// Takes back rows that the running transaction wrote: entries from a number on, and acts that begin behind it. They are written again otherwise.
    func takeBack(from entry: Int) throws(StorageError)

    /// Puts tombstones, which keep numbers and hashes, in the place of rows, and drops the saved state; in the running transaction.
    ///
    /// - Parameter erasure: the number of the entry that tells of it.
    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError)

    /// Clears away whatever may still be read of rows that were removed; outside of transactions.
    ///
    /// - Throws: `.busy` where another program reads the book and keeps old pages alive.
    func scrub() throws(StorageError)

    /// Keeps quotes; one of the same instrument, day and source is replaced, and left as it is where nothing changes.
    ///
    /// - Returns: how many are new or differ from what was kept.
    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int

    /// Takes away the quote that one source told of an instrument and day; whether there was one.
    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool

    /// Keeps rates; one of the same pair, day and source is replaced, and left as it is where nothing changes.
    ///
    /// - Returns: how many are new or differ from what was kept.
    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int

    /// Takes away the rate that one source told of a pair and day; whether there was one.
    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool

    /// What is to be kept with the act that is committed next, so that `findAct(token:)` knows it again: thirty-two hexadecimal digits that nobody else
    /// draws; nil for acts that nobody will ask for.
    var actToken: String? { get set }

    // MARK: Reading

    /// The first entry of the act that was recorded under a token; nil where none was, or none that recorded entries.
    func findAct(token: String) throws(StorageError) -> Int?

    /// Where the part of the journal ends that stands for good. Behind it, in a clone, is what waits to be offered to the server.
    func settledHead() throws(StorageError) -> JournalHead

    /// A number that changes where entries that were there are others since: in a clone, where what waits was laid behind a new end of the chain.
    func layingRevision() throws(StorageError) -> Int

    /// The last entry, of those that this transaction sees.
    func head() throws(StorageError) -> JournalHead

    /// The hash of the entry of a number, or of what is left of it; nil where there is none. O(log n).
    func hash(of entry: Int) throws(StorageError) -> EntryHash?

    /// Who recorded an entry, where that was kept. O(log n).
    func recordedBy(_ entry: Int) throws(StorageError) -> String?

    /// What tells this book from every other, wherever it is kept: thirty-two hexadecimal digits.
    func identity() throws(StorageError) -> String

    /// The backups that the book was, the oldest first; restoring one leaves the moment in it.
    func backups() throws(StorageError) -> [BackupRecord]

    /// Whether another writer may have committed since the last call, told without reading anything. Cheap, so that it is asked before every
    /// statement, and true at most too often: a store that others tell of their acts answers from what it has heard.
    func hasNews() throws(StorageError) -> Bool

    /// Whether what was read of the journal is there no more, as a server may lose what it never said was recorded; told once.
    func hasLostActs() throws(StorageError) -> Bool

    /// Hands over the rows of a span, such as those behind an entry, in the order of their numbers.
    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws

    /// Hands over quotes by instrument, day and source.
    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws

    /// The last day, on or before one or at all, that there is a quote of an instrument for. O(log n).
    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day?

    /// Hands over the quotes of several instruments, each of the last day that it has any for on or before a day, or at all, by instrument and source.
    func readLastQuotes(_ instruments: [(instrument: InstrumentID, through: Day?)], _ receive: (Quote, Instant) throws -> Void) throws

    /// The closes of an instrument that count by `QuotePrecedence`, from one day to another.
    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries

    /// A number that changes with every transaction that stored a new or different quote, or removed one.
    func quoteRevision() throws(StorageError) -> Int

    /// Hands over rates by currencies, day and source.
    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws

    /// The pairs that there are rates of, by currencies, each with the day of its first rate. O(log n) each.
    func ratePairs() throws(StorageError) -> [RatePair]

    /// The rates of a pair that count by `QuotePrecedence`.
    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries

    /// A number that changes with every transaction that stored a new or different rate, or removed one.
    func rateRevision() throws(StorageError) -> Int

    /// Runs several reads on one state of the book, whatever others commit meanwhile.
    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result

    /// Answers a user's question in SQL; it sees what the running transaction wrote, and can change nothing.
    ///
    /// - Throws: `.query`, `.refused`, `.interrupted`.
    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult

    /// All of the book as the bytes of a SQLite file, what the running transaction wrote included; to be freed by whoever asked.
    func image() throws(StorageError) -> DatabaseImage

    // MARK: Saved state

    /// Keeps a state in the place of the one before, in the running transaction. It is a cache: nothing rests on it.
    func save(_ state: StoredState) throws(StorageError)

    /// The state that was kept last, whatever it is worth, as far as it is asked for.
    func savedState(_ extent: StateExtent) throws(StorageError) -> StoredState?

    /// Where the journal ended when a state of this program's version was kept last.
    func savedHead() throws(StorageError) -> JournalHead?

    /// The segments of packed activities that were kept, whatever they are worth, by their first entries.
    func packedSegments() throws(StorageError) -> [StoredSegment]

    /// Hands over the bytes of some rows of a segment, with their places; of those that can be read.
    func readPacked(_ rows: Range<Int>, ofSegmentFrom first: Int, _ receive: (Int, UnsafeRawBufferPointer) throws -> Void) throws

    /// Whether the store keeps packed activities and gains: one that has rows of its own, in which what stands is never laid anew.
    var keepsPackedActivities: Bool { get }

    /// Keeps segments in the place of all that begin where the first of these does or later, in the running transaction. They are a cache.
    func keep(_ segments: [SegmentToKeep]) throws(StorageError)

    /// The list of the realised gains that were kept, whatever it is worth.
    func savedGains() throws(StorageError) -> StoredGains?

    /// Hands over the bytes of blocks of gains, in the order of the keys; of those that can be read.
    func readSavedGains(_ keys: [GainKey], _ receive: (GainKey, UnsafeRawBufferPointer) throws -> Void) throws

    /// Keeps gains in the place of those before, in the running transaction. They are a cache.
    func keep(_ gains: GainsToKeep) throws(StorageError)

    /// The daily values of a scope and currency that were kept, by their key, whatever they are worth.
    func savedValues(_ key: [UInt8]) throws(StorageError) -> StoredValues?

    /// Hands over all daily values that were kept, whatever they are worth.
    func forEachSavedValues(_ receive: (StoredValues) throws -> Void) throws

    /// Keeps daily values that follow from the same end, in the running transaction, and forgets those that follow from another. They are a cache.
    func keep(_ values: [StoredValues]) throws(StorageError)

    /// Hands over the row of the act that recorded an entry, and tells the first entry behind the act; nil where there is no such entry, or where the store
    /// cannot find one act among many. O(log n).
    func readAct(of entry: Int, _ receive: (JournalRow) throws -> Void) throws -> Int?

    /// Hands over each activity that was amended, and the entry in its place. O(amendments).
    func readAmendments(_ receive: (_ amended: Int, _ by: Int) -> Void) throws(StorageError)

    /// Has what others have recorded, and this store sees, on the disk of whoever keeps it, before it is taken over elsewhere.
    func makeDurable() throws(StorageError)

    /// Hands over sentences that have come up for whoever sits at the session, each once.
    func takeNotes() -> [String]

    // MARK: Care

    /// What the store itself finds wrong with the way it keeps the book; nothing where all is well.
    ///
    /// - Parameter shouldStop: asked now and then; `true` ends it with `.interrupted`.
    func inspect(shouldStop: (() -> Bool)?) throws(StorageError) -> [String]

    /// What of the way the book is laid out is missing, altered, or put there by another program.
    func inspectLayout() throws(StorageError) -> [String]

    /// Writes a copy of all that is committed to a new file, which is a complete book by itself and says that it was copied at a moment.
    func copy(to path: String, at moment: Instant) throws(StorageError)

    /// Lets go of the file or the server. Later calls fail with `.closed`.
    func close()
}

/// What most stores have no need of: they are asked for no act again, and what they keep stands where it stands.
extension BookStore {
    var actToken: String? {
        get { nil }
        set {}
    }

    func appendMany(_ append: () throws(StorageError) -> Void) throws(StorageError) { try append() }
    var expectedHead: JournalHead? { nil }
    func beginWithoutLock() throws(StorageError) { try begin(after: expectedHead, shouldStop: nil) }
    func findAct(token: String) throws(StorageError) -> Int? { nil }
    func settledHead() throws(StorageError) -> JournalHead { try head() }
    func layingRevision() throws(StorageError) -> Int { 0 }
    var recorder: String? { nil }
    func makeDurable() throws(StorageError) {}
    func hasLostActs() throws(StorageError) -> Bool { false }

    func readLastQuotes(_ instruments: [(instrument: InstrumentID, through: Day?)], _ receive: (Quote, Instant) throws -> Void) throws {
        for (instrument, day) in instruments {
            guard let last = try lastQuoteDay(of: instrument, through: day) else { continue }
            try readQuotes(QuoteFilter(instrument: instrument, from: last, to: last), receive)
        }
    }

    func takeNotes() -> [String] { [] }

    func packedSegments() throws(StorageError) -> [StoredSegment] { [] }
    func readPacked(_ rows: Range<Int>, ofSegmentFrom first: Int, _ receive: (Int, UnsafeRawBufferPointer) throws -> Void) throws {}
    var keepsPackedActivities: Bool { false }
    func keep(_ segments: [SegmentToKeep]) throws(StorageError) {}
    var isUsableByOtherThreads: Bool { false }
    func savedGains() throws(StorageError) -> StoredGains? { nil }
    func readSavedGains(_ keys: [GainKey], _ receive: (GainKey, UnsafeRawBufferPointer) throws -> Void) throws {}
    func keep(_ gains: GainsToKeep) throws(StorageError) {}
    func savedValues(_ key: [UInt8]) throws(StorageError) -> StoredValues? { nil }
    func forEachSavedValues(_ receive: (StoredValues) throws -> Void) throws {}
    func keep(_ values: [StoredValues]) throws(StorageError) {}
    func readAct(of entry: Int, _ receive: (JournalRow) throws -> Void) throws -> Int? { nil }
    func readAmendments(_ receive: (_ amended: Int, _ by: Int) -> Void) throws(StorageError) {}
}

/// A row of the journal that is to be removed.
struct RemovedRow: Hashable, Sendable {
    let table: JournalTable
    let sequence: Int
    let hash: EntryHash
}
