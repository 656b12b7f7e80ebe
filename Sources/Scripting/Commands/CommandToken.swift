/// A word of a sentence: what is between spaces, or between quotes.
struct CommandToken: Equatable {
    /// The text without its quotes.
    var text: String
    /// The characters of the line that it covers, quotes included, from 0.
    var range: Range<Int>
    /// Quoted as a whole, so that it is never a keyword.
    var isQuoted = false
    /// The quote was never closed.
    var isOpen = false

    /// Whether it begins with a quote as books print them, “.
    var isTypographicallyQuoted: Bool { !isQuoted && text.first.map(Typography.isQuote) ?? false }

    /// Where it stands, from 1.
    var column: Int { range.lowerBound + 1 }
}

/// Quotes as books print them, and as word processors put them in the place of those of the keyboard.
public enum Typography {
    /// Whether a character is one of them.
    public static func isQuote(_ character: Character) -> Bool { "“”„‟‘’‚‛«»‹›".contains(character) }
    /// What to do about one.
    public static let advice = "write straight quotes: \"…\""
}

/// Cuts a line into words.
///
/// Quotes (`"` or `'`) open at the start of a word or after `=`, so that an apostrophe inside a word is a letter.
/// Within quotes a backslash takes the next character as it is.
struct CommandLexer {
    private let characters: [Character]
    private var position = 0

    /// The words of `line`, with an open quote left to the caller.
    static func tokens(_ line: [Character]) -> [CommandToken] {
        var lexer = CommandLexer(characters: line)
        var tokens: [CommandToken] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(characters: [Character]) { self.characters = characters }

    private mutating func next() -> CommandToken? {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        guard position < characters.count else { return nil }
        let start = position
        if isQuote(characters[position]) {
            let (text, isClosed) = quoted()
            return CommandToken(text: text, range: start..<position, isQuoted: true, isOpen: !isClosed)
        }
        var text = ""
        while position < characters.count, !characters[position].isWhitespace {
            if isQuote(characters[position]), text.last == "=" {
                let (inside, isClosed) = quoted()
                text += inside
                if !isClosed { return CommandToken(text: text, range: start..<position, isOpen: true) }
            } else {
                text.append(characters[position])
                position += 1
            }
        }
        return CommandToken(text: text, range: start..<position)
    }

    private func isQuote(_ character: Character) -> Bool { character == "\"" || character == "'" }

    /// Reads from an opening quote past the closing one, or to the end.
    private mutating func quoted() -> (String, isClosed: Bool) {
        let quote = characters[position]
        position += 1
        var text = ""
        while position < characters.count, characters[position] != quote {
            if characters[position] == "\\", position + 1 < characters.count { position += 1 }
            text.append(characters[position])
            position += 1
        }
        let isClosed = position < characters.count
        if isClosed { position += 1 }
        return (text, isClosed)
    }
}
