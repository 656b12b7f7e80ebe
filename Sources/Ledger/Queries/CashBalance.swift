public import Values

/// An account's cash in one currency, and where it came from and went.
public struct CashBalance: Hashable, Sendable {
    public let account: AccountID
    public let currency: Currency
    public let balance: FixedDecimal
    /// Brought in by the owner, less what was taken out.
    public let contribution: FixedDecimal
    /// Dividends, interest and other earnings, before fee and tax.
    public let income: FixedDecimal
    /// Fees that are not part of a cost or of proceeds.
    public let fees: FixedDecimal
    public let taxes: FixedDecimal
}
