/// A double-double: a number as the sum of two binary floats, good for some thirty digits. What one float rounds away, the other keeps
/// (Dekker, "A Floating-Point Technique for Extending the Available Precision", Numerische Mathematik 18, 1971).
struct DoubleDouble {
    let high: Double
    let low: Double

    static let one = DoubleDouble(1)

    init(_ high: Double, _ low: Double = 0) {
        self.high = high + low
        self.low = low - (self.high - high)
    }

    /// A whole number of up to 106 bits, such as the units of a decimal.
    init(_ units: Int128) {
        let high = Double(units)
        // The float nearest to the greatest whole number is beyond it.
        self.init(high, Int128(exactly: high).map { Double(units - $0) } ?? 0)
    }

    /// As one float, rounded once.
    var value: Double { high + low }

    static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let sum = a.high + b.high, part = sum - a.high
        return DoubleDouble(sum, (a.high - (sum - part)) + (b.high - part) + (a.low + b.low))
    }

    static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + DoubleDouble(-b.high, -b.low) }

    static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let product = a.high * b.high
        return DoubleDouble(product, (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high))
    }

    static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let first = a.high / b.high
        let rest = a - b * DoubleDouble(first)
        let second = rest.high / b.high
        return DoubleDouble(first, second + (rest - b * DoubleDouble(second)).high / b.high)
    }

    /// The power of a whole exponent from 0 up, by squaring.
    func power(_ exponent: Int) -> DoubleDouble {
        var (result, square, left) = (DoubleDouble.one, self, exponent)
        while left > 0 {
            if left & 1 == 1 { result = result * square }
            left >>= 1
            if left > 0 { square = square * square }
        }
        return result
    }
}
