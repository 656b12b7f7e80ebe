public import Values

/// An activity as somebody wrote it: names as text, numbers where they were given, nothing checked.
///
/// Prompts, scripts and files make drafts; `Ledger.resolve(_:today:)` makes an `Activity` of one or tells what is wrong with it.
public struct ActivityDraft: Hashable, Sendable {
    /// Nil for today.
    public var date: Day?
    public var time: Instant?
    /// The name of a kind, such as `buy`.
    public var kind: String?
    public var subtype: String?
    /// Nil for `posted`.
    public var status: String?
    public var account: String?
    public var symbol: String?
    public var quantity: FixedDecimal?
    public var price: FixedDecimal?
    public var amount: FixedDecimal?
    public var fee: FixedDecimal?
    public var tax: FixedDecimal?
    /// A currency's code or that of a minor unit (`GBp`); nil for the account's currency.
    public var currency: String?
    public var fxRate: FixedDecimal?
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
