import Frames
import Values

/// How the name of a column is written over a table that is read by people who never type it.
enum ColumnHeading {
    /// Abbreviations that are written in capitals.
    private static let abbreviations: Set = ["id", "irr", "twr", "isin", "fx", "etf"]

    /// `Market value` for `market_value`; a name that somebody gave, such as that of an account across the top of a pivot, stays as it is.
    static func of(_ schema: ColumnSchema) -> String {
        let name = SafeText.safe(schema.name)
        return schema.isSerial ? name : words(name)
    }

    /// A name as the words it is made of, the first with a capital letter: `Unrealized gain` for `unrealized_gain`.
    static func words(_ name: String) -> String {
        let isOurs = name.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F } && name.utf8.first != 0x5F
        guard isOurs, !name.isEmpty else { return name }
        let words = name.split(separator: "_").map { abbreviations.contains(String($0)) ? $0.uppercased() : String($0) }
        let line = words.joined(separator: " ")
        return line.prefix(1).uppercased() + line.dropFirst()
    }
}

extension Report {
    /// The title of what is known by a name alone: `Income by month` for `income_by_month`. Words that somebody wrote stay as they are, but for the first letter.
    public static func title(ofName name: String) -> String {
        let words = ColumnHeading.words(name)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
