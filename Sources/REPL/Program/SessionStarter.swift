internal import CLuca
internal import Glibc
import LuaSurface
import Scripting
import Session
import Storage
import Values

/// Starts the Lua session that a subcommand runs in, and turns its failures into messages and exit codes.
struct SessionStarter {
    /// The options on the command line.
    private let options: LaunchOptions
    /// Whether nothing is to be recorded.
    private let isDryRun: Bool
    /// Whether the book that the options name is opened.
    private let opensBook: Bool
    /// Whether the passphrase of an encrypted book is asked for.
    private let asks: Bool

    init(_ options: LaunchOptions, isDryRun: Bool = false, opensBook: Bool = true, asks: Bool = true) {
        self.asks = asks
        self.options = options
        self.isDryRun = isDryRun
        self.opensBook = opensBook
    }

    /// The file of the providers' keys; nil if the environment names no folder for it.
    static var keyFile: ProviderKeys? { Folders().map { ProviderKeys(path: $0.config + "/keys") } }

    /// The file that remembers what strangers' scripts were allowed; nil if the environment names no folder for it.
    static var sandboxMemory: String? { Folders().map { $0.state + "/sandbox" } }

    /// Where this machine remembers how books ended; nil likewise.
    static var seenFolder: String? { Folders().map { $0.state + "/heads" } }

    /// What the user chose for this machine; nil if the environment names no folder for it.
    static var machine: MachineSettings? { Folders().map { MachineSettings(path: $0.config + "/settings") } }

    /// A session with its book open and `init.lua` run. Before a dry run, `init.lua` records nothing either.
    func start() throws(Failure) -> RuntimeInterpreter {
        if asks { Passphrases.install() }
        var configuration = Runtime.Configuration()
        configuration.isOffline = options.isOffline
        configuration.seenFolder = Self.seenFolder
        configuration.sandboxMemory = Self.sandboxMemory
        configuration.libraryFolder = Folders()?.library
        configuration.keyFile = Self.keyFile
        configuration.machine = Self.machine
        configuration.version = Version.current
        configuration.environmentLocale = .ofEnvironment(environment)
        if let text = options.today {
            do { configuration.today = try Day(text) } catch {
                throw Failure(kind: "date", message: "--today: \(error)", hint: "dates are written 2014-03-03")
            }
        }
        let runtime: Runtime
        do { runtime = try Runtime(configuration) } catch { throw Failure(kind: "start", message: "\(error)") }
        runtime.console.output = { StandardOutput().write($0) }
        runtime.console.notice = { StandardOutput().remark("notice: \($0)\n") }
        runtime.console.lines = { Pager.screen?.rows }
        runtime.console.progress = ProgressLine.onTerminal()
        do {
            if opensBook { try runtime.openBook(at: try bookPath(), makesFolder: options.book == nil) }
            if options.runsInit { try runInit(runtime) }
        } catch {
            throw (error as? Failure) ?? Failure(error, in: runtime)
        }
        return RuntimeInterpreter(runtime)
    }

    /// The path of the book that the options name, else of the one in the data folder.
    func bookPath() throws(Failure) -> String {
        if let path = options.book { return path }
        guard let folders = Folders() else {
            throw Failure(kind: "no_book", message: "there is no place for a book: HOME is not set", hint: "name one with --book PATH")
        }
        return folders.data + "/book.luca"
    }

    /// Runs `body` in a session on a book that must exist already: a wrong path must not be taken for an empty book.
    ///
    /// - Parameter meant: the hint if no book was named and there is none in the data folder.
    func runOnExistingBook(orElse meant: String? = nil, _ body: (RuntimeInterpreter) throws -> Int32) -> Int32 {
        do throws(Failure) {
            let path = try bookPath()
            if !BookPlace.exists(path) {
                let hint =
                    options.book == nil
                    ? meant ?? "name one with --book PATH, or begin one: luca"
                    : "check the path, or begin a book there: luca \(SafeText.shellWord(path))"
                throw Failure(kind: "no_book", message: "there is no book \(path)", hint: hint)
            }
        } catch {
            Launcher.report(error, options)
            return 1
        }
        return run(body)
    }

    /// Runs the user's `init.lua`. A mistake in it is told, but the session goes on: it must not keep anyone from the book.
    private func runInit(_ runtime: Runtime) throws {
        guard let path = Folders().map({ $0.config + "/init.lua" }), FilePaths.exists(path) else { return }
        do {
            if isDryRun { try runtime.rehearse(file: path) } else { try runtime.runScriptFile(path, arguments: []) }
        } catch {
            Launcher.report(Failure(error, in: runtime), LaunchOptions())
        }
    }

    /// Runs `body` in a session, reports what goes wrong, and returns the exit code.
    ///
    /// - Parameter keepsOpen: whether the session stays open after success; otherwise its books are closed.
    func run(keepsOpen: Bool = false, _ body: (RuntimeInterpreter) throws -> Int32) -> Int32 {
        luca_signals_start(luca_interrupt)
        let interpreter: RuntimeInterpreter
        do throws(Failure) {
            interpreter = try start()
        } catch {
            Launcher.report(error, options)
            return 1
        }
        let display = Launcher.display(options, isatty(STDOUT_FILENO) == 1)
        interpreter.display = display
        var closes = true
        defer {
            Launcher.reportMissingBook(interpreter)
            interpreter.rest()
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
            // What a script was given wrongly is wrong usage.
            return failure.isInterrupted ? 130 : failure.kind == OptionValues.kind ? 2 : 1
        }
    }
}

/// Where a book is, as the command line names it: a path, or the address of a server.
enum BookPlace {
    /// Whether it is the address of a server.
    static func isOnServer(_ place: String) -> Bool { Book.isServerAddress(place) }

    /// Whether there is something at a path. Of a server only opening the book tells, so an address counts as a book that is there.
    static func exists(_ place: String) -> Bool { isOnServer(place) || FilePaths.exists(FilePaths.expanded(place)) }

    /// Opens a book for reading, without a session.
    static func open(_ place: String, isOffline: Bool, _ options: Book.Options) throws -> Book {
        if isOnServer(place) { return try Book.open(server: place, isOffline: isOffline, options: options, clock: SystemClock.now) }
        return try Book.open(path: FilePaths.expanded(place), mode: .readOnly, options: options, clock: SystemClock.now)
    }
}
