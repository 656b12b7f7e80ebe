public import Frames
import Ledger
public import LuaKit
import Queries
public import Sentences
import Session
public import Storage
public import Values

/// A session: a Lua state, the book it works on, and how results are shown.
///
/// Everything a script can call is registered here, from the table `Modules.all`. One statement is one act: what it records is kept
/// wholly, or, where it fails, not at all.
///
/// ```swift
/// let runtime = try Runtime(Runtime.Configuration(today: today))
/// try runtime.openBook(at: "family.luca")
/// let results = try runtime.evaluate("holdings{}", name: "=prompt", source: "repl")
/// ```
public final class Runtime {
    /// The Lua state.
    public let lua: LuaState
    /// What the session was started with.
    package let configuration: Configuration
    /// The part of luca that is written in Lua.
    package let stdlib: Stdlib

    /// Takes what `print` and `show` write.
    public var output: (String) -> Void = { _ in }
    /// Takes what a person should know beside the results.
    public var notice: (String) -> Void = { _ in }
    /// How frames are laid out as text.
    public var rendering = RenderOptions()
    /// The form in which `show` prints frames.
    public var format = FrameFormat.table
    /// Whether what is printed goes to a terminal. Control characters in texts of the book are then shown spelt out, so that they cannot steer it.
    public var isOutputOnTerminal = false
    /// Told how an import goes on; nil where nobody watches.
    public var importProgress: ImportProgress?
    /// Told how a sync goes on, many times a second; nil where nobody watches.
    public var syncProgress: ((SyncStage) -> Void)?

    /// The parts of the Lua surface, in the order in which help lists them.
    package private(set) var modules: [Module] = []
    /// The sentences in force, built in and defined by scripts.
    public package(set) var commands: [CommandPattern] = []
    /// Whether the sentences that are being defined are the program's own.
    package var isDefiningShipped = false
    /// Lua functions behind the commands that scripts defined, by the number in their pattern.
    package var handlers: [LuaReference] = []
    /// Records of functions, by name: the built-in ones and the reports and commands that scripts defined.
    package private(set) var records: [String: LuaFunction] = [:]
    /// Names of reports in the order of their definition.
    package var reportNames: [String] = []
    /// How a function is called, as help shows it; nil where it is none of luca's own.
    package var functionUsage: (LuaReference) -> String? = { _ in nil }
    /// Text of the scripts that ran, by chunk name, so that an error can show its line.
    package var sources: [String: String] = [:]
    /// Lua functions that make text of rows and of handles, taken before any script can put something of its own in their place.
    package var texts: [LuaReference] = []

    /// The books that the session has open.
    package var books = OpenBooks() { didSet { files.openBooks = books.paths } }
    /// The files that scripts may reach.
    package private(set) var files: FileAccess
    /// The act that is running, and its branches.
    package var running = RunningAct()
    /// What a person was told during the running act, so that nothing is told twice.
    var told = ToldInAct()
    /// What `undo` has to remember beside the journal.
    package var undoing = UndoMemory()
    /// What scripts defined with Lua functions, for this session.
    package var scripted = ScriptDefinitions()
    /// What parts of the surface keep for the session, by type.
    private var parts: [ObjectIdentifier: AnyObject] = [:]
    /// Whether a script runs only to show what it would record.
    var isDryRun = false {
        didSet {
            files.isDryRun = isDryRun
            lua.keepsFiles = isDryRun
        }
    }

    /// Makes a session that knows no functions yet and has no book.
    package init(bare configuration: Configuration) throws {
        self.configuration = configuration
        files = FileAccess(isAllowed: !configuration.isSandboxed, stopping: { LuaState.isInterrupted ? LuaStop.interrupted : nil })
        stdlib = Stdlib(folder: configuration.stdlibFolder)
        lua = try LuaState(trust: configuration.isSandboxed ? .sandboxed : .trusted, memoryLimit: configuration.memoryLimit)
        lua.owner = self
        lua.fileRefusal = FileAccess.refusal
        lua.openingRefusal = { [unowned self] in files.refusalToOpen($0, forWriting: $1) }
        lua.terminalText = { SafeText.safe($0, keepingLines: true) }
        lua.output = { [unowned self] bytes in output(fitForOutput(String(decoding: bytes, as: UTF8.self))) }
    }

    /// The book that bare functions work on; nil until one is opened.
    public var book: Book? { books.current }

    /// How frames are laid out, with the digits of the currencies that the book declares.
    package var layout: RenderOptions {
        var options = rendering
        options.currencies = currencies
        return options
    }

    /// The digits of every currency, those that the book declares included.
    public var currencies: CurrencyTable { CurrencyTable(declaredIn: book) }

    /// What a part of the surface keeps for the session; made when it is asked for first.
    package func part<Part: AnyObject>(_ make: () -> Part) -> Part {
        if let known = parts[ObjectIdentifier(Part.self)] { return unsafeDowncast(known, to: Part.self) }
        let part = make()
        parts[ObjectIdentifier(Part.self)] = part
        return part
    }

    /// Replaces what a part of the surface keeps for the session.
    package func replacePart<Part: AnyObject>(_ part: Part) { parts[ObjectIdentifier(Part.self)] = part }

    /// Today, as the session was told or as the system's clock has it.
    public var today: Day { configuration.today ?? SystemClock.today() }

    /// Makes the functions of a part of the surface callable.
    package func define(_ module: Module) {
        modules.append(module)
        for function in module.functions { define(function) }
    }

    /// Makes a function callable, and known to help and completion.
    package func define(_ function: LuaFunction) {
        records[function.name] = function
        lua.define(function)
    }

    /// A text for where `print` prints. On a terminal, control characters in it are shown spelt out. What luca itself lays out and colours does not
    /// come this way.
    func fitForOutput(_ text: String) -> String { isOutputOnTerminal ? SafeText.safe(text, keepingLines: true) : text }

    /// Prints a text where `print` does.
    package func print(_ text: String) { output(fitForOutput(text)) }
}

extension LuaCall {
    /// The session the call is made in.
    package var runtime: Runtime {
        // The runtime owns the state and outlives it.
        unsafeDowncast(state.owner.unsafelyUnwrapped, to: Runtime.self)
    }

    /// The book that the call is about: the one it is a method of, else the session's.
    package func book() throws -> Book {
        if let receiver = receiverObject as? OpenBook {
            if let loss = receiver.loss { throw loss }
            return receiver.book
        }
        if runtime.book != nil { return try runtime.requireBook() }
        throw LuaMisuse("\(name): no book is open", hint: "open one with open(\"family.luca\")", kind: "no_book")
    }
}

/// A part of the Lua surface: functions that help lists together, in a file of their own.
package struct Module: Sendable {
    /// What help calls the group.
    package let title: String
    /// The records of its functions.
    package let functions: [LuaFunction]
    /// Whether its functions work on a book, so that each is a method of books too.
    package let isAboutBooks: Bool

    /// A part of a title; its functions work on a book unless it is said that they do not.
    package init(_ title: String, isAboutBooks: Bool = true, _ functions: [LuaFunction]) {
        self.title = title
        self.functions = functions
        self.isAboutBooks = isAboutBooks
    }
}

/// Told how an import goes on: its phase, how many rows of how many are done in it. It gives back false to end the import.
public typealias ImportProgress = (_ phase: ImportPhase, _ done: Int, _ total: Int) -> Bool

/// The parts of an import that take time.
public enum ImportPhase: String, Sendable {
    /// The rows of the file are read.
    case reading
    /// What they hold is added to the book.
    case recording
}

/// How far a sync is, for a line on a terminal.
public struct SyncStage: Hashable, Sendable {
    /// Symbols that are done, in whichever way.
    public let done: Int
    /// Symbols in all.
    public let total: Int
    /// The one that was done last; empty before the first.
    public let symbol: String
    /// Whether the sync is over, however it ended.
    public let isLast: Bool

    /// How far a sync is, after a symbol.
    package init(done: Int, total: Int, symbol: String, isLast: Bool) { (self.done, self.total, self.symbol, self.isLast) = (done, total, symbol, isLast) }
}
