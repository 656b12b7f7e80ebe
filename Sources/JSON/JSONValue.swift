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
