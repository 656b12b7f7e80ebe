import Foundation
import Glibc
import Synchronization

/// A real HTTP server on 127.0.0.1, which plays what it was told to: whole answers, slow ones, and ones that break off.
public final class LoopbackServer: Sendable {
    /// What it does with a request of a path, after it has read it.
    public struct Answer: Sendable {
        /// The bytes to send, status line and all; each piece is sent after the pause before it, in seconds.
        public var pieces: [(pause: Double, bytes: [UInt8])]
        /// Whether the connection stays open until the client closes it.
        public var staysOpen = false

        /// An answer as servers give them.
        public static func whole(_ status: Int, _ body: String, headers: [String] = []) -> Answer {
            .bytes(status, Array(body.utf8), headers: headers)
        }

        public static func bytes(_ status: Int, _ body: [UInt8], headers: [String] = []) -> Answer {
            let head = (["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)", "Connection: close"] + headers).joined(separator: "\r\n")
            return Answer(pieces: [(0, Array((head + "\r\n\r\n").utf8) + body)])
        }

        /// Promises more than it sends, and closes.
        public static func cutOff(_ body: String, promised: Int) -> Answer {
            Answer(pieces: [(0, Array("HTTP/1.1 200 OK\r\nContent-Length: \(promised)\r\n\r\n\(body)".utf8))])
        }

        /// Reads the request and says nothing.
        public static let silent = Answer(pieces: [], staysOpen: true)

        /// A byte every so often, for ever as far as a test is concerned.
        public static func dribble(pause: Double) -> Answer {
            Answer(pieces: [(0, Array("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".utf8))] + Array(repeating: (pause, [UInt8(ascii: " ")]), count: 2000))
        }

        /// A head of which a byte comes every so often.
        public static func dribblingHead(pause: Double) -> Answer {
            Answer(pieces: [(0, Array("HTTP/1.1 200 OK\r\nX-Long: ".utf8))] + Array(repeating: (pause, [UInt8(ascii: "x")]), count: 2000))
        }

        /// These bytes and nothing else.
        public static func raw(_ text: String) -> Answer { Answer(pieces: [(0, Array(text.utf8))]) }

        /// What is no HTTP at all.
        public static let garbage = Answer(pieces: [(0, [0, 1, 2, 3, 0xFF, 10, 13, 10])])
    }

    /// A request as it came.
    public struct Request: Sendable {
        public var path: String
        public var query: String
        public var headers: [String: String]
    }

    /// Where it listens.
    public let port: UInt16
    private let listener: Int32
    private let answer: @Sendable (Request) -> Answer
    private let seen = Mutex<[Request]>([])
    private let open = Mutex(0)

    /// A server that asks the closure what to answer.
    public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        struct Failed: Error {}
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 512) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else {
            close(listener)
            throw Failed()
        }
        port = UInt16(bigEndian: address.sin_port)
        self.answer = answer
        Thread.detachNewThread { [weak self] in
            // Nobody else closes it: its number may then mean the listener of another server, whose connections would be taken here.
            defer { close(listener) }
            while let connection = Self.accept(listener) {
                guard let self else {
                    close(connection)
                    return
                }
                open.withLock { $0 += 1 }
                Thread.detachNewThread {
                    self.serve(connection)
                    self.open.withLock { $0 -= 1 }
                }
            }
        }
    }

    /// Answers by path; others are 404.
    public convenience init(paths: [String: Answer]) throws {
        try self.init { paths[$0.path] ?? .whole(404, "no such path") }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Its address.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The requests so far.
    public var requests: [Request] { seen.withLock { $0 } }

    /// The connections that neither side has ended.
    public var connections: Int { open.withLock { $0 } }

    /// The next connection; nil once the listener is shut down.
    private static func accept(_ listener: Int32) -> Int32? {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            if connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                return connection
            }
            if errno == EINVAL || errno == EBADF { return nil }
            // What else there is passes: a connection that has ended before it was taken, no descriptor left for it.
            usleep(1000)
        }
    }

    private func serve(_ connection: Int32) {
        // A program that another test starts may have taken a copy of the descriptor, which would keep the connection alive.
        defer {
            shutdown(connection, Int32(SHUT_RDWR))
            close(connection)
        }
        guard let request = read(connection) else { return }
        seen.withLock { $0.append(request) }
        let answer = answer(request)
        for (pause, bytes) in answer.pieces {
            if pause > 0 { usleep(UInt32(pause * 1e6)) }
            if bytes.withUnsafeBytes({ send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) < bytes.count && !bytes.isEmpty { return }
        }
        var byte: UInt8 = 0
        if answer.staysOpen { while Glibc.read(connection, &byte, 1) > 0 {} }
    }

    private func read(_ connection: Int32) -> Request? {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard Glibc.read(connection, &byte, 1) == 1, head.count < 1 << 16 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        return Request(path: target[0], query: target.count > 1 ? target[1] : "", headers: headers)
    }
}
