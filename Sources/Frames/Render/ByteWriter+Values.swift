import Values

extension ByteWriter {
    /// A decimal in its shortest exact form, with at least so many fractional digits.
    mutating func append(decimal value: FixedDecimal, minimumDigits: Int = 0) {
        if value.isNegative { append(UInt8(ascii: "-")) }
        let (whole, fraction) = Self.split(value.units.magnitude)
        append(whole: whole)
        append(fraction: fraction, minimumDigits: minimumDigits)
    }

    /// The whole part and the units of the fraction. Nearly all decimals have a whole part of 64 bits, which the hardware divides.
    @inline(__always)
    private static func split(_ magnitude: UInt128) -> (whole: UInt128, fraction: UInt64) {
        let one: UInt64 = 1_000_000_000_000_000_000
        let high = UInt64(truncatingIfNeeded: magnitude >> 64), low = UInt64(truncatingIfNeeded: magnitude)
        if high == 0 { return (UInt128(low / one), low % one) }
        if high < one {
            let (quotient, remainder) = one.dividingFullWidth((high, low))
            return (UInt128(quotient), remainder)
        }
        let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: UInt128(one))
        return (quotient, UInt64(remainder))
    }

    private mutating func append(whole: UInt128) {
        if whole <= UInt128(UInt64.max) {
            append(magnitude: UInt64(truncatingIfNeeded: whole))
        } else {
            append(String(whole))
        }
    }

    @inline(__always)
    private mutating func append(fraction: UInt64, minimumDigits: Int) {
        if fraction == 0 && minimumDigits == 0 { return }
        var rest = fraction, digits = FixedDecimal.scale
        // Most fractions are short, so that nine zeros at the end go at once.
        if digits - 9 >= minimumDigits && rest % 1_000_000_000 == 0 {
            rest /= 1_000_000_000
            digits -= 9
        }
        while digits > minimumDigits && rest % 10 == 0 {
            rest /= 10
            digits -= 1
        }
        append(UInt8(ascii: "."))
        append(magnitude: rest, digits: digits)
    }

    /// A date as ISO 8601 writes it.
    mutating func append(day number: Int32) {
        let (year, month, day) = Day(number: number).civil
        guard (0...9999).contains(year) else { return append(Day(number: number).description) }
        append(magnitude: UInt64(year), digits: 4)
        append(UInt8(ascii: "-"))
        append(magnitude: UInt64(month), digits: 2)
        append(UInt8(ascii: "-"))
        append(magnitude: UInt64(day), digits: 2)
    }

    /// A moment as ISO 8601 writes it, in UTC, with three fractional digits, or six where it needs them.
    mutating func append(instant microseconds: Int64) {
        let moment = Instant(microseconds: microseconds)
        let time = UInt64(moment.microsecondsOfDay)
        append(day: moment.day.number)
        append(UInt8(ascii: "T"))
        append(magnitude: time / 3_600_000_000, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time / 60_000_000 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        append(magnitude: time / 1_000_000 % 60, digits: 2)
        append(UInt8(ascii: "."))
        let fraction = time % 1_000_000
        if fraction % 1000 == 0 { append(magnitude: fraction / 1000, digits: 3) } else { append(magnitude: fraction, digits: 6) }
        append(UInt8(ascii: "Z"))
    }
}
