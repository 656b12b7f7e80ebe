internal import CLuca
import Frames
internal import Glibc

/// Sets a shell up for the streams that the program was started with.
public enum Launcher {
    /// The shell on standard input: line editing where a person sits at a terminal, else line by line. The exit code.
    public static func shell(_ interpreter: any Interpreter, _ options: LaunchOptions) -> Int32 {
        luca_signals_start(luca_interrupt)
        let output = StandardOutput()
        let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let session = Session(interpreter, output: output, display: display(options, isInteractive), isInteractive: isInteractive)
        if isInteractive { session.width = .auto }
        guard isInteractive else {
            defer { tellMissingBook(interpreter) }
            return session.leave(Shell(session, reader: PipeReader(), output: output).run())
        }
        let historyPath = Folders().map { $0.state + "/history" }
        let refusal = historyPath.flatMap(interpreter.refusal(toWrite:))
        let history = History(path: refusal == nil ? historyPath : nil)
        output.note(Banner.text(book: interpreter.bookName, style: Style(isColoured: session.display.options.colour)))
        if let notice = interpreter.tellUnmadeBook() { output.remark("notice: \(notice)\n") }
        if let refusal { output.note(session.printer.warning("no history is kept: \(refusal.message)")) }
        if let notice = history.notice { output.note(session.printer.warning(notice)) }
        let reader = ReadlineReader(history: history, completion: CompletionEngine(session))
        return session.leave(Shell(session, reader: reader, output: output).run())
    }

    /// `-e`: evaluates texts one after the other as if they were typed, and prints their results, until one fails. The exit code.
    public static func evaluate(_ texts: [String], _ interpreter: any Interpreter, _ options: LaunchOptions) -> Int32 {
        luca_signals_start(luca_interrupt)
        let session = Session(
            interpreter, output: StandardOutput(), display: display(options, isatty(STDOUT_FILENO) == 1), isInteractive: false)
        defer { tellMissingBook(interpreter) }
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

    /// Says at the end that what was asked was asked of a book that is not there, which answers as an empty one does; a prompt
    /// says so at its start.
    static func tellMissingBook(_ interpreter: any Interpreter) {
        if let notice = interpreter.missingBook { StandardOutput().remark("notice: \(notice)\n") }
    }

    /// Prints a failure that came before there was a session, such as a book that cannot be opened.
    public static func report(_ failure: Failure, _ options: LaunchOptions) {
        let style = Style(isColoured: isColoured(options, descriptor: STDERR_FILENO))
        StandardOutput().note(FailureText(style: style).text(failure))
    }

    /// How results are shown at the start.
    public static func display(_ options: LaunchOptions, _ isOnTerminal: Bool) -> Display {
        var display = Display()
        display.options.colour = isColoured(options, descriptor: STDOUT_FILENO)
        display.isOnTerminal = isatty(STDOUT_FILENO) == 1
        display.options.maximumRows = isOnTerminal ? 200 : nil
        display.options.unicode = !isOnTerminal || isUnicodeTerminal
        return display
    }

    /// Whether the locale says that the terminal shows UTF-8; the first of these variables that is set counts.
    private static var isUnicodeTerminal: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first ?? ""
        return locale.uppercased().contains("UTF-8") || locale.uppercased().contains("UTF8")
    }

    /// Whether to use colour on a descriptor: as the option says; by itself only on a terminal that is not dumb, and never
    /// against NO_COLOR.
    public static func isColoured(_ options: LaunchOptions, descriptor: Int32) -> Bool {
        switch options.colour {
        case .always: true
        case .never: false
        case .auto: isatty(descriptor) == 1 && environment("NO_COLOR") == nil && environment("TERM") != "dumb"
        }
    }
}
