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
    /// Changed into this currency, less what was changed into another: by exchanges, and by what settled in another currency.
    public let exchanged: FixedDecimal
    /// Whether cash of it ever moved; where not, it is the currency of figures whose cash moved in another, or of units alone.
    public let hasMoved: Bool
}
