public import Ledger
import Values

extension Formats {
    /// The ledger as a journal of hledger, which knows prices, and keeps the days of lots.
    ///
    /// - Returns: the text, and sentences on what it has no place for.
    public static func hledger(_ ledger: Ledger, quotes: some Collection<Quote>, rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        try journal(ledger, quotes, rates, isLedger: false)
    }

    /// The ledger as a journal of ledger, with lots by cost, day and number.
    ///
    /// - Returns: the text, and sentences on what it has no place for.
    public static func ledger(_ ledger: Ledger, quotes: some Collection<Quote>, rates: some Collection<Rate>) throws -> (text: String, leftOut: [String]) {
        try journal(ledger, quotes, rates, isLedger: true)
    }

    private static func journal(
        _ ledger: Ledger, _ quotes: some Collection<Quote>, _ rates: some Collection<Rate>, isLedger: Bool
    ) throws -> (text: String, leftOut: [String]) {
        let syntax = JournalSyntax(ledger, isLedger: isLedger)
        var writer = DoubleEntryWriter(ledger, syntax)
        var (text, leftOut) = try writer.text(quotes, rates)
        let notes = (0..<ledger.activities.count).count { ledger.activities.counts(at: $0) && ledger.activities.activity(at: $0).notes.contains(";") }
        if notes > 0 { leftOut.append("a semicolon begins a comment there, so that \(notes == 1 ? "a note has" : "\(notes) notes have") commas instead") }
        return (text, leftOut)
    }
}

/// How ledger and hledger write accounts, lots and balances.
struct JournalSyntax: DoubleEntrySyntax {
    let names: DoubleEntryNames
    let isLedger: Bool
    var needsUnitCosts: Bool { isLedger }
    var countsSalesAtCost: Bool { isLedger }
    let pricesAllSales = true
    let roundsMissingFigures = false

    init(_ ledger: Ledger, isLedger: Bool) {
        self.isLedger = isLedger
        names = DoubleEntryNames(ledger, DoubleEntryNames.Rules(part: Self.part, symbol: Self.symbol, written: Self.quoted, longest: 200))
    }

    // MARK: names

    /// A part of an account's name: any letters, single blanks among them, and nothing that would end it.
    private static func part(_ text: Substring) -> String {
        plain(String(text)).replacing(";", with: ",").split(separator: " ").joined(separator: " ")
    }

    /// A commodity, which may be anything in quotes.
    private static func symbol(_ text: String) -> String {
        let bare = plain(text).replacing("\"", with: "'").replacing(";", with: ",")
        // These are amounts of time, or marks of numbers, wherever they stand.
        return ["s", "m", "h", "%"].contains(bare) ? "X" + bare : bare
    }

    private static func quoted(_ symbol: String) -> String {
        !symbol.isEmpty && symbol.utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") } ? symbol : "\"\(symbol)\""
    }

    private static func plain(_ text: String) -> String { MessageText.clean(text) }

    // MARK: statements

    func head(_ facts: DoubleEntryFacts) -> String {
        var head = "; Exported by luca\n\n"
        if !isLedger { head += "decimal-mark .\n\n" }
        // What stands behind a lot is read as a tag.
        head += "tag \(OwnEntries.key)\n" + (isLedger ? "tag lot\n" : "")
        for (code, digits) in facts.currencies { head += commodity(written(code), digits: max(2, min(digits, Self.mostDigits)), name: "", symbol: code) }
        for (place, instrument) in facts.ledger.instruments.enumerated() {
            head += commodity(names.commodities[place], digits: facts.unitDigits[place], name: instrument.name, symbol: instrument.symbol)
        }
        head += "\n"
        for (account, _) in facts.accounts {
            let currency = facts.lucaNames[account].flatMap { facts.accountCurrencies[$0] }.map { "currency: \($0), " } ?? ""
            let told = facts.lucaNames[account].map { "\(currency)luca: \($0)" } ?? ""
            if isLedger {
                head += "account \(account)\n" + (told.isEmpty ? "" : "    note \(told)\n")
            } else {
                let kind = account.hasSuffix(":Cash") ? "C" : String(account.prefix(1)).replacing("I", with: "R").replacing("E", with: account.hasPrefix("Equity") ? "E" : "X")
                head += "account \(account)  ; type: \(kind)" + (told.isEmpty ? "\n" : ", \(told)\n")
            }
        }
        return head
    }

    /// The digits behind the point by which transactions are balanced: those of the last place of a cost that was parted are none of them.
    private static let mostDigits = 8

    private func commodity(_ written: String, digits: Int, name: String, symbol: String) -> String {
        let form = "1000." + String(repeating: "0", count: digits) + " " + written, told = written == symbol || written == "\"\(symbol)\"" ? "" : "luca: \(symbol)"
        let words = ([name.isEmpty ? "" : "name: \(Self.plain(name).replacing(";", with: ","))", told].filter { !$0.isEmpty }).joined(separator: ", ")
        if !isLedger { return "commodity \(form)" + (words.isEmpty ? "\n" : "  ; \(words)\n") }
        return "commodity \(written)\n" + (words.isEmpty ? "" : "    note \(words)\n") + "    format \(digits == 0 ? "1000 \(written)" : form)\n"
    }

    /// The empty brackets keep a text that begins with one from being taken for a code.
    func transaction(_ day: Day, _ text: String) -> String { "\(day) * () \(Self.plain(text).replacing(";", with: ","))\n" }

    func origin(_ mark: String) -> String { "    ; \(OwnEntries.key): \(mark)\n" }

    func posting(_ account: String, _ amount: String) -> String { amount.isEmpty ? "    \(account)\n" : "    \(account)  \(amount)\n" }

    /// Units that leave the book are marked, since both programs want a price, which would make a sale of them.
    func units(_ change: LotChangeAsWritten) -> String {
        let units = "\(change.units) \(change.commodity)", day = "[\(change.opened)]"
        let lot = change.lot.rawValue, mark = change.isTakenOut ? "\(lot), out" : "\(lot)"
        if isLedger { return "\(units) {{\(change.cost)}} \(day) (\(lot)) @@ \(change.total)" + (change.isTakenOut ? "  ; lot: \(mark)" : "") }
        return "\(units) \(change.isNew ? "{{\(change.cost)}} " : "")\(day) @@ \(change.total)  ; lot: \(mark)"
    }

    func written(_ code: String) -> String { Self.quoted(code) }

    func price(_ day: Day, of commodity: String, _ amount: String) -> String { "P \(day) \(commodity) \(amount)\n" }

    func balances(_ day: Day, _ balances: [(account: String, number: String, commodity: String)]) throws -> String {
        if balances.isEmpty { return "" }
        return transaction(day, "balances") + balances.map { posting($0.account, "0 \($0.commodity) = \($0.number) \($0.commodity)") }.joined()
    }
}
