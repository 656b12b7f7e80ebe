public import Ledger
public import Values

extension Book {
    /// Keeps quotes; one of the same instrument, day and source as before replaces it, and one that is the same changes nothing.
    ///
    /// - Returns: how many are new or differ from what was kept.
    /// - Throws: `LedgerError.beyondBound` for a price beyond `Bound.price`, and `.badName` for a new source that breaks the rule for names.
    @discardableResult
    public func store(_ quotes: [Quote]) throws -> Int {
        var checked = ""
        for quote in quotes {
            if let (field, price) = quote.priceBeyondBound {
                let instruments = try ledger.instruments, index = Int(quote.instrument.rawValue) - 1
                let symbol = instruments.indices.contains(index) ? instruments[index].symbol : "what is not in the book"
                throw LedgerError.beyondBound(what: "the \(field) of \(symbol) on \(quote.date)", field: field, value: price, bound: .price)
            }
            if quote.source == checked { continue }
            try NameRules.check(source: quote.source, of: "a quote") { try self.quotes(QuoteFilter(instrument: quote.instrument)).contains { $0.source == quote.source } }
            checked = quote.source
        }
        // Which of them are news is asked only where somebody wants to know.
        let news = running?.log == nil ? [] : try quotes.filter { try !isStored($0) }
        return try changeMarket { (recordedAt) throws(StorageError) in
            let changed = try store.store(quotes, recordedAt: recordedAt)
            if changed > 0 { market.changes.noteQuotes() }
            running?.log?.quotes += changed
            for quote in news { note(quote) }
            return changed
        }
    }

    private func isStored(_ quote: Quote) throws -> Bool {
        var found = false
        try store.readQuotes(QuoteFilter(instrument: quote.instrument, from: quote.date, to: quote.date)) { known, _ in if known == quote { found = true } }
        return found
    }

    /// Puts a quote into the log of the act, where there is one.
    func note(_ quote: Quote) { running?.log?.market.append(.quote(quote.instrument, quote.date, close: quote.close)) }

    /// Takes away the quote that one source told of an instrument and day; whether there was one.
    @discardableResult
    public func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws -> Bool {
        try changeMarket { (_) throws(StorageError) in
            let removed = try store.removeQuote(of: instrument, on: day, source: source)
            if removed { market.changes.noteQuotes() }
            if removed {
                running?.log?.quotes += 1
                running?.log?.market.append(.quote(instrument, day, close: nil))
            }
            return removed
        }
    }

    /// Quotes as their sources tell them, by instrument, day and source; several of a day stand side by side.
    public func quotes(_ filter: QuoteFilter = QuoteFilter()) throws -> [Quote] {
        var quotes: [Quote] = []
        try store.readQuotes(filter) { quote, _ in quotes.append(quote) }
        return quotes
    }

    /// Quotes as their sources tell them, each with the moment at which it was stored.
    public func storedQuotes(_ filter: QuoteFilter = QuoteFilter()) throws -> [(quote: Quote, recordedAt: Instant?)] {
        var quotes: [(quote: Quote, recordedAt: Instant?)] = []
        try store.readQuotes(filter) { quote, recordedAt in quotes.append((quote, recordedAt)) }
        return quotes
    }

    /// The quotes that count, by instrument and day: one a day, by `QuotePrecedence`.
    public func bestQuotes(_ filter: QuoteFilter = QuoteFilter()) throws -> [Quote] {
        try best { try store.readQuotes(filter, $0) }
    }

    /// Of quotes that come by instrument and day, those that count.
    private func best(_ read: ((Quote, Instant) throws -> Void) throws -> Void) rethrows -> [Quote] {
        var best: [Quote] = []
        var bestRecordedAt = Instant(microseconds: 0)
        try read { quote, recordedAt in
            if let last = best.last, last.instrument == quote.instrument, last.date == quote.date {
                guard QuotePrecedence.prefers(quote.source, recordedAt, to: last.source, bestRecordedAt) else { return }
                best.removeLast()
            }
            best.append(quote)
            bestRecordedAt = recordedAt
        }
        return best
    }

    /// The quote that counts of the last day on or before one that has any; nil where none has. Never one of a later day.
    public func latestQuote(of instrument: InstrumentID, on day: Day? = nil) throws -> Quote? {
        guard let last = try store.lastQuoteDay(of: instrument, through: day) else { return nil }
        return try bestQuotes(QuoteFilter(instrument: instrument, from: last, to: last)).last
    }

    /// The quotes that count of several instruments, each of its last day on or before one; those that have none are left out.
    ///
    /// All are of one state of the book, whatever another program stores meanwhile. Two searches of the key an instrument; of a server one question.
    public func latestQuotes(of instruments: some Sequence<InstrumentID>, on day: Day? = nil) throws -> [InstrumentID: Quote] {
        try latestQuotes(Dictionary(uniqueKeysWithValues: Set(instruments).map { ($0, day) }))
    }

    /// The quotes that count before others: each of the last day on which there was one before the day of the other.
    public func quotes(before quotes: some Sequence<Quote>) throws -> [InstrumentID: Quote] {
        try latestQuotes(Dictionary(quotes.lazy.filter { $0.date > .min }.map { ($0.instrument, Day(number: $0.date.number - 1)) }) { $1 })
    }

    private func latestQuotes(_ wanted: [InstrumentID: Day?]) throws -> [InstrumentID: Quote] {
        if wanted.isEmpty { return [:] }
        return try store.withSnapshot {
            let last = try best { receive in
                try store.readLastQuotes(wanted.sorted { $0.key < $1.key }.map { (instrument: $0.key, through: $0.value) }, receive)
            }
            return Dictionary(uniqueKeysWithValues: last.map { ($0.instrument, $0) })
        }
    }

    /// A number that changes whenever quotes were stored or removed, here or by another program; for those who keep answers.
    public var quoteRevision: Int {
        get throws { try store.quoteRevision() }
    }
}

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
            if market.prices.revision != revision { market.prices = PriceCache(revision: revision) }
            var series: [InstrumentID: PriceSeries] = [:]
            for instrument in instruments where series[instrument] == nil {
                let prices = try market.prices.series(of: instrument, from: from, through: through) { () throws(StorageError) in
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

/// Series of prices that were read, until quotes change.
struct PriceCache {
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
        return PriceSeries(series.prices[start...last])
    }
}
