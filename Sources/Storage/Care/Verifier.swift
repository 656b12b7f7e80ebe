import Ledger

/// Looks through a book: store, numbers, chain, replay.
struct Verifier {
    private let store: any BookStore
    private let hasher = ChainHasher()
    private var report = VerifyReport()
    private var reader = RowReader()
    private var ledger = Ledger()
    /// Tombstones by the erasure that they name, until that vouches for them.
    private var burials: [Int: BurialDigest] = [:]
    /// The last act seen.
    private var actID = 0
    /// Replay ends at the first entry that fails; what follows would fail for that reason alone.
    private var replays = true

    /// More than these are of no use to anybody.
    private static let mostProblems = 20

    private let shouldStop: (() -> Bool)?
    private var interruption: Interruption

    /// A hash that one of the entries is to have.
    private let expected: EntryHash?
    /// The number of that entry, where it was noted too.
    private let expectedNumber: Int?

    init(_ store: any BookStore, shouldStop: (() -> Bool)?, expected: EntryHash? = nil, number: Int? = nil) {
        self.store = store
        self.expected = expected
        expectedNumber = number
        self.shouldStop = shouldStop
        interruption = Interruption(shouldStop)
    }

    /// The report, and the ledger that a replay of the journal gives.
    mutating func run() throws -> (VerifyReport, Ledger) {
        do {
            for problem in try store.inspect(shouldStop: shouldStop) { note(.store, nil, problem) }
            for difference in try store.inspectLayout() { note(.layout, nil, "In the layout of the file, \(difference).") }
            var erased: Set<AccountID> = []
            try store.read(JournalSpan(tables: [.erasure])) { erased.insert(AccountID(Int32(truncatingIfNeeded: $0.integer(2)))) }
            ledger = Ledger(erased: erased)
            try store.read(JournalSpan(withHashes: true)) { row in
                try interruption.check()
                check(row)
            }
            try checkMarket()
        } catch let error as StorageError where error.kind == .damaged {
            note(.store, nil, error.message)
        }
        checkBurials()
        checkExpected()
        if replays { checkReplay() }
        if report.isSound { try checkSavedState() }
        return (report, ledger)
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
            return note(.history, nil, "The hash \(expected) is that of entry \(found), and was told as that of \(expectedNumber) entries: one of the two is not what verify printed.")
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

    // MARK: Erasures

    /// What it stands for is gone, so its hash is taken as it is: the entry behind it and the erasure vouch for it.
    private mutating func takeIn(tombstone row: JournalRow) {
        guard let hash = row.hash else { return note(.chain, row.sequence, "The tombstone of entry \(row.sequence) has no hash of 32 bytes.") }
        report.head.hash = hash
        findExpected(row)
        burials[row.integer(1), default: BurialDigest()].add(row.sequence, hash)
    }

    /// One that is not as it was recorded says nothing of its tombstones.
    private mutating func check(erasure row: JournalRow, asRecorded: Bool) {
        let digest = burials.removeValue(forKey: row.sequence) ?? BurialDigest()
        guard asRecorded else { return }
        if digest.count != row.integer(3) {
            note(.chain, row.sequence, "The erasure in entry \(row.sequence) removed \(row.integer(3)) entries, and there are \(digest.count) tombstones of it.")
        } else if row.text(4) != digest.text {
            note(.chain, row.sequence, "The tombstones of the erasure in entry \(row.sequence) are not those that it left.")
        }
    }

    private mutating func checkBurials() {
        for (erasure, digest) in burials.sorted(by: { $0.key < $1.key }) {
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
        guard let stored = try store.savedState(withLots: true), stored.head == report.head, stored.read() != nil else { return }
        let replayed = try SavedState(ledger)
        if replayed.bytes == stored.state.bytes, replayed.lotBytes == stored.lots?.bytes { return }
        note(.cache, nil, "The saved state differs from a replay of the entries. Empty the table saved_state with any SQLite tool: it is a cache.")
    }

    private mutating func note(_ kind: VerifyReport.Problem.Kind, _ entry: Int?, _ message: String) {
        if report.problems.count < Self.mostProblems {
            report.problems.append(VerifyReport.Problem(kind: kind, entry: entry, message: message))
        }
    }
}

extension JournalRow {
    /// The integer in a column; 0 where it holds something else.
    func integer(_ column: Int) -> Int {
        guard case .integer(let value) = fields[column] else { return 0 }
        return Int(value)
    }

    /// The text in a column; empty where it holds something else.
    func text(_ column: Int) -> String {
        guard case .text(let bytes) = fields[column] else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
