public import Ledger
public import Values

extension Book {
    /// Keeps rates; one of the same pair, day and source as before replaces it, and one that is the same changes nothing.
    ///
    /// - Returns: how many are new or differ from what was kept.
    /// - Throws: `.misuse` for a rate that is not above zero, or of a currency in itself; `LedgerError.beyondBound` for one beyond `Bound.rate`,
    ///   and `.badName` for a new source that breaks the rule for names.
    @discardableResult
    public func store(_ rates: [Rate]) throws -> Int {
        for rate in rates {
            if rate.rate <= .zero || rate.from == rate.to { throw StorageError.senselessRate(rate) }
            if !Bound.rate.admits(rate.rate) {
                throw LedgerError.beyondBound(what: "the rate from \(rate.from) to \(rate.to) on \(rate.date)", field: "rate", value: rate.rate, bound: .rate)
            }
            try NewNames.check(source: rate.source, of: "a rate") {
                try self.rates(RateFilter(from: rate.from, to: rate.to)).contains { $0.source == rate.source }
            }
        }
        // Which of them are news is asked only where somebody wants to know.
        let news = running?.log == nil ? [] : try rates.filter { try !isStored($0) }
        return try changeMarket { (recordedAt) throws(StorageError) in
            let changed = try store.store(rates, recordedAt: recordedAt)
            if changed > 0 { marketChanges.noteRates() }
            running?.log?.rates += changed
            for rate in news { note(rate) }
            return changed
        }
    }

    private func isStored(_ rate: Rate) throws -> Bool {
        var found = false
        try store.readRates(RateFilter(from: rate.from, to: rate.to)) { known, _ in if known == rate { found = true } }
        return found
    }

    /// Puts a rate into the log of the act, where there is one.
    func note(_ rate: Rate) { running?.log?.market.append(.rate(from: rate.from, to: rate.to, rate.date, rate.rate)) }

    /// Takes away the rate that one source told of a pair and day; whether there was one.
    @discardableResult
    public func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws -> Bool {
        try changeMarket { (_) throws(StorageError) in
            let removed = try store.removeRate(from: from, to: to, on: day, source: source)
            if removed { marketChanges.noteRates() }
            if removed {
                running?.log?.rates += 1
                running?.log?.market.append(.rate(from: from, to: to, day, nil))
            }
            return removed
        }
    }

    /// Rates as their sources tell them, by currencies, day and source; several of a day stand side by side.
    public func rates(_ filter: RateFilter = RateFilter()) throws -> [Rate] {
        var rates: [Rate] = []
        try store.readRates(filter) { rate, _ in rates.append(rate) }
        return rates
    }

    /// How to convert between currencies by the rates that count: one a day of each pair, by `QuotePrecedence`.
    ///
    /// The same graph until rates change, here or by another program. To be asked for anew with each question: a graph that is held
    /// on to may have loaded some of its series before such a change and others after it.
    public var rateGraph: RateGraph {
        get throws {
            try store.withSnapshot {
                let revision = try marketRevision.rates
                if let knownGraph, knownGraph.revision == revision { return knownGraph.graph }
                let store = store
                let graph = RateGraph(pairs: try store.ratePairs()) { pair in try store.rateSeries(from: pair.from, to: pair.to) }
                knownGraph = (revision, graph)
                return graph
            }
        }
    }

    /// A number that changes whenever rates were stored or removed, here or by another program; for those who keep answers.
    public var rateRevision: Int {
        get throws { try store.rateRevision() }
    }

    /// What tells whether quotes or rates have changed, those of the running act among them. Two look-ups of a number.
    public var marketRevision: MarketRevision {
        get throws {
            MarketRevision(
                quotes: MarketRevision.Part(committed: try store.quoteRevision(), here: marketChanges.quotes),
                rates: MarketRevision.Part(committed: try store.rateRevision(), here: marketChanges.rates))
        }
    }

    /// Runs a change of quotes or rates as an act, or as a part of the running one.
    func changeMarket<Result>(_ change: (_ recordedAt: Instant) throws(StorageError) -> Result) throws -> Result {
        try transaction {
            try beginWriting()
            guard let writing = running?.writing, !writing.inMemoryOnly else { throw refusalToWrite }
            return try guarded { () throws(StorageError) in try change(writing.recordedAt) }
        }
    }
}
