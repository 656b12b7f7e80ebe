import JSON
public import Ledger
public import Values

/// Alpha Vantage: stocks and funds, with a key of one's own, which is asked for at <https://www.alphavantage.co/support/#api-key>.
///
/// Its daily prices are those that were paid on their day, whatever splits followed. It does not tell the currency of prices; they are
/// taken to be in what the subject says. A free key is good for a request a second and twenty-five a day; when it is used up, the answer
/// is a note with status 200, which is `rateLimited` here.
public struct AlphaVantageProvider: QuoteProvider {
    /// Its id.
    public static let name = "alphavantage"

    /// What its figures name as their source.
    public let id = AlphaVantageProvider.name
    /// What it can be asked for.
    public let capabilities = Set(QuoteCapability.allCases)
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint
    /// The compact history has the last hundred days of trade; that many days of the calendar it surely spans.
    private static let compactDays = 100

    /// The provider at its own address, unless the configuration has another.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(
            Self.name, configuration, base: "https://www.alphavantage.co", limits: RequestLimits(minimumGap: 1.2, concurrent: 1))
    }

    /// The last price where its day is the day or before it, else the last close on or before the day.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        if day >= endpoint.today.shifted(by: -1) {
            let answer = try ask("GLOBAL_QUOTE", [("symbol", subject.symbol)], subject)
            guard let quote = answer["Global Quote"] else { throw endpoint.malformed("a quote") }
            // Of a symbol that it does not know it tells nothing.
            if quote.members?.isEmpty != false { throw endpoint.unknown(subject.symbol) }
            guard let date = quote["07. latest trading day"]?.text.flatMap({ try? Day($0) }), let price = quote["05. price"]?.decimal else {
                throw endpoint.malformed("the day or the price of a quote")
            }
            if date <= day {
                let prices = PriceDay(
                    date: date, open: quote["02. open"]?.decimal, high: quote["03. high"]?.decimal, low: quote["04. low"]?.decimal,
                    close: price, volume: quote["06. volume"]?.decimal)
                return try prices.quote(subject, source: id)
            }
        }
        return try history(subject, from: day.shifted(by: -14), to: day).quotes.last
    }

    /// The quotes between two days, both included.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard from <= to else { return QuoteBatch() }
        let size = from.days(to: endpoint.today) <= Self.compactDays ? "compact" : "full"
        let answer = try ask("TIME_SERIES_DAILY", [("symbol", subject.symbol), ("outputsize", size)], subject)
        guard let series = answer["Time Series (Daily)"]?.members else { throw endpoint.malformed("a daily series") }
        var batch = QuoteBatch()
        for member in series.sorted(by: { $0.key < $1.key }) {
            let (date, prices) = (member.key, member.value)
            guard let day = try? Day(date), let close = prices["4. close"]?.decimal else {
                batch.issues.append(QuoteIssue(place: subject.symbol, line: 0, message: "the prices of \"\(date)\" have no day or no close: left out"))
                continue
            }
            guard day >= from && day <= to else { continue }
            let told = PriceDay(
                date: day, open: prices["1. open"]?.decimal, high: prices["2. high"]?.decimal, low: prices["3. low"]?.decimal, close: close,
                volume: prices["5. volume"]?.decimal)
            batch.quotes.append(try told.quote(subject, source: id))
        }
        return batch
    }

    /// Symbols by name or by symbol, with their currencies.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        guard let matches = try ask("SYMBOL_SEARCH", [("keywords", text)], nil)["bestMatches"]?.items else {
            throw endpoint.malformed("a list of matches")
        }
        return matches.compactMap { match in
            guard let symbol = match["1. symbol"]?.text else { return nil }
            let kind: Instrument.Kind? = switch match["3. type"]?.text {
            case "Equity": .stock
            case "ETF": .etf
            case "Mutual Fund": .fund
            default: nil
            }
            return SymbolMatch(
                symbol: symbol, name: match["2. name"]?.text ?? "", exchange: match["4. region"]?.text, kind: kind,
                currency: match["8. currency"]?.text.flatMap { code in MinorUnit.normalize(code)?.currency ?? (try? Currency(code)) })
        }
    }

    private func ask(_ function: String, _ query: [(String, String)], _ subject: QuoteSubject?) throws(QuoteError) -> JSONValue {
        guard let key = endpoint.key else {
            throw QuoteError(
                .refused, "alphavantage wants a key", hint: "get one at https://www.alphavantage.co/support/#api-key and keep it with luca key alphavantage, or set LUCA_ALPHAVANTAGE_KEY")
        }
        let response = try endpoint.get(["query"], [("function", function)] + query + [("apikey", key)])
        let answer = try endpoint.json(response)
        if let words = answer["Error Message"]?.text {
            if words.lowercased().contains("apikey") { throw endpoint.refused(endpoint.cleaned(words)) }
            throw subject.map { endpoint.unknown($0.symbol) } ?? QuoteError(.badArgument, "alphavantage: \(endpoint.cleaned(words))")
        }
        guard let words = answer["Note"]?.text ?? answer["Information"]?.text else { return answer }
        let isLimit = words.contains("rate limit") || words.contains("call frequency") || words.contains("requests per")
        if !isLimit { throw endpoint.refused(endpoint.cleaned(words)) }
        throw QuoteError(.rateLimited, "alphavantage is asked too often: \(endpoint.cleaned(words))", hint: "try again tomorrow, or get a larger plan")
    }
}
