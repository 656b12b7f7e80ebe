/// A JSON value with its numbers as they are written, so that no amount passes through a binary float.
indirect enum JSONValue: Equatable {
    case null
    case bool(Bool)
    /// The digits of a number.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the file.
    case object([Member])

    struct Member: Equatable {
        var key: String
        var value: JSONValue
    }

    /// The member of a name; nil where there is none, or where it is null.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value, value != .null else { return nil }
        return value
    }

    var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// What it is, for messages.
    var noun: String {
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
    static func quoted(_ text: String) -> String {
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
