import Values

/// Fits one line to one pattern: first the places in order, then the clauses in any order.
struct CommandMatcher {
    typealias Place = CommandPattern.Place
    typealias Clause = CommandPattern.Clause

    let pattern: CommandPattern
    let vocabulary: Vocabulary
    let line: [Character]
    let tokens: [CommandToken]
    var index = 1
    /// Clauses that have not been given yet.
    private(set) var unused: [Clause]
    var found: [(name: String, value: CommandArgument, column: Int)] = []
    /// The sums that were read, with what stood beside them.
    var figures: [Figure] = []
    /// What could stand where the line ends; the source of completion.
    private(set) var expectations: [CommandExpectation] = []

    init(_ pattern: CommandPattern, _ line: String, _ vocabulary: Vocabulary) {
        self.pattern = pattern
        self.vocabulary = vocabulary
        self.line = Array(line)
        tokens = Self.splitMoney(
            Self.sayingPrice(Self.splitSigns(Self.splitNamed(CommandLexer.tokens(self.line), pattern), pattern.clauses), pattern, vocabulary), pattern)
        unused = pattern.clauses
    }

    /// The word at the reading position, or nil at the end of the sentence; a lone `--` begins a comment.
    var current: CommandToken? {
        index < tokens.count && !(tokens[index].text == "--" && !tokens[index].isQuoted) ? tokens[index] : nil
    }

    /// Where the next word stands or would stand, from 1.
    var column: Int { current?.column ?? (tokens.last.map { $0.range.upperBound + 2 } ?? 1) }

    /// Reads the whole line.
    mutating func match() throws(CommandMismatch) -> CommandMatch {
        if let open = tokens.first(where: \.isOpen) {
            throw mismatch("the quote is not closed", at: open.column, hint: "close it with the same sign, \" or '")
        }
        for place in pattern.places { try fill(place) }
        while current != nil { try readClause() }
        noteKeywords()
        if let missing = unused.first(where: { !$0.isOptional }) {
            if missing.places.first?.kind == .account, case .text(let code)? = found.first(where: { $0.name == "currency" })?.value, vocabulary.accounts().contains(code) {
                throw mismatch("\(pattern.name) needs \(missing.synopsis)", at: column, expected: [missing.keyword], hint: "\(code) is an account: say \(missing.keyword) \(code)")
            }
            throw mismatch("\(pattern.name) needs \(missing.synopsis)", at: column, expected: [missing.keyword])
        }
        try joinFigures()
        let order = pattern.places.map(\.name) + pattern.clauses.flatMap { $0.places.isEmpty ? [$0.keyword] : $0.places.map(\.name) }
        let arguments = order.compactMap { name in
            found.first { $0.name == name }.map { CommandArgument.Named(name: name, value: $0.value) }
        }
        let columns = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.column) })
        return CommandMatch(pattern: pattern, arguments: arguments, columns: columns)
    }

    // MARK: Places

    private mutating func fill(_ place: Place) throws(CommandMismatch) {
        // A place can only be filled if those before it are, so the first one is what the line waits for.
        if current == nil, expectations.isEmpty { expectations.append(.place(place.kind, name: place.name, column: column)) }
        guard let token = current else {
            if place.isOptional { return }
            throw mismatch("\(pattern.name) needs \(place.kind.expectation) here", at: column, expected: [place.kind.expectation])
        }
        if isKeyword(token) {
            if place.isOptional { return }
            if place.kind == .currency { try refuseSharedSign() }
            throw mismatch(
                "expected \(place.kind.expectation) before \(token.text)", at: token.column, expected: [place.kind.expectation])
        }
        let start = index
        // `dividend 12 ORCL`: what stands alone before the next clause is the symbol, and no currency.
        if place.isOptional, place.kind == .currency, let at = pattern.places.firstIndex(of: place), at + 1 < pattern.places.count, pattern.places[at + 1].kind == .symbol,
            index + 1 >= tokens.count || isKeyword(tokens[index + 1]) || tokens[index + 1].text == "--"
        { return }
        do {
            try read(place)
        } catch {
            // A word that is nearly a keyword is a misspelt clause rather than a bad value of a place that may be left out.
            guard place.isOptional, Self.prepositions.contains(token.text) || nearestName(to: token.text, in: unused.map(\.keyword)) != nil else { throw error }
            index = start
        }
    }

    /// Reads the value of a place and keeps it.
    private mutating func read(_ place: Place) throws(CommandMismatch) {
        let column = column
        let value = try value(of: place)
        found.append((place.name, value, column))
    }

    /// Notes that the line ended while this place could still take words.
    mutating func noteOpen(_ place: Place, from column: Int) {
        expectations.append(.place(place.kind, name: place.name, column: column))
    }

    // MARK: Clauses

    private mutating func readClause() throws(CommandMismatch) {
        guard let token = current else { return }
        guard isKeyword(token), let at = unused.firstIndex(where: { $0.keyword == token.text }) else {
            throw unexpected(token)
        }
        let clause = unused.remove(at: at)
        index += 1
        if clause.places.isEmpty { found.append((clause.keyword, .flag, token.column)) }
        for place in clause.places {
            if place.isOptional {
                try readIfThere(place)
                continue
            }
            guard let next = current else {
                expectations.append(.place(place.kind, name: place.name, column: column))
                throw mismatch(
                    "expected \(place.kind.expectation) after \(clause.keyword)", at: column, expected: [place.kind.expectation])
            }
            if isKeyword(next), place.kind != .text {
                throw mismatch(
                    "expected \(place.kind.expectation) between \(clause.keyword) and \(next.text)", at: next.column,
                    expected: [place.kind.expectation])
            }
            try read(place)
        }
    }

    /// Reads a place that may be left out within a clause, where the next word fits.
    private mutating func readIfThere(_ place: Place) throws(CommandMismatch) {
        guard let next = current, !isKeyword(next) else { return }
        let start = index
        do { try read(place) } catch { index = start }
    }

    /// Whether a word begins a clause that has not been given yet.
    func isKeyword(_ token: CommandToken) -> Bool {
        !token.isQuoted && unused.contains { $0.keyword == token.text }
    }

    private mutating func noteKeywords() {
        guard !unused.isEmpty else { return }
        expectations.append(.keywords(unused.map(\.keyword)))
    }

    /// The words before an account, which are easily taken for one another.
    private static let prepositions = ["in", "to", "from"]

    /// The word that stands before an account in this sentence, for another that was said in its place.
    static func prepositionHint(_ word: String, _ unused: [Clause]) -> String? {
        guard prepositions.contains(word) || ["into", "onto", "at", "of", "out", "for"].contains(word) else { return nil }
        let meant = unused.first { !$0.isOptional && prepositions.contains($0.keyword) } ?? unused.first { $0.keyword == "in" }
        return meant.flatMap { $0.keyword == word ? nil : "did you mean \($0.keyword)?" }
    }

    private func unexpected(_ token: CommandToken) -> CommandMismatch {
        let keywords = unused.map(\.keyword)
        if pattern.clauses.contains(where: { $0.keyword == token.text }) {
            return mismatch("\(token.text) is given twice", at: token.column, expected: keywords)
        }
        if let equals = token.text.firstIndex(of: "="), equals != token.text.startIndex {
            let name = token.text[..<equals]
            // What no clause of the sentence says is said in Lua alone.
            let isClause = pattern.clauses.contains { $0.keyword == name }, isWord = token.text[token.text.index(after: equals)...].allSatisfy(\.isLetter)
            if !isClause {
                let value = token.text[token.text.index(after: equals)...], isText = isWord && !["true", "false"].contains(value)
                return mismatch(
                    "\(token.text) is Lua, not a sentence", at: token.column, expected: keywords,
                    hint: "a sentence has no word for it; say all of it in Lua: \(pattern.name){…, \(name)=\(isText ? LuaForm.quoted(String(value)) : String(value))}")
            }
            return mismatch(
                "\(token.text) is Lua, not a sentence", at: token.column, expected: keywords,
                hint: "write \(name) \(token.text[token.text.index(after: equals)...]), or \(pattern.name){\(token.text), …}")
        }
        var hint: String?
        if token.text == "at", keywords.contains("@") {
            hint = "a price stands behind @ or at: @ 31.20"
        } else if let meant = Self.prepositionHint(token.text, unused) {
            hint = meant
        } else if let near = nearestName(to: token.text, in: keywords) {
            hint = "did you mean \(near)?"
        } else if !keywords.isEmpty {
            hint = "what can follow: \(keywords.joined(separator: ", "))"
        }
        return mismatch("\(token.text) does not belong here", at: token.column, expected: keywords, hint: hint)
    }

    // MARK: Errors

    func mismatch(_ message: String, at column: Int, expected: [String] = [], hint: String? = nil) -> CommandMismatch {
        CommandMismatch(message: message, column: column, expected: expected, hint: hint, usage: pattern.synopsis)
    }

    /// Takes the sign of one currency off its number, `€500`, `500€` or `500 €`, where an amount and then a currency may stand. The signs that
    /// several currencies share stay, for what is known of the account or the instrument to tell.
    private static func splitMoney(_ tokens: [CommandToken], _ pattern: CommandPattern) -> [CommandToken] {
        func isMoney(_ places: [Place]) -> Bool { places.count > 1 && [.decimal, .money].contains(places[0].kind) && places[1].kind == .currency }
        func isNumber(_ place: Int) -> Bool { tokens.indices.contains(place) && !tokens[place].isQuoted && (try? FixedDecimal(tokens[place].text)) != nil }
        func code(_ place: Int) -> String? { tokens.indices.contains(place) && !tokens[place].isQuoted ? MoneySign(tokens[place].text)?.code : nil }
        var result: [CommandToken] = [], place = 0
        while place < tokens.count {
            defer { place += 1 }
            let token = tokens[place], before = place > 0 && !tokens[place - 1].isQuoted ? tokens[place - 1].text : ""
            let isPlace = place == 1 ? isMoney(pattern.places) : pattern.clauses.contains { $0.keyword == before && isMoney($0.places) }
            if !isPlace || token.isQuoted {
                result.append(token)
            } else if let (number, sign) = MoneySign.split(token.text), let code = sign.code {
                result += [CommandToken(text: number, range: token.range, isOpen: token.isOpen), CommandToken(text: code, range: token.range)]
            } else if let code = code(place), isNumber(place + 1) {
                result += [tokens[place + 1], CommandToken(text: code, range: token.range)]
                place += 1
            } else if let code = code(place + 1), isNumber(place) {
                result += [token, CommandToken(text: code, range: tokens[place + 1].range)]
                place += 1
            } else {
                result.append(token)
            }
        }
        return result
    }

    /// `at 31.20` says the same as `@ 31.20` where a price may stand: not in a text, and not where an account is called `Bank at 5`.
    private static func sayingPrice(_ tokens: [CommandToken], _ pattern: CommandPattern, _ vocabulary: Vocabulary) -> [CommandToken] {
        let keywords = pattern.clauses.map(\.keyword)
        guard keywords.contains("@"), !keywords.contains("at"), !tokens.contains(where: { $0.text == "@" && !$0.isQuoted }),
            let place = tokens.indices.dropFirst().first(where: { tokens[$0].text == "at" && !tokens[$0].isQuoted }), place + 1 < tokens.count,
            (try? FixedDecimal(tokens[place + 1].text)) != nil || MoneySign.split(tokens[place + 1].text) != nil,
            case let before = tokens[..<place].last(where: { !$0.isQuoted && keywords.contains($0.text) })?.text,
            !pattern.clauses.contains(where: { $0.keyword == before && $0.places.contains { $0.kind == .text } }),
            !vocabulary.accounts().contains(where: { $0.contains(" at ") })
        else { return tokens }
        var tokens = tokens
        tokens[place].text = "@"
        return tokens
    }

    /// `date_order="dmy"`, as the hints of an import say it, is `date_order dmy` where the sentence of an import has a clause for it.
    private static func splitNamed(_ tokens: [CommandToken], _ pattern: CommandPattern) -> [CommandToken] {
        guard pattern.name == "import" else { return tokens }
        return tokens.enumerated().flatMap { place, token -> [CommandToken] in
            guard place > 1, !token.isQuoted, let equals = token.text.firstIndex(of: "="), case let name = token.text[..<equals],
                let clause = pattern.clauses.first(where: { clause in clause.keyword == name || clause.places.contains { $0.name == name } })
            else { return [token] }
            let value = String(token.text[token.text.index(after: equals)...]), middle = token.range.lowerBound + name.count
            let keyword = CommandToken(text: clause.keyword, range: token.range.lowerBound..<middle)
            if clause.places.isEmpty { return value == "true" ? [keyword] : [token] }
            return [keyword, CommandToken(text: value, range: middle + 1..<token.range.upperBound, isQuoted: clause.places[0].kind == .account, isOpen: token.isOpen)]
        }
    }

    /// Takes a keyword that is a sign off the word it sticks to: `@31.20`.
    private static func splitSigns(_ tokens: [CommandToken], _ clauses: [Clause]) -> [CommandToken] {
        let signs = clauses.compactMap { clause in
            clause.keyword.count == 1 && clause.keyword.allSatisfy { !$0.isLetter && !$0.isNumber } ? clause.keyword.first : nil
        }
        return tokens.flatMap { token in
            guard let first = token.text.first, signs.contains(first), token.text.count > 1, !token.isQuoted else { return [token] }
            let middle = token.range.lowerBound + 1
            return [
                CommandToken(text: String(first), range: token.range.lowerBound..<middle),
                CommandToken(text: String(token.text.dropFirst()), range: middle..<token.range.upperBound, isOpen: token.isOpen),
            ]
        }
    }
}
