public import Frames
import Values

/// What the program does, one function for each way of starting it; each returns the exit code.
///
/// The executable parses its arguments into these requests and does nothing else. Exit codes: 0, 1 (the act failed),
/// 2 (wrong usage), 3 (nothing is due), 130 (interrupted).
public protocol Program {
    /// Opens the book and makes the interpreter; the shell and `-e` do the rest through it.
    func start(_ options: LaunchOptions) throws(Failure) -> any Interpreter

    /// What to type instead of a word that is no command and no book; nil where nothing is near.
    func hint(forWord word: String) -> String?

    /// `luca run FILE [ARGS]`, `luca FILE.lua`.
    func run(_ request: ScriptRequest, _ options: LaunchOptions) -> Int32
    /// `luca import FILE…`.
    func importFiles(_ request: ImportRequest, _ options: LaunchOptions) -> Int32
    /// `luca export`.
    func export(_ request: ExportRequest, _ options: LaunchOptions) -> Int32
    /// `luca report NAME [ARGS]`.
    func report(_ request: ReportRequest, _ options: LaunchOptions) -> Int32
    /// `luca recurring run|due|list`; 3 where nothing is due.
    func recurring(_ request: RecurringRequest, _ options: LaunchOptions) -> Int32
    /// `luca verify`; 1 where something is wrong.
    func verify(_ request: VerifyRequest, _ options: LaunchOptions) -> Int32
    /// `luca backup [PATH]`; nil is the folder of rolling backups.
    func backup(to path: String?, _ options: LaunchOptions) -> Int32
    /// `luca restore BACKUP`.
    func restore(from path: String, isForced: Bool, _ options: LaunchOptions) -> Int32
    /// `luca key [PROVIDER]`.
    func key(_ request: KeyRequest, _ options: LaunchOptions) -> Int32
    /// `luca demo [PATH]`: a book to play with, in memory if no path is given.
    func demo(at path: String?, _ options: LaunchOptions) -> Int32
}

/// A script to be run.
public struct ScriptRequest: Sendable, Equatable {
    /// The file, or `-` for standard input.
    public var path: String
    /// What the script is given.
    public var arguments: [String]
    /// Runs on a branch of the book that is thrown away.
    public var isDryRun: Bool
    /// Runs it as code of a stranger: no files, no programs, a book that cannot be written, limits of time and memory.
    public var isSandboxed: Bool

    /// What is wrong with the arguments, in a sentence: one that is nearly an option of luca's own is a slip and not the script's, and a script that
    /// was to run dry would record. What belongs to the script whatever it looks like stands behind `--`.
    public static func slip(in arguments: [String]) -> String? {
        let own = ["--dry-run", "--sandbox", "--book", "--today", "--no-init", "--offline", "--color"]
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            guard let meant = nearestName(to: name, in: own), meant != name else { continue }
            return "there is no option \(name); did you mean \(meant)? An option of the script's stands behind --"
        }
        return nil
    }

    /// A request to run `path`.
    public init(path: String, arguments: [String], isDryRun: Bool = false, isSandboxed: Bool = false) {
        self.path = path
        self.arguments = arguments
        self.isDryRun = isDryRun
        self.isSandboxed = isSandboxed
    }
}

/// A book to be looked through.
public struct VerifyRequest: Sendable, Equatable {
    /// A last hash that was noted earlier: what was there then must be there still.
    public var expected: String?
    /// Takes the book as it is where it is not what this machine saw before.
    public var accepts: Bool

    /// A request to look through the book.
    public init(expected: String? = nil, accepts: Bool = false) {
        self.expected = expected
        self.accepts = accepts
    }
}

/// Files to be imported.
public struct ImportRequest: Sendable, Equatable {
    /// The files, in the order given.
    public var paths: [String]
    /// The import format by name; nil has it found out.
    public var format: String?
    /// Takes the good rows where some are not.
    public var isPartial = false
    /// Does not ask before writing.
    public var isConfirmed = false
    /// Shows the verdicts and writes nothing.
    public var isDryRun = false
    /// How ambiguous dates are to be read: `dmy`, `mdy`, `ymd`.
    public var dateOrder: String?
    /// What parts the decimals where the file does not tell: `point` or `comma`.
    public var decimalMark: String?
    /// The account that rows without one go to.
    public var account: String?
    /// The symbol that rows without one belong to.
    public var symbol: String?
    /// The currency of rows that name none.
    public var currency: String?

    /// A request with the usual options.
    public init(paths: [String]) { self.paths = paths }
}

/// What is to be written out, and where to.
public struct ExportRequest: Sendable, Equatable {
    /// The export format by name; nil has it chosen by the name of the file.
    public var format: String?
    /// The file, or nil for standard output.
    public var path: String?

    /// A request; nil stands for the usual choice.
    public init(format: String?, path: String?) {
        self.format = format
        self.path = path
    }
}

/// A report by name, with its arguments as typed: `2014`, `account=Ray`.
public struct ReportRequest: Sendable, Equatable {
    /// The report, or nil to list them all.
    public var name: String?
    /// Values and `name=value`, as typed.
    public var arguments: [String]
    /// The form of tables, or nil for the usual one.
    public var format: FrameFormat?

    /// The names of the forms.
    public static let modes = FrameFormat.allCases.map(\.rawValue)

    /// A request; `mode` is one of `modes`, anything else counts as not given.
    public init(name: String?, arguments: [String], mode: String? = nil) {
        self.name = name
        self.arguments = arguments
        format = mode.flatMap(FrameFormat.init(rawValue:))
    }
}
