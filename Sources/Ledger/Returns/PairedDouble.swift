/// A number as the sum of two binary floats, good for some thirty digits (Dekker, "A Floating-Point Technique for Extending the Available
/// Precision", Numerische Mathematik 18, 1971). What one float rounds away, the other keeps.
struct PairedDouble {
    let high: Double
    let low: Double

    static let one = PairedDouble(1)

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

    static func + (a: PairedDouble, b: PairedDouble) -> PairedDouble {
        let sum = a.high + b.high, part = sum - a.high
        return PairedDouble(sum, (a.high - (sum - part)) + (b.high - part) + (a.low + b.low))
    }

    static func - (a: PairedDouble, b: PairedDouble) -> PairedDouble { a + PairedDouble(-b.high, -b.low) }

    static func * (a: PairedDouble, b: PairedDouble) -> PairedDouble {
        let product = a.high * b.high
        return PairedDouble(product, (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high))
    }

    static func / (a: PairedDouble, b: PairedDouble) -> PairedDouble {
        let first = a.high / b.high
        let rest = a - b * PairedDouble(first)
        let second = rest.high / b.high
        return PairedDouble(first, second + (rest - b * PairedDouble(second)).high / b.high)
    }

    /// The power of a whole exponent from 0 up, by squaring.
    func power(_ exponent: Int) -> PairedDouble {
        var (result, square, left) = (PairedDouble.one, self, exponent)
        while left > 0 {
            if left & 1 == 1 { result = result * square }
            left >>= 1
            if left > 0 { square = square * square }
        }
        return result
    }
}
