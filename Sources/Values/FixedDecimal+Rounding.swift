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
        // One of 10³⁹ units is beyond the range: the value is less than half of it, so only a rounding away from zero would reach it.
        guard digits >= Self.scale - 38 else {
            return rounding.roundsAway(quotientIsOdd: false, remainder: 1, divisor: .max, negative: isNegative) ? nil : 0
        }
        let quantum = PowersOfTen.wide(Self.scale - digits)
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: quantum)
        let floored = magnitude - remainder
        let away = rounding.roundsAway(
            quotientIsOdd: quotient & 1 == 1, remainder: remainder, divisor: quantum, negative: isNegative)
        if !away { return floored }
        let (sum, overflow) = floored.addingReportingOverflow(quantum)
        return overflow ? nil : sum
    }
}

/// Powers of ten by their exponent.
enum PowersOfTen {
    /// 10⁰ … 10³⁸, the largest that 128 bits hold.
    static func wide(_ exponent: Int) -> UInt128 { table[exponent] }

    private static let table: [UInt128] = {
        var powers: [UInt128] = [1]
        while powers.count < 39 { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()
}
