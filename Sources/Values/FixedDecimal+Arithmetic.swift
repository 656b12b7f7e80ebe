extension FixedDecimal {
    /// The exact sum.
    @inlinable
    public static func + (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let (units, overflow) = a.units.addingReportingOverflow(b.units)
        if overflow || units == .min { throw overflowError(a, "+", b) }
        return FixedDecimal(units: units)
    }

    /// The exact difference.
    @inlinable
    public static func - (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let (units, overflow) = a.units.subtractingReportingOverflow(b.units)
        if overflow || units == .min { throw overflowError(a, "-", b) }
        return FixedDecimal(units: units)
    }

    /// The product, rounded half-even at the eighteenth fractional digit.
    @inlinable
    public static func * (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let units = productUnits(a.units, b.units)
        if units == .min { throw overflowError(a, "*", b) }
        return FixedDecimal(units: units)
    }

    /// The quotient, rounded half-even at the eighteenth fractional digit.
    @inlinable
    public static func / (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if b.isZero { throw .divisionByZero }
        let units = quotientUnits(a.units, b.units)
        if units == .min { throw overflowError(a, "/", b) }
        return FixedDecimal(units: units)
    }

    /// Adds exactly; on overflow the left side stays as it was.
    @inlinable
    public static func += (a: inout FixedDecimal, b: FixedDecimal) throws(DecimalError) { a = try a + b }

    /// Subtracts exactly; on overflow the left side stays as it was.
    @inlinable
    public static func -= (a: inout FixedDecimal, b: FixedDecimal) throws(DecimalError) { a = try a - b }

    /// The product, rounded as asked at the eighteenth fractional digit.
    public func multiplied(by other: FixedDecimal, rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        guard let product = Self.mulDiv(self, other, .one, rounding) else { throw Self.overflowError(self, "*", other) }
        return product
    }

    /// The quotient, rounded as asked at the eighteenth fractional digit.
    public func divided(by other: FixedDecimal, rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        if other.isZero { throw .divisionByZero }
        guard let quotient = Self.mulDiv(self, .one, other, rounding) else { throw Self.overflowError(self, "/", other) }
        return quotient
    }

    /// `a * b / c` with one rounding at the end: what a share of a sum is worth, without losing digits on the way.
    public static func mulDiv(
        _ a: FixedDecimal, _ b: FixedDecimal, _ c: FixedDecimal, rounding: Rounding = .halfEven
    ) throws(DecimalError) -> FixedDecimal {
        if c.isZero { throw .divisionByZero }
        guard let result = mulDiv(a, b, c, rounding) else { throw .overflow(operation: "\(a) * \(b) / \(c)") }
        return result
    }

    @usableFromInline @inline(never)
    static func overflowError(_ a: FixedDecimal, _ operation: String, _ b: FixedDecimal) -> DecimalError {
        .overflow(operation: "\(a) \(operation) \(b)")
    }
}

// What the operators call in this module. The results come back in registers: an optional or an error would go through memory,
// which was measured at a third of the time of a multiplication.
extension FixedDecimal {
    /// `a * b / 10¹⁸` in units, rounded half-even; `Int128.min` where it is out of range.
    @usableFromInline
    static func productUnits(_ a: Int128, _ b: Int128) -> Int128 {
        let product = Wide.multiply(a.magnitude, b.magnitude)
        let half = unitsPerOne.magnitude / 2
        // The quotient is below 2¹²⁷ just where the product is below 2¹²⁷ · 10¹⁸.
        if product.high >= half { return .min }
        let (quotient, remainder) = Wide.divide(high: product.high.lowHalf, low: product.low, by: .unitsPerOne, shifted: 4)
        let away = remainder > half || (remainder == half && quotient & 1 == 1)
        return units(magnitude: quotient &+ (away ? 1 : 0), negative: (a ^ b) < 0)
    }

    /// `a * 10¹⁸ / b` in units, rounded half-even; `Int128.min` where it is out of range. `b` must not be zero.
    @usableFromInline
    static func quotientUnits(_ a: Int128, _ b: Int128) -> Int128 {
        let divisor = b.magnitude
        let product = Wide.multiply(a.magnitude, unitsPerOne.magnitude)
        if product.high >= divisor { return .min }
        let (quotient, remainder) = Wide.divide(high: product.high, low: product.low, by: divisor)
        if quotient &>> 127 != 0 { return .min }
        let rest = divisor &- remainder
        let away = remainder > rest || (remainder == rest && quotient & 1 == 1)
        return units(magnitude: quotient &+ (away ? 1 : 0), negative: (a ^ b) < 0)
    }

    /// `a * b / c`, or nil where it is out of range. `c` must not be zero.
    private static func mulDiv(_ a: FixedDecimal, _ b: FixedDecimal, _ c: FixedDecimal, _ rounding: Rounding) -> FixedDecimal? {
        let divisor = c.unitsMagnitude
        let product = Wide.multiply(a.unitsMagnitude, b.unitsMagnitude)
        if product.high >= divisor { return nil }
        let (quotient, remainder) = Wide.divide(high: product.high, low: product.low, by: divisor)
        if quotient &>> 127 != 0 { return nil }
        let negative = (a.units ^ b.units ^ c.units) < 0
        let away = rounding.roundsAway(
            quotientIsOdd: quotient & 1 == 1, remainder: remainder, divisor: divisor, negative: negative)
        return FixedDecimal(magnitude: quotient &+ (away ? 1 : 0), negative: negative)
    }
}
