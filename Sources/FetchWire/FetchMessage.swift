public import Messages

/// A message between luca and `luca-fetch`. Each has the number that luca gave the request, so that several can be under way at once.
public enum FetchMessage: Message, Hashable {
    /// To `luca-fetch`: send this request.
    case send(UInt32, HTTPRequest)
    /// To `luca-fetch`: the answer is no longer wanted.
    case cancel(UInt32)
    /// From `luca-fetch`: the response to the request.
    case answer(UInt32, HTTPResponse)
    /// From `luca-fetch`: why there is no response.
    case failure(UInt32, TransportFailure)

    /// Bytes of the longest payload: more than any response may have.
    public static let longestPayload = 256 << 20

    /// Writes the kind, the number of the request, and what belongs to it.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .send(let id, let request):
            writer.begin(1, id)
            writer.add(request.url)
            writer.add(request.headers)
            writer.add(UInt64(clamping: Int64((min(max(request.timeout, 0), 86_400) * 1000).rounded())))
            writer.add(UInt64(clamping: request.maximumBytes))
            writer.add(UInt8(clamping: request.redirections))
            writer.add(UInt8(request.isPublicOnly ? 1 : 0))
        case .cancel(let id):
            writer.begin(2, id)
        case .answer(let id, let response):
            writer.begin(3, id)
            writer.add(UInt64(clamping: response.status))
            writer.add(response.headers)
            writer.add(response.body)
        case .failure(let id, let failure):
            writer.begin(4, id)
            writer.add(failure.kind.rawValue)
            writer.add(failure.message)
        }
    }

    /// Reads a payload.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        let kind = try reader.byte(), id = try reader.word()
        switch kind {
        case 1:
            let url = try reader.text(), headers = try reader.headers(), timeout = Double(try reader.long()) / 1000
            let maximum = Int(clamping: try reader.long()), redirections = Int(try reader.byte()), isPublicOnly = try reader.flag()
            self = .send(
                id, HTTPRequest(url: url, headers: headers, timeout: timeout, maximumBytes: maximum, redirections: redirections, isPublicOnly: isPublicOnly))
        case 2: self = .cancel(id)
        case 3: self = .answer(id, HTTPResponse(status: Int(clamping: try reader.long()), headers: try reader.headers(), body: try reader.body()))
        case 4:
            guard let kind = TransportFailure.Kind(rawValue: try reader.text()) else { throw BrokenMessage() }
            self = .failure(id, TransportFailure(kind, try reader.text()))
        default: throw BrokenMessage()
        }
    }
}

extension MessageWriter {
    fileprivate mutating func begin(_ kind: UInt8, _ id: UInt32) {
        add(kind)
        add(id)
    }

    fileprivate mutating func add(_ headers: [HTTPHeader]) {
        add(UInt32(clamping: headers.count))
        for header in headers {
            add(header.name)
            add(header.value)
        }
    }
}

extension MessageReader {
    fileprivate mutating func headers() throws(BrokenMessage) -> [HTTPHeader] {
        try list { (reader) throws(BrokenMessage) in HTTPHeader(name: try reader.text(), value: try reader.text()) }
    }
}
