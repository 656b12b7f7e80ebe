import Ledger
import Testing
import TestSupport
import Values

@Suite struct RateGraphTests {
    private func path(_ graph: RateGraph, _ from: String, _ to: String, _ date: String) throws -> String? {
        try graph.conversion(from: Currency(from), to: Currency(to), on: day(date))?.path.map(\.code).joined(separator: " ")
    }

    @Test func theShortestWayAndOfEqualOnesTheFirstOfTheAlphabet() throws {
        let graph = RateGraph([
            rate("AAA", "DDD", "2020-01-01", "1"), rate("DDD", "ZZZ", "2020-01-01", "1"), rate("CCC", "AAA", "2020-01-01", "1"),
            rate("ZZZ", "CCC", "2020-01-01", "1"), rate("AAA", "BBB", "2020-01-01", "1"), rate("BBB", "BBC", "2020-01-01", "1"),
            rate("BBC", "ZZZ", "2020-01-01", "1"),
        ])
        #expect(try path(graph, "AAA", "ZZZ", "2020-01-01") == "AAA CCC ZZZ")
        #expect(try path(graph, "ZZZ", "AAA", "2020-01-01") == "ZZZ CCC AAA")
        #expect(try path(graph, "BBB", "ZZZ", "2020-01-01") == "BBB BBC ZZZ")
        #expect(try path(graph, "BBB", "CCC", "2020-01-01") == "BBB AAA CCC")
        #expect(try path(graph, "AAA", "QQQ", "2020-01-01") == nil)
        #expect(graph.currencies.map(\.code) == ["AAA", "BBB", "BBC", "CCC", "DDD", "ZZZ"])
    }

    @Test func anEdgeExistsFromItsFirstRateOn() throws {
        let graph = RateGraph([
            rate("USD", "EUR", "2020-01-10", "0.9"), rate("USD", "GBP", "2020-01-01", "0.8"), rate("GBP", "EUR", "2020-01-05", "1.1"),
        ])
        // Asked backwards, so that what was found for a later day must not count for an earlier one.
        #expect(try path(graph, "USD", "EUR", "2020-01-10") == "USD EUR")
        #expect(try path(graph, "USD", "EUR", "2020-01-09") == "USD GBP EUR")
        #expect(try path(graph, "USD", "EUR", "2020-01-05") == "USD GBP EUR")
        #expect(try path(graph, "USD", "EUR", "2020-01-04") == nil)
        #expect(try path(graph, "USD", "EUR", "2020-01-11") == "USD EUR")
    }

    @Test func ofBothDirectionsTheLaterCountsAndTheDirectOneOfTheSameDay() throws {
        let graph = RateGraph([
            rate("USD", "EUR", "2020-01-01", "0.5"), rate("EUR", "USD", "2020-01-03", "4"), rate("USD", "EUR", "2020-01-05", "0.8"),
            rate("EUR", "USD", "2020-01-05", "5"), rate("EUR", "USD", "2020-01-07", "10"),
        ])
        func rates(_ from: Currency, _ to: Currency) throws -> [FixedDecimal?] {
            try ["2020-01-02", "2020-01-03", "2020-01-06", "2020-01-07"].map { try graph.conversion(from: from, to: to, on: day($0))?.rate }
        }
        #expect(try rates(.usd, .eur) == [decimal("0.5"), decimal("0.25"), decimal("0.8"), decimal("0.1")])
        #expect(try rates(.eur, .usd) == [2, 4, 5, 10])
        #expect(try graph.conversion(from: .usd, to: .eur, on: day("2019-12-31")) == nil)
    }

    @Test func aSeriesIsLoadedOnceAndOnlyWhereAWayLeadsOverIt() throws {
        struct Broken: Error {}
        var loaded: [String] = []
        let pairs = [
            RatePair(from: .eur, to: .usd, first: day("2020-01-01")), RatePair(from: .eur, to: .jpy, first: day("2020-01-01")),
            RatePair(from: .eur, to: .gbp, first: day("2020-01-01")),
        ]
        let graph = RateGraph(pairs: pairs) { pair in
            loaded.append(pair.to.code)
            if pair.to == .gbp { throw Broken() }
            return RateSeries([RateSeries.Fixing(date: pair.first, rate: 2, source: "test")])
        }
        for _ in 0..<3 { #expect(try graph.conversion(from: .usd, to: .jpy, on: day("2020-01-01"))?.rate == 1) }
        #expect(loaded == ["USD", "JPY"])
        #expect(throws: Broken.self) { try graph.conversion(from: .usd, to: .gbp, on: day("2020-01-01")) }
        #expect(try graph.conversion(from: .usd, to: .eur, on: day("2020-01-01"))?.rate == decimal("0.5"))
    }

    @Test func aRateOfACurrencyInItselfIsPassedOver() throws {
        let graph = RateGraph([rate("USD", "USD", "2020-01-01", "3")])
        #expect(graph.pairs.isEmpty)
        #expect(try graph.conversion(from: .usd, to: .usd, on: day("2020-01-01"))?.rate == 1)
    }

    /// Random rates between few currencies on few days: ways and rates are those that looking at every simple path finds.
    @Test func waysAreThoseOfLookingAtAll() throws {
        var random = SeededRandom.forTest()
        let currencies = try "ABCDEF".map { try Currency(String($0)) }
        var reached = 0
        for _ in 0..<60 {
            let rates = (0..<random.int(0...14)).map { _ in
                Rate(
                    from: random.pick(currencies), to: random.pick(currencies), date: Day(number: Int32(random.int(0...8))),
                    rate: FixedDecimal(random.int(1...9)), source: "s\(random.int(0...9))")
            }
            let graph = RateGraph(rates), naive = NaiveRates(rates)
            for _ in 0..<60 {
                let (from, to, day) = (random.pick(currencies), random.pick(currencies), Day(number: Int32(random.int(-1...10))))
                let found = try graph.conversion(from: from, to: to, on: day)
                let expected = from == to ? [] : naive.legs(from, to, day)
                #expect(found?.legs.map(NaiveRates.Leg.init) == expected, "\(from) \(to) \(day) \(rates)")
                #expect(found.map(\.path) == expected.map { [from] + $0.map(\.to) })
                reached += found == nil ? 0 : 1
            }
        }
        #expect(reached > 100)
    }
}

/// The same answers by trying every way.
private struct NaiveRates {
    struct Leg: Hashable {
        let to: Currency
        let date: Day
        let rate: FixedDecimal
        let isInverted: Bool

        init(to: Currency, date: Day, rate: FixedDecimal, isInverted: Bool) {
            (self.to, self.date, self.rate, self.isInverted) = (to, date, rate, isInverted)
        }

        init(_ leg: Conversion.Leg) { self.init(to: leg.to, date: leg.date, rate: leg.rate, isInverted: leg.isInverted) }
    }

    private let rates: [Rate]

    init(_ rates: [Rate]) { self.rates = rates }

    func legs(_ from: Currency, _ to: Currency, _ day: Day) -> [Leg]? {
        let ways = ways(from, to, day, visited: [from])
        return ways.min { a, b in
            a.count != b.count ? a.count < b.count : a.map(\.to).lexicographicallyPrecedes(b.map(\.to))
        }
    }

    private func ways(_ from: Currency, _ to: Currency, _ day: Day, visited: Set<Currency>) -> [[Leg]] {
        if from == to { return [[]] }
        let known = Set(rates.filter { $0.date <= day }.flatMap { [$0.from, $0.to] })
        return known.subtracting(visited).flatMap { next -> [[Leg]] in
            guard let leg = leg(from, next, day) else { return [] }
            return ways(next, to, day, visited: visited.union([next])).map { [leg] + $0 }
        }
    }

    private func leg(_ from: Currency, _ to: Currency, _ day: Day) -> Leg? {
        func last(_ from: Currency, _ to: Currency) -> Rate? {
            let of = rates.filter { $0.from == from && $0.to == to && $0.date <= day }
            let latest = of.map(\.date).max()
            return of.first { $0.date == latest }
        }
        let direct = last(from, to), inverse = last(to, from)
        if let inverse, direct == nil || direct!.date < inverse.date {
            return Leg(to: to, date: inverse.date, rate: inverse.rate, isInverted: true)
        }
        return direct.map { Leg(to: to, date: $0.date, rate: $0.rate, isInverted: false) }
    }
}
