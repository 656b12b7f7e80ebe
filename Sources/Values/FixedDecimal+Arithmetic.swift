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
    public static func * (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try a.multiplied(by: b, rounding: .halfEven)
    }

    /// The quotient, rounded half-even at the eighteenth fractional digit.
    public static func / (a: FixedDecimal, b: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try a.divided(by: b, rounding: .halfEven)
    }

    @inlinable
    public static func += (a: inout FixedDecimal, b: FixedDecimal) throws(DecimalError) { a = try a + b }

    @inlinable
    public static func -= (a: inout FixedDecimal, b: FixedDecimal) throws(DecimalError) { a = try a - b }

    /// The product, rounded as asked at the eighteenth fractional digit.
    public func multiplied(by other: FixedDecimal, rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        guard let product = Self.mulDiv(self, other, Self.unitsPerOne.magnitude, negative: isNegative != other.isNegative, rounding) else {
            throw Self.overflowError(self, "*", other)
        }
        return product
    }

    /// The quotient, rounded as asked at the eighteenth fractional digit.
    public func divided(by other: FixedDecimal, rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        if other.isZero { throw .divisionByZero }
        guard let quotient = Self.mulDiv(self, .one, other.unitsMagnitude, negative: isNegative != other.isNegative, rounding) else {
            throw Self.overflowError(self, "/", other)
        }
        return quotient
    }

    /// `a * b / c` with one rounding at the end: what a share of a sum is worth, without losing digits on the way.
    public static func mulDiv(
        _ a: FixedDecimal, _ b: FixedDecimal, _ c: FixedDecimal, rounding: Rounding = .halfEven
    ) throws(DecimalError) -> FixedDecimal {
        if c.isZero { throw .divisionByZero }
        let negative = (a.isNegative != b.isNegative) != c.isNegative
        guard let result = mulDiv(a, b, c.unitsMagnitude, negative: negative, rounding) else {
            throw .overflow(operation: "\(a) * \(b) / \(c)")
        }
        return result
    }

    /// `|a| * |b| / divisor` in units with the sign asked, or nil where it is out of range.
    private static func mulDiv(
        _ a: FixedDecimal, _ b: FixedDecimal, _ divisor: UInt128, negative: Bool, _ rounding: Rounding
    ) -> FixedDecimal? {
        let product = Wide.multiply(a.unitsMagnitude, b.unitsMagnitude)
        if product.high >= divisor { return nil }
        let (quotient, remainder) = Wide.divide(high: product.high, low: product.low, by: divisor)
        // The largest quotient is all ones, which has no successor; it is far out of range as it is.
        if quotient > UInt128(Int128.max) { return nil }
        let away = rounding.roundsAway(
            quotientIsOdd: quotient & 1 == 1, remainder: remainder, divisor: divisor, negative: negative)
        return FixedDecimal(magnitude: away ? quotient + 1 : quotient, negative: negative)
    }

    /// The whole number at or below the exact quotient, as Lua's `//`: `7 // 2` is 3 and `-7 // 2` is -4.
    public func floorDivided(by other: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if other.isZero { throw .divisionByZero }
        let (quotient, remainder) = unitsMagnitude.quotientAndRemainder(dividingBy: other.unitsMagnitude)
        let negative = isNegative != other.isNegative
        // A quotient of magnitude 2¹²⁷ by a divisor of one unit leaves no remainder, so the sum stays in range.
        let whole = negative && remainder != 0 ? quotient + 1 : quotient
        let (units, overflow) = whole.multipliedReportingOverflow(by: Self.unitsPerOne.magnitude)
        guard !overflow, let result = FixedDecimal(magnitude: units, negative: negative) else {
            throw Self.overflowError(self, "//", other)
        }
        return result
    }

    /// What `floorDivided(by:)` leaves, with the sign of the divisor, as Lua's `%`: `-7 % 3` is 2. Always exact.
    public func modulo(_ other: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if other.isZero { throw .divisionByZero }
        let remainder = unitsMagnitude % other.unitsMagnitude
        let complement = remainder != 0 && isNegative != other.isNegative
        let magnitude = complement ? other.unitsMagnitude - remainder : remainder
        guard let result = FixedDecimal(magnitude: magnitude, negative: other.isNegative) else {
            throw Self.overflowError(self, "%", other)
        }
        return result
    }

    @usableFromInline @inline(never)
    static func overflowError(_ a: FixedDecimal, _ operation: String, _ b: FixedDecimal) -> DecimalError {
        .overflow(operation: "\(a) \(operation) \(b)")
    }
}
