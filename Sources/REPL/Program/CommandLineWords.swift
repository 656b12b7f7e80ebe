internal import CLuca
import Frames
import LuaKit
import LuaSurface
import Scripting
import Sentences
import Session
import Values

/// Sentences on the command line: whether a word begins one, what can stand in one, and what was meant by a word that begins none.
extension LucaProgram {
    /// Whether a word begins a sentence of the prompt.
    public func isSentence(_ word: String) -> Bool { words.runtime?.isSentence(word) ?? false }

    /// The first words of the sentences of the prompt.
    public var sentenceWords: [String] { Set(words.runtime?.functions.commands.map(\.name) ?? []).sorted() }

    /// What is wrong with an option in the place of a report's name, where it is one of those that stand behind it; nil for another one.
    public func mistake(inReport option: String) -> String? {
        let name = String(option.drop { $0 == "-" }.prefix { $0 != "=" }).replacing("-", with: "_")
        guard let runtime = words.runtime, runtime.isReportOption(name) else { return nil }
        return "Which report? Its name comes before \(option), as in luca report statement \(option). There are \(runtime.reportList.joined(separator: ", "))"
    }

    /// What can stand in the place of the last word of a sentence that is being typed in a shell; empty where files can, which the shell itself knows.
    ///
    /// Nothing is recorded and nothing is printed; a book that is not there is not made.
    public func candidates(forSentence line: String, word: String, _ options: LaunchOptions) -> [String] {
        var options = options
        options.runsInit = false
        options.isOffline = true
        guard let interpreter = try? SessionStarter(options, opensBook: hasBook(options), asks: false).start() else { return [] }
        defer { interpreter.close() }
        let session = ShellSession(interpreter, output: StandardOutput(), display: Display(), isInteractive: false)
        guard let answer = CompletionEngine(session).answer(line), !answer.isOfFiles else { return [] }
        // A name of several words may have begun before the one that is typed.
        let typed = String(line.dropFirst(answer.start).dropLast(word.count))
        return answer.candidates.filter { $0.lowercased().hasPrefix(typed.lowercased()) && !$0.contains { "{(".contains($0) } }.map { String($0.dropFirst(typed.count)) }
    }

    /// The options, or the values of the one before, that a report or a script takes in the place of the last word of a command line; empty where it takes none there.
    ///
    /// - Parameter before: the words before it, those of the command among them.
    public func optionWords(of owner: String, isReport: Bool, after before: [String], typed: String, _ options: LaunchOptions) -> [String] {
        var options = options
        options.isOffline = true
        guard let interpreter = try? SessionStarter(options, opensBook: hasBook(options), asks: false).start() else { return [] }
        defer { interpreter.close() }
        // A shell would part `year=2014`.
        let words = OptionWords(interpreter.runtime.options(of: owner), isReport: isReport).words(after: before, prefix: typed.isEmpty ? "-" : typed, hasQuotes: false)
        return words.filter { $0.hasPrefix(typed) && !$0.hasSuffix("=") }
    }

    private func hasBook(_ options: LaunchOptions) -> Bool { (try? SessionStarter(options).bookPath()).map(BookPlace.exists) ?? false }

    /// What to type instead of a word that is no command, but nearly one or a sentence, or a function of the book; nil if it is none of these.
    ///
    /// - Parameter line: the words of the command line from that one on.
    public func hint(forWord word: String, of line: [String] = []) -> String? {
        guard let runtime = words.runtime else { return nil }
        if line.count > 1, let meant = SentenceGuess(CommandTable(runtime.functions.commands), runtime.vocabulary()).sentence(for: line.joined(separator: " ")) {
            return Suggestion("luca \(meant)").question
        }
        if let near = Suggestion(for: word, in: Set(runtime.functions.commands.map(\.name))), let pattern = runtime.functions.commands.first(where: { $0.name == near.name }) {
            return "\(near.question) Such as: luca \(pattern.example)"
        }
        let names = runtime.functionNames
        guard let name = names.contains(word) ? word : nearestName(to: word, in: names), let record = runtime.record(named: name) else {
            return nil
        }
        let beginning = name == word ? "\(word) is a function of the book" : "did you mean \(quoted(name)), a function of the book"
        let needsMore = record.parameters.contains(where: \.isRequired)
        let call = needsMore ? "help(\"\(name)\")" : name + (record.style == .named ? "{}" : "()")
        return "\(beginning)\(name == word ? ":" : "?") luca -e '\(call)'\(needsMore ? " explains it" : "")"
    }
}
