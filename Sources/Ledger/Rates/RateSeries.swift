public import Values

/// The rates that count of one pair of currencies in one direction, one a day at most and in order of days.
public struct RateSeries: Hashable, Sendable {
    /// What one unit was worth on a day.
    public struct Fixing: Hashable, Sendable {
        /// The day it is of.
        public let date: Day
        /// How much one unit was worth; above zero.
        public let rate: FixedDecimal
        /// Who tells it.
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
