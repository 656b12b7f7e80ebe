import BigInt
import Values

/// What decimals should give, computed by arbitrary integers from another hand.
enum DecimalOracle {
    static let largest = BigInt(2).power(127) - 1
    static let unitsPerOne = BigInt(10).power(18)

    static func big(_ value: FixedDecimal) -> BigInt {
        let magnitude = value.units.magnitude
        let words = [UInt(truncatingIfNeeded: magnitude), UInt(truncatingIfNeeded: magnitude >> 64)]
        return BigInt(sign: value.units < 0 ? .minus : .plus, magnitude: BigUInt(words: words))
    }

    /// The decimal of a count of units, or nil where it is out of range.
    static func decimal(_ units: BigInt) -> FixedDecimal? {
        if units.magnitude > largest.magnitude { return nil }
        let words = units.magnitude.words
        let low = words.first ?? 0
        let high = words.count > 1 ? words[1] : 0
        let magnitude = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
        return FixedDecimal(units: units.sign == .minus ? -magnitude : magnitude)
    }

    /// A fraction rounded to a whole number, by the definition of each rounding.
    static func round(_ numerator: BigInt, over denominator: BigInt, _ rounding: Rounding) -> BigInt {
        let (truncated, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        if remainder == 0 { return truncated }
        let negative = (numerator.sign == .minus) != (denominator.sign == .minus)
        let away = truncated + (negative ? -1 : 1)
        let twice = remainder.magnitude << 1
        switch rounding {
        case .down: return truncated
        case .up: return away
        case .floor: return negative ? away : truncated
        case .ceiling: return negative ? truncated : away
        case .halfUp: return twice >= denominator.magnitude ? away : truncated
        case .halfEven:
            if twice == denominator.magnitude { return truncated.magnitude.words.first.map { $0 & 1 } == 1 ? away : truncated }
            return twice > denominator.magnitude ? away : truncated
        }
    }
}
