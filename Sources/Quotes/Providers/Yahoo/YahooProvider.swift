import FetchWire
import JSON
public import Ledger
public import Values

/// Yahoo Finance: stocks, funds, futures, currencies and crypto currencies of most exchanges, with their splits and dividends.
///
/// Its prices are stated for units of today: divided by all splits since. Here they are told as they were on their day, for which a
/// history is always asked for up to today, as only then all splits are known; so are dividends. `adjusted` is Yahoo's adjusted close,
/// for splits and dividends. Its floats become the decimals they stand for. The day of a price is that of its exchange.
///
/// The service is free and asks for no key, but it is undocumented: <https://query1.finance.yahoo.com/v8/finance/chart/AAPL>.
public struct YahooProvider: QuoteProvider {
    /// Its id.
    public static let name = "yahoo"

    /// What its figures name as their source.
    public let id = YahooProvider.name
    /// What it can be asked for.
    public let capabilities = Set(QuoteCapability.allCases)
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    let endpoint: Endpoint

    /// The provider at its own address, unless the configuration has another.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(
            Self.name, configuration, base: "https://query1.finance.yahoo.com", limits: RequestLimits(minimumGap: 0.2, concurrent: 4))
    }

    /// The price of now where that is of the day or before it, else the last close on or before the day; nil where it has none within
    /// two weeks before.
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

    /// Symbols by name or by symbol, ten at most. Yahoo does not tell their currencies here.
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

    // MARK: asking

    /// The chart from a day up to today; nil where it has nothing for these days.
    private func chart(_ subject: QuoteSubject, from: Day) throws(QuoteError) -> YahooChart? {
        // A day to either side, as an exchange may be almost a day away from UTC; what is too much is cut off afterwards.
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

    private func explain(_ error: JSONValue, _ status: Int, _ subject: QuoteSubject) throws(QuoteError) -> YahooChart? {
        let words = error["description"]?.text ?? ""
        if status == 404 || error["code"]?.text == "Not Found" { throw endpoint.unknown(subject.symbol) }
        if words.hasPrefix("Data doesn't exist for startDate") { return nil }
        throw QuoteError(.server, "yahoo does not answer for \(subject.symbol): \(endpoint.cleaned(words))")
    }

    private func counted(_ subject: QuoteSubject, _ chart: YahooChart) throws(QuoteError) -> QuoteSubject {
        guard let code = chart.currency else { return subject }
        return try subject.counted(in: code, by: id)
    }

    // MARK: prices of their day

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
