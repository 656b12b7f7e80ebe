import Ledger
import PostgreSQL
import Values

/// Prices and rates of a book on a server. They go into the act's transaction at once, so that they are read back as they will be.
extension ServerStore {
    /// Own prices, with those that all books of the server share behind them where the book wants them.
    private var quoteTable: String { listing.usesMarket ? "luca.any_quote" : "luca.quote" }
    private var rateTable: String { listing.usesMarket ? "luca.any_rate" : "luca.rate" }
    private static let quoteColumns = "instrument, date, source, open, high, low, close, adjusted, volume, currency, recorded_at"

    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        // An instrument that the running act defines is not known to the server yet.
        let definesInstruments = pending.map { act in (0..<act.rows.count).contains { act.rows.table(at: $0) == .instrument } } ?? false
        let shared = definesInstruments ? [] : quotes.filter { isShared($0.source) }
        let own = shared.isEmpty ? quotes : quotes.filter { !isShared($0.source) }
        func text(_ quote: Quote) -> (key: String, object: String) {
            ("\(quote.instrument.rawValue) \(quote.date) \(quote.source)", ServerMarketText.object(quote, recordedAt))
        }
        return try sendAll(own, by: "luca.store_quotes($1, $2::jsonb)", for: [book], noting: \.quoteChanges, text)
            + sendAll(shared, by: "market.share_quotes($1, $2::jsonb)", for: [book], noting: \.quoteChanges, text)
    }

    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        let shared = rates.filter { isShared($0.source) }, own = shared.isEmpty ? rates : rates.filter { !isShared($0.source) }
        func text(_ rate: Rate) -> (key: String, object: String) {
            ("\(rate.from) \(rate.to) \(rate.date) \(rate.source)", ServerMarketText.object(rate, recordedAt))
        }
        return try sendAll(own, by: "luca.store_rates($1, $2::jsonb)", for: [book], noting: \.rateChanges, text)
            + sendAll(shared, by: "market.store_rates($1::jsonb)", for: [], noting: \.rateChanges, text)
    }

    /// Whether what a source tells is stored for all books of the server: where the book takes what is shared, and the login may share, whatever was fetched.
    private func isShared(_ source: String) -> Bool { listing.usesMarket && listing.sharesMarket && QuotePrecedence.rank(source) == 2 }

    /// Sends things one after the other, and counts those that are new or differ from what was there before.
    private func sendAll<Item>(
        _ items: [Item], by call: String, for subject: [PostgresParameter], noting changes: WritableKeyPath<PendingAct, Int>, _ text: (Item) -> (key: String, object: String)
    ) throws(StorageError) -> Int {
        try checkOpen()
        if items.isEmpty { return 0 }
        try sendSavepoints()
        var changed = 0, keys: Set<String> = [], objects: [String] = []
        func send() throws(StorageError) {
            if objects.isEmpty { return }
            changed += try sendChange(call, subject + [.text("[" + objects.joined(separator: ",") + "]")], noting: changes)
            (keys, objects) = ([], [])
        }
        for item in items {
            let (key, object) = text(item)
            // The server takes a key once in a statement.
            if keys.contains(key) || objects.count == ServerMarketText.part { try send() }
            keys.insert(key)
            objects.append(object)
        }
        try send()
        return changed
    }

    /// Has the server change prices or rates, which it counts, and tells how many of them.
    private func sendChange(_ call: String, _ values: [PostgresParameter], noting changes: WritableKeyPath<PendingAct, Int>) throws(StorageError) -> Int {
        // By the number of the transaction the server tells later whether it was committed.
        let result = try server.ask("SELECT \(call), pg_current_xact_id()::text", values)
        pending?.transaction = result.text(0, 1)
        let changed = result.integer(0, 0) ?? 0
        if changed > 0 { pending?[keyPath: changes] += 1 }
        return changed
    }

    func removeQuote(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        try remove("luca.remove_quote($1, $2, $3, $4)", [.integer(Int(instrument.rawValue)), .text(day.description), .text(source)], noting: \.quoteChanges)
    }

    func removeRate(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        try remove("luca.remove_rate($1, $2, $3, $4, $5)", [.text(from.code), .text(to.code), .text(day.description), .text(source)], noting: \.rateChanges)
    }

    private func remove(_ call: String, _ key: [PostgresParameter], noting changes: WritableKeyPath<PendingAct, Int>) throws(StorageError) -> Bool {
        try checkOpen()
        try sendSavepoints()
        return try sendChange(call, [book] + key, noting: changes) > 0
    }

    // MARK: Reading

    /// How often prices have changed, as this session knows it; a running act counts when it is committed.
    func quoteRevision() throws(StorageError) -> Int { try knownHead().quotes }
    func rateRevision() throws(StorageError) -> Int { try knownHead().rates }

    func readQuotes(_ filter: QuoteFilter, _ receive: (Quote, Instant) throws -> Void) throws {
        try checkOpen()
        let ofOne = filter.instrument.map { "AND instrument = \($0.rawValue) " } ?? ""
        try server.copy(
            """
            SELECT \(Self.quoteColumns) FROM \(quoteTable) WHERE book = '\(listing.id)' \(ofOne)\(Self.days(filter.from, filter.to))
            ORDER BY instrument, date, source
            """
        ) { bytes in
            let (quote, moment) = try quote(bytes)
            try receive(quote, moment)
        }
    }

    private static func days(_ from: Day?, _ through: Day?) -> String {
        [from.map { "AND date >= '\($0)'" }, through.map { "AND date <= '\($0)'" }].compactMap(\.self).joined(separator: " ")
    }

    private func quote(_ bytes: UnsafeRawBufferPointer) throws -> (Quote, Instant) {
        var row = try BinaryRow(bytes)
        let instrument = InstrumentID(Int32(truncatingIfNeeded: try row.int64() ?? 0))
        do {
            let date = try Day(utf8: row.needed()), source = String(decoding: try row.needed(), as: UTF8.self)
            let (open, high, low) = (try row.decimal(), try row.decimal(), try row.decimal()), close = try FixedDecimal(utf8: row.needed())
            let (adjusted, volume) = (try row.decimal(), try row.decimal()), currency = try Currency(utf8: row.needed())
            let quote = Quote(
                instrument: instrument, date: date, open: open, high: high, low: low, close: close, adjusted: adjusted, volume: volume, currency: currency,
                source: source)
            return (quote, try Instant(utf8: row.needed()))
        } catch {
            throw StorageError.damagedServerBook(location, "a quote of instrument \(instrument.rawValue) cannot be read, \(error)")
        }
    }

    /// How many days before the day asked for are looked at first, as `luca.quotes_between` does too; nearly every price that is told is not older.
    private static let recentDays: Int32 = 10

    /// Asks one question for the recent quotes of all, and looks further back only for those that have none.
    func readLastQuotes(_ instruments: [(instrument: InstrumentID, through: Day?)], _ receive: (Quote, Instant) throws -> Void) throws {
        try checkOpen()
        let recent = try readRecentQuotes(instruments)
        for (instrument, day) in instruments {
            if let found = recent[instrument] {
                for (quote, moment) in found { try receive(quote, moment) }
            } else if let last = try lastQuoteDay(of: instrument, through: day) {
                try readQuotes(QuoteFilter(instrument: instrument, from: last, to: last), receive)
            }
        }
    }

    /// The quotes of the last of some recent days for each instrument that has any.
    private func readRecentQuotes(_ instruments: [(instrument: InstrumentID, through: Day?)]) throws -> [InstrumentID: [(Quote, Instant)]] {
        func array(_ items: [String]) -> PostgresParameter { .text("{" + items.joined(separator: ",") + "}") }
        func first(_ day: Day?) -> String { day.map { Day(number: max(Day.min.number, $0.number - Self.recentDays)).description } ?? "NULL" }
        let result = try server.ask(
            "SELECT \(Self.quoteColumns) FROM luca.quotes_between($1, $2::bigint[], $3::text[], $4::text[])",
            [
                book, array(instruments.map { "\($0.instrument.rawValue)" }), array(instruments.map { first($0.through) }),
                array(instruments.map { $0.through?.description ?? "9999-12-31" }),
            ])
        var recent: [InstrumentID: [(Quote, Instant)]] = [:]
        for row in 0..<result.rowCount {
            let (quote, moment) = try quote(result, row)
            if let date = recent[quote.instrument]?.last?.0.date, date != quote.date { recent[quote.instrument] = [] }
            recent[quote.instrument, default: []].append((quote, moment))
        }
        return recent
    }

    private func quote(_ result: PostgresResult, _ row: Int) throws -> (Quote, Instant) {
        let instrument = InstrumentID(Int32(truncatingIfNeeded: result.integer(row, 0) ?? 0))
        func text(_ column: Int) -> UnsafeBufferPointer<UInt8> { result.bytes(row, column).bindMemory(to: UInt8.self) }
        func decimal(_ column: Int) throws -> FixedDecimal? { result.isNull(row, column) ? nil : try FixedDecimal(utf8: text(column)) }
        do {
            let quote = Quote(
                instrument: instrument, date: try Day(utf8: text(1)), open: try decimal(3), high: try decimal(4), low: try decimal(5), close: try FixedDecimal(utf8: text(6)),
                adjusted: try decimal(7), volume: try decimal(8), currency: try Currency(utf8: text(9)), source: String(decoding: text(2), as: UTF8.self))
            return (quote, try Instant(utf8: text(10)))
        } catch {
            throw StorageError.damagedServerBook(location, "a quote of instrument \(instrument.rawValue) cannot be read, \(error)")
        }
    }

    func lastQuoteDay(of instrument: InstrumentID, through day: Day?) throws(StorageError) -> Day? {
        try checkOpen()
        let result = try ask(
            "SELECT date FROM \(quoteTable) WHERE book = $1 AND instrument = $2 AND date <= $3 ORDER BY date DESC LIMIT 1",
            [book, .integer(Int(instrument.rawValue)), .text(day?.description ?? "9999-12-31")])
        guard result.rowCount > 0, let text = result.text(0, 0) else { return nil }
        do { return try Day(text) } catch {
            throw .damagedServerBook(location, "the date of a quote of instrument \(instrument.rawValue) cannot be read, \(error)")
        }
    }

    func priceSeries(of instrument: InstrumentID, from: Day?, through: Day?) throws(StorageError) -> PriceSeries {
        try checkOpen()
        var prices = ChosenOfDay<PriceSeries.Price>()
        try StorageError.typed(location) {
            try server.copy(
                """
                SELECT date, source, recorded_at, close, currency FROM \(quoteTable)
                WHERE book = '\(listing.id)' AND instrument = \(instrument.rawValue) \(Self.days(from, through)) ORDER BY date, source
                """
            ) { bytes in
                var row = try BinaryRow(bytes)
                let date = try Day(utf8: row.needed()), source = try row.needed(), moment = try row.needed()
                try prices.add(date, source, moment) {
                    PriceSeries.Price(date: date, close: try FixedDecimal(utf8: row.needed()), currency: try Currency(utf8: row.needed()))
                }
            }
        }
        return PriceSeries(prices.items)
    }

    func readRates(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws {
        try checkOpen()
        let conditions = [
            filter.from.map { "AND base = '\($0.code)'" }, filter.to.map { "AND quoted = '\($0.code)'" },
            filter.either.map { "AND (base = '\($0.code)' OR quoted = '\($0.code)')" }, Self.days(filter.firstDay, filter.lastDay),
        ]
        try server.copy(
            """
            SELECT base, quoted, date, rate, source, recorded_at FROM \(rateTable)
            WHERE book = '\(listing.id)' \(conditions.compactMap(\.self).joined(separator: " ")) ORDER BY base, quoted, date, source
            """
        ) { bytes in
            var row = try BinaryRow(bytes)
            let rate = Rate(
                from: try Currency(utf8: row.needed()), to: try Currency(utf8: row.needed()), date: try Day(utf8: row.needed()),
                rate: try FixedDecimal(utf8: row.needed()), source: String(decoding: try row.needed(), as: UTF8.self))
            try receive(rate, try Instant(utf8: row.needed()))
        }
    }

    func ratePairs() throws(StorageError) -> [RatePair] {
        try checkOpen()
        let result = try server.ask("SELECT base, quoted, min(date) FROM luca.rates_of($1) GROUP BY base, quoted ORDER BY base, quoted", [book])
        return try (0..<result.rowCount).map { row throws(StorageError) in
            let (from, to) = (result.text(row, 0) ?? "", result.text(row, 1) ?? "")
            do { return RatePair(from: try Currency(from), to: try Currency(to), first: try Day(result.text(row, 2) ?? "")) } catch {
                throw .damagedServerBook(location, "a rate of \(from) in \(to) cannot be read, \(error)")
            }
        }
    }

    func rateSeries(from: Currency, to: Currency) throws(StorageError) -> RateSeries {
        try checkOpen()
        var fixings = ChosenOfDay<RateSeries.Fixing>()
        // A statement that the server has compiled: a question over many books asks for a few rates of each.
        let result = try server.ask(
            "SELECT date, source, recorded_at, rate FROM luca.rates_of($1, $2, $3)",
            [book, .text(from.code), .text(to.code)])
        try StorageError.typed(location) {
            for row in 0..<result.rowCount {
                func text(_ column: Int) -> UnsafeBufferPointer<UInt8> { result.bytes(row, column).bindMemory(to: UInt8.self) }
                let date = try Day(utf8: text(0))
                try fixings.add(date, text(1), text(2)) {
                    RateSeries.Fixing(date: date, rate: try FixedDecimal(utf8: text(3)), source: String(decoding: text(1), as: UTF8.self))
                }
            }
        }
        return RateSeries(fixings.items)
    }
}

/// Of what several sources say of a day, what counts by `QuotePrecedence`.
private struct ChosenOfDay<Item> {
    private(set) var items: [Item] = []
    private var date: Day?
    private var source = "", moment = Instant(microseconds: 0)

    /// Takes in the next of things that come by day and source.
    mutating func add(_ date: Day, _ source: UnsafeBufferPointer<UInt8>, _ moment: UnsafeBufferPointer<UInt8>, _ make: () throws -> Item) throws {
        let source = String(decoding: source, as: UTF8.self), moment = try Instant(utf8: moment)
        if self.date == date {
            guard QuotePrecedence.prefers(source, moment, to: self.source, self.moment) else { return }
            items.removeLast()
        }
        items.append(try make())
        (self.date, self.source, self.moment) = (date, source, moment)
    }
}

extension BinaryRow {
    /// The bytes of a field that always has a value.
    fileprivate mutating func needed() throws -> UnsafeBufferPointer<UInt8> {
        guard let bytes = try next() else { throw RowFault(column: position - 1, problem: "a value is missing") }
        return bytes.bindMemory(to: UInt8.self)
    }

    /// A decimal, or nil where there is none.
    fileprivate mutating func decimal() throws -> FixedDecimal? {
        guard let bytes = try next() else { return nil }
        return try FixedDecimal(utf8: bytes.bindMemory(to: UInt8.self))
    }
}
