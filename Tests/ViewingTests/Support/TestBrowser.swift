import Foundation
import Glibc

/// What a server answered.
struct TestAnswer {
    let status: Int
    /// By names in lower case.
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Reads all that a connection sent; nil where that is no answer.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n"), words = lines[0].split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let sides = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if sides.count == 2 { fields[sides[0].lowercased()] = sides[1] }
        }
        (self.status, self.fields, body) = (status, fields, Array(bytes[(end + 4)...]))
    }
}

/// A connection to a server of this machine, on which a test sends what it wants.
final class TestConnection {
    struct Failed: Error {
        let what: String
    }

    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        // Whatever goes wrong, a test ends.
        var patience = timeval(tv_sec: 100, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        if code != 0 { throw Failed(what: "no connection: \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends as much of the text as the server takes.
    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Tells the server that nothing more will be sent.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// All that comes until the server closes the connection.
    func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = readSome() { bytes += more }
        return bytes
    }

    /// All that comes until a text is among it.
    func read(until text: String) throws -> String {
        var read = ""
        while !read.contains(text) {
            guard let more = readSome() else { throw Failed(what: "the server has closed the connection after: \(read)") }
            read += String(decoding: more, as: UTF8.self)
        }
        return read
    }

    private func readSome() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? buffer[..<count] : nil
    }
}

/// The address that luca view announces, taken apart.
struct TestAddress {
    let port: UInt16
    /// "/KEY/"
    let prefix: String

    init?(_ address: String) {
        guard let match = address.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)(\/[0-9a-f]{48}\/)/), let port = UInt16(match.1) else { return nil }
        (self.port, prefix) = (port, String(match.2))
    }

    /// Sends a request as browsers do, and reads the answer.
    func ask(_ path: String = "", method: String = "GET", host: String? = nil, fields: [String] = []) throws -> TestAnswer {
        try askRaw(head(prefix + path, method: method, host: host, fields: fields))
    }

    /// Sends these bytes and reads the answer.
    func askRaw(_ text: String) throws -> TestAnswer {
        let connection = try TestConnection(port: port)
        connection.send(text)
        let bytes = connection.readAll()
        guard let answer = TestAnswer(bytes) else { throw TestConnection.Failed(what: "no answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))") }
        return answer
    }

    /// The head of a request; its target is whole.
    func head(_ target: String, method: String = "GET", host: String? = nil, fields: [String] = []) -> String {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + fields
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Begins to listen for changes.
    func listen(since: UInt64? = nil) throws -> TestConnection {
        let connection = try TestConnection(port: port)
        connection.send(head(prefix + "events" + (since.map { "?since=\($0)" } ?? "")))
        _ = try connection.read(until: "retry: 1000")
        return connection
    }
}
