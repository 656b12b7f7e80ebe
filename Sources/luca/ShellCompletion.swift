import ArgumentParser
import JSON
import REPL

/// What can stand at the end of a command line, for the completion scripts of shells: `luca complete -- WORDS`, of which the last is being typed, prints a
/// candidate a line, and nothing where the shell shall offer files.
///
/// The scripts ask anew at each Tab, so that they know every command, option and sentence, and the accounts and symbols of the book, without being made anew.
struct ShellCompletion {
    private let program: LucaProgram

    init(_ program: LucaProgram) { self.program = program }

    /// The word on the command line that asks for candidates.
    static let command = "complete"

    /// Prints the candidates; always 0, since a shell in the middle of a line can do nothing with an error.
    func run(_ arguments: [String]) -> Int32 {
        let words = arguments.first == "--" ? Array(arguments.dropFirst()) : arguments
        let output = StandardOutput()
        for candidate in candidates(words) { output.write(candidate + "\n") }
        return 0
    }

    /// The candidates for the last word.
    func candidates(_ words: [String]) -> [String] {
        let typed = words.last ?? "", before = words.dropLast()
        let options = CommonWords(before), tree = CommandTree.all
        let commands = CommandLineProgram.subcommandNames.filter { $0 != "sentence" }
        guard let first = options.rest.first else {
            if let values = tree.root.values(of: before.last) { return values.filter { $0.hasPrefix(typed) } }
            if typed.hasPrefix("-") { return tree.root.options.filter { $0.hasPrefix(typed) } }
            return Set(commands + program.sentenceWords).filter { $0.hasPrefix(typed) }.sorted()
        }
        if let owner = first.hasSuffix(".lua") ? first : ["run", "report"].contains(first) ? options.rest.dropFirst().first : nil {
            let words = program.optionWords(of: owner, isReport: first == "report", after: Array(before), typed: typed, options.launch)
            if !words.isEmpty {
                let own = typed.hasPrefix("-") ? tree.commands[first.hasSuffix(".lua") ? "run" : first]?.options ?? [] : []
                return words + own.filter { $0.hasPrefix(typed) && !words.contains($0) }
            }
        }
        // A sentence takes the options of the command that carries it out.
        if tree.commands[first] == nil, let command = tree.commands["sentence"] {
            if before.last == "--mode" { return ReportRequest.modes.filter { $0.hasPrefix(typed) } }
            if let values = command.values(of: before.last) { return values.filter { $0.hasPrefix(typed) } }
            if typed.hasPrefix("-") { return program.sentenceWords.contains(first) ? command.options.filter { $0.hasPrefix(typed) } : [] }
        }
        if let command = tree.commands[first] {
            if let values = command.values(of: before.last) { return values.filter { $0.hasPrefix(typed) } }
            if typed.hasPrefix("-") { return command.options.filter { $0.hasPrefix(typed) } }
            switch first {
            case "help": return commands.filter { $0.hasPrefix(typed) }
            // These are sentences too, which know the names of the book.
            case "report", "restore": break
            default: return command.words.filter { $0.hasPrefix(typed) }
            }
        }
        return program.candidates(forSentence: (options.rest + [typed]).joined(separator: " "), word: typed, options.launch)
    }
}

/// The words of a command line without the options that every command takes.
private struct CommonWords {
    /// The other words.
    private(set) var rest: [String] = []
    /// The options, as far as they tell which book is meant.
    private(set) var launch = LaunchOptions.ofEnvironment

    init(_ words: some Collection<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            switch word {
            case "--book": launch.book = words.popFirst() ?? launch.book
            case "--today", "--color": _ = words.popFirst()
            case "--no-init", "--offline", "--privacy": continue
            case _ where word.hasPrefix("--book="): launch.book = String(word.dropFirst("--book=".count))
            case _ where rest.isEmpty && word.hasSuffix(".luca"): launch.book = word
            case _ where word.hasPrefix("-"): continue
            default: rest.append(word)
            }
        }
    }
}

/// The commands and options as the parser of the command line describes them.
private struct CommandTree {
    /// What a command takes.
    struct Command {
        /// Its options, with dashes.
        var options: [String] = []
        /// The values of options that take one of a few words; an empty list where it is anything.
        var valuesByOption: [String: [String]] = [:]
        /// The words that may stand in place of its argument.
        var words: [String] = []

        /// The values of an option that takes one; nil of a word that is none.
        func values(of option: String?) -> [String]? { option.flatMap { valuesByOption[$0] } }
    }

    /// The program itself.
    let root: Command
    /// Its commands by name.
    let commands: [String: Command]

    static let all = CommandTree()

    private init() {
        let help = (try? JSONReader.read(Array(CommandLineProgram._dumpHelp().utf8)))?["command"]
        let described = help?["subcommands"]?.items ?? []
        let named = described.compactMap { command in command["commandName"]?.text.map { ($0, Self.command(command)) } }
        commands = Dictionary(named) { first, _ in first }
        // The program without a command is its shell.
        root = commands["shell"] ?? Command()
    }

    private static func command(_ help: JSONValue) -> Command {
        var command = Command()
        for argument in help["arguments"]?.items ?? [] where argument["shouldDisplay"] != .bool(false) {
            let values = argument["allValues"]?.items?.compactMap(\.text) ?? []
            guard let kind = argument["kind"]?.text, kind != "positional" else {
                command.words += values
                continue
            }
            for name in argument["names"]?.items ?? [] {
                guard let text = name["name"]?.text else { continue }
                let option = (name["kind"]?.text == "long" ? "--" : "-") + text
                if option.hasPrefix("--") { command.options.append(option) }
                if kind == "option" { command.valuesByOption[option] = values }
            }
        }
        command.options.sort()
        return command
    }
}
