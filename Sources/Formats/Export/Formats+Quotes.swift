public import Ledger
import Values

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
