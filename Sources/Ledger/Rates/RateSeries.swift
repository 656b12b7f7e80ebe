public import Values

/// Two currencies between which rates are known, in the direction in which they are told.
public struct RatePair: Hashable, Comparable, Sendable {
    /// The currency of which it is one unit.
    public let from: Currency
    /// The currency that the unit is paid in.
    public let to: Currency
    /// The day of the first rate.
    public let first: Day

    /// A pair with the day of its first rate.
    public init(from: Currency, to: Currency, first: Day) {
        self.from = from
        self.to = to
        self.first = first
    }

    /// By currencies, then by day.
    public static func < (a: Self, b: Self) -> Bool { (a.from, a.to, a.first) < (b.from, b.to, b.first) }
}

/// The rates that count of one pair of currencies in one direction, one a day at most and in order of days.
public struct RateSeries: Hashable, Sendable {
    /// What one unit was worth on a day.
    public struct Fixing: Hashable, Sendable {
        /// The day whose rate it is.
        public let date: Day
        /// How much one unit was worth; above zero.
        public let rate: FixedDecimal
        /// The provider, or the file or person, that it comes from.
        public let source: String

        /// A day's rate.
        public init(date: Day, rate: FixedDecimal, source: String) {
            self.date = date
            self.rate = rate
            self.source = source
        }
    }

    /// The rates, in order of days.
    public let fixings: [Fixing]

    /// A series of rates that are in order, one a day at most.
    public init(_ fixings: [Fixing]) {
        self.fixings = fixings
    }

    /// The place of the last rate on or before a day; nil before the first. O(log n), and O(1) where it is the place that was
    /// guessed or the one behind it, as it is for whoever asks for one day after the other.
    public func place(onOrBefore day: Day, guess: Int = 0) -> Int? {
        if fixings.indices.contains(guess), fixings[guess].date <= day {
            let next = guess + 1
            if next == fixings.count || fixings[next].date > day { return guess }
            if next + 1 == fixings.count || fixings[next + 1].date > day { return next }
        }
        let behind = fixings.partitioningIndex { $0.date > day }
        return behind == 0 ? nil : behind - 1
    }

    /// The last rate on or before a day; nil before the first. O(log n).
    public func rate(onOrBefore day: Day) -> Fixing? { place(onOrBefore: day).map { fixings[$0] } }
}
