import Foundation
import Synchronization
import TestSupport
import Testing
import ViewWire

@Suite("Many browsers, and slow ones", .timeLimit(.minutes(3)))
struct CrowdTests {
    @Test("Two pages that listen hear of each change, once")
    func changes() throws {
        let view = try RunningView { .sentence("\($0.eventsPath)", status: 200) }
        let first = try view.address.listen(), second = try view.address.listen(since: 0)
        view.change()
        #expect(try first.read(until: "data: 1\n\n").components(separatedBy: "event: changed").count == 2)
        #expect(try second.read(until: "data: 1\n\n").components(separatedBy: "event: changed").count == 2)
        #expect(try view.address.ask().text == "\(view.address.prefix)events?since=1\n")
        view.change()
        #expect(try first.read(until: "data: 2\n\n").components(separatedBy: "event: changed").count == 2)
        #expect(try second.read(until: "data: 2\n\n").components(separatedBy: "event: changed").count == 2)
    }

    @Test("A page that listens only after a change hears of it at once, and one that has seen it does not")
    func lateListeners() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        let witness = try view.address.listen()
        view.change()
        _ = try witness.read(until: "data: 1\n\n")
        let late = try TestConnection(port: view.address.port)
        late.send(view.address.head(view.address.prefix + "events?since=0"))
        _ = try late.read(until: "event: changed\ndata: 1\n\n")
        let current = try view.address.listen(since: 1)
        view.change()
        #expect(try !current.read(until: "data: 2\n\n").contains("data: 1\n"))
    }

    @Test("More pages listen than are allowed: the oldest make room, and those that have gone are not counted")
    func manyListeners() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        for _ in 0..<60 { _ = try view.address.listen() }
        let listeners = try (0..<30).map { _ in try view.address.listen() }
        // A stream that ends closes its connection.
        for listener in listeners.prefix(6) { #expect(String(decoding: listener.readAll(), as: UTF8.self).hasSuffix("0\r\n\r\n")) }
        view.change()
        for listener in listeners.dropFirst(6) { _ = try listener.read(until: "data: 1\n\n") }
    }

    @Test("A browser that does not take its page, one that sends half a head, and a page that is being rendered delay no other answer but pages")
    func slowBrowsers() throws {
        let long = [UInt8](repeating: 120, count: 40 << 20), gate = DispatchSemaphore(value: 0)
        let view = try RunningView { request in
            if request.path == "/gate" { gate.wait() }
            return ViewPage(body: request.path == "/long" ? long : Array("short".utf8))
        }
        let lazy = try TestConnection(port: view.address.port), half = try TestConnection(port: view.address.port)
        lazy.send(view.address.head(view.address.prefix + "long"))
        half.send("GET /")
        try wait(for: "the long page") { !view.requests.isEmpty }
        #expect(try view.address.ask().text == "short")
        let waiting = try TestConnection(port: view.address.port)
        waiting.send(view.address.head(view.address.prefix + "gate"))
        try wait(for: "the page behind the gate") { view.requests.last?.path == "/gate" }
        #expect(try view.address.ask("", host: "example.com").status == 421)
        gate.signal()
        #expect(TestAnswer(waiting.readAll())?.text == "short")
        #expect(TestAnswer(lazy.readAll())?.body.count == long.count)
    }

    @Test("Of a page that was given up before its turn nothing is rendered")
    func givenUp() throws {
        let gate = DispatchSemaphore(value: 0)
        let view = try RunningView { request in
            if request.path == "/gate" { gate.wait() }
            return .sentence(request.path, status: 200)
        }
        let first = try TestConnection(port: view.address.port)
        first.send(view.address.head(view.address.prefix + "gate"))
        try wait(for: "the page behind the gate") { !view.requests.isEmpty }
        let process = try view.process(), before = ProcessTable.descriptors(process).count
        do {
            let others = try (0..<10).map { _ in try TestConnection(port: view.address.port) }
            for other in others { other.send(view.address.head(view.address.prefix + "given-up")) }
            try wait(for: "the connections") { ProcessTable.descriptors(process).count == before + 10 }
            // A request that comes later is read later: the others wait in the queue by then.
            #expect(try view.address.ask("", host: "example.com").status == 421)
        }
        gate.signal()
        #expect(TestAnswer(first.readAll())?.text == "/gate\n")
        #expect(try view.address.ask("last").text == "/last\n")
        #expect(view.requests.map(\.path) == ["/gate", "/last"])
    }

    @Test("Two hundred connections at once take no more than is allowed; when they go, others are served")
    func manyConnections() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        #expect(try view.address.ask().status == 200)
        // It has inherited some of the tests.
        let process = try view.process(), before = ProcessTable.descriptors(process).count
        do {
            let connections = try (0..<200).map { _ in try TestConnection(port: view.address.port) }
            for connection in connections { connection.send("GET /") }
            try wait(for: "as many connections as are allowed") { ProcessTable.descriptors(process).count >= before + 60 }
            #expect(ProcessTable.descriptors(process).count <= before + 64)
        }
        #expect(try view.address.ask().text == "a page\n")
    }

    @Test("Two hundred requests at once are all answered, each with its own page")
    func manyRequests() throws {
        let view = try RunningView { .sentence($0.path, status: 200) }
        let address = view.address, group = DispatchGroup(), texts = Mutex<[Int: String]>([:])
        try withExtendedLifetime(view) {
            DispatchQueue.concurrentPerform(iterations: 200) { number in
                let text = (try? address.ask("\(number)"))?.text ?? "nothing"
                texts.withLock { $0[number] = text }
            }
            group.wait()
            #expect(texts.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "/\($0)\n") }))
            try wait(for: "all pages") { view.requests.count == 200 }
        }
    }

    @Test("A silent stream says something every quarter of a minute", .enabled(if: SeededRandom.isSlow, "it takes a quarter of a minute"))
    func heartbeat() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        _ = try view.address.listen().read(until: ": nothing has changed\n\n")
    }
}
