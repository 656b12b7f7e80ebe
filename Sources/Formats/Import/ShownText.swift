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
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isControl(scalar) ? (scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}") : scalar) }
        return String(clean)
    }

    /// Whether a cell may name an account or an instrument.
    static func isName(_ text: String) -> Bool {
        text.utf8.count <= 200 && !text.unicodeScalars.contains(where: isControl)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Marks that turn the direction of writing can make a text read as another one.
        case .format: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }
}
