extension FixedDecimal {
    /// The value at so many fractional digits; a negative count rounds to tens, hundreds and so on.
    public func rounded(to digits: Int, _ rounding: Rounding = .halfEven) throws(DecimalError) -> FixedDecimal {
        if digits >= Self.scale || isZero { return self }
        guard let magnitude = roundedMagnitude(to: digits, rounding), let result = FixedDecimal(magnitude: magnitude, negative: isNegative) else {
            throw .overflow(operation: "\(self) rounded to \(digits) digits")
        }
        return result
    }

    /// The whole number at or below the value.
    public func floor() throws(DecimalError) -> FixedDecimal { try rounded(to: 0, .floor) }

    /// The whole number at or above the value.
    public func ceil() throws(DecimalError) -> FixedDecimal { try rounded(to: 0, .ceiling) }

    /// The units without sign, rounded to fewer digits than are kept; nil where they do not fit in 128 bits.
    func roundedMagnitude(to digits: Int, _ rounding: Rounding) -> UInt128? {
        let magnitude = unitsMagnitude
        // 10³⁹ units are out of range and every value is less than half of them, so only a rounding away from zero would get there.
        guard digits >= Self.scale - 38 else {
            return rounding.roundsAway(quotientIsOdd: false, remainder: 1, divisor: .max, negative: isNegative) ? nil : 0
        }
        let quantum = PowersOfTen.wide(Self.scale - digits)
        let (quotient, remainder) = Wide.divide(high: 0, low: magnitude, by: quantum)
        let floored = magnitude - remainder
        let away = rounding.roundsAway(
            quotientIsOdd: quotient & 1 == 1, remainder: remainder, divisor: quantum, negative: isNegative)
        if !away { return floored }
        let (sum, overflow) = floored.addingReportingOverflow(quantum)
        return overflow ? nil : sum
    }
}
