public import Sentences
public import Values

/// What the shell needs of the program behind it: to evaluate, to name things, to open a book.
///
/// The shell knows no Lua and no ledger. `Runtime` conforms for the program, a small fake for the tests.
public protocol Interpreter: AnyObject {
    /// Takes what `print` and `show` write; the shell sets it once, at its start.
    var output: (String) -> Void { get set }

    /// How tables are laid out; the shell sets it again before each entry.
    var display: Display { get set }

    /// The sentences in force, built in and defined by the user; asked for again with each line.
    ///
    /// A command whose name the user has given a value of their own (`cash = 5`) is left out, so that the line is Lua.
    var commands: [CommandPattern] { get }

    /// What the grammar of sentences may know of the book.
    var vocabulary: Vocabulary { get }

    /// The open book as the banner shows it: its path, or nil for none.
    var bookName: String? { get }

    /// That the session was asked about a book of which there is no file yet, in a sentence; nil where there is one, or nothing was asked.
    var missingBook: String? { get }

    /// That there is no file of the open book yet, and what may have been meant, to be told at once; nil where there is one, or it was told.
    func tellUnmadeBook() -> String?

    /// The digits with which amounts are shown, those of the currencies that the book declares included.
    var currencies: CurrencyTable { get }

    /// Evaluates an entry as one act, tried as an expression first, and keeps its value as `_`.
    ///
    /// `name` is the chunk's name: `prompt`, or `line 12` on a pipe. Unfinished source is `.incomplete` and has run nothing.
    func evaluate(_ source: String, name: String) -> Evaluation

    /// Carries out a sentence as one act; `source` is the line as it was typed.
    func run(_ sentence: CommandMatch, source: String) -> Evaluation

    /// Names that could stand at a place, ready to be inserted; those that do not begin with `prefix` are dropped by the caller.
    ///
    /// A candidate may end in what follows it as a rule: `holdings{`, `report.`. Asked for `.member`, `.global`,
    /// `.argumentName`, `.argumentValue` and `.place`; the shell answers the other subjects itself.
    func candidates(for subject: CompletionSubject, prefix: String) -> [String]

    /// Help on a topic, or the overview; nil where the topic is unknown.
    func help(_ topic: String?) -> String?

    /// Why a file may not be written: it is a book, or belongs to one; nil where it may.
    func refusal(toWrite path: String) -> Failure?

    /// Keeps the key of a provider outside of every book; returns where.
    func keepKey(_ key: String, for provider: String) throws(Failure) -> String

    /// Closes the open book and opens the one at `path`; a failure leaves the old one open.
    func openBook(at path: String) throws(Failure)

    /// Closes every book, as the program ends.
    func close()
}

extension Interpreter {
    /// Without providers there are no keys.
    public func keepKey(_ key: String, for provider: String) throws(Failure) -> String {
        throw Failure(kind: "keys", message: "no provider is called \(provider)")
    }

    /// Without books no currency is declared.
    public var currencies: CurrencyTable { CurrencyTable() }

    /// Without books none is missing.
    public var missingBook: String? { nil }

    /// Without books none is still to be made.
    public func tellUnmadeBook() -> String? { nil }

    /// Without books there is nothing to close.
    public func close() {}

    /// Without books there is nothing to keep a file for.
    public func refusal(toWrite path: String) -> Failure? { nil }
}
