import Values

/// Names and texts of several words without quotes: where they end.
extension CommandMatcher {
    /// An account: quoted, or the longest run of words that is a known name and ends where a clause may begin, or all words
    /// up to the next keyword where no known name begins them.
    mutating func account(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let start = index
        if tokens[index].isQuoted { return .text(take().text) }
        let known = vocabulary.accounts(beginning: tokens[start...])
        if let (name, words) = known.first(where: { start + $0.words == tokens.count || endsName(tokens[start + $0.words]) }) {
            index = start + words
            if index == tokens.count { noteOpen(place, from: tokens[start].column) }
            return .text(name)
        }
        if let (name, words) = known.first {
            let phrase = phrase(place, endsAtFields: true)
            throw misplaced(tokens[start + words], behind: name, phrase)
        }
        let year = tokens[start].text
        if year.count == 4, year.allSatisfy(\.isNumber), let hint = pattern.places.allSatisfy(\.isOptional) ? SentenceAdvice.hint(forYear: year, pattern, vocabulary) : nil {
            throw mismatch("\(year) is a year, and no account is called so", at: tokens[start].column, expected: [place.kind.expectation], hint: hint)
        }
        let phrase = phrase(place, endsAtFields: true)
        try refuseWordsOfImport(within: start + 1..<index, phrase)
        return .text(phrase)
    }

    /// Refuses a name that a sentence of import would make a new account of, and in which words of the sentence stand: `into My ISA dates dmy`.
    private func refuseWordsOfImport(within words: Range<Int>, _ phrase: String) throws(CommandMismatch) {
        guard pattern.name == "import" else { return }
        let keywords = pattern.clauses.map(\.keyword), parts = keywords.flatMap { keyword in keyword.split(separator: "_").map { (part: String($0), keyword: keyword) } }
        for word in tokens[words].map({ (text: $0.text.lowercased(), column: $0.column) }) where word.text.count > 3 {
            guard let meant = parts.first(where: { word.text == $0.part || word.text == "\($0.part)s" })?.keyword ?? nearestName(to: word.text, in: keywords) else { continue }
            throw mismatch(
                "\(word.text) does not belong here", at: word.column, expected: unused.map(\.keyword),
                hint: "did you mean \(meant)? An account that is called \(LuaForm.quoted(phrase)) stands in quotes")
        }
    }

    /// Whether the name of an account ends before a word.
    private func endsName(_ token: CommandToken) -> Bool { isKeyword(token) || token.text == "--" || isField(token) }

    /// A word that is no part of the account before it: a day without `on`, or one that the sentence has no place for.
    private func misplaced(_ token: CommandToken, behind account: String, _ phrase: String) -> CommandMismatch {
        var mismatch = unexpected(token)
        if (try? day(token.text)) != nil, let clause = unused.first(where: { $0.places.count == 1 && $0.places[0].kind == .date }) {
            mismatch.hint = "say \(clause.keyword) \(token.text)"
        } else {
            mismatch.hint = (mismatch.hint.map { "\($0); " } ?? "") + "the account is \(account); one that is called \(LuaForm.quoted(phrase)) stands in quotes"
        }
        return mismatch
    }

    /// Words up to the next keyword, spaces as they were typed.
    ///
    /// - Parameter endsAtFields: whether `name=value` is no part of it either, as of an account's name.
    mutating func phrase(_ place: Place, endsAtFields: Bool = false) -> String {
        if tokens[index].isQuoted { return take().text }
        let start = index
        repeat { index += 1 } while index < tokens.count && !isKeyword(tokens[index]) && !(tokens[index].text == "--" && place.kind != .text)
            && !(endsAtFields && isField(tokens[index]))
        if index == tokens.count { noteOpen(place, from: tokens[start].column) }
        return String(line[tokens[start].range.lowerBound..<tokens[index - 1].range.upperBound])
    }

    /// Whether a word is `name=value`, which is Lua.
    private func isField(_ token: CommandToken) -> Bool {
        guard !token.isQuoted, let equals = token.text.firstIndex(of: "=") else { return false }
        return Self.isIdentifier(token.text[..<equals])
    }
}
