public import Values

/// A cell of a table.
public enum SheetCell: Hashable, Sendable {
    /// No value: unknown, never zero.
    case blank
    /// A number, which is finite.
    case number(Double)
    /// A text, whatever it begins with; never a formula.
    case text(String)
    /// A date.
    case day(Day)
    /// A moment.
    case instant(Instant)
    /// Yes or no.
    case truth(Bool)
}

extension Day {
    /// Days since 1899-12-30, by which spreadsheets count from 1900-03-01 on; the days before that one are counted from a day later, as their calendar has
    /// a 29th of February 1900. Nil before 1900, where they have no dates.
    public var serialNumber: Int? {
        let days = Int(number) + 25_569
        if days > 60 { return days }
        return days > 1 ? days - 1 : nil
    }
}

/// Texts as the file of a workbook can hold them.
public enum CellText {
    /// The most that a cell holds, as UTF-16 counts.
    public static let longest = 32_767

    /// The text as it is written to the file, and whether it had to be cut.
    ///
    /// Characters that XML has no place for are written `_x0007_`, as Excel does, and so that a text which looks like that comes back as it was, its first
    /// line is written `_x005F_`.
    public static func escaped(_ text: String) -> (text: String, isCut: Bool) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            bytes.count <= longest && bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "_") && $0 != 0x7F && $0 != 0xEF || $0 == 0x0A || $0 == 0x09 }
        }
        if isPlain { return (text, false) }
        var result = "", room = longest
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let next = written(scalar, at: place, of: scalars)
            room -= next.utf16.count
            if room < 0 { return (result, true) }
            result += next
        }
        return (result, false)
    }

    private static func written(_ scalar: Unicode.Scalar, at place: Int, of scalars: [Unicode.Scalar]) -> String {
        switch scalar.value {
        case _ where isControl(scalar): return "_x" + hexadecimal(scalar.value) + "_"
        case 0xFFFE, 0xFFFF: return "\u{FFFD}"
        case 0x5F where looksEscaped(scalars[place...]): return "_x005F_"
        default: return String(scalar)
        }
    }

    /// Whether what begins here looks like an escape: `_x`, four hexadecimal digits and `_`, or a character that is written with that at its front.
    private static func looksEscaped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let next = Array(scalars.prefix(7))
        return next.count == 7 && (next[1] == "x" || next[1] == "X") && next[2...5].allSatisfy(\.properties.isASCIIHexDigit) && (next[6] == "_" || isControl(next[6]))
    }

    /// Whether XML has no place for it; tabs and line ends it has.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 && scalar != "\t" && scalar != "\n" }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

/// How the values of a column are shown in a spreadsheet; they are kept in full whatever the format.
public enum NumberFormat: Hashable, Sendable {
    /// Text, and whatever a program shows as it stands.
    case text
    /// Whole numbers without marks between thousands: identifiers, counts, years.
    case whole
    /// Numbers with so many fractional digits, from 0 to 18; with commas between thousands, and above zero green and below red, where asked.
    case number(digits: Int, isGrouped: Bool, isColoured: Bool)
    /// Parts of one with so many fractional digits of the percentage: 0.125 is shown as 12.50%.
    case percent(digits: Int, isColoured: Bool)
    /// An amount of a currency with so many fractional digits, and the currency behind it: 1,234.50 USD.
    case money(digits: Int, currency: String, isColoured: Bool)
    /// Dates as 2014-03-05.
    case day
    /// Moments of UTC as 2014-03-05 09:30:00.
    case instant
    /// TRUE or FALSE.
    case truth

    /// The format in the notation of Excel, which is the same in every locale.
    public var code: String {
        switch self {
        case .text, .truth: "General"
        case .whole: "0"
        case .number(let digits, let isGrouped, let isColoured): Self.coloured((isGrouped ? "#,##0" : "0") + Self.fraction(digits), isColoured)
        case .percent(let digits, let isColoured): Self.coloured("0" + Self.fraction(digits) + "%", isColoured)
        case .money(let digits, let currency, let isColoured):
            Self.coloured("#,##0" + Self.fraction(digits) + " \"" + currency.filter { $0 != "\"" } + "\"", isColoured)
        case .day: "yyyy\\-mm\\-dd"
        case .instant: "yyyy\\-mm\\-dd\\ hh:mm:ss"
        }
    }

    /// Whether what it shows stands to the right of its column.
    public var isNumeric: Bool {
        switch self {
        case .whole, .number, .percent, .money: true
        case .text, .day, .instant, .truth: false
        }
    }

    /// Green above zero, red below, and nought as text is. The colour has a number of the palette, which every locale reads.
    private static func coloured(_ code: String, _ isColoured: Bool) -> String {
        isColoured ? "[Color10]\(code);[Red]-\(code);\(code)" : code
    }

    private static func fraction(_ digits: Int) -> String {
        let digits = min(max(digits, 0), 18)
        return digits == 0 ? "" : "." + String(repeating: "0", count: digits)
    }
}
