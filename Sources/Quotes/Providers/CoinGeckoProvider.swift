import FetchWire
import JSON
public import Ledger
public import Values

/// CoinGecko: crypto currencies, by the ids of their coins (`bitcoin`), in most currencies.
///
/// It has prices at instants. The close of a day is the last price up to midnight UTC, midnight included: a history of more than ninety
/// days has one point a day, at 00:00, and that is the close of the day before. The last point of all is the current price.
///
/// A demo key is sent in a header; without one only few requests a minute are answered, and histories go back one year.
/// <https://docs.coingecko.com/reference/coins-id-market-chart-range>
public struct CoinGeckoProvider: QuoteProvider {
    /// The provider's id.
    public static let name = "coingecko"

    /// The source that its quotes name.
    public let id = CoinGeckoProvider.name
    /// The questions that it can answer.
    public let capabilities = Set(QuoteCapability.allCases)
    /// How often it may be asked.
    public var limits: RequestLimits { endpoint.limits }

    private let endpoint: Endpoint

    /// The provider at its own web address, or at the one that the configuration has for it.
    public init(_ configuration: ProviderConfiguration) {
        let hasKey = configuration.keys[Self.name] != nil
        endpoint = Endpoint(
            Self.name, configuration, base: "https://api.coingecko.com/api/v3",
            limits: RequestLimits(minimumGap: 0.5, perMinute: hasKey ? 30 : 10, concurrent: 1))
    }

    /// The current price if it is not from after the day, else the last close on or before the day; nil if there is none within the two
    /// weeks before.
    public func latest(_ subject: QuoteSubject, onOrBefore day: Day) throws(QuoteError) -> Quote? {
        if day < endpoint.today { return try history(subject, from: day.shifted(by: -14), to: day).quotes.last }
        let currency = subject.currency.code.lowercased()
        let answer = try ask(
            ["simple", "price"], [("ids", subject.symbol), ("vs_currencies", currency), ("include_last_updated_at", "true")], subject)
        guard let coin = answer[subject.symbol] else { throw endpoint.unknown(subject.symbol) }
        guard let price = coin[currency]?.decimal else { throw wrongCurrency(subject) }
        guard let time = coin["last_updated_at"]?.int else { throw endpoint.malformed("the time of a price") }
        let date = Day(utc: Double(time))
        return date <= day ? try PriceDay(date: date, close: price).quote(subject, source: id) : nil
    }

    /// The closes between two days, both included. Points without a time are issues.
    public func history(_ subject: QuoteSubject, from: Day, to: Day) throws(QuoteError) -> QuoteBatch {
        guard from <= to else { return QuoteBatch() }
        // The close of the last day is the point at the midnight after it, or a little later.
        let query = [
            ("vs_currency", subject.currency.code.lowercased()), ("from", "\(max(0, from.secondsUTC))"),
            ("to", "\(max(0, to.shifted(by: 1).secondsUTC + 3600))"),
        ]
        let answer = try ask(["coins", subject.symbol, "market_chart", "range"], query, subject)
        guard let points = answer["prices"]?.items else { throw endpoint.malformed("a list of prices") }
        var batch = QuoteBatch()
        var days: [PriceDay] = []
        for (index, point) in points.enumerated() {
            guard let pair = point.items, pair.count == 2, let time = pair[0].int else {
                batch.issues.append(QuoteIssue(place: subject.symbol, line: index + 1, message: "the point has no time: left out"))
                continue
            }
            guard let price = pair[1].decimal else { continue }
            days.append(PriceDay(date: Self.day(of: time), close: price))
        }
        for day in days.latestPerDay() where day.date >= from && day.date <= to { batch.quotes.append(try day.quote(subject, source: id)) }
        return batch
    }

    /// The coins that match a name or a symbol. The symbol to ask for quotes with is the coin's id.
    public func search(_ text: String) throws(QuoteError) -> [SymbolMatch] {
        guard let coins = try endpoint.json(try endpoint.get(["search"], [("query", text)], headers: headers))["coins"]?.items else {
            throw endpoint.malformed("a list of coins")
        }
        return coins.compactMap { coin in
            guard let symbol = coin["id"]?.text else { return nil }
            let ticker = coin["symbol"]?.text.map { " (\($0.uppercased()))" } ?? ""
            return SymbolMatch(symbol: symbol, name: (coin["name"]?.text ?? symbol) + ticker, kind: .crypto)
        }
    }

    /// The day that a price at an instant, in milliseconds since 1970, is the close of: midnight belongs to the day before it.
    static func day(of milliseconds: Int) -> Day { Day(utc: Double(milliseconds - 1) / 1000) }

    private var headers: [HTTPHeader] { endpoint.key.map { [HTTPHeader(name: "x-cg-demo-api-key", value: $0)] } ?? [] }

    private func ask(_ path: [String], _ query: [(String, String)], _ subject: QuoteSubject) throws(QuoteError) -> JSONValue {
        let response = try endpoint.get(path, query, headers: headers)
        if response.status == 404 { throw endpoint.unknown(subject.symbol) }
        let answer = try endpoint.json(response)
        guard let words = answer["error"]?.text ?? answer["status"]?["error_message"]?.text else { return answer }
        if words.contains("vs_currency") { throw wrongCurrency(subject) }
        if words.contains("not find coin") || words.contains("coin not found") { throw endpoint.unknown(subject.symbol) }
        throw QuoteError(.server, "coingecko does not answer for \(subject.symbol): \(endpoint.cleaned(words))")
    }

    private func wrongCurrency(_ subject: QuoteSubject) -> QuoteError {
        QuoteError(
            .wrongCurrency, "coingecko does not quote \(subject.symbol) in \(subject.currency)",
            hint: "define the instrument in a currency that it has, such as USD or EUR")
    }
}
