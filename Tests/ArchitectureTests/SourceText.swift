/// One file of Swift or C, cut into tokens and comments; what stands inside string literals is neither.
///
/// This is no parser. It knows just enough of both languages for the rules of this folder: comments (nested ones too), string
/// literals with their delimiters and interpolations, words, and single symbols.
struct SourceText {
    struct Token: Equatable {
        var text: String
        var line: Int
        /// Position of its first byte in the file.
        var offset: Int
        var isFirstOnLine: Bool
    }

    struct Comment: Equatable {
        var text: String
        var firstLine: Int
        var lastLine: Int
        /// Whether it is written `/// …` or `/** … */`.
        var isDocumentation: Bool
    }

    private(set) var tokens: [Token] = []
    private(set) var comments: [Comment] = []

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lastTokenLine = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        while position < bytes.count { scanOne(recording: true) }
    }

    private func byte(ahead distance: Int = 0) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    /// Consumes one comment, literal, word, symbol or blank.
    private mutating func scanOne(recording: Bool) {
        let here = byte()
        switch here {
        case UInt8(ascii: "/") where byte(ahead: 1) == UInt8(ascii: "/"): scanLineComment()
        case UInt8(ascii: "/") where byte(ahead: 1) == UInt8(ascii: "*"): scanBlockComment()
        case UInt8(ascii: "\""): scanString(hashes: 0)
        case UInt8(ascii: "'"): scanCharacter()
        case UInt8(ascii: "#") where hashesBeforeQuote() > 0: scanString(hashes: hashesBeforeQuote())
        case _ where here.isWordByte: scanWord(recording: recording)
        default:
            if recording, here > UInt8(ascii: " ") { record(String(UnicodeScalar(here)), at: position) }
            advance()
        }
    }

    private mutating func record(_ text: String, at offset: Int) {
        tokens.append(Token(text: text, line: line, offset: offset, isFirstOnLine: line != lastTokenLine))
        lastTokenLine = line
    }

    private mutating func scanWord(recording: Bool) {
        let start = position
        while position < bytes.count, bytes[position].isWordByte { position += 1 }
        if recording { record(text(start..<position), at: start) }
    }

    private mutating func scanLineComment() {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        let words = text(start..<position)
        comments.append(Comment(text: words, firstLine: line, lastLine: line, isDocumentation: words.hasPrefix("///")))
    }

    private mutating func scanBlockComment() {
        let (start, firstLine) = (position, line)
        var depth = 0
        repeat {
            if byte() == UInt8(ascii: "/"), byte(ahead: 1) == UInt8(ascii: "*") {
                depth += 1; position += 2
            } else if byte() == UInt8(ascii: "*"), byte(ahead: 1) == UInt8(ascii: "/") {
                depth -= 1; position += 2
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
        let words = text(start..<min(position, bytes.count))
        comments.append(Comment(text: words, firstLine: firstLine, lastLine: line, isDocumentation: words.hasPrefix("/**")))
    }

    /// The number of `#` before a quote that opens a raw string, or 0 if none is opened here.
    private func hashesBeforeQuote() -> Int {
        var count = 0
        while byte(ahead: count) == UInt8(ascii: "#") { count += 1 }
        return byte(ahead: count) == UInt8(ascii: "\"") ? count : 0
    }

    private mutating func scanString(hashes: Int) {
        position += hashes
        let quotes = byte(ahead: 1) == UInt8(ascii: "\"") && byte(ahead: 2) == UInt8(ascii: "\"") ? 3 : 1
        position += quotes
        while position < bytes.count {
            if byte() == UInt8(ascii: "\\"), isFollowed(by: UInt8(ascii: "#"), times: hashes, from: 1) {
                position += 1 + hashes
                if byte() == UInt8(ascii: "(") { scanInterpolation() } else if position < bytes.count { advance() }
            } else if isFollowed(by: UInt8(ascii: "\""), times: quotes, from: 0),
                isFollowed(by: UInt8(ascii: "#"), times: hashes, from: quotes)
            {
                position += quotes + hashes
                return
            } else if quotes == 1, byte() == UInt8(ascii: "\n") {
                return
            } else {
                advance()
            }
        }
    }

    private func isFollowed(by wanted: UInt8, times: Int, from start: Int) -> Bool {
        (0..<times).allSatisfy { byte(ahead: start + $0) == wanted }
    }

    /// Skips `( … )` within a literal; quotes inside it belong to literals of their own.
    private mutating func scanInterpolation() {
        var depth = 0
        repeat {
            if byte() == UInt8(ascii: "(") { depth += 1 }
            if byte() == UInt8(ascii: ")") { depth -= 1 }
            scanOne(recording: false)
        } while depth > 0 && position < bytes.count
    }

    /// A character constant of C; in Swift an apostrophe stands in comments and literals only.
    private mutating func scanCharacter() {
        position += 1
        while position < bytes.count, byte() != UInt8(ascii: "'"), byte() != UInt8(ascii: "\n") {
            position += byte() == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it can stand in a word of Swift or C; all of a character beyond ASCII can.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }
}
