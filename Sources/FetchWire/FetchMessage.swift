/// What the program and its fetcher tell each other. The number is the asker's own for the request, so that several are under way at once.
public enum FetchMessage: Hashable, Sendable {
    /// To the fetcher: ask this.
    case send(UInt32, HTTPRequest)
    /// To the fetcher: the answer is no longer wanted.
    case cancel(UInt32)
    /// From the fetcher: the answer.
    case answer(UInt32, HTTPResponse)
    /// From the fetcher: there is no answer.
    case failure(UInt32, TransportFailure)

    /// The message as a frame: its length in four bytes, least significant first, then as many bytes.
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

    /// Reads what a frame holds after its length; nil where it holds no message.
    init?(payload: ArraySlice<UInt8>) {
        var reader = PayloadReader(payload)
        guard let kind = reader.byte(), let id = reader.word() else { return nil }
        switch kind {
        case 1:
            guard let url = reader.text(), let headers = reader.headers(), let timeout = reader.number(), let maximum = reader.number() else { return nil }
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
