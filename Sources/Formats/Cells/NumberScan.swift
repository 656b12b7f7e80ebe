import Values

/// What has been read of a number's digits, with the rule for groups: one to three digits, then threes, one kind of mark.
struct NumberScan {
    private let markByte: UInt8
    private var mantissa: Int128 = 0
    private var fractionDigits = 0
    private var inFraction = false
    private var seen = 0
    /// Digits since the last group mark.
    private var run = 0
    private var groupMark: UInt8?

    init(mark: DecimalMark) {
        markByte = mark.byte
    }

    /// Takes a digit or the decimal mark; false where it has no place.
    mutating func take(_ byte: UInt8) throws(CellFault) -> Bool {
        if byte == markByte {
            guard !inFraction, groupIsWhole else { return false }
            inFraction = true
            return true
        }
        let digit = byte &- 0x30
        guard digit <= 9 else { return false }
        seen += 1
        run += 1
        if inFraction, fractionDigits >= FixedDecimal.scale {
            guard digit == 0 else { throw .tooManyDigits }
            return true
        }
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, overflow2) = product.addingReportingOverflow(Int128(digit))
        guard !overflow, !overflow2 else { throw .tooLarge }
        mantissa = sum
        if inFraction { fractionDigits += 1 }
        return true
    }

    /// Takes a group mark; false where it has no place.
    mutating func group(_ byte: UInt8) -> Bool {
        guard !inFraction else { return false }
        if let groupMark {
            guard groupMark == byte, run == 3 else { return false }
        } else {
            guard run >= 1, run <= 3 else { return false }
            groupMark = byte
        }
        run = 0
        return true
    }

    private var groupIsWhole: Bool { groupMark == nil || run == 3 }

    /// The number read, times ten to a power; nil where the digits end wrongly.
    func number(exponent: Int) throws(CellFault) -> CellNumber? {
        guard seen > 0, inFraction || groupIsWhole else { return nil }
        var mantissa = mantissa
        var digits = fractionDigits - exponent
        guard mantissa != 0 else { return CellNumber(mantissa: 0, digits: min(max(digits, 0), FixedDecimal.scale)) }
        while digits > FixedDecimal.scale {
            guard mantissa % 10 == 0 else { throw .tooManyDigits }
            mantissa /= 10
            digits -= 1
        }
        if digits < 0 {
            guard digits >= -38 else { throw .tooLarge }
            let (product, overflow) = mantissa.multipliedReportingOverflow(by: PowersOfTen.wide(-digits))
            guard !overflow else { throw .tooLarge }
            mantissa = product
            digits = 0
        }
        guard !mantissa.multipliedReportingOverflow(by: PowersOfTen.wide(FixedDecimal.scale - digits)).overflow else { throw .tooLarge }
        return CellNumber(mantissa: mantissa, digits: digits)
    }
}
