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
            try NameRules.check(source: rate.source, of: "a rate") {
                try self.rates(RateFilter(from: rate.from, to: rate.to)).contains { $0.source == rate.source }
            }
        }
        // Which of them are news is asked only where somebody wants to know.
        let news = running?.log == nil ? [] : try rates.filter { try !isStored($0) }
        return try changeMarket { (recordedAt) throws(StorageError) in
            let changed = try store.store(rates, recordedAt: recordedAt)
            if changed > 0 { market.changes.noteRates() }
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
            if removed { market.changes.noteRates() }
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
                if let known = market.graph(of: revision) { return known }
                let store = store
                let graph = RateGraph(pairs: try store.ratePairs()) { pair in try store.rateSeries(from: pair.from, to: pair.to) }
                market.keep(graph, of: revision)
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
                quotes: MarketRevision.Part(committed: try store.quoteRevision(), here: market.changes.quotes),
                rates: MarketRevision.Part(committed: try store.rateRevision(), here: market.changes.rates))
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

/// What a session has read of quotes and rates for earlier answers, and what it has changed of them.
struct MarketCache {
    /// What this session has changed.
    var changes = MarketChanges()
    /// The prices that somebody asked for.
    var prices = PriceCache()
    private var knownGraph: (revision: MarketRevision.Part, graph: RateGraph)?

    /// The rates as a graph, where it was made of this revision.
    func graph(of revision: MarketRevision.Part) -> RateGraph? { knownGraph.flatMap { $0.revision == revision ? $0.graph : nil } }

    /// Keeps the rates as a graph.
    mutating func keep(_ graph: RateGraph, of revision: MarketRevision.Part) { knownGraph = (revision, graph) }

    /// Forgets the graph, which reads through a store that is given up.
    mutating func forgetGraph() { knownGraph = nil }
}

/// What tells whether quotes or rates have changed since an answer was computed from them: two that are equal mean that none has.
///
/// It also changes with what the running act stored and with its undoing, whereas `Book.quoteRevision` and `Book.rateRevision` change
/// with what is committed.
public struct MarketRevision: Hashable, Sendable {
    /// Of quotes.
    public var quotes: Part
    /// Of rates.
    public var rates: Part

    /// The revision of one of them.
    public struct Part: Hashable, Sendable {
        /// How many transactions have changed them, whoever's.
        var committed: Int
        /// How often this session has.
        var here: Int
    }
}

/// How often this session has changed quotes and rates, or taken such a change back.
struct MarketChanges {
    private(set) var quotes = 0
    private(set) var rates = 0
    private var isQuoteOpen = false
    private var isRateOpen = false

    /// Whether the running act has changed any.
    var isOpen: Bool { isQuoteOpen || isRateOpen }

    mutating func noteQuotes() { (quotes, isQuoteOpen) = (quotes + 1, true) }
    mutating func noteRates() { (rates, isRateOpen) = (rates + 1, true) }

    /// Something that the running act recorded was undone.
    mutating func noteUndoing() {
        if isQuoteOpen { quotes += 1 }
        if isRateOpen { rates += 1 }
    }

    /// The running act has ended, one way or the other.
    mutating func settle() { (isQuoteOpen, isRateOpen) = (false, false) }
}
