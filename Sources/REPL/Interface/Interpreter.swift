public import LuaSurface
public import Sentences
public import Values

/// What the shell needs of the program behind it: to evaluate entries, to list names, to open books.
///
/// The shell knows no Lua and no ledger. `RuntimeInterpreter` conforms for the program, a small fake for the tests.
public protocol Interpreter: AnyObject {
    /// Receives what `print` and `show` write; the shell sets it once, at its start.
    var output: (String) -> Void { get set }

    /// Receives long texts that are read page by page, such as help; the shell sets it once, at its start.
    var pages: (String) -> Void { get set }

    /// By which program long results are read page by page.
    var pager: PagerChoice { get set }

    /// How results are shown; the shell sets it before each entry.
    var display: Display { get set }

    /// The commands that can begin a sentence, built in or defined by the user; asked for again with each line.
    ///
    /// A command whose name the user has assigned a value to (`cash = 5`) is left out, so that the line is Lua.
    var commands: [CommandPattern] { get }

    /// Whether a line may begin with one of them, told without asking for them where its looks say that it is Lua.
    func mayBeSentence(_ line: String) -> Bool

    /// The names in the book that the grammar of sentences needs: accounts, symbols and so on.
    var vocabulary: Vocabulary { get }

    /// The path of the open book, or how else it is called; nil if none is open.
    var bookName: String? { get }

    /// A sentence that the session was asked about a book without a file; nil if there is a file, or nothing was asked.
    var missingBook: String? { get }

    /// A sentence that there is no file of the open book yet, and what may have been meant; nil if there is one, and after the first call.
    func tellUnmadeBook() -> String?

    /// The digits of each currency, including those that the book declares.
    var currencies: CurrencyTable { get }
    /// Whether a book is open that nothing was recorded in.
    var isBookEmpty: Bool { get }
    /// How numbers and dates are written.
    var locale: LocaleFormat { get }

    /// Evaluates Lua as one act, as an expression if it is one, and keeps its value as `_`.
    ///
    /// `name` is the name of the chunk: `prompt`, or `line 12` on a pipe. Unfinished source is `.incomplete`, and nothing of it has run.
    func evaluate(_ source: String, name: String) -> Evaluation

    /// Carries out a sentence as one act; `source` is the line as it was typed.
    func run(_ sentence: CommandMatch, source: String) -> Evaluation

    /// The names that can stand at a place, ready to be inserted; the caller drops those that do not begin with `prefix`.
    ///
    /// A candidate may end in what usually follows it: `holdings{`, `report.`. Only called for `.member`, `.global`, `.argumentName`,
    /// `.argumentValue`, `.column`, `.bookSetting`, `.sql` and `.place`; the shell answers the other subjects itself.
    func candidates(for subject: CompletionSubject, prefix: String) -> [String]

    /// Help on a topic, or the overview; nil if the topic is unknown.
    func help(_ topic: String?) -> String?

    /// What a value is that an expression leads to, such as `x`, `x[1]` or `h.price`; nil if nothing is there. Nothing of the user's runs.
    func explanation(of expression: String) -> String?

    /// Why a file must not be written: it is a book, or belongs to one. Nil if it may be written.
    func refusal(toWrite path: String) -> Failure?

    /// Whether a book is open that is encrypted on the disk, so that nothing of it may be kept elsewhere.
    var hasEncryptedBook: Bool { get }

    /// What is told of a file that is written of an encrypted book; nil of a plain one.
    func plainNotice(of file: String) -> String?

    /// Keeps the API key of a provider outside of every book; returns the path of the file.
    func keepKey(_ key: String, for provider: String) throws(Failure) -> String

    /// Closes the open book and opens the one at `path`. If that fails, the old one stays open.
    func openBook(at path: String) throws(Failure)

    /// Does what an answer need not wait for, such as copies of the book; called when it is shown.
    func rest()

    /// Closes every book, at the end of the program.
    func close()
}

extension Interpreter {
    /// An interpreter without help has no long texts.
    public var pages: (String) -> Void {
        get { output }
        set {}
    }

    /// An interpreter without pages has no pager.
    public var pager: PagerChoice {
        get { .off }
        set {}
    }

    /// An interpreter without providers keeps no keys.
    public func keepKey(_ key: String, for provider: String) throws(Failure) -> String {
        throw Failure(kind: "keys", message: "no provider is called \(provider)")
    }

    /// The currencies without any that a book declares.
    public var currencies: CurrencyTable { CurrencyTable() }
    /// No book, and so none that is empty.
    public var isBookEmpty: Bool { false }
    /// ISO dates and plain decimals.
    public var locale: LocaleFormat { .plain }

    /// An interpreter without values explains none.
    public func explanation(of expression: String) -> String? { nil }

    /// An interpreter without books misses none.
    public var missingBook: String? { nil }

    /// An interpreter without books misses no file.
    public func tellUnmadeBook() -> String? { nil }

    /// An interpreter without books copies none.
    public func rest() {}

    /// An interpreter without books has nothing to close.
    public func close() {}

    /// An interpreter without books writes nothing of an encrypted one.
    public func plainNotice(of file: String) -> String? { nil }

    /// An interpreter without books protects no files.
    public func refusal(toWrite path: String) -> Failure? { nil }
}

/// A kind of thing that completion can offer at a place.
public enum CompletionSubject: Equatable, Sendable {
    /// The first word of a sentence.
    case commandWord
    /// These words of the sentence's grammar: `fee`, `in`, `on`.
    case keyword([String])
    /// A setting of the shell: `.mode`.
    case setting
    /// The value of a setting: `csv` after `.mode`.
    case settingValue(of: String)
    /// The path of a file.
    case file
    /// A global variable or function, or a keyword of Lua.
    case global
    /// A field or method of the value that the path names; only methods if `isMethod`, after a colon.
    case member(of: String, isMethod: Bool)
    /// The name of an argument inside `function{ … }`, other than those in `given`, which stand there already.
    case argumentName(of: String, given: [String])
    /// The value of a named argument, without quotes; `name` is nil for a single argument without a name (`account "Br`).
    case argumentValue(of: String, name: String?)
    /// A column of the frame that the path gives: `gains()` in `gains{}:select("`.
    case column(of: String)
    /// What may be chosen for a setting of the book: `fifo` after `setting("lot_method", "`.
    case bookSetting(key: String)
    /// A word of a query in SQL, of which this stands before: `select symbol from `.
    case sql(before: String)
    /// An argument of a sentence: an account after `in`, a symbol, the name of a report.
    case place(ArgumentKind, name: String, command: String)
    /// An option, or its value, of a report by its name or a script by its path; `before` stands between the name and the word that is typed.
    case option(of: String, before: [String])
}
