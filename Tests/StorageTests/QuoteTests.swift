import Ledger
import Testing
import Values

@testable import Storage

@Suite("Quotes, on every store")
struct QuoteTests {
    @Test(arguments: StoreKind.allCases)
    func sourcesStandSideBySideAndTheSameAgainIsNothingNew(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        var full = Sample.quote("30.5", source: "yahoo")
        (full.open, full.high, full.low, full.adjusted, full.volume) = (30, 31, Sample.decimal("29.9"), 15, 1_000_000)
        #expect(try book.store([full, Sample.quote("30.6", source: "csv"), Sample.quote("29", on: "2024-01-04")]) == 3)
        let revision = try book.quoteRevision
        #expect(try book.store([full, Sample.quote("30.6", source: "csv")]) == 0)
        #expect(try book.quoteRevision == revision)
        #expect(try book.acts.count == 2)
        full.volume = nil
        #expect(try book.store([full]) == 1)
        #expect(try book.quoteRevision == revision + 1)
        let kept = try shelf.open().quotes()
        #expect(kept == [Sample.quote("29", on: "2024-01-04"), Sample.quote("30.6", source: "csv"), full])
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func filtersTakeInstrumentAndSpan(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        let other = try book.define(Instrument(symbol: "SAP", currency: .eur))
        var quotes = ["2024-01-01", "2024-01-02", "2024-01-03"].map { Sample.quote("1", on: $0) }
        for index in quotes.indices {
            var quote = quotes[index]
            quote.instrument = other
            quotes.append(quote)
        }
        try book.store(quotes.reversed())
        #expect(try book.quotes() == quotes)
        #expect(try book.quotes(QuoteFilter(instrument: other)) == Array(quotes[3...]))
        #expect(try book.quotes(QuoteFilter(instrument: other, from: Sample.day("2024-01-02"))) == Array(quotes[4...]))
        #expect(try book.quotes(QuoteFilter(to: Sample.day("2024-01-01"))) == [quotes[0], quotes[3]])
        #expect(try book.quotes(QuoteFilter(instrument: InstrumentID(9))).isEmpty)
        #expect(try book.query("SELECT symbol, close FROM quotes WHERE symbol = 'SAP' AND close > 0.5").rowCount == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func whatWasTypedComesBeforeWhatWasImportedAndThatBeforeWhatWasFetched(_ kind: StoreKind) throws {
        var seconds: Int64 = 0
        let book = try Shelf(kind).open(clock: {
            seconds += 1
            return Instant(microseconds: seconds * 1_000_000)
        })
        try Sample.fill(book)
        func best() throws -> String { try #require(try book.bestQuotes().first).source }
        try book.store([Sample.quote("1", source: "yahoo")])
        try book.store([Sample.quote("2", source: "ecb")])
        #expect(try best() == "ecb")
        try book.store([Sample.quote("1.5", source: "yahoo")])
        #expect(try best() == "yahoo")
        try book.store([Sample.quote("3", source: "import prices.csv")])
        try book.store([Sample.quote("2.5", source: "ecb")])
        #expect(try best() == "import prices.csv")
        try book.store([Sample.quote("4", source: "manual")])
        try book.store([Sample.quote("3.5", source: "import prices.csv")])
        #expect(try best() == "manual")
        try book.store([Sample.quote("9", on: "2024-01-06", source: "b"), Sample.quote("8", on: "2024-01-06", source: "a")])
        #expect(try book.bestQuotes().map(\.source) == ["manual", "a"])
    }

    @Test(arguments: StoreKind.allCases)
    func theLatestIsNeverOfALaterDay(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        #expect(try book.latestQuote(of: InstrumentID(1)) == nil)
        try book.store([Sample.quote("1", on: "2024-01-05"), Sample.quote("2", on: "2024-01-08"), Sample.quote("3", on: "2024-01-08", source: "manual")])
        #expect(try book.latestQuote(of: InstrumentID(1))?.close == 3)
        #expect(try book.latestQuote(of: InstrumentID(1), on: Sample.day("2024-01-07"))?.close == 1)
        #expect(try book.latestQuote(of: InstrumentID(1), on: Sample.day("2024-01-04")) == nil)
        #expect(try book.latestQuote(of: InstrumentID(2)) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func anotherSessionNoticesNewQuotes(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let first = try shelf.open()
        try Sample.fill(first)
        let second = try shelf.open()
        let revision = try second.quoteRevision
        try second.refresh()
        try first.store([Sample.quote("1")])
        #expect(try second.refresh())
        #expect(try second.quoteRevision != revision)
        #expect(try second.quotes().count == 1)
    }

    @Test func aQuoteThatMakesNoSenseIsNamed() throws {
        let shelf = Shelf(.file)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.store([Sample.quote("1")])
        try RawDatabase(shelf.path).run("UPDATE quote SET close = 'cheap'")
        let error = storageError { _ = try book.quotes() }
        #expect(error?.kind == .damaged)
        #expect(error?.message.hasPrefix("family.luca is damaged: a quote of instrument 1 on 2024-01-05 cannot be read, \"cheap\" is not a number") == true)
        #expect(try book.verify().problems.map(\.kind) == [.store])
    }
}
