import Frames
import Values

/// What the numbers of a column have in common, as their format and the width of the column need it. One sweep over them.
struct NumberScan {
    /// The most fractional digits that one of them has.
    private(set) var digits = 0
    /// Whether a spreadsheet, which keeps fifteen significant digits, would lose some.
    private(set) var needsExactText = false
    /// The most digits before the point.
    private(set) var wholeDigits = 1
    /// Whether one is below zero.
    private(set) var hasNegative = false

    /// 10⁰ to 10³⁸.
    private static let powers: [UInt128] = (0..<38).reduce(into: [1]) { powers, _ in powers.append(powers[powers.count - 1] * 10) }
    /// The significant digits that spreadsheets keep.
    private static let keptDigits = 15

    /// Looks at decimals.
    init(_ decimals: UnsafeBufferPointer<FixedDecimal>) {
        var largest: UInt128 = 0, factor = Self.powers[FixedDecimal.scale], limit = Self.powers[FixedDecimal.scale + Self.keptDigits]
        for decimal in decimals where decimal != .absent {
            let units = decimal.units.magnitude
            hasNegative = hasNegative || decimal.units < 0
            largest = max(largest, units)
            while units % factor != 0 {
                digits += 1
                factor = Self.powers[FixedDecimal.scale - digits]
                limit = Self.powers[FixedDecimal.scale - digits + Self.keptDigits]
            }
            if units >= limit && !needsExactText { needsExactText = Self.hasMoreDigits(units) }
        }
        wholeDigits = Self.count(largest / Self.powers[FixedDecimal.scale])
    }

    /// Looks at whole numbers.
    init(_ ints: UnsafeBufferPointer<Int64>) {
        var largest: UInt64 = 0
        for value in ints where value != Missing.int {
            hasNegative = hasNegative || value < 0
            largest = max(largest, value.magnitude)
            if value.magnitude >= 1_000_000_000_000_000 && !needsExactText { needsExactText = Self.hasMoreDigits(UInt128(value.magnitude)) }
        }
        wholeDigits = Self.count(UInt128(largest))
    }

    /// Whether the digits from the first to the last that is not zero are more than are kept.
    private static func hasMoreDigits(_ units: UInt128) -> Bool {
        var rest = units
        while rest != 0 && rest % 10 == 0 { rest /= 10 }
        return rest >= powers[keptDigits]
    }

    private static func count(_ whole: UInt128) -> Int { max(powers.firstIndex { $0 > whole } ?? 39, 1) }

    /// The characters that the widest number may take with so many fractional digits.
    func width(digits: Int, isGrouped: Bool) -> Int {
        wholeDigits + (isGrouped ? (wholeDigits - 1) / 3 : 0) + (digits > 0 ? digits + 1 : 0) + (hasNegative ? 1 : 0)
    }
}
