import Ledger
import Storage
import Values

/// The last prices of instruments on or before a day, and those before them.
struct MarketPrices {
    /// What one instrument's units in one account are priced at, in one currency.
    struct Price {
        /// As it was told, for a unit of its day.
        let quote: Quote
        /// The same in the currency.
        let close: FixedDecimal
        /// For a unit of the day asked of.
        let last: FixedDecimal
        /// The price before it, for a unit of the day asked of; nil where there is none.
        let before: FixedDecimal?
    }

    private let last: [InstrumentID: Quote]
    private let book: Book
    private let graph: RateGraph
    private let splits: [RecordedSplit]

    init(_ book: Book, _ instruments: some Sequence<InstrumentID>, splits: [RecordedSplit], on day: Day?) throws {
        self.book = book
        self.splits = splits
        last = try book.latestQuotes(of: instruments, on: day)
        graph = try book.rateGraph
    }

    /// The last quote, as it was told.
    func quote(of instrument: InstrumentID) -> Quote? { last[instrument] }

    /// The last price in a currency, and the one before; nil where there is none, or no rate for it.
    func price(of instrument: InstrumentID, in account: AccountID, as currency: Currency, on day: Day) throws -> Price? {
        guard let quote = last[instrument], let close = try converted(quote, to: currency, on: day) else { return nil }
        let before = quote.date == .min ? nil : try book.latestQuote(of: instrument, on: Day(number: quote.date.number - 1))
        // The price of a unit is that of as many units as it was then.
        func perUnit(_ quote: Quote, _ close: FixedDecimal) throws -> FixedDecimal { try units(1, of: instrument, in: account, asOf: quote, on: day) * close }
        let other = try before.flatMap { quote in try converted(quote, to: currency, on: day).map { try perUnit(quote, $0) } }
        return Price(quote: quote, close: close, last: try perUnit(quote, close), before: other)
    }

    /// How many units of a price's day some units of the day asked of are.
    func units(_ quantity: FixedDecimal, of instrument: InstrumentID, in account: AccountID, asOf quote: Quote, on day: Day) throws -> FixedDecimal {
        try splits.isEmpty ? quantity : splits.units(quantity, of: instrument, in: account, asOf: quote.date, on: day)
    }

    private func converted(_ quote: Quote, to currency: Currency, on day: Day) throws -> FixedDecimal? {
        if quote.currency == currency { return quote.close }
        return try graph.conversion(from: quote.currency, to: currency, on: day)?.apply(quote.close)
    }
}
