import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Internal rates against an independent solver in thirty digits")
struct InternalRateOracleTests {
    @Test("Two hundred random series: each rate crosses zero to the last digits, and no crossing is missed")
    func randomSeries() throws {
        var random = SeededRandom.forTest()
        var counts: [Int: Int] = [:]
        for number in 0..<200 {
            let flows = Self.randomFlows(&random, kind: number % 4)
            let answer = try InternalRate(of: flows), oracle = RateOracle(flows)
            let roots: [Double]
            switch answer {
            case .rate(let root): roots = [root.continuous]
            case .several(let several): roots = several.map(\.continuous)
            case .decided(let root, let others):
                #expect(root.isDeciding && !others.isEmpty && others.allSatisfy { !$0.isDeciding })
                roots = [root.continuous]
            case .none(let reason):
                #expect(reason == .neverZero, "\(flows)")
                roots = []
            case .undecided(let certain, let near):
                for root in near {
                    let worth = oracle.worth(at: OracleDoubleDouble(root.continuous)).high
                    #expect(worth.magnitude <= 1e-9 * oracle.amounts.map(\.high.magnitude).max()!, "\(flows)")
                }
                roots = certain.map(\.continuous)
            }
            counts[roots.count, default: 0] += 1
            #expect(roots == roots.sorted())
            for root in roots { #expect(oracle.crossesZero(at: root), "\(root) of \(flows)") }
            if case .undecided = answer { continue }
            // Where rates of up to 10,000 % decide, ln(101) is the end of what is told.
            let isAll = if case .rate = answer { true } else { roots.isEmpty }
            let (first, step) = (-9.99, 0.015)
            let signs = oracle.signs(from: first, step: step, count: 1333)
            for (place, pair) in zip(signs, signs.dropFirst()).enumerated() {
                let cell = first + Double(place) * step
                if !isAll, cell + step > 4.6 { break }
                let inside = roots.count { $0 > cell && $0 < cell + step }
                #expect((inside % 2 == 1) == (pair.0 != pair.1), "between \(cell) and \(cell + step) of \(flows)")
            }
        }
        // Whatever the seed, a quarter of the series is paid first and received later, so has just one rate.
        #expect(counts[1, default: 0] >= 50)
    }

    /// Flows of 2 to 14 days over up to nine years: paid, then received; paid and received by chance; nearly everything lost; and a
    /// savings plan with withdrawals and a closing value.
    private static func randomFlows(_ random: inout SeededRandom, kind: Int) -> [CashFlow] {
        let count = random.int(2...14)
        var day = random.int(10_000...20_000)
        var flows: [CashFlow] = []
        for place in 0..<count {
            let cents = random.int(1...10_000_000)
            let isLast = place == count - 1
            let isPaid =
                switch kind {
                case 0: place < count / 2
                case 1: place == 0 || (!isLast && random.chance(oneIn: 2))
                case 2: !isLast
                default: !isLast && !random.chance(oneIn: 4)
                }
            let amount = FixedDecimal(units: Int128(kind == 2 && isLast ? 1 : cents) * 10_000_000_000_000_000)
            flows.append(CashFlow(day: Day(number: Int32(day)), amount: isPaid ? -amount : amount))
            // Long enough that all rates but absurd ones lie in the grid, and now and then a single day.
            day += random.chance(oneIn: 6) && place > 0 ? 1 : random.int(40...240)
        }
        if !flows.contains(where: \.amount.isNegative) { flows[0] = CashFlow(day: flows[0].day, amount: -flows[0].amount) }
        return flows
    }

    @Test("Ten years of daily payments lose no digits on the way")
    func manyFlows() throws {
        var flows = (0..<3650).map { CashFlow(day: Day(number: Int32(15_000 + $0)), amount: FixedDecimal(-100 - $0 % 7)) }
        flows.append(CashFlow(day: Day(number: 18_650), amount: 500_000))
        guard case .rate(let root) = try InternalRate(of: flows) else {
            Issue.record("no single rate")
            return
        }
        let oracle = RateOracle(flows), rate = root.continuous
        let below = oracle.worth(at: OracleDoubleDouble(rate, -4 * rate.ulp)), above = oracle.worth(at: OracleDoubleDouble(rate, 4 * rate.ulp))
        #expect(below.sign > 0 && above.sign < 0)
    }

    @Test("Flows made from known rates have just these rates")
    func knownRates() throws {
        // The flows of n years are the coefficients of (x - g1)(x - g2)…, whose zeros are the growths of a year.
        let growths: [FixedDecimal] = try ["0.5", "0.9", "1.1", "1.4", "2", "5"].map { try FixedDecimal($0) }
        for subset in 1..<(1 << growths.count) {
            let chosen = growths.indices.filter { subset & 1 << $0 != 0 }.map { growths[$0] }
            if chosen.count > 4 { continue }
            var coefficients: [FixedDecimal] = [-1000]
            for growth in chosen {
                var next = coefficients + [0]
                for place in coefficients.indices { next[place + 1] = try next[place + 1] - growth * coefficients[place] }
                coefficients = next
            }
            let flows = coefficients.enumerated().map { CashFlow(day: Day(number: Int32(15_000 + 365 * $0.offset)), amount: $0.element) }
            let answer = try InternalRate(of: flows)
            let roots: [InternalRate.Root] =
                switch answer {
                case .rate(let root): [root]
                case .several(let several): several
                default: []
                }
            try #require(roots.count == chosen.count, "\(chosen): \(answer)")
            #expect(chosen.count > 1 || answer == .rate(roots[0]))
            for (root, growth) in zip(roots, chosen) {
                let annual = try #require(root.annual)
                #expect(try (annual + 1 - growth).magnitude < FixedDecimal("0.00000000001"), "\(chosen): \(annual)")
                #expect(RateOracle(flows).crossesZero(at: root.continuous))
            }
        }
    }
}
