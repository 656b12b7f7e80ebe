import Values

/// Figures with a sign or a code beside them. All figures of an entry are in one currency; a figure may be told in another unit of it, pounds beside pence.
extension CommandMatcher {
    /// A figure as it was told, with what stood beside it.
    struct Figure {
        /// The name of its place.
        let name: String
        /// Its digits as they were typed.
        let number: String
        /// What they mean.
        let value: FixedDecimal
        /// The sign beside it, such as €.
        let sign: MoneySign?
        /// The code beside it, or that of its sign; nil where none was told.
        var unit: String?
        /// Where it begins in the line, from 1.
        let column: Int
    }

    /// Reads a sum: a number, with a sign before or behind it, and where no place for a currency follows, a code.
    mutating func money(_ place: Place) throws(CommandMismatch) -> Call.Value {
        let start = tokens[index], column = start.column
        var number = start.text, sign: MoneySign?
        if let (bare, stuck) = MoneySign.split(start.text, vocabulary), !start.isQuoted {
            (number, sign) = (bare, stuck)
        } else if let alone = MoneySign(start.text), index + 1 < tokens.count, vocabulary.isNumber(tokens[index + 1].text) {
            (number, sign) = (tokens[index + 1].text, alone)
            index += 1
        }
        guard let value = try self.number(of: number, at: column) else { return try decimal(place) }
        index += 1
        if sign == nil, let next = current, !isKeyword(next), let behind = MoneySign(next.text), behind.code == nil || !isBeforeCurrency(place) {
            sign = behind
            index += 1
        }
        var figure = Figure(name: place.name, number: number, value: value, sign: sign, unit: sign?.code, column: column)
        if !isBeforeCurrency(place), let next = current, !next.isQuoted, !isKeyword(next), vocabulary.isUnit(next.text) {
            if let sign, !sign.fits(next.text) { throw mismatch("\(sign.text) is no sign of \(next.text)", at: next.column, hint: "say the code alone") }
            figure.unit = next.text
            index += 1
        }
        figures.append(figure)
        return .decimal(value, written: plain(value, number))
    }

    /// Brings all figures to the unit of the sentence, and refuses those in another currency, and those whose unit nobody can tell.
    mutating func joinFigures() throws(CommandMismatch) {
        try nameCash()
        // `adjust €5`: the sum itself tells the currency, where the sentence has a word for it.
        if word(["currency"], .currency) == nil, pattern.argumentNames.contains("currency"),
            let main = figures.first(where: { ["amount", "price"].contains($0.name) }), let unit = main.unit
        {
            found.append(Argument(name: "currency", value: .text(unit), column: main.column))
        }
        if figures.contains(where: { $0.sign != nil || $0.unit != nil }) {
            for figure in figures {
                guard let target = target(of: figure) else { continue }
                try check(figure, in: target)
                if let unit = figure.unit { try bring(figure, from: unit, to: target) }
            }
        }
        try refuseGroups()
        try refuseOpenRate()
        try refuseOpenUnits()
    }

    /// Whether the sentence moves all that there is of an instrument or of a currency.
    var isOfAllCash: Bool { pattern.name == "transfer" && pattern.clauses.contains { $0.keyword == "all" } }

    /// Makes the sign behind `all` the code that it stands for: one that several currencies share that of the account.
    private mutating func nameCash() throws(CommandMismatch) {
        guard isOfAllCash, let at = found.firstIndex(where: { $0.name == "symbol" }), let text = found[at].value.text,
            !vocabulary.isSymbol(text), let sign = MoneySign(text)
        else { return }
        let own = word(["from"], .account).flatMap { vocabulary.currency(nil, $0) }
        guard let code = sign.code ?? own.flatMap({ sign.fits($0) ? $0 : nil }) else {
            throw mismatch(
                "\(text) is shared by several currencies", at: found[at].column,
                hint: "say the code, one of \(sign.examples) or another: transfer all \(sign.examples.prefix(3))")
        }
        found[at].value = .text(code)
    }

    /// What the sentence counts a figure in: what an exchange brings in the currency that it is into, all else in that of the entry; nil where nobody knows.
    private func target(of figure: Figure) -> String? {
        figure.name == "received" ? word(["to"], .currency) : word(["currency"], .currency) ?? ownCurrency
    }

    /// The currency, or the part of one, that a figure is in: what was told beside it, else what the sentence counts it in.
    private func unit(of figure: Figure) -> String? { figure.unit ?? target(of: figure) }

    /// Refuses `50.000` of a currency with cents or without: in half of the world it is fifty thousand. A price may well have three digits.
    private func refuseGroups() throws(CommandMismatch) {
        // It reckons in binary fractions, for which a figure of three decimals is what it says.
        if pattern.name == "allocate", given("mode")?.text == "python" { return }
        for figure in figures where !["price", "above", "below"].contains(figure.name) {
            guard let code = unit(of: figure), let currency = try? Currency(MinorUnit.normalize(code)?.currency.code ?? code),
                let digits = vocabulary.digits(currency), digits < 3
            else { continue }
            try refuseGroup(figure.number, at: figure.column)
        }
    }

    /// Refuses a number that may be grouped thousands.
    func refuseGroup(_ number: String, at column: Int) throws(CommandMismatch) {
        // Where the locale writes it as one number, it is that; where it may be two, it is asked back by those.
        if try self.number(of: number, at: column).map({ (try? FixedDecimal(number)) != $0 }) ?? false { return }
        let groups = number.split(separator: ".", omittingEmptySubsequences: false), whole = groups[0].drop { "+-".contains($0) }
        guard groups.count == 2, groups[1].count == 3, groups[1].allSatisfy(\.isNumber), (1...3).contains(whole.count), whole.allSatisfy(\.isNumber),
            !whole.hasPrefix("0")
        else { return }
        let ungrouped = groups.joined(), exact = groups[1] == "000" ? String(groups[0]) : "\(number)0"
        throw mismatch("\(number) may be meant as \(ungrouped)", at: column, hint: "digits are not grouped, and decimals follow a point: \(ungrouped), or \(exact)")
    }

    /// Refuses a rate beside pence: whether it is meant of a penny or of a pound is a hundred times the money.
    private func refuseOpenRate() throws(CommandMismatch) {
        guard let rate = found.first(where: { $0.name == "rate" }),
            let code = [word(["from"], .currency), word(["to"], .currency)].compactMap(\.self).first(where: { MinorUnit.normalize($0) != nil }),
            let (whole, factor) = MinorUnit.normalize(code)
        else { return }
        var hint = "say it in \(whole), and the rate for one of them"
        if code == word(["from"], .currency), let number = given("amount")?.number, let amount = try? number.value * factor {
            hint += ": \(pattern.name) \(amount) \(whole) to … at …"
        }
        throw mismatch("a rate beside \(code) may be meant of \(code) or of \(whole)", at: rate.column, hint: "\(hint); or say what is received: for …")
    }

    /// Refuses a figure beside one in pence that does not say whether it is in pence too.
    private func refuseOpenUnits() throws(CommandMismatch) {
        let mains = ["price", "amount", "above", "below"].lazy.compactMap { name in figures.first { $0.name == name } }
        guard let main = mains.first(where: { unit(of: $0).flatMap(MinorUnit.normalize) != nil }), let code = unit(of: main),
            let (whole, factor) = MinorUnit.normalize(code)
        else { return }
        let told = Set(figures.filter { $0.unit != nil }.map(\.name)).union([main.name])
        guard let open = found.first(where: { ["fee", "tax", "amount", "above", "below"].contains($0.name) && !told.contains($0.name) }),
            let (value, number) = open.value.number
        else { return }
        let word = clauseWord(of: open.name), minor = (try? value / factor)?.description ?? number
        throw mismatch(
            "\(open.name) is told beside \(main.name == "amount" ? "an amount" : "a price") in \(code), so that its unit is open", at: open.column,
            hint: "say it: \(word) \(number) \(whole), which is \(word) \(minor) \(code), or \(word) \(number) \(code)")
    }

    /// Refuses the last figure's sign where a code must stand and several currencies share the sign.
    func refuseSharedSign() throws(CommandMismatch) {
        guard let figure = figures.last, let sign = figure.sign, sign.code == nil else { return }
        throw mismatch(
            "\(sign.text) is shared by several currencies", at: figure.column,
            hint: "say the code, one of \(sign.examples) or another: \(pattern.name) \(figure.number) \(sign.examples.prefix(3))")
    }

    private func clauseWord(of name: String) -> String {
        pattern.clauses.first { $0.places.contains { $0.name == name } }?.keyword ?? name
    }

    /// The currency of figures that are said without one: of what they are changed from, of the instrument, of the account, of the book.
    private var ownCurrency: String? {
        if let from = word(["from"], .currency) { return from }
        let symbol = word(["symbol"], .symbol), account = word(["account", "from"], .account)
        if symbol == nil, account == nil, let planned = vocabulary.planned(pattern.name) { return planned }
        return vocabulary.currency(symbol, account)
    }

    /// What was given for the first of some places of a kind; nil where the sentence has none of them, or nothing was given.
    private func word(_ names: [String], _ kind: ArgumentKind) -> String? {
        let places = pattern.places + pattern.clauses.flatMap(\.places)
        return names.lazy.compactMap { name in places.contains { $0.name == name && $0.kind == kind } ? found.first { $0.name == name }?.value.text : nil }.first
    }

    /// What is in a currency, for who said a figure in another.
    private func whole(of figure: Figure, in currency: String) -> String {
        switch pattern.name {
        case "watch": "the price in \(currency)"
        case "allocate": "the plan in \(currency)"
        case "rebalance": "the account in \(currency)"
        case "exchange" where figure.name == "received": "the exchange is into \(currency)"
        default: "the entry in \(currency)"
        }
    }

    /// Refuses a sign that figures in a currency cannot bear.
    private func check(_ figure: Figure, in code: String) throws(CommandMismatch) {
        guard let sign = figure.sign, sign.code == nil else { return }
        let whole = MinorUnit.normalize(figure.unit ?? code)?.currency.code ?? figure.unit ?? code
        guard !sign.fits(whole) else { return }
        let takesCode = pattern.argumentNames.contains("currency") && ["amount", "price"].contains(figure.name)
        throw mismatch(
            "\(sign.text) is shared by several currencies, and \(whole) is none of them", at: figure.column,
            hint: takesCode
                ? "say the code behind the number, one of \(sign.examples) or another: \(figure.number) \(sign.examples.prefix(3))"
                : "all figures are in \(whole): \(figure.number)")
    }

    /// Makes a figure one of the sentence's unit: `fee 5.99 GBP` beside a price in pence is 599 of them.
    private mutating func bring(_ figure: Figure, from unit: String, to target: String) throws(CommandMismatch) {
        let (own, other) = (MinorUnit.normalize(unit), MinorUnit.normalize(target))
        guard own?.currency.code ?? unit == other?.currency.code ?? target else {
            if let sign = figure.sign, sign.code == unit, ["amount", "price"].contains(figure.name), word(["currency", "from"], .currency) == target {
                throw mismatch("\(sign.text) is no sign of \(target)", at: figure.column, hint: "say one of the two alone: \(figure.number) \(target), or \(figure.number) \(unit)")
            }
            let whole = whole(of: figure, in: target)
            throw mismatch(
                "\(figure.name) is in \(unit), and \(whole)", at: figure.column,
                hint: whole.hasPrefix("the entry") ? "all figures of an entry are in one currency: say it in \(target), or record it apart" : "say it in \(target)")
        }
        guard unit != target, let place = found.firstIndex(where: { $0.name == figure.name }) else { return }
        guard let brought = try? figure.value * (own?.factor ?? .one) / (other?.factor ?? .one) else { return }
        found[place].value = .calculated(brought)
    }

    /// Whether a place for a currency follows, which then takes the code.
    private func isBeforeCurrency(_ place: Place) -> Bool {
        for places in [pattern.places] + pattern.clauses.map(\.places) {
            if let at = places.firstIndex(of: place), at + 1 < places.count, places[at + 1].kind == .currency { return true }
        }
        return false
    }
}

/// A sign before or behind an amount of a sentence: that of a currency, or the `p` of pence, `85.5p`.
struct MoneySign: Sendable {
    /// As it is written.
    let text: String
    /// The currency's; nil for pence.
    private let sign: CurrencySign?

    /// The sign that a word is, whole.
    init?(_ word: String) {
        guard let sign = Self.all.first(where: { $0.text == word }) else { return nil }
        self = sign
    }

    private init(text: String, sign: CurrencySign?) { (self.text, self.sign) = (text, sign) }

    /// The code that it stands for; nil where several currencies share it.
    var code: String? { sign.map { $0.currency?.code } ?? "GBX" }

    /// The number of a word such as `€500`, `-$5` or `85.5p`, and its sign; nil where it is none, or has no sign.
    static func split(_ word: String, _ vocabulary: Vocabulary) -> (number: String, sign: MoneySign)? {
        let minus = word.hasPrefix("-") ? "-" : "", bare = String(word.dropFirst(minus.count))
        for sign in all {
            let number: String
            if bare.hasPrefix(sign.text), sign.sign != nil {
                number = String(bare.dropFirst(sign.text.count))
            } else if bare.hasSuffix(sign.text) {
                number = String(bare.dropLast(sign.text.count))
            } else {
                continue
            }
            // The minus stands before the sign or behind it: `-€5`, `€-5`.
            let bare = minus.isEmpty && number.hasPrefix("-") ? number.dropFirst() : Substring(number)
            guard let first = bare.first, first.isNumber || first == ".", vocabulary.isNumber(number) else { continue }
            return (minus + number, sign)
        }
        return nil
    }

    /// Whether a text begins with the sign of a currency and a digit.
    static func beginsFigure(_ text: Substring) -> Bool {
        all.contains { $0.sign != nil && text.hasPrefix($0.text) && text.dropFirst($0.text.count).first.map { $0.isNumber || $0 == "." } == true }
    }

    /// Whether figures in a currency, or a part of one, may bear it.
    func fits(_ code: String) -> Bool {
        if let own = self.code { return own == code }
        guard let sign, let currency = try? Currency(code) else { return true }
        return sign.fits(currency)
    }

    /// Codes that it may stand for, as examples.
    var examples: String { sign.map { $0.examples.joined(separator: ", ") } ?? "GBX" }

    private static let all = CurrencySign.all.map { MoneySign(text: $0.text, sign: $0) } + [MoneySign(text: "p", sign: nil)]
}
