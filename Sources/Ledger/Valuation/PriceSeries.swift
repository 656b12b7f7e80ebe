public import Values

/// The prices of one instrument that count, one a day at most and in order of days.
public struct PriceSeries: Hashable, Sendable {
    /// What one unit cost at the close of a day.
    public struct Price: Hashable, Sendable {
        /// The day it is of.
        public let date: Day
        /// The last price of the day, for one unit.
        public let close: FixedDecimal
        /// What it is counted in.
        public let currency: Currency
        /// Whether it is what a trade of the book paid, and no quote.
        public let isPaid: Bool

        /// A day's price.
        public init(date: Day, close: FixedDecimal, currency: Currency, isPaid: Bool = false) {
            self.date = date
            self.close = close
            self.currency = currency
            self.isPaid = isPaid
        }
    }

    /// The prices, in order of days.
    public let prices: [Price]

    /// A series of prices that are in order, one a day at most.
    public init(_ prices: [Price]) {
        self.prices = prices
    }

    /// The place of the last price on or before a day; nil before the first. O(log n).
    public func place(onOrBefore day: Day) -> Int? {
        let behind = prices.partitioningIndex { $0.date > day }
        return behind == 0 ? nil : behind - 1
    }

    /// The last price on or before a day; nil before the first. O(log n).
    public func price(onOrBefore day: Day) -> Price? { place(onOrBefore: day).map { prices[$0] } }
}
