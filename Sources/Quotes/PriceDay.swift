import Ledger
public import Values

/// The prices of one day as a provider tells them, before they are somebody's quote.
public struct PriceDay: Hashable, Sendable {
    /// The day.
    public var date: Day
    /// The first price of the day.
    public var open: FixedDecimal?
    /// The highest price of the day.
    public var high: FixedDecimal?
    /// The lowest price of the day.
    public var low: FixedDecimal?
    /// The last price of the day.
    public var close: FixedDecimal
    /// The last price, adjusted for splits and dividends since.
    public var adjusted: FixedDecimal?
    /// How many units were traded.
    public var volume: FixedDecimal?

    /// A day's prices, of which only the last is always known.
    public init(
        date: Day, open: FixedDecimal? = nil, high: FixedDecimal? = nil, low: FixedDecimal? = nil, close: FixedDecimal,
        adjusted: FixedDecimal? = nil, volume: FixedDecimal? = nil
    ) {
        self.date = date
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.adjusted = adjusted
        self.volume = volume
    }

    /// The prices as a quote of the subject, in its currency. A price too large to convert is an error.
    func quote(_ subject: QuoteSubject, source: String) throws(QuoteError) -> Quote {
        func converted(_ price: FixedDecimal?) throws(QuoteError) -> FixedDecimal? {
            guard let price, subject.factor != .one else { return price }
            do throws(DecimalError) { return try price * subject.factor } catch {
                throw QuoteError(.malformed, "the price of \(subject.symbol) on \(date) is out of range: \(error)")
            }
        }
        return Quote(
            instrument: subject.instrument, date: date, open: try converted(open), high: try converted(high), low: try converted(low),
            close: try converted(close) ?? close, adjusted: try converted(adjusted), volume: volume, currency: subject.currency, source: source)
    }
}

extension [PriceDay] {
    /// In the order of the days, the later one of two of the same day.
    func latestPerDay() -> [PriceDay] {
        var byDay: [Day: PriceDay] = [:]
        for day in self { byDay[day.date] = day }
        return byDay.values.sorted { $0.date < $1.date }
    }
}
