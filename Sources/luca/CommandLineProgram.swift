import ArgumentParser
import REPL

/// The command line: parses it into a request and hands that to the program.
struct CommandLineProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "luca",
        abstract: "An investment ledger that you can program.",
        usage: """
            luca [BOOK]
            luca -e CODE
            luca FILE.lua [ARGUMENTS]
            luca COMMAND …
            """,
        discussion: """
            Without a command luca opens a book and reads what you type; a path that does not exist becomes a new book with the first entry. \
            Without a path the book is the one of --book, of LUCA_BOOK, or the one in your data folder.
            """,
        version: Version.current,
        subcommands: [
            ShellCommand.self, RunCommand.self, ImportCommand.self, ExportCommand.self, ReportCommand.self, RecurringCommand.self,
            VerifyCommand.self, BackupCommand.self, RestoreCommand.self, KeyCommand.self, DemoCommand.self,
        ],
        defaultSubcommand: ShellCommand.self)

    /// Parses `arguments`, carries out what they ask for, and returns the exit code: 2 for arguments that make no sense.
    static func run(_ arguments: [String], _ program: any Program) -> Int32 {
        if let place = CommandLine.unreadableArgument {
            StandardOutput().note("Error: the argument \(place) holds bytes that are no UTF-8, so nothing was run\n")
            return 2
        }
        let arguments = ArgumentOrder.normal(arguments, subcommands: subcommandNames)
        // A word that is no command is told of first, since the parser would take it for a book and find fault with what follows.
        if let word = ArgumentOrder.firstWord(of: arguments), !subcommandNames.contains(word), let mistake = mistake(inBook: word, program) {
            StandardOutput().remark(mistake + "\n")
            return 2
        }
        do {
            var command = try parseAsRoot(arguments)
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

    /// What is wrong with a word that stands where a book is named; nil where nothing is.
    static func mistake(inBook word: String, _ program: any Program) -> String? {
        LaunchOptions.mistake(inBook: word, subcommands: subcommandNames, hint: program.hint(forWord:)).map { fullMessage(for: ValidationError($0)) }
    }

    /// The words that may stand first.
    static var subcommandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }
}

/// A subcommand that knows which function of the program it stands for.
protocol Action: ParsableCommand {
    var common: CommonOptions { get }
    /// Does it; the exit code.
    func run(_ program: any Program, _ options: LaunchOptions) -> Int32
}
