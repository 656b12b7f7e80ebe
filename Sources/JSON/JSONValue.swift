/// A JSON value with its numbers as they are written, so that no amount passes through a binary float.
public indirect enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// The digits of a number.
    case number(String)
    /// A text, its escapes resolved.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// The members in the order of the document.
    case object([Member])

    /// A name and what it has; of several of one name the last counts.
    public struct Member: Equatable, Sendable {
        /// The name.
        public var key: String
        /// What it has.
        public var value: JSONValue

        /// A member of an object.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The member of a name; nil where there is none, or where it is null. O(members).
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value, value != .null else { return nil }
        return value
    }

    /// The members of an object.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    /// The items of a list.
    public var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    /// The text that it is.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The digits of the number that it is.
    public var digits: String? { if case .number(let digits) = self { digits } else { nil } }

    /// What it is, for messages.
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
    /// A text as JSON writes it.
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
    /// The document as text: on one line, or with each member and item on a line of its own, indented by so many spaces a level.
    ///
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
    /// An object of those members that have something; the others are left out.
    public static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
    }
}
