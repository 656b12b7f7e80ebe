/// A JSON value with its numbers as they are written, so that no amount passes through a binary float.
public indirect enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, by its text in the document: `-12.50`, `1e6`.
    case number(String)
    /// A text, its escapes resolved.
    case string(String)
    /// An array and its items.
    case array([JSONValue])
    /// An object and its members, in the order of the document.
    case object([Member])

    /// One key and its value. If an object repeats a key, the last one wins.
    public struct Member: Equatable, Sendable {
        /// The key.
        public var key: String
        /// The value that stands under the key.
        public var value: JSONValue

        /// A key and its value.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a key; nil where the object has no such key, the value is `null`, or this is no object. O(members).
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value, value != .null else { return nil }
        return value
    }

    /// The members of an object; nil for every other value.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    /// The items of an array; nil for every other value.
    public var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    /// The text of a string; nil for every other value.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// A number as its text in the document; nil for every other value.
    public var digits: String? { if case .number(let digits) = self { digits } else { nil } }

    /// The kind of value with its article, for messages: `a number`, `an object`.
    public var noun: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue {
    /// A text as a JSON string, in quotes and with escapes; characters beyond ASCII stay as they are.
    public static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}

extension JSONValue {
    /// The value as a JSON document: on one line, or with each member and item on a line of its own.
    ///
    /// - Parameter indent: spaces a level; nil for one line.
    /// - Parameter isASCII: whether characters beyond ASCII are written as `\u` escapes, as Python's json module does.
    public func text(indent: Int? = nil, isASCII: Bool = false) -> String {
        var out = ""
        write(to: &out, indent: indent, level: 0, isASCII: isASCII)
        return out
    }

    private func write(to out: inout String, indent: Int?, level: Int, isASCII: Bool) {
        switch self {
        case .null: out += "null"
        case .bool(let truth): out += truth ? "true" : "false"
        case .number(let digits): out += digits
        case .string(let text): out += Self.quoted(text, isASCII: isASCII)
        case .array(let items):
            Self.write(items, "[", "]", to: &out, indent, level) { item, out in
                item.write(to: &out, indent: indent, level: level + 1, isASCII: isASCII)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &out, indent, level) { member, out in
                out += Self.quoted(member.key, isASCII: isASCII) + (indent == nil ? ":" : ": ")
                member.value.write(to: &out, indent: indent, level: level + 1, isASCII: isASCII)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], _ open: String, _ close: String, to out: inout String, _ indent: Int?, _ level: Int, _ write: (Part, inout String) -> Void
    ) {
        out += open
        for (place, part) in parts.enumerated() {
            if place > 0 { out += "," }
            if let indent { out += "\n" + String(repeating: " ", count: indent * (level + 1)) }
            write(part, &out)
        }
        if let indent, !parts.isEmpty { out += "\n" + String(repeating: " ", count: indent * level) }
        out += close
    }

    /// A text as JSON writes it, with characters beyond ASCII as they are or as UTF-16 escapes.
    private static func quoted(_ text: String, isASCII: Bool) -> String {
        let quoted = quoted(text)
        guard isASCII else { return quoted }
        var out = ""
        for unit in quoted.utf16 {
            if unit < 0x80 { out.unicodeScalars.append(Unicode.Scalar(UInt8(unit))) } else { out += escape(unit) }
        }
        return out
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension JSONValue {
    /// An object of the members whose values are not nil.
    public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }
}
