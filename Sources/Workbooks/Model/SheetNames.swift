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
            let numbered = Self.cut(name, to: Self.longest - suffix.utf16.count) + suffix
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
        text = trimmed(cut(trimmed(text), to: longest))
        return text.isEmpty || key(text) == "history" ? "Sheet" : text
    }

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
