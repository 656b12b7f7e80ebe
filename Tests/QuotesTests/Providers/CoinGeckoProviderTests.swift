import FetchWire
import Ledger
@testable import Quotes
import Testing
import Values

@Suite("CoinGecko")
struct CoinGeckoProviderTests {
    private func provider(_ body: String, status: Int = 200, keys: [String: String] = [:]) -> (CoinGeckoProvider, CannedTransport) {
        let transport = CannedTransport(status: status, body)
        return (CoinGeckoProvider(configuration(transport, keys: keys)), transport)
    }

    private let bitcoin = subject("bitcoin")

    @Test("The point of midnight is the close of the day before; of a day's many points the last one stands; the last of all is of today")
    func days() throws {
        // 2026-01-13T00:00, 2026-01-14T00:00, 2026-01-14T23:00, 2026-01-15T11:59.
        let body = #"{"prices":[[1768262400000,100.5],[1768348800000,101],[1768431600000,102.25],[1768478340000,103]],"total_volumes":[]}"#
        let (provider, transport) = provider(body)
        let batch = try provider.history(bitcoin, from: day("2026-01-12"), to: day("2026-01-15"))
        #expect(batch.quotes.map(\.date.description) == ["2026-01-12", "2026-01-13", "2026-01-14", "2026-01-15"])
        #expect(batch.quotes.map(\.close) == [number("100.5"), 101, number("102.25"), 103] && !batch.isSplitAdjusted)
        let url = "https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range?vs_currency=usd&from=1768176000&to=1768525200"
        #expect(transport.requests.map(\.url) == [url])
        #expect(try provider.history(bitcoin, from: day("2026-01-13"), to: day("2026-01-13")).quotes.map(\.close) == [101])
        #expect(CoinGeckoProvider.day(of: 1_768_262_400_000) == day("2026-01-12") && CoinGeckoProvider.day(of: 1_768_262_400_001) == day("2026-01-13"))
    }

    @Test("Prices are kept digit by digit, and those of nothing are passed over")
    func digits() throws {
        let (provider, _) = provider(#"{"prices":[[1768262400000,67187.33589365664],[1768348800000,1.234567e-05],[1768435200000,null],["x",1]]}"#)
        let batch = try provider.history(bitcoin, from: .min, to: .max)
        #expect(batch.quotes.map(\.close) == [number("67187.33589365664"), number("0.00001234567")] && batch.issues.count == 1)
    }

    @Test("The price of now is dated by its own time; of a day in the past it is that day's close")
    func latest() throws {
        let now = #"{"bitcoin":{"usd":97000.5,"last_updated_at":1768478340}}"#
        #expect(try provider(now).0.latest(bitcoin, onOrBefore: day("2026-01-20"))?.date == day("2026-01-15"))
        let stale = #"{"bitcoin":{"usd":97000.5,"last_updated_at":1768300000}}"#
        #expect(try provider(stale).0.latest(bitcoin, onOrBefore: day("2026-01-15"))?.date == day("2026-01-13"))
        let past = provider(#"{"prices":[[1768262400000,1],[1768348800000,2]]}"#).0
        #expect(try past.latest(bitcoin, onOrBefore: day("2026-01-13"))?.close == 2)
        #expect(try past.latest(bitcoin, onOrBefore: day("2026-01-12"))?.close == 1)
    }

    @Test(
        "A coin or a currency that it does not have is told apart",
        arguments: [
            (404, #"{"error":"coin not found"}"#, QuoteError.Kind.unknownSymbol), (422, #"{"error":"invalid vs_currency"}"#, .wrongCurrency),
            (401, #"{"status":{"error_code":10012,"error_message":"Your request exceeds the allowed time range."}}"#, .refused), (200, "{}", .malformed),
            (200, "[", .malformed), (400, #"{"error":"bad request"}"#, .server),
        ])
    func errors(status: Int, body: String, kind: QuoteError.Kind) throws {
        let provider = provider(body, status: status).0
        let error = try #require(failure { () throws(QuoteError) in try provider.history(bitcoin, from: .min, to: .max) })
        #expect(error.kind == kind)
        if status == 401 { #expect(error.message == "coingecko refused to answer: Your request exceeds the allowed time range") }
    }

    @Test("The latest price of a coin or in a currency that it does not have")
    func latestErrors() {
        #expect(failure { () throws(QuoteError) in try provider("{}").0.latest(bitcoin, onOrBefore: .max) }?.kind == .unknownSymbol)
        #expect(failure { () throws(QuoteError) in try provider(#"{"bitcoin":{}}"#).0.latest(bitcoin, onOrBefore: .max) }?.kind == .wrongCurrency)
    }

    @Test("A search gives the ids of coins; a key is sent in a header and in no address")
    func search() throws {
        let (provider, transport) = provider(#"{"coins":[{"id":"bitcoin","name":"Bitcoin","symbol":"BTC"}]}"#, keys: ["coingecko": "secret"])
        #expect(try provider.search("bit") == [SymbolMatch(symbol: "bitcoin", name: "Bitcoin (BTC)", kind: .crypto)])
        let request = try #require(transport.requests.first)
        #expect(request.headers.contains { $0.name == "x-cg-demo-api-key" && $0.value == "secret" } && !request.url.contains("secret"))
    }
}
