public import Values

/// An account's cash in one currency, and where it came from and went.
public struct CashBalance: Hashable, Sendable {
    /// Where it happened or is held.
    public let account: AccountID
    /// The currency of its figures.
    public let currency: Currency
    /// What is there now.
    public let balance: FixedDecimal
    /// Brought in by the owner, less what was taken out.
    public let contribution: FixedDecimal
    /// Dividends, interest and other earnings, before fee and tax.
    public let income: FixedDecimal
    /// Fees that are not part of a cost or of proceeds.
    public let fees: FixedDecimal
    /// Withheld or charged as tax.
    public let taxes: FixedDecimal
}
