import Foundation
import HelperPrograms
import LiveView
import Messages
import Synchronization
import TestSupport
import Testing
import ViewWire

/// What luca hears while it makes a page.
@Suite("Pages that nobody waits for any more", .timeLimit(.minutes(3)))
struct AbandonTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How often a page was given up, and pages that wait for that.
    private final class Abandons: Sendable {
        private let count = Mutex(0)
        /// How often so far.
        var all: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
        /// Waits until it was so often.
        func wait(for number: Int) { try? TestSupport.wait(for: "word that nobody waits") { all >= number } }
    }

    /// A program that stands in for luca-view: it does these things and ends.
    private func program(_ parts: [Part]) throws -> String {
        let path = folder.path + "/helper"
        let lines = try parts.enumerated().map { number, part in
            switch part {
            case .bytes(let bytes):
                try Data(bytes).write(to: URL(filePath: "\(path)-\(number)"))
                return "cat '\(path)-\(number)'"
            case .pause(let seconds): return "sleep \(seconds)"
            case .waiting: return "head -c 1 >/dev/null"
            }
        }
        try "#!/bin/sh\n\(lines.joined(separator: "\n"))\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private enum Part {
        case bytes([UInt8])
        case pause(Double)
        /// It waits until luca says something.
        case waiting

        static func messages(_ messages: ViewMessage...) -> Part { .bytes(messages.flatMap(\.frame)) }
    }

    private static let serving = ViewMessage.serving("http://127.0.0.1:1/\(String(repeating: "0", count: 48))/")
    private static let gone = RunningView.Outcome.failed(
        ViewFailure("the program luca-view, which serves pages for luca, has ended by itself (exit code 0): start luca view again"))

    @Test("A browser that goes away is told of until its page is there, and then no more", arguments: [false, true])
    func told(isHalfClosed: Bool) throws {
        let abandons = Abandons()
        let view = try RunningView(abandon: abandons.add) { request in
            // The first word of it comes to nothing, as where it comes before the page is begun.
            if request.path == "/left" { abandons.wait(for: 2) }
            return .sentence(request.path, status: 200)
        }
        var browser: TestConnection? = try TestConnection(port: view.address.port)
        browser?.send(view.address.head(view.address.prefix + "left"))
        try wait(for: "the page") { !view.requests.isEmpty }
        if isHalfClosed { browser?.endSending() } else { browser = nil }
        #expect(try view.address.ask("next").text == "/next\n")
        let all = abandons.all
        #expect(all >= 2)
        #expect(try view.address.ask("last").text == "/last\n" && abandons.all == all)
        #expect(try view.stop() == .stopped)
    }

    @Test("Word that comes too early is passed over, and the next one is heard")
    func early() throws {
        let abandons = Abandons(), request = ViewRequest(path: "/")
        let script = try program([.messages(Self.serving, .unwanted(1), .wanted(1, request), .unwanted(1)), .pause(0.5), .messages(.unwanted(2), .unwanted(1)), .pause(0.5)])
        let view = try RunningView(program: script, abandon: abandons.add) { _ in
            abandons.wait(for: 2)
            return .sentence("a page", status: 200)
        }
        try wait(for: "the end") { view.outcome != nil }
        #expect(abandons.all == 2 && view.requests.count == 1 && view.outcome == Self.gone)
    }

    @Test("The end of the program that serves, and what is no message, end the page that is made, though it is begun late; then luca says so")
    func ended() throws {
        let wanted = ViewMessage.wanted(1, ViewRequest(path: "/"))
        for parts in [[.messages(Self.serving, wanted)], [.messages(Self.serving, wanted), .pause(0.3), .bytes([1, 0, 0, 0, 99] + wanted.frame), .pause(5)]] as [[Part]] {
            let abandons = Abandons()
            let view = try RunningView(program: program(parts), abandon: abandons.add) { _ in
                abandons.wait(for: 2)
                return .sentence("a page", status: 200)
            }
            try wait(for: "the end") { view.outcome != nil }
            #expect(abandons.all >= 2 && view.requests.count == 1, "nothing behind what is no message is read")
            guard case .failed(let failure) = view.outcome else {
                Issue.record("it was stopped")
                continue
            }
            #expect(failure.message.hasPrefix("the program luca-view, which serves pages for luca, has ended by itself"))
        }
    }

    @Test("While luca does something, messages are heard in order; what is not read whole stays for later")
    func listening() throws {
        let last = ViewMessage.bookChanged(7).frame
        let script = try program([
            .messages(.unwanted(1), .unwanted(2)), .pause(0.2), .bytes(ViewMessage.unwanted(3).frame + last.dropLast()), .waiting, .bytes(Array(last.suffix(1))),
        ])
        let helper = try #require(HelperProcess(program: script)), heard = Heard()
        var stream = MessageStream<ViewMessage>()
        // What stands in the stream before is heard as well.
        stream.append(ViewMessage.unwanted(0).frame)
        let result = helper.listening(into: &stream, hear: heard.add) { (try? wait(for: "the messages") { heard.all.count == 4 }) != nil }
        #expect(result && heard.all == (0...3).map { .unwanted($0) })
        #expect(helper.send(ViewMessage.stop))
        while helper.receive(into: &stream) {}
        #expect(try stream.next() == .bookChanged(7))
    }

    /// Messages that another thread hears.
    private final class Heard: Sendable {
        private let messages = Mutex<[ViewMessage?]>([])
        var all: [ViewMessage?] { messages.withLock { $0 } }
        func add(_ message: ViewMessage?) { messages.withLock { $0.append(message) } }
    }
}
