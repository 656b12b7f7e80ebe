public import Values

/// What an option gives the right to do, until when, and at what price.
public struct OptionTerms: Hashable, Sendable {
    /// The right that its owner has; the raw value is the name people type.
    public enum Right: String, CaseIterable, Sendable {
        /// To buy the underlying.
        case call
        /// To sell it.
        case put
    }

    /// What may be bought or sold.
    public var underlying: InstrumentID
    /// To buy or to sell.
    public var right: Right
    /// Price of one unit of the underlying, in the option's currency.
    public var strike: FixedDecimal
    /// The last day.
    public var expires: Day

    public init(underlying: InstrumentID, right: Right, strike: FixedDecimal, expires: Day) {
        self.underlying = underlying
        self.right = right
        self.strike = strike
        self.expires = expires
    }
}
