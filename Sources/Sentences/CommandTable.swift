import Values

/// The kinds of sentence that the prompt understands now: tells a sentence from Lua, and fits it to its pattern.
public struct CommandTable: Sendable {
    /// The patterns; several may share a name, a later one of the same name and usage replaces the earlier.
    public let patterns: [CommandPattern]

    public init(_ patterns: [CommandPattern]) { self.patterns = patterns }

    /// The command words, each once, sorted.
    public var names: [String] { Set(patterns.map(\.name)).sorted() }

    /// The patterns with this command word.
    public func patterns(named name: String) -> [CommandPattern] { patterns.filter { $0.name == name } }

    /// The command word of a line, or nil if the line is Lua.
    ///
    /// A line is a command if its first word names one and what follows is not Lua punctuation: `holdings` is a command,
    /// `holdings{}`, `holdings = 3`, `gains:by("symbol")` and `cash and 1` are Lua. A sign that begins a path or a number after
    /// a space (`run ./due.lua`, `deposit -5`) belongs to the sentence where the command takes such a thing first.
    public func commandWord(of line: String) -> String? {
        let text = line.trimmed
        let word = text.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !word.isEmpty, patterns.contains(where: { $0.name == word }) else { return nil }
        let follower = text[word.endIndex...]
        guard let next = follower.first else { return String(word) }
        guard next.isWhitespace else { return nil }
        let rest = follower.trimmed
        return isLua(rest, after: String(word)) ? nil : String(word)
    }

    /// Whether a line may be one of the sentences that ship, by its looks: the word of none is one of Lua's own, and behind it stands no sign that goes on as only Lua can.
    ///
    /// A line of Lua is told from a sentence so before the sentences are read.
    public static func mayShip(_ line: String) -> Bool {
        let text = line.trimmed
        let word = text.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let first = word.first, first.isLowercase, !LuaForm.words.contains(String(word)) else { return false }
        let follower = text[word.endIndex...]
        guard let next = follower.first else { return true }
        return next.isWhitespace && !(follower.trimmed.first.map(isSignOfLua) ?? false)
    }

    /// Whether what begins with a sign is Lua behind any command word.
    private static func isSignOfLua(_ sign: Character) -> Bool {
        switch sign {
        case "=", "(", "{", "[", ",", ";", ":", "+", "*", "%", "^", "#", "<", ">", "&", "|": true
        default: false
        }
    }

    /// Fits a line to the patterns of its command word.
    ///
    /// - Throws: `CommandMismatch` of the pattern that got furthest; one that took all words goes before all others.
    public func match(_ line: String, _ vocabulary: Vocabulary) throws(CommandMismatch) -> CommandMatch? {
        guard let word = commandWord(of: line) else { return nil }
        var furthest: CommandMismatch?
        for pattern in patterns(named: word).reversed() {
            do throws(CommandMismatch) {
                var matcher = CommandMatcher(pattern, line, vocabulary)
                return try matcher.match()
            } catch {
                // Of those that get as far, the one that is listed first says the most.
                if furthest.map({ error.isOfMeaning || !$0.isOfMeaning && $0.column <= error.column }) ?? true { furthest = error }
            }
        }
        if var furthest {
            SentenceAdvice(word, line, vocabulary, self).improve(&furthest)
            throw furthest
        }
        return nil
    }

    /// Whether what follows the command word makes the line Lua.
    private func isLua(_ rest: Substring, after word: String) -> Bool {
        guard let first = rest.first else { return false }
        let takesPath = patterns(named: word).contains { $0.places.first.map { $0.kind == .path || $0.kind == .arguments } ?? false }
        let takesNumber = patterns(named: word).contains { $0.places.first.map { $0.kind == .decimal || $0.kind == .money } ?? false }
        let second = rest.dropFirst().first
        if Self.isSignOfLua(first) { return true }
        switch first {
        case ".":
            return !(takesPath && (second == "/" || second == "." && rest.dropFirst(2).first == "/" || rest == "." || rest == ".."))
        case "/", "~":
            return !(takesPath && second != nil && second?.isWhitespace == false && second != "=")
        case "-":
            if second == "-" { return false }
            return !(takesNumber && (second?.isNumber == true || MoneySign.beginsFigure(rest.dropFirst())))
        case "\"", "'":
            // `report "income":show()` goes on as only Lua can; `report "income" 2014` does not.
            guard let close = rest.dropFirst().firstIndex(of: first) else { return false }
            return rest[rest.index(after: close)...].first.map { ":.[(".contains($0) } ?? false
        default:
            let next = rest.prefix { !$0.isWhitespace }
            return next == "and" || next == "or"
        }
    }

    // MARK: Completion

    /// What could follow an unfinished line whose last word is complete; empty if the line is Lua or does not fit.
    public func expectations(after line: String, _ vocabulary: Vocabulary) -> [CommandExpectation] {
        guard let word = commandWord(of: line) else { return [] }
        return patterns(named: word).flatMap { pattern in
            var matcher = CommandMatcher(pattern, line, vocabulary)
            _ = try? matcher.match()
            return matcher.expectations
        }
    }

    /// The last word of an unfinished sentence; nil if the line is Lua, or its first word is still being typed.
    public func completionSite(_ line: String, _ vocabulary: Vocabulary) -> CompletionSite? {
        let characters = Array(line)
        let tokens = CommandLexer.tokens(characters)
        guard let command = commandWord(of: line), let last = tokens.last else { return nil }
        let isBetween = characters.last?.isWhitespace == true && !last.isOpen
        guard tokens.count > 1 || isBetween else { return nil }
        let before = isBetween ? line : String(characters[..<last.range.lowerBound])
        let expectations = expectations(after: before, vocabulary)
        guard !isBetween else {
            return CompletionSite(
                command: command, before: tokens.map(\.text), start: characters.count, prefix: "", quote: nil, expectations: expectations)
        }
        let quote = last.isOpen && last.isQuoted ? characters[last.range.lowerBound] : nil
        let start = last.range.lowerBound + (quote == nil ? 0 : 1)
        return CompletionSite(
            command: command, before: tokens.dropLast().map(\.text), start: start, prefix: String(characters[start...]), quote: quote,
            expectations: expectations)
    }
}

/// A sentence that fits a pattern: its arguments by name, in the order of the pattern.
public struct CommandMatch: Sendable {
    /// The pattern that fits.
    public let pattern: CommandPattern
    /// What was given, in the order of the pattern.
    public let arguments: [Call.Field]
    /// Where each argument stands in the line, as character positions from 1, for a caret under the one at fault.
    public let columns: [String: Int]

    /// The value given for `name`, or nil if it was left out.
    public subscript(name: String) -> Call.Value? {
        arguments.first { $0.name == name }?.value
    }

    /// The call that the sentence stands for; nil where a handler carries it out.
    public var call: Call? {
        switch pattern.action {
        case .lua(let form): form.call(arguments)
        case .handler: nil
        }
    }

    /// The arguments as one table, which is what a handler gets.
    public var table: Call.Value { .table(arguments) }

    /// The sentence as Lua source, `buy{quantity=D"10", symbol="ORCL"}`; for a handler, the table of its arguments.
    public var lua: String { call?.lua ?? table.lua }
}

/// A sentence that does not fit its pattern: where, what was expected there, and what to do next.
public struct CommandMismatch: Error, Equatable, CustomStringConvertible {
    /// The kind of error that it is shown as.
    public static let kind = "sentence"

    /// One sentence without the column.
    public var message: String
    /// Where in the line, as a character position from 1; one past the end where something is missing.
    public var column: Int
    /// What would have fitted there.
    public var expected: [String]
    /// What to do next.
    public var hint: String?
    /// The synopsis of the command.
    public var usage: String
    /// Whether all words of the sentence have their place, and what they say together is at fault.
    var isOfMeaning = false

    init(message: String, column: Int, expected: [String], hint: String? = nil, usage: String) {
        (self.message, self.column, self.expected, self.hint, self.usage) = (message, column, expected, hint, usage)
    }

    public var description: String { message }
}

// MARK: - Unfinished sentences

/// What could come next in a sentence.
public enum CommandExpectation: Equatable, Sendable {
    /// A value; `column` is where it begins, which for a name of several words may be some words back.
    case place(ArgumentKind, name: String, column: Int)
    /// One of these keywords.
    case keywords([String])
}

/// The word of a sentence that is being typed, and what it could be.
public struct CompletionSite: Sendable {
    /// The command word.
    public let command: String
    /// The words before it, the command word among them, without their quotes.
    public let before: [String]
    /// Where the word begins, in characters from 0, behind an opening quote.
    public let start: Int
    /// What has been typed of it, without an opening quote.
    public let prefix: String
    /// The quote that the word is in.
    public let quote: Character?
    /// What it could be; empty where the words before it do not fit.
    public let expectations: [CommandExpectation]
}
