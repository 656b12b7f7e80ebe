internal import CLuca
import Frames
internal import Glibc
import LuaKit
import Scripting
import Values

/// The program: a session on the book that the options name, and what each subcommand does with it.
public struct LucaProgram {
    /// The program of this process.
    public init() {}

    /// A session with its book open and `init.lua` run: before a dry run without leaving anything behind.
    func session(_ options: LaunchOptions, isSandboxed: Bool = false, isDryRun: Bool = false, opensBook: Bool = true) throws(Failure) -> RuntimeInterpreter {
        var configuration = Runtime.Configuration()
        configuration.isSandboxed = isSandboxed
        configuration.isOffline = options.isOffline
        // A stranger's script reads a book and leaves no trace of it.
        if !isSandboxed { configuration.seenFolder = Folders().map { $0.state + "/heads" } }
        configuration.libraryFolder = Folders()?.library
        configuration.keyFile = Self.keyFile
        if let text = options.today {
            do { configuration.today = try Day(text) } catch {
                throw Failure(kind: "date", message: "--today: \(error)", hint: "dates are written 2014-03-03")
            }
        }
        let runtime: Runtime
        do { runtime = try Runtime(configuration) } catch { throw Failure(kind: "start", message: "\(error)") }
        runtime.output = { StandardOutput().write($0) }
        runtime.notice = { StandardOutput().remark("notice: \($0)\n") }
        if isatty(STDERR_FILENO) == 1 { runtime.syncProgress = ProgressLine.ofSync() }
        do {
            if opensBook { try runtime.openBook(at: try bookPath(options), makesFolder: options.book == nil) }
            if options.runsInit && !isSandboxed { try runInit(runtime, isDryRun: isDryRun) }
        } catch {
            throw (error as? Failure) ?? Failure(error, in: runtime)
        }
        return RuntimeInterpreter(runtime)
    }

    /// The book that the options name, else the one in the data folder.
    private func bookPath(_ options: LaunchOptions) throws(Failure) -> String {
        if let path = options.book { return path }
        guard let folders = Folders() else {
            throw Failure(kind: "no_book", message: "there is no place for a book: HOME is not set", hint: "name one with --book PATH")
        }
        return folders.data + "/book.luca"
    }

    /// Runs something that needs a book that is there: a path at which nothing is is a mistake, and no empty book to be asked.
    ///
    /// - Parameter meant: what was probably meant where no book was named and there is none at the usual place.
    private func withBook(_ options: LaunchOptions, orElse meant: String? = nil, _ body: (RuntimeInterpreter) throws -> Int32) -> Int32 {
        do throws(Failure) {
            let path = try bookPath(options)
            if !FilePaths.exists(FilePaths.expanded(path)) {
                throw Failure(
                    kind: "no_book", message: "there is no book \(path)",
                    hint: options.book == nil ? meant ?? "name one with --book PATH, or begin one: luca" : "check the path, or begin a book there: luca \(SafeText.shellWord(path))")
            }
        } catch {
            Launcher.report(error, options)
            return 1
        }
        return withSession(options, body)
    }

    /// Runs the user's `init.lua`; a mistake in it must not keep anyone from the book.
    private func runInit(_ runtime: Runtime, isDryRun: Bool) throws {
        guard let path = Folders().map({ $0.config + "/init.lua" }), FilePaths.exists(path) else { return }
        do {
            if isDryRun { try runtime.rehearse(file: path) } else { try runtime.runScriptFile(path, arguments: []) }
        } catch {
            Launcher.report(Failure(error, in: runtime), LaunchOptions())
        }
    }

    /// Runs something on a session and turns what goes wrong into a message and an exit code.
    ///
    /// - Parameter keepsOpen: whether the session goes on where all went well; else its books are closed, whatever may still hold on to it.
    func withSession(
        _ options: LaunchOptions, isSandboxed: Bool = false, isDryRun: Bool = false, opensBook: Bool = true, keepsOpen: Bool = false,
        _ body: (RuntimeInterpreter) throws -> Int32
    ) -> Int32 {
        luca_signals_start(luca_interrupt)
        let interpreter: RuntimeInterpreter
        do throws(Failure) {
            interpreter = try session(options, isSandboxed: isSandboxed, isDryRun: isDryRun, opensBook: opensBook)
        } catch {
            Launcher.report(error, options)
            return 1
        }
        let display = Launcher.display(options, isatty(STDOUT_FILENO) == 1)
        interpreter.display = display
        var closes = true
        defer {
            Launcher.tellMissingBook(interpreter)
            if closes { interpreter.close() }
        }
        do {
            let code = try body(interpreter)
            closes = !keepsOpen || code != 0
            return code
        } catch {
            if let exit = RuntimeInterpreter.exitRequest(error) { return Int32(truncatingIfNeeded: exit.code) }
            let failure = (error as? Failure) ?? Failure(error, in: interpreter.runtime)
            Launcher.report(failure, options)
            return failure.isInterrupted ? 130 : 1
        }
    }
}

extension LucaProgram {
    /// How long a stranger's script may run: ten seconds, or fewer by `LUCA_SANDBOX_SECONDS`.
    fileprivate static var sandboxSeconds: Int {
        guard let text = environment("LUCA_SANDBOX_SECONDS"), let seconds = Int(text) else { return 10 }
        return min(max(seconds, 1), 10)
    }
}

extension LucaProgram: Program {
    /// Opens the book for the shell.
    public func start(_ options: LaunchOptions) throws(Failure) -> any Interpreter { try session(options) }

    /// Runs a script as one act.
    public func run(_ request: ScriptRequest, _ options: LaunchOptions) -> Int32 {
        let seconds = Self.sandboxSeconds
        if request.isSandboxed { luca_sandbox_process(UInt32(seconds)) }
        // The text is read before the sandbox closes the way to files.
        let text: String
        do throws(Failure) { text = try request.path == "-" ? FileText.readStandardInput() : FileText.read(request.path) } catch {
            Launcher.report(error, options)
            return 1
        }
        return withSession(options, isSandboxed: request.isSandboxed, isDryRun: request.isDryRun) { interpreter in
            let runtime = interpreter.runtime
            if request.isSandboxed { runtime.limitSandbox(seconds: seconds) }
            let name = request.path == "-" ? "stdin" : request.path
            if request.isDryRun {
                runtime.output(try runtime.dryRun(text, name: name, arguments: request.arguments))
                return 0
            }
            for value in try runtime.runScript(text, name: name, arguments: request.arguments) where !value.isNone {
                runtime.output(try runtime.shown(value) + "\n")
            }
            return 0
        }
    }

    /// Prints a report.
    public func report(_ request: ReportRequest, _ options: LaunchOptions) -> Int32 {
        // The list of reports needs no book, and neither does a report on the empty one that a beginner has.
        let needsBook = request.name != nil && options.book != nil
        return (needsBook ? { withBook($0, $1) } : { withSession($0, $1) })(options) { interpreter in
            let runtime = interpreter.runtime
            if let format = request.format { runtime.format = format }
            let values = try runtime.runReport(request.name, arguments: request.arguments)
            for value in values where !value.isNone {
                runtime.output(try runtime.shown(value) + "\n")
                for warning in runtime.frame(value)?.warnings ?? [] { StandardOutput().remark("warning: \(warning.message)\n") }
            }
            return 0
        }
    }

    /// What to type instead of a word that is no command but a function of the book, or nearly one; nil where it is neither.
    public func hint(forWord word: String) -> String? {
        guard let runtime = try? Runtime() else { return nil }
        let names = runtime.functionNames
        guard let name = names.contains(word) ? word : nearestName(to: word, in: names), let record = runtime.record(named: name) else { return nil }
        let beginning = name == word ? "\(word) is a function of the book" : "did you mean \(name), a function of the book"
        let needsMore = record.parameters.contains(where: \.isRequired), call = needsMore ? "help(\"\(name)\")" : name + (record.style == .named ? "{}" : "()")
        return "\(beginning)\(name == word ? ":" : "?") luca -e '\(call)'\(needsMore ? " explains it" : "")"
    }

    /// Checks the book; 1 if something is wrong with it.
    public func verify(_ request: VerifyRequest, _ options: LaunchOptions) -> Int32 {
        withBook(options) { interpreter in
            let (lines, isSound) = try interpreter.runtime.verifyBook(expecting: request.expected, accepts: request.accepts)
            for line in lines { StandardOutput().tell(line + "\n") }
            return isSound ? 0 : 1
        }
    }

    /// Copies the book and tells where to.
    public func backup(to path: String?, _ options: LaunchOptions) -> Int32 {
        let named = path.flatMap { $0.hasSuffix(".luca") && FilePaths.exists(FilePaths.expanded($0)) ? SafeText.shellWord($0) : nil }
        let meant = named.map { "\($0) would be the place of the copy; to copy that book: luca backup --book \($0)" }
        return withBook(options, orElse: meant) { interpreter in
            StandardOutput().tell("\(try interpreter.runtime.backUp(to: path))\n")
            return 0
        }
    }

    /// Puts a backup in the place of the book.
    public func restore(from path: String, isForced: Bool, _ options: LaunchOptions) -> Int32 {
        withSession(options, opensBook: false) { interpreter in
            let target = try bookPath(options)
            if options.book == nil, let folder = Folders()?.data, FilePaths.exists(FilePaths.expanded(path)) { FilePaths.makeFolder(folder) }
            let book = options.book.map { " --book \(SafeText.shellWord($0))" } ?? ""
            let forced = "luca restore \(SafeText.shellWord(path)) --force\(book)"
            StandardOutput().tell(try interpreter.runtime.restore(from: path, to: target, isForced: isForced, forced: forced) + "\n")
            return 0
        }
    }

    /// Writes the book as CSV.
    public func export(_ request: ExportRequest, _ options: LaunchOptions) -> Int32 {
        withBook(options) { interpreter in
            let runtime = interpreter.runtime
            let what = request.format ?? "transactions"
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
}
