import Foundation
import Glibc
import Synchronization

/// Stands between a client and a PostgreSQL server, counts the messages of protocol 3 that go either way, and plays faults of a network at one of them.
///
/// Whoever connects to the socket in its folder reaches the server. A message is a type of one byte, its length and its body; the first of a client, which
/// opens the connection, has no type.
public final class PostgresProxy: Sendable {
    /// Who sends a message.
    public enum Side: CaseIterable, Sendable {
        case client, server
    }

    /// What happens at a message.
    public enum Fault: Sendable {
        /// It does not arrive, and both sides see the connection end.
        case cut
        /// It arrives, and both sides see the connection end behind it.
        case cutBehind
        /// It arrives, and both sides see the connection end at what the other side says next, which does not arrive: by then it has done what it was told.
        case cutAnswered
        /// It does not arrive, and nothing does any more, while neither side is told.
        case freeze
    }

    private struct State {
        var counts: [Side: Int] = [:]
        var armed: (fault: Fault, side: Side, number: Int, isRefusing: Bool)?
        var isRefusing = false, isClosed = false
        var hasStruck = false
        var links: [Link] = []
    }

    /// The folder of its socket.
    public let folder: String
    private let target: String
    private let listener: Int32
    private let state = Mutex(State())

    /// Begins to listen.
    ///
    /// - Parameter server: the folder of the server's socket.
    public init(to server: String) throws {
        var template = Array("/tmp/luca-px-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PostgresServer.Problem(description: "no folder for a proxy") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        target = server + "/.s.PGSQL.5432"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        guard Self.withAddress(folder + "/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw PostgresServer.Problem(description: "no socket for a proxy: \(errno)")
        }
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                if client < 0 { return }
                // A program that a test starts must not hold it open.
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                guard let self else {
                    close(client)
                    return
                }
                self.take(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        for link in state.withLock({ $0.links }) { link.end() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    // MARK: What the test asks

    /// Counts from nought, and has something happen at the message of a number, from 1, of those that a side sends; once.
    ///
    /// - Parameter isRefusing: whether it takes no connections from then on.
    public func arm(_ fault: Fault?, at number: Int = 0, from side: Side = .client, isRefusing: Bool = false) {
        state.withLock {
            ($0.counts, $0.hasStruck) = ([:], false)
            $0.armed = fault.map { ($0, side, number, isRefusing) }
        }
    }

    /// How many messages a side has sent since `arm`.
    public func count(from side: Side) -> Int { state.withLock { $0.counts[side] ?? 0 } }

    /// Whether the fault has happened.
    public var hasStruck: Bool { state.withLock(\.hasStruck) }

    /// Whether new connections end at once, as if nobody listened.
    public var isRefusing: Bool {
        get { state.withLock(\.isRefusing) }
        set { state.withLock { $0.isRefusing = newValue } }
    }

    /// Ends all connections.
    public func cutAll() { for link in state.withLock({ $0.links }) { link.end() } }

    /// The address of a database behind it.
    public func url(database: String, user: String, query: String = "") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)&port=5432" + (query.isEmpty ? "" : "&" + query)
    }

    // MARK: Connections

    private func take(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard !isRefusing, Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let link = Link(client: client, server: server)
        state.withLock {
            $0.links.removeAll(where: \.isOver)
            $0.links.append(link)
        }
        for side in Side.allCases {
            Thread.detachNewThread { [weak self] in
                link.carry(from: side) { self?.fault(from: side) }
            }
        }
    }

    /// Counts a message, and tells what is to happen at it.
    private func fault(from side: Side) -> Fault? {
        state.withLock {
            $0.counts[side, default: 0] += 1
            guard let armed = $0.armed, armed.side == side, armed.number == $0.counts[side] else { return nil }
            ($0.armed, $0.hasStruck) = (nil, true)
            if armed.isRefusing { $0.isRefusing = true }
            return armed.fault
        }
    }

    private static func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

/// A connection through the proxy; its sockets are closed when both of its threads are done.
private final class Link: Sendable {
    private let client: Int32, server: Int32
    private let isFrozen = Atomic(false), endsAtAnswer = Atomic(false), ended = Atomic(false)

    init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

    deinit {
        close(client)
        close(server)
    }

    var isOver: Bool { ended.load(ordering: .acquiring) }

    func end() {
        ended.store(true, ordering: .releasing)
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }

    /// Carries what a side sends to the other, message by message, until one of them ends.
    func carry(from side: PostgresProxy.Side, _ fault: () -> PostgresProxy.Fault?) {
        let (source, target) = side == .client ? (client, server) : (server, client)
        var waiting: [UInt8] = [], hasType = side == .server
        var piece = [UInt8](repeating: 0, count: 65_536)
        while !isOver {
            let count = read(source, &piece, piece.count)
            // Of a network that is frozen nobody hears that the other side has ended.
            if isFrozen.load(ordering: .acquiring) { return waitForEnd() }
            if count <= 0 || endsAtAnswer.load(ordering: .acquiring) { return end() }
            waiting.append(contentsOf: piece[..<count])
            while let size = Self.size(of: waiting, hasType: hasType), waiting.count >= size {
                let fault = fault()
                if fault == .freeze { isFrozen.store(true, ordering: .releasing) }
                if isFrozen.load(ordering: .acquiring) { return waitForEnd() }
                if fault == .cutAnswered { endsAtAnswer.store(true, ordering: .releasing) }
                // What answers it is not to get through before the end does.
                if fault == .cutBehind { isFrozen.store(true, ordering: .releasing) }
                if fault == .cut || !Self.send(waiting[..<size], to: target) || fault == .cutBehind { return end() }
                waiting.removeFirst(size)
                hasType = true
            }
        }
    }

    private func waitForEnd() { while !isOver { usleep(10_000) } }

    /// How many bytes the first message has; nil where that is not known yet.
    private static func size(of bytes: [UInt8], hasType: Bool) -> Int? {
        let start = hasType ? 1 : 0
        guard bytes.count >= start + 4 else { return nil }
        return start + bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(target, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count <= 0 { return false }
                sent += count
            }
            return true
        }
    }
}
