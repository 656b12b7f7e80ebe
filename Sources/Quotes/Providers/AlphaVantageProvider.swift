import JSON
public import Ledger
public import Values

/// Alpha Vantage: stocks and funds, with the user's API key from <https://www.alphavantage.co/support/#api-key>.
///
/// Its daily prices are not adjusted for splits. It does not tell their currency; they are taken to be in the instrument's. A free key
/// allows one request a second and 25 a day; after that the answer is a note with status 200, which is `rateLimited` here.
public struct AlphaVantageProvider: QuoteProvider {
    /// The provider's id.
    public static let name = "alphavantage"

    /// The source that its quotes name.
    public let id = AlphaVantageProvider.name
    /// The questions that it can answer.
    public let capabilities = Set(QuoteCapability.allCases)
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint
    /// The compact history has the last hundred trading days, so it covers this many calendar days at least.
    private static let compactDays = 100

    /// The provider at its own web address, or at the one that the configuration has for it.
    public init(_ configuration: ProviderConfiguration) {
        endpoint = Endpoint(
            Self.name, configuration, base: "https://www.alphavantage.co", limits: RequestLimits(minimumGap: 1.2, concurrent: 1))
    }

    /// The current price if it is not from after the day, else the last close on or before the day.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        if day >= endpoint.today.shifted(by: -1) {
            let answer = try ask("GLOBAL_QUOTE", [("symbol", subject.symbol)], subject)
            guard let quote = answer["Global Quote"] else { throw endpoint.malformed("a quote") }
            // For an unknown symbol the quote is empty.
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

    /// The quotes between two days, both included. Rows without a day or a close are issues.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard from <= to else { return QuoteBatch() }
        let size = from.days(to: endpoint.today) <= Self.compactDays ? "compact" : "full"
        let answer = try ask("TIME_SERIES_DAILY", [("symbol", subject.symbol), ("outputsize", size)], subject)
        guard let series = answer["Time Series (Daily)"]?.members else { throw endpoint.malformed("a daily series") }
        var batch = QuoteBatch()
        for member in series.sorted(by: { $0.key < $1.key }) {
            let (date, prices) = (member.key, member.value)
            guard let day = try? Day(date), let close = prices["4. close"]?.decimal else {
                let message = "the prices of \"\(date)\" have no day or no close: left out"
                batch.issues.append(QuoteIssue(place: subject.symbol, line: 0, message: message))
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

    /// The symbols that match a name or a symbol, with their currencies.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        guard let matches = try ask("SYMBOL_SEARCH", [("keywords", text)], nil)["bestMatches"]?.items else {
            throw endpoint.malformed("a list of matches")
        }
        return matches.compactMap { match in
            guard let symbol = match["1. symbol"]?.text else { return nil }
            let kind: Instrument.Kind? =
                switch match["3. type"]?.text {
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

    /// Asks a function of the service. What it answers with status 200 in place of data becomes an error.
    private func ask(_ function: String, _ query: [(String, String)], _ subject: QuoteSubject?) throws(QuoteError) -> JSONValue {
        guard let key = endpoint.key else {
            throw QuoteError(
                .refused, "alphavantage wants a key",
                hint: "get one at https://www.alphavantage.co/support/#api-key and keep it with luca key alphavantage, "
                    + "or set LUCA_ALPHAVANTAGE_KEY")
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
        throw QuoteError(
            .rateLimited, "alphavantage is asked too often: \(endpoint.cleaned(words))", hint: "try again tomorrow, or get a larger plan")
    }
}
