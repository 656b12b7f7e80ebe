/// All sentences in force: tells a command from Lua, and fits a line to its pattern.
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
        let text = line.trimmingSpaces()
        let word = text.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard !word.isEmpty, patterns.contains(where: { $0.name == word }) else { return nil }
        let follower = text[word.endIndex...]
        guard let next = follower.first else { return String(word) }
        guard next.isWhitespace else { return nil }
        let rest = follower.trimmingSpaces()
        return isLua(rest, after: String(word)) ? nil : String(word)
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
            if !furthest.isOfMeaning { furthest.hint = SentenceAdvice(word, line, vocabulary).hint(for: furthest, patterns(named: word)) ?? furthest.hint }
            throw furthest
        }
        return nil
    }

    /// What could follow an unfinished line whose last word is complete; empty if the line is Lua or does not fit.
    public func expectations(after line: String, _ vocabulary: Vocabulary) -> [CommandExpectation] {
        guard let word = commandWord(of: line) else { return [] }
        return patterns(named: word).flatMap { pattern in
            var matcher = CommandMatcher(pattern, line, vocabulary)
            _ = try? matcher.match()
            return matcher.expectations
        }
    }

    /// Whether what follows the command word makes the line Lua.
    private func isLua(_ rest: Substring, after word: String) -> Bool {
        guard let first = rest.first else { return false }
        let takesPath = patterns(named: word).contains { $0.places.first.map { $0.kind == .path || $0.kind == .arguments } ?? false }
        let takesNumber = patterns(named: word).contains { $0.places.first.map { $0.kind == .decimal || $0.kind == .money } ?? false }
        let second = rest.dropFirst().first
        switch first {
        case "=", "(", "{", "[", ",", ";", ":", "+", "*", "%", "^", "#", "<", ">", "&", "|":
            return true
        case ".":
            return !(takesPath && (second == "/" || second == "." && rest.dropFirst(2).first == "/" || rest == "." || rest == ".."))
        case "/", "~":
            return !(takesPath && second != nil && second?.isWhitespace == false && second != "=")
        case "-":
            if second == "-" { return false }
            return !(takesNumber && (second?.isNumber == true || MoneySign.split(String(rest.prefix { !$0.isWhitespace })) != nil))
        case "\"", "'":
            // `report "income":show()` goes on as only Lua can; `report "income" 2014` does not.
            guard let close = rest.dropFirst().firstIndex(of: first) else { return false }
            return rest[rest.index(after: close)...].first.map { ":.[(".contains($0) } ?? false
        default:
            let next = rest.prefix { !$0.isWhitespace }
            return next == "and" || next == "or"
        }
    }
}
