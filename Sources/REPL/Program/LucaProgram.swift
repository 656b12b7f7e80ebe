internal import CLuca
import Frames
internal import Glibc
import LuaFormats
import LuaKit
import LuaSurface
import Reports
import Scripting
import Sentences
import Session
import Storage
import Values

/// What the program does: one function for each subcommand, which returns the exit code.
///
/// The executable parses its arguments into requests and calls these. Exit codes: 0; 1, the act failed; 2, wrong usage; 3, nothing is due;
/// 130, interrupted.
public struct LucaProgram {
    /// Has memory that is freed kept for what is asked for next, up to some megabytes. To be called before anything else.
    public static func keepFreedMemory() { luca_keep_freed_memory() }

    /// A session without a book, which knows the words of the prompt; made where a command line needs it.
    final class Words { lazy var runtime = try? Runtime() }
    let words = Words()

    /// The program of this process.
    public init() {}

    /// Opens the book; the shell and `-e` do the rest through the interpreter.
    public func start(_ options: LaunchOptions) throws(Failure) -> any Interpreter { try SessionStarter(options).start() }

    /// Asks what sets up an empty book, and goes on as the prompt: `luca init [BOOK]`. Of a pipe each line is an answer.
    public func setUp(_ options: LaunchOptions) -> Int32 {
        let interpreter: any Interpreter
        do throws(Failure) { interpreter = try start(options) } catch {
            Launcher.report(error, options)
            return 1
        }
        defer { interpreter.close() }
        guard interpreter.isBookEmpty else {
            let name = interpreter.bookName ?? "the book"
            Launcher.report(
                Failure(
                    kind: "already_exists", message: "\(name) has entries already, and is set up",
                    hint: "settings shows what is set, account NAME CURRENCY opens another account; luca init NEW.luca begins another book"), options)
            return 1
        }
        return Launcher.shell(interpreter, options, asks: true)
    }

    /// Runs a script as one act: `luca run FILE [ARGUMENTS]`, `luca FILE.lua`.
    public func run(_ request: ScriptRequest, _ options: LaunchOptions) -> Int32 {
        if request.isSandboxed { return SandboxedRun(request, options).run() }
        let text: String
        do throws(Failure) { text = try request.path == "-" ? FileText.readStandardInput() : FileText.read(request.path) } catch {
            Launcher.report(error, options)
            return 1
        }
        return SessionStarter(options, isDryRun: request.isDryRun).run { interpreter in
            let runtime = interpreter.runtime
            let name = request.path == "-" ? "stdin" : request.path
            if request.isDryRun {
                runtime.console.output(try runtime.dryRun(text, name: name, arguments: request.arguments))
                return 0
            }
            for value in try runtime.runScript(text, name: name, arguments: request.arguments) where !value.isNone {
                runtime.console.output(try runtime.shown(value) + "\n")
            }
            return 0
        }
    }

    /// Prints a report: `luca report NAME [ARGUMENTS]`.
    public func report(_ request: ReportRequest, _ options: LaunchOptions) -> Int32 {
        // The list of reports needs no book; and a beginner without a book may see an empty report.
        let needsBook = request.name != nil && options.book != nil
        let starter = SessionStarter(options)
        func printReport(_ interpreter: RuntimeInterpreter) throws -> Int32 {
            let runtime = interpreter.runtime
            if let format = request.format { runtime.console.format = format }
            let values = try runtime.runReport(request.name, arguments: request.arguments)
            try show(values, of: runtime, in: request.output, titled: request.name ?? "reports")
            return 0
        }
        return needsBook ? starter.runOnExistingBook(printReport) : starter.run(printReport)
    }

    /// Shows results, and under a table what was missing or doubtful; or writes them to a file, one title above them.
    private func show(_ values: [LuaValue], of runtime: Runtime, by pattern: CommandPattern? = nil, in file: String?, titled title: String) throws {
        if let file, let form = ReportForm(ofFile: file) {
            let bytes = try runtime.write(runtime.report(of: values.first ?? .none, titled: title), as: form, to: file)
            if let plain = runtime.book?.plainNotice(of: file) { StandardOutput().remark("notice: \(plain)\n") }
            return StandardOutput().tell("\(file): \(bytes) bytes\n")
        }
        for value in values where !value.isNone {
            let frame = runtime.frame(value).map { frame in pattern.map { runtime.said(frame, by: $0) } ?? frame }
            if frame?.isSilent != true { page(try (frame.map(runtime.shown) ?? runtime.shown(value)) + "\n", of: runtime) }
            for warning in frame?.warningLines(inBook: "luca warnings", inFrame: "the frame's warnings") ?? [] { StandardOutput().remark("warning: \(warning)\n") }
        }
    }

    /// Prints a result, which a person at a terminal reads page by page where it is longer than the screen.
    private func page(_ text: String, of runtime: Runtime) {
        guard runtime.console.format.isForPeople else { return StandardOutput().write(text) }
        guard let problem = StandardOutput().page(text, by: runtime.console.pager) else { return }
        StandardOutput().remark("warning: \(problem), so the result is printed as it is; PAGER names another\n")
    }

    /// Carries out a sentence of the prompt: `luca holdings`, `luca gains 2014 --csv`.
    public func say(_ request: SentenceRequest, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options).run { interpreter in
            if let format = request.format { interpreter.runtime.console.format = format }
            interpreter.runtime.console.pages = { [runtime = interpreter.runtime] text in page(text, of: runtime) }
            let runtime = interpreter.runtime, sentence = try runtime.sentence(request.line)
            if case .values(let values) = try runtime.run(sentence) { try show(values, of: runtime, by: sentence.pattern, in: request.output, titled: request.line) }
            return 0
        }
    }

    // MARK: Recurring rules

    /// The exit code that says that nothing was due.
    private static let nothingDue: Int32 = 3

    /// Lists the recurring rules, shows what they have due, or posts it: `luca recurring run|due|list`. Each day of a rule is an act of its own,
    /// and its line is printed once it is recorded. 3 if nothing is due.
    public func recurring(_ request: RecurringRequest, _ options: LaunchOptions) -> Int32 {
        if let path = options.book, !BookPlace.exists(path) {
            let failure = Failure(kind: "no_book", message: "there is no book \(path)", hint: "name one that has rules with --book PATH")
            Launcher.report(failure, options)
            return 1
        }
        return SessionStarter(options, isDryRun: request.isDryRun).run { interpreter in
            guard request.isDryRun else { return try runRules(request, interpreter) }
            return try interpreter.runtime.leavingNothing("dry run of recurring rules") { try runRules(request, interpreter) }
        }
    }

    private func runRules(_ request: RecurringRequest, _ interpreter: RuntimeInterpreter) throws -> Int32 {
        let runtime = interpreter.runtime, before = try runtime.recurringPosted()
        for script in request.scripts { try runtime.runScriptFile(script, arguments: []) }
        if request.task == .list {
            interpreter.output(try runtime.recurringList())
            return 0
        }
        let output = StandardOutput()
        let byScripts = try request.scripts.isEmpty ? [] : runtime.recurringPosted().subtracting(before).sorted()
        for line in byScripts { output.tell(line + "\n") }
        let isDry = request.isDryRun || request.task == .due
        let run = try runtime.runRecurring(to: request.to.map { try Day($0) }, isDry: isDry) { output.tell($0 + "\n") }
        for failure in run.failures { output.remark("error: \(failure)\n") }
        if !run.failures.isEmpty { return 1 }
        if run.posted + byScripts.count > 0 { return 0 }
        if !request.isQuiet { output.write("nothing is due\n") }
        return Self.nothingDue
    }

    // MARK: The book

    /// Checks the book: `luca verify`. 1 if something is wrong with it.
    public func verify(_ request: VerifyRequest, _ options: LaunchOptions) -> Int32 {
        let starter = SessionStarter(options)
        var isOpen = false
        let code = starter.runOnExistingBook { interpreter in
            isOpen = true
            let (lines, isSound) = try interpreter.runtime.verifyBook(expecting: request.expected, accepts: request.accepts)
            for line in lines { StandardOutput().tell(line + "\n") }
            return isSound ? 0 : 1
        }
        // What keeps an encrypted book from being opened is told of it all the same.
        if !isOpen, let path = try? starter.bookPath(), !BookPlace.isOnServer(path) {
            for page in BookEncryption.alteredPages(of: FilePaths.expanded(path)) { StandardOutput().tell("Page \(page) of the encrypted file is not as luca wrote it.\n") }
        }
        return code
    }

    /// Writes the book in a format of other programs, to a file or to standard output: `luca export [FILE]`.
    public func export(_ request: ExportRequest, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options).runOnExistingBook { interpreter in
            let runtime = interpreter.runtime
            let what = request.format ?? Runtime.usualExport(to: request.path ?? "")
            guard let path = request.path else {
                let (text, leftOut) = try runtime.exportText(what)
                StandardOutput().tell(text)
                for sentence in leftOut { StandardOutput().remark("notice: \(sentence)\n") }
                return 0
            }
            let (bytes, leftOut) = try runtime.export(what, to: path)
            for sentence in leftOut { StandardOutput().remark("notice: \(sentence)\n") }
            StandardOutput().tell("\(path): \(bytes) bytes\n")
            return 0
        }
    }

    // MARK: Keys of providers

    /// Keeps or removes the API key of a provider, or lists the keys: `luca key [PROVIDER]`. Needs no book.
    public func key(_ request: KeyRequest, _ options: LaunchOptions) -> Int32 {
        let output = StandardOutput()
        do {
            guard let file = SessionStarter.keyFile else {
                throw Failure(kind: "keys", message: "there is no place for keys: HOME is not set")
            }
            guard let provider = request.provider else {
                for line in try list(file) { output.tell(line + "\n") }
                return 0
            }
            try ProviderKeys.check(provider)
            if request.isRemoved {
                try file.set(provider, to: nil)
                output.tell("no key for \(provider) is kept any more\n")
                return 0
            }
            let isTerminal = isatty(STDIN_FILENO) == 1
            guard let key = try isTerminal ? KeyPrompt.ask("Key for \(provider), which is not shown: ") : KeyPrompt.readStandardInput() else {
                return 130
            }
            try file.set(provider, to: key)
            output.tell("the key for \(provider) is kept in \(file.path)\n")
            if let warning = file.warning { output.remark("warning: \(warning)\n") }
            return 0
        } catch {
            Launcher.report(Failure(error, otherwise: "keys"), options)
            return 1
        }
    }

    private func list(_ file: ProviderKeys) throws -> [String] {
        let kept = try file.read().keys.sorted()
        let lines = kept.map { "\($0): kept in \(file.path)" } + (file.warning.map { ["warning: \($0)"] } ?? [])
        return lines.isEmpty ? ["no keys are kept; luca key PROVIDER keeps one"] : lines
    }
}
