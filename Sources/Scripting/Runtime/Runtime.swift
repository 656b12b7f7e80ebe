public import Frames
import Ledger
public import LuaKit
public import Sentences
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
    /// What a session starts with.
    public struct Configuration {
        /// The day taken for today; nil asks the system's clock at each statement.
        public var today: Day?
        /// Whether scripts are kept from files, processes and writing to the book.
        public var isSandboxed = false
        /// Whether nothing is asked of the network.
        public var isOffline = false
        /// The keys of providers; nil where there is no place for them.
        public var keyFile: ProviderKeys?
        /// Bytes that Lua may hold; 0 for no limit.
        public var memoryLimit = 0
        /// Tells the time for the journal.
        public var clock: () -> Instant = SystemClock.now
        /// Tells who records, for books that keep it.
        public var userName: () -> String? = SystemUser.name
        /// Where this machine remembers how books ended; nil remembers nothing.
        public var seenFolder: String?
        /// Where the helpers written in Lua come from; nil for those embedded in the program.
        public var stdlibFolder: String?
        /// The user's folder of Lua modules; nil for none.
        public var libraryFolder: String?
        /// Command-line arguments of a script, for `arg` and `...`.
        public var arguments: [String] = []

        /// A trusted session on the system's clock.
        public init() {}
    }

    /// The Lua state.
    public let lua: LuaState
    /// Takes what `print` and `show` write.
    public var output: (String) -> Void = { _ in }
    /// Takes what a person should know beside the results.
    public var notice: (String) -> Void = { _ in }
    /// How frames are laid out as text.
    public var rendering = RenderOptions()
    /// The same with the digits of the currencies that the book declares.
    var layout: RenderOptions {
        var options = rendering
        options.currencies = currencies
        return options
    }
    /// The digits of every currency, those that the book declares included.
    public var currencies: CurrencyTable { CurrencyModule.table(book) }
    /// The form in which `show` prints frames.
    public var format = FrameFormat.table
    /// Whether what is printed goes to a terminal, which no text of a book may steer: what could is shown spelt out.
    public var isOutputOnTerminal = false
    /// Told how an import goes on; nil where nobody watches.
    public var importProgress: Importer.Progress?
    /// Told how a sync goes on, many times a second; nil where nobody watches.
    public var syncProgress: ((SyncStage) -> Void)?
    /// The sentences in force, built in and defined by scripts.
    public internal(set) var commands: [CommandPattern] = []
    /// The book that bare functions work on; nil until one is opened.
    public internal(set) var book: Book?

    let configuration: Configuration
    private(set) var files: FileAccess
    let stdlib: Stdlib
    /// Every book that this session opened, the current one among them.
    var openBooks: [BookObject] = [] { didSet { files.openBooks = openBooks.compactMap(\.book.path) } }
    /// Lua functions behind the commands that scripts defined, by the number in their pattern.
    var handlers: [LuaReference] = []
    /// Records of functions, by name: the built-in ones and the reports and commands that scripts defined.
    var records: [String: LuaFunction] = [:]
    /// Names of reports in the order of their definition.
    var reportNames: [String] = []
    /// The way to those who know prices and rates.
    lazy var market = MarketAccess(lua, keyFile: configuration.isSandboxed ? nil : configuration.keyFile)
    /// Importers that scripts defined, the latest last.
    var importers: [DefinedImporter] = []
    /// Recurring rules of scripts, whose functions record.
    var scriptedRules: [ScriptedRule] = []
    /// The price or rate that was stored last, where nothing was recorded since: `undo` does not reach it.
    var lastPriced: LastPriced?

    /// Acts that defined accounts or instruments alone, which `undo` told of and passes over when asked again.
    var toldDefinitions: [ObjectIdentifier: Set<Int>] = [:]
    /// Whether a recurring rule is being carried out.
    var isRunningRule = false
    /// The functions that record what a recurring rule says: of any activity, and of a transfer.
    private(set) var recorders: [LuaReference] = []
    /// Rules and targets that scripts defined for rebalancing.
    var rebalancing = RebalancingSession()
    /// The reserve plan whose tiers were changed last.
    var changedReserve: ReserveDraft?
    /// What both were as the running act began.
    var sessionPlansBefore: SessionPlans?
    /// Text of the scripts that ran, by chunk name, so that an error can show its line.
    var sources: [String: String] = [:]
    /// Lua functions that make text of rows and of handles.
    var texts: [LuaReference] = []
    /// Acts within acts that are running.
    var actDepth = 0
    /// What the running act was told of figures that leave rows out.
    var toldParts: Set<String> = []
    /// Parts of the running act that may be undone by themselves, the innermost last.
    var branches: [Branch] = []
    /// How many there have been.
    var branchCount = 0
    /// What the running act has told, or will tell, of cash below zero.
    var cashWatch = CashWatch()
    /// Whether a script runs only to show what it would record.
    var isDryRun = false {
        didSet {
            files.isDryRun = isDryRun
            lua.keepsFiles = isDryRun
        }
    }
    /// Where the book would be that the session was opened with, if there was no file then.
    var missingPath: String?
    /// Whether anything was asked of the session's book.
    var asksBook = false
    /// What the running act is called in the journal.
    var currentSource = "luca"

    /// Makes a session without a book.
    public init(_ configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        files = FileAccess(isAllowed: !configuration.isSandboxed)
        stdlib = Stdlib(folder: configuration.stdlibFolder)
        lua = try LuaState(trust: configuration.isSandboxed ? .sandboxed : .trusted, memoryLimit: configuration.memoryLimit)
        lua.owner = self
        lua.nearestName = { Runtime.nearest(to: $0, in: $1) }
        lua.fieldHint = { [unowned self] in fieldHint($0) }
        lua.fileRefusal = FileAccess.refusal
        lua.openingRefusal = { [unowned self] in files.refusalToOpen($0, forWriting: $1) }
        lua.terminalText = { SafeText.safe($0, keepingLines: true) }
        lua.output = { [unowned self] bytes in output(fitForOutput(String(decoding: bytes, as: UTF8.self))) }
        defineTypes()
        for module in Modules.all {
            for function in module.functions { define(function) }
        }
        try loadStandardLibrary()
        try openLibraries()
        texts = try makeTexts()
        // Taken before any script can put something of its own in their place.
        recorders = ["record", "transfer"].compactMap { if case .function(let function) = lua.peek($0) { function } else { nil } }
    }

    /// Today, as the session was told or as the system's clock has it.
    public var today: Day { configuration.today ?? SystemClock.today() }

    /// Makes a function callable, and known to help and completion.
    func define(_ function: LuaFunction) {
        records[function.name] = function
        lua.define(function)
    }

    private func defineTypes() {
        let types: [(LuaType, LuaTypeID)] = [
            (DecimalType.type, .decimal), (MoneyType.type, .money), (DateType.type, .date), (DateType.momentType, .datetime),
            (FrameType.type, .frame), (FrameType.groupsType, .groups), (AccountType.type, .account), (InstrumentType.type, .instrument),
            (BookType.type, .book), (WarningType.type, .warning),
        ]
        for (type, id) in types {
            let given = lua.define(type)
            precondition(given == id, "\(type.name) has another number than TypeNumbers.swift says")
        }
    }

    /// A text as it may go to where `print` prints; what is laid out and coloured by luca itself does not come this way.
    func fitForOutput(_ text: String) -> String { isOutputOnTerminal ? SafeText.safe(text, keepingLines: true) : text }

    /// Prints a text to where `print` prints.
    func print(_ text: String) { output(fitForOutput(text)) }
}

extension LuaCall {
    /// The session the call is made in.
    var runtime: Runtime {
        // The runtime owns the state and outlives it.
        unsafeDowncast(state.owner.unsafelyUnwrapped, to: Runtime.self)
    }

    /// The book that the call is about: the one it is a method of, else the session's.
    func book() throws -> Book {
        if let receiver = receiverObject as? BookObject {
            if let loss = receiver.loss { throw loss }
            return receiver.book
        }
        if runtime.book != nil { return try runtime.requireBook() }
        throw LuaMisuse("\(name): no book is open", hint: "open one with open(\"family.luca\")", kind: "no_book")
    }
}
