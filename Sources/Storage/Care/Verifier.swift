import Glibc
import Ledger
import Values

/// Looks through a book: store, numbers, chain, replay.
struct Verifier {
    private let store: any BookStore
    private let hasher = ChainHasher()
    private var report = VerifyReport()
    private var reader = RowReader()
    private var ledger = Ledger()
    /// Tombstones by the erasure that they name, until that vouches for them.
    private var tombstones: [Int: TombstoneDigest] = [:]
    /// The last act seen.
    private var actID = 0
    /// Where the journal ends as readers see it, with what waits in a clone; nil where nothing does.
    private var journalHead: JournalHead?
    /// Replay ends at the first entry that fails; what follows would fail for that reason alone.
    private var replays = true
    /// Whether the pages of the store are looked at.
    private let inspects: Bool

    /// More than these are of no use to anybody.
    private static let mostProblems = 20

    private let shouldStop: (() -> Bool)?
    private let work: WatchedWork?
    private var interruption: Interruption

    /// A hash that one of the entries is to have.
    private let expected: EntryHash?
    /// The number of that entry, where it was noted too.
    private let expectedNumber: Int?

    /// - Parameters:
    ///   - inspects: whether the pages of the store are looked at, too.
    ///   - replays: whether the entries are replayed, and what was saved of them held against that.
    init(
        _ store: any BookStore, shouldStop: (() -> Bool)?, telling work: WatchedWork? = nil, expected: EntryHash? = nil, number: Int? = nil, inspects: Bool = true,
        replays: Bool = true
    ) {
        self.store = store
        self.inspects = inspects
        self.replays = replays
        self.expected = expected
        expectedNumber = number
        self.shouldStop = shouldStop
        self.work = work
        interruption = Interruption(shouldStop, telling: work)
    }

    /// The report, and the ledger that a replay of the journal gives.
    mutating func run() throws -> (VerifyReport, Ledger) {
        do {
            if inspects { for problem in try store.inspect(shouldStop: askingWhileInspected) { note(.store, nil, problem) } }
            for difference in try store.inspectLayout() { note(.layout, nil, "In the layout of the file, \(difference).") }
            var erased: Set<AccountID> = []
            try store.read(JournalSpan(tables: [.erasure])) { erased.insert(AccountID(Int32(truncatingIfNeeded: $0.integer(2)))) }
            ledger = Ledger(erased: erased)
            try store.read(JournalSpan(withHashes: true)) { row in
                try interruption.check(at: row.sequence)
                check(row)
            }
            try checkMarket()
            try checkWaiting()
        } catch let error as StorageError where error.kind == .damaged {
            note(.store, nil, error.message)
        }
        checkTombstones()
        checkExpected()
        if replays { checkReplay() }
        if report.isSound, replays {
            try interruption.ask()
            try checkSavedState()
            try interruption.ask()
            try checkPackedActivities()
            try interruption.ask()
            try checkSavedGains()
            try interruption.ask()
        }
        return (report, ledger)
    }

    /// Whether to stop, asked while the store looks through itself: nobody knows how far that is, only that it is being done.
    private var askingWhileInspected: (() -> Bool)? {
        guard let work else { return shouldStop }
        return { [shouldStop] in
            work.observer(WorkStage(work.name, done: 0, of: nil))
            return shouldStop?() == true
        }
    }

    /// What is wrong; nothing where the book is sound.
    consuming func problems() throws -> [VerifyReport.Problem] { try run().0.problems }

    private mutating func check(_ row: JournalRow) {
        // Where a number is missing, what follows cannot be replayed; it is told once, and the chain goes on being checked.
        if row.table != .act, row.sequence != report.head.sequence &+ 1 { replays = false }
        checkSequence(row)
        checkChain(row)
        if replays { replay(row) }
    }

    // MARK: Numbers

    private mutating func checkSequence(_ row: JournalRow) {
        if row.table == .act {
            report.actCount += 1
            let id = row.integer(0)
            if id != actID &+ 1 { note(.sequence, row.sequence, "Act \(actID &+ 1) is missing, or the one at entry \(row.sequence) has a wrong number.") }
            if row.sequence != report.head.sequence &+ 1 {
                note(.sequence, row.sequence, "Act \(id) does not begin behind entry \(report.head.sequence).")
            }
            actID = id
            return
        }
        if row.table == .tombstone { report.erasedCount += 1 } else { report.entryCount += 1 }
        let expected = report.head.sequence &+ 1
        if row.sequence != expected {
            let gap = row.sequence > expected ? "is missing" : "is there twice"
            note(.sequence, row.sequence > expected ? expected : row.sequence, "Entry \(min(expected, row.sequence)) \(gap).")
        }
        if row.table != .tombstone, row.integer(1) != actID {
            note(.sequence, row.sequence, "Entry \(row.sequence), \(row.table.noun), stands in act \(actID) and says that it is of act \(row.integer(1)).")
        }
        report.head.sequence = row.sequence
    }

    // MARK: Chain

    private mutating func checkChain(_ row: JournalRow) {
        if row.table == .tombstone { return takeIn(tombstone: row) }
        let expected = hasher.hash(row.table, row.fields, after: report.head.hash)
        let fits = row.hash == expected
        if row.table == .erasure { check(erasure: row, asRecorded: fits) }
        if !fits {
            let what = row.table == .act ? "The act before entry \(row.sequence)" : "Entry \(row.sequence), \(row.table.noun)"
            note(.chain, row.sequence, "\(what), is not what was recorded: its hash does not fit what it says and what stands before it.")
        }
        // Those behind it are held against the hash that is kept, so that one change is told once.
        report.head.hash = row.hash ?? expected
        findExpected(row)
    }

    /// Notes the entry whose hash was asked for.
    private mutating func findExpected(_ row: JournalRow) {
        if let expected, row.table != .act, report.head.hash == expected { report.expectedEntry = row.sequence }
    }

    private mutating func checkExpected() {
        guard let expected else { return }
        if report.expectedEntry == nil, expected == .origin { report.expectedEntry = 0 }
        if let found = report.expectedEntry {
            guard let expectedNumber, expectedNumber != found else { return }
            let told = "was told as that of \(expectedNumber) entries"
            return note(.history, nil, "The hash \(expected) is that of entry \(found), and \(told): one of the two is not what verify printed.")
        }
        note(.history, nil, "No entry has the hash \(expected): what was there when it was noted is not there any more, or it is of another book.")
    }

    // MARK: Quotes and rates

    /// They can be read; that they are what was stored, nothing can tell.
    private mutating func checkMarket() throws {
        var quotes = 0, rates = 0
        try store.readQuotes(QuoteFilter()) { _, _ in quotes += 1 }
        try store.readRates(RateFilter()) { _, _ in rates += 1 }
        if quotes + rates == 0 { return }
        let counts = "\(quotes) \(quotes == 1 ? "quote" : "quotes") and \(rates) \(rates == 1 ? "rate" : "rates")"
        report.notes.append("The \(counts) in it are not in the chain: sources may correct them, so nothing proves what they were.")
    }

    // MARK: Clones

    /// What waits in a clone is of no chain: it is numbered and hashed on behind it for whoever reads. The report is of the chain.
    private mutating func checkWaiting() throws {
        let settled = try store.settledHead()
        let waiting = report.head.sequence - settled.sequence
        if waiting <= 0 || report.problems.contains(where: { $0.kind == .sequence }) { return }
        var acts = 0
        try store.read(JournalSpan(after: settled.sequence, tables: [.act])) { _ in acts += 1 }
        journalHead = report.head
        report.head = settled
        report.entryCount -= waiting
        report.actCount -= acts
        report.waitingCount = waiting
        let told = "\(waiting) \(waiting == 1 ? "entry" : "entries") of \(acts) \(acts == 1 ? "act" : "acts") \(waiting == 1 ? "waits" : "wait")"
        report.notes.append("\(told) to be offered to the server: the chain does not cover what was recorded away from it.")
    }

    // MARK: Erasures

    /// What it stands for is gone, so its hash is taken as it is: the entry behind it and the erasure vouch for it.
    private mutating func takeIn(tombstone row: JournalRow) {
        guard let hash = row.hash else { return note(.chain, row.sequence, "The tombstone of entry \(row.sequence) has no hash of 32 bytes.") }
        report.head.hash = hash
        findExpected(row)
        tombstones[row.integer(1), default: TombstoneDigest()].add(row.sequence, hash)
    }

    /// One that is not as it was recorded says nothing of its tombstones.
    private mutating func check(erasure row: JournalRow, asRecorded: Bool) {
        let digest = tombstones.removeValue(forKey: row.sequence) ?? TombstoneDigest()
        guard asRecorded else { return }
        if digest.count != row.integer(3) {
            note(.chain, row.sequence, "The erasure in entry \(row.sequence) removed \(row.integer(3)) entries, and there are \(digest.count) tombstones of it.")
        } else if row.text(4) != digest.text {
            note(.chain, row.sequence, "The tombstones of the erasure in entry \(row.sequence) are not those that it left.")
        }
    }

    private mutating func checkTombstones() {
        for (erasure, digest) in tombstones.sorted(by: { $0.key < $1.key }) {
            note(.chain, erasure, "Tombstones say that entry \(erasure) erased what they stand for, \(digest.count) entries, and it did not.")
        }
    }

    // MARK: Replay

    private mutating func replay(_ row: JournalRow) {
        do {
            if row.table == .act {
                _ = try reader.act(row.fields)
            } else if row.table == .tombstone {
                ledger.skip(to: EntryID(row.sequence))
            } else if let entry = try reader.entry(row) {
                try ledger.load(entry, id: EntryID(row.sequence))
            }
        } catch let fault as RowFault {
            let column = fault.column.map { "its \(row.table.columns[$0]) cannot be read, " } ?? ""
            note(.replay, row.sequence, "Entry \(row.sequence), \(row.table.noun): \(column)\(fault.problem).")
            replays = false
        } catch {
            note(.replay, row.sequence, "Entry \(row.sequence), \(row.table.noun), does not fit those before it: \(error).")
            replays = false
        }
    }

    private mutating func checkReplay() {
        do {
            _ = try ledger.holdings()
            _ = try ledger.cash()
        } catch {
            note(.replay, nil, "The ledger cannot be computed from the entries: \(error).")
        }
    }

    /// A state that queries pass over, because it is outdated or damaged, does no harm.
    private mutating func checkSavedState() throws {
        guard let stored = try store.savedState(.lots), stored.head == journalHead ?? report.head, stored.read() != nil else { return }
        let replayed = try SavedState(ledger)
        if replayed.nameBytes == stored.names.bytes, replayed.figureBytes == stored.figures?.bytes, replayed.lotBytes == stored.lots?.bytes { return }
        note(.cache, nil, "The saved state differs from a replay of the entries. Empty the table saved_state with any SQLite tool: it is a cache.")
    }

    /// The same of activities that were packed: those that are damaged are passed over, and packed anew.
    private mutating func checkPackedActivities() throws {
        if try PackedActivities.kept(by: store).agree(with: ledger, from: store) { return }
        note(.cache, nil, "The packed activities differ from the entries. Empty the tables saved_segment and saved_block with any SQLite tool: they are a cache.")
    }

    /// The same of gains that were kept.
    private mutating func checkSavedGains() throws {
        guard let stored = try store.savedGains(), try !stored.agree(with: ledger, in: store) else { return }
        note(
            .cache, nil, "The gains that were kept differ from a replay of the entries. Empty the tables saved_gains and saved_gains_block with any SQLite tool: they are a cache.")
    }

    private mutating func note(_ kind: VerifyReport.Problem.Kind, _ entry: Int?, _ message: String) {
        if report.problems.count < Self.mostProblems {
            report.problems.append(VerifyReport.Problem(kind: kind, entry: entry, message: message))
        }
    }
}

extension Verifier {
    /// What is wrong with a book that nobody works on, and how its layout differs from luca's, as sentences.
    ///
    /// One of an older layout is looked through as it would be once it is brought up to date: in a file of its own, which is removed again.
    ///
    /// - Parameters:
    ///   - head: where its journal must have been once.
    ///   - inspects: whether its pages are looked at, too.
    ///   - replays: whether its entries are replayed too; that is in vain where they are those of a book that was replayed.
    ///   - work: told how far that is.
    static func lookThrough(
        _ path: String, holding head: JournalHead = .empty, inspects: Bool = true, replays: Bool = true, _ shouldStop: (() -> Bool)? = nil, telling work: WatchedWork? = nil
    ) throws -> (faults: [String], differences: [String]) {
        let file = BookFile.absolute(path)
        guard let store = try present(file, openedAs: BookFile.rooted(path)) else {
            return try inPresentLayout(file) { try lookThrough($0, holding: head, inspects: inspects, replays: replays, shouldStop, telling: work) }
        }
        defer {
            work?.finish()
            store.close()
        }
        let problems = try store.withSnapshot { try Verifier(store, shouldStop: shouldStop, telling: work, inspects: inspects, replays: replays).problems() }
        var faults = problems.filter { $0.kind != .layout }.map(\.message)
        if head.sequence > 0, try store.hash(of: head.sequence) != head.hash { faults.append("It ends before the book does, or has other entries.") }
        return (faults, problems.filter { $0.kind == .layout }.map(\.message))
    }

    /// Opens a copy; nil where its layout is an older one, for which alone a file is refused for reading by that kind of error.
    private static func present(_ file: String, openedAs name: String) throws(StorageError) -> SQLiteStore? {
        do throws(StorageError) { return try SQLiteStore.openFinished(file, openedAs: name) } catch  where error.kind == .readOnly { return nil }
    }

    /// Brings a copy of a copy up to date, looks at that, and removes it.
    private static func inPresentLayout<Result>(_ file: String, _ look: (String) throws -> Result) throws -> Result {
        let present = NewFile.draft(of: "\(BookFile.temporaryFolder)/\(BookFile.name(file))")
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(present + suffix) } }
        try FileCopy.make(of: file, at: present, mark: .backup(Instant(microseconds: 0)), busyTimeout: 1)
        try SQLiteStore.open(path: present, readOnly: false).close()
        return try look(present)
    }
}

/// What was found in a book that was looked through from the first entry to the last.
public struct VerifyReport: Hashable, Sendable {
    /// Something that is not as it should be.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Which of the book's promises is broken.
        public enum Kind: String, CaseIterable, Sendable {
            /// Pages, references or views of the store.
            case store
            /// A number that is missing, or there twice.
            case sequence
            /// An entry that is not what it was when it was hashed, or that stands where another one stood.
            case chain
            /// An entry that cannot be read or does not fit those before it.
            case replay
            /// Tables, triggers or views that are missing, altered, or of another program's making.
            case layout
            /// What was there once, by this machine's memory, a backup or a hash that somebody kept, is not there any more.
            case history
            /// The ledger in memory differs from one that is computed afresh.
            case cache
        }

        /// Which of the book's promises is broken.
        public var kind: Kind
        /// The entry at fault, where it is one.
        public var entry: Int?
        /// What is wrong, as a sentence.
        public var message: String

        public var description: String { message }
    }

    /// Entries, without acts.
    public var entryCount = 0
    /// Entries that were removed when an account was erased.
    public var erasedCount = 0
    /// Entries that wait in a clone to be offered to its server; they are none of the others.
    public var waitingCount = 0
    /// Acts.
    public var actCount = 0
    /// Where the journal ends. Whoever keeps this elsewhere can prove later that nothing was cut off its end or rewritten.
    public var head = JournalHead.empty
    /// What is wrong, the first broken entry first; empty for a sound book.
    public var problems: [Problem] = []

    /// What is worth knowing and no fault: what the chain does not cover, restored backups.
    public var notes: [String] = []
    /// The entry that has the hash that was asked for; 0 for that of an empty journal, `nil` where none was asked for or none has it.
    public var expectedEntry: Int?

    /// Whether nothing is wrong.
    public var isSound: Bool { problems.isEmpty }
}
