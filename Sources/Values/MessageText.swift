/// A text in double quotes, as messages show what somebody wrote. Quotes within it stay as they are.
public func quoted(_ text: some StringProtocol) -> String { "\"\(text)\"" }

/// A text for a message, cut behind 48 characters.
public func clipped(_ text: some StringProtocol) -> String {
    let longest = 48
    return text.count <= longest ? String(text) : "\(text.prefix(longest))…"
}

/// A noun with its indefinite article: `a sell`, `an interest`, `a unit`.
public func article(_ noun: some StringProtocol) -> String {
    let word = noun.lowercased()
    // Written with a vowel, spoken with a consonant.
    let isSpokenWithConsonant = ["euro", "one", "unit", "use"].contains(where: word.hasPrefix)
    return word.first.map { "aeiou".contains($0) && !isSpokenWithConsonant } == true ? "an \(noun)" : "a \(noun)"
}

extension StringProtocol {
    /// Whether it is a name as Lua has them: letters of ASCII, digits and `_`, with no digit in the first place.
    public var isIdentifier: Bool { first?.isNameStart == true && allSatisfy { $0.isNameStart || $0.isDigit } }

    /// The text without the white space at both ends. O(white space).
    public var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }

    /// The text without the white space at its end. O(white space).
    public var trimmedAtEnd: SubSequence { lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? self[startIndex..<startIndex] }
}

extension Substring {
    /// The same, for what nearly every caller has: the first call of the general one looks types up, which takes a hundredth of a start.
    public var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return self[startIndex..<startIndex] }
        return self[first...last]
    }
}

extension String {
    /// The text without the white space at both ends. O(white space).
    public var trimmed: Substring { self[...].trimmed }

    /// Whether the bytes of a text stand in it. The library's own search builds tables first, which take longer than most texts take to go through.
    public func hasBytes(of part: StaticString) -> Bool {
        let part = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
        var text = self
        return text.withUTF8 { text in
            text.count >= part.count && (0...text.count - part.count).contains { start in text[start] == part[0] && text[start..<start + part.count].elementsEqual(part) }
        }
    }
}

extension Character {
    /// Whether a name of Lua can begin with it: a letter of ASCII or an underscore.
    public var isNameStart: Bool { isASCII && (isLetter || self == "_") }
    /// Whether it is a digit of ASCII.
    public var isDigit: Bool { isASCII && isNumber }
}

/// Text made safe to show on a terminal.
public enum SafeText {
    /// Whether a character could move the cursor, end the line or hide what a text says by turning the direction of writing.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// A character as Lua and people write it: a line end as `\n`, an escape as `\27`, others as `\u{202e}`.
    public static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where scalar.value < 0x80: "\\\(scalar.value)"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// The beginning of a cell of a file, for a message: at most sixty characters, and none that would move the cursor.
    public static func beginning(of text: String) -> String {
        let limit = 60
        return cleaned(text.count > limit ? text.prefix(limit) + "…" : text)
    }

    /// The text with blanks in the place of line ends and tabs, and a sign for each other character that would move the cursor.
    public static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            clean.append(!isUnsafe(scalar) ? scalar : scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}")
        }
        return String(clean)
    }

    /// The line, counted from 1, with the first bytes that are no UTF-8; nil where all are.
    public static func lineOfBadBytes(in bytes: [UInt8]) -> Int? {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
    }

    /// A path or a name as a shell takes it, in quotes where it needs them: for commands that a message proposes.
    public static func shellWord(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "/._-+,:@%=".utf8.contains(byte)
                }
            }
        return isPlain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// The text with every such character spelt out; of a text of several lines, line ends and tabs may stay.
    public static func safe(_ text: String, keepingLines: Bool = false) -> String {
        func isShown(_ scalar: Unicode.Scalar) -> Bool { !isUnsafe(scalar) || keepingLines && (scalar == "\n" || scalar == "\t") }
        if isPlain(text, keepingLines: keepingLines) || text.unicodeScalars.allSatisfy(isShown) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isShown(scalar) { result.append(scalar) } else { result.append(contentsOf: spelt(scalar).unicodeScalars) }
        }
        return String(result)
    }

    /// Whether the bytes of a text alone tell that all of it is shown: false of some texts that are. It looks at 64 bytes at a time, since a text may be one of
    /// hundreds of megabytes.
    private static func isPlain(_ text: String, keepingLines: Bool) -> Bool {
        let width = 64
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            var start = 0
            while start + width <= bytes.count {
                let block = UnsafeRawPointer(bytes.baseAddress! + start).loadUnaligned(as: SIMD64<UInt8>.self)
                let lines = (block .== 0x0A) .| (block .== 0x09)
                let low = keepingLines ? (block .< 0x20) .& .!lines : block .< 0x20
                // The first bytes of the characters that are not shown: of 0x80 to 0x9F, of U+061C, of those from U+2000 on.
                if any(low .| (block .== 0x7F) .| (block .== 0xC2) .| (block .== 0xD8) .| (block .== 0xE2)) { return false }
                start += width
            }
            return bytes[start...].allSatisfy { $0 >= 0x20 && $0 < 0x7F || keepingLines && ($0 == 0x0A || $0 == 0x09) }
        } ?? false
    }
}
