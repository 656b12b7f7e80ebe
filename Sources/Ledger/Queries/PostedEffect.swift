public import Values

/// One of the changes that an activity makes, as `explain` shows them. The amounts of an activity's effects add up to zero.
public struct PostedEffect: Hashable, Sendable {
    /// What it falls on.
    public let target: PostingTarget
    /// Where it happened or is held.
    public let account: AccountID
    /// Nil where the account alone is concerned.
    public let instrument: InstrumentID?
    /// Units acquired or relieved; zero for the rest.
    public let quantity: FixedDecimal
    /// Money.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}
