import Ledger
import Values

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
