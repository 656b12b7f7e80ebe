/// Arithmetic on binary floats as Python's built-in functions do it, to the last bit.
enum PythonFloat {
    /// `max(a, b)`: the first of two that are equal.
    static func max(_ a: Double, _ b: Double) -> Double { b > a ? b : a }
    /// `min(a, b)`: the first of two that are equal.
    static func min(_ a: Double, _ b: Double) -> Double { b < a ? b : a }

    /// `base ** exponent`, rounded to the nearest float.
    ///
    /// Powers are multiplied up as pairs of floats, whose sum carries twice the digits, and rounded once at the end. C libraries do the
    /// same by logarithms to about a thousandth of the last digit, so results differ only where both are that near to a tie.
    static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = Pair(high: 1, low: 0), square = Pair(high: base, low: 0), left = exponent
        while left > 0 {
            if left % 2 == 1 { result = result * square }
            square = square * square
            left /= 2
        }
        return result.high.isFinite ? result.high + result.low : result.high
    }

    /// The unrounded sum of two floats, the lower within half a last digit of the higher.
    private struct Pair {
        var high: Double
        var low: Double

        static func * (a: Pair, b: Pair) -> Pair {
            let product = a.high * b.high
            let rest = (-product).addingProduct(a.high, b.high) + (a.high * b.low + a.low * b.high)
            let high = product + rest
            return Pair(high: high, low: rest - (high - product))
        }
    }

    /// `round(value, 2)`: the float nearest to the hundredth nearest to the value, the even one of two that are equally near.
    ///
    /// A float is a whole number of at most 53 bits times a power of two, so a hundred times it is known exactly: no tie is a tie by
    /// accident, and 2.675, which is a little less than that, becomes 2.67.
    static func cents(_ value: Double) -> Double {
        guard value.isFinite, value != 0 else { return value }
        // The value is significand * 2^exponent with a whole significand.
        let shift = 52 - Int(value.exponent)
        if shift <= 0 { return value }
        let significand = UInt64(value.significand.magnitude * 0x1p52), hundredfold = significand * 100
        // Below half a cent by far; the sign stays, as in Python.
        guard shift < 62 else { return value.sign == .minus ? -0.0 : 0 }
        let whole = hundredfold >> UInt64(shift), rest = hundredfold & ((1 << UInt64(shift)) - 1), half: UInt64 = 1 << UInt64(shift - 1)
        let count = whole + (rest > half || (rest == half && whole % 2 == 1) ? 1 : 0)
        return hundredth(of: count, sign: value.sign)
    }

    private static func hundredth(of count: UInt64, sign: FloatingPointSign) -> Double {
        // Where the count is an exact float, the division rounds once; beyond that the digits are read, which rounds once too.
        let magnitude = count < 1 << 53 ? Double(count) / 100 : Double("\(count / 100).\(count % 100 < 10 ? "0" : "")\(count % 100)")!
        return sign == .minus ? -magnitude : magnitude
    }
}
