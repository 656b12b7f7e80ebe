extension FixedDecimal {
    /// The decimal that a binary float stands for: its shortest round-trip digits, if those are fifteen or fewer.
    ///
    /// Every decimal of at most fifteen digits is the only such one near its float, so `182.30` typed as a float is exactly 182.3 here.
    /// A float that needs more digits, such as `0.1 + 0.2`, is `inexactFloat`.
    public init(shortest value: Double) throws(DecimalError) {
        if let units = Self.shortUnits(of: value) {
            self.init(units: units)
            return
        }
        guard value.isFinite else { throw .malformed(text: value.description, reason: "it is not finite") }
        let text = value.description
        if Self.significantDigits(of: text) > 15 { throw .inexactFloat(text: text) }
        try self.init(text)
    }

    /// A float of another program by its shortest digits; one that is finer than the last digit, as sums of floats leave them, is rounded to it.
    public init(rounding value: Double) throws(DecimalError) {
        if value.isFinite, value.magnitude < 1, (try? FixedDecimal(value.description)) == nil {
            self.init(units: Int128((value * 1e18).rounded(.toNearestOrEven)))
        } else {
            try self.init(value.description)
        }
    }

    /// The units of a float that stands for a short number, such as a price; nil for every other one.
    ///
    /// A float below 10¹⁵ · 10⁻ᵏ is looked for as a whole number over 10ᵏ: both are exact floats, so their quotient rounds correctly
    /// and equals the float just if it is the one nearest to that decimal.
    private static func shortUnits(of value: Double) -> Int128? {
        var scaled = value
        for digits in 0...6 {
            guard scaled.magnitude < 1e15 else { return nil }
            let whole = scaled.rounded()
            let power = PowersOfTen.word(digits)
            if whole / Double(power) == value {
                return Int128(Int64(whole)) * Int128(PowersOfTen.word(scale - digits))
            }
            scaled = value * Double(PowersOfTen.word(digits + 1))
        }
        return nil
    }

    /// Digits of a float's text between the first and the last that is not a zero.
    private static func significantDigits(of text: String) -> Int {
        var (count, zeros) = (0, 0)
        for byte in text.utf8 {
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte != UInt8(ascii: "."), byte != UInt8(ascii: "-") else { continue }
            if byte == UInt8(ascii: "0") {
                if count > 0 { zeros += 1 }
            } else {
                count += zeros + 1
                zeros = 0
            }
        }
        return count
    }

    /// The binary float nearest to the value (ties to even). For drawing and statistics; amounts never take this way.
    public var doubleValue: Double {
        let magnitude = unitsMagnitude
        if magnitude == 0 { return 0 }
        // Up to 2⁵³ both operands are exact, so the one division rounds correctly.
        if magnitude >> 53 == 0 {
            let quotient = Double(UInt64(magnitude)) / 1e18
            return isNegative ? -quotient : quotient
        }
        // With its highest bit set the quotient has 68 or 69 bits; all below the 64th fold into a last bit, which only breaks ties.
        let shift = magnitude.leadingZeroBitCount
        let (quotient, remainder) = Wide.divideByUnitsPerOne(magnitude &<< UInt128(shift))
        let sticky: UInt64 = remainder != 0 || quotient & 0x1F != 0 ? 1 : 0
        let leading = UInt64(truncatingIfNeeded: quotient &>> 5) | sticky
        return Double(sign: isNegative ? .minus : .plus, exponent: 5 - shift, significand: Double(leading))
    }
}
