import ViewWire

/// The head of a request, as it was sent.
struct RequestHead {
    /// A header field.
    struct Field {
        let name: String, value: String
    }

    /// The method: GET, HEAD and so on.
    let method: String
    /// The target: path and query, not decoded.
    let target: String
    /// The header fields, in order; a name may come twice.
    let fields: [Field]

    /// The values of a field, whose name is given in lower case.
    func values(_ name: String) -> [String] { fields.filter { $0.name.lowercased() == name }.map(\.value) }
}

/// Path and query of a target, decoded (RFC 3986; in a query "+" is a space, as forms write it).
struct RequestTarget: Equatable {
    let path: String
    let query: [ViewRequest.Parameter]

    /// Nil where a target is none that a browser writes: it does not begin with a slash, a per cent sign is not followed by two digits, or what is decoded is no UTF-8
    /// or has control characters.
    init?(_ target: String) {
        guard target.hasPrefix("/") else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = Self.decode(parts[0], plusIsSpace: false) else { return nil }
        var query: [ViewRequest.Parameter] = []
        for pair in parts.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(sides[0], plusIsSpace: true), let value = Self.decode(sides.count > 1 ? sides[1] : "", plusIsSpace: true) else { return nil }
            query.append(ViewRequest.Parameter(name: name, value: value))
        }
        (self.path, self.query) = (path, query)
    }

    private static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = [], rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
