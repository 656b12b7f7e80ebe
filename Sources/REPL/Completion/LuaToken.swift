import Values

/// A token of Lua source, as far as the shell needs to tell tokens apart.
struct LuaToken: Equatable {
    /// The kind of a token.
    enum Kind: Equatable {
        /// A name or a keyword.
        case name
        /// A number.
        case number
        /// A string in quotes or long brackets.
        case string
        /// A comment.
        case comment
        /// Any other character.
        case sign
    }

    /// The kind.
    var kind: Kind
    /// The text; of a string, what stands between its quotes, with escapes as written.
    var text: String
    /// Its characters in the source, from 0.
    var range: Range<Int>
    /// The quote of a string; nil for long brackets.
    var quote: Character?
    /// Whether the source ends inside this string or comment.
    var isOpen = false
}

/// Cuts Lua source into tokens. It never fails: a character that it does not know is a sign.
struct LuaLexer {
    private let characters: [Character]
    private var position = 0

    /// The tokens of `source`, without white space.
    static func tokens(_ source: String) -> [LuaToken] {
        var lexer = LuaLexer(characters: Array(source))
        var tokens: [LuaToken] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(characters: [Character]) { self.characters = characters }

    private mutating func next() -> LuaToken? {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        guard position < characters.count else { return nil }
        let start = position
        let character = characters[position]
        if character == "-", peek(1) == "-" { return comment() }
        if character == "\"" || character == "'" { return shortString(character) }
        if character == "[", let level = longLevel(at: position) { return long(.string, from: start, level: level) }
        if character.isNameStart { return take(.name) { $0.isNameStart || $0.isDigit } }
        if character.isDigit { return take(.number) { $0.isNameStart || $0.isDigit || $0 == "." } }
        position += 1
        return LuaToken(kind: .sign, text: String(character), range: start..<position)
    }

    private mutating func take(_ kind: LuaToken.Kind, while belongs: (Character) -> Bool) -> LuaToken {
        let start = position
        while position < characters.count, belongs(characters[position]) { position += 1 }
        return LuaToken(kind: kind, text: String(characters[start..<position]), range: start..<position)
    }

    private mutating func comment() -> LuaToken {
        let start = position
        position += 2
        if let level = longLevel(at: position) { return long(.comment, from: start, level: level) }
        while position < characters.count, !characters[position].isNewline { position += 1 }
        let isOpen = position == characters.count
        return LuaToken(kind: .comment, text: String(characters[start..<position]), range: start..<position, isOpen: isOpen)
    }

    private mutating func shortString(_ quote: Character) -> LuaToken {
        let start = position
        position += 1
        while position < characters.count, characters[position] != quote, !characters[position].isNewline {
            if characters[position] == "\\", position + 1 < characters.count {
                position += 1
                if characters[position] == "z" {
                    while let following = peek(1), following.isWhitespace, position + 2 < characters.count { position += 1 }
                }
            }
            position += 1
        }
        let isClosed = peek(0) == quote
        let text = String(characters[(start + 1)..<position])
        if isClosed { position += 1 }
        return LuaToken(kind: .string, text: text, range: start..<position, quote: quote, isOpen: !isClosed)
    }

    /// The number of `=` in a long bracket that opens at `start`; nil if none does.
    private func longLevel(at start: Int) -> Int? {
        guard start < characters.count, characters[start] == "[" else { return nil }
        var end = start + 1
        while end < characters.count, characters[end] == "=" { end += 1 }
        return end < characters.count && characters[end] == "[" ? end - start - 1 : nil
    }

    private mutating func long(_ kind: LuaToken.Kind, from start: Int, level: Int) -> LuaToken {
        let close = Array("]" + String(repeating: "=", count: level) + "]")
        position += level + 2
        let inside = min(position, characters.count)
        while position < characters.count {
            if characters[position] == "]", characters[position...].prefix(close.count).elementsEqual(close) {
                let text = String(characters[inside..<position])
                position += close.count
                return LuaToken(kind: kind, text: text, range: start..<position)
            }
            position += 1
        }
        return LuaToken(kind: kind, text: String(characters[inside...]), range: start..<position, isOpen: true)
    }

    private func peek(_ offset: Int) -> Character? {
        position + offset < characters.count ? characters[position + offset] : nil
    }
}
