import Foundation
import Testing
import Values
@testable import Ledger
@testable import Worth

@Suite("Exponential and logarithm")
struct ElementaryTests {
    /// Whether two floats are at most so many neighbours apart.
    private func isNear(_ a: Double, _ b: Double, _ ulps: Double = 2) -> Bool { a == b || (a - b).magnitude <= ulps * max(a.ulp, b.ulp) }

    @Test("Both agree with the C library on all of their range")
    func range() {
        for step in -7450...7090 {
            let x = Double(step) / 10 + 0.0123
            #expect(isNear(Elementary.exponential(x), exp(x)), "e^\(x)")
        }
        for step in -3000...3000 {
            let x = exp(Double(step) / 10 * 0.23)
            #expect(isNear(Elementary.logarithm(x), log(x)), "ln \(x)")
        }
    }

    @Test("Near zero and one no digits are lost")
    func small() {
        for step in -2000...2000 {
            let x = Double(step) / 2003
            #expect(isNear(Elementary.exponentialLessOne(x), expm1(x), 4), "e^\(x) - 1")
            #expect(isNear(Elementary.logarithmOfOnePlus(x), log1p(x), 4), "ln (1 + \(x))")
            #expect(isNear(Elementary.exponentialLessOne(x * 1e-9), expm1(x * 1e-9)))
            #expect(isNear(Elementary.logarithmOfOnePlus(x * 1e-9), log1p(x * 1e-9)))
            #expect(isNear(Elementary.logarithm(1 + x * 1e-3), log(1 + x * 1e-3)))
        }
    }

    @Test("The ends of the range")
    func ends() {
        #expect(Elementary.exponential(0) == 1 && Elementary.exponential(-1000) == 0 && Elementary.exponential(1000) == .infinity)
        #expect(Elementary.exponential(-.infinity) == 0 && Elementary.exponential(.infinity) == .infinity && Elementary.exponential(.nan).isNaN)
        #expect(Elementary.logarithm(1) == 0 && Elementary.logarithm(0) == -.infinity && Elementary.logarithm(-1).isNaN)
        #expect(Elementary.logarithmOfOnePlus(-1) == -.infinity && Elementary.logarithmOfOnePlus(-2).isNaN)
        #expect(Elementary.logarithm(.infinity) == .infinity && Elementary.logarithm(.leastNonzeroMagnitude) == log(.leastNonzeroMagnitude))
    }

    @Test(
        "A statistic becomes a decimal of twelve digits, or of fifteen in all",
        arguments: [
            (0.1, "0.1"), (1.0 / 3, "0.333333333333"), (-2.0 / 3, "-0.666666666667"), (1e-13, "0"), (12345.678901234567, "12345.6789012346"),
            (1e15, "1000000000000000"), (99999.99999999999, "100000"), (-1.0, "-1"), (0, "0"),
        ])
    func statistic(value: Double, text: String) {
        #expect(FixedDecimal(statistic: value)?.description == text)
    }

    @Test("What no decimal holds is none", arguments: [Double.nan, .infinity, 1e20, 1e300])
    func noStatistic(value: Double) {
        #expect(FixedDecimal(statistic: value) == nil)
    }
}
