import FetchWire

/// An answer as it comes, line by line of its head and piece by piece of its body. It belongs to the thread of its request.
struct IncomingAnswer {
    /// The head's lines come in blocks, each opened by a line of status and closed by an empty one.
    private enum Head { case none, open, whole }

    /// Bytes of body, after decoding, above which no more is taken.
    let maximumBytes: Int
    /// Whether the body was longer than that.
    private(set) var isTooLarge = false
    private var head = Head.none
    private var fields: [HTTPHeader] = []
    private var body: [UInt8] = []

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Whether anything has come.
    var hasBegun: Bool { head != .none }

    /// Whether the head has come to its end: before, there is no answer, even if its sender has closed the connection in good order.
    var hasWholeHead: Bool { head == .whole }

    /// Takes a line of the head, with or without its end.
    mutating func take(line: some Collection<UInt8>) {
        let isFolded = line.first.map(Self.isBlank) ?? false
        let line = Self.trimmed(line)
        if head != .open {
            // What comes behind the body is no part of the head. After an answer that is none yet (1xx) the next one begins.
            guard line.starts(with: "HTTP/".utf8) else { return }
            (head, fields, body) = (.open, [], [])
        } else if line.isEmpty {
            head = .whole
        } else if isFolded, !fields.isEmpty {
            // A line that goes on with the one before (RFC 9112, 5.2).
            fields[fields.count - 1].value += " " + String(decoding: line, as: UTF8.self)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self).lowercased()
            fields.append(HTTPHeader(name: name, value: String(decoding: Self.trimmed(line[line.index(after: colon)...]), as: UTF8.self)))
        }
    }

    /// Takes a piece of the body; false where that is more than it may be.
    mutating func take(body piece: some Collection<UInt8>) -> Bool {
        isTooLarge = piece.count > maximumBytes - body.count
        if isTooLarge { body = [] } else { body.append(contentsOf: piece) }
        return !isTooLarge
    }

    /// The answer with its fields in order of their names; of several of one name the values stand behind one another (RFC 9110, 5.3).
    func response(status: Int) -> HTTPResponse {
        var values: [String: String] = [:]
        for field in fields { values[field.name] = values[field.name].map { "\($0), \(field.value)" } ?? field.value }
        let headers = values.map { HTTPHeader(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> [UInt8] {
        let isSpace = { (byte: UInt8) in isBlank(byte) || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") }
        var rest = Array(bytes.drop(while: isSpace))
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
