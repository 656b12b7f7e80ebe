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
            guard try ChangesOfGains.found(in: store, since: stored.head, list)?.touch(accounts, through: through) == false else { return nil }
            let part = SavedGains.Part(days: from...through, instruments: instruments)
            if let known = present.gains(keptAt: stored.head)?.gains(of: part, accounts: accounts) { return known }
            let blocks = list.blocks.filter {
                $0.key.year >= from.year && $0.key.year <= through.year && accounts?.contains($0.key.account) ?? true
            }
            guard let gains = try read(part, blocks, SavedGains(definitions)) else {
                present.areGainsUseless = true
                return nil
            }
            if accounts != nil || instruments != nil { return gains }
            let known = KnownGains(gains, days: part.days)
            present.keep(known, keptAt: stored.head)
            return known.gains(of: part)
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
        let stored = try present.areGainsUseless ? nil : store.savedGains()
        if stored?.head == head, stored?.read() != nil { return nil }
        var known: GainList?, year: Int?
        if let stored, let list = stored.read(), try store.hash(of: stored.head.sequence) == stored.head.hash,
            let changes = try ChangesOfGains.found(in: store, since: stored.head, list)
        {
            (known, year) = (list, changes.first?.year ?? Day.max.year + 1)
        }
        let blocks = try ledger.gains().packed(from: year)
        var list = GainList(tiesAccounts: known?.tiesAccounts ?? false || ledger.tiesAccounts, blocks: [])
        list.blocks = known?.blocks.filter { $0.key.year < year ?? .min } ?? []
        let kept = Dictionary(uniqueKeysWithValues: (known?.blocks ?? []).map { ($0.key, $0) })
        var changed: [(GainKey, [UInt8])] = []
        for (block, entry) in zip(blocks, GainList.blocks(blocks)) {
            list.blocks.append(entry)
            if kept[entry.key] != entry { changed.append((entry.key, block.bytes)) }
        }
        let left = Set(list.blocks.map(\.key))
        return GainsToKeep(stored: StoredGains(list, head: head), changed: changed, removed: known.map { $0.blocks.map(\.key).filter { !left.contains($0) } })
    }
}
