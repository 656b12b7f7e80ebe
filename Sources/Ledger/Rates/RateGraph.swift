public import Values

/// The currencies between which there are rates, and the ways from one to another.
///
/// Each pair is an edge from the day of its first rate on, in both directions: a rate of A in B is one of B in A, too. The way from one
/// currency to another is the one with the fewest edges, and of several the one whose currencies come first in the order of their codes,
/// compared hop by hop. Each hop takes the last rate on or before the day, never one of a later day; where rates are told in both
/// directions, that of the later day, and of the same day the one told in the direction of the hop.
///
/// A graph belongs to one thread. The rates of a pair are loaded when a way first leads over it.
public final class RateGraph {
    /// The pairs that it was made of, in order.
    public let pairs: [RatePair]
    /// The currencies that some rate leads from or to, in order of their codes.
    public var currencies: [Currency] { map.currencies }

    private let map: RateMap
    private let load: (RatePair) throws -> RateSeries
    private var edges: [RateEdge]
    private var trails: [Ends: Trail] = [:]

    private struct Ends: Hashable {
        let from: Currency
        let to: Currency
    }

    /// The way between two currencies as of the last day that somebody asked for.
    private struct Trail {
        /// How many edges there were.
        var alive: Int
        var way: [RateMap.Hop]?
        /// What was answered last.
        var last: Conversion?
    }

    /// A graph of some pairs.
    ///
    /// - Parameter load: the rates of a pair that count; asked once for each pair, when they are first needed. What it throws, the
    ///   conversion throws.
    public init(pairs: some Sequence<RatePair>, load: @escaping (RatePair) throws -> RateSeries) {
        self.pairs = pairs.filter { $0.from != $0.to }.sorted()
        self.load = load
        map = RateMap(self.pairs)
        edges = map.edges
    }

    /// A graph of rates that are at hand; of several of one pair and day the first counts.
    public convenience init(_ rates: some Sequence<Rate>) {
        var fixings: [Ends: [Day: RateSeries.Fixing]] = [:]
        for rate in rates {
            let fixing = RateSeries.Fixing(date: rate.date, rate: rate.rate, source: rate.source)
            fixings[Ends(from: rate.from, to: rate.to), default: [:]][rate.date] = fixings[Ends(from: rate.from, to: rate.to)]?[rate.date] ?? fixing
        }
        let series = fixings.mapValues { ofDays in RateSeries(ofDays.values.sorted { $0.date < $1.date }) }
        let pairs = series.map { ends, series in RatePair(from: ends.from, to: ends.to, first: series.fixings[0].date) }
        self.init(pairs: pairs) { pair in series[Ends(from: pair.from, to: pair.to)] ?? RateSeries([]) }
    }

    /// How to get from one currency to another by the rates known on a day; nil where no way leads there.
    ///
    /// A currency is worth one of itself, whether any rate knows it or not. A way is looked for once for as long as no edge is added,
    /// so that asking for one day after the other costs O(1) each, and for any day O(log n).
    ///
    /// - Throws: what loading a series throws.
    public func conversion(from: Currency, to: Currency, on day: Day) throws -> Conversion? {
        if from == to { return Conversion(from: from, to: to, day: day, legs: []) }
        let ends = Ends(from: from, to: to)
        let alive = map.edgeCount(on: day)
        var trail = trails[ends] ?? Trail(alive: -1)
        if trail.alive == alive, let last = trail.last, last.day == day { return last }
        if trail.alive != alive { trail = Trail(alive: alive, way: map.way(from: from, to: to, among: alive)) }
        trail.last = try trail.way.flatMap { way in try legs(of: way, on: day) }.map { Conversion(from: from, to: to, day: day, legs: $0) }
        trails[ends] = trail
        return trail.last
    }

    /// What an amount is worth on a day, or nil and why; a rate older than a limit is told of.
    ///
    /// - Parameter maximumAge: days that a rate may be old without a warning.
    /// - Returns: the worth, and what its reader should know of: `.noRate` where there is none, `.staleRate`.
    public func convert(
        _ amount: FixedDecimal, from: Currency, to: Currency, on day: Day, maximumAge: Int
    ) throws -> (worth: FixedDecimal?, warning: LedgerWarning?) {
        guard let conversion = try conversion(from: from, to: to, on: day) else { return (nil, .noRate(from: from, to: to, day: day)) }
        return (try conversion.apply(amount), conversion.warning(maximumAge: maximumAge))
    }

    /// The rates of one of its pairs.
    ///
    /// - Throws: what loading the series throws.
    func series(of pair: RatePair) throws -> RateSeries {
        guard let edge = edges.firstIndex(where: { $0.joins(pair) }) else { return RateSeries([]) }
        return try edges[edge].series(of: pair, load)
    }

    /// The pairs whose rates were read, as some way led over them.
    package var pairsRead: [RatePair] { edges.flatMap(\.pairsRead).sorted() }

    private func legs(of way: [RateMap.Hop], on day: Day) throws -> [Conversion.Leg]? {
        var legs: [Conversion.Leg] = []
        legs.reserveCapacity(way.count)
        for hop in way {
            guard let leg = try edges[hop.edge].leg(towardsHigher: hop.towardsHigher, on: day, load) else { return nil }
            legs.append(leg)
        }
        return legs
    }
}

/// Two currencies between which there are rates, told in one direction or in both.
struct RateEdge {
    /// The rates of one direction, and where the last one was found.
    private struct Track {
        let pair: RatePair
        var series: RateSeries?
        var place = 0

        mutating func read(_ load: (RatePair) throws -> RateSeries) throws -> RateSeries {
            let series = try self.series ?? load(pair)
            self.series = series
            return series
        }

        mutating func fixing(on day: Day, _ load: (RatePair) throws -> RateSeries) throws -> RateSeries.Fixing? {
            let series = try read(load)
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

    /// Whether it is of the currencies of a pair.
    func joins(_ pair: RatePair) -> Bool { lower == min(pair.from, pair.to) && higher == max(pair.from, pair.to) }

    /// The pairs whose rates were read.
    var pairsRead: [RatePair] { [upward, downward].compactMap { $0.flatMap { $0.series == nil ? nil : $0.pair } } }

    /// The rates of one of its pairs.
    mutating func series(of pair: RatePair, _ load: (RatePair) throws -> RateSeries) throws -> RateSeries {
        try (pair.from == lower ? upward?.read(load) : downward?.read(load)) ?? RateSeries([])
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
