public import Values

/// A dividend, interest or other earning.
public struct Income: Hashable, Sendable {
    public let activity: EntryID
    public let date: Day
    public let account: AccountID
    /// Nil where it is not of an instrument.
    public let instrument: InstrumentID?
    public let kind: ActivityKind
    /// Before fee and tax; below zero where it takes back an earlier one.
    public let amount: FixedDecimal
    /// Withheld from it.
    public let tax: FixedDecimal
    public let currency: Currency
}
