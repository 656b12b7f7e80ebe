public import Ledger
public import Values

/// Which quotes to read.
public struct QuoteFilter: Hashable, Sendable {
    /// Only of this instrument; all where there is none.
    public var instrument: InstrumentID?
    /// Only from this day on.
    public var from: Day?
    /// Only up to this day, and including it.
    public var to: Day?

    /// Quotes of an instrument or of all, of a span or of all days.
    public init(instrument: InstrumentID? = nil, from: Day? = nil, to: Day? = nil) {
        self.instrument = instrument
        self.from = from
        self.to = to
    }
}

extension QuoteFilter {
    /// Whether a quote is one of those asked for.
    func admits(_ quote: Quote) -> Bool {
        (instrument ?? quote.instrument) == quote.instrument && (from ?? .min) <= quote.date && quote.date <= (to ?? .max)
    }
}

/// Which rates to read.
public struct RateFilter: Hashable, Sendable {
    /// Only of one unit of this currency; of any where there is none.
    public var from: Currency?
    /// Only in this currency; in any where there is none.
    public var to: Currency?
    /// Only those that have this currency on either side.
    public var either: Currency?
    /// Only from this day on.
    public var firstDay: Day?
    /// Only up to this day, and including it.
    public var lastDay: Day?

    /// Rates between two currencies, of one of them or of all, of a span or of all days.
    public init(from: Currency? = nil, to: Currency? = nil, either: Currency? = nil, firstDay: Day? = nil, lastDay: Day? = nil) {
        self.from = from
        self.to = to
        self.either = either
        self.firstDay = firstDay
        self.lastDay = lastDay
    }
}

extension RateFilter {
    /// Whether a rate is one of those asked for.
    func admits(_ rate: Rate) -> Bool {
        (from ?? rate.from) == rate.from && (to ?? rate.to) == rate.to && (either == nil || either == rate.from || either == rate.to)
            && (firstDay ?? .min) <= rate.date && rate.date <= (lastDay ?? .max)
    }
}

/// Which of several quotes of one instrument and day counts, or of several rates of one pair and day.
///
/// What somebody typed (source `manual`) comes before what was imported from a file of the owner's (a source that begins with
/// `import` or `csv`), that before what was fetched, and that before what a server shares among all its books (`market:`). Among equals the one stored last counts, then the one whose source comes
/// first in the alphabet.
public enum QuotePrecedence {
    /// The place of a source: the smaller comes first.
    public static func rank(_ source: String) -> Int { rank(source.utf8) }

    /// The place of a source by the bytes of its name.
    static func rank(_ source: some Collection<UInt8>) -> Int {
        if source.elementsEqual("manual".utf8) { return 0 }
        if source.starts(with: "import".utf8) || source.starts(with: "csv".utf8) { return 1 }
        return source.starts(with: "market:".utf8) ? 3 : 2
    }

    /// Whether what one source told at a moment counts rather than what another told.
    static func prefers(_ a: String, _ aRecordedAt: Instant, to b: String, _ bRecordedAt: Instant) -> Bool {
        let (aRank, bRank) = (rank(a), rank(b))
        if aRank != bRank { return aRank < bRank }
        if aRecordedAt != bRecordedAt { return aRecordedAt > bRecordedAt }
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }
}
