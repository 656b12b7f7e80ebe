internal import CLuca
internal import Glibc
import LuaSurface
import Scripting
import Session
import Values

/// The sample book: `luca demo`.
extension LucaProgram {
    /// Makes the sample book, in memory without a path: `luca demo [PATH]`. At a terminal it is opened in the shell; otherwise a short tour of it
    /// is printed.
    public func demo(at path: String?, _ options: LaunchOptions) -> Int32 {
        let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        var shell: RuntimeInterpreter?
        let code = SessionStarter(options, opensBook: false).run(keepsOpen: isTerminal) { interpreter in
            let runtime = interpreter.runtime
            if let path { try runtime.openBook(at: path) } else { try runtime.openMemoryBook(named: "demo") }
            guard try runtime.isBookEmpty else {
                throw Failure(
                    kind: "already_exists", message: "\(path ?? "the book") has entries already",
                    hint: "luca \(SafeText.shellWord(path ?? "")) opens it; luca demo FILE makes the sample in a new file")
            }
            try runtime.fillDemoBook()
            if isTerminal { shell = interpreter } else { try tour(interpreter) }
            return 0
        }
        guard code == 0, let shell else { return code }
        StandardOutput().note(Self.greeting)
        defer { shell.close() }
        return Launcher.shell(shell, options)
    }

    private static let greeting = """
        The sample family: Jerry, Carol, Ray and what they own together, 2000 to 2014,
        at real prices. Try: holdings, gains 2007, report income, help,
        trades{symbol="ORCL"}:by("year"):sum("quantity")

        """

    /// The entries of the tour, sentences and Lua.
    private static let steps = [
        "accounts",
        "holdings on 2010-12-31",
        #"trades{symbol="ORCL", from="2005-01-01"}:select("date", "type", "account", "quantity", "price"):head(5)"#,
        #"gains{}:by("year"):sum("gain")"#,
        #"income{type="dividend"}:pivot{rows="symbol", across="year", values="amount"}"#,
        "cash",
    ]

    private func tour(_ interpreter: RuntimeInterpreter) throws {
        let output = StandardOutput()
        output.write("A tour of the sample book. Each line after luca> is what you would type.\n")
        let session = ShellSession(interpreter, output: output, display: interpreter.display, isInteractive: false)
        for step in Self.steps {
            output.write("\nluca> \(step)\n")
            guard session.feed(step) == .done else { throw Failure(kind: "demo", message: "the tour stopped at: \(step)") }
        }
        output.write("\nRun luca demo in a terminal to go on from here, or luca BOOK to begin your own.\n")
    }
}
