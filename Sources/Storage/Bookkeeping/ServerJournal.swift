import Ledger
import Values

/// The journal of a server as a clone takes it: what stands behind the end that the clone knows, proved by the chain.
struct ServerJournal {
    private let store: any BookStore
    private let name: String
    private let shouldStop: (() -> Bool)?
    private var proof: ChainProof
    /// Where the clone's chain ended.
    private let known: JournalHead

    /// Where the journal ends by now, as far as it was taken.
    var head: JournalHead { proof.head }

    /// - Parameters:
    ///   - name: what messages call the server.
    ///   - known: where the clone's chain ends, which must be a part of the server's.
    ///   - acts: how many acts the clone has.
    init(_ store: any BookStore, named name: String, known: JournalHead, acts: Int, shouldStop: (() -> Bool)?) {
        (self.store, self.name, self.known, self.shouldStop) = (store, name, known, shouldStop)
        proof = ChainProof(behind: known, acts: acts)
    }

    /// Makes sure that the server has what the clone took from it.
    ///
    /// - Throws: `.damaged` where it has other entries or fewer: it was rewritten, or restored from an older backup.
    func checkPrefix(of clone: String) throws(StorageError) {
        let end = try store.head()
        let found = known.sequence == 0 ? known.hash : try store.hash(of: known.sequence)
        if end.sequence < known.sequence || found != known.hash { throw .rewrittenServer(clone, name, entry: known.sequence, has: end.sequence) }
    }

    /// Takes what stands behind the known end into the clone's file, in its running transaction, and puts tombstones where the server has them.
    ///
    /// - Returns: how many entries came, and the accounts that were deleted.
    @discardableResult
    mutating func take(into file: SQLiteStore) throws -> (entries: Int, erased: Set<AccountID>) {
        let erased = try takeErasures(into: file)
        var interruption = Interruption(shouldStop)
        let name = name
        try store.read(JournalSpan(after: known.sequence, withHashes: true)) { row in
            try interruption.check()
            do throws(ChainProof.Fault) { try proof.take(row) } catch { throw StorageError.brokenServer(name, error.detail) }
            try file.append(row)
        }
        do throws(ChainProof.Fault) { try proof.end() } catch { throw StorageError.brokenServer(name, error.detail) }
        return (head.sequence - known.sequence, erased)
    }

    /// Follows the erasures since in what the clone has.
    private mutating func takeErasures(into file: SQLiteStore) throws -> Set<AccountID> {
        var accounts: [Int: AccountID] = [:]
        try store.read(JournalSpan(after: known.sequence, tables: [.erasure])) { accounts[$0.sequence] = AccountID(Int32(truncatingIfNeeded: $0.integer(2))) }
        if accounts.isEmpty || known.sequence == 0 { return Set(accounts.values) }
        var graves: [Int: (erasure: Int, hash: EntryHash)] = [:]
        try store.read(JournalSpan(through: known.sequence, tables: [.tombstone], withHashes: true)) { row in
            if let hash = row.hash, accounts[row.integer(1)] != nil { graves[row.sequence] = (row.integer(1), hash) }
        }
        var removed: [Int: [RemovedRow]] = [:]
        try file.read(JournalSpan(through: known.sequence, withHashes: true)) { row in
            guard row.table.isEntry, let grave = graves[row.sequence] else { return }
            guard row.hash == grave.hash else { throw StorageError.brokenServer(name, "the tombstone of entry \(row.sequence) has another hash than the entry") }
            removed[grave.erasure, default: []].append(RemovedRow(table: row.table, sequence: row.sequence, hash: grave.hash))
        }
        guard removed.values.map(\.count).reduce(0, +) == graves.count else { throw StorageError.brokenServer(name, "there are tombstones of what was erased before") }
        for (erasure, rows) in removed.sorted(by: { $0.key < $1.key }) {
            for row in rows { proof.take(tombstone: row.sequence, row.hash, of: erasure) }
            try file.replaceByTombstones(rows, erasure: erasure)
        }
        return Set(accounts.values)
    }
}

/// The quotes and rates of a server as a clone takes them: exactly, each with when it was stored.
struct ServerPrices {
    private let store: any BookStore
    /// What tells whether they have changed since.
    let revisions: OriginTable.Revisions

    init(_ store: any BookStore) throws(StorageError) {
        self.store = store
        revisions = OriginTable.Revisions(quotes: try store.quoteRevision(), rates: try store.rateRevision())
    }

    /// Makes the quotes and rates of a file the server's, where they have changed since; how many came, changed or went.
    ///
    /// - Parameter known: what the file has; nil where it has none.
    func take(into file: SQLiteStore, known: OriginTable.Revisions? = nil) throws -> (quotes: Int, rates: Int) {
        (known?.quotes == revisions.quotes ? 0 : try takeQuotes(into: file), known?.rates == revisions.rates ? 0 : try takeRates(into: file))
    }

    private func takeQuotes(into file: SQLiteStore) throws -> Int {
        var wanted: [MemoryQuoteKey: KeptPrice<Quote>] = [:], there: [KeptPrice<Quote>] = []
        try store.readQuotes(QuoteFilter()) { wanted[MemoryQuoteKey($0)] = KeptPrice(value: $0, recordedAt: $1) }
        try file.readQuotes(QuoteFilter()) { there.append(KeptPrice(value: $0, recordedAt: $1)) }
        var changed = 0
        for kept in there {
            let key = MemoryQuoteKey(kept.value)
            if wanted[key] == kept {
                wanted[key] = nil
                continue
            }
            if wanted[key] == nil { changed += 1 }
            try file.put(nil, inPlaceOf: kept.value)
        }
        for (moment, group) in Dictionary(grouping: wanted.values, by: \.recordedAt) {
            changed += try file.store(group.map(\.value).sorted { MemoryQuoteKey($0) < MemoryQuoteKey($1) }, recordedAt: moment)
        }
        return changed
    }

    private func takeRates(into file: SQLiteStore) throws -> Int {
        var wanted: [MemoryRateKey: KeptPrice<Rate>] = [:], there: [KeptPrice<Rate>] = []
        try store.readRates(RateFilter()) { wanted[MemoryRateKey($0)] = KeptPrice(value: $0, recordedAt: $1) }
        try file.readRates(RateFilter()) { there.append(KeptPrice(value: $0, recordedAt: $1)) }
        var changed = 0
        for kept in there {
            let key = MemoryRateKey(kept.value)
            if wanted[key] == kept {
                wanted[key] = nil
                continue
            }
            if wanted[key] == nil { changed += 1 }
            try file.put(nil, inPlaceOf: kept.value)
        }
        for (moment, group) in Dictionary(grouping: wanted.values, by: \.recordedAt) { changed += try file.store(group.map(\.value), recordedAt: moment) }
        return changed
    }
}

extension SQLiteStore {
    /// Takes the prices of a clone back to what they were before what waits changed them, the last change first.
    func revertPrices(of contents: [OfferContent]) throws(StorageError) {
        for content in contents.reversed() {
            for change in content.quotes.reversed() { try put(change.before, inPlaceOf: change.either) }
            for change in content.rates.reversed() { try put(change.before, inPlaceOf: change.either) }
        }
    }
}
