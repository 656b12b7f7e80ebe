import Ledger
import Values

extension Book {
    /// What became of what a clone offered to its server.
    public struct Pushed: Sendable {
        /// What waited when the push began, the first before the others, each with what has become of it.
        public internal(set) var offers: [Offer] = []
        /// What was taken from the server meanwhile.
        public internal(set) var entries = 0
    }

    /// Offers what waits in a clone to its server, in order. Each is recorded there by the server's own book, which may refuse it; then it is in the chain, and in the
    /// clone's too. What is refused is kept with the reason, and what does not rest on it goes on.
    ///
    /// A push that is cut off is continued by the next: the server knows by its token what it has recorded. An act gets the server's own time, since what a book said at
    /// a moment never changes afterwards; the device's stays with the offer.
    ///
    /// - Throws: as `pull(from:)` does, and what ends a push: a server that is not reached, `.busy`, `.interrupted`. What was offered until then stays offered.
    @discardableResult
    public func push(to server: Book) throws -> Pushed {
        let clone = try cloneStore(), waited = Set(try clone.file.offerTable().waiting().map(\.offer.id))
        var pushed = Pushed()
        pushed.entries += try pull(from: server).entries
        var hasPrices = false, outdated = 0
        while let (offer, content) = try cloneStore().file.offerTable().waiting().first {
            let answer: OfferLaying.Answer
            do {
                answer = .accepted(first: try server.record(content, of: offer, behind: try cloneStore().file.head()))
                hasPrices = hasPrices || offer.priceCount > 0
            } catch let error as StorageError where [.outdated, .alreadyExists].contains(error.kind) && outdated < Self.mostAttempts {
                // Somebody else has recorded meanwhile: that is taken first, and what waits is laid behind it.
                outdated += 1
                pushed.entries += try pull(from: server).entries
                continue
            } catch {
                guard let reason = OfferLaying.reason(error) else { throw error }
                answer = .refused(reason)
            }
            // What the server has by now is found there by the next push.
            if host.shouldStop?() == true { throw StorageError.interrupted() }
            pushed.entries += try pull(from: server, answers: [offer.id: answer], takesPrices: false).entries
        }
        // The server tells when it stored a price.
        if hasPrices { try pull(from: server) }
        pushed.offers = try offers().filter { waited.contains($0.id) }
        return pushed
    }

    /// How often a push begins anew because others record on the server all the time.
    private static let mostAttempts = 1_000

    /// Records what a clone offers as acts of this book, which must end where the clone's chain does.
    ///
    /// - Returns: the first of the entries; nil where it has prices alone.
    /// - Throws: `.outdated` where the book ends elsewhere; what the ledger and the store say of what they refuse.
    func record(_ content: OfferContent, of offer: Offer, behind head: JournalHead) throws -> Int? {
        let acts = try content.acts(name)
        store.actToken = offer.token
        defer { store.actToken = nil }
        return try transaction(source: offer.source) {
            expect(head)
            try beginWriting()
            guard let writing = running?.writing else { preconditionFailure("the right to write was taken") }
            let first = nextEntry
            for act in acts {
                try replay(ReplayedAct(recordedAt: writing.recordedAt, source: act.source, recordedBy: writing.recordedBy, entries: act.entries))
            }
            try change(content.quotes)
            try change(content.rates)
            return acts.isEmpty ? nil : first
        }
    }

    private func change(_ quotes: [OfferedChange<Quote>]) throws {
        for change in quotes {
            let quote = change.either
            guard change.fits(try store.keptQuote(of: quote.instrument, on: quote.date, source: quote.source)) else {
                throw OfferRefusal(otherPriceOf: quote, called: try ledger[quote.instrument].symbol)
            }
            if let new = change.after?.value { try store([new]) } else { try removeQuote(of: quote.instrument, on: quote.date, source: quote.source) }
        }
    }

    private func change(_ rates: [OfferedChange<Rate>]) throws {
        for change in rates {
            let rate = change.either
            guard change.fits(try store.keptRate(from: rate.from, to: rate.to, on: rate.date, source: rate.source)) else {
                throw OfferRefusal(otherRate: rate)
            }
            if let new = change.after?.value { try store([new]) } else { try removeRate(from: rate.from, to: rate.to, on: rate.date, source: rate.source) }
        }
    }
}

extension OfferContent {
    /// The acts, each with its entries in order.
    ///
    /// - Parameter name: what messages call the clone.
    fileprivate func acts(_ name: String) throws -> [ReplayedAct] {
        var acts: [ReplayedAct] = [], reader = RowReader()
        for row in rows {
            try row.lend(withHash: false) { lent in
                do throws(RowFault) {
                    if lent.table == .act {
                        let act = try reader.act(lent.fields)
                        acts.append(ReplayedAct(recordedAt: act.recordedAt, source: act.source, entries: []))
                    } else if let entry = try reader.entry(lent) {
                        acts[acts.count - 1].entries.append(entry)
                    }
                } catch {
                    throw StorageError.damagedEntry(name, lent, error)
                }
            }
        }
        return acts
    }
}
