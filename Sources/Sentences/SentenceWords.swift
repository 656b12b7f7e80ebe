import Values

/// A word of a sentence: what is between spaces, or between quotes.
struct CommandToken: Equatable {
    /// The text without its quotes.
    var text: String
    /// The characters of the line that it covers, quotes included, from 0.
    var range: Range<Int>
    /// Quoted as a whole, so that it is never a keyword.
    var isQuoted = false
    /// The quote was never closed.
    var isOpen = false

    /// Whether it begins with a quote as books print them, “.
    var isTypographicallyQuoted: Bool { !isQuoted && text.first.map(Typography.isQuote) ?? false }

    /// Where it stands, from 1.
    var column: Int { range.lowerBound + 1 }
}

/// Quotes as books print them, and as word processors put them in the place of those of the keyboard: “ ” „ «.
public enum Typography {
    /// Whether a character is one of them.
    public static func isQuote(_ character: Character) -> Bool { "“”„‟‘’‚‛«»‹›".contains(character) }

    /// What to do about one, for a hint.
    public static let advice = "write straight quotes: \"…\""
}

/// Cuts a line into words.
///
/// Quotes (`"` or `'`) open at the start of a word or after `=`, so that an apostrophe inside a word is a letter.
/// Within quotes a backslash takes the next character as it is.
struct CommandLexer {
    private let characters: [Character]
    private var position = 0

    /// The words of `line`, with an open quote left to the caller.
    static func tokens(_ line: [Character]) -> [CommandToken] {
        var lexer = CommandLexer(characters: line)
        var tokens: [CommandToken] = []
        while let token = lexer.next() { tokens.append(token) }
        return tokens
    }

    private init(characters: [Character]) { self.characters = characters }

    private mutating func next() -> CommandToken? {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        guard position < characters.count else { return nil }
        let start = position
        if isQuote(characters[position]) {
            let (text, isClosed) = quoted()
            return CommandToken(text: text, range: start..<position, isQuoted: true, isOpen: !isClosed)
        }
        var text = ""
        while position < characters.count, !characters[position].isWhitespace {
            if isQuote(characters[position]), text.last == "=" {
                let (inside, isClosed) = quoted()
                text += inside
                if !isClosed { return CommandToken(text: text, range: start..<position, isOpen: true) }
            } else {
                text.append(characters[position])
                position += 1
            }
        }
        return CommandToken(text: text, range: start..<position)
    }

    private func isQuote(_ character: Character) -> Bool { character == "\"" || character == "'" }

    /// Reads from an opening quote past the closing one, or to the end.
    private mutating func quoted() -> (String, isClosed: Bool) {
        let quote = characters[position]
        position += 1
        var text = ""
        while position < characters.count, characters[position] != quote {
            if characters[position] == "\\", position + 1 < characters.count { position += 1 }
            text.append(characters[position])
            position += 1
        }
        let isClosed = position < characters.count
        if isClosed { position += 1 }
        return (text, isClosed)
    }
}

/// Makes the words of a line ready for a pattern: signs come off their numbers, `at` becomes `@`, `name=value` two words.
struct SentenceWords {
    private typealias Place = CommandPattern.Place

    private let pattern: CommandPattern
    private let vocabulary: Vocabulary

    /// The words of a line as a pattern reads them.
    static func of(_ line: [Character], _ pattern: CommandPattern, _ vocabulary: Vocabulary) -> [CommandToken] {
        let words = SentenceWords(pattern: pattern, vocabulary: vocabulary)
        return words.splittingMoney(words.sayingPrice(words.splittingSigns(words.splittingNamed(CommandLexer.tokens(line)))))
    }

    /// Takes a keyword that is a sign off the word it sticks to: `@31.20`.
    private func splittingSigns(_ tokens: [CommandToken]) -> [CommandToken] {
        let signs = pattern.clauses.compactMap { clause in
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

    /// Takes the sign of one currency off its number, `€500`, `500€` or `500 €`, where an amount and then a currency may stand. The signs that
    /// several currencies share stay, for what is known of the account or the instrument to tell.
    private func splittingMoney(_ tokens: [CommandToken]) -> [CommandToken] {
        func isMoney(_ places: [Place]) -> Bool { places.count > 1 && [.decimal, .money].contains(places[0].kind) && places[1].kind == .currency }
        func isNumber(_ place: Int) -> Bool { tokens.indices.contains(place) && !tokens[place].isQuoted && vocabulary.isNumber(tokens[place].text) }
        func code(_ place: Int) -> String? { tokens.indices.contains(place) && !tokens[place].isQuoted ? MoneySign(tokens[place].text)?.code : nil }
        var result: [CommandToken] = [], place = 0
        while place < tokens.count {
            defer { place += 1 }
            let token = tokens[place], before = place > 0 && !tokens[place - 1].isQuoted ? tokens[place - 1].text : ""
            let isPlace = place == 1 ? isMoney(pattern.places) : pattern.clauses.contains { $0.keyword == before && isMoney($0.places) }
            if !isPlace || token.isQuoted {
                result.append(token)
            } else if let (number, sign) = MoneySign.split(token.text, vocabulary), let code = sign.code {
                // `€5 EUR` says it twice; of another code behind it is told that it contradicts.
                let next = tokens.indices.contains(place + 1) && !tokens[place + 1].isQuoted ? tokens[place + 1].text : ""
                if vocabulary.isUnit(next), next != code {
                    result.append(token)
                    continue
                }
                if next == code {
                    result.append(CommandToken(text: number, range: token.range, isOpen: token.isOpen))
                    continue
                }
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
    private func sayingPrice(_ tokens: [CommandToken]) -> [CommandToken] {
        let keywords = pattern.clauses.map(\.keyword)
        /// Whether a word stands within the name of an account.
        func isOfAccount(_ place: Int) -> Bool {
            (1..<place).contains { start in vocabulary.accounts(beginning: tokens[start...]).contains { start + $0.words > place } }
        }
        guard keywords.contains("@"), !keywords.contains("at"), !tokens.contains(where: { $0.text == "@" && !$0.isQuoted }),
            let place = tokens.indices.dropFirst().first(where: { tokens[$0].text == "at" && !tokens[$0].isQuoted && !isOfAccount($0) }), place + 1 < tokens.count,
            vocabulary.isNumber(tokens[place + 1].text) || MoneySign.split(tokens[place + 1].text, vocabulary) != nil,
            case let before = tokens[..<place].last(where: { !$0.isQuoted && keywords.contains($0.text) })?.text,
            !pattern.clauses.contains(where: { $0.keyword == before && $0.places.contains { $0.kind == .text } })
        else { return tokens }
        var tokens = tokens
        tokens[place].text = "@"
        return tokens
    }

    /// `date_order="dmy"`, as the hints of an import say it, is `date_order dmy` where the sentence of an import has a clause for it; `tag=reserve` is
    /// `tagged reserve` in every question that has it, since `tag` itself is a column, `by tag`.
    private func splittingNamed(_ tokens: [CommandToken]) -> [CommandToken] {
        let isImport = pattern.name == "import"
        guard isImport || pattern.clauses.contains(where: { $0.keyword == "tagged" }) else { return tokens }
        return tokens.enumerated().flatMap { place, token -> [CommandToken] in
            guard place > (isImport ? 1 : 0), !token.isQuoted, let equals = token.text.firstIndex(of: "="), case let name = token.text[..<equals], isImport || name == "tag",
                let clause = pattern.clauses.first(where: { clause in clause.keyword == name || clause.places.contains { $0.name == name } })
            else { return [token] }
            let value = String(token.text[token.text.index(after: equals)...]), middle = token.range.lowerBound + name.count
            let keyword = CommandToken(text: clause.keyword, range: token.range.lowerBound..<middle)
            if clause.places.isEmpty { return value == "true" ? [keyword] : [token] }
            return [
                keyword, CommandToken(text: value, range: middle + 1..<token.range.upperBound, isQuoted: clause.places[0].kind == .account || name == "tag", isOpen: token.isOpen),
            ]
        }
    }
}
