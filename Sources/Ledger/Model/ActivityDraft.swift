public import Values

/// An activity as somebody wrote it: names as text, numbers where they were given, nothing checked.
///
/// Prompts, scripts and files make drafts; `Ledger.resolve(_:today:)` makes an `Activity` of one or tells what is wrong with it.
public struct ActivityDraft: Hashable, Sendable {
    /// Nil for today.
    public var date: Day?
    /// When on that day, if told.
    public var time: Instant?
    /// The name of a kind, such as `buy`.
    public var kind: String?
    /// A finer sense of the kind.
    public var subtype: String?
    /// Nil for `posted`.
    public var status: String?
    /// Where it happened or is held.
    public var account: String?
    /// What it is traded as.
    public var symbol: String?
    /// Units.
    public var quantity: FixedDecimal?
    /// Money for one unit.
    public var price: FixedDecimal?
    /// Money.
    public var amount: FixedDecimal?
    /// What was charged for it.
    public var fee: FixedDecimal?
    /// What was withheld or charged as tax.
    public var tax: FixedDecimal?
    /// A currency's code or that of a minor unit (`GBp`); nil for the account's currency.
    public var currency: String?
    /// Units of the account's currency for one of these.
    public var fxRate: FixedDecimal?
    /// The code of the currency in which the cash moves: the account's, or that of the figures; nil for the account's where there is a rate.
    public var settle: String?
    /// How many units become how many, such as `4:1`.
    public var ratio: Ratio?
    /// What units become, or what is received beside them.
    public var into: String?
    /// What ties activities together.
    public var group: String?
    /// The lots that a sale or a transfer takes.
    public var lots: [LotChoice] = []
    /// When units that came from outside were acquired.
    public var opened: Day?
    /// The part of the cost that goes to the other instrument.
    public var share: FixedDecimal?
    /// What its owner wants to remember.
    public var notes: String
    /// Where it was written, such as `book.csv:17`; for messages, not kept.
    public var origin: String

    public init(
        date: Day? = nil, time: Instant? = nil, kind: String? = nil, subtype: String? = nil, status: String? = nil,
        account: String? = nil, symbol: String? = nil,
        quantity: FixedDecimal? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil,
        fee: FixedDecimal? = nil, tax: FixedDecimal? = nil, currency: String? = nil, fxRate: FixedDecimal? = nil,
        notes: String = "", origin: String = ""
    ) {
        self.date = date
        self.time = time
        self.kind = kind
        self.subtype = subtype
        self.status = status
        self.account = account
        self.symbol = symbol
        self.quantity = quantity
        self.price = price
        self.amount = amount
        self.fee = fee
        self.tax = tax
        self.currency = currency
        self.fxRate = fxRate
        self.notes = notes
        self.origin = origin
    }
}
