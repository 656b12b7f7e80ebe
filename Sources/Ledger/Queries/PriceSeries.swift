public import Values

/// The prices of one instrument that count, one a day at most and in order of days.
///
/// They stand in columns of 14 bytes a price: a book of many trades has as many prices that were paid.
public struct PriceSeries: Equatable {
    /// What one unit cost at the close of a day.
    public struct Price: Hashable, Sendable {
        /// The day whose price it is.
        public let date: Day
        /// The last price of the day, for one unit.
        public let close: FixedDecimal
        /// The currency of the price.
        public let currency: Currency
        /// Whether it is what a trade of the book paid, and no quote.
        public let isPaid: Bool

        /// The price of a day.
        public init(date: Day, close: FixedDecimal, currency: Currency, isPaid: Bool = false) {
            self.date = date
            self.close = close
            self.currency = currency
            self.isPaid = isPaid
        }
    }

    /// The prices, in order of days.
    public private(set) var prices = Prices()

    /// A series of prices that are in order, one a day at most.
    public init(_ prices: some Sequence<Price>) {
        for price in prices { self.prices.append(price) }
    }

    /// The place of the last price on or before a day; nil before the first. O(log n).
    public func place(onOrBefore day: Day) -> Int? {
        let behind = prices.firstPlace(after: day)
        return behind == 0 ? nil : behind - 1
    }

    /// The last price on or before a day; nil before the first. O(log n).
    public func price(onOrBefore day: Day) -> Price? { place(onOrBefore: day).map { prices[$0] } }

    /// Puts a price at the end, in the place of the last where that is of the same day.
    mutating func note(_ price: Price) {
        if prices.last?.date == price.date { prices.removeLast() }
        prices.append(price)
    }
}

extension PriceSeries {
    /// Prices by their places, in order of days.
    public struct Prices: RandomAccessCollection, Equatable {
        private var days = Column<Int32>()
        private var closes = DecimalColumn()
        /// The places of what they are prices of in `kinds`.
        private var labels = Column<UInt16>()
        private var kinds: [Kind] = []

        /// What few of the prices of a series differ in.
        private struct Kind: Equatable {
            let currency: Currency
            let isPaid: Bool
        }

        init() {}

        public var startIndex: Int { 0 }
        public var endIndex: Int { days.count }

        /// The price at a place. O(1).
        public subscript(place: Int) -> Price {
            let kind = kinds[Int(labels[place])]
            return Price(date: Day(number: days[place]), close: closes[place], currency: kind.currency, isPaid: kind.isPaid)
        }

        /// The day of the price at a place. O(1).
        public func day(at place: Int) -> Day { Day(number: days[place]) }

        /// The first place of a day after one. O(log n).
        func firstPlace(after day: Day) -> Int { days.partitioningIndex { $0 > day.number } }

        mutating func append(_ price: Price) {
            days.append(price.date.number)
            closes.append(price.close)
            labels.append(label(Kind(currency: price.currency, isPaid: price.isPaid)))
        }

        mutating func removeLast() {
            days.truncate(to: count - 1)
            closes.truncate(to: days.count)
            labels.truncate(to: days.count)
        }

        private mutating func label(_ kind: Kind) -> UInt16 {
            if let place = kinds.firstIndex(of: kind) { return UInt16(place) }
            kinds.append(kind)
            return UInt16(kinds.count - 1)
        }

        /// O(n).
        public static func == (a: Prices, b: Prices) -> Bool { a.elementsEqual(b) }
    }
}

extension PriceSeries {
    /// The series with the prices that were paid on days of which it has none. O(n).
    public func adding(paid: PriceSeries?) -> PriceSeries {
        guard let paid, !paid.prices.isEmpty else { return self }
        if prices.isEmpty { return paid }
        var merged = PriceSeries([]), other = 0
        /// Puts those that were paid before a day behind what is there.
        func addPaid(before day: Day) {
            while other < paid.prices.count, paid.prices.day(at: other) < day {
                merged.prices.append(paid.prices[other])
                other += 1
            }
        }
        for price in prices {
            addPaid(before: price.date)
            merged.prices.append(price)
            if other < paid.prices.count, paid.prices.day(at: other) == price.date { other += 1 }
        }
        for price in paid.prices[other...] { merged.prices.append(price) }
        return merged.prices.count == prices.count ? self : merged
    }
}
