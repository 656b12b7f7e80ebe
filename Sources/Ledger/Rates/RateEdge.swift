import Values

/// Two currencies between which there are rates, told in one direction or in both.
struct RateEdge {
    /// The rates of one direction, and where the last one was found.
    private struct Track {
        let pair: RatePair
        var series: RateSeries?
        var place = 0

        mutating func fixing(on day: Day, _ load: (RatePair) throws -> RateSeries) throws -> RateSeries.Fixing? {
            let series = try self.series ?? load(pair)
            self.series = series
            guard let found = series.place(onOrBefore: day, guess: place) else { return nil }
            place = found
            return series.fixings[found]
        }
    }

    /// The currency whose code comes first.
    let lower: Currency
    /// The currency whose code comes later.
    let higher: Currency
    /// The day of the first rate in either direction.
    private(set) var first: Day
    private var upward: Track?
    private var downward: Track?

    /// An edge of one pair.
    init(_ pair: RatePair) {
        (lower, higher) = (min(pair.from, pair.to), max(pair.from, pair.to))
        first = pair.first
        take(pair)
    }

    /// Adds a pair of the same two currencies; of two in one direction the earlier stays.
    mutating func take(_ pair: RatePair) {
        first = min(first, pair.first)
        let track = pair.from == lower ? \RateEdge.upward : \RateEdge.downward
        if self[keyPath: track].map({ $0.pair.first <= pair.first }) != true { self[keyPath: track] = Track(pair: pair) }
    }

    /// The rate that counts on a day, on the way from one end to the other; nil before the first.
    mutating func leg(
        towardsHigher: Bool, on day: Day, _ load: (RatePair) throws -> RateSeries
    ) throws -> Conversion.Leg? {
        let up = try upward?.fixing(on: day, load), down = try downward?.fixing(on: day, load)
        let (direct, inverse) = towardsHigher ? (up, down) : (down, up)
        let (from, to) = towardsHigher ? (lower, higher) : (higher, lower)
        func leg(_ fixing: RateSeries.Fixing, isInverted: Bool) -> Conversion.Leg {
            Conversion.Leg(from: from, to: to, date: fixing.date, rate: fixing.rate, isInverted: isInverted, source: fixing.source)
        }
        guard let inverse, direct.map({ $0.date < inverse.date }) != false else { return direct.map { leg($0, isInverted: false) } }
        return leg(inverse, isInverted: true)
    }
}
