import Values

/// The nearest right form of a sentence that names what its command takes elsewhere: `holdings ORCL`, `cash Savings`, `holdings 2013`.
struct SentenceAdvice {
    private let word: String
    private let line: [Character]
    private let tokens: [CommandToken]
    private let vocabulary: Vocabulary
    private let table: CommandTable
    private var patterns: [CommandPattern] { table.patterns(named: word) }

    init(_ word: String, _ line: String, _ vocabulary: Vocabulary, _ table: CommandTable) {
        (self.word, self.line, self.vocabulary, self.table) = (word, Array(line), vocabulary, table)
        tokens = CommandLexer.tokens(self.line)
    }

    /// Says more of a mismatch, where more is known of the word at fault.
    func improve(_ mismatch: inout CommandMismatch) {
        if let token = tokens.first(where: { $0.column == mismatch.column })?.text, let blank = blank(token) {
            (mismatch.message, mismatch.hint, mismatch.isOfMeaning) = ("\(token) stands for \(blank.kind.expectation)", "such as: \(blank.example)", true)
        } else if let said = toFile {
            (mismatch.hint, mismatch.isOfMeaning) = (said, true)
        } else if !mismatch.isOfMeaning, let better = hint(for: mismatch) {
            mismatch.hint = better
        }
    }

    /// What a word in capitals stands for in a usage or a hint that was typed as it is printed, `price ORCL CLOSE on DATE`, with an example of the sentence; nil for a
    /// word that something is called by.
    private func blank(_ token: String) -> (kind: ArgumentKind, example: String)? {
        guard token.count > 1, token.allSatisfy({ $0.isUppercase || $0 == "_" }), !vocabulary.isSymbol(token), !vocabulary.isUnit(token) else { return nil }
        for pattern in patterns where !pattern.example.isEmpty {
            let own = pattern.places.map { ($0, nil as String?) }, behind = pattern.clauses.flatMap { clause in clause.places.map { ($0, clause.keyword as String?) } }
            if let (place, _) = (own + behind).first(where: { $0.label(behind: $1) == token }) { return (place.kind, pattern.example) }
        }
        return nil
    }

    /// The methods of a frame that write files, by how these end.
    private static let writers = ["csv": "csv", "json": "json", "md": "markdown", "html": "html", "pdf": "pdf", "xlsx": "xlsx"]

    /// How the answer of a question gets into a file, where it was said as a report says it: `gains 2014 to g.pdf`, `gains 2014 --pdf`; nil for other sentences.
    private var toFile: String? {
        guard tokens.count > 1, let last = tokens.last else { return nil }
        let isOption = last.text.hasPrefix("--"), before = isOption ? last : tokens[tokens.count - 2], path = isOption ? "\(word).\(last.text.dropFirst(2))" : last.text
        guard isOption || before.text == "to", let dot = path.lastIndex(of: "."), let writer = Self.writers[path[path.index(after: dot)...].lowercased()] else { return nil }
        let question = String(String(line[..<before.range.lowerBound]).trimmedAtEnd)
        guard let match = try? table.match(question, vocabulary), match.pattern.isQuestion else { return nil }
        return "say command.run(\(LuaForm.quoted(question))):\(writer)(\(LuaForm.quoted(path))), or in a shell luca \(question) --output \(SentenceForm.word(path))"
    }

    /// What to say instead; nil where nothing is known of the word at fault.
    private func hint(for mismatch: CommandMismatch) -> String? {
        if word == "rename", tokens.count > 1, tokens[1].text == "account" { return "rename is for symbols, rename ORCL to NVDA; an account keeps its name" }
        if tokens.contains(where: \.isTypographicallyQuoted) { return Typography.advice }
        guard let place = tokens.firstIndex(where: { $0.column == mismatch.column }), place > 0 else { return nil }
        let token = tokens[place].text, said = tokens[..<place].map(\.text).joined(separator: " "), account = vocabulary.accounts(beginning: tokens[place...]).first?.name
        // What follows below is about questions, which need nothing behind their word.
        let question = patterns.first(where: \.isQuestion)
        let clauses = patterns.flatMap(\.clauses).filter { $0.places.first?.kind == .account && !tokens[..<place].map(\.text).contains($0.keyword) }
        if let account, let clause = clauses.first(where: { !$0.isOptional }) ?? (question == nil && !mismatch.message.contains("is not a number") ? clauses.first : nil) {
            return Self.sayingAccount(account, behind: (["\(said)"] + figure(behind: account, at: place) + [clause.keyword]).joined(separator: " "))
        }
        let symbol = vocabulary.symbols().first { $0.lowercased() == token.lowercased() }
        if ["does not belong here", "is not a year"].contains(where: mismatch.message.hasSuffix), let call = call(withFieldAt: place) { return "say \(call)" }
        if let symbol, !tokens[..<place].contains(where: { $0.text == "of" }),
            patterns.contains(where: { $0.clauses.contains { $0.keyword == "of" && $0.isOptional && $0.places.first?.kind == .symbol } })
        {
            return "say \(said) of \(symbol)"
        }
        guard let question = patterns.first(where: \.isPlainQuestion) ?? question, case .lua(let form) = question.action else { return nil }
        if let symbol, place == 1, vocabulary.takes(form.function, "symbol") {
            return "say \(form.function){symbol=\(LuaForm.quoted(symbol))}"
        }
        if let account {
            let call = place == 1 && vocabulary.takes(form.function, "account") ? "\(form.function){account=\(LuaForm.quoted(account))}" : nil
            let sentence = question.clauses.contains { $0.keyword == "in" && $0.places.first?.kind == .account } ? "\(said) in \(account)" : nil
            let forms = [sentence, call].compactMap(\.self)
            return forms.isEmpty ? nil : "say \(forms.joined(separator: ", or "))"
        }
        guard mismatch.message.hasSuffix("does not belong here"), token.count == 4, token.allSatisfy(\.isNumber) else { return nil }
        if place == 1 { return Self.hint(forYear: token, question, vocabulary) }
        // `gains in Savings 2014`: the year stands before what was said.
        if question.places.first?.kind == .year, let first = SpokenSpan(year: tokens[place - 1].text), let last = SpokenSpan(year: token) {
            let span = "from \(min(first.first, last.first)) to \(max(first.last, last.last))"
            return Suggestion((tokens[..<(place - 1)].map(\.text) + [span] + tokens[(place + 1)...].map(\.text)).joined(separator: " ")).question
        }
        if question.places.first?.kind == .year { return "say \(word) \(token) \(tokens[1..<place].map(\.text).joined(separator: " "))" }
        return question.clauses.contains { $0.keyword == "on" } ? "say \(said) on \(token)-12-31" : nil
    }

    /// The call in Lua that takes a field for which the sentence has no word: `gains{year=2014, owner="Ray"}` for `gains 2014 owner Ray`; nil where it takes none.
    private func call(withFieldAt place: Int) -> String? {
        let function = CommandPattern.function(ofQuestion: word)
        let parts = tokens[place].text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, !name.isEmpty, vocabulary.takes(function, name) else { return nil }
        guard let value = parts.dropFirst().first(where: { !$0.isEmpty }) ?? (place + 1 < tokens.count ? tokens[place + 1].text : nil) else { return nil }
        let year = vocabulary.takes(function, "year") ? tokens.dropFirst().map(\.text).first { $0 != value && $0.count == 4 && $0.allSatisfy(\.isNumber) } : nil
        return "\(function){\(year.map { "year=\($0), " } ?? "")\(name)=\(LuaForm.quoted(value))}"
    }

    /// The words of a sum that stand behind an account: `deposit IB 100 EUR`.
    private func figure(behind account: String, at place: Int) -> [String] {
        let words = vocabulary.accounts(beginning: tokens[place...]).first?.words ?? 1, rest = tokens.dropFirst(place + words).map(\.text)
        guard place == 1, let first = rest.first, vocabulary.isNumber(first) || MoneySign.split(first, vocabulary) != nil else { return [] }
        return [first] + rest.dropFirst().prefix(1).filter { vocabulary.isUnit($0) || MoneySign($0) != nil }
    }

    /// How a question about a year is said; nil where none takes it.
    static func hint(forYear year: String, _ pattern: CommandPattern, _ vocabulary: Vocabulary) -> String? {
        let isYearly = pattern.places.contains { $0.kind == .year }
        let function = pattern.function
        let day = pattern.clauses.contains { $0.keyword == "on" } ? "\(pattern.name) on \(year)-12-31" : nil
        let call = isYearly || vocabulary.takes(function, "year") ? "\(function){year=\(year)}" : nil
        let forms = [isYearly ? "\(pattern.name) \(year)" : day, call].compactMap(\.self)
        return forms.isEmpty ? nil : "say \(forms.joined(separator: ", or "))"
    }

    /// What to say where an account stands without its word.
    static func sayingAccount(_ account: String, behind said: String) -> String { "\(account) is an account: say \(said) \(account)" }
}

extension CommandPattern {
    /// Whether the sentence asks something, needs nothing behind its word, and is a call of Lua.
    fileprivate var isPlainQuestion: Bool {
        guard case .lua = action else { return false }
        return isQuestion
    }

    /// Whether the sentence needs nothing behind its words, as questions do.
    var isQuestion: Bool { places.allSatisfy(\.isOptional) && clauses.allSatisfy { $0.isOptional || $0.places.allSatisfy(\.isOptional) } }
}
