import Ledger
import Values

extension CommandMatcher {
    /// Reads one value at the current word, which is there.
    mutating func value(of place: Place) throws(CommandMismatch) -> CommandArgument {
        switch place.kind {
        case .decimal: try decimal(place)
        case .money: try money(place)
        case .integer: try integer(place)
        case .year: try year(place)
        case .date: try date(place)
        case .currency: try currency(place)
        case .ratio: try ratio(place)
        case .symbol: try symbol(place)
        case .word, .report: .text(take().text)
        case .topic: .text(topic())
        case .path: .text(path(take().text))
        case .account: try account(place)
        case .text: .text(phrase(place))
        case .arguments: .list(try rest().map(\.text))
        case .options: try options()
        case .code: code()
        }
    }

    /// A topic may be of several words, `qualified dividend`.
    private mutating func topic() -> String {
        var words: [String] = []
        while let word = current {
            words.append(word.text)
            index += 1
        }
        return words.joined(separator: " ")
    }

    mutating func take() -> CommandToken {
        defer { index += 1 }
        return tokens[index]
    }

    // MARK: Numbers

    mutating func decimal(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        do {
            _ = try FixedDecimal(token.text)
        } catch {
            throw mismatch(error.description, at: token.column, expected: [place.kind.expectation], hint: numberHint(token.text, place))
        }
        index += 1
        return .decimal(token.text)
    }

    /// What was probably meant by a number that is none.
    private func numberHint(_ text: String, _ place: Place) -> String? {
        let bare = text.filter { $0.isNumber || $0 == "." || $0 == "-" }
        if text.contains(",") { return Coercion.hint(for: text) }
        if text.contains(where: { "$€£¥₿".contains($0) }), !bare.isEmpty {
            return "write the number alone: \(bare); \(teller)"
        }
        if text.hasSuffix("%"), let part = try? FixedDecimal(bare) {
            if case .decimal(let amount)? = found.first(where: { $0.name == "amount" })?.value, let whole = try? FixedDecimal(amount), let money = try? whole * part / 100 {
                return "\(place.name) is money: \(text) of \(amount) is \(place.name) \(money)"
            }
            return Coercion.hint(for: text)
        }
        if let grouped = Coercion.hint(for: text), text.contains(where: { "'’_".contains($0) }) { return grouped }
        if let apart = codeApart(text) { return "write them apart: \(apart)" }
        if place == pattern.places.first, text.first?.isLetter == true, index + 1 >= tokens.count || isKeyword(tokens[index + 1]) {
            let all = ["sell", "transfer"].contains(pattern.name) && place.name == "quantity" ? ", or \(pattern.name) all \(text) …" : ""
            return "the \(place.name) is missing: \(pattern.name) \(place.name.uppercased()) \(text) …\(all)"
        }
        if bare.isEmpty, index + 1 < tokens.count, (try? FixedDecimal(tokens[index + 1].text)) != nil {
            if !pattern.places.contains(where: { $0.kind == .symbol }), vocabulary.symbols().contains(text) { return "the quantity comes first: \(pattern.name) \(tokens[index + 1].text) \(text)" }
            return "the order is: \(pattern.synopsis)"
        }
        return nil
    }

    /// `USD5` and `5USD` as a number and a code; nil for all else.
    private func codeApart(_ text: String) -> String? {
        for code in [String(text.prefix(3)), String(text.suffix(3))] where text.count > 3 && vocabulary.isUnit(code.uppercased()) {
            let number = text.hasPrefix(code) ? String(text.dropFirst(3)) : String(text.dropLast(3))
            if (try? FixedDecimal(number)) != nil { return "\(number) \(code.uppercased())" }
        }
        return nil
    }

    /// What tells the currency of figures that are said without one.
    private var teller: String {
        let takesCurrency = pattern.places.contains { $0.kind == .currency } || pattern.clauses.contains { $0.places.contains { $0.kind == .currency && $0.name == "currency" } }
        let owner = pattern.places.contains { $0.kind == .symbol } ? "the instrument" : "the account"
        return "\(owner) says the currency" + (takesCurrency ? ", unless its code stands behind" : "")
    }

    private mutating func integer(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        guard let number = Int(token.text), token.text.first != "+" else {
            throw mismatch("\(token.text) is not a whole number", at: token.column, expected: [place.kind.expectation])
        }
        index += 1
        return .integer(number)
    }

    private mutating func year(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        guard token.text.count == 4, let number = Int(token.text), number > 0 else {
            let isDate = (try? Day(token.text)) != nil
            throw mismatch(
                "\(token.text) is not a year", at: token.column, expected: [place.kind.expectation],
                hint: isDate ? "write the year alone: \(token.text.prefix(4))" : nil)
        }
        index += 1
        return .integer(number)
    }

    // MARK: Dates

    private mutating func date(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        do {
            let day = try day(token.text)
            index += 1
            return .date(day.description)
        } catch {
            throw mismatch(error.description, at: token.column, expected: [place.kind.expectation], hint: dateHint(token.text))
        }
    }

    func day(_ text: String) throws(DayError) -> Day {
        guard let today = vocabulary.today else { return try Day(text) }
        switch text {
        case "today": return try Day(today)
        case "yesterday": return try Day(today).adding(days: -1)
        default: return try Day(text)
        }
    }

    private func dateHint(_ text: String) -> String? {
        if text.count == 4, text.allSatisfy(\.isNumber) { return "a year is not a day; write \(text)-12-31" }
        if let follower = pattern.clauses.first(where: { clause in clause.places.contains { $0.kind == .text } }),
            tokens[..<index].contains(where: { $0.text == follower.keyword })
        {
            return follower.keyword == "note" ? noteHint() : "a \(follower.keyword) that holds a word of the command needs quotes: \(follower.keyword) \"bought on a dip\""
        }
        return nil
    }

    // MARK: Words

    /// A symbol. Behind the figure of an entry a money sign or a currency's code is none, unless the book has an instrument that is called so.
    private mutating func symbol(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        if isOfAllCash, !token.isQuoted, !isSymbol(token.text) {
            let code = token.text.uppercased()
            if token.text != code, MoneySign(token.text) == nil, MinorUnit.normalize(token.text) == nil, vocabulary.isUnit(code) {
                throw mismatch("\(token.text) is not a currency code", at: token.column, expected: [place.kind.expectation], hint: "write it in capitals: \(code)")
            }
        }
        if place.isOptional, !token.isQuoted, !isSymbol(token.text), let account = vocabulary.accounts(beginning: tokens[index...]).first?.name,
            case .lua(let form) = pattern.action, vocabulary.takes(form.function, "account"), !vocabulary.takes(form.function, "quantity")
        {
            throw mismatch("\(token.text) is no symbol", at: token.column, expected: [place.kind.expectation], hint: "\(account) is an account: say \(pattern.name) in \(account)")
        }
        guard !token.isQuoted, let first = pattern.places.first, first != place, [.decimal, .money].contains(first.kind) else { return .text(take().text) }
        // Money may be meant where the sentence, or another of the same word, is of money too.
        let isOfMoney = pattern.places.contains { $0.kind == .currency } || ["transfer", "adjust", "value"].contains(pattern.name)
        let isCode = isOfMoney && vocabulary.isUnit(token.text.uppercased())
        guard isCode || MoneySign(token.text) != nil, !isSymbol(token.text) else { return .text(take().text) }
        let hint = isCode && token.text != token.text.uppercased() ? "write it in capitals: \(token.text.uppercased())" : "the order is: \(pattern.synopsis)"
        throw mismatch("\(token.text) is \(isCode ? "a currency" : "the sign of a currency"), and no symbol", at: token.column, expected: [place.kind.expectation], hint: hint)
    }

    /// Whether the book has an instrument that is called so, in whatever case.
    func isSymbol(_ word: String) -> Bool { vocabulary.symbols().contains { $0.lowercased() == word.lowercased() } }

    private mutating func currency(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index]
        // An account may be called IB; what is no well-known currency is the account then.
        if place.name == "base", let base = try? Currency(token.text), !CurrencyTable().contains(base), vocabulary.accounts().contains(where: { $0.lowercased() == token.text.lowercased() }) {
            throw mismatch("\(token.text) is an account", at: token.column, expected: [place.kind.expectation])
        }
        let isCode = (token.text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) } || MinorUnit.normalize(token.text) != nil) && !isSymbolOnly(token.text)
        guard isCode, token.text.first?.isLetter == true, (2...8).contains(token.text.count) else {
            try refuseSharedSign()
            let preposition = Self.prepositionHint(token.text, unused)
            let isGroup = token.text.count == 3 && token.text.allSatisfy(\.isNumber) && index > 0 && tokens[index - 1].text.allSatisfy(\.isNumber)
            let other = isGroup ? "digits are not grouped: \(tokens[index - 1].text)\(token.text)" : vocabulary.isUnit(token.text.uppercased()) ? "write it in capitals: \(token.text.uppercased())" : nil
            let hint = preposition ?? other
            throw mismatch("\(token.text) is not a currency code", at: token.column, expected: [place.kind.expectation], hint: hint)
        }
        index += 1
        return .text(token.text)
    }

    /// Whether a word is the symbol of an instrument and no currency that anybody knows.
    func isSymbolOnly(_ word: String) -> Bool { !vocabulary.isUnit(word) && vocabulary.symbols().contains(word) }

    /// A ratio in one word, or in three with `for` between, which then begins no clause: its `for` is tried before the clauses are.
    private mutating func ratio(_ place: Place) throws(CommandMismatch) -> CommandArgument {
        let token = tokens[index], words = tokens[index...].prefix(3)
        if words.count == 3, !words.contains(where: \.isQuoted), let ratio = Ratio(written: words.map(\.text).joined(separator: " ")), words[index + 1].text == "for" {
            index += 3
            return .text(ratio.description)
        }
        guard let ratio = Ratio(written: token.text) else {
            throw mismatch("\(token.text) is not a ratio", at: token.column, expected: [place.kind.expectation], hint: Ratio.hint(for: token.text))
        }
        index += 1
        return .text(ratio.description)
    }

    private func path(_ text: String) -> String {
        guard text.hasPrefix("~/"), let home = vocabulary.home else { return text }
        return home + text.dropFirst()
    }

    // MARK: The rest of the line

    /// The words that are left. A call in Lua takes no more than some 250 arguments.
    private mutating func rest() throws(CommandMismatch) -> ArraySlice<CommandToken> {
        let most = 200
        if tokens.count - index > most {
            throw mismatch("a sentence takes \(most) arguments, and these are \(tokens.count - index)", at: tokens[index + most].column, hint: "write them to a file that the script reads")
        }
        defer { index = tokens.count }
        return tokens[index...]
    }

    private mutating func code() -> CommandArgument {
        let start = tokens[index].range.lowerBound
        index = tokens.count
        return .code(String(String(line[start...]).trimmingSpaces()))
    }

    private mutating func options() throws(CommandMismatch) -> CommandArgument {
        var positional: [CommandArgument] = []
        var named: [CommandArgument.Named] = []
        for token in try rest() {
            guard let equals = token.text.firstIndex(of: "="), !token.isQuoted else {
                if !token.isQuoted {
                    try refuseClause(token)
                    if case .text(let name)? = positional.last { try refuseGroup(token.text, as: name, at: token.column) }
                }
                positional.append(token.isQuoted ? .text(token.text) : scalar(token.text))
                continue
            }
            let name = String(token.text[..<equals])
            guard Self.isIdentifier(name) else {
                throw mismatch("\(name) cannot be the name of an argument", at: token.column, hint: "write name=value")
            }
            guard !named.contains(where: { $0.name == name }) else {
                throw mismatch("\(name) is given twice", at: token.column)
            }
            let wasQuoted = line[token.range.upperBound - 1] == "\"" || line[token.range.upperBound - 1] == "'"
            let text = String(token.text[token.text.index(after: equals)...])
            if !wasQuoted {
                try refuseGroup(text, as: name, at: token.column + name.count + 1)
                if let first = text.first, Typography.isQuote(first) { throw mismatch("\(text) begins with a quote that luca does not read", at: token.column + name.count + 1, hint: Typography.advice) }
            }
            named.append(.init(name: name, value: wasQuoted ? .text(text) : scalar(text)))
        }
        return .options(positional: positional, named: named)
    }

    /// Refuses a sum of money among the fields of `amend` that may be grouped thousands, `amount=50.000`.
    private func refuseGroup(_ text: String, as name: String, at column: Int) throws(CommandMismatch) {
        if pattern.name == "amend", ["amount", "fee", "tax", "received"].contains(name) { try refuseGroup(text, at: column) }
    }

    /// Refuses a clause behind the words that take the rest of the line.
    private func refuseClause(_ token: CommandToken) throws(CommandMismatch) {
        guard isKeyword(token), let last = pattern.clauses.last?.keyword else { return }
        throw mismatch("\(token.text) does not belong here", at: token.column, hint: "it stands before \(last): \(pattern.synopsis)")
    }

    /// A bare value: a whole number, a decimal, a day, else text.
    private func scalar(_ text: String) -> CommandArgument {
        if let number = Int(text), text.first != "+" { return .integer(number) }
        if (try? FixedDecimal(text)) != nil { return .decimal(text) }
        if let day = try? day(text) { return .date(day.description) }
        return .text(text)
    }

    /// Whether `text` can be a name in Lua.
    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
