import Frames
import Ledger
import Storage
import Values

/// Stored rates.
enum RatesFrame {
    static func make(_ filter: BookFilter) throws -> Frame {
        let rates = try filter.source.book.rates(RateFilter(either: filter.currency, firstDay: filter.from, lastDay: filter.lastDay))
        let currencies = TextPool(), sources = TextPool()
        // Hundreds of thousands of rows are of few currencies, in runs.
        let columns: [Column] = [
            .texts(.text("from"), count: rates.count, pool: currencies) { currencies.code(for: rates[$0].from.code) },
            .texts(.text("to"), count: rates.count, pool: currencies) { currencies.code(for: rates[$0].to.code) },
            .days(.day("date"), count: rates.count) { rates[$0].date.number },
            .decimals(.price("rate"), count: rates.count) { rates[$0].rate },
            .texts(.text("source"), count: rates.count, pool: sources) { sources.code(for: rates[$0].source) },
        ]
        return Frame("rates", rowCount: rates.count, columns: columns) { ConflictingRates.warnings(rates) }
    }
}
