import FetchWire

/// Puts a response together from the lines of its head and the pieces of its body. Used by the thread of its request only.
struct IncomingResponse {
    /// The lines of a head come as a block, opened by a status line and closed by an empty line.
    private enum Head { case none, open, whole }

    /// A longer body, in bytes after decompression, is refused.
    let maximumBytes: Int
    /// Whether the body was longer than allowed.
    private(set) var isTooLarge = false
    private var head = Head.none
    private var fields: [HTTPHeader] = []
    private var body: [UInt8] = []

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Whether anything has come.
    var hasBegun: Bool { head != .none }

    /// Whether the head is complete; without that there is no response, even if the server closed the connection properly.
    var hasWholeHead: Bool { head == .whole }

    /// Takes a line of the head, with or without its line end.
    mutating func take(line: some Collection<UInt8>) {
        let isFolded = line.first.map(Self.isBlank) ?? false
        let line = Self.trimmed(line)
        if head != .open {
            // A status line opens a new head, as after an interim response (1xx). Other lines here are trailers and not part of the head.
            guard line.starts(with: "HTTP/".utf8) else { return }
            (head, fields, body) = (.open, [], [])
        } else if line.isEmpty {
            head = .whole
        } else if isFolded, !fields.isEmpty {
            // A line that continues the one before (RFC 9112, 5.2).
            fields[fields.count - 1].value += " " + String(decoding: line, as: UTF8.self)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: Self.trimmed(line[..<colon]), as: UTF8.self).lowercased()
            fields.append(HTTPHeader(name: name, value: String(decoding: Self.trimmed(line[line.index(after: colon)...]), as: UTF8.self)))
        }
    }

    /// Takes a piece of the body; false if the body gets too long.
    mutating func take(body piece: some Collection<UInt8>) -> Bool {
        isTooLarge = piece.count > maximumBytes - body.count
        if isTooLarge { body = [] } else { body.append(contentsOf: piece) }
        return !isTooLarge
    }

    /// The response, its fields by name; the values of several fields of one name are joined by commas (RFC 9110, 5.3).
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
