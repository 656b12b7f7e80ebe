public import Values

/// Something in a result that its reader should know of.
public enum LedgerWarning: Hashable, Sendable {
    /// An account's cash in a currency is below zero, without a break since that day.
    case negativeCash(account: AccountID, name: String, currency: Currency, balance: FixedDecimal, since: Day)

    /// A short identifier that scripts may compare with.
    public var kind: String {
        switch self {
        case .negativeCash: "negative_cash"
        }
    }

    /// The warning as a sentence without its full stop.
    public var message: String {
        switch self {
        case .negativeCash(_, let name, let currency, let balance, let since):
            "\(quoted(name)) has \(balance) \(currency) in cash, below zero since \(since)"
        }
    }
}
