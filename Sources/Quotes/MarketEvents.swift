public import Values

/// A split as a provider reports it.
public struct SplitEvent: Hashable, Sendable {
    /// The first day on which prices are those after it.
    public var date: Day
    /// Units after it for units before it: `4:1`.
    public var ratio: Ratio

    public init(date: Day, ratio: Ratio) {
        self.date = date
        self.ratio = ratio
    }
}

/// A dividend as a provider reports it.
public struct DividendEvent: Hashable, Sendable {
    /// The first day on which buying no longer brings it.
    public var date: Day
    /// What a unit of that day got, in the currency of the quotes.
    public var amount: FixedDecimal

    public init(date: Day, amount: FixedDecimal) {
        self.date = date
        self.amount = amount
    }
}
