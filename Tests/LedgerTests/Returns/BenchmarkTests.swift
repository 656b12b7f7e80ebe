import Ledger
import Testing
import Values
import Worth

@Suite("Benchmarks")
struct BenchmarkTests {
    private func prices(_ lines: [(String, String)]) throws -> [(day: Day, price: FixedDecimal)] {
        try lines.map { (day: try Day($0.0), price: try exact($0.1)) }
    }

    private func isNear(_ a: FixedDecimal?, _ text: String) throws -> Bool {
        guard let a else { return false }
        return try (a - exact(text)).magnitude <= exact("0.000000000002")
    }

    @Test("Twice the benchmark less one in a thousand: beta 2, correlation 1, alpha -0.001 a day")
    func comparison() throws {
        let benchmark = try ReturnIndex(
            of: prices([
                ("2024-01-02", "100"), ("2024-01-03", "110"), ("2024-01-04", "99"), ("2024-01-05", "118.8"), ("2024-01-08", "112.86"),
            ]))
        // Returns 0.1, -0.1, 0.2, -0.05 of the benchmark; 0.199, -0.201, 0.399, -0.101 here. The sixth is no day of the benchmark.
        let index = try ReturnIndex(
            of: valueSeries(
                "2024-01-02 1000", "2024-01-03 1199", "2024-01-04 958.001", "2024-01-05 1340.243399", "2024-01-06 1400", "2024-01-08 1204.878815701"))
        let compared = try BenchmarkComparison(of: index, with: benchmark)
        #expect(compared.count == 4 && compared.gap == nil && compared.from?.description == "2024-01-02" && compared.to?.description == "2024-01-08")
        #expect(try isNear(compared.beta, "2") && isNear(compared.correlation, "1") && isNear(compared.alpha, "-0.252"))
        // The difference is b - 0.001, which varies as the benchmark does: √4.7775; its mean is 0.0365: 0.0365 · 252 / 2.185749299439.
        #expect(try isNear(compared.trackingError, "2.185749299439") && isNear(compared.informationRatio, "4.208167881998"))
        #expect(try compared.total == exact("0.204878815701") && compared.benchmarkTotal == exact("0.1286"))
    }

    @Test("Too few common days, and a benchmark that stands still, have no figures")
    func nothing() throws {
        let index = try ReturnIndex(of: valueSeries("2024-01-02 10", "2024-01-03 11", "2024-01-04 12"))
        let other = try ReturnIndex(of: prices([("2024-01-03", "5"), ("2024-01-05", "6")]))
        let compared = try BenchmarkComparison(of: index, with: other)
        #expect(compared.count == 0 && compared.beta == nil && compared.total == nil && compared.from == compared.to)
        let still = try ReturnIndex(of: prices([("2024-01-02", "5"), ("2024-01-03", "5"), ("2024-01-04", "5")]))
        let flat = try BenchmarkComparison(of: index, with: still)
        #expect(flat.count == 2 && flat.beta == nil && flat.correlation == nil && flat.alpha == nil && flat.trackingError != nil)
        let broken = try ReturnIndex(of: valueSeries("2024-01-02 10", "2024-01-03 -1", "2024-01-04 12"))
        #expect(try BenchmarkComparison(of: broken, with: still).gap == .lostMoreThanAll(day: Day("2024-01-03")))
        #expect(throws: ReturnsError.self) { try ReturnIndex(of: prices([("2024-01-02", "0")])) }
    }

    @Test("The same money in the benchmark")
    func equivalent() throws {
        let series = try valueSeries("2023-01-01 1000", "2023-07-02 1300 +200", "2023-10-01 900 -300", "2024-01-01 950")
        let price = try prices([("2023-01-01", "100"), ("2023-07-02", "125"), ("2023-10-01", "120"), ("2024-01-01", "110")])
        let same = try PublicMarketEquivalent(of: series) { day in price.first { $0.day == day }?.price }
        // 1000 · 110/100 + 200 · 110/125 - 300 · 110/120 = 1100 + 176 - 275.
        #expect(same.closing == 1001 && same.gain == 101 && same.gainAbove == -51 && same.shortSince == nil && same.missingPrice == nil)
        guard case .rate(let root) = same.internalRate else {
            Issue.record("no rate")
            return
        }
        let flows = try [("2023-01-01", -1000), ("2023-07-02", -200), ("2023-10-01", 300), ("2024-01-01", 1001)].map {
            CashFlow(day: try Day($0.0), amount: FixedDecimal($0.1))
        }
        #expect(RateOracle(flows).crossesZero(at: root.continuous))
    }

    @Test("More taken out than the benchmark would have made is told, and so is a missing price")
    func short() throws {
        let series = try valueSeries("2024-01-01 100", "2024-01-11 100 -150", "2024-01-21 110")
        let short = try PublicMarketEquivalent(of: series) { _ in 10 }
        #expect(try short.closing == -50 && short.shortSince == Day("2024-01-11") && short.gainAbove == 160)
        let last = try Day("2024-01-11")
        let missing = try PublicMarketEquivalent(of: series) { $0 == last ? nil : 10 }
        #expect(missing.closing == nil && missing.gain == nil && missing.missingPrice == last && missing.internalRate == nil)
        #expect(throws: ReturnsError.badPrice(day: last, price: 0)) { try PublicMarketEquivalent(of: series) { $0 == last ? 0 : 10 } }
        // A third in and out again is nothing short.
        let thirds = try valueSeries("2024-01-01 1", "2024-01-02 0 -1", "2024-01-03 0")
        #expect(try PublicMarketEquivalent(of: thirds) { _ in 3 }.shortSince == nil)
    }
}
