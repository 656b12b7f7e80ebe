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
