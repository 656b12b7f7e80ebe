import Values

/// What is made of the words of a line before they are matched: signs come off their numbers, `at` becomes `@`, `name=value` two words.
extension CommandMatcher {
    /// Takes the sign of one currency off its number, `€500`, `500€` or `500 €`, where an amount and then a currency may stand. The signs that
    /// several currencies share stay, for what is known of the account or the instrument to tell.
    static func splitMoney(_ tokens: [CommandToken], _ pattern: CommandPattern, _ vocabulary: Vocabulary) -> [CommandToken] {
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
    static func sayingPrice(_ tokens: [CommandToken], _ pattern: CommandPattern, _ vocabulary: Vocabulary) -> [CommandToken] {
        let keywords = pattern.clauses.map(\.keyword)
        /// Whether a word stands within the name of an account.
        func isOfAccount(_ place: Int) -> Bool {
            (1..<place).contains { start in vocabulary.accounts(beginning: tokens[start...]).contains { start + $0.words > place } }
        }
        guard keywords.contains("@"), !keywords.contains("at"), !tokens.contains(where: { $0.text == "@" && !$0.isQuoted }),
            let place = tokens.indices.dropFirst().first(where: { tokens[$0].text == "at" && !tokens[$0].isQuoted && !isOfAccount($0) }), place + 1 < tokens.count,
            (try? FixedDecimal(tokens[place + 1].text)) != nil || MoneySign.split(tokens[place + 1].text) != nil,
            case let before = tokens[..<place].last(where: { !$0.isQuoted && keywords.contains($0.text) })?.text,
            !pattern.clauses.contains(where: { $0.keyword == before && $0.places.contains { $0.kind == .text } })
        else { return tokens }
        var tokens = tokens
        tokens[place].text = "@"
        return tokens
    }

    /// `date_order="dmy"`, as the hints of an import say it, is `date_order dmy` where the sentence of an import has a clause for it.
    static func splitNamed(_ tokens: [CommandToken], _ pattern: CommandPattern) -> [CommandToken] {
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

    /// Refuses a value with a comma behind it, `100, EUR`, and the name of an account that the book has: a list is no sentence.
    func refuseComma(_ place: Place) throws(CommandMismatch) {
        guard current != nil, ![.text, .code, .arguments, .options, .path, .topic].contains(place.kind) else { return }
        var words = tokens[index...].prefix { !$0.isQuoted && !isKeyword($0) }
        guard let last = place.kind == .account ? words.firstIndex(where: { $0.text.hasSuffix(",") }) : words.first?.text.hasSuffix(",") == true ? index : nil, words[last].text.count > 1 else { return }
        let text = words[last].text
        if place.kind == .account {
            words = words[...last]
            // An account may be called `Smith, John`.
            if vocabulary.accounts(beginning: tokens[index...]).contains(where: { index + $0.words > last }) { return }
            words[last].text.removeLast()
            guard vocabulary.accounts(beginning: words).contains(where: { $0.words == words.count }) else { return }
        }
        throw mismatch("\(text) ends with a comma", at: tokens[last].column, expected: [place.kind.expectation], hint: "a sentence has none between its words: leave it out")
    }

    /// Refuses a name in “ ”, which would be part of it; a note may have them, and an account that is called so.
    func refuseTypographicQuote(_ place: Place) throws(CommandMismatch) {
        guard let token = current, token.isTypographicallyQuoted, ![.text, .code, .arguments, .options].contains(place.kind), vocabulary.accounts(beginning: tokens[index...]).isEmpty else { return }
        throw mismatch("\(token.text) begins with a quote that luca does not read", at: token.column, expected: [place.kind.expectation], hint: Typography.advice)
    }

    /// Takes a keyword that is a sign off the word it sticks to: `@31.20`.
    static func splitSigns(_ tokens: [CommandToken], _ clauses: [Clause]) -> [CommandToken] {
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
