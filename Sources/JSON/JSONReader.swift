/// Reads one JSON document from UTF-8 (RFC 8259); a byte order mark may stand before it.
///
/// Foundation's readers turn numbers into binary floats before anybody can look at their digits; this one keeps them as text.
public struct JSONReader {
    /// What is wrong with a document, and at which byte.
    public struct Fault: Error, CustomStringConvertible {
        /// What is wrong, in words.
        public let message: String
        /// The place of the byte, counted from 0; the length of the document where it ends too early.
        public let position: Int

        /// What is wrong, and where.
        public var description: String { "\(message), at byte \(position)" }
    }

    /// The most arrays and objects within one another.
    private static let deepest = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private var takesNUL = true

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads a whole document; nothing but white space may follow it. O(n).
    ///
    /// - Parameter takesNUL: whether a string may hold the character NUL, `\u0000`, which no text file can hold.
    public static func read(_ bytes: UnsafeBufferPointer<UInt8>, takesNUL: Bool = true) throws(Fault) -> JSONValue {
        var reader = JSONReader(bytes)
        reader.takesNUL = takesNUL
        return try reader.document()
    }

    /// Reads a whole document; nothing but white space may follow it. O(n).
    public static func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
        let result: Result<JSONValue, Fault> = bytes.withUnsafeBufferPointer { buffer in
            do throws(Fault) { return .success(try read(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private mutating func document() throws(Fault) -> JSONValue {
        let value = try value()
        skipBlanks()
        if position < bytes.count { throw fault("something follows the end") }
        return value
    }

    private mutating func value() throws(Fault) -> JSONValue {
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("it ends too early")
        default: return .number(try number())
        }
    }

    private mutating func object() throws(Fault) -> JSONValue {
        var members: [JSONValue.Member] = []
        try list(until: "}") { reader throws(Fault) in
            guard reader.peek == UInt8(ascii: "\"") else { throw reader.fault("a name in quotes is wanted") }
            let name = try reader.string()
            reader.skipBlanks()
            guard reader.take(":") else { throw reader.fault("a colon is wanted") }
            members.append(JSONValue.Member(key: name, value: try reader.value()))
        }
        return .object(members)
    }

    private mutating func array() throws(Fault) -> JSONValue {
        var items: [JSONValue] = []
        try list(until: "]") { reader throws(Fault) in items.append(try reader.value()) }
        return .array(items)
    }

    /// Reads what stands between brackets, element by element, with commas between.
    private mutating func list(until end: Unicode.Scalar, _ element: (inout JSONReader) throws(Fault) -> Void) throws(Fault) {
        position += 1
        depth += 1
        if depth > Self.deepest { throw fault("it is nested more than \(Self.deepest) deep") }
        defer { depth -= 1 }
        skipBlanks()
        if take(end) { return }
        repeat {
            skipBlanks()
            try element(&self)
            skipBlanks()
        } while take(",")
        guard take(end) else { throw fault("a comma or \(end) is wanted") }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("a value is wanted") }
        position += word.utf8.count
        return value
    }

    // MARK: numbers

    private mutating func number() throws(Fault) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    private mutating func digits() throws(Fault) {
        let start = position
        while let byte = peek, byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") { position += 1 }
        if position == start { throw fault("a value is wanted") }
    }

    // MARK: texts

    private mutating func string() throws(Fault) -> String {
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        // Hardly any text has an escape in it.
        if peek == UInt8(ascii: "\"") {
            defer { position += 1 }
            return try text(UnsafeBufferPointer(rebasing: bytes[start..<position]), from: start)
        }
        var text = Array(bytes[start..<position])
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try self.text(text, from: start)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape().utf8)
            case 0..<0x20: throw fault("a text holds a control character")
            default: text.append(byte)
            }
        }
        throw fault("a text is never closed")
    }

    /// A text of these bytes. Nothing is put in the place of what is no UTF-8: it would be taken for what the file says.
    private func text(_ bytes: some Collection<UInt8>, from start: Int) throws(Fault) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw Fault(message: "a text holds bytes that are no UTF-8", position: start)
    }

    private mutating func escape() throws(Fault) -> String {
        defer { position += 1 }
        switch peek {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(decoding: try units(), as: UTF16.self)
        default: throw fault("a backslash stands before something it cannot")
        }
    }

    /// One or two units of UTF-16; stays on the last digit.
    private mutating func units() throws(Fault) -> [UInt16] {
        let first = try unit()
        if first == 0, !takesNUL { throw fault("a text holds the character NUL, \\u0000, which no program can read as text") }
        if !UTF16.isSurrogate(first) { return [first] }
        guard UTF16.isLeadSurrogate(first), bytes[(position + 1)...].starts(with: "\\u".utf8) else { throw halfCharacter() }
        position += 2
        let second = try unit()
        guard UTF16.isTrailSurrogate(second) else { throw halfCharacter() }
        return [first, second]
    }

    private func halfCharacter() -> Fault { fault("\\u stands for half of a character, whose other half is missing") }

    private mutating func unit() throws(Fault) -> UInt16 {
        let digits = bytes[min(position + 1, bytes.count)...].prefix(4)
        guard digits.count == 4, let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw fault("\\u needs four hexadecimal digits")
        }
        position += 4
        return value
    }

    // MARK: bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(_ message: String) -> Fault { Fault(message: message, position: position) }
}
