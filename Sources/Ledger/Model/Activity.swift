public import Values

/// Something that happened in an account: a trade, a payment, a charge.
///
/// An activity is a fact. It is never changed once recorded; a later entry voids or amends it.
public struct Activity: Hashable, Sendable {
    /// The day on which it counts.
    public var date: Day
    /// When on that day, if told; orders activities within the day.
    public var time: Instant?
    /// The kind of activity.
    public var kind: ActivityKind
    /// What it is more exactly, within its kind; nil for the kind itself.
    public var subtype: ActivitySubtype?
    /// Its status: only what is posted counts.
    public var status: ActivityStatus
    /// The account in which it happened, or that holds it.
    public var account: AccountID
    /// The instrument; nil where it concerns cash alone.
    public var instrument: InstrumentID?
    /// Units traded, always positive; the kind gives the direction.
    public var quantity: FixedDecimal?
    /// The price of one unit, in `currency`.
    public var price: FixedDecimal?
    /// Money of the activity before fee and tax; where `quantity` and `price` are given it may be left out.
    ///
    /// Positive, the kind gives the direction. Below zero it takes back an earlier dividend, interest, fee or tax, as brokers book
    /// corrections; other kinds refuse that.
    public var amount: FixedDecimal?
    /// The fee, in `currency`.
    public var fee: FixedDecimal
    /// What was withheld or charged as tax.
    public var tax: FixedDecimal
    /// The currency of its figures.
    public var currency: Currency
    /// Units of the account's currency for one unit of `currency`, if the broker told it; of the currency that it settles in, where it does.
    public var fxRate: FixedDecimal?
    /// What its owner wants to remember.
    public var notes: String
    /// What few activities have: terms of a corporate action, a pair, named lots.
    public var detail: ActivityDetail?

    /// Whether it has what few have; asked for each of a million rows.
    @inline(__always)
    var hasDetail: Bool {
        switch detail {
        case .none: false
        case .some: true
        }
    }

    public init(
        date: Day, time: Instant? = nil, kind: ActivityKind, subtype: ActivitySubtype? = nil, status: ActivityStatus = .posted,
        account: AccountID, instrument: InstrumentID? = nil,
        quantity: FixedDecimal? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil,
        fee: FixedDecimal = .zero, tax: FixedDecimal = .zero, currency: Currency, fxRate: FixedDecimal? = nil, notes: String = "",
        detail: ActivityDetail? = nil
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
        self.detail = detail
    }
}

/// Whether an activity counts. Only `posted` does.
public enum ActivityStatus: String, CaseIterable, BitwiseCopyable, Sendable {
    /// It has happened, and counts.
    case posted
    /// It is to happen, and does not count.
    case pending
    /// It is being written, and does not count.
    case draft
}
