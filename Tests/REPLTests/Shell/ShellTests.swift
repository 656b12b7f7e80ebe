import Foundation
import REPL
import Testing

@Suite("The shell's loop")
struct ShellTests {
    /// Lines laid out beforehand.
    private final class Script: LineReader {
        var events: [LineEvent]
        private(set) var prompts: [String] = []
        private(set) var remembered: [String] = []

        init(_ events: [LineEvent]) { self.events = events }

        func read(prompt: String) -> LineEvent {
            prompts.append(prompt)
            return events.isEmpty ? .end : events.removeFirst()
        }

        func remember(_ entry: String) { remembered.append(entry) }
    }

    private let interpreter = FakeInterpreter()
    private let output = RecordedOutput()

    private func run(_ reader: Script, isInteractive: Bool) -> Int32 {
        let session = ShellSession(interpreter, output: output, display: Display(), isInteractive: isInteractive)
        return Shell(session, reader: reader, output: output).run()
    }

    @Test("A person goes on after a mistake, and entries are remembered whole")
    func interactive() {
        let reader = Script([.line("missing()"), .line("f("), .interrupted, .line("f("), .line("1)"), .line("1 + 1")])
        #expect(run(reader, isInteractive: true) == 0)
        #expect(reader.remembered == ["missing()", "f(\n1)", "1 + 1"])
        #expect(reader.prompts == ["luca> ", "luca> ", "  ... ", "luca> ", "  ... ", "luca> ", "luca> "])
        #expect(output.results == "ran f( / 1)\n2\n")
    }

    @Test("A pipe ends at the first failure, with 1")
    func failingPipe() {
        #expect(run(Script([.line("1 + 1"), .line("missing()"), .line("deposit 5 to Savings")]), isInteractive: false) == 1)
        #expect(interpreter.asked == ["1 + 1", "missing()"])
        #expect(output.notes.hasSuffix("stopped at line 2: nothing after it was run\n"))
    }

    @Test("A pipe that stops in the middle of an entry failed")
    func unfinishedPipe() {
        #expect(run(Script([.line("f(")]), isInteractive: false) == 1)
        #expect(output.notes.contains("the entry is unfinished"))
    }

    @Test(
        "The exit codes",
        arguments: [
            ("1 + 1", 0), ("wait()", 130), ("missing()", 1), ("os.exit(3)", 3), ("buy ten ORCL", 1), ("", 0), (".nonsense", 1),
        ] as [(String, Int32)])
    func exitCodes(line: String, code: Int32) {
        #expect(run(Script([.line(line)]), isInteractive: false) == code)
    }

    @Test("Lines of a pipe are handed out as they come")
    func pipeReader() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let reader = PipeReader(descriptor: ends[0])
        func send(_ text: String) { #expect(write(ends[1], text, text.utf8.count) == text.utf8.count) }
        send("first\r\nsec")
        #expect(reader.read(prompt: "") == .line("first"))
        send("ond\n\n\u{E9}")
        #expect(reader.read(prompt: "") == .line("second"))
        #expect(reader.read(prompt: "") == .line(""))
        close(ends[1])
        #expect(reader.read(prompt: "") == .line("\u{E9}"))
        #expect(reader.read(prompt: "") == .end)
    }
}
