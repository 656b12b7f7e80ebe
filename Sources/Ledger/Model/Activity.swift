public import Values

/// Something that happened in an account: a trade, a payment, a charge.
///
/// An activity is a fact. It is never changed once recorded; a later entry voids or amends it.
public struct Activity: Hashable, Sendable {
    /// The day it is of.
    public var date: Day
    /// When on that day, if told; orders activities within the day.
    public var time: Instant?
    /// What it is.
    public var kind: ActivityKind
    /// A finer sense of the kind.
    public var subtype: ActivitySubtype?
    /// Whether it counts.
    public var status: ActivityStatus
    /// Where it happened or is held.
    public var account: AccountID
    /// What it is of.
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
    /// What was charged for it.
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

/// What an activity is; the raw value is the name people type and the file keeps.
public enum ActivityKind: String, CaseIterable, BitwiseCopyable, Sendable {
    case buy, sell, split, deposit, withdrawal
    case transferIn = "transfer_in", transferOut = "transfer_out"
    case dividend, interest, credit, fee, tax, adjustment, unknown

    /// Its place in `allCases`, found in no time: a case without payload is stored as just that number.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// A finer sense of an activity's kind.
public enum ActivitySubtype: String, CaseIterable, BitwiseCopyable, Sendable {
    case opening
    case drip, stakingReward = "staking_reward", dividendInKind = "dividend_in_kind", returnOfCapital = "return_of_capital", bonus
    case buyToOpen = "buy_to_open", sellToOpen = "sell_to_open", buyToClose = "buy_to_close", sellToClose = "sell_to_close"
    case assignment, exercise, expiry
    case merger, spinoff, symbolChange = "symbol_change"
    case position, exchange
    case notionalDistribution = "notional_distribution"

    /// Its place in `allCases`, as for kinds.
    var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}

/// Whether an activity counts. Only `posted` does.
public enum ActivityStatus: String, CaseIterable, BitwiseCopyable, Sendable {
    case posted, pending, draft
}

extension ActivityKind {
    /// What it is called in a sentence: `transfer out`.
    var noun: String { rawValue.replacing("_", with: " ") }
}

extension ActivitySubtype {
    /// What it is called in a sentence, where it is called otherwise than its kind: `return of capital`.
    var noun: String? {
        switch self {
        case .opening, .buyToOpen, .sellToOpen, .buyToClose, .sellToClose: nil
        default: rawValue.replacing("_", with: " ")
        }
    }
}
