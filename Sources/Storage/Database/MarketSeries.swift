import Ledger
import SQLite
import Values

/// Reads what counts of quotes and rates, one a day, straight from the bytes in the file.
///
/// A report of some years takes tens of thousands of them, so nothing is made of a row but its day and its number.
struct MarketSeries {
    let connection: BookConnection
    let name: String

    /// The closes of an instrument that count, from one day to another.
    func prices(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        let statement = try connection.statement(
            """
            SELECT date, source, recorded_at, close, currency FROM quote
            WHERE instrument = ?1 AND date BETWEEN ?2 AND ?3 ORDER BY date, source
            """)
        statement.bind(1, Int64(instrument.rawValue))
        statement.bind(2, from?.description ?? "")
        statement.bind(3, through?.description ?? "9999-12-31")
        defer { statement.reset() }
        var prices: [PriceSeries.Price] = []
        var chosen = ChosenSource()
        do {
            while try connection.next(statement) {
                let date = try Day(utf8: statement.text(0))
                if prices.last?.date == date {
                    guard try chosen.givesWay(to: statement) else { continue }
                    prices.removeLast()
                }
                chosen.take(statement)
                let close = try FixedDecimal(utf8: statement.text(3))
                prices.append(PriceSeries.Price(date: date, close: close, currency: try Currency(utf8: statement.text(4))))
            }
        } catch {
            throw damage(error, "a quote of instrument \(instrument.rawValue)", statement)
        }
        return PriceSeries(prices)
    }

    /// The rates of a pair that count.
    func rates(from: Currency, to: Currency) throws(StorageError) -> RateSeries {
        let statement = try connection.statement(
            "SELECT date, source, recorded_at, rate FROM rate WHERE base = ?1 AND quoted = ?2 ORDER BY date, source")
        statement.bind(1, from.code)
        statement.bind(2, to.code)
        defer { statement.reset() }
        var fixings: [RateSeries.Fixing] = []
        var chosen = ChosenSource()
        do {
            while try connection.next(statement) {
                let date = try Day(utf8: statement.text(0))
                if fixings.last?.date == date {
                    guard try chosen.givesWay(to: statement) else { continue }
                    fixings.removeLast()
                }
                chosen.take(statement)
                fixings.append(RateSeries.Fixing(date: date, rate: try Self.rate(statement.text(3)), source: chosen.name))
            }
        } catch {
            throw damage(error, "a rate of \(from) in \(to)", statement)
        }
        return RateSeries(fixings)
    }

    /// A rate, which divides and multiplies and so must be above zero.
    private static func rate(_ text: UnsafeBufferPointer<UInt8>) throws -> FixedDecimal {
        let rate = try FixedDecimal(utf8: text)
        guard rate > .zero else { throw RowFault(column: nil, problem: "\(rate) is not above zero") }
        return rate
    }

    private func damage(_ error: any Error, _ what: String, _ statement: SQLiteStatement) -> StorageError {
        if let error = error as? StorageError { return error }
        let problem = (error as? RowFault)?.problem ?? "\(error)"
        return .damagedFile(name, "\(what) on \(String(decoding: statement.text(0), as: UTF8.self)) cannot be read, \(problem)")
    }
}

/// The source whose price or rate counts for a day so far, and when it was stored: the second and third columns of a series.
private struct ChosenSource {
    private var source: [UInt8] = []
    private var moment: [UInt8] = []
    /// The source as text; those of a series are nearly all the same.
    private(set) var name = ""

    mutating func take(_ statement: SQLiteStatement) {
        let told = statement.text(1)
        if !source.elementsEqual(told) {
            source.removeAll(keepingCapacity: true)
            source.append(contentsOf: told)
            name = String(decoding: source, as: UTF8.self)
        }
        moment.removeAll(keepingCapacity: true)
        moment.append(contentsOf: statement.text(2))
    }

    /// Whether the source in the current row of a statement counts rather than this one.
    func givesWay(to statement: SQLiteStatement) throws -> Bool {
        let other = statement.text(1)
        let (rank, otherRank) = (QuotePrecedence.rank(source), QuotePrecedence.rank(other))
        if rank != otherRank { return otherRank < rank }
        let recordedAt = try moment.withUnsafeBufferPointer { bytes in try Instant(utf8: bytes) }
        // Rows come in the order of sources, so of two that were stored at one moment the first stays.
        return try Instant(utf8: statement.text(2)) > recordedAt
    }
}

/// Quotes and rates.
extension SQLiteStore {
    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        let changed = try QuoteTable(connection: connected()).store(quotes, recordedAt: recordedAt)
        if changed > 0 { quotesChanged = true }
        return changed
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        let removed = try QuoteTable(connection: connected()).remove(of: instrument, on: day, source: source)
        if removed { quotesChanged = true }
        return removed
    }

    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws {
        try QuoteTable(connection: connected()).read(filter, name: location, receive)
    }

    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? {
        try QuoteTable(connection: connected()).lastDay(of: instrument, through: day, name: location)
    }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try MarketSeries(connection: connected(), name: location).prices(of: instrument, from: from, through: through)
    }

    func quoteRevision() throws(StorageError) -> Int { try connected().integer("SELECT number FROM quote_revision") }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        let changed = try RateTable(connection: connected(), name: location).store(rates, recordedAt: recordedAt)
        if changed > 0 { ratesChanged = true }
        return changed
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        let removed = try RateTable(connection: connected(), name: location).remove(from: from, to: to, on: day, source: source)
        if removed { ratesChanged = true }
        return removed
    }

    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws {
        try RateTable(connection: connected(), name: location).read(filter, receive)
    }

    func ratePairs() throws(StorageError) -> [RatePair] { try RateTable(connection: connected(), name: location).pairs() }

    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries {
        try MarketSeries(connection: connected(), name: location).rates(from: from, to: to)
    }

    func rateRevision() throws(StorageError) -> Int { try connected().integer("SELECT number FROM rate_revision") }
    /// Takes all prices and rates away, to be filled in again.
    func emptyMarket() throws(StorageError) {
        for table in ["quote", "rate"] { try connected().execute("DELETE FROM \(table)") }
    }
}
