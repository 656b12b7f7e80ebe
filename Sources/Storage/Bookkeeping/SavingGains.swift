public import Ledger
public import Values

/// Realised gains that were kept as the book was closed: who asks for those of a year reads that year.
extension Book {
    /// The gains of lots closed within some days, in some accounts and of some instruments, where they were kept and nothing has changed them since; nil
    /// where they have to be computed, and where the ledger has them ready.
    ///
    /// - Parameters:
    ///   - accounts: nil for all.
    ///   - instruments: nil for all.
    public func savedGains(from: Day?, through: Day?, accounts: Set<AccountID>?, instruments: Set<InstrumentID>?) throws -> SavedGains? {
        if running?.writing != nil || loaded.ledger?.isSettled ?? false { return nil }
        let from = from ?? .min, through = through ?? .max
        if from > through { return nil }
        return try store.withSnapshot {
            guard let stored = try store.savedGains(), let list = stored.read(), try store.hash(of: stored.head.sequence) == stored.head.hash else { return nil }
            guard try ChangesOfGains(in: store, since: stored.head, list)?.touch(accounts, through: through) == false else { return nil }
            let part = SavedGains.Part(days: from...through, instruments: instruments)
            let blocks = list.blocks.filter {
                $0.key.year >= from.year && $0.key.year <= through.year && accounts?.contains($0.key.account) ?? true
            }
            return try read(part, blocks, SavedGains(definitions))
        }
    }

    /// Reads blocks, year by year; nil where one is not there or damaged.
    private func read(_ part: SavedGains.Part, _ blocks: [GainList.Block], _ gains: SavedGains) throws -> SavedGains? {
        var gains = gains, rest = blocks[...]
        while let year = rest.first?.key.year {
            let ofYear = rest.prefix { $0.key.year == year }
            rest = rest.dropFirst(ofYear.count)
            var bytes: [[UInt8]] = []
            try store.readSavedGains(ofYear.map(\.key)) { _, read in bytes.append(Array(read)) }
            guard bytes.count == ofYear.count, zip(ofYear, bytes).allSatisfy({ $0.checksum == CacheChecksum.of($1) }) else { return nil }
            if !gains.add(year: year, part, zip(ofYear, bytes).map { ($0.key.account, $0.count, $1) }) { return nil }
        }
        return gains
    }

    /// What is to be kept of the gains of a ledger whose last entry is the end of the journal; nothing where that is kept.
    func gainsToKeep(of ledger: Ledger, at head: JournalHead) throws -> GainsToKeep? {
        guard store.keepsPackedActivities else { return nil }
        let stored = try store.savedGains()
        if stored?.head == head, stored?.version == StoredGains.version { return nil }
        var known: GainList?, year: Int?
        if let stored, let list = stored.read(), try store.hash(of: stored.head.sequence) == stored.head.hash,
            let changes = try ChangesOfGains(in: store, since: stored.head, list)
        {
            (known, year) = (list, changes.first?.year ?? Day.max.year + 1)
        }
        let blocks = try ledger.gains().packed(from: year)
        var list = GainList(tiesAccounts: known?.tiesAccounts ?? false || ledger.tiesAccounts, blocks: [])
        list.blocks = known?.blocks.filter { $0.key.year < year ?? .min } ?? []
        let kept = Dictionary(uniqueKeysWithValues: (known?.blocks ?? []).map { ($0.key, $0) })
        var changed: [(GainKey, [UInt8])] = []
        for block in blocks {
            let entry = GainList.Block(key: GainKey(year: block.year, account: block.account), count: block.count, checksum: CacheChecksum.of(block.bytes))
            list.blocks.append(entry)
            if kept[entry.key] != entry { changed.append((entry.key, block.bytes)) }
        }
        let left = Set(list.blocks.map(\.key))
        return GainsToKeep(stored: StoredGains(list, head: head), changed: changed, removed: known.map { $0.blocks.map(\.key).filter { !left.contains($0) } })
    }
}

/// What the entries of a journal behind those from which gains were kept change of them.
struct ChangesOfGains {
    /// By account: the first day from which its gains may be others.
    private var days: [AccountID: Day] = [:]
    /// Whether a change in one account may change gains of others from the same day on.
    private let tiesAccounts: Bool

    /// The first day from which gains may be others; nil where none are.
    var first: Day? { days.values.min().map(reach) }

    /// The most entries that are looked at: more take as long as computing the gains.
    private static let mostEntries = 20_000

    /// Looks at the entries behind one; nil where gains of any day may be others.
    ///
    /// Entries that add a trade change gains from its day on; those that move cash alone, plans, tags and worths change none. All others (what takes back
    /// or amends, transfers, corporate actions, settings, definitions) may change all.
    init?(in store: any BookStore, since head: JournalHead, _ list: GainList) throws {
        tiesAccounts = list.tiesAccounts
        let end = try store.head()
        if end == head { return }
        guard head.sequence < end.sequence, end.sequence - head.sequence <= Self.mostEntries else { return nil }
        let harmless: Set<JournalTable> = [.act, .plan, .occurrence, .tag, .valuation]
        var reader = RowReader(), isOfSome = true
        try store.read(JournalSpan(after: head.sequence, tables: Set(JournalTable.allCases).subtracting(harmless))) { row in
            guard isOfSome else { return }
            isOfSome = try row.table == .activity && note(reader.activity(row.fields))
        }
        if !isOfSome { return nil }
    }

    /// Notes what an activity changes; false where that may be all.
    private mutating func note(_ activity: Activity) -> Bool {
        if activity.account == .every || activity.subtype != nil { return false }
        // What brought it into the book is nothing to its gains.
        if let detail = activity.detail, detail != ActivityDetail(sourceID: detail.sourceID) { return false }
        switch activity.kind {
        case .deposit, .withdrawal, .interest, .credit, .fee, .tax: return activity.instrument == nil
        case .dividend: return true
        case .buy, .sell:
            days[activity.account] = min(days[activity.account] ?? .max, activity.date)
            return true
        case .split, .transferIn, .transferOut, .adjustment, .unknown: return false
        }
    }

    /// The first day whose gains a trade of a day may change: a purchase may take a loss of the days before it.
    private func reach(_ day: Day) -> Day { tiesAccounts ? (try? day.adding(days: -Policy.washSaleDays)) ?? .min : day }

    /// Whether gains of some accounts, or of all, may be others that were closed up to a day.
    func touch(_ accounts: Set<AccountID>?, through day: Day) -> Bool {
        days.contains { account, first in reach(first) <= day && (tiesAccounts || accounts?.contains(account) ?? true) }
    }
}

/// Compares gains that were kept with those of a ledger.
struct SavedGainsCheck {
    private let store: any BookStore

    init(_ store: any BookStore) { self.store = store }

    /// Whether every block that a question may be answered from is what the ledger packs; those that are damaged or outdated answer none.
    func agrees(with ledger: Ledger) throws -> Bool {
        guard let stored = try store.savedGains(), let list = stored.read(), try store.hash(of: stored.head.sequence) == stored.head.hash,
            let changes = try ChangesOfGains(in: store, since: stored.head, list)
        else { return true }
        let computed = Dictionary(uniqueKeysWithValues: try ledger.gains().packed(from: nil).map { (GainKey(year: $0.year, account: $0.account), $0) })
        let last = Int(changes.first?.year ?? Day.max.year + 1)
        let isListed = computed.keys.allSatisfy { key in key.year >= last || list.blocks.contains { $0.key == key } }
        return isListed
            && list.blocks.allSatisfy { block in
                block.key.year >= last || computed[block.key].map { $0.count == block.count && CacheChecksum.of($0.bytes) == block.checksum } ?? false
            }
    }
}
