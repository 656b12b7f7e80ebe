import ArgumentParser
import Glibc
import REPL
import Sandbox

/// The command line: its arguments are parsed into a request, which a function of `LucaProgram` carries out.
struct CommandLineProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "luca",
        abstract: "An investment ledger that you can program.",
        usage: """
            luca [BOOK]
            luca -e CODE
            luca FILE.lua [ARGUMENTS]
            luca COMMAND …
            luca SENTENCE
            """,
        discussion: """
            Without a command luca opens a book and reads what you type; a path that does not exist becomes a new book with the first entry. \
            Without a path the book is the one of --book, of LUCA_BOOK, or the one in your data folder. \
            A sentence is what can be typed at the prompt: luca holdings, luca gains 2014 --csv, luca deposit 500 to Savings.
            """,
        version: Version.current,
        subcommands: [
            ShellCommand.self, RunCommand.self, ImportCommand.self, ExportCommand.self, ConvertCommand.self, ReportCommand.self, ViewCommand.self, RecurringCommand.self,
            VerifyCommand.self, BackupCommand.self, RestoreCommand.self, LockCommand.self, UnlockCommand.self, PassphraseCommand.self, KeyCommand.self, TestCommand.self,
            NewCommand.self, EditorCommand.self, DemoCommand.self, InitCommand.self, CopyCommand.self, CloneCommand.self,
            PullCommand.self, PushCommand.self, OffersCommand.self, BooksCommand.self, ServerCommand.self,
            SentenceCommand.self,
        ],
        defaultSubcommand: ShellCommand.self)

    /// Parses `arguments`, runs the command, and returns the exit code: 2 for wrong usage.
    static func run(_ arguments: [String], _ program: LucaProgram) -> Int32 {
        if let place = CommandLine.unreadableArgument {
            StandardOutput().note("Error: the argument \(place) holds bytes that are no UTF-8, so nothing was run\n")
            return 2
        }
        if arguments.first == SandboxProcess.command { return SandboxedScript().run() }
        if arguments.first == ShellCompletion.command { return ShellCompletion(program).run(Array(arguments.dropFirst())) }
        if let line = plain(arguments) {
            // A sentence of one word stands where a book would.
            guard let word = line.path, mistake(inBook: word, program) != nil, program.isSentence(word) else { return ShellCommand.run(line, program) }
        }
        let arguments = ArgumentOrder.normal(arguments, subcommands: subcommandNames)
        // Checked first, since the parser would take a misspelt command for a book and complain about the arguments after it.
        // `luca help import` is about a command, `luca help charts` a sentence as at the prompt.
        var isSentence = arguments.first == "help" && arguments.dropFirst().first.map { !$0.hasPrefix("-") && !subcommandNames.contains($0) } == true
        if let word = ArgumentOrder.firstWord(of: arguments), !subcommandNames.contains(word), let mistake = mistake(inBook: word, of: arguments, program) {
            isSentence = program.isSentence(word)
            guard isSentence else {
                StandardOutput().remark(mistake + "\n")
                return 2
            }
        }
        if let option = ArgumentOrder.optionOfNoReport(arguments), let mistake = program.mistake(inReport: option) {
            StandardOutput().remark("Error: \(mistake)\n")
            return 2
        }
        if let (option, script) = ArgumentOrder.sandboxForgotten(arguments) {
            StandardOutput().remark(
                "Error: \(option) is of the sandbox, and nothing was run: add --sandbox, or write \(option) behind \(script) where the script has an option of that name\n")
            return 2
        }
        if let (command, name, options) = ArgumentOrder.helpAsked(arguments), let common = try? CommonOptions.parse(options).launchOptions() {
            return command == "run" ? program.explain(script: name, common) : program.explain(report: name, common)
        }
        do {
            // What is wrong with a sentence is told by the tree, which knows that it is a command of luca.
            var command = try isSentence ? (try? SentenceCommand.parseAsRoot(arguments)) ?? parseAsRoot(["sentence"] + arguments) : parsed(arguments)
            if let action = command as? any Action { return action.run(program, try action.common.launchOptions()) }
            try command.run()
            return 0
        } catch {
            let isHelp = exitCode(for: error) == .success
            let text = fullMessage(for: error)
            let output = StandardOutput()
            if !text.isEmpty { isHelp ? output.write(text + "\n") : output.note(text + "\n") }
            return isHelp ? 0 : 2
        }
    }

    /// The arguments as a plain command line; nil where they are to be parsed.
    static func plain(_ arguments: [String]) -> PlainCommandLine? {
        PlainCommandLine(arguments, isCommand: { subcommandNames.contains($0) || ArgumentOrder.isScript($0) })
    }

    /// The command that the arguments ask for.
    ///
    /// One that is understood by itself is made without the tree of all commands, which would take a quarter of the time of a start. All else, help, mistakes
    /// and completion among it, is told by the tree.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let named = arguments.first.flatMap { word in configuration.subcommands.first { $0.configuration.commandName == word } }
        let rest = named == nil ? arguments : Array(arguments.dropFirst())
        // A command by itself would call itself the program in its help.
        guard arguments.first != "help", !arguments.contains(where: ["--help", "-h", "-help"].contains),
            !arguments.contains(where: { $0.hasPrefix("--generate-completion-script") || $0 == "---completion" }),
            let command = try? (named ?? ShellCommand.self).parseAsRoot(rest)
        else { return try parseAsRoot(arguments) }
        return command
    }

    /// What is wrong with a word in the place of a book, as the parser words its errors; nil if nothing is.
    ///
    /// - Parameter arguments: the command line that it stands in, for what was meant by all of it.
    static func mistake(inBook word: String, of arguments: [String] = [], _ program: LucaProgram) -> String? {
        let line = arguments.drop { $0 != word }.prefix { !$0.hasPrefix("--") }
        return LaunchOptions.mistake(inBook: word, subcommands: subcommandNames, hint: { program.hint(forWord: $0, of: Array(line)) }).map { fullMessage(for: ValidationError($0)) }
    }

    /// The names of the commands.
    static var subcommandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }
}

/// A subcommand, which runs one function of the program.
protocol Action: ParsableCommand {
    /// The options that every subcommand takes.
    var common: CommonOptions { get }
    /// Runs the function, and returns the exit code.
    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32
}

/// The options that every subcommand takes.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The book to work on.", valueName: "path"))
    var book: String?

    @Option(help: ArgumentHelp("The day to take for today.", valueName: "date"))
    var today: String?

    @Flag(help: "Does not run init.lua at the start.")
    var noInit = false

    @Flag(help: "Asks nothing of the network.")
    var offline = false

    @Flag(help: "Masks amounts, quantities and prices in all that is shown and written, and refuses exports that would hold them; percentages stay.")
    var privacy = false

    @Option(help: ArgumentHelp("When to use colour: auto, always or never.", valueName: "when"))
    var color = LaunchOptions.Colour.auto

    /// The options of the command line, and those of the environment that it does not set.
    ///
    /// - Throws: `ValidationError`.
    func launchOptions() throws -> LaunchOptions {
        let options = choices.launchOptions
        if let problem = options.problem { throw ValidationError(problem) }
        return options
    }

    /// What the options are set to.
    var choices: CommonChoices { CommonChoices(book: book, today: today, runsInit: !noInit, isOffline: offline, masksAmounts: privacy, colour: color) }
}

extension LaunchOptions.Colour: ExpressibleByArgument {}

extension CommandLine {
    /// The number of the first argument that is not UTF-8, since Swift would replace its bytes; nil if all are.
    static var unreadableArgument: Int? {
        (0..<Int(argc)).first { place in unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false }
    }
}

/// Puts the arguments into the order that the parser knows.
enum ArgumentOrder {
    /// The command first, then the options before it, then the rest. Before a script in the place of the command comes `run`:
    /// `luca due.lua --year 2014`, which is also the command line of a `#!` line.
    static func normal(_ arguments: [String], subcommands: [String]) -> [String] {
        let start = leadingOptions(arguments)
        guard start < arguments.count else { return arguments }
        let first = arguments[start]
        if subcommands.contains(first) { return [first] + arguments[..<start] + arguments[(start + 1)...] }
        guard !first.hasPrefix("-"), isScript(first) else { return arguments }
        return ["run"] + arguments
    }

    /// The script or report that `luca run FILE --help` and `luca report NAME --help` ask about, and the options before it; nil for other command lines.
    static func helpAsked(_ arguments: [String]) -> (command: String, name: String, options: [String])? {
        guard let command = arguments.first, ["run", "report"].contains(command) else { return nil }
        let rest = Array(arguments.dropFirst()), start = leadingOptions(rest)
        guard start < rest.count, !rest[start].hasPrefix("-"), rest[(start + 1)...].prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) else {
            return nil
        }
        return (command, rest[start], Array(rest[..<start]))
    }

    /// The option that stands in the place of the name in `luca report --pdf`; nil for other command lines.
    static func optionOfNoReport(_ arguments: [String]) -> String? {
        guard arguments.first == "report" else { return nil }
        let rest = arguments.dropFirst(), start = leadingOptions(Array(rest))
        return rest.dropFirst(start).first.flatMap { $0.hasPrefix("--") ? $0 : nil }
    }

    /// The first option of the sandbox that `luca run` has before the name of the script, and that name, where the word is missing that they go with: whoever forgot it would run a
    /// stranger's script with all rights. Behind the name they are the script's own.
    static func sandboxForgotten(_ arguments: [String]) -> (option: String, script: String)? {
        guard arguments.first == "run" else { return nil }
        var options: [String] = [], rest = arguments.dropFirst()
        while let word = rest.first, word.hasPrefix("--"), word != "--" {
            options.append(String(word.prefix { $0 != "=" }))
            rest = rest.dropFirst(SandboxOptions.valued.contains(word) || valued.contains(word) ? 2 : 1)
        }
        guard let script = rest.first, !options.contains("--sandbox") else { return nil }
        return options.first { SandboxOptions.valued.contains($0) || $0 == "--weak" }.map { ($0, script) }
    }

    /// The first argument after the common options and their values; nil if that is an option too, or if there is none.
    static func firstWord(of arguments: [String]) -> String? {
        let start = leadingOptions(arguments)
        return start < arguments.count && !arguments[start].hasPrefix("-") ? arguments[start] : nil
    }

    /// The common options that have a value behind them.
    private static let valued: Set = ["--book", "--today", "--color"]

    /// How many arguments at the start are common options or their values.
    private static func leadingOptions(_ arguments: [String]) -> Int {
        var index = 0
        while index < arguments.count {
            switch arguments[index] {
            case let argument where valued.contains(argument): index += 2
            case "--no-init", "--offline", "--privacy": index += 1
            case let argument where valued.contains(where: { argument.hasPrefix($0 + "=") }): index += 1
            default: return index
            }
        }
        return index
    }

    /// Whether a path is a script: it ends in `.lua`, or the file begins with `#!`.
    static func isScript(_ path: String) -> Bool {
        if path.hasSuffix(".lua") { return true }
        // A pipe is not looked into: that would wait, and take away what is to be read.
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "r") else { return false }
        defer { fclose(file) }
        return fgetc(file) == CInt(UInt8(ascii: "#")) && fgetc(file) == CInt(UInt8(ascii: "!"))
    }
}
