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
        case .day: "yyyy\\-mm\\-dd"
        case .instant: "yyyy\\-mm\\-dd\\ hh:mm:ss"
        }
    }

    /// Whether what it shows stands to the right of its column.
    public var isNumeric: Bool {
        switch self {
        case .whole, .number, .percent: true
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
