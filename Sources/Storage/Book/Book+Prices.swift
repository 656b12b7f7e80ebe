public import Ledger
public import Values

extension Book {
    /// The closes that count of several instruments: one a day, by `QuotePrecedence`; those that have none are left out.
    ///
    /// They are kept until quotes change, here or by another program: asking again for the same span, or for one within it, reads
    /// nothing.
    ///
    /// - Parameters:
    ///   - from: the first day; of what lies before it only the last price is among them, which is the one that still counts on the
    ///     first days.
    ///   - through: the last day, included; all where there is none.
    public func priceSeries(
        of instruments: some Sequence<InstrumentID>, from: Day? = nil, through: Day? = nil
    ) throws -> [InstrumentID: PriceSeries] {
        try store.withSnapshot {
            let revision = try marketRevision.quotes
            if knownPrices.revision != revision { knownPrices = KnownPrices(revision: revision) }
            var series: [InstrumentID: PriceSeries] = [:]
            for instrument in instruments where series[instrument] == nil {
                let prices = try knownPrices.series(of: instrument, from: from, through: through) { () throws(StorageError) in
                    try readPrices(of: instrument, from: from, through: through)
                }
                if !prices.prices.isEmpty { series[instrument] = prices }
            }
            return series
        }
    }

    private func readPrices(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        var start = from
        if let from, from > .min { start = try store.lastQuoteDay(of: instrument, through: Day(number: from.number - 1)) ?? from }
        return try store.priceSeries(of: instrument, from: start, through: through)
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
        if let prices = knownTradePrices?.value(of: ledger) { return prices }
        let grown = knownTradePrices?.valueBefore(rowsOf: ledger).flatMap { $0.value.adding(rowsFrom: $0.first, of: ledger) }
        let prices = try grown ?? TradePrices(ledger)
        knownTradePrices = Derived(prices, from: ledger)
        return prices
    }
}

/// Series of prices that were read, until quotes change.
struct KnownPrices {
    private struct Span {
        var from: Day
        var through: Day
        var series: PriceSeries
    }

    /// What they were read of; nil where none were.
    let revision: MarketRevision.Part?
    private var spans: [InstrumentID: Span] = [:]

    init(revision: MarketRevision.Part? = nil) { self.revision = revision }

    /// The series of a span, from what is known where that is as much or more.
    mutating func series(
        of instrument: InstrumentID, from: Day?, through: Day?, read: () throws(StorageError) -> PriceSeries
    ) throws(StorageError) -> PriceSeries {
        let (from, through) = (from ?? .min, through ?? .max)
        guard let known = spans[instrument], known.from <= from, through <= known.through else {
            let series = try read()
            spans[instrument] = Span(from: from, through: through, series: series)
            return series
        }
        if known.from == from, known.through == through { return known.series }
        return Self.part(of: known.series, from: from, through: through)
    }

    /// The prices of a span, with the last one before it.
    private static func part(of series: PriceSeries, from: Day, through: Day) -> PriceSeries {
        let before = from > .min ? series.place(onOrBefore: Day(number: from.number - 1)) : nil
        guard let last = series.place(onOrBefore: through), before ?? 0 <= last else { return PriceSeries([]) }
        let start = before ?? 0
        return PriceSeries(Array(series.prices[start...last]))
    }
}
