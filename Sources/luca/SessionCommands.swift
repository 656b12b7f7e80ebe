import ArgumentParser
import REPL

/// `luca [BOOK]` and `luca -e CODE`.
struct ShellCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "shell", abstract: "Opens a book and reads what you type (what luca does without a command).")

    @Argument(help: ArgumentHelp("The book; one that is not there is made with its first entry.", valueName: "book"))
    var path: String?

    @Option(
        name: .customShort("e"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Runs CODE, prints its result and ends. Of several, each runs in turn; the first that fails ends it.", valueName: "code"))
    var code: [String] = []

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let path, common.book != nil { throw ValidationError("the book is given twice: \(path) and --book") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { Self.run(code, onBook: path, program, options) }

    /// Runs a command line that was read without this command's declarations.
    static func run(_ line: PlainCommandLine, _ program: LucaProgram) -> Int32 { run(line.code, onBook: line.path, program, line.common.launchOptions) }

    /// Opens a book, that of the options where `path` is nil, and runs `code`, or without any reads what is typed. Returns the exit code.
    private static func run(_ code: [String], onBook path: String?, _ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        if let path, let mistake = CommandLineProgram.mistake(inBook: path, program) {
            StandardOutput().remark(mistake + "\n")
            return 2
        }
        var options = options
        if let path { options.book = path }
        do throws(Failure) {
            let interpreter = try program.start(options)
            defer { interpreter.close() }
            if code.isEmpty { return Launcher.shell(interpreter, options) }
            return Launcher.evaluate(code, interpreter, options)
        } catch {
            Launcher.report(error, options)
            return error.isInterrupted ? 130 : 1
        }
    }
}

/// `luca run FILE [ARGUMENTS]`.
struct RunCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs a Lua script as one act.",
        discussion: "Options that luca does not know go to the script; so does everything after --.")

    @Argument(help: "The script; - reads it from standard input.")
    var file: String

    @Argument(parsing: .allUnrecognized, help: "What the script is given as its arguments.")
    var arguments: [String] = []

    @Flag(help: "Shows what the script would record, and records nothing; exports are refused.")
    var dryRun = false

    @Flag(help: "Runs it as a stranger's, in a process of its own: no files, no programs, no network, a book it cannot write, limits of time and memory.")
    var sandbox = false

    @OptionGroup var limits: SandboxOptions

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let problem = ScriptRequest.slip(in: arguments, isSandboxed: sandbox) { throw ValidationError(problem) }
        if sandbox { _ = try limits.apply(to: ScriptRequest(path: file, arguments: [])) }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        // Without a sandbox these names are the script's own.
        let own = sandbox ? [] : limits.words
        let request = ScriptRequest(path: file, arguments: own + arguments, isDryRun: dryRun, isSandboxed: sandbox)
        return program.run((try? limits.apply(to: request)) ?? request, options)
    }
}

/// The form in which a command prints tables.
struct TableForm: ParsableArguments {
    @Flag(help: "Prints tables as CSV.")
    var csv = false

    @Flag(help: "Prints tables as JSON.")
    var json = false

    @Option(help: ArgumentHelp("The form of tables: auto, table, csv, json, markdown or line.", valueName: "form"))
    var mode: String?

    @Option(help: ArgumentHelp("Writes the answer to a file, as its name ends: .pdf, .xlsx, .html, .md or .txt.", valueName: "file"))
    var output: String?

    /// The form that was asked for; nil for the default.
    var name: String? { mode ?? (csv ? "csv" : json ? "json" : nil) }

    func validate() throws {
        if let mode, !ReportRequest.modes.contains(mode) {
            throw ValidationError("--mode is one of \(ReportRequest.modes.joined(separator: ", ")), not \(mode)")
        }
        if [csv, json, mode != nil].count(where: \.self) > 1 { throw ValidationError("of --csv, --json and --mode one tells the form") }
    }
}

/// `luca report [NAME] [ARGUMENTS]`.
struct ReportCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Prints a report, or lists the reports there are.",
        discussion: """
            Arguments are written as in the shell: luca report income 2014 account=Savings. \
            --pdf, --html, --xlsx and --markdown behind the name write it to a file, called after the report or as the word behind them says: \
            luca report statement 2014 --pdf out.pdf; --paper letter prints on that instead of A4. luca report NAME --help tells what a report takes.
            """)

    @Argument(help: "The report.")
    var name: String?

    @Argument(parsing: .allUnrecognized, help: "Its arguments: values, or name=value.")
    var arguments: [String] = []

    @OptionGroup var form: TableForm

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let output = form.output, let problem = ReportRequest.problem(withOutput: output) { throw ValidationError(problem) }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.report(ReportRequest(name: name, arguments: arguments, mode: form.name, output: form.output), options)
    }
}

/// `luca SENTENCE`: what can be typed at the prompt.
struct SentenceCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "sentence", abstract: "Carries out a sentence of the prompt.", usage: "luca SENTENCE [--csv] [--json] [--mode FORM]",
        discussion: "What luca help lists at the prompt: luca holdings on 2014-12-31, luca gains 2014 --csv, luca deposit 500 to Savings.", shouldDisplay: false)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The sentence.", valueName: "sentence"))
    var words: [String] = []

    @OptionGroup var form: TableForm

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let output = form.output, let problem = SentenceRequest.problem(withOutput: output, of: words) { throw ValidationError(problem) }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.say(SentenceRequest(words: words, mode: form.name, output: form.output), options)
    }
}

/// `luca demo [FILE]`.
struct DemoCommand: Action {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Makes a book to play with, and opens it.")

    @Argument(help: "Where to keep it; without it, it lasts as long as the session.")
    var file: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 { program.demo(at: file, options) }
}
