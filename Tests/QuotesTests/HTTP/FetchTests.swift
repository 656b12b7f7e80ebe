import FetchWire
import Foundation
import Quotes
import TestSupport
import Testing

@Suite("Fetching over HTTP")
struct FetchTests {
    private func never() -> Bool { false }

    @Test("Status, header fields in lower case and body come as they are, whatever the status", arguments: TransportKind.allCases)
    private func answers(way: TransportKind) throws {
        let server = try LoopbackServer(paths: [
            "/ok": .whole(200, "{\"a\":1}", headers: ["X-Kind: One"]), "/empty": .whole(200, ""),
            "/busy": .whole(429, "slow down", headers: ["Retry-After: 7"]),
            "/broken": .whole(500, "oh no"),
        ])
        let transport = try way.transport()
        let request = HTTPRequest(url: server.url + "/ok?q=1%202", headers: [HTTPHeader(name: "X-Asked", value: "by me")])
        let ok = try transport.send(request, isCancelled: never).get()
        #expect(ok.status == 200 && ok.body == Array("{\"a\":1}".utf8) && ok.header("x-kind") == "One")
        #expect(server.requests.first?.query == "q=1%202" && server.requests.first?.headers["x-asked"] == "by me")
        #expect(server.requests.first?.headers["cookie"] == nil)
        let empty = try transport.send(HTTPRequest(url: server.url + "/empty"), isCancelled: never).get()
        #expect(empty.status == 200 && empty.body.isEmpty)
        let busy = try transport.send(HTTPRequest(url: server.url + "/busy"), isCancelled: never).get()
        #expect(busy.status == 429 && busy.header("retry-after") == "7")
        #expect(try transport.send(HTTPRequest(url: server.url + "/broken"), isCancelled: never).get().status == 500)
        #expect(try transport.send(HTTPRequest(url: server.url + "/none"), isCancelled: never).get().status == 404)
    }

    @Test("A body that comes compressed is decoded", arguments: TransportKind.allCases)
    private func gzip(way: TransportKind) throws {
        let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA6tWSkwsUrIytKwFAL+cQBcKAAAA"))
        let server = try LoopbackServer(paths: ["/": .bytes(200, Array(packed), headers: ["Content-Encoding: gzip"])])
        let response = try way.transport().send(HTTPRequest(url: server.url + "/"), isCancelled: never).get()
        #expect(String(decoding: response.body, as: UTF8.self) == "{\"aar\":19}")
    }

    @Test("Each way in which there is no answer has its kind and a sentence that names the host and nothing of the query", arguments: TransportKind.allCases)
    private func failures(way: TransportKind) throws {
        let server = try LoopbackServer(paths: [
            "/cut": .cutOff("{\"half\":", promised: 1000), "/slow": .silent, "/drip": .dribble(pause: 0.05), "/garbage": .garbage,
            "/large": .whole(200, String(repeating: "x", count: 100_000)),
        ])
        let transport = try way.transport()
        func kind(_ url: String, timeout: Double = 30, maximum: Int = 1 << 20) -> TransportFailure? {
            switch transport.send(HTTPRequest(url: url, timeout: timeout, maximumBytes: maximum), isCancelled: never) {
            case .success: nil
            case .failure(let failure): failure
            }
        }
        #expect(kind(server.url + "/cut?key=secret")?.kind == .cutOff)
        #expect(kind(server.url + "/cut?key=secret")?.message == "the answer of 127.0.0.1 broke off")
        #expect(kind(server.url + "/slow", timeout: 0.3)?.kind == .timedOut)
        #expect(kind(server.url + "/drip", timeout: 0.3)?.message == "127.0.0.1 did not answer within 1 seconds")
        #expect(kind(server.url + "/large", maximum: 99_999)?.kind == .tooLarge)
        #expect(kind(server.url + "/large", maximum: 100_000) == nil)
        #expect(kind(server.url + "/garbage") != nil)
        #expect(kind("file:///etc/passwd")?.kind == .badURL)
        #expect(kind("no url")?.kind == .badURL)
        #expect(kind("http://127.0.0.1:1/")?.kind == .unreachable)
    }

    @Test("A redirection is followed to http, and not to a file", arguments: TransportKind.allCases)
    private func redirections(way: TransportKind) throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/there": .whole(200, "here")
            case "/start": .whole(302, "", headers: ["Location: /there"])
            case "/file": .whole(302, "", headers: ["Location: file:///proc/self/stat"])
            default: .whole(404, "no such path")
            }
        }
        let transport = try way.transport()
        #expect(try transport.send(HTTPRequest(url: server.url + "/start"), isCancelled: never).get().body == Array("here".utf8))
        let refused = try transport.send(HTTPRequest(url: server.url + "/file"), isCancelled: never).get()
        #expect(refused.status == 302 && refused.body.isEmpty)
        #expect(server.requests.map(\.path) == ["/start", "/there", "/file"])
    }

    @Test("Where none is to be followed, a redirection is the answer, and where it leads is not asked", arguments: TransportKind.allCases)
    private func noRedirections(way: TransportKind) throws {
        let server = try LoopbackServer(paths: [
            "/start": .whole(302, "", headers: ["Location: /there"]), "/there": .whole(302, "", headers: ["Location: /end"]), "/end": .whole(200, "here"),
        ])
        let transport = try way.transport()
        for (redirections, status) in [(0, 302), (1, nil), (2, 200)] as [(Int, Int?)] {
            let answer = transport.send(HTTPRequest(url: server.url + "/start", timeout: 150, redirections: redirections), isCancelled: never)
            #expect((try? answer.get())?.status == status, "\(redirections): \(answer)")
        }
        #expect(server.requests.map(\.path) == ["/start", "/start", "/there", "/start", "/there", "/end"])
    }

    @Test("Where the public network alone is meant, no machine of one's own is asked, by a name either", arguments: TransportKind.allCases)
    private func publicOnly(way: TransportKind) throws {
        let server = try LoopbackServer(paths: ["/": .whole(200, "here")]), transport = try way.transport()
        for host in ["127.0.0.1", "localhost"] {
            let answer = transport.send(HTTPRequest(url: "http://\(host):\(server.port)/", timeout: 150, isPublicOnly: true), isCancelled: never)
            guard case .failure(let failure) = answer else {
                Issue.record("\(host) answered")
                continue
            }
            #expect(failure.kind == .badURL && failure.message.contains("of your own") && failure.message.hasPrefix(host), "\(failure)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("A key in a field goes along within a server, and to no other", arguments: TransportKind.allCases)
    private func keys(way: TransportKind) throws {
        let stranger = try LoopbackServer(paths: ["/": .whole(200, "stranger")]), elsewhere = stranger.url + "/"
        let server = try LoopbackServer { request in
            switch request.path {
            case "/own": .whole(302, "", headers: ["Location: /there"])
            case "/away": .whole(302, "", headers: ["Location: \(elsewhere)"])
            default: .whole(200, "here")
            }
        }
        let transport = try way.transport(), fields = [HTTPHeader(name: "x-key", value: "secret"), HTTPHeader(name: "User-Agent", value: "luca")]
        for path in ["/own", "/away"] { _ = try transport.send(HTTPRequest(url: server.url + path, headers: fields), isCancelled: never).get() }
        #expect(server.requests.map { $0.headers["x-key"] } == ["secret", "secret", "secret"])
        #expect(stranger.requests.map { $0.headers["x-key"] } == [nil] && stranger.requests.map { $0.headers["user-agent"] } == ["luca"])
    }

    @Test("Several requests are under way at once, and each gets its own answer", arguments: TransportKind.allCases)
    private func atOnce(way: TransportKind) throws {
        // No answer is given before all requests are there: one after the other they would wait for ever.
        let gate = DispatchSemaphore(value: 0)
        let count = 4
        let server = try LoopbackServer { request in
            if request.path == "/\(count - 1)" { for _ in 0..<count { gate.signal() } }
            gate.wait()
            return .whole(200, request.path)
        }
        let transport = try way.transport()
        let (url, bodies) = (server.url, Gathered())
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                let result = transport.send(HTTPRequest(url: url + "/\(number)"), isCancelled: { false })
                bodies.add((try? result.get()).map { String(decoding: $0.body, as: UTF8.self) } ?? "none", at: number)
                group.leave()
            }
        }
        group.wait()
        #expect(bodies.all == [0: "/0", 1: "/1", 2: "/2", 3: "/3"])
    }

    @Test("Who gives up is answered, whatever the server does", arguments: TransportKind.allCases)
    private func cancelled(way: TransportKind) throws {
        let server = try LoopbackServer(paths: ["/slow": .silent])
        let result = try way.transport().send(HTTPRequest(url: server.url + "/slow", timeout: 3600), isCancelled: { !server.requests.isEmpty })
        #expect(result == .failure(TransportFailure(.cancelled, "the request was cancelled")))
    }
}

/// Texts that several threads put down.
final class Gathered: @unchecked Sendable {
    // The lock guards the texts.
    private let lock = NSLock()
    private var texts: [Int: String] = [:]

    func add(_ text: String, at place: Int) { lock.withLock { texts[place] = text } }
    var all: [Int: String] { lock.withLock { texts } }
}
