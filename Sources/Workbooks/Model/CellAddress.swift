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

/// Names of sheets as Excel takes them: 1 to 31 characters, none of `[ ] : * ? / \`, no apostrophe at the ends, and no two alike but for case.
public struct SheetNames: Sendable {
    /// The most characters of a name, as UTF-16 counts them.
    public static let longest = 31

    private var taken: Set<String> = []

    /// No names yet.
    public init() {}

    /// A name that is allowed and not yet taken, as near to the wanted one as it can be: a second `Trades` is `Trades (2)`.
    public mutating func add(_ wanted: String) -> String {
        let name = Self.allowed(wanted)
        if taken.insert(Self.key(name)).inserted { return name }
        var count = 2
        while true {
            let suffix = " (\(count))"
            let numbered = Self.shortened(name, to: Self.longest - suffix.utf16.count) + suffix
            if taken.insert(Self.key(numbered)).inserted { return numbered }
            count += 1
        }
    }

    /// What Excel compares names by.
    private static func key(_ name: String) -> String { name.lowercased() }

    /// The name without what Excel refuses; `Sheet` where nothing remains, and where it is a word that Excel keeps for itself.
    private static func allowed(_ wanted: String) -> String {
        var text = ""
        for scalar in wanted.unicodeScalars {
            let isSpace = scalar.value < 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace || scalar.properties.isNoncharacterCodePoint
            text.unicodeScalars.append(isSpace ? " " : "[]:*?/\\".unicodeScalars.contains(scalar) ? "-" : scalar)
        }
        text = shortened(trimmed(text), to: longest)
        return text.isEmpty || key(text) == "history" ? "Sheet" : text
    }

    /// The words of a name that fit; a part of a word where too little would be left without it. What is left ends with no comma and no word that leads to a next one.
    private static func shortened(_ name: String, to limit: Int) -> String {
        let short = cut(name, to: limit)
        guard short.count < name.count else { return trimmed(short) }
        var words = short.split(separator: " ", omittingEmptySubsequences: false)
        if name.dropFirst(short.count).first != " ", words.dropLast().joined(separator: " ").count >= limit / 2 { words.removeLast() }
        while words.count > 1, let last = words.last, leading.contains(last.lowercased()) { words.removeLast() }
        let text = trimmed(words.joined(separator: " "))
        return text.last.map { ",;:".contains($0) } ?? false ? String(text.dropLast()) : text
    }

    /// Words that no name ends with.
    private static let leading: Set = ["a", "all", "an", "and", "as", "at", "by", "for", "from", "if", "in", "of", "on", "or", "since", "the", "this", "to", "with"]

    /// Without blanks and apostrophes at the ends.
    private static func trimmed(_ text: String) -> String {
        let isEdge: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "'" }
        let scalars = text.unicodeScalars.drop(while: isEdge)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: isEdge).reversed()))
    }

    /// The first characters that fit, none cut in two.
    private static func cut(_ text: String, to limit: Int) -> String {
        var result = "", count = 0
        for character in text {
            count += String(character).utf16.count
            if count > limit { break }
            result.append(character)
        }
        // One character may be longer than the name.
        guard result.isEmpty, !text.isEmpty else { return result }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit / 2)))
    }
}
