import Frames
import Ledger
import Plans
import Storage
import Values
import Worth

/// The last prices of instruments on or before a day: quotes, or what trades paid since; and the quotes of the trading day before them.
package struct MarketPrices {
    /// The price of an instrument in an account, in one currency.
    package struct Price {
        /// The price as it was quoted, for a unit of its day.
        package let quote: Quote
        /// The quoted price in the currency.
        let close: FixedDecimal
        /// The price for a unit of the day asked about, after splits since the quote.
        package let last: FixedDecimal
        /// The quote of the trading day before it, for a unit of the day asked of; nil where there is none, or where a trade paid the price.
        let before: FixedDecimal?
        /// That earlier quote in the currency, for a unit of its day.
        let told: (quote: Quote, close: FixedDecimal)?
    }

    private let last: [InstrumentID: Book.LastPrice]
    private let earlier: EarlierQuotes
    private let graph: RateGraph
    private let splits: [RecordedSplit]
    /// When an instrument is traded.
    private let hours: (InstrumentID) -> TradingDays

    /// - Parameter paid: whether what trades paid counts where no quote has come since.
    package init(_ source: QuerySource, _ instruments: some Sequence<InstrumentID>, _ state: BookState, on day: Day?, paid: Bool = true) throws {
        let book = source.book
        splits = state.splits()
        let names = state.definitions
        hours = { TradingDays(names[$0]) }
        last = try book.lastPrices(of: instruments, on: day, asRecorded: source.recorded, lastPaid: paid ? state.lastPaid : [:])
        graph = try book.rateGraph
        earlier = EarlierQuotes(book, last.values.compactMap { $0.isPaid ? nil : $0.quote })
    }

    /// The last quote of an instrument; nil where there is none.
    func quote(of instrument: InstrumentID) -> Quote? { last[instrument]?.quote }

    /// Whether the last price of an instrument is what a trade paid.
    package func isPaid(_ instrument: InstrumentID) -> Bool { last[instrument]?.isPaid == true }

    /// Instruments whose last price is what a trade paid, with the day of it.
    var paid: [InstrumentID: Day] { last.compactMapValues { $0.isPaid ? $0.quote.date : nil } }

    /// The last price in a currency, and the one before; nil where there is none, or no rate for it.
    package func price(of instrument: InstrumentID, in account: AccountID, as currency: Currency, on day: Day) throws -> Price? {
        guard let found = last[instrument], let close = try converted(found.quote, to: currency, on: day) else { return nil }
        // The price of a unit is that of as many units as it was then: all ratios since, taken once.
        func perUnit(_ quote: Quote, _ close: FixedDecimal) throws -> FixedDecimal { try units(close, of: instrument, in: account, asOf: quote, on: day) }
        let told = try found.isPaid ? nil : before(found.quote).flatMap { quote in try converted(quote, to: currency, on: day).map { (quote, $0) } }
        return Price(quote: found.quote, close: close, last: try perUnit(found.quote, close), before: try told.map(perUnit), told: told)
    }

    /// The quote of the trading day before that of another; nil where that day has none.
    private func before(_ quote: Quote) throws -> Quote? {
        guard let before = try earlier.quote(before: quote) else { return nil }
        return hours(quote.instrument).follows(quote.date, before.date) ? before : nil
    }

    /// How many units of the quote's day some units of the day asked about are: the splits between the two days are undone.
    func units(_ quantity: FixedDecimal, of instrument: InstrumentID, in account: AccountID, asOf quote: Quote, on day: Day) throws -> FixedDecimal {
        try splits.isEmpty ? quantity : splits.units(quantity, of: instrument, in: account, asOf: quote.date, on: day)
    }

    private func converted(_ quote: Quote, to currency: Currency, on day: Day) throws -> FixedDecimal? {
        if quote.currency == currency { return quote.close }
        return try graph.conversion(from: quote.currency, to: currency, on: day)?.apply(quote.close)
    }
}

/// The quotes of the days before some others, which are read together when the first of them is asked for.
private final class EarlierQuotes {
    private let book: Book
    private let quotes: [Quote]
    private var found: [InstrumentID: Quote]?

    init(_ book: Book, _ quotes: [Quote]) { (self.book, self.quotes) = (book, quotes) }

    /// The quote before one of them; nil where there is none.
    func quote(before quote: Quote) throws -> Quote? {
        let known = try found ?? book.quotes(before: quotes)
        found = known
        return known[quote.instrument]
    }
}

/// The days on which an instrument is traded, as far as its kind and currency tell.
///
/// Coins are traded on every day. Else there are weekends, of Saturday and Sunday or of Friday and Saturday, New Year's Day and Christmas Day, and the
/// holidays of the New York Stock Exchange for what is in dollars, of TARGET for euros, and of England for pounds. Other holidays differ by market, and
/// no quote of them tells that they are.
private struct TradingDays {
    private let everyDay: Bool
    private let calendar: WorkingDays?

    /// The trading days of an instrument.
    init(_ instrument: Instrument) {
        everyDay = instrument.kind == .crypto
        calendar = Self.calendars[instrument.currency]
    }

    private static let calendars: [Currency: WorkingDays] = {
        let names: [(String, Currency)] = [("nyse", .usd), ("target", .eur), ("england", .gbp)]
        let found = names.compactMap { name, currency in WorkingCalendar.ready.first { $0.name == name }.map { (currency, $0.workingDays) } }
        return Dictionary(uniqueKeysWithValues: found)
    }()

    /// Whether nothing is traded between an earlier day and a later one.
    func follows(_ day: Day, _ earlier: Day) -> Bool {
        let days = earlier.days(to: day)
        if days <= 1 || everyDay { return days == 1 }
        if days > 5 { return false }
        let between = (1..<days).map { Day(number: earlier.number + Int32($0)) }.filter { !isHoliday($0) }
        return between.allSatisfy { $0.weekday >= 6 } || between.allSatisfy { $0.weekday == 5 || $0.weekday == 6 }
    }

    private func isHoliday(_ day: Day) -> Bool {
        if (day.month, day.day) == (1, 1) || (day.month, day.day) == (12, 25) { return true }
        return day.weekday < 6 && calendar.map { !$0.contains(day) } ?? false
    }
}

/// Warnings of figures that stay unknown because a price, or what is computed with it, does not fit a decimal: one for each instrument.
package struct OverflowWarnings {
    private var messages: [String: String] = [:]

    /// The result of a calculation with an instrument's price; nil, with a warning, where it overflows.
    mutating func known<Result>(_ id: InstrumentID, _ instrument: Instrument, _ market: MarketPrices, _ body: () throws -> Result?) throws -> Result? {
        do {
            return try body()
        } catch  where Self.isOverflow(error) {
            if let quote = market.quote(of: id) { note(instrument, quote) }
            return nil
        }
    }

    /// Whether an error says that a figure does not fit a decimal.
    private static func isOverflow(_ error: any Error) -> Bool {
        if case .arithmetic(.overflow, of: _)? = error as? LedgerError { return true }
        if case .overflow? = error as? DecimalError { return true }
        return false
    }

    /// Notes that units at this quote are worth more than the greatest amount.
    mutating func note(_ instrument: Instrument, _ quote: Quote) {
        messages[instrument.symbol] =
            "\(instrument.symbol) at its price of \(quote.date), \(quote.close) \(quote.currency), would be worth more than "
            + "\(Bound.amount.greatest), so its worth is unknown; correct it with quote{symbol=\"\(instrument.symbol)\", date=\"\(quote.date)\", close=…}"
    }

    /// The warnings, by symbol.
    package var warnings: [FrameWarning] { messages.sorted { $0.key < $1.key }.map { FrameWarning(kind: "beyond_bound", message: $0.value) } }

    /// Adds the warnings to a frame.
    package func report(to builder: inout FrameBuilder) {
        for warning in warnings { builder.add(warning: warning.kind, warning.message) }
    }
}

extension ValuationGaps {
    /// What could not be valued on a day: symbols first, then currencies.
    package func leftOut(on day: Day, _ names: Definitions) -> [String] {
        let lacking = within(day...day)
        let symbols = Set(lacking.unpriced.keys).union(lacking.beyond.keys).map { names[$0].symbol }.sorted()
        return symbols + lacking.unconverted.keys.sorted().map(\.code)
    }
}

/// The prices and rates that a valuation lacked, as warnings.
package struct GapWarnings {
    /// A warning for each kind of gap and instrument or pair of currencies.
    package let warnings: [FrameWarning]

    /// The gaps of a valuation in a currency, in words.
    package init(_ gaps: ValuationGaps, _ names: Definitions, _ base: Currency) {
        var warnings: [FrameWarning] = []
        func symbol(_ instrument: InstrumentID) -> String { names[instrument].symbol }
        for (symbol, runs) in gaps.unpriced.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(
                FrameWarning(
                    kind: "no_price", message: "\(symbol) has no price \(Self.span(runs)); store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"))
        }
        for (symbol, runs) in gaps.paidPrices.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(
                FrameWarning(
                    kind: "trade_price",
                    message: "\(symbol) is valued \(Self.span(runs)) at the price of its last trade, as no quote from then on is stored; "
                        + "store one with quote{symbol=\"\(symbol)\", date=…, close=…}, or sync"))
        }
        for (symbol, runs) in gaps.beyond.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(
                FrameWarning(
                    kind: "beyond_bound",
                    message: "\(symbol) at its price would be worth more than \(Bound.amount.greatest) \(Self.span(runs)), so its worth is unknown; "
                        + "quotes{symbol=\"\(symbol)\"} shows the price, quote{symbol=\"\(symbol)\", date=…, close=…} corrects it"))
        }
        for (symbol, runs) in gaps.stalePrices.map({ (symbol($0), $1) }).sorted(by: { $0.0 < $1.0 }) {
            warnings.append(
                FrameWarning(
                    kind: "stale_price",
                    message: "the price of \(symbol) is more than \(names.policy.priceMaxAge) days old \(Self.span(runs)); sync, or set price_max_age"))
        }
        for (currency, runs) in gaps.unconverted.sorted(by: { $0.key < $1.key }) {
            warnings.append(
                FrameWarning(
                    kind: "no_rate",
                    message: "there is no rate from \(currency) to \(base) \(Self.span(runs)); store one with "
                        + "rate{from=\"\(currency)\", to=\"\(base)\", date=…, rate=…}, or sync"))
        }
        for (currency, runs) in gaps.staleRates.sorted(by: { $0.key < $1.key }) {
            warnings.append(
                FrameWarning(
                    kind: "stale_rate",
                    message: "the rate from \(currency) to \(base) is more than \(names.policy.rateMaxAge) days old \(Self.span(runs)); "
                        + "sync, or set rate_max_age"))
        }
        self.warnings = warnings
    }

    /// The days on which it was missing, in words: one day, a span, or a span with gaps.
    private static func span(_ runs: ValuationGaps.Runs) -> String {
        guard let first = runs.first?.lowerBound, let last = runs.last?.upperBound else { return "" }
        if first == last { return "on \(first)" }
        let days = runs.reduce(0) { $0 + $1.lowerBound.days(to: $1.upperBound) + 1 }
        return runs.count == 1 ? "from \(first) to \(last)" : "on \(days) days from \(first) to \(last)"
    }
}
