import Ledger
public import Values

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
