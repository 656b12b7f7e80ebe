import Ledger
import SQLite
import Values

/// The table of quotes in a file.
struct SQLiteQuotes {
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
