import Ledger
import Values
import Worth

/// What flows are worth at a continuous rate, written by the definition of XIRR in some thirty digits.
struct RateOracle {
    let amounts: [OracleDoubleDouble]
    let times: [OracleDoubleDouble]

    init(_ flows: [CashFlow]) {
        let first = flows.map(\.day).min()!
        amounts = flows.map { OracleDoubleDouble($0.amount.units) }
        times = flows.map { OracleDoubleDouble(Double(first.days(to: $0.day))) / 365 }
    }

    /// The worth on the day of the first flow, or of the last one at rates below zero: neither grows out of the range.
    func worth(at rate: OracleDoubleDouble) -> OracleDoubleDouble { worths(at: rate).reduce(OracleDoubleDouble(0), +) }

    private func worths(at rate: OracleDoubleDouble) -> [OracleDoubleDouble] {
        zip(amounts, ages(rate.high)).map { $0 * (-(rate * $1)).exponential }
    }

    private func ages(_ rate: Double) -> [OracleDoubleDouble] {
        let last = times.max { $0.high < $1.high }!
        return rate < 0 ? times.map { $0 + -last } : times
    }

    /// Whether the worth has different signs on both sides of a rate, no farther away than the sums of binary floats can tell.
    ///
    /// A flow's worth is rounded when its amount, its time, the exponent, the exponential and the product are; the sum once a flow. The
    /// slope turns that into a distance.
    func crossesZero(at rate: Double) -> Bool {
        var rounding = 0.0, slope = 0.0
        for (worth, time) in zip(worths(at: OracleDoubleDouble(rate)).map(\.high), ages(rate)) {
            rounding += worth.magnitude * (Double(amounts.count) + 6 + 3 * (rate * time.high).magnitude)
            slope -= time.high * worth
        }
        let distance = Double.ulpOfOne * rounding / slope.magnitude + 4 * rate.ulp
        let below = worth(at: OracleDoubleDouble(rate, -distance)), above = worth(at: OracleDoubleDouble(rate, distance))
        return below.sign * above.sign < 0
    }

    /// The signs at evenly spaced rates, by one multiplication a flow and step.
    func signs(from first: Double, step: Double, count: Int) -> [Int] {
        var worths = zip(amounts, times).map { $0 * (-(OracleDoubleDouble(first) * $1)).exponential }
        let factors = times.map { (-(OracleDoubleDouble(step) * $0)).exponential }
        return (0..<count).map { _ in
            let sign = worths.reduce(OracleDoubleDouble(0), +).sign
            for place in worths.indices { worths[place] = worths[place] * factors[place] }
            return sign
        }
    }
}
