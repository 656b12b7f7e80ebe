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
    var decimal: FixedDecimal { FixedDecimal(units: mantissa &* PowersOfTen.wide(FixedDecimal.scale - digits)) }

    /// Half a unit of the last digit given.
    var tolerance: FixedDecimal { FixedDecimal(units: PowersOfTen.wide(FixedDecimal.scale - digits) / 2) }

    /// The number divided by ten to a power, as minor units of a currency ask for; nil past eighteen fractional digits.
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

/// Powers of ten as integers.
enum PowersOfTen {
    private static let table: [Int128] = {
        var powers: [Int128] = [1]
        for _ in 0..<38 { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()

    /// Ten to a power from 0 to 38.
    static func wide(_ exponent: Int) -> Int128 { table[exponent] }
}

/// Why the text of a cell is no value of its column's kind.
enum CellFault: Error, Equatable {
    case notANumber
    /// More than eighteen fractional digits that are not zero.
    case tooManyDigits
    /// Outside the range of a decimal.
    case tooLarge
    case notADate
    /// Three numbers that are no date of the calendar in the file's order, such as 31 February.
    case noSuchDay
    case notATime
}
