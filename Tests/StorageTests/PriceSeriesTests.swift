import Ledger
import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Series of prices, on every store")
struct PriceSeriesTests {
    private let one = InstrumentID(1)

    private func book(_ kind: StoreKind) throws -> Book {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        return book
    }

    @Test(arguments: StoreKind.allCases)
    func aSpanComesWithTheLastPriceBeforeIt(_ kind: StoreKind) throws {
        let book = try book(kind)
        try book.store((1...6).map { Sample.quote("\($0)", on: "2024-01-0\($0)") })
        func closes(_ from: String?, _ through: String?) throws -> [FixedDecimal]? {
            try book.priceSeries(of: [one], from: from.map(Sample.day), through: through.map(Sample.day))[one]?.prices.map(\.close)
        }
        #expect(try closes("2024-01-03", "2024-01-04") == [2, 3, 4])
        #expect(try closes("2024-01-01", "2024-01-01") == [1])
        #expect(try closes("2023-01-01", "2023-02-01") == nil)
        #expect(try closes("2024-03-01", nil) == [6])
        #expect(try closes(nil, "2024-01-02") == [1, 2])
        #expect(try closes(nil, nil) == [1, 2, 3, 4, 5, 6])
        // From what is known by now, and the same.
        #expect(try closes("2024-01-03", "2024-01-04") == [2, 3, 4])
        #expect(try closes("2023-01-01", "2023-02-01") == nil)
        #expect(try book.priceSeries(of: [InstrumentID(2)]).isEmpty)
        #expect(try book.priceSeries(of: [one, one])[one]?.prices.last?.currency == .usd)
    }

    @Test(arguments: StoreKind.allCases)
    func theyAreReadAnewOnceQuotesChange(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        try book.store([Sample.quote("1")])
        func last() throws -> FixedDecimal? { try book.priceSeries(of: [one])[one]?.prices.last?.close }
        #expect(try last() == 1)
        try book.trial {
            try book.store([Sample.quote("2")])
            #expect(try last() == 2)
        }
        #expect(try last() == 1)
        try shelf.open().store([Sample.quote("3")])
        #expect(try last() == 3)
        try book.store([rate("EUR", "USD", "1.1")])
        let revision = try book.marketRevision.quotes
        #expect(try book.removeQuote(of: one, on: Sample.day("2024-01-05"), source: "yahoo"))
        #expect(try !book.removeQuote(of: one, on: Sample.day("2024-01-05"), source: "yahoo"))
        #expect(try book.marketRevision.quotes != revision)
        #expect(try last() == nil)
    }

    /// Whatever several sources tell, a series is what `bestQuotes` tells of the same days.
    @Test(arguments: StoreKind.allCases)
    func seriesAreTheQuotesThatCount(_ kind: StoreKind) throws {
        var random = SeededRandom.forTest("seriesAreTheQuotesThatCount \(kind)")
        var moment: Int64 = 1_700_000_000_000_000
        let book = try Shelf(kind).open(clock: {
            // Moments with three and with six digits, some of them twice.
            moment += [0, 1, 1000, 1_000_000][Int(moment / 1000 % 4)]
            return Instant(microseconds: moment)
        })
        try Sample.fill(book)
        for _ in 0..<60 {
            moment += Int64(random.int(0...1)) * Int64(random.pick([1, 1000, 999_000]))
            try book.store([
                Sample.quote(
                    "\(random.int(1...99))", on: "2024-01-0\(random.int(1...7))",
                    source: random.pick(["manual", "import b.csv", "csv a", "yahoo", "ecb", "manually", "imp"]))
            ])
        }
        let best = try book.bestQuotes().map { PriceSeries.Price(date: $0.date, close: $0.close, currency: $0.currency) }
        #expect(try (book.priceSeries(of: [one])[one]?.prices).map(Array.init) == best)
        for _ in 0..<30 {
            let (first, last) = (Sample.day("2024-01-0\(random.int(1...7))"), Sample.day("2024-01-0\(random.int(1...7))"))
            let before = best.last { $0.date < first }?.date ?? first
            let expected = best.filter { $0.date >= before && $0.date <= last }
            #expect(try Array((book.priceSeries(of: [one], from: first, through: last)[one] ?? PriceSeries([])).prices) == expected)
        }
    }
}
