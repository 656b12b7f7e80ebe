import Glibc
import Ledger
import SQLite
import Values

/// A clone of a server's book: a file that has the server's journal, and behind it what was recorded away from the server and waits to be offered.
///
/// The tables of the journal hold the server's chain alone, with its numbers and hashes. What waits stands in the table `offer`; whoever reads sees
/// it behind the chain, numbered and hashed on. While an act runs, what waits lies in the tables of the journal too, so that points, queries and all else are the
/// file's own; at the end it is taken out again, and what the act recorded becomes an offer. Nothing of that is ever committed.
final class CloneStore: BookStore {
    /// The file, whose journal is the chain.
    let file: SQLiteStore
    private let clock: () -> Instant
    private var known: OfferedRows?
    private var act: RunningOffer?
    /// The book with what waits in it, in memory, for questions in SQL.
    private var laidCopy: SQLiteStore?

    /// What the running act has changed beside its rows.
    private struct RunningOffer {
        let start: JournalHead
        let chain: JournalHead
        var quotes: [OfferedChange<Quote>] = []
        var rates: [OfferedChange<Rate>] = []
        var marks: [(quotes: Int, rates: Int)] = []
    }

    /// The clone in a file, by a clock that tells when a price was taken away.
    init(_ file: SQLiteStore, clock: @escaping () -> Instant) { (self.file, self.clock) = (file, clock) }

    deinit { close() }

    var location: String { file.location }
    var isReadOnly: Bool { file.isReadOnly }
    var isEncrypted: Bool { file.isEncrypted }

    func close() {
        act = nil
        forget()
        file.close()
    }

    /// Forgets what was read of what waits.
    func forget() {
        known = nil
        laidCopy?.close()
        laidCopy = nil
    }

    /// What waits, of the state of the file that the caller sees.
    private func waiting() throws(StorageError) -> OfferedRows {
        let version = try file.dataVersion()
        if let known, known.version == version { return known }
        forget()
        let chain = try file.head()
        var waiting = OfferedRows(version: version, chain: chain, head: chain)
        let hasher = ChainHasher()
        try StorageError.typed(location) {
            for (_, content) in try file.offerTable().waiting() { for row in content.rows { waiting.append(row, hasher) } }
        }
        known = waiting
        return waiting
    }

    /// Runs several reads of the file on one state of it.
    private func snapshot<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try StorageError.typed(location) { try file.withSnapshot(body) }
    }

    // MARK: Writing

    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError) {
        try file.begin(after: nil, shouldStop: shouldStop)
        do throws(StorageError) {
            let waiting = try waiting()
            if let expected, waiting.head != expected { throw .outdated(location) }
            try waiting.lay(in: file)
            act = RunningOffer(start: waiting.head, chain: waiting.chain)
        } catch {
            file.rollback()
            throw error
        }
    }

    func commit() throws(StorageError) {
        guard let act else { preconditionFailure("a transaction is begun before it is committed") }
        let rows = try recorded(since: act.start)
        try file.removeRows(behind: act.chain.sequence)
        if !rows.isEmpty || !act.quotes.isEmpty || !act.rates.isEmpty {
            let content = OfferContent(rows: rows, quotes: act.quotes, rates: act.rates), table = try file.offerTable()
            let told = act.quotes.compactMap { $0.after?.recordedAt } + act.rates.compactMap { $0.after?.recordedAt }, source = content.source
            let offer = Offer(
                id: try table.nextID(), token: Self.draw(), recordedAt: content.recordedAt ?? told.first ?? clock(), source: source.isEmpty ? "prices" : source,
                restsOn: act.chain, entryCount: content.entryCount)
            try table.insert(offer, content)
        }
        try file.commit()
        self.act = nil
        laidCopy?.close()
        laidCopy = nil
        // What others commit is noticed by the version, which this commit does not change.
        if let last = rows.last {
            known?.rows += rows
            known?.head = JournalHead(sequence: last.sequence, hash: last.hash)
        }
    }

    /// The rows that the running act wrote.
    private func recorded(since start: JournalHead) throws(StorageError) -> [MemoryRow] {
        var rows: [MemoryRow] = []
        try StorageError.typed(location) { try file.read(JournalSpan(after: start.sequence, withHashes: true)) { rows.append(MemoryRow($0)) } }
        return rows
    }

    /// What nobody else draws.
    private static func draw() -> String { (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined() }

    func rollback() {
        act = nil
        file.rollback()
    }

    func setSavepoint() throws(StorageError) {
        try file.setSavepoint()
        if let act { self.act?.marks.append((act.quotes.count, act.rates.count)) }
    }

    func releaseSavepoint() throws(StorageError) {
        try file.releaseSavepoint()
        _ = act?.marks.popLast()
    }

    func rollbackToSavepoint() throws(StorageError) {
        try file.rollbackToSavepoint()
        guard let mark = act?.marks.popLast() else { return }
        act?.quotes.removeSubrange(mark.quotes...)
        act?.rates.removeSubrange(mark.rates...)
    }

    func append(_ row: JournalRow) throws(StorageError) { try file.append(row) }
    func appendMany(_ append: () throws(StorageError) -> Void) throws(StorageError) { try file.appendMany(append) }
    func takeBack(from entry: Int) throws(StorageError) { try file.takeBack(from: entry) }
    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) { throw try .deletedOnServer(location, originAddress()) }
    func scrub() throws(StorageError) { try file.scrub() }

    /// The server's address.
    func originAddress() throws(StorageError) -> String { try file.originTable().read()?.address ?? location }

    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        var changed = 0
        for quote in quotes {
            let after = KeptPrice(value: quote, recordedAt: recordedAt)
            changed += try noting(OfferedChange(before: file.kept(quote), after: after), in: \.quotes, file.store([quote], recordedAt: recordedAt))
        }
        return changed
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        let change = OfferedChange<Quote>(before: try file.keptQuote(of: instrument, on: day, source: source), after: nil)
        return try noting(change, in: \.quotes, file.removeQuote(of: instrument, on: day, source: source) ? 1 : 0) > 0
    }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        var changed = 0
        for rate in rates {
            let after = KeptPrice(value: rate, recordedAt: recordedAt)
            changed += try noting(OfferedChange(before: file.kept(rate), after: after), in: \.rates, file.store([rate], recordedAt: recordedAt))
        }
        return changed
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        let change = OfferedChange<Rate>(before: try file.keptRate(from: from, to: to, on: day, source: source), after: nil)
        return try noting(change, in: \.rates, file.removeRate(from: from, to: to, on: day, source: source) ? 1 : 0) > 0
    }

    /// Notes a change that the file has taken in what the act offers; hands back how much it changed.
    private func noting<Price>(_ change: OfferedChange<Price>, in changes: WritableKeyPath<RunningOffer, [OfferedChange<Price>]>, _ count: Int) -> Int {
        if count > 0 { act?[keyPath: changes].append(change) }
        return count
    }

    // MARK: The journal

    func head() throws(StorageError) -> JournalHead {
        if act != nil { return try file.head() }
        return try snapshot { () throws(StorageError) in try waiting().head }
    }

    func settledHead() throws(StorageError) -> JournalHead {
        if let act { return act.chain }
        return try file.head()
    }

    func layingRevision() throws(StorageError) -> Int { try file.originTable().laid() }

    func hash(of entry: Int) throws(StorageError) -> EntryHash? {
        if act != nil { return try file.hash(of: entry) }
        return try snapshot { () throws(StorageError) -> EntryHash? in
            let waiting = try waiting()
            return entry <= waiting.chain.sequence ? try file.hash(of: entry) : waiting.row(of: entry)?.hash
        }
    }

    func recordedBy(_ entry: Int) throws(StorageError) -> String? {
        if act != nil { return try file.recordedBy(entry) }
        return try snapshot { () throws(StorageError) -> String? in
            let waiting = try waiting()
            return entry <= waiting.chain.sequence ? try file.recordedBy(entry) : waiting.row(of: entry)?.recordedBy
        }
    }

    func read(_ span: JournalSpan, _ receive: (JournalRow) throws -> Void) throws {
        if act != nil { return try file.read(span, receive) }
        try file.withSnapshot {
            let waiting = try waiting()
            try file.read(span, receive)
            for row in waiting.rows where span.tables.contains(row.table) && row.sequence > span.after && row.sequence <= span.through {
                try row.lend(withHash: span.withHashes, receive)
            }
        }
    }

    func withSnapshot<Result>(_ body: () throws -> Result) throws -> Result { try file.withSnapshot(body) }

    // MARK: Queries

    /// Outside of an act, where something waits, a copy of the book in memory is asked, in which that is laid.
    func query(_ sql: String, _ arguments: [QueryValue], _ limits: QueryLimits) throws(StorageError) -> QueryResult {
        if act != nil { return try file.query(sql, arguments, limits) }
        try file.checkPlace()
        guard let copy = try copyWithWaiting() else { return try file.query(sql, arguments, limits) }
        return try copy.query(sql, arguments, limits)
    }

    func image() throws(StorageError) -> DatabaseImage {
        try file.checkPlace()
        if act == nil {
            guard let copy = try copyWithWaiting() else { return try file.image() }
            return try copy.image()
        }
        try file.setSavepoint()
        do throws(StorageError) {
            try file.forgetOrigin()
            let image = try file.image()
            try file.rollbackToSavepoint()
            return image
        } catch {
            try file.rollbackToSavepoint()
            throw error
        }
    }

    /// A copy in memory of a book like any other, in which what waits is recorded; nil where nothing waits.
    private func copyWithWaiting() throws(StorageError) -> SQLiteStore? {
        try snapshot { () throws(StorageError) -> SQLiteStore? in
            let waiting = try waiting()
            if waiting.rows.isEmpty { return nil }
            if let laidCopy { return laidCopy }
            let copy = try file.inMemory()
            try copy.begin(after: nil, shouldStop: nil)
            try copy.forgetOrigin()
            try waiting.lay(in: copy)
            try copy.commit()
            laidCopy = copy
            return copy
        }
    }
}
