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

    /// The error of an operation that left the range; apart from it, so that the operators stay short.
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

extension FixedDecimal {
    /// The whole number at or below the exact quotient, as Lua's `//`: `7 // 2` is 3 and `-7 // 2` is -4.
    public func floorDivided(by other: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        if other.isZero { throw .divisionByZero }
        let (quotient, remainder) = unitsMagnitude.quotientAndRemainder(dividingBy: other.unitsMagnitude)
        let negative = isNegative != other.isNegative
        // A quotient of all ones has a divisor of one unit and so no remainder.
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
        // Below the divisor's magnitude, and so in range.
        return FixedDecimal(units: Self.units(magnitude: magnitude, negative: other.isNegative))
    }
}

extension FixedDecimal {
    /// The value to a whole power, by repeated squaring; each multiplication rounds half-even at the eighteenth fractional digit,
    /// so the result is exact wherever the exact one has no more digits than that.
    ///
    /// A negative exponent gives the reciprocal; `0 ^ 0` is 1, as in Lua.
    public func power(_ exponent: Int) throws(DecimalError) -> FixedDecimal {
        if exponent >= 0 {
            guard let result = raised(to: exponent.magnitude) else { throw .overflow(operation: "\(self) ^ \(exponent)") }
            return result
        }
        if isZero { throw .divisionByZero }
        // Inverting the smaller of the base and its reciprocal first would lose the digits that the power then magnifies.
        if magnitude >= .one {
            guard let denominator = raised(to: exponent.magnitude) else { return .zero }
            return try .one / denominator
        }
        guard let result = try (.one / self).raised(to: exponent.magnitude) else {
            throw .overflow(operation: "\(self) ^ \(exponent)")
        }
        return result
    }

    /// The power, or nil where it is out of range.
    private func raised(to exponent: UInt) -> FixedDecimal? {
        var (result, square, rest) = (FixedDecimal.one, self, exponent)
        while true {
            if rest & 1 == 1 {
                guard let product = try? result * square else { return nil }
                result = product
            }
            rest >>= 1
            if rest == 0 { return result }
            guard let next = try? square * square else { return nil }
            square = next
        }
    }
}

/// What becomes of the digits that do not fit.
public enum Rounding: String, CaseIterable, Sendable {
    /// To the nearest; from the middle to the even neighbour (banker's rounding): 0.5 → 0, 1.5 → 2, -2.5 → -2.
    case halfEven
    /// To the nearest; from the middle away from zero (commercial rounding): 0.5 → 1, -0.5 → -1.
    case halfUp
    /// Towards zero: 1.9 → 1, -1.9 → -1.
    case down
    /// Away from zero: 1.1 → 2, -1.1 → -2.
    case up
    /// Towards minus infinity: -1.1 → -2.
    case floor
    /// Towards plus infinity: -1.9 → -1.
    case ceiling

    /// Whether a magnitude `quotient + remainder / divisor` becomes `quotient + 1` rather than `quotient`.
    @usableFromInline
    func roundsAway(quotientIsOdd: Bool, remainder: UInt128, divisor: UInt128, negative: Bool) -> Bool {
        if remainder == 0 { return false }
        switch self {
        case .halfEven:
            let rest = divisor - remainder
            return remainder > rest || (remainder == rest && quotientIsOdd)
        case .halfUp: return remainder >= divisor - remainder
        case .down: return false
        case .up: return true
        case .floor: return negative
        case .ceiling: return !negative
        }
    }
}

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
