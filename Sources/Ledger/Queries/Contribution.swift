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
}
