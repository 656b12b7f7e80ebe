public import Ledger
import Values

extension Book {
    /// What a clone took from its server.
    public struct Pulled: Sendable {
        /// Entries that are new.
        public internal(set) var entries = 0
        /// Accounts that were deleted on the server, and are deleted here since.
        public internal(set) var erased: Set<AccountID> = []
        /// Quotes that came, changed or went.
        public internal(set) var quotes = 0
        /// Rates that came, changed or went.
        public internal(set) var rates = 0
        /// What waited and does not any more: the server has it, or it does not fit what is new.
        public internal(set) var answered: [Offer] = []
        /// Where the chain ends now.
        public internal(set) var head = JournalHead.empty
    }

    /// Takes what is new from a clone's server: entries, proved by the chain, what was deleted, quotes and rates. All or nothing.
    ///
    /// What waits to be offered is laid behind that. What does not fit is refused and kept with the reason; what the server has recorded already is known by
    /// its token.
    ///
    /// - Throws: `.damaged` where the server's book was rewritten or restored from an older backup, or its journal does not fit its chain; `.refused` where it
    ///   is another book; `.misuse` inside an act, and in a book that is no clone.
    @discardableResult
    public func pull(from server: Book) throws -> Pulled { try pull(from: server, answers: [:], takesPrices: true) }

    /// The same, with what has become of offers on the server.
    ///
    /// - Parameter takesPrices: whether the server's quotes and rates are taken too; a push that goes on does that at its end.
    func pull(from server: Book, answers: [Int: OfferLaying.Answer], takesPrices: Bool) throws -> Pulled {
        if server.running != nil { throw StorageError.insideAct(server.name) }
        if server.store is CloneStore { throw StorageError.cloneOfClone(server.name) }
        var pulled = Pulled()
        let moment = clock()
        pulled.answered = try changeClone { file in
            try server.store.withSnapshot { try take(from: server, into: file, answers, takesPrices, at: moment, &pulled) }
        }.answered
        // What was deleted is cleared from the file when all else is safe.
        if !pulled.erased.isEmpty { try store.scrub() }
        return pulled
    }

    private func take(
        from server: Book, into file: SQLiteStore, _ answers: [Int: OfferLaying.Answer], _ takesPrices: Bool, at moment: Instant, _ pulled: inout Pulled
    ) throws -> [Int] {
        let table = try file.originTable()
        guard let origin = try table.read() else { throw StorageError.notAClone(name) }
        guard try server.store.identity() == origin.book else { throw StorageError.otherServer(name, server.name) }
        let before = try file.counts(), waiting = try file.offerTable().waiting()
        var journal = ServerJournal(server.store, named: server.name, known: try file.head(), acts: before.acts, shouldStop: host.shouldStop)
        try journal.checkPrefix(of: name)
        var answers = answers
        // Where nothing is new, the server has recorded nothing of this.
        if try server.store.head() != journal.head { try findRecorded(waiting.map(\.offer), on: server, &answers) }
        let names = try namesOfAccounts(in: file, of: server, behind: journal.head)
        var ofErased: [Offer] = []
        for (account, names) in names { ofErased += try offers(of: account, called: names, in: file, chain: before) }
        for offer in ofErased where offer.state == .waiting && answers[offer.id] == nil {
            answers[offer.id] = .refused("It names an account that is not there any more.")
        }
        (pulled.entries, pulled.erased) = try journal.take(into: file)
        pulled.head = journal.head
        let prices = try ServerPrices(server.store), known = try table.revisions()
        let arePricesNew = takesPrices && prices.revisions != known
        if pulled.entries > 0 || arePricesNew || !answers.isEmpty, !waiting.isEmpty || arePricesNew {
            try file.revertPrices(of: waiting.map(\.content))
            if arePricesNew {
                (pulled.quotes, pulled.rates) = try prices.take(into: file, known: known)
                try table.note(prices.revisions)
            }
            var laying = try OfferLaying(file, from: before, at: moment, hasServerPrices: arePricesNew) { try self.ledger(of: file) }
            try laying.lay(waiting, answers: answers)
        }
        try empty(ofErased.filter { if case .accepted? = answers[$0.id] { false } else { true } }, in: file)
        try table.note(pulled: journal.head, at: moment)
        return waiting.map(\.offer.id)
    }

    /// Finds what waits and was recorded on the server by a push that was cut off.
    private func findRecorded(_ offers: [Offer], on server: Book, _ answers: inout [Int: OfferLaying.Answer]) throws {
        for offer in offers where answers[offer.id] == nil && offer.entryCount > 0 {
            if let first = try server.store.findAct(token: offer.token) { answers[offer.id] = .accepted(first: first) }
        }
    }

    // MARK: Deleted accounts

    /// What the accounts are and were called that were deleted on the server since.
    private func namesOfAccounts(in file: SQLiteStore, of server: Book, behind head: JournalHead) throws -> [AccountID: Set<String>] {
        var names: [AccountID: Set<String>] = [:]
        try server.store.read(JournalSpan(after: head.sequence, tables: [.erasure])) { names[AccountID(Int32(truncatingIfNeeded: $0.integer(2)))] = [] }
        if names.isEmpty { return [:] }
        var others: [String: Set<AccountID>] = [:]
        try file.read(JournalSpan(tables: [.account])) { row in
            let id = AccountID(Int32(truncatingIfNeeded: row.integer(2)))
            others[row.text(3), default: []].insert(id)
            names[id]?.insert(row.text(3))
        }
        return names.mapValues { $0.filter { !$0.isEmpty && others[$0]?.count == 1 } }
    }

    /// The offers that hold something of an account that was deleted, whatever has become of them.
    ///
    /// - Parameters:
    ///   - names: what it is and was called.
    ///   - chain: how far the chain reached on which they lie.
    private func offers(of account: AccountID, called names: Set<String>, in file: SQLiteStore, chain: NumberCounts) throws -> [Offer] {
        var held: [Offer] = [], reader = RowReader()
        try file.offerTable().read { offer, content in
            // A number that came with offers is of another account.
            guard Int(account.rawValue) <= (content.chain ?? chain).accounts else { return }
            var finder = ErasureFinder(account, names: names)
            for row in content.rows where row.table != .act {
                let entry: JournalEntry? = try row.lend(withHash: false) { lent in
                    do throws(RowFault) { return try reader.entry(lent) } catch { throw StorageError.damagedEntry(name, lent, error) }
                }
                finder.visit(entry?.content.mentions ?? [], of: row.sequence)
            }
            if !finder.removed().isEmpty { held.append(offer) }
        }
        return held
    }

    /// Takes out of offers what they hold of a deleted account: what is deleted is nowhere.
    private func empty(_ offers: [Offer], in file: SQLiteStore) throws {
        for id in Set(offers.map(\.id)).sorted() {
            try file.offerTable().put(OfferContent(), of: id)
            try file.offerTable().explain(id, "What it held was removed with an account that was deleted on the server.")
        }
    }
}
