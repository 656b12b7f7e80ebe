import FetchWire
import Ledger
import Quotes
import Testing
import Values

@Suite("Alpha Vantage")
struct AlphaVantageProviderTests {
    private func provider(_ body: String, status: Int = 200, key: String? = "KEY123") -> (AlphaVantageProvider, CannedTransport) {
        let transport = CannedTransport(status: status, body)
        return (AlphaVantageProvider(configuration(transport, keys: key.map { ["alphavantage": $0] } ?? [:])), transport)
    }

    private let series = """
        {"Meta Data":{"2. Symbol":"IBM"},"Time Series (Daily)":{
        "2026-01-14":{"1. open":"300.1000","2. high":"301.0000","3. low":"299.5000","4. close":"300.9500","5. volume":"3000001"},
        "2026-01-13":{"1. open":"298.0","2. high":"299.0","3. low":"297.0","4. close":"298.5","5. volume":"2999999"},"soon":{}}}
        """

    @Test("A daily series, in order, with prices digit by digit; what has no day is an issue")
    func history() throws {
        let (provider, transport) = provider(series)
        let batch = try provider.history(subject("IBM"), from: day("2026-01-01"), to: day("2026-01-14"))
        #expect(batch.quotes.map(\.close) == [number("298.5"), number("300.95")] && batch.quotes.map(\.volume) == [2_999_999, 3_000_001])
        #expect(batch.issues.count == 1 && !batch.isSplitAdjusted)
        #expect(transport.requests.first?.url == "https://www.alphavantage.co/query?function=TIME_SERIES_DAILY&symbol=IBM&outputsize=compact&apikey=KEY123")
        #expect(try provider.history(subject("IBM"), from: day("2026-01-14"), to: .max).quotes.count == 1)
        _ = try provider.history(subject("IBM"), from: day("2020-01-01"), to: day("2020-02-01"))
        #expect(transport.requests.last?.url.contains("outputsize=full") == true)
    }

    @Test("The latest quote has its own day; for a day in the past the series is asked")
    func latest() throws {
        let (now, _) = provider(#"{"Global Quote":{"01. symbol":"IBM","05. price":"301.25","06. volume":"7","07. latest trading day":"2026-01-14"}}"#)
        let quote = try #require(try now.latest(subject("IBM"), onOrBefore: day("2026-01-15")))
        #expect(quote.date == day("2026-01-14") && quote.close == number("301.25"))
        #expect(try provider(series).0.latest(subject("IBM"), onOrBefore: day("2026-01-13"))?.close == number("298.5"))
        #expect(failure { () throws(QuoteError) in try provider(#"{"Global Quote":{}}"#).0.latest(subject("NIX"), onOrBefore: .max) }?.kind == .unknownSymbol)
    }

    @Test(
        "Limits, refusals and unknown symbols come with status 200; the key stands in no message",
        arguments: [
            (#"{"Information":"We have detected your API key as KEY123 and our standard API rate limit is 25 requests per day."}"#, QuoteError.Kind.rateLimited),
            (#"{"Note":"Our standard API call frequency is 5 calls per minute."}"#, .rateLimited),
            (#"{"Information":"Thank you! This is a premium endpoint. KEY123"}"#, .refused),
            (#"{"Error Message":"the parameter apikey is invalid or missing: KEY123."}"#, .refused),
            (#"{"Error Message":"Invalid API call. Please retry."}"#, .unknownSymbol), ("{}", .malformed), ("Error", .malformed),
        ])
    func notes(body: String, kind: QuoteError.Kind) throws {
        let (provider, _) = provider(body)
        let error = try #require(failure { () throws(QuoteError) in try provider.history(subject("IBM"), from: .min, to: .max) })
        #expect(error.kind == kind && !error.description.contains("KEY123"))
    }

    @Test("Without a key nothing is asked, and the message says where to get one")
    func noKey() throws {
        let (provider, transport) = provider(series, key: nil)
        let error = try #require(failure { () throws(QuoteError) in try provider.history(subject("IBM"), from: .min, to: .max) })
        #expect(error.kind == .refused && error.hint?.contains("LUCA_ALPHAVANTAGE_KEY") == true && transport.requests.isEmpty)
    }

    @Test("A search gives symbols with their currencies")
    func search() throws {
        let body = #"{"bestMatches":[{"1. symbol":"TSCO.LON","2. name":"Tesco PLC","3. type":"Equity","4. region":"United Kingdom","8. currency":"GBX"}]}"#
        #expect(
            try provider(body).0.search("tesco") == [
                SymbolMatch(symbol: "TSCO.LON", name: "Tesco PLC", exchange: "United Kingdom", kind: .stock, currency: .gbp)
            ])
    }
}
