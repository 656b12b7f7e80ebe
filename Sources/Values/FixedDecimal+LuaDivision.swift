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
