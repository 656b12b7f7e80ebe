extension FixedDecimal: CustomStringConvertible {
    /// The shortest text that is exactly the value: `182.3`, `-0.05`, `1000`.
    public var description: String { description(minimumDigits: 0) }

    /// The exact value with at least so many fractional digits: `182.30` with two. More are written where the value has them.
    public func description(minimumDigits: Int) -> String {
        DecimalText(magnitude: unitsMagnitude, negative: isNegative).text(
            digits: min(max(minimumDigits, 0), Self.scale), keepingFurther: true, grouping: false)
    }

    /// The value for display: rounded to exactly so many fractional digits (0 to 18), with a comma between thousands if asked.
    ///
    /// What rounds to zero has no sign.
    public func formatted(digits: Int, grouping: Bool, rounding: Rounding = .halfEven) -> String {
        let digits = min(max(digits, 0), Self.scale)
        // At no fewer than 0 digits the largest value rounds within 128 bits.
        let magnitude = digits == Self.scale ? unitsMagnitude : roundedMagnitude(to: digits, rounding) ?? unitsMagnitude
        return DecimalText(magnitude: magnitude, negative: isNegative && magnitude != 0).text(
            digits: digits, keepingFurther: false, grouping: grouping)
    }
}

/// Writes a decimal from its last digit to its first.
private struct DecimalText {
    let magnitude: UInt128
    let negative: Bool

    func text(digits: Int, keepingFurther: Bool, grouping: Bool) -> String {
        let (whole, fraction) = magnitude.quotientAndRemainder(dividingBy: FixedDecimal.unitsPerOne.magnitude)
        var reversed: [UInt8] = []
        reversed.reserveCapacity(48)
        appendFraction(UInt64(truncatingIfNeeded: fraction), digits, keepingFurther, to: &reversed)
        appendWhole(whole, grouping, to: &reversed)
        if negative { reversed.append(UInt8(ascii: "-")) }
        return String(decoding: reversed.reversed(), as: UTF8.self)
    }

    private func appendFraction(_ fraction: UInt64, _ digits: Int, _ keepingFurther: Bool, to reversed: inout [UInt8]) {
        var (rest, place) = (fraction, FixedDecimal.scale)
        while place > digits, !keepingFurther || rest % 10 == 0 {
            rest /= 10
            place -= 1
        }
        if place == 0 { return }
        while place > 0 {
            reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            place -= 1
        }
        reversed.append(UInt8(ascii: "."))
    }

    private func appendWhole(_ whole: UInt128, _ grouping: Bool, to reversed: inout [UInt8]) {
        var (rest, count) = (whole, 0)
        repeat {
            if grouping && count > 0 && count % 3 == 0 { reversed.append(UInt8(ascii: ",")) }
            reversed.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
            count += 1
        } while rest != 0
    }
}
