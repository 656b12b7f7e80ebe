import Values

/// Reads values: numbers, dates, ratios, and what takes the rest of a line.
extension CommandMatcher {
    /// Reads one value at the current word, which is there.
    mutating func value(of place: Place) throws(CommandMismatch) -> Call.Value {
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
        case .arguments: .list(try rest(of: place).map(\.text))
        case .options: try options(place)
        case .sentence: .text(restAsTyped())
        case .code: .code(restAsTyped())
        }
    }

    /// The word at the reading position, which is behind it then.
    mutating func take() -> CommandToken {
        defer { index += 1 }
        return tokens[index]
    }

    // MARK: Numbers

    /// An exact decimal number.
    mutating func decimal(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let token = tokens[index]
        let said = try number(of: token.text, at: token.column)
        do throws(DecimalError) {
            let number = if let said { said } else { try FixedDecimal(token.text) }
            index += 1
            return .decimal(number, written: plain(number, token.text))
        } catch {
            throw mismatch(error.description, at: token.column, expected: [place.kind.expectation], hint: numberHint(token.text, place))
        }
    }

    /// The number that a word is, plain or as the locale writes it; nil where it is none. One that could be two is asked back.
    func number(of text: String, at column: Int) throws(CommandMismatch) -> FixedDecimal? {
        switch vocabulary.locale.number(text) {
        case .one(let number): return number
        case .none: return nil
        case .either(let local, let plain):
            let decimals = vocabulary.locale.written(number: plain.description)
            throw mismatch("\(text) may be \(local) or \(decimals)", at: column, hint: "write the one that is meant: \(local), or \(decimals)")
        }
    }

    /// The digits of a number as the Lua form writes them: those that were typed, where they are plain.
    func plain(_ number: FixedDecimal, _ text: String) -> String { (try? FixedDecimal(text)) == number ? text : number.description }

    /// What was probably meant by a number that is none.
    private func numberHint(_ text: String, _ place: Place) -> String? {
        let bare = text.filter { $0.isNumber || $0 == "." || $0 == "-" }
        if text.contains(",") { return FixedDecimal.hint(for: text) }
        if text.contains(where: { "$€£¥₿".contains($0) }), !bare.isEmpty {
            return "write the number alone: \(bare); \(teller)"
        }
        if text.hasSuffix("%"), let part = try? FixedDecimal(bare) {
            if let amount = given("amount")?.number, let money = try? amount.value * part / 100 {
                return "\(place.name) is money: \(text) of \(amount.written) is \(place.name) \(money)"
            }
            return FixedDecimal.hint(for: text)
        }
        if let grouped = FixedDecimal.hint(for: text), text.contains(where: { "'’_".contains($0) }) { return grouped }
        if let apart = codeApart(text) { return "write them apart: \(apart)" }
        if place == pattern.places.first, text.first?.isLetter == true, index + 1 >= tokens.count || isKeyword(tokens[index + 1]) {
            let all = ["sell", "transfer"].contains(pattern.name) && place.name == "quantity" ? ", or \(pattern.name) all \(text) …" : ""
            return "the \(place.name) is missing: \(pattern.name) \(place.name.uppercased()) \(text) …\(all)"
        }
        if bare.isEmpty, index + 1 < tokens.count, vocabulary.isNumber(tokens[index + 1].text) {
            if !pattern.places.contains(where: { $0.kind == .symbol }), vocabulary.symbols().contains(text) {
                return "the quantity comes first: \(pattern.name) \(tokens[index + 1].text) \(text)"
            }
            return "the order is: \(pattern.synopsis)"
        }
        return nil
    }

    /// `USD5` and `5USD` as a number and a code; nil for all else.
    private func codeApart(_ text: String) -> String? {
        for code in [String(text.prefix(3)), String(text.suffix(3))] where text.count > 3 && vocabulary.isUnit(code.uppercased()) {
            let number = text.hasPrefix(code) ? String(text.dropFirst(3)) : String(text.dropLast(3))
            if vocabulary.isNumber(number) { return "\(number) \(code.uppercased())" }
        }
        return nil
    }

    /// What tells the currency of figures that are said without one.
    private var teller: String {
        let takesCurrency = pattern.places.contains { $0.kind == .currency } || pattern.clauses.contains { $0.places.contains { $0.kind == .currency && $0.name == "currency" } }
        let owner = pattern.places.contains { $0.kind == .symbol } ? "the instrument" : "the account"
        return "\(owner) says the currency" + (takesCurrency ? ", unless its code stands behind" : "")
    }

    private mutating func integer(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let token = tokens[index]
        guard let number = Int(token.text), token.text.first != "+" else {
            throw mismatch("\(token.text) is not a whole number", at: token.column, expected: [place.kind.expectation])
        }
        index += 1
        return .integer(number)
    }

    private mutating func year(_ place: Place) throws(CommandMismatch) -> Call.Value {
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

    private mutating func date(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let token = tokens[index]
        // `from 2013 to 2014-03`: where a span of days begins or ends, a year or a month says its first day or its last.
        if ["from", "to"].contains(place.name), !token.isQuoted, let span = SpokenSpan(token.text), span.first.year == span.last.year {
            index += 1
            return .date(place.name == "from" ? span.first : span.last)
        }
        if case .either(let first, let second) = vocabulary.locale.day(token.text) {
            throw mismatch(
                "\(token.text) may be \(first) or \(second)", at: token.column,
                hint: "write the one that is meant, or tell how you write days: set locale en_GB, set locale en_US")
        }
        do {
            let day = try vocabulary.day(token.text)
            index += 1
            return .date(day)
        } catch {
            throw mismatch(error.description, at: token.column, expected: [place.kind.expectation], hint: dateHint(token.text))
        }
    }

    /// What to do about a word that is no date.
    private func dateHint(_ text: String) -> String? {
        if text.count == 4, text.allSatisfy(\.isNumber) { return "a year is not a day; write \(text)-12-31" }
        for (name, isSure) in [("de_DE", true), ("en_GB", false)] where text.contains(isSure ? "." : "/") {
            guard case .one(let day) = LocaleFormat(named: name)?.day(text) else { continue }
            return isSure ? "write \(day), or let days be written so: set locale \(name)" : "write year-month-day, or tell how you write days: set locale \(name), set locale en_US"
        }
        if let follower = pattern.clauses.first(where: { clause in clause.places.contains { $0.kind == .text } }),
            tokens[..<index].contains(where: { $0.text == follower.keyword })
        {
            return follower.keyword == "note" ? noteHint() : "a \(follower.keyword) that holds a word of the command needs quotes: \(follower.keyword) \"bought on a dip\""
        }
        return nil
    }

    /// A ratio in one word, or in three with `for` between, which then begins no clause: its `for` is tried before the clauses are.
    private mutating func ratio(_ place: Place) throws(CommandMismatch) -> Call.Value {
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

    // MARK: The rest of the line

    /// The words that are left. A call in Lua takes no more than some 250 arguments.
    private mutating func rest(of place: Place) throws(CommandMismatch) -> ArraySlice<CommandToken> {
        let most = 200
        if tokens.count - index > most {
            throw mismatch(
                "a sentence takes \(most) arguments, and these are \(tokens.count - index)", at: tokens[index + most].column,
                hint: "write them to a file that the script reads")
        }
        defer { index = tokens.count }
        noteOpen(place, from: line.count + 1)
        return tokens[index...]
    }

    private mutating func restAsTyped() -> String {
        let start = tokens[index].range.lowerBound
        index = tokens.count
        return String(String(line[start...]).trimmed)
    }

    private mutating func options(_ place: Place) throws(CommandMismatch) -> Call.Value {
        var positional: [Call.Field] = [], named: [Call.Field] = []
        for token in try rest(of: place) {
            guard let equals = token.text.firstIndex(of: "="), !token.isQuoted else {
                if !token.isQuoted {
                    try refuseClause(token)
                    if let name = positional.last?.value.text { try refuseGroup(token.text, as: name, at: token.column) }
                }
                positional.append(Call.Field(nil, token.isQuoted ? .text(token.text) : try scalar(token.text, at: token.column)))
                continue
            }
            // A report takes `--year=2014` as on a command line, too.
            let isFlag = token.text.hasPrefix("--"), written = token.text[..<equals]
            let name = isFlag ? String(written.dropFirst(2)).replacing("-", with: "_") : String(written)
            guard Self.isIdentifier(name) else {
                throw mismatch("\(name) cannot be the name of an argument", at: token.column, hint: "write name=value")
            }
            guard !named.contains(where: { $0.name == name }) else {
                throw mismatch("\(name) is given twice", at: token.column)
            }
            let wasQuoted = line[token.range.upperBound - 1] == "\"" || line[token.range.upperBound - 1] == "'"
            let text = String(token.text[token.text.index(after: equals)...])
            if !wasQuoted {
                try refuseGroup(text, as: name, at: token.column + written.count + 1)
                if let first = text.first, Typography.isQuote(first) {
                    throw mismatch("\(text) begins with a quote that luca does not read", at: token.column + written.count + 1, hint: Typography.advice)
                }
            }
            named.append(Call.Field(name, wasQuoted ? .text(text) : try scalar(text, at: token.column + written.count + 1)))
        }
        return .table(positional + named)
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
    private func scalar(_ text: String, at column: Int) throws(CommandMismatch) -> Call.Value {
        if let number = Int(text), text.first != "+" { return .integer(number) }
        if let number = try number(of: text, at: column) { return .decimal(number, written: plain(number, text)) }
        if let day = try? vocabulary.day(text) { return .date(day) }
        return .text(text)
    }

    /// Whether `text` can be a name in Lua.
    static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
