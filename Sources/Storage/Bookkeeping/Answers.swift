public import Ledger
public import Values

/// The state that was saved when the book was closed last, as far as this session has read it.
struct PresentState {
    /// The state, where somebody asked and no ledger had computed it; nil once the journal goes on.
    private(set) var state: SavedState?
    /// Where the journal ended as it was read.
    private(set) var head: JournalHead?
    /// Whether what is saved is of the journal's end and yet cannot be read, so that it is to be saved again.
    private(set) var isUseless = false
    /// Whether packed activities were found damaged, so that they are to be packed anew.
    var arePackedUseless = false
    /// Whether gains that were kept were found damaged, so that they are to be kept anew.
    var areGainsUseless = false
    /// Ledgers of parts of the journal, while none of all of it is loaded.
    var parts = KnownParts()
    /// A state is saved of books with this many entries or more; the others are loaded in no time.
    var smallestSaved = 2_000

    /// Takes what was read of an end of the journal, which is nil where that is damaged or of another version.
    mutating func take(_ read: SavedState?, of end: JournalHead) { (state, isUseless, head) = (read, read == nil, end) }

    /// The gains that were read last, while an answer from them is kept, and where the journal ended when they were saved.
    private weak var gains: KnownGains?
    private var gainsHead: JournalHead?

    /// The gains that were read last, where they were saved at an end of the journal and are still kept by somebody.
    func gains(keptAt head: JournalHead) -> KnownGains? { gainsHead == head ? gains : nil }

    /// Takes gains that were saved at an end of the journal.
    mutating func keep(_ gains: KnownGains, keptAt head: JournalHead) { (self.gains, gainsHead) = (gains, head) }

    /// Forgets the state, which is of an earlier end of the journal.
    mutating func forget() { (state, parts) = (nil, KnownParts()) }
}

/// What tells whether a book says the same as it did: two that are equal, of the same book, mean that no entry, price or rate has changed.
public struct BookRevision: Hashable, Sendable {
    /// Where its journal ends.
    public let head: JournalHead
    /// Of its prices and rates.
    public let market: MarketRevision
    /// Of what waits in a clone.
    let laying: Int
}

extension Book {
    /// The revision of the book; nil while the running act has recorded something, which may be taken back. A few look-ups of a number.
    public var revision: BookRevision? {
        get throws {
            if running?.writing != nil { return nil }
            return BookRevision(head: try store.head(), market: try marketRevision, laying: try store.layingRevision())
        }
    }
}

/// Answers about the present without the past: a state that was saved as the book was closed.
extension Book {
    /// What the book's names stand for; costs what is open, where a state was saved.
    public var definitions: Definitions {
        get throws { try savedState(.names)?.definitions ?? definitionsAlone() }
    }

    /// What is planned; as cheap as the definitions.
    public var plans: PlanStore {
        get throws { try savedState(.names)?.definitions.plans ?? ledger.plans }
    }

    /// What the book comes to at the end of a day, or now; the present costs what is open, where a state was saved.
    ///
    /// - Parameter withLots: whether its lots will be asked for, which are the greater part of what was saved.
    public func state(on day: Day? = nil, withLots: Bool = true) throws -> BookState {
        try savedState(withLots ? .lots : .figures)?.at(endOf: day) ?? ledger.at(endOf: day)
    }

    /// The saved state, where it is of the journal's end; nil where the ledger knows as much without a replay.
    private func savedState(_ extent: StateExtent) throws -> SavedState? {
        if running?.writing != nil { return nil }
        let ledger = loaded.ledger
        if ledger != nil, extent == .names { return nil }
        if let ledger, ledger.isSettled {
            if present.state != nil { present.forget() }
            return nil
        }
        return try store.withSnapshot {
            let known = present.state.flatMap { $0.reaches(extent) ? $0 : nil }
            // While no ledger is loaded, nothing is recorded.
            if let known, try ledger == nil || present.head == store.head() { return known }
            guard let stored = try store.savedState(extent), try stored.head == store.head() else {
                present.forget()
                return nil
            }
            present.take(stored.read(), of: stored.head)
            return present.state
        }
    }

    /// Saves the present state, the realised gains and daily values for the next time that the book is opened, and packs what was recorded, where that is worth it.
    ///
    /// All are only caches: whatever goes wrong, or where the user stops it, the book is as good without them, and nobody is made to wait for another program.
    func saveState() {
        guard let ledger = loaded.ledger, !store.isReadOnly, ledger.lastEntry.rawValue >= present.smallestSaved else { return }
        guard let head = try? store.head(), head.sequence == ledger.lastEntry.rawValue else { return }
        let work = host.watched("saving", through: 5)
        defer { work?.finish() }
        /// Tells how many of its five parts are done; whether to go on.
        func tell(_ done: Int) -> Bool {
            work?.tell(done)
            return host.shouldStop?() != true
        }
        let state = wantsState(of: ledger, at: head) ? try? SavedState(ledger) : nil
        guard tell(1) else { return }
        let segments = (try? activitiesToPack(of: ledger)) ?? []
        guard tell(2) else { return }
        let gains = ledger.isSettled ? try? gainsToKeep(of: ledger, at: head) : nil
        guard tell(3) else { return }
        let values = (try? valuesToKeep()) ?? []
        guard tell(4), state != nil || gains != nil || !segments.isEmpty || !values.isEmpty else { return }
        try? save(state, gains, segments, values, of: ledger)
    }

    private func wantsState(of ledger: Ledger, at head: JournalHead) -> Bool {
        let saved = present.isUseless ? nil : try? store.savedHead()
        // A state that has to be computed first is computed where much has come since the last one.
        return saved != head && (ledger.isSettled || head.sequence - (saved?.sequence ?? 0) >= present.smallestSaved)
    }

    private func save(_ state: SavedState?, _ gains: GainsToKeep?, _ segments: [SegmentToKeep], _ values: [StoredValues], of ledger: Ledger) throws {
        try store.begin(after: nil) { true }
        do {
            let head = try store.head()
            guard head.sequence == ledger.lastEntry.rawValue else { return store.rollback() }
            if let state { try store.save(StoredState(state, head: head)) }
            if let gains { try store.keep(gains) }
            try store.keep(segments)
            try store.keep(values)
            try store.commit()
        } catch {
            store.rollback()
            throw error
        }
    }
}

extension Book {
    /// The names of the views that a question in SQL may be asked of, in the order of the alphabet.
    public static let views = Schema.current.views

    /// Answers a question in SQL over the views of the book.
    ///
    /// It sees all that is committed, and what the running act recorded; it can change nothing. One statement; a `?` stands for each
    /// argument. Decimals compare, sort, add up and average exactly: see `QueryColumn.isDecimal`.
    ///
    /// - Throws: `.query` with the nearest name, or where it takes longer than `longestQuery`; `.refused`; `.interrupted` where `shouldStop` said so.
    public func query(_ sql: String, _ arguments: [QueryValue] = []) throws(StorageError) -> QueryResult {
        if let running, running.writing == nil, running.readHead == nil {
            do { try noteReading() } catch let error as StorageError { throw error } catch { throw StorageError(.misuse, "\(error)") }
        }
        let end = ContinuousClock.now + host.longestQuery, shouldStop = host.shouldStop
        var isLate = false
        func mustStop() -> Bool {
            isLate = ContinuousClock.now > end
            return isLate || shouldStop?() == true
        }
        do throws(StorageError) {
            return try store.query(sql, arguments, QueryLimits(shouldStop: mustStop, largestAnswer: host.largestAnswer))
        } catch {
            guard isLate, error.kind == .interrupted else { throw error }
            throw .tooSlowQuery(host.longestQuery)
        }
    }
}
