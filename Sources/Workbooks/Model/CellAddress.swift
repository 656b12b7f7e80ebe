/// Addresses of cells and ranges as formulas write them, and the formulas that are made of them.
public enum CellAddress {
    /// The letters of a column, which is counted from 0: `A`, `Z`, `AA`, up to `XFD`.
    public static func letters(_ column: Int) -> String {
        var rest = column + 1, letters = ""
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }

    /// The name of a sheet as a formula writes it: between quotes, those in it doubled.
    public static func quoted(sheet: String) -> String {
        var text = "'"
        for character in sheet.unicodeScalars {
            if character == "'" { text += "'" }
            text.unicodeScalars.append(character)
        }
        return text + "'"
    }
}

/// The cells of one column from one row to another.
public struct ColumnRange: Hashable, Sendable {
    /// The sheet that it is on; nil for the one that the formula is on.
    public var sheet: String?
    /// The column, counted from 0.
    public var column: Int
    /// The rows, counted from 0; the last is one of them.
    public var rows: ClosedRange<Int>

    /// The cells of a column.
    public init(sheet: String? = nil, column: Int, rows: ClosedRange<Int>) { (self.sheet, self.column, self.rows) = (sheet, column, rows) }

    /// The range as a formula writes it: `D5:D104`, or `'Trades (2)'!$D$5:$D$104` where it stays when the formula is copied.
    public func written(isFixed: Bool = false) -> String {
        let letters = CellAddress.letters(column), mark = isFixed ? "$" : ""
        let cells = "\(mark)\(letters)\(mark)\(rows.lowerBound + 1):\(mark)\(letters)\(mark)\(rows.upperBound + 1)"
        return (sheet.map { CellAddress.quoted(sheet: $0) + "!" } ?? "") + cells
    }

    /// The formula that adds up ranges.
    public static func sum(_ ranges: [ColumnRange]) -> String { "=SUM(" + ranges.map { $0.written() }.joined(separator: ",") + ")" }

    /// The formula that adds up the rows of ranges that have a text in another column, such as the amounts in EUR.
    public static func sum(_ ranges: [ColumnRange], where column: Int, is text: String) -> String {
        let criterion = "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        let parts = ranges.map { range in
            "SUMIF(\(ColumnRange(sheet: range.sheet, column: column, rows: range.rows).written(isFixed: true)),\(criterion),\(range.written()))"
        }
        return "=" + parts.joined(separator: "+")
    }
}
