public import Values

/// What one unit of a currency cost in another on one day, as one source tells it.
public struct Rate: Hashable, Sendable {
    /// The currency of which it is one unit.
    public var from: Currency
    /// The currency that the unit is paid in.
    public var to: Currency
    /// The day it is of.
    public var date: Day
    /// How much of `to` one `from` is worth; above zero.
    public var rate: FixedDecimal
    /// Who tells it.
    public var source: String

    public init(from: Currency, to: Currency, date: Day, rate: FixedDecimal, source: String) {
        self.from = from
        self.to = to
        self.date = date
        self.rate = rate
        self.source = source
    }
}
