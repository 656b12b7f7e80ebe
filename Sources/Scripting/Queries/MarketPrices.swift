import Ledger
import Storage
import Values

/// The last prices of instruments on or before a day: quotes, or what trades paid since; and the quotes of the trading day before them.
struct MarketPrices {
    /// What one instrument's units in one account are priced at, in one currency.
    struct Price {
        /// As it was told, for a unit of its day.
        let quote: Quote
        /// The same in the currency.
        let close: FixedDecimal
        /// For a unit of the day asked of.
        let last: FixedDecimal
        /// The quote of the trading day before it, for a unit of the day asked of; nil where there is none, or where a trade paid the price.
        let before: FixedDecimal?
        /// The same quote in the currency, as it was told.
        let told: (quote: Quote, close: FixedDecimal)?
    }

    private let last: [InstrumentID: Book.LastPrice]
    private let book: Book
    private let graph: RateGraph
    private let splits: [RecordedSplit]
    /// Instruments that are traded on every day of the week.
    private let everyDay: (InstrumentID) -> Bool

    /// - Parameter paid: whether what trades paid counts where no quote has come since.
    init(_ source: QuerySource, _ instruments: some Sequence<InstrumentID>, _ state: BookState, on day: Day?, paid: Bool = true) throws {
        book = source.book
        splits = state.splits()
        let names = state.definitions
        everyDay = { names[$0].kind == .crypto }
        last = try book.lastPrices(of: instruments, on: day, asRecorded: source.recorded, lastPaid: paid ? state.lastPaid : [:])
        graph = try book.rateGraph
    }

    /// The last price, as it was told.
    func quote(of instrument: InstrumentID) -> Quote? { last[instrument]?.quote }

    /// Instruments whose last price is what a trade paid, with the day of it.
    var paid: [InstrumentID: Day] { last.compactMapValues { $0.isPaid ? $0.quote.date : nil } }

    /// The last price in a currency, and the one before; nil where there is none, or no rate for it.
    func price(of instrument: InstrumentID, in account: AccountID, as currency: Currency, on day: Day) throws -> Price? {
        guard let found = last[instrument], let close = try converted(found.quote, to: currency, on: day) else { return nil }
        // The price of a unit is that of as many units as it was then: all ratios since, taken once.
        func perUnit(_ quote: Quote, _ close: FixedDecimal) throws -> FixedDecimal { try units(close, of: instrument, in: account, asOf: quote, on: day) }
        let told = try found.isPaid ? nil : before(found.quote).flatMap { quote in try converted(quote, to: currency, on: day).map { (quote, $0) } }
        return Price(quote: found.quote, close: close, last: try perUnit(found.quote, close), before: try told.map(perUnit), told: told)
    }

    /// The quote of the trading day before that of another; nil where that day has none.
    private func before(_ quote: Quote) throws -> Quote? {
        guard quote.date > .min, let before = try book.latestQuote(of: quote.instrument, on: Day(number: quote.date.number - 1)) else { return nil }
        return quote.date.isTradingDay(after: before.date, everyDay: everyDay(quote.instrument)) ? before : nil
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

extension Day {
    /// Whether nothing is traded between an earlier day and this one: the days between, if any, are a weekend, of Saturday and Sunday or of Friday
    /// and Saturday, New Year's Day or Christmas Day. Other holidays differ by market, and no quote of them tells that they are.
    ///
    /// - Parameter everyDay: whether it is traded at weekends and on holidays too, as coins are.
    func isTradingDay(after earlier: Day, everyDay: Bool) -> Bool {
        let days = earlier.days(to: self)
        if days <= 1 || everyDay { return days == 1 }
        if days > 5 { return false }
        let between = (1..<days).map { Day(number: earlier.number + Int32($0)) }.filter { !$0.isHolidayEverywhere }
        return between.allSatisfy { $0.weekday >= 6 } || between.allSatisfy { $0.weekday == 5 || $0.weekday == 6 }
    }

    private var isHolidayEverywhere: Bool { (month, day) == (1, 1) || (month, day) == (12, 25) }
}
