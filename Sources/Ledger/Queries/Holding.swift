public import Values

/// What an account holds of an instrument.
public struct Holding: Hashable, Sendable {
    /// Where it happened or is held.
    public let account: AccountID
    /// What it is of.
    public let instrument: InstrumentID
    /// Below zero where it was sold short.
    public let quantity: FixedDecimal
    /// What the units cost; below zero, what the units sold short brought.
    public let cost: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
    /// All that was earned on the instrument in the account, also on units sold since.
    public let income: FixedDecimal
    /// How many lots are left of it.
    public let openLots: Int
    /// Whether it is known what all its units cost; where it is not, `cost` counts the others alone.
    public var isCostKnown = true
    /// `cost` in the currency that was asked for beside its own, by the rates of the days on which it was paid, or by those that activities tell; nil
    /// where none was asked for, or a rate is lacking.
    public var otherCost: FixedDecimal?

    /// Cost of one unit; nil only where it is beyond the largest decimal.
    public var averageCost: FixedDecimal? { try? cost / quantity }
}
