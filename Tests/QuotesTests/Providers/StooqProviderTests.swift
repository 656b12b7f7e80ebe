import FetchWire
import Ledger
import Quotes
import Testing
import Values

@Suite("Stooq")
struct StooqProviderTests {
    private let table =
        "Date,Open,High,Low,Close,Volume\r\n2024-01-02,187.15,188.44,183.89,185.64,82488674\r\n"
        + "2024-01-03,184.22,185.88,183.43,184.25,58414500\r\n"

    @Test("Its file, which says that its prices are those of units of today")
    func history() throws {
        let transport = CannedTransport(table)
        let provider = StooqProvider(configuration(transport))
        let batch = try provider.history(subject("AAPL.US"), from: day("2024-01-01"), to: day("2024-01-02"))
        #expect(batch.quotes.map(\.close) == [number("185.64")] && batch.isSplitAdjusted && batch.issues.isEmpty)
        #expect(transport.requests.first?.url == "https://stooq.com/q/d/l/?s=aapl.us&d1=20240101&d2=20240102&i=d")
        #expect(try provider.latest(subject("AAPL.US"), onOrBefore: day("2024-01-05"))?.date == day("2024-01-03"))
    }

    @Test(
        "What it says instead",
        arguments: [
            (200, "No data", QuoteError.Kind.unknownSymbol), (200, "Brak danych", .unknownSymbol), (404, "", .unknownSymbol),
            (200, "Exceeded the daily hits limit", .rateLimited),
            (200, "<html></html>", .malformed), (200, "", .malformed), (403, "no", .refused),
        ])
    func errors(status: Int, body: String, kind: QuoteError.Kind) throws {
        let provider = StooqProvider(configuration(CannedTransport(status: status, body)))
        #expect(failure { () throws(QuoteError) in try provider.history(subject("x"), from: day("2024-01-01"), to: .max) }?.kind == kind)
    }
}
