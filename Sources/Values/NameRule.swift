/// What an account, an instrument, a plan and whatever else a book defines may be called: the one rule for every way in.
///
/// A name stands in messages, in tables and on the screens of other people. One that holds an escape can steer a terminal, one that turns
/// the direction of writing reads as another one, and one with a blank at its end cannot be told from the one without.
public enum NameRule {
    /// How long a name may be, in Unicode scalars, which is what Lua's `utf8.len` counts.
    public static let longest = 200

    /// What can be wrong with a name.
    public enum Fault: Hashable, Sendable {
        /// More than `longest`.
        case tooLong(Int)
        /// A character that moves the cursor, ends the line or turns the direction of writing.
        case control(Unicode.Scalar)
        /// A blank as the first or the last character.
        case outerBlank
    }

    /// What is wrong with a name; nil where nothing is, and for an empty one, which means that there is none.
    public static func fault(in name: String) -> Fault? {
        if name.utf8.count <= longest, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return nil }
        if let scalar = name.unicodeScalars.first(where: SafeText.isUnsafe) { return .control(scalar) }
        if let first = name.unicodeScalars.first, let last = name.unicodeScalars.last, isBlank(first) || isBlank(last) { return .outerBlank }
        let count = name.unicodeScalars.count
        return count > longest ? .tooLong(count) : nil
    }

    /// White space, and the characters that take no room at all and so are seen by nobody.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
    }
}

extension NameRule.Fault: CustomStringConvertible {
    /// What is wrong, as the end of a sentence that begins with what is named.
    public var description: String {
        switch self {
        case .tooLong(let count): "has \(count) characters, and \(NameRule.longest) are the most"
        case .control(let scalar): "holds the character \(SafeText.spelt(scalar)), which ends a line, steers a terminal or turns the direction of writing"
        case .outerBlank: "begins or ends with a blank"
        }
    }
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

    /// The line, counted from 1, with the first bytes that are no UTF-8; nil where all are.
    public static func lineOfBadBytes(in bytes: [UInt8]) -> Int? {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
    }

    /// A path or a name as a shell takes it, in quotes where it needs them: for commands that a message proposes.
    public static func shellWord(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { byte in
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
        if text.unicodeScalars.allSatisfy(isShown) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isShown(scalar) { result.append(scalar) } else { result.append(contentsOf: spelt(scalar).unicodeScalars) }
        }
        return String(result)
    }
}
