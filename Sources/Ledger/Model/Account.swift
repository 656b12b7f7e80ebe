public import Values

/// Where money and positions are held.
public struct Account: Hashable, Sendable {
    /// The kinds there are; the raw value is the name people type.
    public enum Kind: String, CaseIterable, Sendable {
        /// Securities at a broker or a bank.
        case securities
        /// Cash, such as a current account.
        case cash
        /// Coins, at an exchange or in a wallet.
        case crypto
        /// Money lent to a bank for a term.
        case deposit
        /// A pension, whose gains are not taxed while they stay in it.
        case pension
        /// Anything else.
        case other
    }

    /// What its figures come from; the raw value is the name people type.
    public enum Tracking: String, CaseIterable, Sendable {
        /// Every trade and payment is recorded.
        case transactions
        /// The positions are told as they stand now and then.
        case holdings
        /// What all of it is worth is told now and then.
        case value
    }

    /// In which currency the cash of a trade moves that tells its rate; the raw value is the name people type.
    public enum Settlement: String, CaseIterable, Sendable {
        /// In the account's own currency.
        case account
        /// In the currency of the trade.
        case trade
    }

    /// Its name, which no other account has.
    public var name: String
    /// The kind of account.
    public var kind: Kind
    /// The currency an entry without one is taken to be in; the account may hold cash in any.
    public var currency: Currency
    /// The portfolio it belongs to; empty for none.
    public var portfolio: String
    /// Whose it is, a person or the family; empty where nobody said.
    public var owner: String
    /// A group of the owner's own; empty for none.
    public var group: String
    /// The first day it was in use; nil where nobody said.
    public var opened: Day?
    /// The last day it was in use; nil while it is.
    public var closed: Day?
    /// Whether it may sell what it does not hold.
    public var allowShort: Bool
    /// What its figures come from.
    public var tracking: Tracking
    /// Interest of a year for one unit of money, such as 0.04; nil where nobody told.
    public var rate: FixedDecimal?
    /// The day on which a deposit with a term ends; nil for none.
    public var matures: Day?
    /// In which currency the cash of a trade moves that tells its rate.
    public var settlement: Settlement
    /// Whether it was erased, so that nothing is left of it but its number.
    public private(set) var isErased = false

    public init(
        name: String, kind: Kind = .securities, currency: Currency, portfolio: String = "", owner: String = "", group: String = "",
        opened: Day? = nil, closed: Day? = nil, allowShort: Bool = false, tracking: Tracking = .transactions,
        rate: FixedDecimal? = nil, matures: Day? = nil, settlement: Settlement = .account
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
        self.tracking = tracking
        self.rate = rate
        self.matures = matures
        self.settlement = settlement
    }

    /// What stands in the place of an account that was erased, so that the others keep their numbers. No query shows it.
    static let erased: Account = {
        // It has no name to be found by, and nothing in any currency.
        var account = Account(name: "", kind: .other, currency: .usd)
        account.isErased = true
        return account
    }()
}
