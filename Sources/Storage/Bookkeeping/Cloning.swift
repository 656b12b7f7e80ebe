import Glibc
import Ledger
import Values

/// Clones: a file that has the book of a server, and keeps what is recorded in it away from the server until it is offered.
extension Book {
    /// Makes a clone of a server's book in a new file: its journal, hash by hash, its quotes and its rates; and opens it.
    ///
    /// Whoever opens the file later has a clone as well. Reading it asks no server; `pull(from:)` takes what is new, and `push(to:)` offers what was recorded.
    ///
    /// - Parameters:
    ///   - server: the server's book, between acts.
    ///   - address: where the server is, for those who open the clone.
    /// - Throws: `.alreadyExists` where there is a file; `.damaged` where the server's journal does not fit its chain; `.misuse` for the clone of a clone.
    @discardableResult
    public static func clone(of server: Book, to path: String, address: String, options: Options = Options(), clock: @escaping Clock) throws -> Book {
        if server.running != nil { throw StorageError.insideAct(server.name) }
        if server.store is CloneStore { throw StorageError.cloneOfClone(server.name) }
        let target = BookFile.absolute(path), moment = clock()
        if try BookFile.presence(target) != .nothing { throw StorageError.alreadyExists(BookFile.name(target), hint: "Choose another name; nothing was overwritten.") }
        if let refusal = BookProtection.refusalOfPart(target) { throw StorageError(.misuse, refusal.message, hint: refusal.hint) }
        try NewFile.make(target) { unfinished throws(StorageError) in
            try SQLiteStore.create(path: unfinished)
            let file = try SQLiteStore.open(path: unfinished, readOnly: false)
            defer { file.close() }
            try StorageError.typed(server.name) { try fill(file, from: server, address, moment) }
        }
        return try open(path: path, mode: .existing, options: options, clock: clock)
    }

    private static func fill(_ file: SQLiteStore, from server: Book, _ address: String, _ moment: Instant) throws {
        try file.begin(after: .empty, shouldStop: nil)
        let store = server.store
        try store.makeDurable()
        try store.withSnapshot {
            var journal = ServerJournal(store, named: server.name, known: .empty, acts: 0, shouldStop: server.host.shouldStop)
            try journal.take(into: file)
            let prices = try ServerPrices(store)
            _ = try prices.take(into: file)
            try file.originTable().insert(
                BookOrigin(address: address, book: store.identity(), clonedAt: moment, pulledAt: moment, pulled: journal.head), prices.revisions)
        }
        try file.commit()
    }

    /// The store of a clone.
    func cloneStore() throws -> CloneStore {
        guard let clone = store as? CloneStore else { throw StorageError.notAClone(name) }
        return clone
    }

    /// Where the book comes from; nil for one that is no clone.
    public var origin: BookOrigin? {
        get throws { try (store as? CloneStore)?.file.originTable().read() }
    }

    /// What was recorded in a clone away from its server, the first before the others, whatever has become of it. Empty in a book that is no clone.
    public func offers() throws -> [Offer] {
        guard let file = (store as? CloneStore)?.file else { return [] }
        var offers: [Offer] = [], reader = RowReader()
        try file.withSnapshot {
            try file.offerTable().read { offer, content in
                var offer = offer
                for row in content.rows where row.table != .act {
                    let entry: JournalEntry? = try row.lend(withHash: false) { lent in
                        do throws(RowFault) { return try reader.entry(lent) } catch { throw StorageError.damagedEntry(name, lent, error) }
                    }
                    if let entry { offer.entries.append((EntryID(row.sequence), entry)) }
                }
                offers.append(offer)
            }
        }
        return offers
    }

    /// Takes back what waits to be offered: it does not count any more, and is kept. What rests on it is refused.
    ///
    /// - Returns: the offers that do not wait any more, this one among them.
    /// - Throws: `.unknownEntry` where there is no such offer; `.misuse` where it does not wait, and inside an act.
    @discardableResult
    public func withdraw(offer id: Int) throws -> [Offer] {
        try changeClone { file in
            let waiting = try file.offerTable().waiting()
            guard waiting.contains(where: { $0.offer.id == id }) else {
                var state: Offer.State?
                try file.offerTable().read { offer, _ in if offer.id == id { state = offer.state } }
                throw StorageError.unknownOffer(id, state?.rawValue)
            }
            try file.revertPrices(of: waiting.map(\.content))
            var laying = try OfferLaying(file, from: file.counts(), at: clock(), hasServerPrices: false) { try self.ledger(of: file) }
            try laying.lay(waiting, answers: [id: .withdrawn])
            return waiting.map(\.offer.id)
        }.answered
    }

    /// Changes what a clone's file has in one transaction of it, and forgets what was known of it.
    ///
    /// - Parameter change: returns the offers that waited before.
    /// - Returns: those of them that do not wait any more.
    func changeClone(_ change: (SQLiteStore) throws -> [Int]) throws -> (answered: [Offer], waited: Int) {
        if running != nil { throw StorageError.insideAct(name) }
        _ = try cloneStore()
        try regainWriting()
        let clone = try cloneStore(), file = clone.file, waited: [Int]
        try file.begin(after: nil, shouldStop: host.shouldStop)
        do {
            waited = try change(file)
            try file.commit()
        } catch {
            file.rollback()
            clone.forget()
            throw error
        }
        clone.forget()
        present.forget()
        if try !forgetIfErased(), let ledger = loaded.ledger { try catchUp(ledger) }
        due.hasWritten = true
        // Nothing rests on it, and what cannot be remembered keeps nobody from the book.
        try? remember()
        return (try offers().filter { waited.contains($0.id) && $0.state != .waiting }, waited.count)
    }
}
