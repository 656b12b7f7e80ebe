import Ledger
import Values

/// Reads the rows of a portfolio that somebody kept at a page of quotes.
struct QuotePageReader: RowReader {
    let table: Table
    let page: PageSymbol.Page
    private var watched: [String] = []
    var currencies = QuotePageCurrencies()
    private var prices = QuotePagePrices()

    init(table: Table, page: PageSymbol.Page) { (self.table, self.page) = (table, page) }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let word = table.text(record, .type).lowercased(), code = table.text(record, .symbol), cash = try cashKind(record, word, code)
        let symbol = page == .google ? PageSymbol.plain(ofGoogle: code) : code
        guard cash != nil || !symbol.isEmpty else { throw table.issue(.missingValue, record, .symbol, "the symbol is missing") }
        let quantity = try table.number(record, .quantity, column: table.map[.quantity])?.decimal
        if cash == nil, quantity?.isZero ?? true {
            watched.append(symbol)
            throw table.issue(.leftOut, record, .quantity, "\(MessageText.cut(symbol)) is watched, and not held")
        }
        guard !record.word(table.map[.date]).isEmpty else {
            throw table.issue(
                .missingValue, record, .date, "the day of the trade is missing",
                hint: "write it into \(table.map.heading(.date)), as 20140303; without it nothing tells for how long it is held")
        }
        var draft = ActivityDraft(date: try table.date(record, column: table.map[.date]).day, notes: String(decoding: record.field(table.map[.notes]), as: UTF8.self))
        draft.fee = try table.number(record, .commission, column: table.map[.commission])?.decimal
        var imported: ImportedDraft
        if let cash {
            (draft.kind, draft.amount) = (cash.rawValue, try sum(record, cash, quantity))
            draft.currency = try cashCurrency(record, plan: &plan)
            imported = ImportedDraft(draft)
        } else {
            guard let price = try table.number(record, .price, column: table.map[.price])?.decimal else {
                throw table.issue(.missingValue, record, .price, "what was paid is missing", hint: "write the price into \(table.map.heading(.price)), or 0 where nothing was paid")
            }
            draft.kind = try kind(record, word, quantity ?? .zero).rawValue
            (draft.symbol, draft.quantity, draft.price) = (symbol, quantity?.magnitude, price)
            let sense = PageSymbol(code, page) { plan.context.currencies.hasCode($0) }
            draft.currency = try currency(record, sense, symbol, &plan)
            imported = ImportedDraft(draft)
            if case .coin = sense { imported.kind = .crypto }
            imported.opensShort = word == "sell short"
            if page == .google, let told = try table.number(record, .gross, column: table.map[.gross])?.decimal, !told.isZero { imported.cash = told }
        }
        // What the user told is the currency of what has none of its own, as a new account has.
        imported.accountCurrency = plan.options.currency
        let name = table.text(record, .name)
        if MessageText.isName(name), !name.isEmpty, name != symbol { imported.name = name }
        try plan.add(imported, line: record.line)
        if cash == nil {
            let isPriced = currencies.settle(symbol, code, page, line: record.line, plan)
            prices.add(record, table, symbol, draft.currency, isPriced: isPriced, &plan)
        }
        return .add
    }

    // MARK: cash

    /// What a row of cash is; nil for one of a symbol.
    private func cashKind(_ record: borrowing CSVReader, _ word: String, _ code: String) throws(ImportIssue) -> ActivityKind? {
        if page == .google { return ["deposit cash": .deposit, "withdraw cash": .withdrawal][word] }
        guard code.uppercased().hasPrefix("$$CASH") else { return nil }
        let known: [String: ActivityKind] = ["deposit": .deposit, "withdrawal": .withdrawal, "withdraw": .withdrawal, "fee": .fee]
        if let kind = known[word] { return kind }
        throw table.issue(
            .unknownType, record, .type, "\"\(MessageText.cut(word))\" is no type of a row of cash that is known",
            hint: nearestHint(for: word, in: known.keys.sorted(), otherwise: "it is Deposit, Withdrawal or Fee"))
    }

    /// The money of a row of cash, which Yahoo writes as so many units.
    private func sum(_ record: borrowing CSVReader, _ kind: ActivityKind, _ quantity: FixedDecimal?) throws(ImportIssue) -> FixedDecimal {
        let field: ImportField = page == .yahoo ? .quantity : .gross
        guard let amount = page == .yahoo ? quantity : try table.number(record, .gross, column: table.map[.gross])?.decimal, !amount.isZero else {
            throw table.issue(.missingValue, record, field, "the amount is missing")
        }
        if page == .yahoo, let price = try table.number(record, .price, column: table.map[.price])?.decimal, !price.isZero, price != .one {
            throw table.issue(
                .outOfRange, record, .price, "a unit of cash costs 1, and not \(price)", hint: "leave the cell empty, and write the sum into \(table.map.heading(.quantity))")
        }
        if page == .yahoo, kind == .deposit, amount.isNegative {
            throw table.issue(.wrongSign, record, .quantity, "a deposit brings money, and \(amount) is below zero", hint: "call it a withdrawal if that is what it was")
        }
        return amount.magnitude
    }

    private func kind(_ record: borrowing CSVReader, _ word: String, _ quantity: FixedDecimal) throws(ImportIssue) -> ActivityKind {
        let known: [String: ActivityKind] = ["": quantity.isNegative ? .sell : .buy, "buy": .buy, "buy to cover": .buy, "sell": .sell, "sell short": .sell]
        if let kind = known[word] {
            if quantity.isNegative, kind == .buy { throw table.issue(.wrongSign, record, .quantity, "units that are bought are above zero") }
            return kind
        }
        throw table.issue(
            .unknownType, record, .type, "\"\(MessageText.cut(word))\" is no type of trade that is known",
            hint: nearestHint(for: word, in: known.keys.filter { !$0.isEmpty } + ["deposit cash", "withdraw cash"], otherwise: "it is Buy or Sell"))
    }

    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        if !watched.isEmpty {
            let names = watched.prefix(10).map { MessageText.cut($0) }.joined(separator: ", "), more = watched.count - 10
            plan.notice(
                .leftOut,
                "\(watched.count == 1 ? "1 symbol is" : "\(watched.count) symbols are") watched and not held, and left out: \(names)\(more > 0 ? " and \(more) more" : ""); watch{symbol=…} watches one here"
            )
        }
        currencies.tell(&plan)
        prices.tell(&plan)
    }
}
