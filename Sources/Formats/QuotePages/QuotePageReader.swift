import Ledger
import Values

/// Reads the rows of a portfolio that somebody kept at a page of quotes.
struct QuotePageReader: RowReader {
    /// Whose the page is.
    enum Page { case yahoo, google }

    let table: Table
    let page: Page
    private var watched: [String] = [], exchanges = Set<String>()

    init(table: Table, page: Page) { (self.table, self.page) = (table, page) }

    mutating func read(_ record: borrowing CSVReader, into plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let word = table.text(record, .type).lowercased(), code = table.text(record, .symbol)
        let cash: ActivityKind? = ["deposit cash": .deposit, "withdraw cash": .withdrawal][word]
        let symbol = page == .google ? Self.symbol(ofGoogle: code) : code
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
        let fee = try table.number(record, .commission, column: table.map[.commission])?.decimal
        if let cash {
            guard let amount = try table.number(record, .gross, column: table.map[.gross])?.decimal, !amount.isZero else {
                throw table.issue(.missingValue, record, .gross, "the amount is missing")
            }
            (draft.kind, draft.amount, draft.fee) = (cash.rawValue, amount.magnitude, fee)
        } else {
            guard let price = try table.number(record, .price, column: table.map[.price])?.decimal else {
                throw table.issue(.missingValue, record, .price, "what was paid is missing", hint: "write the price into \(table.map.heading(.price)), or 0 where nothing was paid")
            }
            draft.kind = try kind(record, word, quantity ?? .zero).rawValue
            (draft.symbol, draft.quantity, draft.price, draft.fee) = (symbol, quantity?.magnitude, price, fee)
            draft.currency = try currency(record, page == .google ? code : symbol, isTold: plan.options.currency != nil)
            // The currency of an account that is new is that of a row before, which may be of another exchange.
            if draft.currency == nil, plan.options.minorUnit == nil, plan.instrument(named: symbol) == 0, !isKnown(plan.options.account ?? "", plan) {
                draft.currency = try plan.ownOrAssumedCurrency(nil).code
            }
        }
        var imported = ImportedDraft(draft)
        imported.opensShort = word == "sell short"
        if cash == nil, page == .google, let told = try table.number(record, .gross, column: table.map[.gross])?.decimal, !told.isZero { imported.cash = told }
        let name = table.text(record, .name)
        if MessageText.isName(name), !name.isEmpty, name != symbol { imported.name = name }
        try plan.add(imported, line: record.line)
        return .add
    }

    /// Whether the book has an account, and not the file alone.
    private func isKnown(_ account: String, _ plan: borrowing PlanBuilder) -> Bool { plan.context.accounts.contains { $0.name == account } }

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

    /// The currency that an exchange trades in, by the end of Yahoo's symbol or the beginning of Google's; nil where it has none.
    ///
    /// At some exchanges prices are mostly in the hundredth part of the currency, and some are not: there the user has to say.
    ///
    /// - Parameter isTold: whether the user has said a currency, which is that of the rows whose exchange tells none for certain.
    private mutating func currency(_ record: borrowing CSVReader, _ symbol: String, isTold: Bool) throws(ImportIssue) -> String? {
        guard let mark = page == .yahoo ? symbol.lastIndex(of: ".") : symbol.firstIndex(of: ":") else { return nil }
        let exchange = (page == .yahoo ? symbol[symbol.index(after: mark)...] : symbol[..<mark]).uppercased()
        let end = page == .yahoo ? exchange : Self.endings[exchange] ?? exchange
        if let parts = Self.hundredths[end] {
            if isTold { return nil }
            throw table.issue(
                .badCurrency, record, .price, "at this exchange a price may be in \(parts.part) or in \(parts.whole), and the file does not say",
                hint: "say currency=\"\(parts.part)\" or \"\(parts.whole)\" (--currency \(parts.part)), in a file of such symbols alone")
        }
        guard let currency = page == .google && Self.american.contains(exchange) ? "USD" : Self.currencies[end] else { return nil }
        exchanges.insert(page == .yahoo ? ".\(end) \(currency)" : "\(exchange) \(currency)")
        return currency
    }

    private static let hundredths: [String: (part: String, whole: String)] = ["L": ("GBp", "GBP"), "IL": ("GBp", "USD"), "JO": ("ZAc", "ZAR"), "TA": ("ILA", "ILS")]
    private static let currencies: [String: String] = {
        var table = [
            "SW": "CHF", "TO": "CAD", "V": "CAD", "NE": "CAD", "CN": "CAD", "AX": "AUD", "NZ": "NZD", "HK": "HKD", "T": "JPY", "ST": "SEK", "OL": "NOK", "CO": "DKK", "NS": "INR",
            "BO": "INR",
            "SI": "SGD", "KS": "KRW", "KQ": "KRW", "SS": "CNY", "SZ": "CNY", "TW": "TWD", "SA": "BRL", "MX": "MXN", "WA": "PLN", "PR": "CZK", "IS": "TRY",
        ]
        for end in ["DE", "F", "BE", "DU", "HM", "MU", "SG", "PA", "AS", "BR", "LS", "MI", "MC", "VI", "HE", "IR", "AT"] { table[end] = "EUR" }
        return table
    }()

    private static let american: Set<String> = ["NYSE", "NASDAQ", "NYSEARCA", "NYSEAMERICAN", "NYSEMKT", "AMEX", "BATS", "OTCMKTS", "MUTF", "OTC", "PINK"]

    /// Google's exchanges by the endings of Yahoo's symbols.
    private static let endings = [
        "LON": "L", "JSE": "JO", "TLV": "TA", "ETR": "DE", "FRA": "F", "EPA": "PA", "AMS": "AS", "EBR": "BR", "ELI": "LS", "BIT": "MI", "BME": "MC", "VIE": "VI", "HEL": "HE",
        "SWX": "SW", "VTX": "SW", "TSE": "TO", "CVE": "V", "ASX": "AX", "NZE": "NZ", "HKG": "HK", "TYO": "T", "STO": "ST", "CPH": "CO", "NSE": "NS", "BOM": "BO", "SGX": "SI",
        "KRX": "KS", "KOSDAQ": "KQ", "SHA": "SS", "SHE": "SZ", "TPE": "TW", "BVMF": "SA", "BMV": "MX", "WSE": "WA", "IST": "IS",
    ]

    /// Google's symbol without the exchange where that is one of the United States, whose symbols are known without it.
    private static func symbol(ofGoogle text: String) -> String {
        let parts = text.split(separator: ":", maxSplits: 1)
        return parts.count == 2 && american.contains(parts[0].uppercased()) ? String(parts[1]) : text
    }

    mutating func rowsWereRead(_ plan: inout PlanBuilder) {
        if !watched.isEmpty {
            let names = watched.prefix(10).map { MessageText.cut($0) }.joined(separator: ", "), more = watched.count - 10
            plan.notice(
                .leftOut,
                "\(watched.count == 1 ? "1 symbol is" : "\(watched.count) symbols are") watched and not held, and left out: \(names)\(more > 0 ? " and \(more) more" : ""); watch{symbol=…} watches one here"
            )
        }
        if !exchanges.isEmpty {
            plan.notice(.assumedCurrency, "prices are taken to be in the currency of the exchange that the symbol names: \(exchanges.sorted().joined(separator: ", "))")
        }
    }
}
