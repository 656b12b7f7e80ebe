import Ledger
import Values

/// In which currencies the rows of a page of quotes are, and by what.
struct QuotePageCurrencies {
    /// Exchanges and coins whose currency was taken, in words.
    private var exchanges = Set<String>(), coins = Set<String>()
    /// The first symbol that names no exchange and is in the currency told, and its line.
    fileprivate var untold: (symbol: String, line: Int)?
    /// The first symbol of an exchange of pence for which the currency told says in what its prices are, and its line.
    fileprivate var parts: (symbol: String, line: Int)?

    /// Notes by what the currency of a row that is taken is known.
    ///
    /// - Returns: whether its price at the page is in the same unit.
    mutating func settle(_ symbol: String, _ code: String, _ page: PageSymbol.Page, line: Int, _ plan: borrowing PlanBuilder) -> Bool {
        switch PageSymbol(code, page, isCurrency: { plan.context.currencies.hasCode($0) }) {
        case .exchange(_, let words): exchanges.insert(words)
        case .coin: coins.insert(code)
        case .partOrWhole:
            if parts == nil { parts = (symbol, line) }
            // What was paid is told in pounds, while the page counts pence.
            return plan.options.minorUnit != nil
        case .untold, .unknown, .noShare: break
        }
        return true
    }

    /// Notes that a row is in the currency told, since its symbol names none.
    fileprivate mutating func note(untold symbol: String, line: Int) { if untold == nil { untold = (symbol, line) } }

    /// Tells what was assumed.
    func tell(_ plan: inout PlanBuilder) {
        if !exchanges.isEmpty {
            plan.notice(.assumedCurrency, "prices are taken to be in the currency of the exchange that the symbol names: \(exchanges.sorted().joined(separator: ", "))")
        }
        if !coins.isEmpty { plan.notice(.assumedCurrency, "prices are taken to be in the currency that the symbol ends with: \(coins.sorted().joined(separator: ", "))") }
    }
}

extension CurrencyTable {
    /// Whether it knows a currency of a code.
    func hasCode(_ code: String) -> Bool { (try? Currency(code)).map(contains) ?? false }
}

extension QuotePageReader {
    /// The code of the currency of a row's price; nil for that of its instrument or its account.
    ///
    /// The currency that the user told is that of symbols that name no exchange. At some exchanges prices are mostly in the hundredth part of the currency,
    /// and some are not: there it tells which of the two, but not for a file of both kinds of symbols at once.
    mutating func currency(_ record: borrowing CSVReader, _ sense: PageSymbol, _ symbol: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> String? {
        let id = plan.instrument(named: symbol), isDefined = id != 0 && Int(id) <= plan.instruments.recorded, name = MessageText.cut(symbol)
        switch sense {
        case .exchange(let currency, _), .coin(let currency): return currency
        case .partOrWhole(let part, let whole): return try settled(record, part, whole, name, plan.options)
        case .noShare(_, true) where isDefined: return nil
        case .noShare(let what, let mayBeDefined):
            let define = mayBeDefined ? "define it first, with how many units one is of (instrument{symbol=\"\(name)\", multiplier=…}), or " : ""
            throw table.issue(
                .unknownType, record, .symbol, "\(name) is \(what)", hint: "\(define)record by hand what it stands for; import the others with partial=true")
        case .unknown where isDefined: return nil
        case .unknown(let exchange):
            throw table.issue(
                .badCurrency, record, .symbol, "nothing tells the currency of \(name): luca knows none of \(exchange)",
                hint: "tell it before the import: instrument{symbol=\"\(name)\", currency=\"…\"}; the one told is for symbols that name no exchange")
        case .untold: return id != 0 ? nil : try untold(record, symbol, &plan)
        }
    }

    /// The currency of a new symbol that names no exchange: the one told, else that of an account of the book, else the book's.
    private mutating func untold(_ record: borrowing CSVReader, _ symbol: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> String? {
        guard let told = plan.options.currency else {
            // The currency of an account that is new is that of a row before, which may be of another exchange.
            return isKnown(plan.options.account ?? "", plan) ? nil : try plan.ownOrAssumedCurrency(nil).code
        }
        let code = plan.options.minorUnit ?? told.code
        if let other = currencies.parts {
            throw table.issue(
                .badCurrency, record, .symbol,
                "the currency told, \(code), says in what the prices of \(MessageText.cut(other.symbol)) are (line \(other.line)), and not those of \(MessageText.cut(symbol)), which names no exchange",
                hint: "tell its own before the import: instrument{symbol=\"\(MessageText.cut(symbol))\", currency=\"…\"}")
        }
        currencies.note(untold: symbol, line: record.line)
        return code
    }

    /// The currency of a symbol at an exchange of pence: the one told, where it is pence or pounds.
    private func settled(_ record: borrowing CSVReader, _ part: String, _ whole: String, _ symbol: String, _ options: ImportOptions) throws(ImportIssue) -> String {
        let remedy = "say currency=\"\(part)\" or \"\(whole)\" (--currency \(part)); for symbols that name no exchange tell theirs before, each: instrument{symbol=…, currency=…}"
        guard let told = options.currency, told.code == whole else {
            throw table.issue(.badCurrency, record, .price, "at the exchange of \(symbol) a price may be in \(part) or in \(whole), and the file does not say", hint: remedy)
        }
        let code = options.minorUnit ?? whole
        if let other = currencies.untold {
            throw table.issue(
                .badCurrency, record, .price,
                "at the exchange of \(symbol) a price may be in \(part) or in \(whole); the currency told, \(code), is that of \(MessageText.cut(other.symbol)), which names no exchange (line \(other.line))",
                hint: remedy)
        }
        return code
    }

    /// The code of the currency of a row of cash; nil for that of its account.
    func cashCurrency(_ record: borrowing CSVReader, plan: inout PlanBuilder) throws(ImportIssue) -> String? {
        if let part = plan.options.minorUnit, let told = plan.options.currency {
            // Pence are of prices in London: the cash of an account in dollars is none of them.
            let name = plan.options.account ?? ""
            if plan.context.accounts.contains(where: { $0.name == name && $0.currency != told }) { return nil }
            throw table.issue(
                .badCurrency, record, .quantity, "nothing tells whether the cash is in \(part), as prices are, or in \(told)",
                hint:
                    "where the account is in another currency, tell it before the import: account{name=\"\(MessageText.cut(name))\", currency=\"…\"}; else record it by hand, and import the others with partial=true"
            )
        }
        if let told = plan.options.currency { return told.code }
        return isKnown(plan.options.account ?? "", plan) ? nil : try plan.ownOrAssumedCurrency(nil).code
    }

    /// Whether the book has an account, and not the file alone.
    private func isKnown(_ account: String, _ plan: borrowing PlanBuilder) -> Bool { plan.context.accounts.contains { $0.name == account } }
}
