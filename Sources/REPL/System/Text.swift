import Values

extension String {
    /// The text without white space at its end.
    var trimmedAtEnd: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }

    /// The text without white space around it.
    var trimmed: String { String(trimmedAtEnd.drop { $0.isWhitespace }) }

    /// The text without one pair of quotes around it.
    var unquoted: String {
        guard count >= 2, let quote = first, quote == "\"" || quote == "'", last == quote else { return self }
        return String(dropFirst().dropLast())
    }

    /// The text as it may be printed on a terminal: characters that could move the cursor or hide a part of the text are spelt out, `\27`; line
    /// ends and tabs stay.
    var printable: String { SafeText.safe(self, keepingLines: true) }
}

extension Character {
    /// Whether a Lua name can begin with it: an ASCII letter or an underscore.
    var isNameStart: Bool { isASCII && (isLetter || self == "_") }
    /// Whether it is an ASCII digit.
    var isDigit: Bool { isASCII && isNumber }
}
