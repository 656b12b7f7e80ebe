public import Ledger
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
        ColumnSpec(.splits, "stock splits"),
        ColumnSpec(.volume, "vol", "vol.", "share volume", "volumen", "stück"),
        ColumnSpec.currency("price currency", "quote currency", "trade currency", "instrument currency", "security currency", "local currency"),
        ColumnSpec(.source, "provider", "quelle"),
    ]
}

extension Formats {
    /// Quotes as a CSV of prices, one line each, in the order given; `symbol` tells the symbol of an instrument.
    ///
    /// Imported it gives the same quotes. Columns that no quote fills are left out.
    public static func quotesCSV(_ quotes: some Collection<Quote>, symbol: (InstrumentID) -> String) -> String {
        let columns = quoteColumns.filter { column in column.isAlways || quotes.contains { !column.text($0).isEmpty } }
        var writer = CSVWriter()
        writer.line(["symbol"] + columns.map(\.name))
        for quote in quotes {
            writer.field(symbol(quote.instrument))
            for column in columns { writer.field(column.text(quote)) }
            writer.endLine()
        }
        return writer.text
    }

    private struct QuoteColumn: Sendable {
        var name: String
        var isAlways = false
        var text: @Sendable (Quote) -> String
    }

    private static let quoteColumns = [
        QuoteColumn(name: "date", isAlways: true) { $0.date.description },
        QuoteColumn(name: "open") { $0.open?.description ?? "" },
        QuoteColumn(name: "high") { $0.high?.description ?? "" },
        QuoteColumn(name: "low") { $0.low?.description ?? "" },
        QuoteColumn(name: "close", isAlways: true) { $0.close.description },
        QuoteColumn(name: "adjusted") { $0.adjusted?.description ?? "" },
        QuoteColumn(name: "volume") { $0.volume?.description ?? "" },
        QuoteColumn(name: "currency", isAlways: true) { $0.currency.code },
        QuoteColumn(name: "source", isAlways: true) { $0.source },
    ]
}
