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
    /// From `luca-view`, each second until the page is there: the browser that asked for this page has gone. Its page is still waited for, but need be no
    /// real one.
    case unwanted(UInt32)

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
        case .unwanted(let id):
            writer.add(UInt8(8))
            writer.add(id)
        }
    }

    /// Reads a payload.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 1: self = .serve(try reader.short())
        case 2:
            let id = try reader.word(), status = try reader.short(), type = try reader.text(), policy = try reader.text()
            self = .page(id, ViewPage(status: status, contentType: type, securityPolicy: policy, body: try reader.body()))
        case 3: self = .bookChanged(try reader.long())
        case 4: self = .stop
        case 5: self = .serving(try reader.text())
        case 6: self = .failure(try reader.text())
        case 7:
            let id = try reader.word(), path = try reader.text(), prefix = try reader.text(), revision = try reader.long()
            let query = try reader.list { (reader) throws(BrokenMessage) in ViewRequest.Parameter(name: try reader.text(), value: try reader.text()) }
            self = .wanted(id, ViewRequest(path: path, query: query, prefix: prefix, revision: revision))
        case 8: self = .unwanted(try reader.word())
        default: throw BrokenMessage()
        }
    }
}
