import Messages
import Scripting
import TestSupport
import Testing
@testable import REPL
@testable import Sandbox

/// Reports of a stranger's process, from the bytes to what is printed of them.
@Suite("What is printed of a stranger's reports")
struct SandboxFailureTests {
    /// The report that a frame holds, where it is one.
    private func report(_ frame: [UInt8]) -> SandboxReport? {
        var stream = MessageStream<SandboxReport>()
        stream.append(frame)
        return try? stream.next()
    }

    private func outcome(of report: SandboxReport) -> SandboxOutcome {
        var outcome = SandboxOutcome(.vanished, SandboxLimits())
        switch report {
        case .ready(let text): outcome.lacking = text
        case .line(let chunk, let line): (outcome.ending, outcome.line) = (.time, (chunk, line))
        case .ended(let end): outcome.ending = .ended(end)
        case .refused(let failure): outcome.ending = .refused(failure)
        case .wish: break
        }
        return outcome
    }

    @Test("Whatever numbers, texts and marks it has, a sentence of bounded length comes of it, and no crash")
    func sentences() {
        var random = SeededRandom.forTest()
        let texts = ["", "x", "x = y", "near '+'", "\u{1B}[31m", "\t\t", "e" + String(repeating: "\u{301}", count: 9000), String(repeating: "ab ", count: 6000), "('a')\0\n\r"]
        let numbers = [0, 1, 6, 1 << 20, 0x7F7F_7F7F, Int(UInt32.max), .max]
        var printed = 0
        for _ in 0..<300 {
            func text() -> String { random.pick(texts) }
            var failure = SandboxFailure(kind: text(), message: text(), hint: text())
            (failure.chunk, failure.sourceLine, failure.traceback) = (text(), text(), text())
            (failure.line, failure.column) = (random.pick(numbers), random.pick(numbers))
            let end = SandboxEnd(code: random.pick([0, 1, -1, .min, .max]), heap: random.pick(numbers), limit: random.pick([nil, .time, .memory]), failure: failure)
            var frame = random.pick([SandboxReport.ended(end), .refused(failure), .line(chunk: text(), line: random.pick(numbers)), .ready(text())]).frame
            for _ in 0..<random.int(0...3) where frame.count > 5 { frame[random.int(5...min(frame.count - 1, 60))] = random.pick([0, 0x7F, 0xFF]) }
            guard let report = report(frame) else { continue }
            let outcome = outcome(of: report)
            #expect(0...255 ~= outcome.code)
            var told = outcome.warning.map(\.printable) ?? ""
            if let failure = outcome.failure { told += FailureText(style: TextStyle(isColoured: false)).text(Failure(failure)) }
            // Six parts of 8 KiB, of which control characters are spelt out, and the blanks before a caret.
            #expect(told.utf8.count < 6 * 5 * 8192)
            if !told.isEmpty { printed += 1 }
        }
        #expect(printed > 100)
    }
}
