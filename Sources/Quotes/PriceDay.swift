import Ledger
public import Values

/// The prices of one day as a provider states them; together with a `QuoteSubject` they make a quote.
public struct PriceDay: Hashable, Sendable {
    /// The day of trade at the instrument's exchange.
    public var date: Day
    /// The first price of the day.
    public var open: FixedDecimal?
    /// The highest price of the day.
    public var high: FixedDecimal?
    /// The lowest price of the day.
    public var low: FixedDecimal?
    /// The last price of the day.
    public var close: FixedDecimal
    /// The last price, adjusted for the splits and dividends since.
    public var adjusted: FixedDecimal?
    /// How many units were traded.
    public var volume: FixedDecimal?

    /// The prices of a day; only the last price is always known.
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

    /// The prices as a quote of the instrument, in its currency.
    ///
    /// - Throws: `malformed` for a price that is too large to be converted.
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
    /// The days in order; of two entries for one day the later one.
    func latestPerDay() -> [PriceDay] {
        var byDay: [Day: PriceDay] = [:]
        for day in self { byDay[day.date] = day }
        return byDay.values.sorted { $0.date < $1.date }
    }
}

extension Day {
    /// The UTC day of an instant in seconds since 1970; the first or last day there is if the instant lies beyond.
    init(utc seconds: Double) {
        self.init(number: Int32(Swift.min(Swift.max((seconds / 86_400).rounded(.down), Double(Day.min.number)), Double(Day.max.number))))
    }

    /// The first instant of the day in UTC, in seconds since 1970.
    var secondsUTC: Int { Int(number) * 86_400 }

    /// The day so many days later, or the last or first day there is.
    func shifted(by days: Int) -> Day {
        Day(number: Int32(clamping: Swift.min(Swift.max(Int(number) + days, Int(Day.min.number)), Int(Day.max.number))))
    }
}
