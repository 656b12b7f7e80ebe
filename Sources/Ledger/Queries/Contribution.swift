public import Values

/// Money or units that the owner brought in, or took out where the amount is below zero.
public struct Contribution: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day it is of.
    public let date: Day
    /// Where it happened or is held.
    public let account: AccountID
    /// What came in or went out; nil for money.
    public let instrument: InstrumentID?
    /// What it is.
    public let kind: ActivityKind
    /// Money.
    public let amount: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
    /// What it comes to at the rate that the entry itself tells; nil where it tells none, or the amount is at that rate already.
    public let told: Money?
    /// Below zero, what money arrived as in another account, where it was changed into another currency on the way; nil for all else.
    public let arrived: Money?
    /// The day of the position from which it is known what units cost of which the entry itself does not tell it; `.max` where nobody has told, nil where the
    /// entry does.
    public let costKnownFrom: Day?
    /// Whether it is known on the last day asked of what units cost; where not, the amount says nothing.
    public let isCostKnown: Bool
    /// Whether it is units of another currency than the one asked for, so that they come to `otherCost`, and not to the amount at a rate.
    public let isCounted: Bool
    /// What units cost in the currency asked for, by the rates of the days on which it was paid; nil where one is lacking.
    public let otherCost: FixedDecimal?
    /// The purchases that units come from; told where the cost is asked for in another currency.
    public let purchases: [Purchase]

    /// What opened a lot.
    public struct Purchase: Hashable, Sendable {
        /// The entry that tells of it.
        public let activity: EntryID
        /// The day by whose rate the cost is counted.
        public let date: Day
    }
}
