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

    /// Reads a payload; nil if it is no message.
    public init?(from reader: inout MessageReader) {
        guard let kind = reader.byte(), let id = reader.word() else { return nil }
        switch kind {
        case 1:
            guard let url = reader.text(), let headers = reader.headers(), let timeout = reader.number(), let maximum = reader.number()
            else { return nil }
            self = .send(id, HTTPRequest(url: url, headers: headers, timeout: Double(timeout) / 1000, maximumBytes: Int(clamping: maximum)))
        case 2: self = .cancel(id)
        case 3:
            guard let status = reader.number(), let headers = reader.headers(), let body = reader.bytes() else { return nil }
            self = .answer(id, HTTPResponse(status: Int(clamping: status), headers: headers, body: Array(body)))
        case 4:
            guard let kind = reader.text().flatMap(TransportFailure.Kind.init), let message = reader.text() else { return nil }
            self = .failure(id, TransportFailure(kind, message))
        default: return nil
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
    fileprivate mutating func headers() -> [HTTPHeader]? {
        guard let count = word() else { return nil }
        var headers: [HTTPHeader] = []
        for _ in 0..<count {
            guard let name = text(), let value = text() else { return nil }
            headers.append(HTTPHeader(name: name, value: value))
        }
        return headers
    }
}
