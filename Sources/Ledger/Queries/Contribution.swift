public import Values

/// Money or units that the owner brought in, or took out where the amount is below zero.
public struct Contribution: Hashable, Sendable {
    public let activity: EntryID
    public let date: Day
    public let account: AccountID
    public let amount: FixedDecimal
    public let currency: Currency
}
