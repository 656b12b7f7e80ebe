import Values

/// Writes numbers as text straight into memory, for the columns of rows and for what is hashed of them.
package enum DecimalDigits {
    /// The most bytes that a decimal takes: sign, 21 digits, point, 18 digits.
    package static let longestDecimal = 41

    /// Writes an integer in decimal digits; returns the number of bytes, at most 20.
    @inlinable @inline(__always)
    package static func write(_ value: Int64, to target: UnsafeMutableRawPointer) -> Int {
        if value >= 0 { return write(UInt64(value), to: target) }
        target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
        return 1 + write(value.magnitude, to: target + 1)
    }

    /// Writes an integer in decimal digits; returns the number of bytes, at most 20.
    @inlinable @inline(__always)
    package static func write(_ value: UInt64, to target: UnsafeMutableRawPointer) -> Int {
        let count = digitCount(value)
        writeDigits(value, count: count, to: target)
        return count
    }

    /// Writes a decimal as the shortest plain text that is exactly its value; returns the number of bytes.
    package static func write(_ decimal: FixedDecimal, to target: UnsafeMutableRawPointer) -> Int {
        var count = 0
        if decimal.isNegative {
            target.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            count = 1
        }
        let (whole, fraction) = wholeAndFraction(decimal.units.magnitude)
        count += writeWhole(whole, to: target + count)
        if fraction == 0 { return count }
        target.storeBytes(of: UInt8(ascii: "."), toByteOffset: count, as: UInt8.self)
        return count + 1 + writeFraction(fraction, to: target + count + 1)
    }

    /// Writes so many digits of a number, with zeros before it where it has fewer.
    @inlinable @inline(__always)
    package static func writeDigits(_ value: UInt64, count: Int, to target: UnsafeMutableRawPointer) {
        var rest = value
        var place = count - 1
        while place >= 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            target.storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit), toByteOffset: place, as: UInt8.self)
            rest = quotient
            place -= 1
        }
    }

    /// How many digits a number has.
    @inlinable
    package static func digitCount(_ value: UInt64) -> Int {
        var (count, bound) = (1, UInt64(10))
        while value >= bound {
            count += 1
            if count == 20 { break }
            bound *= 10
        }
        return count
    }

    /// The two sides of the point; the 128-bit division is left out where the value has few enough units.
    @inline(__always)
    private static func wholeAndFraction(_ units: UInt128) -> (whole: UInt128, fraction: UInt64) {
        let one = FixedDecimal.unitsPerOne.magnitude
        if let small = UInt64(exactly: units) {
            let (whole, fraction) = small.quotientAndRemainder(dividingBy: UInt64(one))
            return (UInt128(whole), fraction)
        }
        let (whole, fraction) = units.quotientAndRemainder(dividingBy: one)
        return (whole, UInt64(fraction))
    }

    @inline(__always)
    private static func writeWhole(_ whole: UInt128, to target: UnsafeMutableRawPointer) -> Int {
        if let small = UInt64(exactly: whole) { return write(small, to: target) }
        let (high, low) = whole.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        let count = write(UInt64(high), to: target)
        writeDigits(UInt64(low), count: 18, to: target + count)
        return count + 18
    }

    /// Writes the eighteen digits behind the point without the zeros at their end.
    @inline(__always)
    private static func writeFraction(_ fraction: UInt64, to target: UnsafeMutableRawPointer) -> Int {
        var (rest, count) = (fraction, FixedDecimal.scale)
        if rest % 1_000_000_000 == 0 { (rest, count) = (rest / 1_000_000_000, count - 9) }
        if rest % 10_000 == 0 { (rest, count) = (rest / 10_000, count - 4) }
        while rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
        writeDigits(rest, count: count, to: target)
        return count
    }
}
