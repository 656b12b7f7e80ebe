internal import CLuca
import Frames
internal import Glibc

/// Reads lines and runs them in a session until one of them, or the end of the input, ends it.
public struct Shell {
    private let session: ShellSession
    private let reader: any LineReader
    private let output: any ShellOutput
    private let wake: () throws(Failure) -> Void

    /// A shell that writes its own remarks to `output`.
    ///
    /// - Parameter wake: called before each line; what was typed is not run where it throws.
    public init(_ session: ShellSession, reader: any LineReader, output: any ShellOutput, wake: @escaping () throws(Failure) -> Void = {}) {
        self.session = session
        self.reader = reader
        self.output = output
        self.wake = wake
    }

    /// Runs to the end, and returns the exit code.
    ///
    /// A person may go on after a failure. A pipe may not: the lines after it were written in the belief that it had worked. So the first failure
    /// ends a pipe with exit code 1, and no line after it is run.
    public func run() -> Int32 {
        var entry = ""
        var number = 0
        while true {
            switch reader.read(prompt: session.prompt) {
            case .interrupted:
                session.giveUp()
                entry = ""
            case .end:
                if session.isContinuing, session.isInteractive {
                    session.giveUp()
                    entry = ""
                    output.note("\nthe unfinished entry is dropped; Ctrl-D once more leaves\n")
                    continue
                }
                if session.isInteractive {
                    output.note("\n")
                    return 0
                }
                return exitCode(after: session.finish(line: number), line: number) ?? 0
            case .unreadable(let line):
                number += 1
                session.giveUp()
                entry = ""
                let step = session.fail(
                    Failure(
                        kind: "bad_text", message: "the line holds bytes that are no UTF-8, so it was not run", hint: "text is read as UTF-8",
                        chunk: session.isInteractive ? nil : "line \(number)", sourceLine: line))
                if let code = exitCode(after: step, line: number) { return code }
            case .line(let line):
                number += 1
                do throws(Failure) { try wake() } catch {
                    session.giveUp()
                    entry = ""
                    if let code = exitCode(after: session.fail(error), line: number) { return code }
                    continue
                }
                let step = session.feed(line, line: number)
                entry += entry.isEmpty ? line : "\n" + line
                if step != .continued {
                    reader.remember(entry)
                    entry = ""
                }
                // Of a pipe it is done once, at its end.
                if session.isInteractive { session.rest() }
                if let code = exitCode(after: step, line: number) { return code }
            }
        }
    }

    /// The exit code to end with after an entry; nil to go on.
    private func exitCode(after step: FeedResult, line: Int) -> Int32? {
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

/// Starts a shell on the standard streams of the process.
public enum Launcher {
    /// Runs the shell on standard input, at a terminal with line editing, and returns the exit code.
    ///
    /// - Parameter asks: whether the questions that set up an empty book are asked of a pipe too, which answers them.
    public static func shell(_ interpreter: any Interpreter, _ options: LaunchOptions, asks: Bool = false) -> Int32 {
        luca_signals_start(luca_interrupt)
        let output = StandardOutput()
        let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let session = ShellSession(interpreter, output: output, display: display(options, isInteractive), isInteractive: isInteractive)
        if isInteractive { session.width = .auto }
        guard isInteractive else {
            defer {
                reportMissingBook(interpreter)
                interpreter.rest()
            }
            if asks { session.askSetup() }
            return session.leave(Shell(session, reader: PipeReader(), output: output).run())
        }
        let historyPath = Folders().map { $0.state + "/history" }
        let refusal = historyPath.flatMap(interpreter.refusal(toWrite:))
        let history = InputHistory(path: refusal == nil ? historyPath : nil) { !interpreter.hasEncryptedBook }
        output.note(banner(book: interpreter.bookName, style: TextStyle(isColoured: session.display.options.colour)))
        if let notice = interpreter.tellUnmadeBook() { output.remark("notice: \(notice)\n") }
        if let refusal { output.note(session.printer.warning("no history is kept: \(refusal.message)")) }
        if let notice = history.notice { output.note(session.printer.warning(notice)) }
        if interpreter.isBookEmpty { session.askSetup() }
        (interpreter as? RuntimeInterpreter)?.asks { question in
            output.note(question)
            return AnswerReader.read()
        }
        let lock = RestLock(interpreter, output)
        let reader = ReadlineReader(history: history, completion: CompletionEngine(session), rest: .init(after: { lock.milliseconds }, act: lock.rest))
        return session.leave(Shell(session, reader: reader, output: output, wake: lock.wake).run())
    }

    /// Runs texts one after the other as if they were typed, until one fails, and returns the exit code: `luca -e CODE`.
    public static func evaluate(_ texts: [String], _ interpreter: any Interpreter, _ options: LaunchOptions) -> Int32 {
        luca_signals_start(luca_interrupt)
        let session = ShellSession(
            interpreter, output: StandardOutput(), display: display(options, isatty(STDOUT_FILENO) == 1), isInteractive: false)
        if isatty(STDOUT_FILENO) == 1 { session.width = .auto }
        defer {
            reportMissingBook(interpreter)
            interpreter.rest()
        }
        for text in texts {
            let step = session.feed(text)
            switch step == .continued ? session.finish(line: text.count { $0 == "\n" } + 1) : step {
            case .leave(let exitCode): return session.leave(exitCode)
            case .interrupted: return session.leave(130)
            case .failed: return session.leave(1)
            case .done, .continued: continue
            }
        }
        return session.leave(0)
    }

    /// Prints, at the end, that the book that was asked does not exist, since it answers like an empty one. A prompt says so at its start.
    static func reportMissingBook(_ interpreter: any Interpreter) {
        if let notice = interpreter.missingBook { StandardOutput().remark("notice: \(notice)\n") }
    }

    /// Prints a failure outside of a shell's session, such as a book that cannot be opened.
    public static func report(_ failure: Failure, _ options: LaunchOptions) {
        let style = TextStyle(isColoured: isColoured(options, descriptor: STDERR_FILENO))
        StandardOutput().note(FailureText(style: style).text(failure))
    }

    /// How results are shown at the start.
    public static func display(_ options: LaunchOptions, _ isOnTerminal: Bool) -> Display {
        var display = Display()
        display.options.colour = isColoured(options, descriptor: STDOUT_FILENO)
        display.options.privacy = options.masksAmounts
        display.isOnTerminal = isatty(STDOUT_FILENO) == 1
        if display.isOnTerminal {
            display.format = .auto
            (display.options.width, display.options.widening) = (TableWidth.auto.columns, "| less -S")
        }
        display.options.maximumRows = isOnTerminal ? 200 : nil
        display.options.unicode = !isOnTerminal || isUnicodeTerminal
        return display
    }

    /// The first words of a session: the version, the book and how to get help.
    private static func banner(book: String?, style: TextStyle) -> String {
        let book = book.map { ", book \($0.printable)" } ?? ""
        return "\(style.bold("luca \(Version.current)"))\(book)\n\(style.dim("help start shows the first steps, help the rest; Tab completes, Ctrl-D leaves"))\n"
    }

    /// Whether the locale is one of UTF-8; the first of these variables that is set counts.
    private static var isUnicodeTerminal: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first ?? ""
        // A dumb terminal has letters, and nothing is known of what else.
        return environment("TERM") != "dumb" && (locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8"))
    }

    /// Whether to use colour on a descriptor: as the option says; `auto` means on a terminal that is not dumb, unless NO_COLOR is set.
    public static func isColoured(_ options: LaunchOptions, descriptor: Int32) -> Bool {
        switch options.colour {
        case .always: true
        case .never: false
        case .auto: isatty(descriptor) == 1 && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        }
    }
}

/// The version of the program.
public enum Version {
    /// Major, minor, patch.
    public static let current = "0.1.0"
}
