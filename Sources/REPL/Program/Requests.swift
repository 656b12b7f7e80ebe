public import Frames
public import LuaFormats
import Reports
public import Sandbox
import Sentences
import Values

/// The options that every subcommand takes.
public struct LaunchOptions: Sendable {
    /// When to use colour.
    public enum Colour: String, CaseIterable, Sendable {
        /// On a terminal that can show it.
        case auto
        /// Everywhere.
        case always
        /// Nowhere.
        case never
    }

    /// The path of the book, from `--book` or `LUCA_BOOK`; nil for the one in the data folder.
    public var book: String?
    /// The day to take for today, as ISO text, from `--today` or `LUCA_TODAY`; nil for the calendar's.
    public var today: String?
    /// Whether the user's `init.lua` is run at the start.
    public var runsInit = true
    /// Whether the network must not be used, by `--offline` or `LUCA_OFFLINE`.
    public var isOffline = false
    /// Whether amounts are masked in all that is shown and written, by `--privacy`.
    public var masksAmounts = false
    /// When to use colour.
    public var colour = Colour.auto

    /// The options without anything on the command line or in the environment.
    public init() {}

    /// The options that the environment sets.
    public static var ofEnvironment: LaunchOptions {
        var options = LaunchOptions()
        options.book = environment("LUCA_BOOK")
        options.today = environment("LUCA_TODAY")
        options.isOffline = environment("LUCA_OFFLINE").map { $0 != "0" } ?? false
        return options
    }

    /// What is wrong with the options, in a sentence; nil if nothing is.
    public var problem: String? {
        if book?.isEmpty == true { return Self.noName }
        guard let today else { return nil }
        do {
            _ = try Day(today)
            return nil
        } catch {
            return "today cannot be set: \(error)"
        }
    }

    /// What is wrong with an argument in the place of a book, in a sentence; nil if it may be a book.
    ///
    /// The path of a new book has a slash in it or `.luca` at its end. Another word is a misspelt command, or a command of another program, and
    /// would leave an empty book behind.
    ///
    /// - Parameter hint: gives what to type instead of a word that is near no subcommand.
    public static func mistake(inBook path: String, subcommands: [String], hint: (String) -> String?) -> String? {
        if path.isEmpty { return noName }
        if path.hasSuffix(".luca") || BookPlace.exists(path) { return nil }
        let isOther = otherEndings.contains { path.lowercased().hasSuffix($0) }
        if path.contains("/"), !isOther { return nil }
        if isOther || path.dropFirst().contains(".") {
            return "there is no file \(path); luca import FILE reads a file into a book, and a new book is called NAME.luca"
        }
        let near = Suggestion(for: path, in: subcommands)?.question
        let instead = near ?? hint(path).map { $0.hasSuffix("?") ? $0 : "\($0)." } ?? "luca --help lists the commands."
        return "there is no command \(path); \(instead) A new book of that name is \(SafeText.shellWord("./\(path)"))"
    }

    private static let noName = "an empty name names no file: a book is called NAME.luca, and luca --help lists the commands"

    /// The endings of files that are imported or run, and so are no books.
    private static let otherEndings = [
        ".csv", ".tsv", ".txt", ".json", ".zip", ".db", ".sqlite", ".xlsx", ".ofx", ".qfx", ".qif", ".xml", ".lua", ".pdf",
    ]
}

/// A script to run: `luca run FILE [ARGUMENTS]`.
public struct ScriptRequest: Sendable, Equatable {
    /// The file, or `-` for standard input.
    public var path: String
    /// The arguments of the script.
    public var arguments: [String]
    /// Whether it runs on a copy of the book that is thrown away.
    public var isDryRun: Bool
    /// Whether it runs as a stranger's script: in a process of its own, without files, programs and network, on a copy of the book, with limits.
    public var isSandboxed: Bool
    /// How much it may take then.
    public var limits = SandboxLimits()
    /// What it may do beyond that.
    public var permissions = SandboxPermissions()
    /// Whether it runs even where the kernel takes no filter of system calls.
    public var isWeak = false

    /// What is wrong with the script's arguments, in a sentence; nil if nothing is.
    ///
    /// One that is nearly an option of luca's own is taken for a misspelt one: with `--dry-rum` the script would record. Behind `--` all
    /// arguments are the script's.
    public static func slip(in arguments: [String], isSandboxed: Bool = false) -> String? {
        let limits = SandboxLimits.Name.allCases.map(\.option) + ["--allow", "--weak"]
        let own = ["--dry-run", "--sandbox", "--book", "--today", "--no-init", "--offline", "--privacy", "--color"] + (isSandboxed ? limits : [])
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            guard let meant = nearestName(to: name, in: own), meant != name else { continue }
            return "there is no option \(name)\(Suggestion(meant).clause) An option of the script's stands behind --"
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

/// A check of the book: `luca verify`.
public struct VerifyRequest: Sendable, Equatable {
    /// A last hash that was noted earlier: all entries up to it must still be there.
    public var expected: String?
    /// Whether the book is accepted as it is, though it is not what this machine saw before.
    public var accepts: Bool

    /// A request; without a hash, the book is only checked against itself.
    public init(expected: String? = nil, accepts: Bool = false) {
        self.expected = expected
        self.accepts = accepts
    }
}

/// Files to import: `luca import FILE…`.
public struct ImportRequest: Sendable, Equatable {
    /// The files, in the order given.
    public var paths: [String]
    /// What is said of the files.
    public var settings = ImportSettings()
    /// Whether they are imported without asking.
    public var isConfirmed = false
    /// Whether it is only shown what would be imported.
    public var isDryRun = false
    /// Whether it is asked what the columns are, and an importer kept of the answers.
    public var learns = false
    /// Whether it is only shown what the accounts of the files mean.
    public var asksMeanings = false

    /// A request with the default options.
    public init(paths: [String]) { self.paths = paths }
}

/// A file made of another: `luca convert IN OUT`.
public struct ConvertRequest: Sendable, Equatable {
    /// The file to read.
    public var input: String
    /// The file to write; nil for standard output.
    public var output: String?
    /// The format of the one; nil to find it out.
    public var from: String?
    /// The form of the other; nil for what its name ends with.
    public var to: String?
    /// What is said of the file that is read.
    public var settings = ImportSettings()
    /// Whether the figures that the file tells are compared with luca's.
    public var checks = false

    /// A request that leaves the formats to be found out.
    public init(input: String, output: String?) { (self.input, self.output) = (input, output) }
}

/// An export: `luca export [FILE]`.
public struct ExportRequest: Sendable, Equatable {
    /// The format by name; nil for what the file's ending tells, else `transactions`.
    public var format: String?
    /// The file; nil for standard output.
    public var path: String?

    /// A request; nil is the default.
    public init(format: String?, path: String?) {
        self.format = format
        self.path = path
    }
}

/// A report by name: `luca report income 2014 account=Ray`.
public struct ReportRequest: Sendable, Equatable {
    /// The name of the report; nil to list all reports.
    public var name: String?
    /// Its arguments as typed: values and `name=value`.
    public var arguments: [String]
    /// The form of tables; nil for the default.
    public var format: FrameFormat?
    /// The file that the report is written to, in the form that its name ends with; nil for standard output.
    public var output: String?

    /// What is wrong with a file that an answer is to be written to, in a sentence; nil if nothing is.
    public static func problem(withOutput path: String) -> String? {
        if ReportForm(ofFile: path) != nil { return nil }
        let tables = ["csv", "json"].first { path.lowercased().hasSuffix(".\($0)") }
        let instead =
            tables.map { "--\($0) > \(path) writes that" }
            ?? (SentenceRequest.isPicture(path) ? "a picture is made of a question: luca chart income by year to \(path)" : "its name ends in .pdf, .xlsx, .html, .md or .txt")
        return "--output \(path): no form of a report is called so; \(instead)"
    }

    /// The names of the forms of tables.
    public static let modes = FrameFormat.allCases.map(\.rawValue)

    /// A request; `mode` is one of `modes`, anything else means the default.
    public init(name: String?, arguments: [String], mode: String? = nil, output: String? = nil) {
        (self.name, self.arguments, self.output) = (name, arguments, output)
        format = mode.flatMap(FrameFormat.init(rawValue:))
    }
}

/// A sentence of the prompt as a command line: `luca gains 2014 --csv`.
public struct SentenceRequest: Sendable, Equatable {
    /// Its words, as the shell has cut them.
    public var words: [String]
    /// The form of tables; nil for the default.
    public var format: FrameFormat?
    /// The file that the answer is written to, in the form that its name ends with; nil for standard output.
    public var output: String?

    /// A request for a sentence.
    ///
    /// - Parameter mode: one of `ReportRequest.modes`; anything else means the default.
    public init(words: [String], mode: String? = nil, output: String? = nil) {
        (self.words, self.output, format) = (words, output, mode.flatMap(FrameFormat.init(rawValue:)))
        // A picture is written by the sentence itself.
        if let output, Self.isPicture(output), Self.isChart(words) { (self.words, self.output) = (words + ["to", output], nil) }
    }

    /// What is wrong with a file that the answer of a sentence is to be written to, in a sentence; nil if nothing is.
    public static func problem(withOutput path: String, of words: [String]) -> String? {
        guard isPicture(path) else { return ReportRequest.problem(withOutput: path) }
        let line = words.map(SentenceForm.word).joined(separator: " ")
        return isChart(words) ? nil : "--output \(path): a picture is made by chart: luca chart \(line) to \(path)"
    }

    /// Whether a file is a picture, by the ending of its name.
    static func isPicture(_ path: String) -> Bool { [".svg", ".png"].contains { path.lowercased().hasSuffix($0) } }

    private static func isChart(_ words: [String]) -> Bool { words.first?.lowercased() == "chart" }

    /// The sentence as it would be typed: an argument of several words stands in quotes.
    var line: String {
        words.map(SentenceForm.word).joined(separator: " ")
    }
}

/// A run of the recurring rules: `luca recurring run|due|list`.
public struct RecurringRequest: Sendable, Equatable {
    /// What to do with the rules.
    public enum Task: String, CaseIterable, Sendable {
        /// Post what is due.
        case run
        /// Show what is due.
        case due
        /// List the rules.
        case list
    }

    /// What to do.
    public var task: Task
    /// Scripts that define rules; they are run first.
    public var scripts: [String]
    /// The last day to look at, as ISO text; nil for today.
    public var to: String?
    /// Whether it is only shown what would be posted, by the scripts too.
    public var isDryRun = false
    /// Whether nothing is printed if nothing is due.
    public var isQuiet = false

    /// A request with the default options.
    public init(_ task: Task, scripts: [String] = []) { (self.task, self.scripts) = (task, scripts) }

    /// What is wrong with the request, in a sentence; nil if nothing is.
    public var problem: String? {
        guard let to else { return nil }
        do {
            _ = try Day(to)
            return nil
        } catch {
            return "--to: \(error)"
        }
    }
}

/// A change to the API keys of providers, or a look at them: `luca key [PROVIDER]`.
public struct KeyRequest: Sendable, Equatable {
    /// The provider; nil to list the providers with a key.
    public var provider: String?
    /// Whether its key is removed.
    public var isRemoved: Bool

    /// A request to keep the key of a provider, to remove it, or to list the keys.
    public init(provider: String?, isRemoved: Bool) {
        self.provider = provider
        self.isRemoved = isRemoved
    }
}
