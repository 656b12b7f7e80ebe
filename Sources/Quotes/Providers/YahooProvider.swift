import FetchWire
import JSON
public import Ledger
public import Values

/// Yahoo Finance: stocks, funds, futures, currencies and crypto currencies of most exchanges, with their splits and dividends.
///
/// Yahoo divides old prices and dividends by the splits since. Here they are turned back into those of their day; to know all splits, a
/// history is always asked for up to today. `adjusted` is Yahoo's own close, adjusted for splits and dividends. The 32-bit floats that Yahoo
/// writes become the decimals that they stand for (`YahooNumber`). The day of a price is the day at its exchange.
///
/// The service needs no key and is undocumented: <https://query1.finance.yahoo.com/v8/finance/chart/AAPL>.
public struct YahooProvider: QuoteProvider {
    /// The provider's id.
    public static let name = "yahoo"

    /// The source that its quotes name.
    public let id = YahooProvider.name
    /// The questions that it can answer.
    public let capabilities = Set(QuoteCapability.allCases)
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint

    /// The provider at its own web address, or at the one that the configuration has for it.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(
            Self.name, configuration, base: "https://query1.finance.yahoo.com", limits: RequestLimits(minimumGap: 0.2, concurrent: 4))
    }

    /// The current price if it is not from after the day, else the last close on or before the day; nil if there is none within the two
    /// weeks before.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        guard let chart = try chart(subject, from: day.shifted(by: -14)) else { return nil }
        let counted = try counted(subject, chart)
        if let live = chart.live, live.date <= day, live.date >= chart.days.last?.date ?? .min { return try live.quote(counted, source: id) }
        return try priced(chart, counted, from: .min, to: day).quotes.last
    }

    /// The quotes between two days, both included, with the splits and dividends between them.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard from <= to, let chart = try chart(subject, from: from) else { return QuoteBatch() }
        return try priced(chart, try counted(subject, chart), from: from, to: to)
    }

    /// The symbols that match a name or a symbol, ten at most. Yahoo does not tell their currencies here.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        let response = try endpoint.get(["v1", "finance", "search"], [("q", text), ("quotesCount", "10"), ("newsCount", "0")])
        guard let quotes = try endpoint.json(response)["quotes"]?.items else { throw endpoint.malformed("a list of quotes") }
        return quotes.compactMap { quote in
            guard let symbol = quote["symbol"]?.text else { return nil }
            return SymbolMatch(
                symbol: symbol, name: quote["longname"]?.text ?? quote["shortname"]?.text ?? "",
                exchange: quote["exchDisp"]?.text ?? quote["exchange"]?.text, kind: Self.kinds[quote["quoteType"]?.text ?? ""])
        }
    }

    private static let kinds: [String: Instrument.Kind] = [
        "EQUITY": .stock, "ETF": .etf, "MUTUALFUND": .fund, "CRYPTOCURRENCY": .crypto, "CURRENCY": .fx, "OPTION": .option,
    ]

    // MARK: Asking

    /// The chart from a day up to today; nil if Yahoo has nothing for these days.
    private func chart(_ subject: QuoteSubject, from: Day) throws(QuoteError) -> YahooChart? {
        // One day more at either end, since an exchange may be almost a day away from UTC; what is too much is cut off afterwards.
        let start = from.shifted(by: -1).secondsUTC, end = endpoint.today.shifted(by: 2).secondsUTC
        guard start < end else { return nil }
        let query = [("period1", "\(start)"), ("period2", "\(end)"), ("interval", "1d"), ("events", "div|split")]
        let response = try endpoint.get(["v8", "finance", "chart", subject.symbol], query)
        let answer = try endpoint.json(response)
        guard let chart = answer["chart"] else { throw endpoint.malformed("a chart") }
        if let error = chart["error"] { return try explain(error, response.status, subject) }
        guard let result = chart["result"]?.items?.first, let read = YahooChart(result, symbol: subject.symbol) else {
            throw endpoint.malformed("a result in its chart")
        }
        return read
    }

    /// Throws the error that an error of Yahoo's stands for; nil if it only says that there are no prices for the days.
    private func explain(_ error: JSONValue, _ status: Int, _ subject: QuoteSubject) throws(QuoteError) -> YahooChart? {
        let words = error["description"]?.text ?? ""
        if status == 404 || error["code"]?.text == "Not Found" { throw endpoint.unknown(subject.symbol) }
        if words.hasPrefix("Data doesn't exist for startDate") { return nil }
        throw QuoteError(.server, "yahoo does not answer for \(subject.symbol): \(endpoint.cleaned(words))")
    }

    /// The subject with the currency or minor unit that the chart says its prices are in.
    private func counted(_ subject: QuoteSubject, _ chart: YahooChart) throws(QuoteError) -> QuoteSubject {
        guard let code = chart.currency else { return subject }
        return try subject.counted(in: code, by: id)
    }

    // MARK: Prices as they were paid

    /// The quotes, splits and dividends of a chart between two days, with the split adjustment undone.
    private func priced(_ chart: YahooChart, _ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        var batch = QuoteBatch(splits: chart.splits.filter { $0.date >= from && $0.date <= to }, issues: chart.issues)
        var days: [PriceDay] = []
        do throws(DecimalError) {
            let adjustment = try SplitAdjustment(chart.splits)
            for day in chart.days where day.date >= from && day.date <= to { days.append(try adjustment.day(day)) }
            for dividend in chart.dividends where dividend.date >= from && dividend.date <= to {
                let amount = try adjustment.price(dividend.amount, on: dividend.date) * subject.factor
                batch.dividends.append(DividendEvent(date: dividend.date, amount: amount))
            }
        } catch {
            throw QuoteError(.malformed, "a price of \(subject.symbol) is out of range: \(error)")
        }
        for day in days { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }
}

/// Exchange rates from Yahoo Finance, by pairs such as `EURUSD=X`: for currencies that the ECB has no rates of, and for today.
///
/// The day of a rate is the day in London. There are rates for working days only.
public struct YahooRates: RateProvider {
    /// A currency, and the currency that its price is in.
    public struct Pair: Hashable, Sendable {
        /// The currency of which a rate gives the price of one unit.
        public var from: Currency
        /// The currency that the price is in.
        public var to: Currency

        public init(from: Currency, to: Currency) {
            self.from = from
            self.to = to
        }
    }

    /// The source that its rates name.
    public let id = YahooProvider.name
    private let provider: YahooProvider
    private let pairs: [Pair]

    /// A provider of the rates of these pairs.
    public init(_ configuration: ProviderConfiguration, pairs: [Pair]) {
        provider = YahooProvider(configuration)
        self.pairs = pairs
    }

    /// The closing rates between two days, both included: by day, and within a day in the order of the pairs.
    ///
    /// - Throws: `unknownSymbol` for a pair that Yahoo does not have, `malformed` for a rate that is not above zero.
    public func rates(from: Day, to: Day) throws(QuoteError) -> [Rate] {
        var rates: [Rate] = []
        for pair in pairs {
            let subject = QuoteSubject(instrument: InstrumentID(0), symbol: "\(pair.from.code)\(pair.to.code)=X", currency: pair.to)
            for quote in try provider.history(subject, from: from, to: to).quotes {
                guard quote.close > .zero else { throw QuoteError(.malformed, "the rate of \(subject.symbol) on \(quote.date) is not above zero") }
                rates.append(Rate(from: pair.from, to: pair.to, date: quote.date, rate: quote.close, source: id))
            }
        }
        // Sorting is stable, so the pairs of a day stay in their order.
        return rates.sorted { $0.date < $1.date }
    }
}
