import BigInt
import Testing
import TestSupport
import Values

@Suite("Splitting a sum")
struct SplitTests {
    @Test(arguments: [
        ("100", ["1", "1", "1"], 2, ["33.34", "33.33", "33.33"]),
        ("-100", ["1", "1", "1"], 2, ["-33.34", "-33.33", "-33.33"]),
        ("0.05", ["1", "1"], 2, ["0.03", "0.02"]),
        ("0.01", ["0", "1", "1"], 2, ["0", "0.01", "0"]),
        ("1000", ["50", "30", "20"], 2, ["500", "300", "200"]),
        ("1000", ["0.5", "0.3", "0.2"], 0, ["500", "300", "200"]),
        ("10", ["1", "2", "4"], 0, ["1", "3", "6"]),
        ("0", ["1", "2"], 2, ["0", "0"]),
        ("7", ["0", "3", "0"], 2, ["0", "7", "0"]),
        ("1", ["1", "1", "1"], 18, ["0.333333333333333334", "0.333333333333333333", "0.333333333333333333"]),
        ("170141183460469231731.687303715884105727", ["1", "1"], 18, ["85070591730234615865.843651857942052864", "85070591730234615865.843651857942052863"]),
    ])
    func byExample(total: String, weights: [String], digits: Int, expected: [String]) throws {
        let parts = try FixedDecimal.split(decimal(total), by: weights.map(decimal), digits: digits)
        #expect(parts.map(\.description) == expected)
    }

    @Test func whatCannotBeSplit() throws {
        let half = try decimal("0.5")
        let cent = try decimal("0.005")
        expect("nothing to split by: give at least one weight", 1, [], 2)
        expect("nothing to split by: every weight is zero", 1, [0, 0], 2)
        expect("weight 2 is -0.5: weights must not be negative", 1, [1, -half], 2)
        expect("0.005 cannot be split into parts of 2 fractional digits that add up to it: round it first", cent, [1], 2)
        expect("parts of 19 fractional digits: 0 to 18 are possible", 1, [1], 19)
        expect("parts of -1 fractional digits: 0 to 18 are possible", 1, [1], -1)
        expect("the weights add up to more than the largest decimal: make them all smaller by the same factor", 1, [.greatest, 1], 2)
    }

    private func expect(_ message: String, _ total: FixedDecimal, _ weights: [FixedDecimal], _ digits: Int) {
        do throws(SplitError) {
            Issue.record("split into \(try FixedDecimal.split(total, by: weights, digits: digits))")
        } catch {
            #expect(error.description == message)
        }
    }

    /// The method of the largest remainder done with arbitrary integers, and the sum.
    @Test func partsAddUpAndGoToTheLargestRemainders() throws {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(4000)
        for _ in 0..<cases {
            let digits = generator.random.int(0...18)
            let quantum = Int128(powersOfTen[18 - digits])
            let total = FixedDecimal(units: generator.decimal().units / quantum * quantum)
            let weights = Self.randomWeights(&generator)
            let parts = try FixedDecimal.split(total, by: weights, digits: digits)
            let sum = try parts.reduce(FixedDecimal.zero) { try $0 + $1 }
            guard sum == total, parts == Self.expected(total, weights, quantum) else {
                Issue.record("\(total) by \(weights) at \(digits) digits gave \(parts)")
                return
            }
        }
        print("splits: \(cases) cases")
    }

    private static func randomWeights(_ generator: inout DecimalGenerator) -> [FixedDecimal] {
        let alike = generator.random.chance(oneIn: 2)
        let weights = (0..<generator.random.int(1...8)).map { _ in
            alike
                ? FixedDecimal(generator.random.int(0...3))
                : FixedDecimal(units: generator.decimal().magnitude.units >> 4)
        }
        return weights.allSatisfy(\.isZero) ? weights + [1] : weights
    }

    private static func expected(_ total: FixedDecimal, _ weights: [FixedDecimal], _ quantum: Int128) -> [FixedDecimal] {
        let pieces = BigInt(DecimalOracle.big(total).magnitude) / BigInt(quantum)
        let bigWeights = weights.map(DecimalOracle.big)
        let sum = bigWeights.reduce(0, +)
        var shares = bigWeights.map { pieces * $0 / sum }
        let remainders = bigWeights.map { pieces * $0 % sum }
        var left = pieces - shares.reduce(0, +)
        var taken = Set<Int>()
        while left > 0 {
            guard let next = remainders.indices.filter({ !taken.contains($0) }).max(by: { remainders[$0] < remainders[$1] || (remainders[$0] == remainders[$1] && $0 > $1) }) else {
                break
            }
            taken.insert(next)
            shares[next] += 1
            left -= 1
        }
        return shares.compactMap { share in
            DecimalOracle.decimal(share * BigInt(quantum) * (total.isNegative ? -1 : 1))
        }
    }
}
