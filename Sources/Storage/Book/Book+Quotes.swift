public import Ledger
public import Values

extension Book {
    /// Keeps quotes; one of the same instrument, day and source as before replaces it, and one that is the same changes nothing.
    ///
    /// - Returns: how many are new or differ from what was kept.
    @discardableResult
    public func store(_ quotes: [Quote]) throws -> Int {
        try transaction {
            try beginWriting()
            guard let writing = running?.writing, !writing.inMemoryOnly else { throw StorageError.readOnlySession(name) }
            return try guarded { () throws(StorageError) in try store.store(quotes, recordedAt: writing.recordedAt) }
        }
    }

    /// Quotes as their sources tell them, by instrument, day and source; several of a day stand side by side.
    public func quotes(_ filter: QuoteFilter = QuoteFilter()) throws -> [Quote] {
        var quotes: [Quote] = []
        try store.readQuotes(filter) { quote, _ in quotes.append(quote) }
        return quotes
    }

    /// The quotes that count, by instrument and day: one a day, by `QuotePrecedence`.
    public func bestQuotes(_ filter: QuoteFilter = QuoteFilter()) throws -> [Quote] {
        var best: [Quote] = []
        var bestRecordedAt = Instant(microseconds: 0)
        try store.readQuotes(filter) { quote, recordedAt in
            if let last = best.last, last.instrument == quote.instrument, last.date == quote.date {
                guard QuotePrecedence.prefers(quote, recordedAt, to: last, bestRecordedAt) else { return }
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
    /// All are of one state of the book, whatever another program stores meanwhile. Two searches of the key an instrument.
    public func latestQuotes(of instruments: some Sequence<InstrumentID>, on day: Day? = nil) throws -> [InstrumentID: Quote] {
        try store.withSnapshot {
            var latest: [InstrumentID: Quote] = [:]
            for instrument in Set(instruments) { latest[instrument] = try latestQuote(of: instrument, on: day) }
            return latest
        }
    }

    /// A number that changes whenever quotes were stored, here or by another program; for those who keep answers.
    public var quoteRevision: Int {
        get throws { try store.quoteRevision() }
    }
}

/// Which of several quotes of one instrument and day counts.
///
/// What somebody typed (source `manual`) comes before what was imported from a file of the owner's (a source that begins with
/// `import` or `csv`), and that before what was fetched. Among equals the one stored last counts, then the one whose source comes
/// first in the alphabet.
public enum QuotePrecedence {
    /// The place of a source: the smaller comes first.
    public static func rank(_ source: String) -> Int {
        if source == "manual" { return 0 }
        return source.hasPrefix("import") || source.hasPrefix("csv") ? 1 : 2
    }

    /// Whether one quote counts rather than the other.
    static func prefers(_ a: Quote, _ aRecordedAt: Instant, to b: Quote, _ bRecordedAt: Instant) -> Bool {
        let (aRank, bRank) = (rank(a.source), rank(b.source))
        if aRank != bRank { return aRank < bRank }
        if aRecordedAt != bRecordedAt { return aRecordedAt > bRecordedAt }
        return a.source.utf8.lexicographicallyPrecedes(b.source.utf8)
    }
}
