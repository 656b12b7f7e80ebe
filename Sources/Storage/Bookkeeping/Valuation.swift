public import Ledger
public import Values
public import Worth

extension Book {
    /// What values the book on any day, in a currency: its history, the prices that count, and the rates. Units that came in or went out count at
    /// their cost as it was counted when it was paid.
    ///
    /// The history is kept and grows with trades and payments that come last, and prices and rates are read once, so that the next question costs a
    /// comparison. O(n) in the activities the first time.
    ///
    /// - Parameter recorded: leaves out what was recorded later; prices and rates are those known now.
    public func sweep(in currency: Currency, asRecorded recorded: Instant? = nil) throws -> ValueSweep {
        if let recorded { return try sweep(history(asRecorded: recorded), of: ledger(asRecorded: recorded), in: currency) }
        return try store.withSnapshot {
            // Before anything is read: what others store meanwhile is none of it.
            let revision = try revision, ledger = try ledger, history = try history()
            if let (known, then) = derived.lastSweep, then == revision, known.currency == currency, known.history.identity === history.identity { return known }
            let sweep = try sweep(history, of: ledger, in: currency)
            derived.lastSweep = revision.flatMap { $0.head.sequence == ledger.lastEntry.rawValue ? (sweep, $0) : nil }
            return sweep
        }
    }

    /// What values the book of a ledger, with the prices and rates that are known now.
    func sweep(_ history: History, of ledger: Ledger, in currency: Currency) throws -> ValueSweep {
        try ValueSweep(
            history: history, names: ledger.definitions, prices: priceSeries(of: history.instruments), rates: rateGraph, currency: currency
        ).countingCosts(of: ledger)
    }

    /// What a scope was worth on each day up to another, and what was lacking; days that are known are not computed again.
    ///
    /// - Parameters:
    ///   - sweep: what the book gave for the question; the same for all of its scopes.
    ///   - isPast: whether the sweep leaves out what was recorded later; then nothing is kept.
    public func figures(
        _ sweep: ValueSweep, of scope: Scope, through last: Day, isPast: Bool = false
    ) throws -> (days: [DayFigures], gaps: ValuationGaps) {
        if isPast { return try sweep.figures(of: scope, through: last) }
        if derived.values.isNew(sweep.currency), let kept = try outdatedValues(in: sweep.currency) {
            try derived.values.begin(with: kept.values, of: kept.facts, for: sweep)
        }
        return try derived.values.figures(sweep, of: scope, through: last)
    }

    /// What was held and what flowed, day by day, without prices. O(n) in the activities, the first time and where something else was recorded since than trades and
    /// payments that come last: those are added to it.
    ///
    /// - Parameter recorded: leaves out what was recorded later.
    public func history(asRecorded recorded: Instant? = nil) throws -> History {
        if let recorded { return try History(ledger(asRecorded: recorded)) }
        let ledger = try ledger
        if let history = derived.history?.value(of: ledger) { return history }
        let prices = try tradePrices()
        var grown = derived.history?.valueBefore(rowsOf: ledger)
        // Held by nobody else it grows in its place.
        (derived.history, derived.lastSweep) = (nil, nil)
        if let first = grown?.first, try grown?.value.add(rowsFrom: first, of: ledger, paid: prices) != true { grown = nil }
        if grown == nil { host.makeRoom?() }
        let history = try grown?.value ?? History(ledger, paid: prices)
        derived.history = DerivedValue(history, from: ledger)
        return history
    }
}

/// What was computed from the ledger for earlier answers.
struct DerivedAnswers {
    /// What was held over time.
    var history: DerivedValue<History>?
    /// What trades paid.
    var tradePrices: DerivedValue<TradePrices>?
    /// What parts of the book were worth day by day.
    let values = ValueCache()
    /// The sweep that was made last, and what the book was like then; nil where the running act may be taken back, or others had recorded more.
    var lastSweep: (sweep: ValueSweep, revision: BookRevision)?

    /// What is known of one state of a ledger.
    struct Known {
        fileprivate let history: History?
        fileprivate let tradePrices: TradePrices?
    }

    /// What is known of a ledger as it is.
    func known(of ledger: Ledger) -> Known { Known(history: history?.value(of: ledger), tradePrices: tradePrices?.value(of: ledger)) }

    /// Takes for known again what was so before a trial, which is taken back and has left the ledger as it was under another number.
    mutating func keep(_ known: Known, of ledger: Ledger) {
        if let past = known.history { history = DerivedValue(past, from: ledger) }
        if let prices = known.tradePrices { tradePrices = DerivedValue(prices, from: ledger) }
    }
}

/// What was computed from a ledger, and which state of it that was.
struct DerivedValue<Value> {
    private let value: Value
    private let ledger: Ledger
    private let version: Int
    private let rows: Int

    init(_ value: Value, from ledger: Ledger) { (self.value, self.ledger, version, rows) = (value, ledger, ledger.version, ledger.activities.count) }

    /// The value; nil where the ledger is another, or has changed since.
    func value(of ledger: Ledger) -> Value? { self.ledger === ledger && version == ledger.version ? value : nil }

    /// The value before the activities that were recorded since, and the first row of those; nil where anything else changed.
    func valueBefore(rowsOf ledger: Ledger) -> (value: Value, first: Int)? {
        let added = ledger.activities.count - rows
        // Each entry counts one, whatever it is of, and so does what is taken back.
        return self.ledger === ledger && added > 0 && ledger.version - version == added ? (value, rows) : nil
    }
}

extension Book {
    /// The last price of an instrument.
    public struct LastPrice: Hashable, Sendable {
        /// The price as a quote; of a price that was paid the source is `trade`.
        public let quote: Quote
        /// Whether a trade of the book paid it, and no quote of its day or a later one is known.
        public let isPaid: Bool
    }

    /// The last price of several instruments on or before a day: the quote that counts, or what a trade paid on a later day than that; those
    /// that have none are left out.
    ///
    /// - Parameters:
    ///   - recorded: leaves out trades recorded later; quotes are those known now.
    ///   - known: what the last trades up to the day paid, where that is known; else the ledger is asked.
    public func lastPrices(
        of instruments: some Sequence<InstrumentID>, on day: Day? = nil, asRecorded recorded: Instant? = nil, lastPaid known: [InstrumentID: PriceSeries.Price]? = nil
    ) throws -> [InstrumentID: LastPrice] {
        let instruments = Set(instruments), quotes = try latestQuotes(of: instruments, on: day)
        let prices = try known == nil && !instruments.isEmpty ? tradePrices(asRecorded: recorded).series : [:]
        var last: [InstrumentID: LastPrice] = [:]
        for instrument in instruments {
            let quote = quotes[instrument]
            last[instrument] = quote.map { LastPrice(quote: $0, isPaid: false) }
            let paid = if let known { known[instrument] } else { prices[instrument]?.price(onOrBefore: day ?? .max) }
            guard let paid, quote.map({ $0.date < paid.date }) ?? true else { continue }
            last[instrument] = LastPrice(
                quote: Quote(instrument: instrument, date: paid.date, close: paid.close, currency: paid.currency, source: "trade"), isPaid: true)
        }
        return last
    }

    /// What trades paid for each instrument, by the day. O(n) in the activities the first time; what is recorded from then on is
    /// added to it.
    ///
    /// - Parameter recorded: leaves out what was recorded later.
    public func tradePrices(asRecorded recorded: Instant? = nil) throws -> TradePrices {
        if let recorded { return try TradePrices(ledger(asRecorded: recorded)) }
        let ledger = try ledger
        if let prices = derived.tradePrices?.value(of: ledger) { return prices }
        let grown = derived.tradePrices?.valueBefore(rowsOf: ledger).flatMap { $0.value.adding(rowsFrom: $0.first, of: ledger) }
        let prices = try grown ?? TradePrices(ledger)
        derived.tradePrices = DerivedValue(prices, from: ledger)
        return prices
    }
}
