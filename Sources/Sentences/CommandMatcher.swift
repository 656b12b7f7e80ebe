import Values

/// Fits one line to one pattern: first the places in order, then the clauses in any order.
///
/// How a value is read stands in files of their own: `SentenceValues` (numbers, dates, the rest of a line), `SentenceNames` (accounts, symbols,
/// currencies, texts) and `SentenceMoney` (sums with what stands beside them).
struct CommandMatcher {
    typealias Place = CommandPattern.Place
    typealias Clause = CommandPattern.Clause

    /// An argument that was read.
    struct Argument {
        /// The name of its place, or the keyword of a switch.
        let name: String
        /// What was given.
        var value: Call.Value
        /// Where it begins in the line, from 1.
        let column: Int
    }

    /// What the line is fitted to.
    let pattern: CommandPattern
    /// What is known of the book.
    let vocabulary: Vocabulary
    /// The line by characters, as columns count them.
    let line: [Character]
    /// Its words, made ready for the pattern.
    let tokens: [CommandToken]
    /// The number of the word that is read next; the first is the command word.
    var index = 1
    /// Clauses that have not been given yet.
    private(set) var unused: [Clause]
    /// The arguments that were read, in the order in which they were given.
    var found: [Argument] = []
    /// The sums of money among them, with what stood beside them.
    var figures: [Figure] = []
    /// Whether the note was given without quotes, so that it ends at the next word of the command.
    private var isNoteOpen = false
    /// What could stand where the line ends, for completion.
    private(set) var expectations: [CommandExpectation] = []

    init(_ pattern: CommandPattern, _ line: String, _ vocabulary: Vocabulary) {
        self.pattern = pattern
        self.vocabulary = vocabulary
        self.line = Array(line)
        tokens = SentenceWords.of(self.line, pattern, vocabulary)
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
        try refuseTwice()
        if let missing = unused.first(where: { !$0.isOptional }) {
            var hint: String?
            if missing.places.first?.kind == .account, let code = given("currency")?.text, vocabulary.accounts().contains(code) {
                hint = SentenceAdvice.sayingAccount(code, behind: missing.keyword)
            }
            throw mismatch("\(pattern.name) needs \(missing.synopsis)", at: column, expected: [missing.keyword], hint: hint)
        }
        do { try joinFigures() } catch {
            var fault = error
            fault.isOfMeaning = true
            throw fault
        }
        let arguments = pattern.argumentNames.compactMap { name in
            given(name).map { Call.Field(name, $0) }
        }
        let columns = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.column) })
        return CommandMatch(pattern: pattern, arguments: arguments, columns: columns)
    }

    /// What was given for a name; nil where nothing was.
    func given(_ name: String) -> Call.Value? { found.first { $0.name == name }?.value }

    // MARK: Places

    private mutating func fill(_ place: Place) throws(CommandMismatch) {
        // A place can only be filled if those before it are, so the first one is what the line waits for.
        if current == nil, expectations.isEmpty { expectations.append(.place(place.kind, name: place.name, column: column)) }
        guard let token = current else {
            if place.isOptional { return }
            if index == 1, !place.kind.isTelling, !pattern.summary.isEmpty { throw mismatch(alone, at: column, expected: [place.kind.expectation]) }
            throw mismatch("\(pattern.name) needs \(place.kind.expectation) here", at: column, expected: [place.kind.expectation])
        }
        if isKeyword(token) {
            if place.isOptional { return }
            if place.kind == .currency { try refuseSharedSign() }
            throw mismatch(
                "expected \(place.kind.expectation) before \(token.text)", at: token.column, expected: [place.kind.expectation])
        }
        // `trades 2014`, `trades 2014-03`: what is a time is no symbol, where a year may follow it and no instrument is called so.
        if place.isOptional, place.kind == .symbol, openYear != nil, !token.isQuoted, !vocabulary.isSymbol(token.text),
            SpokenSpan.read(tokens[index...].map(\.text)[...]) != nil || (try? vocabulary.day(token.text)) != nil
        {
            return
        }
        let start = index
        if place.isOptional, wordsLeft <= places(behind: place).filter({ !$0.isOptional }).count { return }
        // `dividend 12 ORCL`: what stands alone before the next clause is the symbol, and no currency.
        if place.isOptional, place.kind == .currency, let at = pattern.places.firstIndex(of: place), at + 1 < pattern.places.count, pattern.places[at + 1].kind == .symbol,
            index + 1 >= tokens.count || isKeyword(tokens[index + 1]) || tokens[index + 1].text == "--" || vocabulary.isSymbolOnly(token.text)
        {
            return
        }
        if isKind(token, rather: place) { return }
        do {
            try read(place)
        } catch {
            // A word that is nearly a keyword is a misspelt clause rather than a bad value of a place that may be left out.
            guard place.isOptional, Self.prepositions.contains(token.text) || nearestName(to: token.text, in: unused.map(\.keyword)) != nil else { throw error }
            index = start
        }
    }

    /// Whether the only word for two places, of a name and of a kind (`instrument VWCE etf EUR`), is meant as the kind: it has no quotes and no capitals.
    private func isKind(_ token: CommandToken, rather place: Place) -> Bool {
        let following = places(behind: place)
        guard place.isOptional, place.kind == .text, let next = following.first, next.isOptional, next.kind == .word else { return false }
        return !token.isQuoted && token.text.allSatisfy { $0.isLowercase } && wordsLeft == 1 + following.filter { !$0.isOptional }.count
    }

    /// How many words stand here before the next clause.
    private var wordsLeft: Int { tokens[index...].prefix { !isKeyword($0) && ($0.isQuoted || $0.text != "--") }.count }

    /// Reads the value of a place and keeps it.
    private mutating func read(_ place: Place) throws(CommandMismatch) {
        let column = column
        try refuseTypographicQuote(place)
        try refuseComma(place)
        let value = try value(of: place)
        found.append(Argument(name: place.name, value: value, column: column))
    }

    /// Notes that the line ended while this place could still take words.
    mutating func noteOpen(_ place: Place, from column: Int) {
        expectations.append(.place(place.kind, name: place.name, column: column))
    }

    // MARK: Clauses

    private mutating func readClause() throws(CommandMismatch) {
        guard let token = current else { return }
        guard isKeyword(token) else {
            // `gains of ORCL 2014`: a year may stand behind the clauses too.
            guard let year = openYear(at: token) else { throw unexpected(token) }
            return try read(year)
        }
        // Of clauses with the same keyword, `in USD` and `in Savings`, the first that the words fit is meant.
        var misfit: CommandMismatch?
        for place in unused.indices where unused[place].keyword == token.text {
            var attempt = self
            do throws(CommandMismatch) {
                try attempt.readClause(at: place, token)
                self = attempt
                return
            } catch {
                expectations = attempt.expectations
                if misfit.map({ $0.column <= error.column }) ?? true { misfit = error }
            }
        }
        if let misfit { throw misfit }
    }

    private mutating func readClause(at place: Int, _ token: CommandToken) throws(CommandMismatch) {
        if isNoteOpen { try refuse(unused[place], behindNoteAt: token) }
        let clause = unused.remove(at: place)
        index += 1
        if clause.isSwitch { found.append(Argument(name: clause.keyword, value: .boolean(true), column: token.column)) }
        for place in clause.places {
            if place.isOptional {
                try readIfThere(place)
                continue
            }
            guard let next = current else {
                expectations.append(.place(place.kind, name: place.name, column: column))
                let isSum = place.name == "columns", what = isSum ? "a column such as month" : place.kind.expectation
                throw mismatch(
                    "expected \(what) after \(clause.keyword)", at: column, expected: [what], hint: isSum ? "say \(String(line).trimmed) account" : nil)
            }
            if isKeyword(next), place.kind != .text {
                throw mismatch(
                    "expected \(place.kind.expectation) between \(clause.keyword) and \(next.text)", at: next.column,
                    expected: [place.kind.expectation])
            }
            try read(place)
            if clause.keyword == "note", !next.isQuoted { isNoteOpen = true }
        }
    }

    /// Refuses what may be part of a note without quotes: a sum, a status or another word, where the sentence would do without it.
    private func refuse(_ clause: Clause, behindNoteAt token: CommandToken) throws(CommandMismatch) {
        let note = pattern.clauses.firstIndex { $0.keyword == "note" } ?? 0
        let isLater = pattern.clauses.lastIndex { $0.keyword == clause.keyword }.map { $0 > note } ?? false
        let isTelling = clause.places.first.map { [.account, .date].contains($0.kind) } ?? false
        guard clause.isOptional, !isLater, !isTelling, clause.keyword != "@" else { return }
        throw mismatch("\(token.text) may be a word of the note", at: token.column, expected: openKeywords, hint: noteHint(after: token.text))
    }

    /// What to do about a note that holds a word of the command.
    func noteHint(after word: String? = nil) -> String {
        "a note that holds a word of the command needs quotes: note \"bought on a dip\"" + (word.map { "; or say \($0) before the note" } ?? "")
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

    /// The place for a year that has not been given yet, if a word may be one.
    func openYear(at token: CommandToken) -> Place? {
        !token.isQuoted && token.text.count == 4 && token.text.allSatisfy(\.isNumber) ? openYear : nil
    }

    /// The place for a year that has not been given yet; nil where the sentence has none.
    private var openYear: Place? {
        given("year") != nil ? nil : (pattern.places + pattern.clauses.flatMap(\.places)).first { $0.kind == .year && $0.isOptional }
    }

    /// Refuses two values of one name: `trades ORCL of NVDA`.
    private func refuseTwice() throws(CommandMismatch) {
        for (place, argument) in found.enumerated() where found[..<place].contains(where: { $0.name == argument.name }) {
            var fault = mismatch("the \(argument.name) is given twice", at: argument.column)
            fault.isOfMeaning = true
            throw fault
        }
    }

    private mutating func noteKeywords() {
        guard !unused.isEmpty else { return }
        expectations.append(.keywords(openKeywords))
    }

    /// The keywords of the clauses that have not been given yet, each once.
    var openKeywords: [String] {
        unused.enumerated().filter { place, clause in !unused[..<place].contains { $0.keyword == clause.keyword } }.map(\.element.keyword)
    }

    /// The words before an account, which are easily taken for one another.
    private static let prepositions = ["in", "to", "from"]

    /// The word that stands before an account in this sentence, for another that was said in its place.
    static func prepositionHint(_ word: String, _ unused: [Clause]) -> String? {
        guard prepositions.contains(word) || ["into", "onto", "at", "of", "out", "for"].contains(word) else { return nil }
        let meant = unused.first { !$0.isOptional && prepositions.contains($0.keyword) } ?? unused.first { $0.keyword == "in" }
        return meant.flatMap { $0.keyword == word ? nil : Suggestion($0.keyword).question }
    }

    /// A word for which the sentence has no place, and what was probably meant by it.
    func unexpected(_ token: CommandToken) -> CommandMismatch {
        let keywords = openKeywords
        if pattern.clauses.contains(where: { $0.keyword == token.text }) {
            return mismatch("\(token.text) is given twice", at: token.column, expected: keywords)
        }
        if let equals = token.text.firstIndex(of: "="), equals != token.text.startIndex {
            let name = token.text[..<equals], value = String(token.text[token.text.index(after: equals)...]), lua = luaValue(value)
            // What the function has no field for would be refused in Lua too.
            let function = pattern.function
            if let reason = vocabulary.whyNot(function, String(name)) {
                return mismatch("\(pattern.name) takes no \(name)", at: token.column, expected: keywords, hint: reason)
            }
            // What no clause of the sentence says is said in Lua alone.
            let isClause = pattern.clauses.contains { $0.keyword == name }
            return mismatch(
                "\(token.text) is Lua, not a sentence", at: token.column, expected: keywords,
                hint: isClause
                    ? "write \(name) \(value), or \(function){\(name)=\(lua), …}"
                    : "a sentence has no word for it; say all of it in Lua: \(function){…, \(name)=\(lua)}")
        }
        if let fault = tagOfSeveralWords(token) { return fault }
        var hint: String?
        if token.text == "at", keywords.contains("@") {
            hint = "a price stands behind @ or at: @ 31.20"
        } else if let order = currencyHint(token) {
            hint = order
        } else if let meant = Self.prepositionHint(token.text, unused) {
            hint = meant
        } else if let near = Suggestion(for: token.text, in: keywords) {
            hint = near.question
        } else if pattern.argumentNames.contains("currency"), vocabulary.isUnit(token.text.uppercased()) {
            let isGiven = vocabulary.isUnit(token.text) && found.contains { $0.name == "currency" }
            hint = isGiven ? "the currency is given twice" : "write it in capitals: \(token.text.uppercased())"
        } else if !keywords.isEmpty {
            hint = "what can follow: \(keywords.joined(separator: ", "))"
        }
        return mismatch("\(token.text) does not belong here", at: token.column, expected: keywords, hint: hint)
    }

    /// That a tag of several words needs quotes, where a word stands behind one that begins nothing else: `tagged us stocks`.
    private func tagOfSeveralWords(_ token: CommandToken) -> CommandMismatch? {
        guard index > 2, tokens[index - 2].text == "tagged", !token.isQuoted, token.text.allSatisfy({ $0.isLetter || $0 == "-" }),
            !["of", "in", "on", "by", "from", "to", "every", "against", "with", "at", "and"].contains(token.text)
        else { return nil }
        var fault = mismatch(
            "\(token.text) does not belong here", at: token.column, hint: "a tag of several words needs quotes: tagged \"\(tokens[index - 1].text) \(token.text)\"")
        fault.isOfMeaning = true
        return fault
    }

    /// A value of `name=value` as Lua writes it: a number plainly, whatever the locale's marks are, and a word in quotes.
    private func luaValue(_ text: String) -> String {
        if case .one(let number) = vocabulary.locale.number(text) { return (try? FixedDecimal(text)) == number ? text : number.description }
        return ["true", "false"].contains(text) || text.hasPrefix("{") || text.hasPrefix("\"") ? text : LuaForm.quoted(text)
    }

    /// Where a currency stands that was said elsewhere.
    private func currencyHint(_ token: CommandToken) -> String? {
        guard !token.isQuoted, vocabulary.isUnit(token.text), !found.contains(where: { $0.name == "currency" }) else { return nil }
        for places in [pattern.places] + pattern.clauses.map(\.places) {
            guard let at = places.firstIndex(where: { $0.name == "currency" && $0.kind == .currency }), at > 0 else { continue }
            return "the currency stands behind the \(places[at - 1].name): \(pattern.synopsis)"
        }
        return nil
    }

    // MARK: Errors

    /// That the command word stands alone, and what it does.
    private var alone: String {
        let summary = pattern.summary.hasSuffix(".") ? pattern.summary.dropLast() : pattern.summary[...]
        return "\(pattern.name) alone says too little: it \(summary.prefix(1).lowercased())\(summary.dropFirst())"
    }

    /// That the line does not fit at a column.
    func mismatch(_ message: String, at column: Int, expected: [String] = [], hint: String? = nil) -> CommandMismatch {
        CommandMismatch(message: message, column: column, expected: expected, hint: hint, usage: pattern.synopsis)
    }
}
