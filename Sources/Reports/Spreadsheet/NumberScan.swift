import Frames
import Values
import Workbooks

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

    /// Looks at a few decimals.
    init(_ decimals: [FixedDecimal]) { self = decimals.withUnsafeBufferPointer { NumberScan($0) } }

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

    /// The characters that the widest number may take in a format.
    func width(of format: NumberFormat) -> Int {
        switch format {
        case .number(let digits, let isGrouped, _): width(digits: digits, isGrouped: isGrouped)
        // Of a part of one two digits more stand before the point, and the sign stands behind.
        case .percent: wholeDigits + 7
        case .money(let digits, let currency, _): width(digits: digits, isGrouped: true) + 1 + currency.count
        case .text, .whole, .day, .instant, .truth: wholeDigits + (hasNegative ? 1 : 0)
        }
    }

    /// The characters that the widest number may take with so many fractional digits.
    func width(digits: Int, isGrouped: Bool) -> Int {
        wholeDigits + (isGrouped ? (wholeDigits - 1) / 3 : 0) + (digits > 0 ? digits + 1 : 0) + (hasNegative ? 1 : 0)
    }
}

extension NumberFormat {
    /// The format of numbers that are shown in a style, as far as it does not hang on their currencies.
    init(_ style: ColumnStyle, _ scan: NumberScan, isColoured: Bool) {
        switch style {
        case .percent, .share: self = .percent(digits: 2, isColoured: isColoured)
        case .ratio: self = .number(digits: 2, isGrouped: true, isColoured: isColoured)
        case .price: self = .number(digits: min(max(scan.digits, 2), 6), isGrouped: true, isColoured: isColoured)
        case .quantity: self = .number(digits: min(scan.digits, 8), isGrouped: true, isColoured: isColoured)
        case .plain: self = .number(digits: min(scan.digits, 10), isGrouped: false, isColoured: isColoured)
        case .money: self = .number(digits: min(max(scan.digits, 2), 8), isGrouped: true, isColoured: isColoured)
        }
    }
}

extension ColumnStyle {
    /// Whether its numbers are the rounded results of divisions, such as percentages: fifteen digits of them are as good as eighteen. Amounts, prices and units are
    /// kept to the last digit.
    var isRounded: Bool {
        switch self {
        case .percent, .share, .ratio: true
        case .plain, .money, .price, .quantity: false
        }
    }
}
