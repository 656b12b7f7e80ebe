import Values

/// Text of a file made fit for a message: short, and without characters that could move a terminal's cursor or change its colours.
enum ShownText {
    /// How much of a cell a message repeats.
    private static let limit = 60

    /// The beginning of a cell.
    static func cell(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.count > limit else { return clean(String(decoding: bytes, as: UTF8.self)) }
        return cut(String(decoding: bytes.prefix(limit * 4), as: UTF8.self))
    }

    /// The beginning of a text.
    static func cut(_ text: String) -> String {
        clean(text.count > limit ? text.prefix(limit) + "…" : text)
    }

    /// The text with control characters replaced.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: SafeText.isUnsafe) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            clean.append(!SafeText.isUnsafe(scalar) ? scalar : scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}")
        }
        return String(clean)
    }

    /// What a name is, in the words of a refusal.
    static let nameRule = "a name has at most \(NameRule.longest) letters, and no line ends, control characters or marks that turn the direction of writing"

    /// Whether a cell may be the name of something new.
    static func isName(_ text: String) -> Bool { NameRule.fault(in: text) == nil }
}
