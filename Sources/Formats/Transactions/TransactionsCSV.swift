import Values

/// One line a transaction: `date,type,account,symbol,quantity,price,fee,amount,currency,notes`, columns in any order and under many names.
struct TransactionsCSV: TableFormat {
    let name = "transactions"
    let summary = "A transaction a line: trades, payments, charges, and prices of the day."
    let example = """
        date,type,account,symbol,quantity,price,fee,amount,currency,notes
        2014-01-02,deposit,Brokerage,,,,,500.00,USD,top-up
        2014-03-03,buy,Brokerage,ORCL,10,31.20,1.00,-313.00,USD,
        2014-04-30,dividend,Brokerage,ORCL,,,,1.20,USD,
        2014-06-02,sell,Brokerage,ORCL,4,42.05,1.00,167.20,USD,
        2014-06-30,price,,ORCL,,40.53,,,USD,

        """

    let readsOtherCurrencies = true

    let columns = [
        ColumnSpec(
            .date, "trade date", "run date", "transaction date", "activity date", "date/time", "datetime", "timestamp", "executed at",
            "process date", "booking date", "posting date", "settlement date", "settle date", "value date", "datum",
            "buchungsdatum", "time"),
        ColumnSpec(.time, "trade time", "execution time", "uhrzeit", "zeit"),
        ColumnSpec(
            .type, first: ["transaction type", "activity type", "trans type", "action"], "activity", "transaction", "side", "buy/sell", "operation",
            "trans code", "typ", "art"),
        ColumnSpec(.subtype, "sub type", "activity subtype"),
        ColumnSpec(.status, "state", "order status"),
        ColumnSpec(.account, "account name", "account number", "account id", "client account id", "wallet", "depot", "konto"),
        ColumnSpec(.portfolio, "portfolio name"),
        ColumnSpec(.symbol, "ticker", "ticker symbol", "instrument", "security", "stock", "asset", "coin", "code", "isin", "cusip", "wkn"),
        ColumnSpec(.name, "security name", "instrument name", "asset name", "company", "company name", "wertpapier"),
        ColumnSpec(.kind, "asset class", "asset type", "security type", "instrument type", "product type"),
        ColumnSpec(.multiplier, "contract multiplier", "contract size"),
        ColumnSpec(.quantity, "qty", "shares", "units", "no of shares", "number of shares", "quantity transacted", "stück", "anzahl", "nominale"),
        ColumnSpec(
            .price, "unit price", "price per share", "price / share", "share price", "trade price", "execution price", "price at transaction",
            "spot price at transaction", "kurs"),
        ColumnSpec(.fee, "fees", "charges", "brokerage", "fees & comm", "fees and commissions", "commission fees", "fees and/or spread", "gebühr", "gebühren"),
        ColumnSpec(.commission, "commissions", "comm", "ib commission", "provision"),
        ColumnSpec(.tax, "taxes", "withholding", "withholding tax", "tax withheld", "stamp duty", "steuer", "steuern"),
        ColumnSpec(
            .amount, first: ["net amount", "cash"], "total", "total amount", "net total", "value", "net value", "net cash", "proceeds", "cash amount", "betrag",
            "nettobetrag"),
        ColumnSpec(.gross, "gross amount", "principal", "principal amount", "gross value", "subtotal", "bruttobetrag", "amount"),
        ColumnSpec.currency(
            "trade currency", "transaction currency", "price currency",
            "currency primary", "spot price currency", "instrument currency", "asset currency", "security currency", "local currency", "settlement currency",
            "cash currency", "amount currency", "net currency", "total currency", "currency symbol", "währung betrag"),
        ColumnSpec(.fxRate, "exchange rate", "fx", "conversion rate", "wechselkurs"),
        ColumnSpec(.settle, "settles in", "settlement currency", "cash currency"),
        ColumnSpec(.ratio, "split ratio", "stock split ratio"),
        ColumnSpec(.into, "new symbol"), ColumnSpec(.share, "cost share"), ColumnSpec(.opened, "acquired", "acquired on", "acquisition date", "opened on"),
        ColumnSpec(.group, "pair", "transfer id", "transfer group"), ColumnSpec(.lots, "lot ids"), ColumnSpec(.id, "entry"),
        ColumnSpec(
            .reference, "transaction id", "trade id", "execution id", "exec id", "activity id", "deal id", "reference number", "reference no", "reference id",
            "transaction reference", "transaction number", "trade number", "trade reference", "uuid", "referenz", "referenznummer", "transaktionsnummer"),
        ColumnSpec(.order, "order id", "order number", "order no", "ordernummer", "auftragsnummer"),
        ColumnSpec(.notes, "note", "memo", "description", "comment", "comments", "details", "text", "notiz", "bemerkung", "verwendungszweck"),
    ]

    func score(_ map: ColumnMap) -> Int {
        missing(map).isEmpty ? 10 + map.matched : 0
    }

    func missing(_ map: ColumnMap) -> [String] {
        var missing = [ImportField.date, .type].filter { !map.has($0) }.map(\.rawValue)
        if ![ImportField.amount, .gross, .quantity, .price].contains(where: map.has) { missing.append("amount or quantity and price") }
        return missing
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        try TransactionReader(table, &plan)
    }
}
