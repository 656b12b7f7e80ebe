import FetchWire
import Foundation
@testable import Quotes
import Synchronization
import TestSupport
import Testing

@Suite("The program luca-fetch", .timeLimit(.minutes(3)))
struct FetchProcessTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer(paths: ["/ok": .whole(200, "fine"), "/slow": .silent]) }

    private func ask(_ transport: FetchProcess, _ path: String = "/ok") -> Result<HTTPResponse, TransportFailure> {
        // Beside the whole suite a program may take long to start.
        transport.send(HTTPRequest(url: server.url + path, timeout: 150), isCancelled: { false })
    }

    @Test("A program that is missing is a sentence that names it")
    func missing() {
        guard case .failure(let failure) = ask(FetchProcess(program: "/nowhere/luca-fetch")) else {
            Issue.record("there was an answer")
            return
        }
        #expect(failure.kind == .noProgram)
        #expect(failure.message == "the program /nowhere/luca-fetch, which asks the network for luca, is missing or cannot be started")
    }

    @Test("A program that ends without an answer is a sentence, and the next request starts it anew")
    func death() throws {
        let mute = FetchProcess(program: "/bin/true")
        for _ in 0..<3 {
            guard case .failure(let failure) = ask(mute) else {
                Issue.record("there was an answer")
                return
            }
            #expect(failure.kind == .unreachable && failure.message.contains("has ended before it had an answer"))
        }
    }

    @Test("A program that says something else is left, not believed")
    func babble() {
        guard case .failure(let failure) = ask(FetchProcess(program: "/bin/pwd")) else {
            Issue.record("there was an answer")
            return
        }
        #expect(failure.kind == .unreachable)
    }

    @Test("Killed in the middle of a request, it is told; the next request is answered")
    func killed() throws {
        let transport = FetchProcess()
        #expect(try ask(transport).get().body == Array("fine".utf8))
        let server = server
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = transport.send(HTTPRequest(url: server.url + "/slow", timeout: 3600), isCancelled: { false })
            ended.signal()
        }
        try wait(for: "the slow request") { server.requests.count == 2 }
        let mine = try #require(transport.process)
        kill(mine, SIGKILL)
        ended.wait()
        #expect(try ask(transport).get().body == Array("fine".utf8))
        // It is no zombie: nothing of it is left.
        try wait(for: "the end of the program") { !FileManager.default.fileExists(atPath: "/proc/\(mine)") }
    }

    @Test("It ends with its owner")
    func ends() throws {
        let mine = try owned()
        // This waits for it, and for its being no zombie either.
        try wait(for: "the end of the program") { !FileManager.default.fileExists(atPath: "/proc/\(mine)") }
    }

    @Test("Two hundred requests at once are all answered, each with its own answer")
    func many() throws {
        let count = 200
        // No answer is given before all requests are there.
        let arrived = Mutex(0)
        let gate = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            let isLast = arrived.withLock { arrived in
                arrived += 1
                return arrived == count
            }
            if isLast { for _ in 0..<count { gate.signal() } }
            gate.wait()
            return .whole(200, request.path)
        }
        let (transport, url, bodies, group) = (FetchProcess(), server.url, Gathered(), DispatchGroup())
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                let result = transport.send(HTTPRequest(url: url + "/\(number)", timeout: 150), isCancelled: { false })
                bodies.add((try? result.get()).map { String(decoding: $0.body, as: UTF8.self) } ?? "\(result)", at: number)
                group.leave()
            }
        }
        group.wait()
        #expect(bodies.all == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "/\($0)") }))
    }

    @Test("Answered, out of time, cut off or given up, a request leaves neither a descriptor nor a thread behind")
    func leavesNothing() throws {
        let server = try LoopbackServer(paths: ["/ok": .whole(200, "fine"), "/cut": .cutOff("", promised: 9), "/slow": .silent])
        let transport = FetchProcess()
        func send(_ path: String, timeout: Double, isCancelled: () -> Bool = { false }) -> TransportFailure.Kind? {
            let result = transport.send(HTTPRequest(url: server.url + path, timeout: timeout), isCancelled: isCancelled)
            if case .failure(let failure) = result { return failure.kind } else { return nil }
        }
        #expect(send("/ok", timeout: 150) == nil)
        let process = try #require(transport.process)
        func count(_ folder: String) -> Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/\(folder)").count }
        try wait(for: "the end of the first thread") { count("task") == 1 }
        let before = try #require(count("fd"))
        for _ in 0..<10 {
            #expect(send("/ok", timeout: 150) == nil)
            #expect(send("/cut", timeout: 150) == .cutOff)
            #expect(send("/slow", timeout: 0.05) == .timedOut)
            let asked = server.requests.count
            #expect(send("/slow", timeout: 3600, isCancelled: { server.requests.count > asked }) == .cancelled)
        }
        try wait(for: "the end of all threads but the first") { count("task") == 1 }
        #expect(count("fd") == before)
    }

    @Test("It loads libcurl and nothing of Foundation")
    func libraries() throws {
        let transport = FetchProcess()
        _ = try ask(transport).get()
        let process = try #require(transport.process)
        let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/maps")).readDataToEndOfFile()
        let libraries = Set(String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { $0.split(separator: "/").last })
        #expect(libraries.contains { $0.hasPrefix("libcurl") })
        #expect(libraries.filter { $0.contains("Foundation") || $0.contains("ICU") } == [])
    }

    /// The number of a program whose owner is gone.
    private func owned() throws -> Int32 {
        let transport = FetchProcess()
        let flag = Cancellation()
        let given = DispatchSemaphore(value: 0)
        let url = server.url
        Thread.detachNewThread { [weak transport] in
            _ = transport?.send(HTTPRequest(url: url + "/slow", timeout: 3600), isCancelled: { flag.isCancelled })
            given.signal()
        }
        try wait(for: "the slow request") { !server.requests.isEmpty }
        let mine = transport.process
        flag.cancel()
        given.wait()
        return try withExtendedLifetime(transport) { try #require(mine) }
    }
}
