import Messages
import TestSupport
import Testing
@testable import Sandbox

@Suite("What luca and the process of a script tell each other")
struct SandboxMessageTests {
    private func read<Content: Message>(_ bytes: some Sequence<UInt8>, as type: Content.Type) throws -> Content? {
        var stream = MessageStream<Content>()
        stream.append(bytes)
        return try stream.next()
    }

    @Test("A request comes as it was sent")
    func request() throws {
        var request = SandboxRequest(name: "a.lua", text: "return 'ä'")
        request.function = [27, 0, 255]
        request.arguments = ["x", "", "--year=2014"]
        try request.limits.set(.time, to: "1.5")
        (request.isDryRun, request.layout.isUnicode, request.layout.width, request.book, request.today) = (true, false, 80, "family.luca", "2014-12-31")
        request.permissions = try SandboxPermissions(["record", "write=/tmp/a b"])
        #expect(try read(request.frame, as: SandboxRequest.self) == request)
    }

    private static var failure: SandboxFailure {
        var failure = SandboxFailure(kind: "limit", message: "m", hint: "h")
        (failure.chunk, failure.line, failure.sourceLine) = ("a.lua", 3, "while true do end")
        return failure
    }

    private static let reports: [SandboxReport] = [
        .ready(""), .ready("why"), .line(chunk: "a.lua", line: 7), .ended(SandboxEnd(code: 0, heap: 1)), .ended(SandboxEnd(code: -1, heap: 5, limit: .memory, failure: failure)),
        .refused(failure), .wish(.write(folder: "out", name: "a.csv", bytes: [0, 255])), .wish(.fetch(address: "https://a.example.com/x")), .wish(.record(rows: "date\n")),
    ]

    @Test("So do reports, whole and in no other way", arguments: reports)
    func report(report: SandboxReport) throws {
        #expect(try read(report.frame, as: SandboxReport.self) == report)
        for count in 4..<report.frame.count {
            var bytes = Array(report.frame.prefix(count))
            bytes[0] = UInt8(count - 4)
            // A report that is cut off is one, or none, and never a crash.
            _ = try? read(bytes, as: SandboxReport.self)
        }
        #expect(try read(SandboxAnswer(problem: "no", bytes: [1, 2]).frame, as: SandboxAnswer.self) == SandboxAnswer(problem: "no", bytes: [1, 2]))
    }

    @Test("Whatever bytes a process reports, they are read or refused")
    func garbage() {
        var random = SeededRandom.forTest()
        for _ in 0..<2000 {
            let count = Int.random(in: 0...60, using: &random)
            let payload = (0..<count).map { _ in UInt8.random(in: 0...(Bool.random(using: &random) ? 6 : 255), using: &random) }
            _ = try? read([UInt8(count), 0, 0, 0] + payload, as: SandboxReport.self)
        }
    }

    @Test("Texts are bounded by their bytes, however many marks one letter has, and numbers by what they count")
    func bounds() throws {
        let long = "x" + String(repeating: "\u{301}", count: 1 << 18)
        var failure = SandboxFailure(kind: long, message: long, hint: long)
        (failure.chunk, failure.sourceLine, failure.traceback, failure.line, failure.column) = (long, "x = y", long, 7, 0x7F7F_7F7F)
        let end = SandboxEnd(code: 1, heap: .max, limit: .memory, failure: failure)
        for report in [SandboxReport.ready(long), .line(chunk: long, line: 1), .ended(end)] {
            switch try #require(try read(report.frame, as: SandboxReport.self)) {
            case .ready(let text): #expect(text.utf8.count <= 200 && text.unicodeScalars.starts(with: "x\u{301}\u{301}".unicodeScalars))
            case .line(let chunk, _): #expect(chunk.utf8.count <= 200 && !chunk.isEmpty)
            case .ended(let told):
                let parts = [told.failure?.kind, told.failure?.message, told.failure?.hint, told.failure?.chunk, told.failure?.traceback]
                for text in parts { #expect((1...8192).contains(text?.utf8.count ?? 0)) }
                #expect(told.heap == 64 << 30 && told.failure?.column == 6 && told.failure?.line == 7)
            case .refused, .wish: Issue.record("another report")
            }
        }
    }

    @Test("Texts of a failure are bounded")
    func bounded() throws {
        let failure = SandboxFailure(kind: "error", message: String(repeating: "x", count: 1 << 20))
        guard case .refused(let told) = try read(SandboxReport.refused(failure).frame, as: SandboxReport.self) else {
            Issue.record("no refusal")
            return
        }
        #expect(told.message.count < 1 << 14)
    }
}
