import Ledger
import Quotes
import Testing
import Values

/// The providers, each with the same prices of ORCL: what they promise is tried on all of them.
private let providers: [any QuoteProvider] = [
    MemoryProvider([
        "ORCL": [
            PriceDay(date: day("2024-01-03"), close: 105, volume: 300), PriceDay(date: day("2024-01-02"), open: 100, high: 103, low: 99, close: 101),
            PriceDay(date: day("2024-01-08"), close: 110),
        ]
    ]),
    FolderProvider { name in
        name == "ORCL.csv" ? Array("date,open,high,low,close,volume\n2024-01-02,100,103,99,101,\n2024-01-03,,,,105,300\n2024-01-08,,,,110,\n".utf8) : nil
    },
]

private let oracle = QuoteSubject(instrument: InstrumentID(7), symbol: "ORCL", currency: .usd)

@Suite("Quote providers")
struct ProviderTests {
    @Test("Each has a name of its own")
    func names() {
        #expect(Set(providers.map(\.id)).count == providers.count)
        #expect(providers.allSatisfy { $0.id == $0.id.lowercased() && $0.id != SourceOrder.manual })
    }

    @Test("The last quote is on or before the day, and none before the first", arguments: providers.indices)
    func latest(index: Int) throws {
        let provider = providers[index]
        #expect(try provider.latest(oracle, onOrBefore: day("2024-01-01")) == nil)
        #expect(try provider.latest(oracle, onOrBefore: day("2024-01-07"))?.close == 105)
        let first = try #require(try provider.latest(oracle, onOrBefore: day("2024-01-02")))
        #expect(
            first
                == Quote(
                    instrument: InstrumentID(7), date: day("2024-01-02"), open: 100, high: 103, low: 99, close: 101, currency: .usd, source: provider.id))
    }

    @Test("A history has both its ends, one quote a day, in order", arguments: providers.indices)
    func history(index: Int) throws {
        let provider = providers[index]
        #expect(try provider.history(oracle, from: day("2024-01-02"), to: day("2024-01-03")).quotes.map(\.close) == [101, 105])
        #expect(try provider.history(oracle, from: .min, to: .max).quotes.map(\.date.description) == ["2024-01-02", "2024-01-03", "2024-01-08"])
        #expect(try provider.history(oracle, from: day("2024-01-04"), to: day("2024-01-07")) == QuoteBatch())
        #expect(try provider.history(oracle, from: .max, to: .min).quotes.isEmpty)
    }

    @Test("Pence become pounds, volumes stay", arguments: providers.indices)
    func minorUnits(index: Int) throws {
        let subject = try QuoteSubject(instrument: InstrumentID(7), symbol: "ORCL", quotedIn: "GBp")
        let quote = try #require(try providers[index].latest(subject, onOrBefore: day("2024-01-03")))
        #expect(try quote.close == FixedDecimal("1.05") && quote.currency == .gbp && quote.volume == 300)
    }

    @Test("A symbol that nobody knows is an error", arguments: providers.indices)
    func unknown(index: Int) {
        let subject = QuoteSubject(instrument: InstrumentID(8), symbol: "ORCA", currency: .usd)
        let error = #expect(throws: QuoteError.self) { try providers[index].latest(subject, onOrBefore: .max) }
        #expect(error?.kind == .unknownSymbol)
        #expect(throws: QuoteError.self) { try providers[index].history(subject, from: .min, to: .max) }
    }

    @Test("A currency that is none is refused")
    func badCurrency() {
        let error = #expect(throws: QuoteError.self) { try QuoteSubject(instrument: InstrumentID(1), symbol: "X", quotedIn: "us$") }
        #expect(error?.kind == .badArgument)
    }
}
