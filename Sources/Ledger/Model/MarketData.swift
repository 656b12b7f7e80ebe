public import Values

/// What an instrument cost on one day, as one source tells it.
public struct Quote: Hashable, Sendable {
    /// The instrument quoted.
    public var instrument: InstrumentID
    /// The day whose price or rate it is.
    public var date: Day
    /// The opening price.
    public var open: FixedDecimal?
    /// The highest price of the day.
    public var high: FixedDecimal?
    /// The lowest price of the day.
    public var low: FixedDecimal?
    /// The closing price.
    public var close: FixedDecimal
    /// The close adjusted for splits and dividends.
    public var adjusted: FixedDecimal?
    /// Units traded.
    public var volume: FixedDecimal?
    /// The currency of its figures.
    public var currency: Currency
    /// The provider, or the file or person, that it comes from.
    public var source: String

    public init(
        instrument: InstrumentID, date: Day, open: FixedDecimal? = nil, high: FixedDecimal? = nil, low: FixedDecimal? = nil,
        close: FixedDecimal, adjusted: FixedDecimal? = nil, volume: FixedDecimal? = nil, currency: Currency, source: String
    ) {
        self.instrument = instrument
        self.date = date
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.adjusted = adjusted
        self.volume = volume
        self.currency = currency
        self.source = source
    }

    /// A price of it that is beyond `Bound.price`, and which one that is; nil where none is.
    public var priceBeyondBound: (field: String, price: FixedDecimal)? {
        for (field, price) in [("close", close), ("open", open), ("high", high), ("low", low), ("adjusted", adjusted)] {
            if let price, !Bound.price.admits(price) { return (field, price) }
        }
        return nil
    }
}

/// What one unit of a currency cost in another on one day, as one source tells it.
public struct Rate: Hashable, Sendable {
    /// The currency of which it is one unit.
    public var from: Currency
    /// The currency that the unit is paid in.
    public var to: Currency
    /// The day whose price or rate it is.
    public var date: Day
    /// How much of `to` one `from` is worth; above zero.
    public var rate: FixedDecimal
    /// The provider, or the file or person, that it comes from.
    public var source: String

    public init(from: Currency, to: Currency, date: Day, rate: FixedDecimal, source: String) {
        self.from = from
        self.to = to
        self.date = date
        self.rate = rate
        self.source = source
    }
}
