import Values

/// Reads names and texts: accounts, symbols, currencies, notes. Several words need no quotes; the grammar knows where they end.
extension CommandMatcher {
    // MARK: Accounts

    /// An account: quoted, or the longest run of words that is a known name and ends where a clause may begin, or all words
    /// up to the next keyword where no known name begins them.
    mutating func account(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let start = index
        if tokens[index].isQuoted { return .text(take().text) }
        let known = vocabulary.accounts(beginning: tokens[start...])
        // `gains in usd`: a currency may stand here too.
        let code = tokens[start].text.uppercased()
        if known.isEmpty, start > 0, vocabulary.isUnit(code), pattern.clauses.contains(where: { $0.keyword == tokens[start - 1].text && $0.places.first?.name == "base" }) {
            throw mismatch("\(tokens[start].text) is not a currency code", at: tokens[start].column, expected: [place.kind.expectation], hint: "write it in capitals: \(code)")
        }
        if known.isEmpty, isBehindOf, vocabulary.isSymbol(tokens[start].text) {
            throw mismatch("\(tokens[start].text) is a symbol, and no account", at: tokens[start].column, expected: [place.kind.expectation])
        }
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
        if year.count == 4, year.allSatisfy(\.isNumber), let hint = isQuestion ? SentenceAdvice.hint(forYear: year, pattern, vocabulary) : nil {
            // `gains in 2014 of ORCL`: what else was said stays.
            let isAlone = start == 2 && tokens.count == 3
            let hint = isAlone ? hint : Suggestion((tokens[..<(start - 1)] + tokens[start...]).map { String(line[$0.range]) }.joined(separator: " ")).question
            throw mismatch("\(year) is a year, and no account is called so", at: tokens[start].column, expected: [place.kind.expectation], hint: hint)
        }
        if isQuestion, let (said, count) = SpokenSpan.read(tokens[(start - 1)...].map(\.text)[...]), count > 1 {
            let words = tokens[start..<(start - 1 + count)],
                rest = tokens[..<(start - 1)].map { String(line[$0.range]) } + [said] + tokens[(start - 1 + count)...].map { String(line[$0.range]) }
            throw mismatch(
                "\(words.map(\.text).joined(separator: " ")) is a time, and no account is called so", at: tokens[start].column, expected: [place.kind.expectation],
                hint: Suggestion(rest.joined(separator: " ")).question)
        }
        let phrase = phrase(place, endsAtFields: true)
        try refuseWordsOfImport(within: start + 1..<index, phrase)
        return .text(phrase)
    }

    /// Whether the sentence needs nothing behind its word.
    private var isQuestion: Bool { pattern.places.allSatisfy(\.isOptional) && pattern.clauses.allSatisfy(\.isOptional) }

    /// Refuses a name that a sentence of import would make a new account of, and in which words of the sentence stand: `into My ISA dates dmy`.
    private func refuseWordsOfImport(within words: Range<Int>, _ phrase: String) throws(CommandMismatch) {
        guard pattern.name == "import" else { return }
        let keywords = pattern.clauses.map(\.keyword), parts = keywords.flatMap { keyword in keyword.split(separator: "_").map { (part: String($0), keyword: keyword) } }
        for word in tokens[words].map({ (text: $0.text.lowercased(), column: $0.column) }) where word.text.count > 3 {
            guard let meant = parts.first(where: { word.text == $0.part || word.text == "\($0.part)s" })?.keyword ?? nearestName(to: word.text, in: keywords) else { continue }
            throw mismatch(
                "\(word.text) does not belong here", at: word.column, expected: unused.map(\.keyword),
                hint: "\(Suggestion(meant).question) An account that is called \(LuaForm.quoted(phrase)) stands in quotes")
        }
    }

    /// Whether the name of an account ends before a word.
    private func endsName(_ token: CommandToken) -> Bool { isKeyword(token) || token.text == "--" || isField(token) || openYear(at: token) != nil }

    /// A word that is no part of the account before it: a day without `on`, or one that the sentence has no place for.
    private func misplaced(_ token: CommandToken, behind account: String, _ phrase: String) -> CommandMismatch {
        var mismatch = unexpected(token)
        if (try? vocabulary.day(token.text)) != nil, let clause = unused.first(where: { $0.places.count == 1 && $0.places[0].kind == .date }) {
            mismatch.hint = "say \(clause.keyword) \(token.text)"
        } else {
            mismatch.hint = (mismatch.hint.map { "\($0); " } ?? "") + "the account is \(account); one that is called \(LuaForm.quoted(phrase)) stands in quotes"
        }
        return mismatch
    }

    // MARK: Texts

    /// Words up to the next keyword, but for as many as the places behind it need; spaces as they were typed.
    ///
    /// - Parameter endsAtFields: whether `name=value` is no part of it either, as of an account's name.
    mutating func phrase(_ place: Place, endsAtFields: Bool = false) -> String {
        if tokens[index].isQuoted { return take().text }
        let start = index
        repeat {
            index += 1
        } while index < tokens.count && !isKeyword(tokens[index]) && !(tokens[index].text == "--" && place.kind != .text)
            && !(endsAtFields && isField(tokens[index]))
        index = end(of: place, from: start, before: index)
        if index == tokens.count { noteOpen(place, from: tokens[start].column) }
        return String(line[tokens[start].range.lowerBound..<tokens[index - 1].range.upperBound])
    }

    /// Where a text ends that other places stand behind: `goal Summer house 50000 EUR`.
    private func end(of place: Place, from start: Int, before end: Int) -> Int {
        let behind = places(behind: place)
        guard let next = behind.first else { return end }
        let needed = behind.filter { !$0.isOptional }.count
        let fitting = stride(from: behind.count, through: max(needed, 1), by: -1).lazy.map { end - $0 }.first { $0 > start && looksLike(tokens[$0], next.kind) }
        return fitting ?? max(start + 1, end - needed)
    }

    /// Whether a word may be what a place takes, as far as its form tells.
    private func looksLike(_ token: CommandToken, _ kind: ArgumentKind) -> Bool {
        switch kind {
        case .decimal, .money, .integer, .year, .date, .ratio: token.text.contains(where: \.isNumber)
        case .currency: vocabulary.isUnit(token.text)
        case .symbol, .account, .text, .path, .word, .report, .topic, .arguments, .options, .sentence, .code: true
        }
    }

    /// The places that are filled after one of them; none behind those of a clause.
    func places(behind place: Place) -> ArraySlice<Place> {
        guard let own = pattern.places.firstIndex(of: place) else { return [] }
        return pattern.places[(own + 1)...]
    }

    /// Whether a word is `name=value`, which is Lua.
    private func isField(_ token: CommandToken) -> Bool {
        guard !token.isQuoted, let equals = token.text.firstIndex(of: "=") else { return false }
        return Self.isIdentifier(token.text[..<equals])
    }

    /// A topic may be of several words, `qualified dividend`.
    mutating func topic() -> String {
        var words: [String] = []
        while let word = current {
            words.append(word.text)
            index += 1
        }
        return words.joined(separator: " ")
    }

    /// A path, whose `~/` is that of the home folder.
    func path(_ text: String) -> String {
        guard text.hasPrefix("~/"), let home = vocabulary.home else { return text }
        return home + text.dropFirst()
    }

    // MARK: Symbols and currencies

    /// A symbol. Behind the figure of an entry a money sign or a currency's code is none, unless the book has an instrument that is called so.
    mutating func symbol(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let token = tokens[index]
        if isOfAllCash, !token.isQuoted, !vocabulary.isSymbol(token.text) {
            let code = token.text.uppercased()
            if token.text != code, MoneySign(token.text) == nil, MinorUnit.normalize(token.text) == nil, vocabulary.isUnit(code) {
                throw mismatch("\(token.text) is not a currency code", at: token.column, expected: [place.kind.expectation], hint: "write it in capitals: \(code)")
            }
        }
        if place.isOptional, !token.isQuoted, !vocabulary.isSymbol(token.text), let account = vocabulary.accounts(beginning: tokens[index...]).first?.name, asksInAccounts {
            throw mismatch("\(token.text) is no symbol", at: token.column, expected: [place.kind.expectation], hint: "\(account) is an account: say \(pattern.name) in \(account)")
        }
        if place.isOptional, !token.isQuoted, token.text.count == 4, token.text.allSatisfy(\.isNumber), !vocabulary.isSymbol(token.text) {
            throw mismatch("\(token.text) is a year, and no instrument is called so", at: token.column, expected: [place.kind.expectation])
        }
        if place.isOptional, isField(token), !vocabulary.isSymbol(token.text), let field = token.text.split(separator: "=").first.map(String.init),
            vocabulary.takes(pattern.function, field) || vocabulary.whyNot(pattern.function, field) != nil
        {
            throw unexpected(token)
        }
        if isBehindOf, isAccount(tokens[index...]) {
            throw mismatch("\(token.text) is an account", at: token.column, expected: [place.kind.expectation])
        }
        guard !token.isQuoted, let first = pattern.places.first, first != place, [.decimal, .money].contains(first.kind) else { return .text(take().text) }
        // Money may be meant where the sentence, or another of the same word, is of money too.
        let isOfMoney = pattern.places.contains { $0.kind == .currency } || ["transfer", "adjust", "value"].contains(pattern.name)
        let isCode = isOfMoney && vocabulary.isUnit(token.text.uppercased())
        guard isCode || MoneySign(token.text) != nil, !vocabulary.isSymbol(token.text) else { return .text(take().text) }
        let hint = isCode && token.text != token.text.uppercased() ? "write it in capitals: \(token.text.uppercased())" : "the order is: \(pattern.synopsis)"
        throw mismatch("\(token.text) is \(isCode ? "a currency" : "the sign of a currency"), and no symbol", at: token.column, expected: [place.kind.expectation], hint: hint)
    }

    /// Whether a question is asked of what follows, `gains of ORCL`, which is an instrument or an account.
    private var isBehindOf: Bool { index > 0 && tokens[index - 1].text == "of" && pattern.places.allSatisfy(\.isOptional) && pattern.clauses.contains { $0.keyword == "of" } }

    /// Whether the sentence is a question that may be asked of what is in an account.
    private var asksInAccounts: Bool {
        if case .lua(let form) = pattern.action { return vocabulary.takes(form.function, "account") && !vocabulary.takes(form.function, "quantity") }
        return pattern.places.allSatisfy(\.isOptional) && pattern.clauses.contains { $0.keyword == "in" && $0.isOptional && $0.places.first?.kind == .account }
    }

    /// Whether words name an account rather than an instrument, or are nearer to the name of one.
    private func isAccount(_ words: ArraySlice<CommandToken>) -> Bool {
        guard let word = words.first, !vocabulary.isSymbol(word.text) else { return false }
        if word.isQuoted { return vocabulary.accounts().contains { $0.lowercased() == word.text.lowercased() } }
        if !vocabulary.accounts(beginning: words).isEmpty { return true }
        let phrase = words.prefix { !isKeyword($0) && openYear(at: $0) == nil }.map(\.text).joined(separator: " ")
        return nearestName(to: word.text, in: vocabulary.symbols()) == nil && nearestName(to: phrase, in: vocabulary.accounts()) != nil
    }

    /// The code of a currency, or of a part of one.
    mutating func currency(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let token = tokens[index]
        // An account may be called IB; what is no well-known currency is the account then.
        if place.name == "base", let base = try? Currency(token.text), !CurrencyTable().contains(base),
            vocabulary.accounts().contains(where: { $0.lowercased() == token.text.lowercased() })
        {
            throw mismatch("\(token.text) is an account", at: token.column, expected: [place.kind.expectation])
        }
        let isCode = (token.text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) } || MinorUnit.normalize(token.text) != nil) && !vocabulary.isSymbolOnly(token.text)
        guard isCode, token.text.first?.isLetter == true, (2...8).contains(token.text.count) else {
            try refuseSharedSign()
            let capitals = token.text.uppercased(), before = index > 0 ? tokens[index - 1].text : ""
            var hint = Self.prepositionHint(token.text, unused)
            if hint == nil, token.text.count == 3, token.text.allSatisfy(\.isNumber), index > 0, before.allSatisfy(\.isNumber) {
                hint = "digits are not grouped: \(before)\(token.text)"
            } else if hint == nil, vocabulary.isUnit(capitals) {
                hint = "write it in capitals: \(capitals)"
            }
            throw mismatch("\(token.text) is not a currency code", at: token.column, expected: [place.kind.expectation], hint: hint)
        }
        index += 1
        return .text(token.text)
    }

    // MARK: What no name may have

    /// Refuses a value with a comma behind it, `100, EUR`, and the name of an account that the book has: a list is no sentence.
    func refuseComma(_ place: Place) throws(CommandMismatch) {
        guard current != nil, ![.text, .sentence, .code, .arguments, .options, .path, .topic].contains(place.kind) else { return }
        var words = tokens[index...].prefix { !$0.isQuoted && !isKeyword($0) }
        // Of an account the comma may stand behind any word, of all else behind the one that there is.
        if place.kind != .account { words = words.prefix(1) }
        guard let last = words.firstIndex(where: { $0.text.hasSuffix(",") }), words[last].text.count > 1 else { return }
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
        guard let token = current, token.isTypographicallyQuoted, ![.text, .sentence, .code, .arguments, .options].contains(place.kind),
            vocabulary.accounts(beginning: tokens[index...]).isEmpty
        else { return }
        throw mismatch("\(token.text) begins with a quote that luca does not read", at: token.column, expected: [place.kind.expectation], hint: Typography.advice)
    }
}
