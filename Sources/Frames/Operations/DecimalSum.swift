import Values

/// A sum of decimals that is exact whatever it passes through: only the final value has to fit, so order never matters.
struct DecimalSum {
    private var low: Int128 = 0
    /// How often the 128 bits were left, up or down.
    private var carries = 0

    @inline(__always)
    mutating func add(_ value: Int128) {
        let (sum, overflow) = low.addingReportingOverflow(value)
        low = sum
        if overflow { carries += value < 0 ? -1 : 1 }
    }

    /// The mean of so many values, of which there is at least one, rounded half-even. It lies among them, so that it is a decimal whatever
    /// the sum is.
    func mean(of count: Int) -> FixedDecimal {
        precondition(count > 0, "there is no mean of nothing")
        var high = Int128(carries) + (low < 0 ? -1 : 0), rest = UInt128(truncatingIfNeeded: low)
        let isNegative = high < 0
        if isNegative {
            rest = 0 &- rest
            high = -high - (rest == 0 ? 0 : 1)
        }
        let divisor = UInt128(count), (quotient, remainder) = divisor.dividingFullWidth((UInt128(high), rest))
        let twice = remainder.addingReportingOverflow(remainder)
        let isUp = twice.overflow || twice.partialValue > divisor || twice.partialValue == divisor && quotient & 1 == 1
        let size = Int128(quotient + (isUp ? 1 : 0))
        return FixedDecimal(units: isNegative ? -size : size)
    }

    /// The sum, if it is a decimal.
    var value: FixedDecimal? {
        carries == 0 && low != .min ? FixedDecimal(units: low) : nil
    }
}
