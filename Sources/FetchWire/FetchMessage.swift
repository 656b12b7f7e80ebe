/// A message between luca and `luca-fetch`. Each has the number that luca gave the request, so that several can be under way at once.
public enum FetchMessage: Hashable, Sendable {
    /// To `luca-fetch`: send this request.
    case send(UInt32, HTTPRequest)
    /// To `luca-fetch`: the answer is no longer wanted.
    case cancel(UInt32)
    /// From `luca-fetch`: the response to the request.
    case answer(UInt32, HTTPResponse)
    /// From `luca-fetch`: why there is no response.
    case failure(UInt32, TransportFailure)

    /// The message as a frame: the length of the payload in four bytes, least significant first, then the payload.
    public var frame: [UInt8] {
        var writer = FrameWriter()
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
        return writer.finish()
    }

    /// Reads the payload of a frame; nil if it is no message, or more than one.
    fileprivate init?(payload: ArraySlice<UInt8>) {
        var reader = PayloadReader(payload)
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
        guard reader.isAtEnd else { return nil }
    }
}

/// Reads messages from bytes that come in pieces of any size.
public struct MessageStream: Sendable {
    /// The bytes are no stream of messages; nothing more can be read from it.
    public struct Broken: Error {}

    /// Bytes of the longest payload that is accepted: more than any response may have.
    public static let longest = 256 << 20

    private var bytes: [UInt8] = []
    private var position = 0

    /// A stream without any bytes yet.
    public init() {}

    /// Takes the next bytes.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if position > 1 << 16 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next message; nil until all of its bytes have come.
    public mutating func next() throws(Broken) -> FetchMessage? {
        let rest = bytes[position...]
        guard rest.count >= 4 else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw Broken() }
        guard rest.count >= 4 + length else { return nil }
        position += 4 + length
        guard let message = FetchMessage(payload: rest.dropFirst(4).prefix(length)) else { throw Broken() }
        return message
    }
}

/// Writes a message as bytes. Texts, bodies and lists are preceded by their length.
private struct FrameWriter {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    mutating func begin(_ kind: UInt8, _ id: UInt32) {
        bytes.append(kind)
        add(id)
    }

    mutating func add(_ value: UInt64) { append(value) }
    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ body: [UInt8]) {
        append(UInt32(clamping: body.count))
        bytes += body
    }

    mutating func add(_ headers: [HTTPHeader]) {
        append(UInt32(clamping: headers.count))
        for header in headers {
            add(header.name)
            add(header.value)
        }
    }

    private mutating func add(_ value: UInt32) { append(value) }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func finish() -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: bytes.count - 4).littleEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }
}

/// Reads the parts of a message; each call returns nil if the bytes end too early.
private struct PayloadReader {
    private var rest: ArraySlice<UInt8>

    init(_ payload: ArraySlice<UInt8>) { rest = payload }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }
    mutating func word() -> UInt32? { integer() }
    mutating func number() -> UInt64? { integer() }

    mutating func bytes() -> ArraySlice<UInt8>? {
        guard let count = word(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    mutating func headers() -> [HTTPHeader]? {
        guard let count = word() else { return nil }
        var headers: [HTTPHeader] = []
        for _ in 0..<count {
            guard let name = text(), let value = text() else { return nil }
            headers.append(HTTPHeader(name: name, value: value))
        }
        return headers
    }

    private mutating func integer<Number: FixedWidthInteger>() -> Number? {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { return nil }
        let value = rest.prefix(width).reversed().reduce(Number(0)) { $0 << 8 | Number($1) }
        rest = rest.dropFirst(width)
        return value
    }
}
