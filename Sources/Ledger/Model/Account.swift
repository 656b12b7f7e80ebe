public import Values

/// Where money and positions are held.
public struct Account: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case securities, cash, crypto, deposit, pension, other
    }

    public var name: String
    public var kind: Kind
    /// The currency an entry without one is taken to be in; the account may hold cash in any.
    public var currency: Currency
    /// The portfolio it belongs to; empty for none.
    public var portfolio: String
    /// Whose it is, a person or the family; empty where nobody said.
    public var owner: String
    public var group: String
    public var opened: Day?
    public var closed: Day?
    /// Whether it may sell what it does not hold.
    public var allowShort: Bool

    public init(
        name: String, kind: Kind = .securities, currency: Currency, portfolio: String = "", owner: String = "", group: String = "",
        opened: Day? = nil, closed: Day? = nil, allowShort: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.currency = currency
        self.portfolio = portfolio
        self.owner = owner
        self.group = group
        self.opened = opened
        self.closed = closed
        self.allowShort = allowShort
    }
}
