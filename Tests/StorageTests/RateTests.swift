import Ledger
import Testing
import Values

@testable import Storage

@Suite("Rates, on every store")
struct RateTests {
    private let usd = [rate("EUR", "USD", "1.1", on: "2024-01-04"), rate("EUR", "USD", "1.2", on: "2024-01-05")]

    @Test(arguments: StoreKind.allCases)
    func theSameAgainIsNothingNewAndNothingIsRecordedInTheJournal(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let book = try shelf.open()
        try Sample.fill(book)
        let head = try book.verify().head
        // Backwards, and one twice: the later stands.
        #expect(try book.store(usd.reversed() + [rate("EUR", "GBP", "0.9"), rate("EUR", "GBP", "0.8")]) == 4)
        let revision = try book.rateRevision
        #expect(try book.store(usd) == 0)
        #expect(try book.rateRevision == revision)
        #expect(try book.store([rate("EUR", "USD", "1.25"), usd[0]]) == 1)
        #expect(try book.rateRevision == revision + 1)
        #expect(try shelf.open().rates() == [rate("EUR", "GBP", "0.8"), usd[0], rate("EUR", "USD", "1.25")])
        #expect(try book.verify().head == head)
        #expect(try book.verify().isSound)
    }

    @Test(arguments: StoreKind.allCases)
    func filtersTakeCurrenciesAndSpan(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        let gbp = rate("GBP", "EUR", "1.15"), yen = rate("USD", "JPY", "150")
        try book.store(usd + [gbp, yen])
        #expect(try book.rates() == usd + [gbp, yen])
        #expect(try book.rates(RateFilter(from: .eur)) == usd)
        #expect(try book.rates(RateFilter(to: .eur)) == [gbp])
        #expect(try book.rates(RateFilter(from: .gbp, to: .usd)).isEmpty)
        #expect(try book.rates(RateFilter(either: .usd)) == usd + [yen])
        #expect(try book.rates(RateFilter(either: .usd, firstDay: Sample.day("2024-01-05"))) == [usd[1], yen])
        #expect(try book.rates(RateFilter(lastDay: Sample.day("2024-01-04"))) == [usd[0]])
        let answer = try book.query("SELECT \"from\", \"to\", rate FROM rates WHERE rate > 9 ORDER BY date")
        #expect(answer.values == [.text("USD"), .text("JPY"), .text("150")])
        #expect(answer.columns.map(\.isDecimal) == [false, false, true])
    }

    @Test(arguments: StoreKind.allCases)
    func aRateThatMakesNoSenseIsRefused(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        let zero = storageError { try book.store([rate("EUR", "USD", "0")]) }
        #expect(
            zero?.description == "A rate from EUR to USD on 2024-01-05 cannot be 0: it has to be above zero. Say how much of USD one EUR is worth.")
        let itself = storageError { try book.store([rate("EUR", "EUR", "1")]) }
        #expect(
            itself?.description == "A rate from EUR to EUR on 2024-01-05 cannot be 1: a currency is worth one of itself. Name two currencies.")
        #expect(try book.rates().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func whatCountsFollowsTheSourcesAsWithQuotes(_ kind: StoreKind) throws {
        var seconds: Int64 = 0
        let book = try Shelf(kind).open(clock: {
            seconds += 1
            return Instant(microseconds: seconds * 1_000_000)
        })
        func best() throws -> Conversion.Leg? { try book.rateGraph.conversion(from: .eur, to: .usd, on: Sample.day("2024-01-05"))?.oldest }
        for (value, source, winner) in [
            ("1", "yahoo", "yahoo"), ("2", "ecb", "ecb"), ("1.5", "yahoo", "yahoo"), ("3", "import a.csv", "import a.csv"),
            ("2.5", "ecb", "import a.csv"), ("4", "manual", "manual"), ("3.5", "csv", "manual"),
        ] {
            try book.store([rate("EUR", "USD", value, source: source)])
            #expect(try best()?.source == winner)
        }
        #expect(try book.removeRate(from: .eur, to: .usd, on: Sample.day("2024-01-05"), source: "manual"))
        #expect(try !book.removeRate(from: .eur, to: .usd, on: Sample.day("2024-01-05"), source: "manual"))
        #expect(try best()?.source == "csv")
        #expect(try best()?.rate == Sample.decimal("3.5"))
    }

    @Test(arguments: StoreKind.allCases)
    func theGraphIsKeptUntilRatesChangeHereOrElsewhere(_ kind: StoreKind) throws {
        let shelf = Shelf(kind)
        let (book, other) = (try shelf.open(), try shelf.open())
        try book.store(usd)
        let graph = try book.rateGraph
        #expect(try book.rateGraph === graph)
        #expect(graph.pairs == [RatePair(from: .eur, to: .usd, first: Sample.day("2024-01-04"))])
        #expect(try graph.conversion(from: .usd, to: .eur, on: Sample.day("2024-02-01"))?.oldest?.rate == Sample.decimal("1.2"))
        try book.define(Sample.brokerage)
        #expect(try book.rateGraph === graph)
        try other.store([rate("GBP", "EUR", "1.15")])
        let later = try book.rateGraph
        #expect(later !== graph)
        #expect(later.pairs.map(\.from) == [.eur, .gbp])
    }

    @Test(arguments: StoreKind.allCases)
    func whatAnActStoresCountsInItAndIsForgottenWithIt(_ kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try book.store(usd)
        func last() throws -> FixedDecimal? { try book.rateGraph.conversion(from: .eur, to: .usd, on: Sample.day("2024-01-06"))?.rate }
        let revision = try book.marketRevision
        try book.trial {
            #expect(try last() == Sample.decimal("1.2"))
            try book.store([rate("EUR", "USD", "9")])
            #expect(try last() == 9)
            try book.trial {
                try book.store([rate("EUR", "USD", "8")])
                #expect(try last() == 8)
            }
            #expect(try last() == 9)
        }
        #expect(try last() == Sample.decimal("1.2"))
        let afterwards = try book.marketRevision
        #expect(afterwards.quotes == revision.quotes)
        try book.trial { try book.define(Sample.brokerage) }
        #expect(try book.marketRevision == afterwards)
    }

    @Test func damagedRatesAreNamed() throws {
        for (change, problem) in [
            ("rate = 'cheap'", "\"cheap\" is not a number"), ("rate = '-1'", "-1 is not above zero"), ("date = '2024-13-01'", "2024-13-01 is not a date"),
        ] {
            let shelf = Shelf(.file)
            let book = try shelf.open()
            try book.store([usd[1]])
            try RawDatabase(shelf.path).run("UPDATE rate SET \(change)")
            for ask in [{ _ = try book.rates() }, { _ = try book.rateGraph.conversion(from: .eur, to: .usd, on: Sample.day("2025-01-05")) }] {
                let error = storageError(ask)
                #expect(error?.kind == .damaged)
                #expect(error?.message.contains(problem) == true, "\(error?.message ?? "no error")")
            }
            #expect(try book.verify().problems.map(\.kind) == [.store])
        }
    }
}

/// A rate as the tests store it.
func rate(_ from: String, _ to: String, _ rate: String, on date: String = "2024-01-05", source: String = "ecb") -> Rate {
    try! Rate(from: Currency(from), to: Currency(to), date: Day(date), rate: FixedDecimal(rate), source: source)
}
