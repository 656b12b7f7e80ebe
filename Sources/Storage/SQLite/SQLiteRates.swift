import Ledger
import SQLite
import Values

/// The table of rates in a file.
struct SQLiteRates {
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
