public import Ledger
public import Values

/// An act to be recorded as it once was.
public struct ReplayedAct: Sendable {
    /// When it began.
    public var recordedAt: Instant
    /// What it was, in a few words.
    public var source: String
    /// Who recorded it, where that was kept.
    public var recordedBy: String?
    /// Its entries, in order.
    public var entries: [JournalEntry]

    /// An act of a journal that was written elsewhere.
    public init(recordedAt: Instant, source: String, recordedBy: String? = nil, entries: [JournalEntry]) {
        self.recordedAt = recordedAt
        self.source = source
        self.recordedBy = recordedBy
        self.entries = entries
    }
}

/// A journal read out whole, and one recorded anew, entry by entry.
extension Book {
    /// Where the journal ends: the number of the last entry, and the hash that vouches for all of them.
    public var head: JournalHead {
        get throws { try store.head() }
    }

    /// Who recorded an entry; `nil` where the book's setting `record_user` was off then. O(log n).
    public func recordedBy(_ entry: EntryID) throws -> String? { try store.recordedBy(entry.rawValue) }

    /// Who recorded each act, by its first entry, where that was kept: for all acts at once.
    public func recorders() throws -> [EntryID: String] { try recorders(in: JournalSpan(withHashes: true)) }

    /// The same for the acts of a span, which comes with hashes: only so do rows tell who recorded them.
    func recorders(in span: JournalSpan) throws -> [EntryID: String] {
        var recorders: [EntryID: String] = [:], first = 0
        try store.read(span) { row in
            if row.table == .act { first = row.sequence }
            guard row.sequence == first, let column = row.table.recordedByColumn, !row.fields[column].isNull else { return }
            recorders[EntryID(first)] = row.text(column)
        }
        return recorders
    }

    /// Reads out the whole journal: each act, then its entries in the order of their numbers.
    public func readJournal(act: (Act) throws -> Void, entry: (EntryID, JournalEntry) throws -> Void) throws {
        var reader = RowReader()
        var interruption = Interruption(host.shouldStop)
        let name = store.location
        try store.read(JournalSpan()) { row in
            try interruption.check()
            // What was removed left its hash only.
            if row.table == .tombstone { return }
            let taken: Result<JournalEntry?, RowFault> = row.table == .act ? .success(nil) : Result { () throws(RowFault) in try reader.entry(row) }
            do {
                if let value = try taken.get() { try entry(EntryID(row.sequence), value) } else { try act(reader.act(row.fields)) }
            } catch let fault as RowFault {
                throw StorageError.damagedEntry(name, row, fault)
            }
        }
    }

    /// Reads out every quote with the moment at which it was stored, by instrument, day and source.
    public func readQuotes(_ receive: (Quote, Instant) throws -> Void) throws { try store.readQuotes(QuoteFilter(), receive) }

    /// Reads out every rate with the moment at which it was stored, by currencies, day and source.
    public func readRates(_ receive: (Rate, Instant) throws -> Void) throws { try store.readRates(RateFilter(), receive) }

    /// Records the acts of another book in this one, which must be empty: the entries get the same numbers, the acts their own times
    /// and sources, and the chain of hashes comes out the same, but for a book on a server, whose entries are in the name of the login that records
    /// them. All or nothing.
    ///
    /// - Throws: `ReplayRefusal` of the first entry that the ledger refuses; `.alreadyExists` where the book holds entries; `.refused` for the
    ///   keys of providers, which no book holds.
    public func replay(
        _ acts: [ReplayedAct], quotes: [(quote: Quote, recordedAt: Instant)] = [], rates: [(rate: Rate, recordedAt: Instant)] = []
    ) throws {
        try transaction(source: "replay") {
            try beginWriting()
            guard nextEntry == 1 else {
                throw StorageError(.alreadyExists, "\(name) holds entries already, and a whole book goes into an empty one.", hint: "Open a new book, and import the folder there.")
            }
            for act in acts where !act.entries.isEmpty { try replay(act) }
            try keep(quotes, rates)
        }
    }

    /// Records an act that was recorded elsewhere, as the set that it was, in the running act.
    ///
    /// - Throws: `ReplayRefusal`; `.refused` for the keys of providers.
    func replay(_ act: ReplayedAct) throws {
        let row = Act(id: (loaded.acts.last?.id ?? 0) + 1, first: EntryID(nextEntry), recordedAt: act.recordedAt, source: act.source)
        for case .setting(let key, let value) in act.entries { try Self.checkIsNoSecret(key, value) }
        running!.writing!.recordedBy = store.recorder ?? act.recordedBy
        try ledger.take(act.entries, from: row.first)
        // The ledger has them now: should the store fail, the act as a whole has to be undone.
        try guarded { () throws(StorageError) in try writeRows(of: act.entries, row) }
        loaded.acts.append(row)
        // What is recorded afterwards is of an act of its own.
        running!.writing!.act = nil
    }

    private func keep(_ quotes: [(quote: Quote, recordedAt: Instant)], _ rates: [(rate: Rate, recordedAt: Instant)]) throws {
        guard !running!.writing!.inMemoryOnly else { return }
        for (recordedAt, group) in Dictionary(grouping: quotes, by: \.recordedAt).sorted(by: { $0.key < $1.key }) {
            _ = try guarded { () throws(StorageError) in try store.store(group.map(\.quote), recordedAt: recordedAt) }
        }
        for (recordedAt, group) in Dictionary(grouping: rates, by: \.recordedAt).sorted(by: { $0.key < $1.key }) {
            _ = try guarded { () throws(StorageError) in try store.store(group.map(\.rate), recordedAt: recordedAt) }
        }
        market.changes.noteQuotes()
        market.changes.noteRates()
        running!.log?.quotes += quotes.count
        running!.log?.rates += rates.count
        if running!.log != nil {
            for (quote, _) in quotes { note(quote) }
            for (rate, _) in rates { note(rate) }
        }
    }
}
