import CMicrohttpd
import Glibc
import ViewWire

/// The server: GNU libmicrohttpd on one thread, which waits for nobody. A request for a page is suspended until luca has rendered it.
final class HTTPServer: Sendable {
    /// As many connections are open at once; more wait until they are accepted.
    static let mostConnections: UInt32 = 64
    /// Seconds after which a connection is closed on which nothing moves.
    private static let silence: UInt32 = 10
    /// Bytes of memory for a connection, of which the head of a request may take half.
    private static let memory = 32 << 10

    private let gatekeeper: Gatekeeper
    private let pages: PageQueue
    private let streams: EventStreams
    private let deadlines = ConnectionDeadlines()

    init(gatekeeper: Gatekeeper, pages: PageQueue, streams: EventStreams) {
        (self.gatekeeper, self.pages, self.streams) = (gatekeeper, pages, streams)
    }

    /// Serves the connections of a socket that listens, until the process ends. False if that cannot be.
    func start(listener: Int32) -> Bool {
        // The callbacks use this object as long as the process lasts.
        let context = Unmanaged.passRetained(self).toOpaque()
        let daemon = cmicrohttpd_start(
            listener, Self.mostConnections, Self.silence, Self.memory, context,
            { _, target, connection in
                guard let connection else { return nil }
                let exchange = Exchange(target: target.map { String(cString: $0) } ?? "", connection: Connection(pointer: connection))
                return Unmanaged.passRetained(exchange).toOpaque()
            },
            { context, connection, _, method, _, _, uploaded, request in
                guard let connection, let method, let exchange = request?.pointee.map({ Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }) else { return .NO }
                // No body is read: a request that announces one was refused.
                uploaded?.pointee = 0
                return server(context).answer(exchange, Connection(pointer: connection), method: String(cString: method))
            },
            { context, connection, request, _ in
                if let connection { server(context).deadlines.set(Connection(pointer: connection).descriptor, .head) }
                if let exchange = request?.pointee { Unmanaged<Exchange>.fromOpaque(exchange).release() }
                request?.pointee = nil
            },
            { context, connection, _, notice in
                guard let connection else { return }
                let deadlines = server(context).deadlines, descriptor = Connection(pointer: connection).descriptor
                if cmicrohttpd_is_opened(notice) { deadlines.open(descriptor) } else { deadlines.close(descriptor) }
            })
        return daemon != nil
    }

    /// What is due from time to time. To be called about once a second.
    func tick() {
        streams.tick()
        deadlines.sweep()
    }

    /// Called when the head of a request is there, once more after it was judged, and once more when its page has come.
    private func answer(_ exchange: Exchange, _ connection: Connection, method: String) -> MHD_Result {
        switch exchange.phase {
        case .begun:
            deadlines.set(connection.descriptor, nil)
            let verdict = gatekeeper.judge(head(of: connection, method, exchange.target))
            if case .answer(let answer) = verdict { return queue(answer, connection) }
            exchange.phase = .judged(verdict)
            return .YES
        case .judged(.answer(let answer)): return queue(answer, connection)
        case .judged(.events(let since)):
            let events = ViewPage(contentType: "text/event-stream", body: [])
            if method == "HEAD" { return queue(Answer(events), connection) }
            let stream = StreamReader(streams: streams, id: streams.open(connection, since: since))
            return queue(Answer(events), connection, stream: stream)
        case .judged(.page(let target)):
            pages.add(exchange, target)
            return .YES
        case .waiting: return queue(Answer(exchange.page ?? .sentence("There is no page.", status: 500)), connection)
        }
    }

    private func head(of connection: Connection, _ method: String, _ target: String) -> RequestHead {
        var fields: [RequestHead.Field] = []
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values(
                connection.pointer, .HEADER_KIND,
                { context, _, name, value in
                    guard let name else { return .YES }
                    let field = RequestHead.Field(name: String(cString: name), value: value.map { String(cString: $0) } ?? "")
                    context?.assumingMemoryBound(to: [RequestHead.Field].self).pointee.append(field)
                    return .YES
                }, fields)
        }
        return RequestHead(method: method, target: target, fields: fields)
    }

    /// Hands an answer to libmicrohttpd, which sends it, without its body if the method is HEAD. An answer whose fields cannot be sent is not sent without them.
    private func queue(_ answer: Answer, _ connection: Connection, stream: StreamReader? = nil) -> MHD_Result {
        deadlines.set(connection.descriptor, stream == nil ? .page : nil)
        let response = stream.map { $0.response() } ?? answer.body.withUnsafeBytes { cmicrohttpd_bytes($0.baseAddress, $0.count) }
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        for field in answer.fields where MHD_add_response_header(response, field.name, field.value) != .YES {
            if answer.status == 500 { return .NO }
            return queue(Answer(.sentence("luca has told something of the page that cannot be sent.", status: 500)), connection)
        }
        return MHD_queue_response(connection.pointer, UInt32(answer.status), response)
    }
}

/// The server that a callback is handed.
private func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
    // It is what `start` has handed over.
    Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
}

/// Hands the bytes of a stream of events to libmicrohttpd.
private final class StreamReader {
    let streams: EventStreams
    let id: Int

    init(streams: EventStreams, id: Int) { (self.streams, self.id) = (streams, id) }

    /// A response that goes on until the stream ends; it keeps this object.
    func response() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        let response = cmicrohttpd_stream(
            { context, _, buffer, room in
                guard let context, let buffer else { return cmicrohttpd_end() }
                let reader = Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
                guard let bytes = reader.streams.next(reader.id, room: room) else { return cmicrohttpd_end() }
                bytes.withUnsafeBytes { bytes in
                    if let first = bytes.baseAddress { memcpy(buffer, first, bytes.count) }
                }
                return bytes.count
            },
            context.toOpaque(),
            { context in
                guard let context else { return }
                let reader = Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue()
                reader.streams.close(reader.id)
            })
        if response == nil { context.release() }
        return response
    }
}

/// A socket that listens on the loopback interface, at an address that no other machine reaches.
struct Listener {
    /// Why there is none: a sentence without a full stop at its end.
    struct Refused: Error {
        let sentence: String
    }

    let descriptor: Int32
    /// The port that it listens at.
    let port: UInt16

    /// Listens at a port of 127.0.0.1; 0 lets the system choose one.
    init(port: UInt16) throws(Refused) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Self.refusal(port, errno) }
        // A port whose last connections have not quite ended can be used again; one that another program listens at cannot.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0 && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isBound else {
            let reason = errno
            close(descriptor)
            throw Self.refusal(port, reason)
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }

    private static func refusal(_ port: UInt16, _ reason: Int32) -> Refused {
        switch reason {
        case EADDRINUSE: Refused(sentence: "port \(port) is in use by another program: name another one, or none and the system chooses one")
        case EACCES: Refused(sentence: "port \(port) is kept for the system: name one from 1024 on, or none and the system chooses one")
        default: Refused(sentence: "port \(port) of this machine cannot be served: \(String(cString: strerror(reason)))")
        }
    }
}
