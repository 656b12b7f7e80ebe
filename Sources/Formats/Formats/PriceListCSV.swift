import Values

/// Prices of several instruments: `symbol,date,price`, or with open, high, low, adjusted close, volume, currency and source.
struct PriceListCSV: TableFormat {
    let name = "prices"
    let summary = "A price a line, of any number of instruments: symbol, date, price."
    let example = """
        symbol,date,price
        MSFT,2000-01-01,39.81
        AAPL,2000-01-01,25.94

        """

    let columns = [ColumnSpec(.symbol, "ticker", "ticker symbol", "instrument", "security", "code", "isin")] + QuoteColumns.all

    func score(_ map: ColumnMap) -> Int {
        missing(map).isEmpty && !QuoteColumns.tellTrades(map) ? 10 + map.matched : 0
    }

    func missing(_ map: ColumnMap) -> [String] {
        [ImportField.symbol, .date, .close].filter { !map.has($0) }.map(\.rawValue)
    }

    func reader(_ table: Table, _ plan: inout PlanBuilder) throws(ImportIssue) -> any RowReader {
        QuoteReader(table, symbol: nil)
    }
}

/// The columns that files of prices have besides the symbol.
enum QuoteColumns {
    /// Whether there are columns of quantities or charges: then the rows are trades, and taking them for prices would lose them.
    static func tellTrades(_ map: ColumnMap) -> Bool {
        let keys = Set(TransactionsCSV().columns.filter { [.type, .quantity, .fee, .commission].contains($0.field) }.flatMap(\.keys))
        return map.unused.contains { keys.contains(HeaderKey.of(map.headings[$0])) }
    }

    static let all = [
        ColumnSpec(.date, "day", "time", "datetime", "timestamp", "trade date", "datum"),
        ColumnSpec(.open, "opening price", "open price", "eröffnung", "erster"),
        ColumnSpec(.high, "high price", "hoch", "tageshoch"),
        ColumnSpec(.low, "low price", "tief", "tagestief"),
        ColumnSpec(.close, "close/last", "price", "closing price", "close price", "last", "value", "nav", "schluss", "schlusskurs", "kurs"),
        ColumnSpec(.adjusted, "adj close", "adjusted close", "adj. close", "adjclose", "adj closing price"),
        ColumnSpec(.volume, "vol", "vol.", "share volume", "volumen", "stück"),
        ColumnSpec.currency("price currency", "quote currency", "trade currency", "instrument currency", "security currency", "local currency"),
        ColumnSpec(.source, "provider", "quelle"),
    ]
}
