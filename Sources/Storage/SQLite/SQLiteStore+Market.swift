import Ledger
import Values

/// Quotes and rates.
extension SQLiteStore {
    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        let changed = try SQLiteQuotes(connection: connected()).store(quotes, recordedAt: recordedAt)
        if changed > 0 { quotesChanged = true }
        return changed
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        let removed = try SQLiteQuotes(connection: connected()).remove(of: instrument, on: day, source: source)
        if removed { quotesChanged = true }
        return removed
    }

    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws {
        try SQLiteQuotes(connection: connected()).read(filter, name: location, receive)
    }

    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? {
        try SQLiteQuotes(connection: connected()).lastDay(of: instrument, through: day, name: location)
    }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try SQLiteSeries(connection: connected(), name: location).prices(of: instrument, from: from, through: through)
    }

    func quoteRevision() throws(StorageError) -> Int { try connected().integer("SELECT number FROM quote_revision") }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        let changed = try SQLiteRates(connection: connected(), name: location).store(rates, recordedAt: recordedAt)
        if changed > 0 { ratesChanged = true }
        return changed
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        let removed = try SQLiteRates(connection: connected(), name: location).remove(from: from, to: to, on: day, source: source)
        if removed { ratesChanged = true }
        return removed
    }

    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws {
        try SQLiteRates(connection: connected(), name: location).read(filter, receive)
    }

    func ratePairs() throws(StorageError) -> [RatePair] { try SQLiteRates(connection: connected(), name: location).pairs() }

    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries {
        try SQLiteSeries(connection: connected(), name: location).rates(from: from, to: to)
    }

    func rateRevision() throws(StorageError) -> Int { try connected().integer("SELECT number FROM rate_revision") }
}
