import Ledger
import SQLite
import Values

/// The table of quotes in a file.
struct QuoteTable {
    let connection: BookConnection

    /// Keeps quotes, and counts those that are new or differ from what was kept.
    func store(_ quotes: [Quote], recordedAt: Instant) throws(StorageError) -> Int {
        let statement = try connection.statement(
            """
            INSERT INTO quote (instrument, date, source, open, high, low, close, adjusted, volume, currency, recorded_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (instrument, date, source) DO UPDATE SET
                open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
                adjusted = excluded.adjusted, volume = excluded.volume, currency = excluded.currency, recorded_at = excluded.recorded_at
            WHERE (open, high, low, close, adjusted, volume, currency)
                IS NOT (excluded.open, excluded.high, excluded.low, excluded.close, excluded.adjusted, excluded.volume, excluded.currency)
            """)
        let moment = recordedAt.description
        var changed = 0
        for quote in quotes {
            bind(quote, moment, to: statement)
            try connection.run(statement)
            changed += connection.changeCount
        }
        return changed
    }

    /// Takes a quote away; whether there was one.
    func remove(of instrument: InstrumentID, on day: Day, source: String) throws(StorageError) -> Bool {
        let statement = try connection.statement("DELETE FROM quote WHERE instrument = ?1 AND date = ?2 AND source = ?3")
        statement.bind(1, Int64(instrument.rawValue))
        statement.bind(2, day.description)
        statement.bind(3, source)
        try connection.run(statement)
        return connection.changeCount > 0
    }

    private func bind(_ quote: Quote, _ moment: String, to statement: SQLiteStatement) {
        statement.bind(1, Int64(quote.instrument.rawValue))
        statement.bind(2, quote.date.description)
        statement.bind(3, quote.source)
        for (index, value) in [quote.open, quote.high, quote.low, quote.close, quote.adjusted, quote.volume].enumerated() {
            if let value { statement.bind(index + 4, value.description) } else { statement.bindNull(index + 4) }
        }
        statement.bind(10, quote.currency.code)
        statement.bind(11, moment)
    }

    /// Hands over quotes by instrument, day and source.
    func read(_ filter: QuoteFilter, name: String, _ receive: (Quote, Instant) throws -> Void) throws {
        // The key begins with the instrument: days are found in it only where one instrument is asked for, so that is a query of its own.
        let ofOne = filter.instrument == nil ? "" : "instrument = ?3 AND "
        let statement = try connection.statement(
            """
            SELECT instrument, date, source, open, high, low, close, adjusted, volume, currency, recorded_at FROM quote
            WHERE \(ofOne)date BETWEEN ?1 AND ?2
            ORDER BY instrument, date, source
            """)
        statement.bind(1, filter.from?.description ?? "")
        statement.bind(2, filter.to?.description ?? "9999-12-31")
        if let instrument = filter.instrument { statement.bind(3, Int64(instrument.rawValue)) }
        defer { statement.reset() }
        while try connection.next(statement) {
            let (quote, moment) = try quote(statement, name)
            try receive(quote, moment)
        }
    }

    /// The last day, on or before one, with a quote of an instrument; found in the primary key.
    func lastDay(of instrument: InstrumentID, through day: Day?, name: String) throws(StorageError) -> Day? {
        let statement = try connection.statement("SELECT date FROM quote WHERE instrument = ?1 AND date <= ?2 ORDER BY date DESC LIMIT 1")
        statement.bind(1, Int64(instrument.rawValue))
        statement.bind(2, day?.description ?? "9999-12-31")
        defer { statement.reset() }
        guard try connection.next(statement) else { return nil }
        do {
            return try Day(utf8: statement.text(0))
        } catch {
            throw .damagedFile(name, "the date of a quote of instrument \(instrument.rawValue) cannot be read, \(error)")
        }
    }

    private func quote(_ statement: SQLiteStatement, _ name: String) throws(StorageError) -> (Quote, Instant) {
        do {
            let quote = Quote(
                instrument: InstrumentID(Int32(truncatingIfNeeded: statement.integer(0))),
                date: try Day(utf8: statement.text(1)),
                open: try decimal(statement, 3), high: try decimal(statement, 4), low: try decimal(statement, 5),
                close: try FixedDecimal(utf8: statement.text(6)), adjusted: try decimal(statement, 7), volume: try decimal(statement, 8),
                currency: try Currency(utf8: statement.text(9)), source: String(decoding: statement.text(2), as: UTF8.self))
            return (quote, try Instant(utf8: statement.text(10)))
        } catch {
            let place = "instrument \(statement.integer(0)) on \(String(decoding: statement.text(1), as: UTF8.self))"
            throw .damagedFile(name, "a quote of \(place) cannot be read, \(error)")
        }
    }

    private func decimal(_ statement: SQLiteStatement, _ column: Int) throws(DecimalError) -> FixedDecimal? {
        let text = statement.text(column)
        return text.baseAddress == nil ? nil : try FixedDecimal(utf8: text)
    }
}

/// The table of rates in a file.
struct RateTable {
    let connection: BookConnection
    let name: String

    /// Keeps rates, and counts those that are new or differ from what was kept.
    ///
    /// They go in by the order of the key, so that those of a whole history are written to one page after the other.
    func store(_ rates: [Rate], recordedAt: Instant) throws(StorageError) -> Int {
        let statement = try connection.statement(
            """
            INSERT INTO rate (base, quoted, date, source, rate, recorded_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (base, quoted, date, source) DO UPDATE SET rate = excluded.rate, recorded_at = excluded.recorded_at
            WHERE rate IS NOT excluded.rate
            """)
        let places = Self.order(of: rates)
        let texts = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 + DecimalDigits.longestDecimal, alignment: 8)
        defer { texts.deallocate() }
        statement.bind(6, recordedAt.description)
        var (changed, last) = (0, Rate?.none)
        for place in 0..<rates.count {
            let rate = rates[places?[place] ?? place]
            bind(rate, after: last, to: statement, texts)
            try connection.run(statement)
            changed += connection.changeCount
            last = rate
        }
        return changed
    }

    /// What stays as it was for the rate before is bound already.
    private func bind(_ rate: Rate, after last: Rate?, to statement: SQLiteStatement, _ texts: UnsafeMutableRawBufferPointer) {
        if last?.from != rate.from { statement.bind(1, rate.from.code) }
        if last?.to != rate.to { statement.bind(2, rate.to.code) }
        if last?.source != rate.source { statement.bind(4, rate.source) }
        let text = texts.bindMemory(to: UInt8.self)
        rate.date.withUTF8Description { date in _ = text.update(fromContentsOf: date) }
        statement.bindBorrowed(3, UnsafeBufferPointer(rebasing: text[..<10]))
        let count = DecimalDigits.write(rate.rate, to: texts.baseAddress! + 16)
        statement.bindBorrowed(5, UnsafeBufferPointer(rebasing: text[16..<16 + count]))
    }

    /// The places of rates in the order of the key; nil where they stand in it.
    private static func order(of rates: [Rate]) -> [Int]? {
        func precedes(_ a: Rate, _ b: Rate) -> Bool { (a.from, a.to, a.date) < (b.from, b.to, b.date) }
        guard zip(rates, rates.dropFirst()).contains(where: { precedes($1, $0) }) else { return nil }
        // Of several of one key the last has to stay the last.
        return rates.indices.sorted { precedes(rates[$0], rates[$1]) || (!precedes(rates[$1], rates[$0]) && $0 < $1) }
    }

    /// Takes a rate away; whether there was one.
    func remove(from: Currency, to: Currency, on day: Day, source: String) throws(StorageError) -> Bool {
        let statement = try connection.statement("DELETE FROM rate WHERE base = ?1 AND quoted = ?2 AND date = ?3 AND source = ?4")
        statement.bind(1, from.code)
        statement.bind(2, to.code)
        statement.bind(3, day.description)
        statement.bind(4, source)
        try connection.run(statement)
        return connection.changeCount > 0
    }

    /// Hands over rates by currencies, day and source.
    func read(_ filter: RateFilter, _ receive: (Rate, Instant) throws -> Void) throws {
        // What is asked for stands first in the key, so each way of asking is a query of its own.
        let conditions = [
            filter.from == nil ? nil : "base = ?3", filter.to == nil ? nil : "quoted = ?4",
            filter.either == nil ? nil : "(base = ?5 OR quoted = ?5)", "date BETWEEN ?1 AND ?2",
        ]
        let statement = try connection.statement(
            """
            SELECT base, quoted, date, source, rate, recorded_at FROM rate
            WHERE \(conditions.compactMap(\.self).joined(separator: " AND ")) ORDER BY base, quoted, date, source
            """)
        statement.bind(1, filter.firstDay?.description ?? "")
        statement.bind(2, filter.lastDay?.description ?? "9999-12-31")
        for (index, currency) in [(3, filter.from), (4, filter.to), (5, filter.either)] {
            if let currency { statement.bind(index, currency.code) }
        }
        defer { statement.reset() }
        while try connection.next(statement) {
            let (rate, moment) = try rate(statement)
            try receive(rate, moment)
        }
    }

    /// The pairs that there are rates of, each with the day of the first: one search of the key for each pair.
    func pairs() throws(StorageError) -> [RatePair] {
        // Behind the last day that can be: with the currencies alone SQLite would step over every row of the pair before.
        let statement = try connection.statement(
            "SELECT base, quoted, date FROM rate WHERE (base, quoted, date) > (?1, ?2, 'z') ORDER BY base, quoted, date LIMIT 1")
        var pairs: [RatePair] = []
        var ends = ("", "")
        while true {
            statement.bind(1, ends.0)
            statement.bind(2, ends.1)
            guard try connection.next(statement) else { return pairs }
            defer { statement.reset() }
            ends = (String(decoding: statement.text(0), as: UTF8.self), String(decoding: statement.text(1), as: UTF8.self))
            do {
                pairs.append(RatePair(from: try Currency(ends.0), to: try Currency(ends.1), first: try Day(utf8: statement.text(2))))
            } catch {
                throw .damagedFile(name, "a rate of \(ends.0) in \(ends.1) cannot be read, \(error)")
            }
        }
    }

    private func rate(_ statement: SQLiteStatement) throws(StorageError) -> (Rate, Instant) {
        do {
            let rate = Rate(
                from: try Currency(utf8: statement.text(0)), to: try Currency(utf8: statement.text(1)), date: try Day(utf8: statement.text(2)),
                rate: try FixedDecimal(utf8: statement.text(4)), source: String(decoding: statement.text(3), as: UTF8.self))
            guard rate.rate > .zero else { throw RowFault(column: nil, problem: "\(rate.rate) is not above zero") }
            return (rate, try Instant(utf8: statement.text(5)))
        } catch {
            let place = [0, 1, 2].map { String(decoding: statement.text($0), as: UTF8.self) }
            throw .damagedFile(name, "a rate of \(place[0]) in \(place[1]) on \(place[2]) cannot be read, \((error as? RowFault)?.problem ?? "\(error)")")
        }
    }
}
