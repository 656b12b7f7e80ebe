public import Messages

/// A message between luca, which renders pages, and `luca-view`, which serves them.
public enum ViewMessage: Message, Hashable {
    /// To `luca-view`, once and first: serve at this port of the loopback interface; 0 lets the system choose one.
    case serve(UInt16)
    /// To `luca-view`: the page that was asked for under this number.
    case page(UInt32, ViewPage)
    /// To `luca-view`: the book has changed for the so manieth time; browsers are to ask again.
    case bookChanged(UInt64)
    /// To `luca-view`: end.
    case stop
    /// From `luca-view`: it serves, and this is the address to open.
    case serving(String)
    /// From `luca-view`: it cannot serve, as the sentence says; it ends.
    case failure(String)
    /// From `luca-view`: a browser asks for this page. No further one is asked for until it is there.
    case wanted(UInt32, ViewRequest)

    /// Bytes of the longest payload: a page of the longest body, and what is said of it.
    public static let longestPayload = ViewPage.longestBody + 1 << 16

    /// Writes the kind, and what belongs to it.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .serve(let port):
            writer.add(UInt8(1))
            writer.add(port)
        case .page(let id, let page):
            writer.add(UInt8(2))
            writer.add(id)
            writer.add(page.status)
            writer.add(page.contentType)
            writer.add(page.securityPolicy)
            writer.add(page.body)
        case .bookChanged(let revision):
            writer.add(UInt8(3))
            writer.add(revision)
        case .stop: writer.add(UInt8(4))
        case .serving(let address):
            writer.add(UInt8(5))
            writer.add(address)
        case .failure(let sentence):
            writer.add(UInt8(6))
            writer.add(sentence)
        case .wanted(let id, let request):
            writer.add(UInt8(7))
            writer.add(id)
            writer.add(request.path)
            writer.add(request.prefix)
            writer.add(request.revision)
            writer.add(UInt32(clamping: request.query.count))
            for parameter in request.query {
                writer.add(parameter.name)
                writer.add(parameter.value)
            }
        }
    }

    /// Reads a payload; nil if it is no message.
    public init?(from reader: inout MessageReader) {
        switch reader.byte() {
        case 1:
            guard let port = reader.short() else { return nil }
            self = .serve(port)
        case 2:
            guard let id = reader.word(), let status = reader.short(), let type = reader.text(), let policy = reader.text(), let body = reader.bytes() else { return nil }
            self = .page(id, ViewPage(status: status, contentType: type, securityPolicy: policy, body: Array(body)))
        case 3:
            guard let revision = reader.number() else { return nil }
            self = .bookChanged(revision)
        case 4: self = .stop
        case 5:
            guard let address = reader.text() else { return nil }
            self = .serving(address)
        case 6:
            guard let sentence = reader.text() else { return nil }
            self = .failure(sentence)
        case 7:
            guard let id = reader.word(), let path = reader.text(), let prefix = reader.text(), let revision = reader.number(), let query = reader.parameters() else {
                return nil
            }
            self = .wanted(id, ViewRequest(path: path, query: query, prefix: prefix, revision: revision))
        case nil, .some: return nil
        }
    }
}

extension MessageReader {
    fileprivate mutating func parameters() -> [ViewRequest.Parameter]? {
        guard let count = word() else { return nil }
        var parameters: [ViewRequest.Parameter] = []
        for _ in 0..<count {
            guard let name = text(), let value = text() else { return nil }
            parameters.append(ViewRequest.Parameter(name: name, value: value))
        }
        return parameters
    }
}
