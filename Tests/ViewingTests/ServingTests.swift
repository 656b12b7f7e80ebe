import Foundation
import LiveView
import Synchronization
import TestSupport
import Testing
import ViewWire

@Suite("Pages served by luca-view", .timeLimit(.minutes(3)))
struct ServingTests {
    private static let policy = "default-src 'none'; style-src 'sha256-abc='; connect-src 'self'"

    /// Pages that say what was asked for.
    private func view() throws -> RunningView {
        try RunningView { request in
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
            return ViewPage(contentType: "text/html; charset=utf-8", securityPolicy: Self.policy, body: Array("<p>\(request.path)|\(query)|\(request.prefix)".utf8))
        }
    }

    @Test("The address that is announced shows the first page, and paths below it show others, decoded")
    func pages() throws {
        let view = try view()
        let first = try view.address.ask()
        #expect(first.status == 200 && first.text == "<p>/||\(view.address.prefix)")
        #expect(try view.address.ask("year/2014?owner=Ray+%26+Ann&all&x=%3Cb%3E").text == "<p>/year/2014|owner=Ray & Ann;all=;x=<b>|\(view.address.prefix)")
        #expect(try view.address.ask("", host: "localhost:\(view.address.port)").status == 200)
        #expect(try view.address.ask("", host: "[::1]:\(view.address.port)").status == 200)
        #expect(try view.address.ask("", fields: ["Origin: http://127.0.0.1:\(view.address.port)", "Sec-Fetch-Site: same-origin"]).status == 200)
        #expect(view.requests.map(\.eventsPath).allSatisfy { $0 == "\(view.address.prefix)events?since=0" })
    }

    @Test("The bytes of a page are those that were rendered, of whatever kind and length; HEAD gets the same without them")
    func bytes() throws {
        var random = SeededRandom.forTest()
        let bodies = [0, 1, 1000, 3 << 20].map { count in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
        let view = try RunningView { request in ViewPage(contentType: "application/octet-stream", body: bodies[Int(request.path.dropFirst()) ?? 0]) }
        for (number, body) in bodies.enumerated() {
            let answer = try view.address.ask("\(number)")
            #expect(answer.body == body, "page \(number) differs")
            let head = try view.address.ask("\(number)", method: "HEAD")
            #expect(head.body == [] && head.fields["content-length"] == "\(body.count)" && head.fields["content-type"] == "application/octet-stream")
        }
    }

    @Test("Every answer says what may be loaded, and that it is kept by nobody, framed by nobody and told to nobody")
    func fields() throws {
        let view = try view()
        let page = try view.address.ask(), refusal = try view.address.ask("", host: "example.com"), other = try view.address.askRaw(view.address.head("/"))
        let event = try view.address.ask("events", method: "HEAD")
        #expect(page.fields["content-security-policy"] == Self.policy)
        #expect(event.fields["content-type"] == "text/event-stream")
        for answer in [refusal, other, event] { #expect(answer.fields["content-security-policy"] == "default-src 'none'") }
        for answer in [page, refusal, other, event] {
            #expect(answer.fields["x-content-type-options"] == "nosniff" && answer.fields["referrer-policy"] == "no-referrer")
            #expect(answer.fields["cache-control"] == "no-store" && answer.fields["cross-origin-resource-policy"] == "same-origin")
            #expect(answer.fields["x-frame-options"] == "DENY")
            #expect(answer.fields.keys.allSatisfy { !$0.hasPrefix("access-control-") && $0 != "set-cookie" })
        }
    }

    @Test("Whoever is refused gets a sentence, and luca hears nothing of it")
    func refusals() throws {
        let view = try view(), address = view.address, key = address.prefix
        let wrong = "/" + String(key.dropFirst().dropLast().map { $0 == "a" ? "b" : "a" }) + "/"
        let requests: [(String, Int)] = [
            (address.head(key, host: "example.com:\(address.port)"), 421), (address.head(key, host: "127.0.0.1"), 421), (address.head(key, host: "127.0.0.1:1"), 421),
            (address.head(key, host: "127.0.0.1.example.com:\(address.port)"), 421), (address.head(key, fields: ["Host: example.com"]), 421),
            (address.head(key, fields: ["Origin: http://example.com"]), 403), (address.head(key, fields: ["Origin: null"]), 403),
            (address.head(key, fields: ["Sec-Fetch-Site: cross-site"]), 403), (address.head(key, fields: ["Sec-Fetch-Site: same-site"]), 403),
            (address.head(key, method: "POST"), 405), (address.head(key, method: "PUT"), 405), (address.head(key, method: "DELETE"), 405),
            (address.head(key, method: "OPTIONS"), 405), (address.head(key, method: "POST", fields: ["Content-Length: 3"]) + "a=b", 405),
            (address.head("/"), 404), (address.head("/favicon.ico"), 404), (address.head(wrong), 404), (address.head(String(key.dropLast(2)) + "/"), 404),
            (address.head("/x" + key), 404), (address.head(key + "%zz"), 400), (address.head(key + "%00"), 400), (address.head(key + "%ff"), 400),
            (address.head(key, fields: ["Content-Length: 3"]) + "a=b", 400),
        ]
        for (request, status) in requests {
            let answer = try address.askRaw(request)
            #expect(answer.status == status, "\(request)")
            #expect(answer.text.count > 20 && !answer.text.contains(key.dropFirst().dropLast()), "\(request)\(answer.text)")
        }
        #expect(try address.ask("", method: "POST").fields["allow"] == "GET, HEAD")
        #expect(view.requests.isEmpty)
        // Without the slash it is led to the page, so that the links of it lead below the key.
        let led = try address.askRaw(address.head(String(key.dropLast())))
        #expect(led.status == 308 && led.fields["location"] == key)
    }

    @Test("A request line of 100 KB, a head of 100 KB, and what is no HTTP are refused, and others are served")
    func longHeads() throws {
        let view = try view(), long = String(repeating: "x", count: 100_000)
        #expect(try [413, 414, 431].contains(view.address.ask(long).status))
        #expect(try [413, 431].contains(view.address.ask("", fields: ["X-Long: \(long)"]).status))
        #expect(try view.address.ask(String(repeating: "x", count: 9000)).status == 414)
        let connection = try TestConnection(port: view.address.port)
        connection.send("\u{0}\u{1}\u{2}\r\n\r\n")
        connection.endSending()
        #expect(TestAnswer(connection.readAll())?.status != 200)
        #expect(try view.address.ask().status == 200)
        #expect(view.requests.count == 1)
    }

    @Test("What luca says of a page that cannot be a header field is not sent, and the page neither")
    func badFields() throws {
        let view = try RunningView { request in
            switch request.path {
            case "/long": ViewPage(body: [UInt8](repeating: 32, count: ViewPage.longestBody + 1))
            default: ViewPage(contentType: "text/html\r\nSet-Cookie: a=b", body: Array("secret".utf8))
            }
        }
        let split = try view.address.ask()
        #expect(split.status == 500 && split.fields["set-cookie"] == nil && !split.text.contains("secret"))
        let long = try view.address.ask("long")
        #expect(long.status == 500 && long.text == "The page is longer than 64 MB, the most that is served: ask for less of the book.\n")
    }

    @Test("It listens on the loopback interface alone, and loads nothing of Foundation")
    func loopback() throws {
        let view = try view()
        #expect(ProcessTable.addresses(port: view.address.port) == ["0100007F"])
        let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(try view.process())/maps")).readDataToEndOfFile()
        let libraries = Set(String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { $0.split(separator: "/").last })
        #expect(libraries.contains { $0.hasPrefix("libmicrohttpd") })
        #expect(libraries.filter { $0.contains("Foundation") || $0.contains("ICU") } == [])
    }

    @Test("Each start has another key")
    func keys() throws { #expect(try view().address.prefix != view().address.prefix) }
}
