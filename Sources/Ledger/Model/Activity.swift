public import Values

/// Something that happened in an account: a trade, a payment, a charge.
///
/// An activity is a fact. It is never changed once recorded; a later entry voids or amends it.
public struct Activity: Hashable, Sendable {
    public var date: Day
    /// When on that day, if told; orders activities within the day.
    public var time: Instant?
    public var kind: ActivityKind
    public var subtype: ActivitySubtype?
    public var status: ActivityStatus
    public var account: AccountID
    public var instrument: InstrumentID?
    /// Units traded, always positive; the kind gives the direction.
    public var quantity: FixedDecimal?
    /// Per unit, in `currency`.
    public var price: FixedDecimal?
    /// Money of the activity before fee and tax; where `quantity` and `price` are given it may be left out.
    ///
    /// Positive, the kind gives the direction. Below zero it takes back an earlier dividend, interest, fee or tax, as brokers book
    /// corrections; other kinds refuse that.
    public var amount: FixedDecimal?
    public var fee: FixedDecimal
    public var tax: FixedDecimal
    public var currency: Currency
    /// Units of the account's currency for one unit of `currency`, if the broker told it.
    public var fxRate: FixedDecimal?
    public var notes: String

    public init(
        date: Day, time: Instant? = nil, kind: ActivityKind, subtype: ActivitySubtype? = nil, status: ActivityStatus = .posted,
        account: AccountID, instrument: InstrumentID? = nil,
        quantity: FixedDecimal? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil,
        fee: FixedDecimal = .zero, tax: FixedDecimal = .zero, currency: Currency, fxRate: FixedDecimal? = nil, notes: String = ""
    ) {
        self.date = date
        self.time = time
        self.kind = kind
        self.subtype = subtype
        self.status = status
        self.account = account
        self.instrument = instrument
        self.quantity = quantity
        self.price = price
        self.amount = amount
        self.fee = fee
        self.tax = tax
        self.currency = currency
        self.fxRate = fxRate
        self.notes = notes
    }
}
