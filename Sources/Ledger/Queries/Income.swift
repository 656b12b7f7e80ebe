public import Values

/// A dividend, interest or other earning.
public struct Income: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day it is of.
    public let date: Day
    /// Where it happened or is held.
    public let account: AccountID
    /// Nil where it is not of an instrument.
    public let instrument: InstrumentID?
    /// What it is.
    public let kind: ActivityKind
    /// Before fee and tax; below zero where it takes back an earlier one.
    public let amount: FixedDecimal
    /// Withheld from it.
    public let tax: FixedDecimal
    /// The currency of its figures.
    public let currency: Currency
}
