/// Reads one JSON document from UTF-8, strictly as RFC 8259 has it.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private static let deepest = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The document; nothing but blanks may follow it.
    mutating func document() throws(ImportIssue) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard position == bytes.count else { throw fault("something follows the end of the document") }
        return value
    }

    private mutating func value() throws(ImportIssue) -> JSONValue {
        skipBlanks()
        guard let byte = peek else { throw fault("the document ends too early", hint: "it may have been cut off when it was copied") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { reader throws(ImportIssue) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(ImportIssue) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(_ body: (inout JSONReader) throws(ImportIssue) -> JSONValue) throws(ImportIssue) -> JSONValue {
        depth += 1
        guard depth <= Self.deepest else { throw fault("it is nested more than \(Self.deepest) deep") }
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(ImportIssue) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        skipBlanks()
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes is wanted here") }
            let key = try string()
            skipBlanks()
            guard take(":") else { throw fault("a colon is wanted after \"\(key)\"") }
            members.append(JSONValue.Member(key: key, value: try value()))
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { throw fault("a comma or } is wanted here") }
        }
    }

    private mutating func array() throws(ImportIssue) -> JSONValue {
        position += 1
        var items: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array([]) }
        while true {
            items.append(try value())
            skipBlanks()
            if take("]") { return .array(items) }
            guard take(",") else { throw fault("a comma or ] is wanted here") }
        }
    }

    // MARK: texts

    private mutating func string() throws(ImportIssue) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape().utf8)
            case 0..<0x20: throw fault("a text holds a control character that is not escaped")
            default: text.append(byte)
            }
        }
        throw fault("a text is never closed")
    }

    private mutating func escape() throws(ImportIssue) -> String {
        guard let byte = peek else { throw fault("a text is never closed") }
        position += 1
        let plain: [UInt8: String] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}",
            UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let text = plain[byte] { return text }
        guard byte == UInt8(ascii: "u") else { throw fault("a backslash stands before something it cannot") }
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try unit()) }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func unit() throws(ImportIssue) -> UInt16 {
        guard position + 4 <= bytes.count, let value = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16) else {
            throw fault("\\u needs four hexadecimal digits")
        }
        position += 4
        return value
    }

    // MARK: words and numbers

    private mutating func word(_ word: String, _ value: JSONValue) throws(ImportIssue) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw fault("\(word) is wanted here") }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(ImportIssue) -> JSONValue {
        let start = position
        while let byte = peek, isDigit(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard text.contains(where: \.isNumber), text.first != "+", text.first != "." else { throw fault("a value is wanted here") }
        return .number(text)
    }

    // MARK: bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == lineFeed || byte == carriageReturn { position += 1 }
    }

    private func fault(_ message: String, hint: String = "") -> ImportIssue {
        let before = bytes[..<min(position, bytes.count)]
        let line = 1 + before.count { $0 == lineFeed }
        let column = position - (before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0) + 1
        return ImportIssue(.badJSON, line: line, message: "it is no JSON: \(message), at column \(column)", hint: hint)
    }
}
