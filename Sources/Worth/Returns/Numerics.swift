import Values

/// Exponential and logarithm in Swift alone, so that the same facts give the same figures with every C library.
///
/// Arguments are reduced by multiples of ln 2 in two pieces (Cody & Waite, "Software Manual for the Elementary Functions", 1980), what
/// is left goes into a series: Taylor's for the exponential, that of 2·artanh for the logarithm. Within two units of the last place.
enum Elementary {
    /// The upper 32 bits of ln 2, so that a product with an exponent is exact, and the rest of it.
    private static let upperLog2 = 0x1.62e42feep-1, lowerLog2 = 0x1.a39ef35793c76p-33

    /// e to the power of `x`; 0 and infinity where it leaves the range of a binary float.
    static func exponential(_ x: Double) -> Double {
        guard x < 710 else { return x.isNaN ? x : .infinity }
        guard x > -746 else { return 0 }
        // Rounded by way of an integer, which is quicker than a call; halves may go either way.
        let exponent = Int64(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5)), halvings = Double(exponent)
        let upper = x - halvings * upperLog2, lower = halvings * lowerLog2
        let reduced = upper - lower
        let mantissa = 1 + (upper + (reduced * reduced * exponentialTail(reduced) - lower))
        if exponent > -1022 && exponent < 1024 { return mantissa * power(of: exponent) }
        // Subnormal results and the last ones before infinity have no power of two of their own.
        let half = exponent / 2
        return mantissa * power(of: half) * power(of: exponent - half)
    }

    /// e to the power of `x`, less one, without losing digits near zero.
    static func exponentialLessOne(_ x: Double) -> Double {
        guard x.magnitude < 0.34 else { return exponential(x) - 1 }
        return x + x * x * exponentialTail(x)
    }

    /// The natural logarithm; minus infinity for 0 and no number below it.
    static func logarithm(_ x: Double) -> Double {
        guard x > 0 else { return x == 0 ? -.infinity : .nan }
        guard x.isFinite else { return x }
        var (exponent, mantissa) = (Double(x.exponent), x.significand)
        if mantissa > 1.4142135623730951 { (exponent, mantissa) = (exponent + 1, mantissa / 2) }
        return exponent * upperLog2 + (exponent * lowerLog2 + logarithmNearOne(mantissa - 1))
    }

    /// The natural logarithm of `1 + x`, without losing digits near zero.
    static func logarithmOfOnePlus(_ x: Double) -> Double {
        if x.magnitude < 0.29 { return logarithmNearOne(x) }
        let sum = 1 + x
        guard sum > 0, sum.isFinite else { return logarithm(sum) }
        return logarithm(sum) + (x - (sum - 1)) / sum
    }

    /// (eˣ - 1 - x) / x² for at most half of ln 2: Taylor's series to the thirteenth power of x.
    @inline(__always)
    private static func exponentialTail(_ x: Double) -> Double {
        // By Estrin's scheme: pairs, then pairs of pairs, which do not wait for one another.
        let x2 = x * x, x4 = x2 * x2
        let low = (1.0 / 2 + x * (1.0 / 6)) + x2 * (1.0 / 24 + x * (1.0 / 120))
        let middle = (1.0 / 720 + x * (1.0 / 5040)) + x2 * (1.0 / 40320 + x * (1.0 / 362_880))
        let high = (1.0 / 3_628_800 + x * (1.0 / 39_916_800)) + x2 * (1.0 / 479_001_600 + x * (1.0 / 6_227_020_800))
        return low + x4 * (middle + x4 * high)
    }

    /// ln(1 + f) = f - f²/2 + s (f²/2 + 2s²/3 + 2s⁴/5 + …) with s = f / (2 + f), for f from √½ - 1 to √2 - 1.
    private static func logarithmNearOne(_ f: Double) -> Double {
        let s = f / (2 + f), z = s * s, half = f * f / 2
        var tail = 2.0 / 23
        for odd in [21.0, 19, 17, 15, 13, 11, 9, 7, 5, 3] { tail = 2 / odd + z * tail }
        return f - (half - s * (half + z * tail))
    }

    @inline(__always)
    private static func power(of exponent: Int64) -> Double { Double(bitPattern: UInt64(1023 + exponent) << 52) }
}

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

/// Moments of a sample, in two passes, so that nothing cancels.
enum Statistics {
    /// Deviations below this are what rounding leaves of none.
    static let nothing = 1e-15

    /// The mean; nil of nothing.
    static func mean(_ sample: [Double]) -> Double? {
        sample.isEmpty ? nil : sample.reduce(0, +) / Double(sample.count)
    }

    /// The sum of the products of the deviations of two samples from their means, over n - 1; nil of fewer than two.
    static func covariance(_ a: [Double], _ b: [Double]) -> Double? {
        guard a.count == b.count, a.count > 1, let meanA = mean(a), let meanB = mean(b) else { return nil }
        var sum = 0.0
        for place in a.indices { sum += (a[place] - meanA) * (b[place] - meanB) }
        return sum / Double(a.count - 1)
    }

    /// The standard deviation of a sample, over n - 1; nil of fewer than two.
    static func deviation(_ sample: [Double]) -> Double? {
        covariance(sample, sample)?.squareRoot()
    }
}

extension FixedDecimal {
    /// A statistical figure as a decimal: rounded half-even to twelve fractional digits, or to fifteen digits in all where it is large,
    /// as a binary float tells no more. Nil where it is not finite or out of range.
    init?(statistic value: Double) {
        guard value.magnitude < 1e20 else { return nil }
        let units = Double(Self.statisticDigits)
        if value.magnitude < 1000 {
            self.init(units: Int128((value * units).rounded(.toNearestOrEven)) * 1_000_000)
            return
        }
        var (power, rest) = (Self.statisticDigits, value.magnitude)
        while rest >= 1000 { (power, rest) = (power / 10, rest / 10) }
        if power >= 1 {
            self.init(units: Int128((value * Double(power)).rounded(.toNearestOrEven)) * (Self.unitsPerOne / Int128(power)))
        } else {
            self.init(units: Int128(value.rounded(.toNearestOrEven)) * Self.unitsPerOne)
        }
    }

    private static var statisticDigits: Int64 { 1_000_000_000_000 }
}
