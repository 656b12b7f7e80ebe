public import Values

/// What an instrument cost on one day, as one source tells it.
public struct Quote: Hashable, Sendable {
    public var instrument: InstrumentID
    public var date: Day
    public var open: FixedDecimal?
    public var high: FixedDecimal?
    public var low: FixedDecimal?
    public var close: FixedDecimal
    public var adjusted: FixedDecimal?
    public var volume: FixedDecimal?
    public var currency: Currency
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
}
