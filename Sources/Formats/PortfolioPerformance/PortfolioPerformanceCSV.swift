import Ledger
import Values

/// The transactions of a cash account or a securities account as Portfolio Performance exports them to CSV, and as its import wizard reads them, in English or German.
///
/// A value is what was paid or received in the transaction currency, charges and all; a gross amount beside it is in the currency of the security. The type tells which way
/// money and units go, whatever the sign. Columns of accounts are in files for the wizard alone, such as luca's own.
struct PortfolioPerformanceCSV: TableFormat {
    let name = "portfolio-performance-csv"
    let summary = "Transactions of an account that Portfolio Performance exports as CSV, in English or German, and those that its import wizard reads."
    let example = """
        Date;Type;Value;Transaction Currency;Gross Amount;Currency Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note;Cash Account;Securities Account
        2024-01-02T00:00;Deposit;5,000.00;USD;;;;;;;;;;;first;Brokerage;
        2024-01-03T00:00;Buy;1,037.00;USD;;;;5.00;;10;US68389X1054;871460;ORCL;Oracle;;Brokerage;Brokerage
        2024-04-30T00:00;Dividend;3.40;USD;;;;;0.60;10;US68389X1054;871460;ORCL;Oracle;;Brokerage;

        """

    let columns = [
        ColumnSpec(.date, keys: ["date", "datum"]), ColumnSpec(.type, keys: ["type", "typ"]), ColumnSpec(.amount, keys: ["value", "wert"]),
        ColumnSpec(.settle, keys: ["transactioncurrency", "buchungswährung"]), ColumnSpec(.gross, keys: ["grossamount", "bruttobetrag"]),
        ColumnSpec(.currency, keys: ["currencygrossamount", "währungbruttobetrag"]), ColumnSpec(.fxRate, keys: ["exchangerate", "wechselkurs"]),
        ColumnSpec(.fee, keys: ["fees", "gebühren"]), ColumnSpec(.tax, keys: ["taxes", "steuern"]), ColumnSpec(.quantity, keys: ["shares", "stück"]),
        ColumnSpec(.instrument, keys: ["isin"]), ColumnSpec(.providerSymbol, keys: ["wkn"]), ColumnSpec(.symbol, keys: ["tickersymbol"]),
        ColumnSpec(.name, keys: ["securityname", "wertpapiername"]), ColumnSpec(.notes, keys: ["note", "notiz"]),
        ColumnSpec(.account, keys: ["cashaccount", "konto"]), ColumnSpec(.link, keys: ["offsetaccount", "gegenkonto"]),
        ColumnSpec(.portfolio, keys: ["securitiesaccount", "depot"]), ColumnSpec(.group, keys: ["offsetsecuritiesaccount", "gegendepot"]),
        ColumnSpec(.reference, keys: [OwnEntries.key]),
    ]

    let readsHeadingUnits = false

    func score(_ map: ColumnMap) -> Int { missing(map).isEmpty ? 60 + map.matched : 0 }

    func missing(_ map: ColumnMap) -> [String] {
        var needed: [(ImportField, String)] = [(.date, "Date"), (.type, "Type"), (.amount, "Value"), (.settle, "Transaction Currency")]
        // No other program has a currency of the gross amount.
        if !map.has(.currency) { needed += [(.instrument, "ISIN"), (.providerSymbol, "WKN"), (.symbol, "Ticker Symbol"), (.name, "Security Name")] }
        return needed.filter { !map.has($0.0) }.map(\.1)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader { try PortfolioPerformanceRows(table) }
}

/// The words for the types of transactions, as the program writes them in English and in German.
struct PortfolioPerformanceWords {
    private let known: [String: String]

    /// - Throws: `unknownType` where the user names a type that there is not.
    init(user: [String: String]) throws(ImportIssue) {
        _ = try TypeWords(user: user)
        var known = Self.labels
        for (word, name) in user { known[Self.key(word)] = name.lowercased() == "skip" ? Self.skipped : Self.labels[Self.key(name)] ?? Self.kinds[name.lowercased()] ?? "" }
        self.known = known
    }

    /// What the user wants left out.
    static let skipped = "skip"

    /// The type that a word means, by the name that files in XML have for it; nil for none that is known.
    func type(_ word: String) -> String? { known[Self.key(word)].flatMap { $0.isEmpty ? nil : $0 } }

    /// A hint for a word that means none.
    static func hint(_ word: String) -> String {
        let types = english.map(\.0)
        return nearestHint(for: word, in: types, otherwise: "it is one of \(types.joined(separator: ", ")); types={[\"\(MessageText.cut(word))\"]=\"buy\"} tells what a word means")
    }

    private static func key(_ word: String) -> String { word.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ") }

    private static let english = [
        ("Buy", "BUY"), ("Sell", "SELL"), ("Deposit", "DEPOSIT"), ("Removal", "REMOVAL"), ("Interest", "INTEREST"), ("Interest Charge", "INTEREST_CHARGE"),
        ("Dividend", "DIVIDENDS"), ("Fees", "FEES"), ("Fees Refund", "FEES_REFUND"), ("Taxes", "TAXES"), ("Tax Refund", "TAX_REFUND"),
        ("Transfer (Inbound)", "TRANSFER_IN"), ("Transfer (Outbound)", "TRANSFER_OUT"), ("Delivery (Inbound)", "DELIVERY_INBOUND"),
        ("Delivery (Outbound)", "DELIVERY_OUTBOUND"),
    ]
    private static let german = [
        ("Kauf", "BUY"), ("Verkauf", "SELL"), ("Einlage", "DEPOSIT"), ("Entnahme", "REMOVAL"), ("Zinsen", "INTEREST"), ("Zinsbelastung", "INTEREST_CHARGE"),
        ("Dividende", "DIVIDENDS"), ("Gebühren", "FEES"), ("Gebührenerstattung", "FEES_REFUND"), ("Steuern", "TAXES"), ("Steuerrückerstattung", "TAX_REFUND"),
        ("Umbuchung (Eingang)", "TRANSFER_IN"), ("Umbuchung (Ausgang)", "TRANSFER_OUT"), ("Einlieferung", "DELIVERY_INBOUND"), ("Auslieferung", "DELIVERY_OUTBOUND"),
    ]
    private static let labels = Dictionary((english + german + english.map { ($0.1, $0.1) }).map { (key($0.0), $0.1) }) { first, _ in first }
    /// The types of luca's that a user may say a word means.
    private static let kinds = [
        "buy": "BUY", "sell": "SELL", "deposit": "DEPOSIT", "withdrawal": "REMOVAL", "interest": "INTEREST", "dividend": "DIVIDENDS", "fee": "FEES", "tax": "TAXES",
        "transfer_in": "TRANSFER_IN", "transfer_out": "TRANSFER_OUT",
    ]
}
