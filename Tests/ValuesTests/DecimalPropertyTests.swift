import BigInt
import Testing
import TestSupport
import Values

/// The result of a computation that may leave the range; nil where it does.
private func value(_ compute: () throws(DecimalError) -> FixedDecimal) -> FixedDecimal? {
    do throws(DecimalError) { return try compute() } catch {
        if case .overflow = error { return nil }
        Issue.record("unexpected: \(error)")
        return nil
    }
}

@Suite("Decimal arithmetic against arbitrary integers")
struct DecimalPropertyTests {
    @Test func sumsAndDifferences() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(30_000)
        for _ in 0..<cases {
            let (a, b) = (generator.decimal(), generator.decimal())
            let (bigA, bigB) = (DecimalOracle.big(a), DecimalOracle.big(b))
            let (sum, difference) = (value { () throws(DecimalError) in try a + b }, value { () throws(DecimalError) in try a - b })
            guard sum == DecimalOracle.decimal(bigA + bigB), difference == DecimalOracle.decimal(bigA - bigB) else {
                Issue.record("\(a) ± \(b) gave \(String(describing: sum)), \(String(describing: difference))")
                return
            }
        }
        print("sums and differences: \(2 * cases) cases")
    }

    @Test func productsInEveryRounding() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(30_000)
        for index in 0..<cases {
            let (a, b) = index % 4 == 0 ? generator.tiedFactors() : (generator.decimal(), generator.decimal())
            let rounding = Rounding.allCases[index % Rounding.allCases.count]
            let exact = DecimalOracle.big(a) * DecimalOracle.big(b)
            let product = value { () throws(DecimalError) in try a.multiplied(by: b, rounding: rounding) }
            let plain = value { () throws(DecimalError) in try a * b }
            guard product == DecimalOracle.decimal(DecimalOracle.round(exact, over: DecimalOracle.unitsPerOne, rounding)),
                plain == DecimalOracle.decimal(DecimalOracle.round(exact, over: DecimalOracle.unitsPerOne, .halfEven))
            else {
                Issue.record("\(a) * \(b) gave \(String(describing: product)) by \(rounding), \(String(describing: plain)) by itself")
                return
            }
        }
        print("products: \(2 * cases) cases")
    }

    @Test func quotientsInEveryRounding() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(30_000)
        for index in 0..<cases {
            let (a, b) = index % 4 == 0 ? generator.tiedDivision() : (generator.decimal(), generator.divisor())
            let rounding = Rounding.allCases[index % Rounding.allCases.count]
            let (numerator, denominator) = (DecimalOracle.big(a) * DecimalOracle.unitsPerOne, DecimalOracle.big(b))
            let quotient = value { () throws(DecimalError) in try a.divided(by: b, rounding: rounding) }
            let plain = value { () throws(DecimalError) in try a / b }
            guard quotient == DecimalOracle.decimal(DecimalOracle.round(numerator, over: denominator, rounding)),
                plain == DecimalOracle.decimal(DecimalOracle.round(numerator, over: denominator, .halfEven))
            else {
                Issue.record("\(a) / \(b) gave \(String(describing: quotient)) by \(rounding), \(String(describing: plain)) by itself")
                return
            }
        }
        print("quotients: \(2 * cases) cases")
    }

    @Test func mulDivRoundsOnce() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(24_000)
        for index in 0..<cases {
            let (a, b, c) = index % 4 == 0 ? generator.tiedMulDiv() : (generator.decimal(), generator.decimal(), generator.divisor())
            let rounding = Rounding.allCases[index % Rounding.allCases.count]
            let exact = DecimalOracle.round(DecimalOracle.big(a) * DecimalOracle.big(b), over: DecimalOracle.big(c), rounding)
            let result = value { () throws(DecimalError) in try FixedDecimal.mulDiv(a, b, c, rounding: rounding) }
            guard result == DecimalOracle.decimal(exact) else {
                Issue.record("\(a) * \(b) / \(c) gave \(String(describing: result)) by \(rounding)")
                return
            }
        }
        print("mulDiv: \(cases) cases")
    }

    @Test func roundingToDigits() {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(24_000)
        for index in 0..<cases {
            let a = generator.decimal()
            let digits = generator.random.int(-22...20)
            let rounding = Rounding.allCases[index % Rounding.allCases.count]
            let quantum = BigInt(10).power(max(0, 18 - digits))
            let exact = DecimalOracle.round(DecimalOracle.big(a), over: quantum, rounding) * quantum
            let result = value { () throws(DecimalError) in try a.rounded(to: digits, rounding) }
            guard result == DecimalOracle.decimal(exact) else {
                Issue.record("\(a) to \(digits) digits gave \(String(describing: result)) by \(rounding)")
                return
            }
        }
        print("rounding: \(cases) cases")
    }

    @Test func flooredQuotientAndModulo() throws {
        var generator = DecimalGenerator()
        let cases = SeededRandom.rounds(24_000)
        for _ in 0..<cases {
            let (a, b) = (generator.decimal(), generator.divisor())
            let whole = DecimalOracle.round(DecimalOracle.big(a), over: DecimalOracle.big(b), .floor)
            let quotient = value { () throws(DecimalError) in try a.floorDivided(by: b) }
            let modulo = try a.modulo(b)
            guard quotient == DecimalOracle.decimal(whole * DecimalOracle.unitsPerOne),
                modulo == DecimalOracle.decimal(DecimalOracle.big(a) - whole * DecimalOracle.big(b))
            else {
                Issue.record("\(a) // \(b) gave \(String(describing: quotient)), and % \(modulo)")
                return
            }
        }
        print("floored quotients and modulos: \(2 * cases) cases")
    }

    /// Each multiplication may be off by half a unit, and what follows magnifies that by at most the rest of the power.
    @Test func powersAreExactOrNear() {
        var generator = DecimalGenerator()
        let cases = 30_000
        for _ in 0..<cases {
            let a = FixedDecimal(units: generator.decimal().units >> Int128(generator.random.int(40...110)))
            let exponent = generator.random.int(0...24)
            let exact = DecimalOracle.big(a).power(exponent)
            let scale = DecimalOracle.unitsPerOne.power(max(0, exponent - 1))
            let expected = exponent == 0 ? DecimalOracle.unitsPerOne : DecimalOracle.round(exact, over: scale, .halfEven)
            guard let power = value({ () throws(DecimalError) in try a.power(exponent) }) else {
                if expected.magnitude <= DecimalOracle.largest.magnitude - 1000 { Issue.record("\(a) ^ \(exponent) overflows") }
                continue
            }
            let isExact = exponent == 0 || exact % scale == 0
            let magnification = max(1, (expected / DecimalOracle.unitsPerOne).magnitude + 1)
            let allowed = isExact ? 0 : BigUInt(exponent) * magnification
            if (DecimalOracle.big(power) - expected).magnitude > allowed {
                Issue.record("\(a) ^ \(exponent) gave \(power)")
                return
            }
        }
        print("powers: \(cases) cases")
    }

    @Test func comparisonAndHashingGoByValue() {
        var generator = DecimalGenerator()
        let cases = 100_000
        for _ in 0..<cases {
            let (a, b) = (generator.decimal(), generator.decimal())
            let (bigA, bigB) = (DecimalOracle.big(a), DecimalOracle.big(b))
            guard (a < b) == (bigA < bigB), (a == b) == (bigA == bigB), a.signum() == Int(bigA.signum()),
                DecimalOracle.big(-a) == -bigA, DecimalOracle.big(a.magnitude).magnitude == bigA.magnitude,
                a.isWhole == (bigA % DecimalOracle.unitsPerOne == 0)
            else {
                Issue.record("\(a) and \(b)")
                return
            }
        }
        print("comparisons: \(cases) cases")
    }
}
