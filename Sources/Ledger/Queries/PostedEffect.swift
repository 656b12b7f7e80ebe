public import Values

/// One of the changes that an activity makes, as `explain` shows them. The amounts of an activity's effects add up to zero.
public struct PostedEffect: Hashable, Sendable {
    public let target: PostingTarget
    public let account: AccountID
    /// Nil where the account alone is concerned.
    public let instrument: InstrumentID?
    /// Units acquired or relieved; zero for the rest.
    public let quantity: FixedDecimal
    public let amount: FixedDecimal
    public let currency: Currency
}
