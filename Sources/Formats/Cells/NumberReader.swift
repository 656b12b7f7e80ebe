import Values

/// A number as a cell gives it: its digits, how many of them are fractional, and the currency written beside it.
struct CellNumber: Equatable {
    /// The digits without the decimal mark, signed.
    var mantissa: Int128
    /// Fractional digits as given, trailing zeros included: 2 for `9.90`; at most 18.
    var digits: Int
    /// The currency that a code or an unmistakable symbol in the cell tells.
    var currency: Currency?
    /// A sign in the cell that several currencies share.
    var sign: CurrencySign?

    init(mantissa: Int128, digits: Int, currency: Currency? = nil, sign: CurrencySign? = nil) {
        self.mantissa = mantissa
        self.digits = digits
        self.currency = currency
        self.sign = sign
    }

    static let zero = CellNumber(mantissa: 0, digits: 0)

    var isZero: Bool { mantissa == 0 }
    var isNegative: Bool { mantissa < 0 }
    var magnitude: CellNumber { CellNumber(mantissa: mantissa < 0 ? -mantissa : mantissa, digits: digits, currency: currency, sign: sign) }

    /// The number itself; it fits, since the reader refuses what does not.
    var decimal: FixedDecimal { FixedDecimal(units: mantissa &* tenToThe(FixedDecimal.scale - digits)) }

    /// Half a unit of the last digit given.
    var tolerance: FixedDecimal { FixedDecimal(units: tenToThe(FixedDecimal.scale - digits) / 2) }

    /// The number divided by ten to a power, as for pence to pounds; nil where that needs more than eighteen fractional digits.
    func shifted(by places: Int) -> CellNumber? {
        guard places > 0, mantissa != 0 else { return self }
        var mantissa = mantissa
        var digits = digits + places
        while digits > FixedDecimal.scale {
            guard mantissa % 10 == 0 else { return nil }
            mantissa /= 10
            digits -= 1
        }
        return CellNumber(mantissa: mantissa, digits: digits, currency: currency, sign: sign)
    }
}

/// Ten to a power from 0 to 38.
func tenToThe(_ exponent: Int) -> Int128 { powersOfTen[exponent] }

private let powersOfTen: [Int128] = {
    var powers: [Int128] = [1]
    for _ in 0..<38 { powers.append(powers[powers.count - 1] * 10) }
    return powers
}()

/// Why a cell cannot be read as the number, date or time that its column holds.
enum CellFault: Error, Equatable {
    /// It holds no number.
    case notANumber
    /// More than eighteen fractional digits that are not zero.
    case tooManyDigits
    /// Outside the range of a decimal.
    case tooLarge
    /// It holds no date.
    case notADate
    /// Three numbers that are no date of the calendar in the file's order, such as 31 February.
    case noSuchDay
    /// It holds no time of day.
    case notATime
}

/// Reads the numbers of a file once its decimal mark is known.
///
/// Read are `1234.5`, `1,234.50`, `1 234.50`, `1'234.50`, `(12.30)` and `12.30-` for negatives, `$12.30`, `12.30 EUR`, `1.5e-8`; with the
/// comma as decimal mark the same with point and comma exchanged. Groups must be of three digits: `12,34` is no number, not 1234.
/// An empty cell, `-`, `--`, `n/a` and `null` are no value.
struct NumberReader {
    let mark: DecimalMark
    private let markByte: UInt8

    init(_ mark: DecimalMark) {
        self.mark = mark
        markByte = mark.byte
    }

    /// The number of a cell, nil where the cell has none.
    @inline(__always)
    func read(_ cell: UnsafeBufferPointer<UInt8>) throws(CellFault) -> CellNumber? {
        let count = cell.count
        guard count > 0 else { return nil }
        if count <= 19, let plain = readPlain(cell) { return plain }
        return try readWithAffixes(cell)
    }

    /// Digits with a sign and a decimal mark at most, the common case; nil for all others.
    @inline(__always)
    private func readPlain(_ cell: UnsafeBufferPointer<UInt8>) -> CellNumber? {
        var index = 0
        let negative = cell[0] == UInt8(ascii: "-")
        if negative { index = 1 }
        var value: Int64 = 0
        var seen = 0
        var markAt = -1
        while index < cell.count {
            let digit = cell[index] &- 0x30
            if digit <= 9 {
                value = value &* 10 &+ Int64(digit)
                seen += 1
            } else if cell[index] == markByte, markAt < 0, seen > 0 {
                markAt = seen
            } else {
                return nil
            }
            index += 1
        }
        guard seen > 0, seen <= 18, markAt < seen else { return nil }
        return CellNumber(mantissa: Int128(negative ? -value : value), digits: markAt < 0 ? 0 : seen - markAt)
    }

    private func readWithAffixes(_ cell: UnsafeBufferPointer<UInt8>) throws(CellFault) -> CellNumber? {
        var affixes = NumberAffixes(cell)
        if affixes.isPlaceholder { return nil }
        affixes.strip()
        guard var number = try readBody(affixes.body) else { throw .notANumber }
        if affixes.isNegative { number.mantissa = -number.mantissa }
        (number.currency, number.sign) = (affixes.currency, affixes.sign)
        return number
    }

    /// Digits, groups, decimal mark and exponent.
    private func readBody(_ body: Slice<UnsafeBufferPointer<UInt8>>) throws(CellFault) -> CellNumber? {
        var scan = NumberScan(mark: mark)
        var index = body.startIndex
        while index < body.endIndex {
            let byte = body[index]
            if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
                guard let exponent = Self.exponent(body[(index + 1)...]) else { return nil }
                return try scan.number(exponent: exponent)
            }
            if let (group, width) = groupMark(body, at: index) {
                guard scan.group(group) else { return nil }
                index += width
                continue
            }
            guard try scan.take(byte) else { return nil }
            index += 1
        }
        return try scan.number(exponent: 0)
    }

    /// The mark between groups of digits that stands at a place: a blank, an apostrophe, or the mark that is not the decimal one.
    private func groupMark(_ body: Slice<UnsafeBufferPointer<UInt8>>, at index: Int) -> (mark: UInt8, width: Int)? {
        let byte = body[index]
        if byte == mark.groupByte { return (byte, 1) }
        if byte == UInt8(ascii: "'") { return (byte, 1) }
        if body[index...].starts(with: typographicApostrophe) { return (UInt8(ascii: "'"), typographicApostrophe.count) }
        let width = NumberAffixes.blankWidth(body, at: index)
        return width > 0 ? (0x20, width) : nil
    }

    private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var digits = text
        var negative = false
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            negative = sign == UInt8(ascii: "-")
            digits = digits.dropFirst()
        }
        guard !digits.isEmpty, digits.count <= 3 else { return nil }
        var value = 0
        for byte in digits {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return negative ? -value : value
    }
}

private let typographicApostrophe = Array("\u{2019}".utf8)

/// The state of reading a number's digits. Groups have one to three digits, then three each, with one kind of mark between them.
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
            // Nobody groups a number below a thousand: 0,125 is an eighth whose mark is another.
            guard run >= 1, run <= 3, mantissa != 0 else { return false }
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
            let (product, overflow) = mantissa.multipliedReportingOverflow(by: tenToThe(-digits))
            guard !overflow else { throw .tooLarge }
            mantissa = product
            digits = 0
        }
        guard !mantissa.multipliedReportingOverflow(by: tenToThe(FixedDecimal.scale - digits)).overflow else { throw .tooLarge }
        return CellNumber(mantissa: mantissa, digits: digits)
    }
}
