import Frames
import Ledger
public import LuaKit
import Queries
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
/// let results = try runtime.evaluate("holdings{}", name: "=prompt", source: ActSource.prompt)
/// ```
public final class Runtime {
    /// The Lua state.
    public let lua: LuaState
    /// What the session was started with.
    package let configuration: Configuration
    /// The part of luca that is written in Lua.
    package let stdlib: Stdlib

    /// Where results go, and how they are laid out.
    public var console = Console()
    /// What a script can call, and the sentences that say it.
    public package(set) var functions = FunctionTable()

    /// The books that the session has open.
    package var books = OpenBooks() { didSet { files.openBooks = books.paths } }
    /// The question over several books that is under way.
    var question: BookQuestion?
    /// The files that scripts may reach.
    package private(set) var files: FileAccess
    /// The act that is running, and its branches.
    package var running = RunningAct()
    /// What a person was told during the running act, so that nothing is told twice.
    package var told = ToldInAct()
    /// What `undo` has to remember beside the journal.
    package var undoing = UndoMemory()
    /// What scripts defined with Lua functions, for this session.
    package var scripted = ScriptDefinitions()
    /// What parts of the surface keep for the session, by type.
    // An array: a start asks for one or two, and a dictionary looks through all conformances of the program when it is made.
    private var parts: [(type: ObjectIdentifier, part: AnyObject)] = []
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
        lua = try LuaState(trust: configuration.isSandboxed ? .sandboxed : .trusted, memoryLimit: configuration.memoryLimit)
        files = FileAccess(isAllowed: !configuration.isSandboxed, stopping: { [script = Script(lua: lua)] in script.lua?.dueStop })
        // What is wrong with the file is told by whoever asks for its settings.
        let chosen = (try? configuration.machine?.read()) ?? [:]
        console.locale = chosen[.locale].flatMap(LocaleFormat.init(named:)) ?? configuration.environmentLocale
        console.pager = PagerChoice(chosen[.pager] ?? "")
        stdlib = Stdlib(folder: configuration.stdlibFolder)
        lua.owner = self
        lua.fileRefusal = FileAccess.refusal
        lua.openingRefusal = { [unowned self] in files.refusalToOpen($0, forWriting: $1) }
        lua.terminalText = { [unowned self] in SafeText.safe(console.rendering.hidingFigures(in: $0), keepingLines: true) }
        lua.output = { [unowned self] bytes in console.output(fitForOutput(String(decoding: bytes, as: UTF8.self))) }
    }

    /// The state whose scripts wait for files.
    // It is asked on the session's own thread alone.
    private struct Script: @unchecked Sendable {
        weak let lua: LuaState?
    }

    /// The book that bare functions work on; nil until one is opened.
    public var book: Book? { books.current }

    /// How frames are laid out, with the digits of the currencies that the book declares.
    package var layout: RenderOptions {
        var options = console.rendering
        options.currencies = currencies
        options.locale = console.locale
        return options
    }

    /// The digits of every currency, those that the book declares included.
    public var currencies: CurrencyTable { CurrencyTable(declaredIn: book) }

    /// What a part of the surface keeps for the session; made when it is asked for first.
    package func part<Part: AnyObject>(_ make: () -> Part) -> Part {
        for known in parts where known.type == ObjectIdentifier(Part.self) { return unsafeDowncast(known.part, to: Part.self) }
        let part = make()
        replacePart(part)
        return part
    }

    /// Replaces what a part of the surface keeps for the session.
    package func replacePart<Part: AnyObject>(_ part: Part) {
        parts.removeAll { $0.type == ObjectIdentifier(Part.self) }
        parts.append((ObjectIdentifier(Part.self), part))
    }

    /// Today, as the session was told or as the system's clock has it.
    public var today: Day { testDay ?? configuration.today ?? SystemClock.today() }

    /// The day that a test takes for today; nil where none says.
    package var testDay: Day?

    /// Hands files that scripts write to whoever may write them, in a process that may not.
    public func takeFiles(_ taker: @escaping @Sendable (_ path: String, _ bytes: [UInt8]) throws -> Void) { files.taker = taker }

    /// Makes relative paths those in a folder.
    package func base(pathsOn folder: String) { files.base = folder }

    /// Makes the functions of a part of the surface callable.
    package func define(_ module: Module) {
        functions.modules.append(module)
        for function in module.functions { define(function) }
    }

    /// Makes a function callable, and known to help and completion.
    package func define(_ function: LuaFunction) {
        functions.records[function.name] = function
        lua.define(function)
    }

    /// A text for where `print` prints. On a terminal, control characters in it are shown spelt out. What luca itself lays out and colours does not
    /// come this way.
    /// Ctrl-C ends the work on a long text, of which the rest is left out then.
    func fitForOutput(_ text: String) -> String {
        let piece = 1 << 20
        if !console.isTerminal { return text }
        if text.utf8.count <= piece { return SafeText.safe(text, keepingLines: true) }
        var safe = "", rest = text[...]
        safe.reserveCapacity(text.utf8.count)
        while !rest.isEmpty, !lua.isInterruptAsked {
            var cut = rest.utf8.index(rest.startIndex, offsetBy: piece, limitedBy: rest.endIndex) ?? rest.endIndex
            // Between two characters, of which one has four bytes at most.
            while cut < rest.endIndex, rest.utf8[cut] & 0xC0 == 0x80 { cut = rest.utf8.index(before: cut) }
            safe += SafeText.safe(String(rest[..<cut]), keepingLines: true)
            rest = rest[cut...]
        }
        return safe
    }

    /// Prints a text where `print` does.
    package func print(_ text: String) { console.output(fitForOutput(text)) }

    /// Prints a long text, at a terminal page by page.
    package func printPages(_ text: String) { (console.pages ?? console.output)(fitForOutput(text)) }

    /// Tells what a person should know beside the results.
    package func notice(_ sentence: String) { console.notice(sentence) }
}

extension LuaCall {
    /// The session the call is made in.
    package var runtime: Runtime {
        // The runtime owns the state and outlives it.
        unsafeDowncast(state.owner.unsafelyUnwrapped, to: Runtime.self)
    }

    /// The book that the call is about: the one it is a method of, else the session's.
    package func book() throws -> Book {
        if let question = runtime.question, question.isAsked(by: self) { return question.book }
        if let receiver = receiverObject as? OpenBook {
            if let loss = receiver.loss { throw loss }
            return receiver.book
        }
        if runtime.book != nil { return try runtime.requireBook() }
        throw LuaMisuse("\(name): no book is open", hint: "open one with open(\"family.luca\")", kind: "no_book")
    }
}
