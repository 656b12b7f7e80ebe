public import Ledger
import Values

extension Formats {
    /// The ledger as one of beancount: cash activity by activity, units lot by lot, each lot with its cost, its day and its number in luca as a label.
    ///
    /// - Returns: the text, and sentences on what it has no place for.
    public static func beancount(_ ledger: Ledger, quotes: some Collection<Quote>, rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        var writer = DoubleEntryWriter(ledger, BeancountSyntax(ledger))
        return try writer.text(quotes, rates)
    }
}

/// How beancount writes accounts, lots and balances.
struct BeancountSyntax: DoubleEntrySyntax {
    let names: DoubleEntryNames
    let needsUnitCosts = false
    let countsSalesAtCost = true
    let pricesAllSales = false
    let roundsMissingFigures = true
    /// What is said of units whose cost nobody knows.
    static let unknownCost = "cost unknown"

    init(_ ledger: Ledger) {
        names = DoubleEntryNames(ledger, DoubleEntryNames.Rules(part: Self.part, symbol: Self.symbol, written: { $0 }, longest: 20, balancesCountBelow: true))
    }

    // MARK: names

    /// A part of an account's name: letters, digits and hyphens, a capital or a digit first.
    private static func part(_ text: Substring) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isMark(scalar) { plain.append(isLetter(scalar) || isDigit(scalar) ? scalar : "-") }
        let parted = String(plain).split(separator: "-").joined(separator: "-"), name = parted.prefix(1).uppercased() + parted.dropFirst()
        guard let first = name.unicodeScalars.first else { return "" }
        // Scripts without capitals have no letter that may come first.
        return first.properties.generalCategory == .uppercaseLetter || isDigit(first) ? name : "X" + name
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.numericType == .decimal }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter].contains(scalar.properties.generalCategory)
    }

    /// A commodity: capitals, digits and a few marks, a capital first and a capital or digit last, 24 at most.
    private static func symbol(_ text: String) -> String {
        let capitals = text.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." || $0 == "_" ? $0 : "-" }
        var symbol = String(capitals.prefix(22)).split(separator: "-").joined(separator: "-")
        while let last = symbol.last, !last.isLetter, !last.isNumber { symbol.removeLast() }
        if symbol.first?.isLetter != true { symbol = "X" + symbol }
        return symbol.count < 2 ? symbol + "X" : symbol
    }

    // MARK: statements

    func head(_ facts: DoubleEntryFacts) -> String {
        // A cost of all units, divided and multiplied, differs in digits that nobody wrote.
        var head = "option \"title\" \"Exported by luca\"\noption \"booking_method\" \"STRICT\"\noption \"inferred_tolerance_default\" \"*:0.00000001\"\n"
        if let currency = facts.ledger.policy.baseCurrency { head += "option \"operating_currency\" \"\(currency)\"\n" }
        for (place, instrument) in facts.ledger.instruments.enumerated() {
            let commodity = names.commodities[place]
            head += "\n\(facts.first) commodity \(commodity)\n  name: \(Self.quoted(instrument.name.isEmpty ? instrument.symbol : instrument.name))\n"
            if commodity != instrument.symbol { head += "  luca: \(Self.quoted(instrument.symbol))\n" }
        }
        head += "\n"
        for (account, first) in facts.accounts {
            head += "\(first) open \(account)\n"
            guard let name = facts.lucaNames[account] else { continue }
            head += "  luca: \(Self.quoted(name))\n"
            if let currency = facts.accountCurrencies[name] { head += "  currency: \(Self.quoted(currency.code))\n" }
        }
        return head + "\n"
    }

    func transaction(_ day: Day, _ text: String) -> String { "\(day) * \(Self.quoted(text))\n" }

    func origin(_ mark: String) -> String { "  \(OwnEntries.key): \(Self.quoted(mark))\n" }

    func posting(_ account: String, _ amount: String) -> String { amount.isEmpty ? "  \(account)\n" : "  \(account)  \(amount)\n" }

    func units(_ change: LotChangeAsWritten) -> String {
        let units = "\(change.units) \(change.commodity) "
        if change.isNew {
            let told = change.isCostKnown ? "" : "\n    \(OwnEntries.key): \(Self.quoted(Self.unknownCost))"
            return units + "{{\(change.cost), \(change.opened), \"\(change.lot.rawValue)\"}}" + told
        }
        // A sale whose charges are more than what came for it brings less than nothing, which is no price there: its gain tells what it brought.
        let hasPrice = change.price.map { !$0.isNegative } ?? false
        return units + "{\(change.opened), \"\(change.lot.rawValue)\"}" + (hasPrice ? " @@ \(change.total)" : "")
    }

    func written(_ code: String) -> String { code }

    func price(_ day: Day, of commodity: String, _ amount: String) -> String { "\(day) price \(commodity) \(amount)\n" }

    func balances(_ day: Day, _ balances: [(account: String, number: String, commodity: String)]) throws -> String {
        let next = try day.adding(days: 1)
        return balances.map { "\(next) balance \($0.account)  \($0.number) \($0.commodity)\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "\"" + MessageText.clean(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
