internal import CLuca
internal import Glibc

/// Reads lines and feeds them to a session until one of them ends it.
public struct Shell {
    private let session: Session
    private let reader: any LineReader
    private let output: any ShellOutput

    /// A shell; `output` takes its own remarks.
    public init(_ session: Session, reader: any LineReader, output: any ShellOutput) {
        self.session = session
        self.reader = reader
        self.output = output
    }

    /// Runs to the end; the exit code.
    ///
    /// A person may go on after a mistake. A pipe may not: what follows was written in the belief that the line before it had
    /// worked, so the first failure ends it with 1 and nothing after it is run.
    public func run() -> Int32 {
        var entry = ""
        var number = 0
        while true {
            switch reader.read(prompt: session.prompt) {
            case .interrupted:
                session.giveUp()
                entry = ""
            case .end:
                if session.isInteractive {
                    output.note("\n")
                    return 0
                }
                return exitCode(after: session.finish(line: number), line: number) ?? 0
            case .unreadable(let line):
                number += 1
                session.giveUp()
                entry = ""
                let step = session.fail(Failure(
                    kind: "bad_text", message: "the line holds bytes that are no UTF-8, so it was not run", hint: "text is read as UTF-8",
                    chunk: session.isInteractive ? nil : "line \(number)", sourceLine: line))
                if let code = exitCode(after: step, line: number) { return code }
            case .line(let line):
                number += 1
                let step = session.feed(line, line: number)
                entry += entry.isEmpty ? line : "\n" + line
                if step != .continued {
                    reader.remember(entry)
                    entry = ""
                }
                if let code = exitCode(after: step, line: number) { return code }
            }
        }
    }

    /// The code to leave with after a step, or nil to go on.
    private func exitCode(after step: Step, line: Int) -> Int32? {
        switch step {
        case .done, .continued: return nil
        case .leave(let code): return code
        case .failed, .interrupted:
            if session.isInteractive { return nil }
            output.note("stopped at line \(line): nothing after it was run\n")
            return step == .interrupted ? 130 : 1
        }
    }
}
