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
