/// A number as the sum of two binary floats, good for some thirty digits (Dekker, "A Floating-Point Technique for Extending the Available
/// Precision", 1971). For the tests' oracle alone: no arithmetic of the engine is used here.
struct OracleDoubleDouble {
    let high: Double
    let low: Double

    init(_ high: Double, _ low: Double = 0) {
        let sum = high + low
        self.high = sum
        self.low = low - (sum - high)
    }

    /// A whole number of up to 106 bits, such as the units of a decimal.
    init(_ units: Int128) {
        let high = Double(units)
        self.init(high, Double(units - Int128(high)))
    }

    static func + (a: OracleDoubleDouble, b: OracleDoubleDouble) -> OracleDoubleDouble {
        let sum = a.high + b.high, part = sum - a.high
        let error = (a.high - (sum - part)) + (b.high - part)
        return OracleDoubleDouble(sum, error + a.low + b.low)
    }

    static func * (a: OracleDoubleDouble, b: OracleDoubleDouble) -> OracleDoubleDouble {
        let product = a.high * b.high
        let error = (-product).addingProduct(a.high, b.high)
        return OracleDoubleDouble(product, error + (a.high * b.low + a.low * b.high))
    }

    static func / (a: OracleDoubleDouble, b: Double) -> OracleDoubleDouble {
        let first = a.high / b
        let rest = a + -(OracleDoubleDouble(first) * OracleDoubleDouble(b))
        return OracleDoubleDouble(first, rest.high / b)
    }

    static prefix func - (a: OracleDoubleDouble) -> OracleDoubleDouble { OracleDoubleDouble(-a.high, -a.low) }

    var sign: Int { high > 0 ? 1 : high < 0 ? -1 : 0 }

    /// e to the power of the number: an eighth of an eighth … of it by Taylor's series, then squared nine times, then doubled as often as ln 2
    /// was taken off.
    var exponential: OracleDoubleDouble {
        let logarithmOfTwo = OracleDoubleDouble(0.6931471805599453, 2.3190468138462996e-17)
        let doublings = (high / logarithmOfTwo.high).rounded()
        let reduced = (self + -(logarithmOfTwo * OracleDoubleDouble(doublings))) / 512
        var term = OracleDoubleDouble(1), sum = OracleDoubleDouble(1)
        for order in 1...11 {
            term = term * reduced / Double(order)
            sum = sum + term
        }
        for _ in 0..<9 { sum = sum * sum }
        let scale = Double(sign: .plus, exponent: Int(doublings), significand: 1)
        return OracleDoubleDouble(sum.high * scale, sum.low * scale)
    }
}
