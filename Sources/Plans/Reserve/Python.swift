/// What Python's built-in functions do with floats.
enum Python {
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
}
