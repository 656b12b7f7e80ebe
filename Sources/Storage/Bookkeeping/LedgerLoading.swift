public import Ledger
public import Values

/// What a book has in memory of its journal: none of it before somebody asks.
struct LoadedLedger {
    /// The ledger of all that is recorded.
    var ledger: Ledger?
    /// Which laying of what waits the ledger was loaded of, in a clone.
    var layingRevision = 0
    /// The acts of the entries that the ledger has; of the running act only those that it has ended.
    var acts: [Act] = []
    private var pastLedgers: [Ledger] = []

    /// The ledger of the entries up to one, where it was kept.
    func past(through last: EntryID) -> Ledger? { pastLedgers.first { $0.lastEntry == last } }

    /// Keeps a ledger of what was recorded up to some entry, for the next question about it: two, so that one moment can be compared with another.
    mutating func keepPast(_ ledger: Ledger) {
        if pastLedgers.count > 1 { pastLedgers.removeFirst() }
        pastLedgers.append(ledger)
    }

    /// Forgets acts whose entries the ledger has no more.
    mutating func forgetActsOfUndoneEntries() {
        guard let last = ledger?.lastEntry else { return }
        while let act = acts.last, act.first > last { acts.removeLast() }
    }
}

extension Book {
    /// The ledger of all that is recorded; the first to ask waits until it is loaded.
    public var ledger: Ledger {
        get throws {
            if let ledger = loaded.ledger { return ledger }
            return try store.withSnapshot {
                let ledger = try loadedFromPacked() ?? emptyLedger()
                loaded.layingRevision = try store.layingRevision()
                try catchUp(ledger, follows: false)
                loaded.ledger = ledger
                present.forget()
                return ledger
            }
        }
    }

    /// Takes in what other programs have recorded; costs next to nothing where they have not.
    ///
    /// To be called where a statement begins. Inside an act that has begun to record there is nothing to do: nobody else can.
    ///
    /// - Returns: whether something may have changed: entries, quotes or both.
    @discardableResult
    public func refresh() throws -> Bool {
        if running?.writing != nil { return false }
        guard try store.hasNews() else { return false }
        present.forget()
        // In one view of the journal: an account may be erased between two.
        try store.withSnapshot { if try !forgetIfErased(), let ledger = loaded.ledger { try catchUp(ledger) } }
        if isOnServer { news.note(end: try store.head().sequence, isOwn: false) }
        return true
    }

    /// The act that recorded an entry: when, and what it was. O(log n).
    public func act(of entry: EntryID) throws -> Act? {
        if loaded.ledger == nil, running?.writing == nil, let known = try actWithoutLedger(of: entry) { return known }
        let ledger = try ledger
        if let act = running?.writing?.act, act.first <= entry, entry <= ledger.lastEntry { return act }
        guard entry.rawValue > 0, entry <= ledger.lastEntry else { return nil }
        var (low, high) = (0, loaded.acts.count)
        while low < high {
            let middle = (low + high) / 2
            if loaded.acts[middle].first <= entry { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : loaded.acts[low - 1]
    }

    /// Every act that recorded something, from the first; that of the running act is not among them yet.
    public var acts: [Act] {
        get throws {
            _ = try ledger
            return loaded.acts
        }
    }

    /// A ledger of the journal as far as its activities are packed; nil where none are, or something is wrong with them.
    private func loadedFromPacked() throws -> Ledger? {
        loaded.acts = []
        let packed = try packedActivities()
        if packed.isEmpty { return nil }
        let ledger = try emptyLedger()
        if try load(packed, into: ledger) { return ledger }
        loaded.acts = []
        present.arePackedUseless = true
        return nil
    }

    /// A ledger that nothing has been read into yet, and that knows which accounts were erased.
    func emptyLedger() throws -> Ledger {
        let ledger = Ledger(erased: try erasedAccounts(after: 0))
        ledger.replayWatch = { [weak self] done, total in self?.mayGoOn(done, of: total) ?? true }
        return ledger
    }

    /// Tells whoever watches how far a replay of a ledger is; whether it may go on.
    private func mayGoOn(_ done: Int, of total: Int) -> Bool {
        let work = "computing"
        host.progress?(done == total ? .end(of: work) : WorkStage(work, done: done, of: total))
        return host.shouldStop?() != true
    }

    /// The ledger of what a store has of the book, such as the chain of a clone without what waits.
    func ledger(of store: any BookStore) throws -> Ledger {
        let ledger = Ledger(erased: try erasedAccounts(after: 0, in: store))
        try read(JournalSpan(tables: Set(JournalTable.allCases).subtracting([.act])), of: store, into: ledger) { _ in }
        return ledger
    }

    /// The accounts whose erasures were recorded behind an entry.
    private func erasedAccounts(after entry: Int, in store: (any BookStore)? = nil) throws -> Set<AccountID> {
        var erased: Set<AccountID> = []
        try (store ?? self.store).read(JournalSpan(after: entry, tables: [.erasure])) { row in
            // A number that no account can have is found out as the entries are read.
            erased.insert(AccountID(Int32(truncatingIfNeeded: row.integer(2))))
        }
        return erased
    }

    /// Forgets the ledger where another program has erased an account since, has laid what waits in a clone anew, or the store has lost some of it; whether it did.
    func forgetIfErased() throws -> Bool {
        guard let ledger = loaded.ledger else { return false }
        let isOther = try store.layingRevision() != loaded.layingRevision || store.hasLostActs()
        guard try isOther || !erasedAccounts(after: ledger.lastEntry.rawValue).isEmpty else { return false }
        forgetLedger()
        return true
    }

    /// Forgets what is in memory, to be loaded anew when somebody asks.
    func forgetLedger() {
        loaded = LoadedLedger()
        present.forget()
    }

    /// Takes the entries of the store that a ledger does not have yet into it.
    ///
    /// - Parameter follows: whether they come behind what the ledger has already.
    func catchUp(_ ledger: Ledger, follows: Bool = true) throws {
        try read(JournalSpan(after: ledger.lastEntry.rawValue), into: ledger, follows: follows) { act in
            // It is there already where an earlier reading got no further than this.
            if act.id > loaded.acts.last?.id ?? 0 { loaded.acts.append(act) }
        }
    }

    /// Takes the entries of a span into a ledger, but for some that are passed over, and hands over the acts.
    ///
    /// - Parameters:
    ///   - store: where they are, if not in the book's own store.
    ///   - follows: whether they come behind what the ledger has already.
    func read(
        _ span: JournalSpan, of store: (any BookStore)? = nil, into ledger: Ledger, except passed: Set<Int> = [], follows: Bool = false, _ receive: (Act) -> Void
    ) throws {
        let store = store ?? self.store
        let work = host.progress == nil ? nil : host.watched("loading", from: span.after, through: try end(of: span, in: store))
        defer { work?.finish() }
        var interruption = Interruption(host.shouldStop, telling: work)
        var filling = LedgerFilling(ledger, name: store.location, except: passed, follows: follows)
        try store.read(span) { row in
            try interruption.check(at: row.sequence)
            if let act = try filling.take(row) { receive(act) }
        }
    }

    /// The last entry of a span; nil where a server would have to be asked for it.
    private func end(of span: JournalSpan, in store: any BookStore) throws -> Int? {
        if span.through != .max { return span.through }
        return isOnServer ? nil : try store.head().sequence
    }
}

extension Book {
    /// The ledger of all that was recorded at or before a moment: what the book said then.
    ///
    /// Acts stand in the order in which they were recorded, so where a clock went back, an act counts as recorded by a moment if one
    /// behind it does. What is recorded later changes none of these ledgers, so the last ones asked for are kept. Quotes are no
    /// entries: they are not part of it.
    public func ledger(asRecorded moment: Instant) throws -> Ledger {
        if let writing = running?.writing, writing.recordedAt <= moment { return try ledger }
        let acts = try loaded.ledger == nil ? readActs() : loaded.acts
        let next = acts.lastIndex { $0.recordedAt <= moment }.map { $0 + 1 } ?? 0
        if next < acts.count { return try ledger(through: EntryID(acts[next].first.rawValue - 1)) }
        guard let writing = running?.writing else { return try ledger }
        return try ledger(through: EntryID(writing.start))
    }

    /// The ledger of the entries up to one, which stand for good.
    private func ledger(through last: EntryID) throws -> Ledger {
        if let known = loaded.past(through: last) { return known }
        let ledger = try emptyLedger()
        try read(JournalSpan(through: last.rawValue, tables: Set(JournalTable.allCases).subtracting([.act])), into: ledger) { _ in }
        loaded.keepPast(ledger)
        return ledger
    }

    /// The acts of the store, where no ledger has been loaded that would know them.
    private func readActs() throws -> [Act] {
        var acts: [Act] = []
        let reader = RowReader()
        try store.read(JournalSpan(tables: [.act])) { row in
            do { acts.append(try reader.act(row.fields)) } catch let fault as RowFault { throw StorageError.damagedEntry(name, row, fault) }
        }
        return acts
    }
}
