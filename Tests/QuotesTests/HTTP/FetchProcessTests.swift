import FetchWire
import Foundation
@testable import Quotes
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
