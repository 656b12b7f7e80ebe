import Ledger
import Values

/// Quotes and rates.
extension MemoryStore {
    private var quotes: [MemoryQuoteKey: MemoryQuote] { pending?.quotes ?? journal.quotes }
    private var rates: [MemoryRateKey: MemoryRate] { pending?.rates ?? journal.rates }

    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        try checkOpen()
        var changed = 0
        for quote in quotes {
            let key = MemoryQuoteKey(quote)
            if pending?.quotes[key]?.quote == quote { continue }
            pending?.quotes[key] = MemoryQuote(quote: quote, recordedAt: recordedAt)
            changed += 1
        }
        if changed > 0 { pending?.quotesChanged = true }
        return changed
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        try checkOpen()
        let key = MemoryQuoteKey(instrument: instrument, date: day, source: source)
        guard pending?.quotes.removeValue(forKey: key) != nil else { return false }
        pending?.quotesChanged = true
        return true
    }

    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws {
        try checkOpen()
        for (_, kept) in quotes.sorted(by: { $0.key < $1.key }) where filter.admits(kept.quote) {
            try receive(kept.quote, kept.recordedAt)
        }
    }

    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? {
        try checkOpen()
        let filter = QuoteFilter(instrument: instrument, to: day)
        return quotes.values.lazy.map(\.quote).filter(filter.admits).map(\.date).max()
    }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try checkOpen()
        let filter = QuoteFilter(instrument: instrument, from: from, to: through)
        let counting = Dictionary(grouping: quotes.values.filter { filter.admits($0.quote) }, by: \.quote.date).values.compactMap { ofDay in
            ofDay.min { QuotePrecedence.prefers($0.quote.source, $0.recordedAt, to: $1.quote.source, $1.recordedAt) }?.quote
        }
        return PriceSeries(
            counting.sorted { $0.date < $1.date }.map { PriceSeries.Price(date: $0.date, close: $0.close, currency: $0.currency) })
    }

    func quoteRevision() throws(StorageError) -> Int {
        try checkOpen()
        return journal.quoteRevision
    }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        try checkOpen()
        var changed = 0
        for rate in rates {
            let key = MemoryRateKey(rate)
            if pending?.rates[key]?.rate == rate { continue }
            pending?.rates[key] = MemoryRate(rate: rate, recordedAt: recordedAt)
            changed += 1
        }
        if changed > 0 { pending?.ratesChanged = true }
        return changed
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        try checkOpen()
        let key = MemoryRateKey(from: from, to: to, date: day, source: source)
        guard pending?.rates.removeValue(forKey: key) != nil else { return false }
        pending?.ratesChanged = true
        return true
    }

    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws {
        try checkOpen()
        for (_, kept) in rates.sorted(by: { $0.key < $1.key }) where filter.admits(kept.rate) {
            try receive(kept.rate, kept.recordedAt)
        }
    }

    func ratePairs() throws(StorageError) -> [RatePair] {
        try checkOpen()
        return Dictionary(grouping: rates.keys) { [$0.from, $0.to] }.compactMap { ends, keys in
            keys.map(\.date).min().map { RatePair(from: ends[0], to: ends[1], first: $0) }
        }.sorted()
    }

    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries {
        try checkOpen()
        let filter = RateFilter(from: from, to: to)
        let counting = Dictionary(grouping: rates.values.filter { filter.admits($0.rate) }, by: \.rate.date).values.compactMap { ofDay in
            ofDay.min { QuotePrecedence.prefers($0.rate.source, $0.recordedAt, to: $1.rate.source, $1.recordedAt) }?.rate
        }
        return RateSeries(
            counting.sorted { $0.date < $1.date }.map { RateSeries.Fixing(date: $0.date, rate: $0.rate, source: $0.source) })
    }

    func rateRevision() throws(StorageError) -> Int {
        try checkOpen()
        return journal.rateRevision
    }
}

/// What tells one quote from another.
struct MemoryQuoteKey: Hashable, Comparable {
    let instrument: InstrumentID
    let date: Day
    let source: String

    init(instrument: InstrumentID, date: Day, source: String) {
        (self.instrument, self.date, self.source) = (instrument, date, source)
    }

    init(_ quote: Quote) { self.init(instrument: quote.instrument, date: quote.date, source: quote.source) }

    static func < (a: Self, b: Self) -> Bool {
        if a.instrument != b.instrument { return a.instrument < b.instrument }
        if a.date != b.date { return a.date < b.date }
        // By bytes, as SQLite orders texts.
        return a.source.utf8.lexicographicallyPrecedes(b.source.utf8)
    }
}

/// A quote, and when it was kept.
struct MemoryQuote {
    var quote: Quote
    var recordedAt: Instant
}

/// What tells one rate from another.
struct MemoryRateKey: Hashable, Comparable {
    let from: Currency
    let to: Currency
    let date: Day
    let source: String

    init(from: Currency, to: Currency, date: Day, source: String) {
        (self.from, self.to, self.date, self.source) = (from, to, date, source)
    }

    init(_ rate: Rate) { self.init(from: rate.from, to: rate.to, date: rate.date, source: rate.source) }

    static func < (a: Self, b: Self) -> Bool {
        let (first, second) = ((a.from, a.to, a.date), (b.from, b.to, b.date))
        return first != second ? first < second : a.source.utf8.lexicographicallyPrecedes(b.source.utf8)
    }
}

/// A rate, and when it was kept.
struct MemoryRate {
    var rate: Rate
    var recordedAt: Instant
}
