import Ledger
import PostgreSQL
import SQLite
import Values

/// A book on a PostgreSQL server: `BookStore` with its promises kept by one transaction an act, in which the book's head is locked.
///
/// The rows of an act are gathered here and sent as it is committed; the server checks their chain, and appends them where the journal
/// still ends as the act expects. Prices and rates go to the server at once, within the act's transaction. What an act wrote is read back
/// from both.
final class ServerStore: BookStore {
    let location: String
    let isEncrypted = false
    /// The connection, which several books of a server may share.
    let server: BookServer
    /// What the server says of the book.
    let listing: BookListing
    /// What the running act has written and not sent; nil where none is running.
    var pending: PendingAct?
    /// The end of the journal and the revisions of prices and rates, as this session knows them.
    var known: ServerHead?
    /// The entry up to which the journal was read here; of the connection of that number, the server was asked whether it still has that.
    var seen: JournalHead?, seenOn = 0
    /// Acts of which it is not known yet whether they are recorded.
    var unsettled: [UnsettledAct] = []
    /// What questions in SQL are asked of.
    let mirror: QueryMirror
    /// By which the next act that is committed is known again; drawn at random where nobody gives one.
    var actToken: String?
    /// Whether others had recorded something as the last act began.
    private var sharesBook = false
    /// When it was last asked where the journal ends.
    private var askedAt = ContinuousClock.now
    let busyTimeout: Double
    private var isClosed = false

    /// An act that is running.
    struct PendingAct {
        var rows = PendingRows()
        /// Where the journal ended as it began.
        var start: ServerHead
        /// The number by which the server knows it again.
        let token: String
        /// Whether the server keeps others from appending until it ends.
        var isLocked = true
        /// Whether prices, rates or caches were sent already.
        var hasSent = false
        /// What was read of the server behind an entry, which others recorded before the act began; it is asked for more than once.
        var latest: (after: Int, rows: PendingRows)?
        /// How often it has changed prices, and rates.
        var quoteChanges = 0, rateChanges = 0
        /// The server's number of the transaction, where prices or rates were sent.
        var transaction: String?
        /// Points in the act, the last one last.
        var savepoints: [PendingSavepoint] = []
    }

    /// A point in an act to which it may go back.
    struct PendingSavepoint {
        let rows: PendingRows.Mark
        /// How often prices and rates had been changed.
        let quoteChanges, rateChanges: Int
        /// Whether the server has it too, which is so once something was sent behind it.
        var isSent = false
    }

    init(server: BookServer, listing: BookListing, busyTimeout: Double) {
        self.server = server
        self.listing = listing
        self.busyTimeout = busyTimeout
        location = "\(listing.name) on \(server.name)"
        mirror = QueryMirror(name: location)
    }

    deinit { close() }

    var isReadOnly: Bool { listing.role.map { $0 == .viewer } ?? true || listing.movedTo != nil || server.isStandby }

    /// Entries are recorded in the name of the login, whatever the book's settings say.
    var recorder: String? { server.login }

    /// The book's number as the server's statements take it.
    var book: PostgresParameter { .text(listing.id) }

    func close() {
        rollback()
        if isClosed { return }
        isClosed = true
        mirror.close()
        server.release()
    }

    /// Asks something of the book.
    func ask(_ sql: String, _ parameters: [PostgresParameter]) throws(StorageError) -> PostgresResult { try server.ask(sql, parameters, of: listing.id) }

    func checkOpen() throws(StorageError) {
        if isClosed { throw .closed(location) }
    }

    // MARK: Writing

    func begin(after expected: JournalHead?, shouldStop: (() -> Bool)?) throws(StorageError) {
        try checkOpen()
        if isReadOnly { throw refusalToWrite }
        precondition(pending == nil, "an act is running")
        try tellUnsettled()
        // Where others record too, what they did comes along, and the lock is held for the shorter.
        let (start, latest) = try lock(readingBehind: sharesBook ? seen?.sequence : nil, shouldStop)
        let act = PendingAct(start: start, token: actToken ?? BookServer.randomNumber(), latest: latest)
        if let expected, act.start.journal != expected {
            server.rollback()
            throw .outdated(location)
        }
        sharesBook = seen != act.start.journal
        pending = act
    }

    var expectedHead: JournalHead? {
        guard !isClosed, !isReadOnly, !sharesBook, unsettled.isEmpty, !server.isInTransaction, seenOn == server.link.number else { return nil }
        return seen
    }

    func beginWithoutLock() throws(StorageError) {
        try checkOpen()
        guard let seen, pending == nil else { preconditionFailure("an act without the lock begins where the journal is known to end") }
        let start = known.flatMap { $0.journal == seen ? $0 : nil } ?? ServerHead(end: seen)
        pending = PendingAct(start: start, token: actToken ?? BookServer.randomNumber(), isLocked: false)
    }

    /// Takes the lock for an act that has begun without it.
    ///
    /// - Throws: `.outdated` where somebody has recorded something since.
    func lockPending() throws(StorageError) {
        guard let act = pending, !act.isLocked else { return }
        let start = try lock().start
        guard start.journal == act.start.journal else {
            // It has the lock, and is not of the act yet.
            server.rollback()
            throw noteOutdated()
        }
        pending?.start = start
        pending?.isLocked = true
    }

    /// Begins a transaction in which nobody else appends; where the journal ends, and the rows behind an entry where they are asked for.
    private func lock(
        readingBehind entry: Int? = nil, _ shouldStop: (() -> Bool)? = nil
    ) throws(StorageError) -> (start: ServerHead, latest: (after: Int, rows: PendingRows)?) {
        let questions = [ServerStatement(lockQuestion, [book])] + (entry.map { [entriesBehind($0)] } ?? []), answers: [PostgresResult]
        do throws(StorageError) { answers = try server.begin(questions, lockTimeout: busyTimeout, shouldStop) } catch {
            throw error.kind == .busy ? .busy(location, waited: busyTimeout) : error
        }
        do throws(StorageError) {
            let start = try ServerHead(answers[0], location)
            guard let entry else { return (start, nil) }
            return (start, (entry, try rows(answers[1])))
        } catch {
            server.rollback()
            throw error
        }
    }

    /// Notes that others record in the book too.
    func noteOutdated() -> StorageError {
        rollback()
        sharesBook = true
        return .outdated(location)
    }

    /// The numbers of the shared prices and rates are part of what it answers, as they are of `readHead`.
    private var lockQuestion: String {
        listing.usesMarket
            ? "SELECT l.seq, l.hash, l.act, l.quotes + r.number, l.rates + r.number FROM luca.lock_book($1) AS l, market.revision AS r"
            : "SELECT seq, hash, act, quotes, rates FROM luca.lock_book($1)"
    }

    /// What is said to whoever may not record in the book.
    var refusalToWrite: StorageError {
        if let target = listing.movedTo { return .movedBook(location, to: target) }
        if server.isStandby { return .standby(server.name) }
        return .roleDoesNotRecord(location, role: listing.role?.rawValue)
    }

    func rollback() {
        guard let act = pending else { return }
        pending = nil
        if act.isLocked { server.rollback() }
    }

    func setSavepoint() throws(StorageError) {
        guard let act = pending else { return }
        pending?.savepoints.append(PendingSavepoint(rows: act.rows.mark, quoteChanges: act.quoteChanges, rateChanges: act.rateChanges))
    }

    func releaseSavepoint() throws(StorageError) {
        guard let last = pending?.savepoints.popLast(), last.isSent else { return }
        try server.execute("RELEASE SAVEPOINT p\(pending?.savepoints.count ?? 0)")
    }

    func rollbackToSavepoint() throws(StorageError) {
        guard let last = pending?.savepoints.popLast() else { return }
        pending?.rows.truncate(to: last.rows)
        pending?.quoteChanges = last.quoteChanges
        pending?.rateChanges = last.rateChanges
        if last.isSent { try server.rollback(to: "p\(pending?.savepoints.count ?? 0)") }
    }

    /// Has the server know the points of the act before something is sent that may have to be taken back.
    func sendSavepoints() throws(StorageError) {
        try lockPending()
        guard let act = pending else { preconditionFailure("a transaction is begun before something is written") }
        for place in act.savepoints.indices where !act.savepoints[place].isSent {
            try server.execute("SAVEPOINT p\(place)")
            pending?.savepoints[place].isSent = true
        }
        pending?.hasSent = true
    }

    func append(_ row: JournalRow) throws(StorageError) {
        try checkOpen()
        precondition(pending != nil, "a transaction is begun before rows are kept")
        pending?.rows.append(row)
    }

    func takeBack(from entry: Int) throws(StorageError) { pending?.rows.removeRows(from: entry) }

    func replaceByTombstones(_ rows: [RemovedRow], erasure: Int) throws(StorageError) {
        try sendSavepoints()
        let numbers = "{" + rows.map { "\($0.sequence)" }.joined(separator: ",") + "}"
        let result = try server.ask("SELECT luca.erase($1, $2, $3::bigint[])", [book, .integer(erasure), .text(numbers)])
        guard result.integer(0, 0) == rows.count else { throw .erasedOtherwise(location) }
    }

    /// The server frees what was erased by itself: its rows are gone for every login, and their bytes as the server cleans its pages.
    func scrub() throws(StorageError) {}

    // MARK: News

    /// Asks the server where the journal ends, which takes as long as a word there and back. Where that is long, what the server has told of
    /// meanwhile is taken instead: see `BookServer.isDueToAsk(since:)`.
    func hasNews() throws(StorageError) -> Bool {
        try checkOpen()
        try tellUnsettled()
        // Whoever asks anyway is not told: each notice wakes all that listen.
        if !server.isQuick { try server.listen(to: listing.channel) }
        let channel = listing.channel, isSilent = !server.link.listens(to: channel)
        guard known == nil || isSilent || server.link.hasHeard(of: channel) || server.isDueToAsk(since: askedAt) else { return false }
        let head = try readHead()
        server.link.forgetHeard(of: channel)
        askedAt = .now
        // Whoever asks then looks whether all is still there that was read on another connection.
        let isAnother = seen != nil && seenOn != server.link.number
        defer { known = head }
        return isAnother || known != head
    }

    /// What was read of the journal may be gone where the server crashed: acts of others that it had not on its disk yet, and never told them that it had.
    func hasLostActs() throws(StorageError) -> Bool {
        guard let seen, seen.sequence > 0, seenOn != server.link.number else { return false }
        let isThere = try hash(of: seen.sequence) == seen.hash
        seenOn = server.link.number
        if isThere { return false }
        (self.seen, known) = (nil, nil)
        server.note("\(location) was read anew: its server has lost acts that were not on its disk yet, and that it had not told anybody were recorded.")
        return true
    }

    /// Notes that the journal was read up to an entry.
    func noteSeen(_ head: JournalHead) { (seen, seenOn) = (head, server.link.number) }

    /// The same as this session knows it, without asking where it knows.
    func knownHead() throws(StorageError) -> ServerHead {
        try checkOpen()
        // What is read here is not kept: what is in memory may be of an earlier end.
        if let known { return known }
        return try readHead()
    }

    /// Where the journal ends for this transaction, without what was not sent yet.
    func readHead() throws(StorageError) -> ServerHead {
        let sql =
            listing.usesMarket
            ? "SELECT h.seq, h.hash, h.act, h.quotes + r.number, h.rates + r.number FROM luca.head AS h, market.revision AS r WHERE h.book = $1"
            : "SELECT seq, hash, act, quotes, rates FROM luca.head WHERE book = $1"
        let result = try ask(sql, [book])
        guard result.rowCount == 1 else { throw .noBookAnyMore(location) }
        return try ServerHead(result, location)
    }
}

/// Where the journal of a book on a server ends, and how often its prices and rates have changed.
struct ServerHead: Hashable {
    var journal: JournalHead
    /// The number of the last act.
    var act: Int
    var quotes: Int
    var rates: Int

    /// An end of the journal alone: what is unknown of the rest is no number that the server has.
    init(end: JournalHead) { (journal, act, quotes, rates) = (end, -1, -1, -1) }

    /// Reads the first five columns of a row.
    init(_ result: PostgresResult, row: Int = 0, _ name: String) throws(StorageError) {
        guard let sequence = result.integer(row, 0), let hash = EntryHash(bytes: result.bytes(row, 1)), let act = result.integer(row, 2),
            let quotes = result.integer(row, 3), let rates = result.integer(row, 4)
        else { throw .damagedServerBook(name, "where its journal ends cannot be read") }
        journal = JournalHead(sequence: sequence, hash: hash)
        (self.act, self.quotes, self.rates) = (act, quotes, rates)
    }
}
