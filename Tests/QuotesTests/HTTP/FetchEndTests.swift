import FetchWire
import Foundation
import Quotes
import TestSupport
import Testing

@Suite("A request ends when it is to, whatever the server does", .timeLimit(.minutes(3)))
struct FetchEndTests {
    private func failure(_ result: Result<HTTPResponse, TransportFailure>) -> TransportFailure? {
        if case .failure(let failure) = result { failure } else { nil }
    }

    @Test("One that dribbles, in its head or in its body, is ended when the time is up", arguments: TransportKind.allCases)
    func dribbles(way: TransportKind) throws {
        // Each would go on for 100 seconds.
        let server = try LoopbackServer(paths: ["/head": .dribblingHead(pause: 0.05), "/body": .dribble(pause: 0.05)])
        let transport = try way.transport()
        for path in ["/head", "/body"] {
            let begun = ContinuousClock.now
            let result = transport.send(HTTPRequest(url: server.url + path, timeout: 1.5), isCancelled: { false })
            #expect(failure(result) == TransportFailure(.timedOut, "127.0.0.1 did not answer within 2 seconds"))
            try wait(for: "the end of the connection") { server.connections == 0 }
            #expect(ContinuousClock.now - begun < .seconds(60))
        }
    }

    @Test("Given up, a request to a silent server is over within half a second, its connection too", arguments: TransportKind.allCases)
    func givenUp(way: TransportKind) throws {
        let server = try LoopbackServer(paths: ["/slow": .silent])
        let transport = try way.transport()
        let url = server.url + "/slow"
        var quickest = Duration.seconds(3600)
        // A busy machine may be late, but not each time.
        for turn in 1...5 where quickest >= .seconds(0.5) {
            let (flag, ended) = (Cancellation(), DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                _ = transport.send(HTTPRequest(url: url, timeout: 3600), isCancelled: { flag.isCancelled })
                ended.signal()
            }
            try wait(for: "the request") { server.requests.count == turn }
            // The transport waits for the answer by now.
            usleep(200_000)
            let begun = ContinuousClock.now
            flag.cancel()
            ended.wait()
            try wait(for: "the end of the connection") { server.connections == 0 }
            quickest = min(quickest, ContinuousClock.now - begun)
        }
        #expect(quickest < .seconds(0.5))
    }

    @Test("Ten redirections are followed; more are too many, and a circle is left with a sentence", arguments: TransportKind.allCases)
    func circles(way: TransportKind) throws {
        let server = try LoopbackServer { request in
            switch Int(request.path.dropFirst()) {
            case 0: .whole(200, "there")
            case let rest?: .whole(302, "", headers: ["Location: /\(rest - 1)"])
            case nil: .whole(302, "", headers: ["Location: \(request.path)"])
            }
        }
        let transport = try way.transport()
        func ask(_ path: String) -> Result<HTTPResponse, TransportFailure> {
            transport.send(HTTPRequest(url: server.url + path, timeout: 150), isCancelled: { false })
        }
        #expect(try ask("/10").get().body == Array("there".utf8))
        let sentence = "127.0.0.1 cannot be reached, or closed the connection without an answer"
        #expect(failure(ask("/11")) == TransportFailure(.unreachable, sentence))
        let asked = server.requests.count
        #expect(failure(ask("/circle")) == TransportFailure(.unreachable, sentence))
        #expect(server.requests.count == asked + 11)
    }

    @Test("A redirection to what is no address of http or https is not followed: it is the answer itself", arguments: TransportKind.allCases)
    func elsewhere(way: TransportKind) throws {
        let places = ["file:///proc/self/stat", "ftp://127.0.0.1/", "FILE:/proc/self/stat", "gopher://127.0.0.1:70/", ""]
        let server = try LoopbackServer { .whole(302, "gone", headers: ["Location: \(places[Int($0.path.dropFirst()) ?? 0])"]) }
        let transport = try way.transport()
        for number in places.indices {
            let response = try transport.send(HTTPRequest(url: server.url + "/\(number)", timeout: 150), isCancelled: { false }).get()
            #expect(response.status == 302 && response.body == Array("gone".utf8) && response.header("location") == places[number])
        }
        #expect(server.requests.count == places.count)
    }

    @Test("A body above the limit is refused, however short it came packed", arguments: TransportKind.allCases)
    func tooLong(way: TransportKind) throws {
        // 100,000 zeros by gzip.
        let packed = try #require(Data(base64Encoded: Self.zeros))
        let server = try LoopbackServer(paths: ["/": .bytes(200, Array(packed), headers: ["Content-Encoding: gzip"])])
        let transport = try way.transport()
        func ask(_ maximum: Int) -> Result<HTTPResponse, TransportFailure> {
            transport.send(HTTPRequest(url: server.url + "/", timeout: 150, maximumBytes: maximum), isCancelled: { false })
        }
        #expect(try ask(100_000).get().body == [UInt8](repeating: 0, count: 100_000))
        #expect(failure(ask(99_999)) == TransportFailure(.tooLarge, "the answer of 127.0.0.1 is longer than 99999 bytes"))
    }

    @Test("An answer that ends within its head, or is packed otherwise than it says, has broken off; what is no HTTP is no answer", arguments: TransportKind.allCases)
    func broken(way: TransportKind) throws {
        let server = try LoopbackServer(paths: [
            "/head": .raw("HTTP/1.1 200 OK\r\nX-Ha"), "/packed": .whole(200, "no gzip", headers: ["Content-Encoding: gzip"]),
            "/chunk": .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), "/garbage": .garbage, "/nothing": .raw(""),
        ])
        let transport = try way.transport()
        func kind(_ path: String) -> TransportFailure.Kind? {
            failure(transport.send(HTTPRequest(url: server.url + path, timeout: 150), isCancelled: { false }))?.kind
        }
        #expect(["/head", "/packed", "/chunk"].map(kind) == [.cutOff, .cutOff, .cutOff])
        #expect(["/garbage", "/nothing"].map(kind) == [.unreachable, .unreachable])
    }

    @Test("Fields behind a body in pieces, and an answer before the answer, do no harm", arguments: TransportKind.allCases)
    func odd(way: TransportKind) throws {
        let server = try LoopbackServer(paths: [
            "/trailer": .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n"),
            "/early": .raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Kind: a\r\nX-Kind: b\r\n\r\nok"),
        ])
        let transport = try way.transport()
        for (path, fields) in [("/trailer", ["transfer-encoding": "chunked"]), ("/early", ["content-length": "2", "x-kind": "a, b"])] {
            let response = try transport.send(HTTPRequest(url: server.url + path, timeout: 150), isCancelled: { false }).get()
            #expect(response.status == 200 && response.body == Array("ok".utf8))
            #expect(Dictionary(uniqueKeysWithValues: response.headers.map { ($0.name, $0.value) }) == fields)
        }
    }

    private static let zeros =
        "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
}
