import FetchWire
import Ledger
@testable import Quotes
import TestSupport
import Testing
import Values

@Suite("Yahoo Finance")
struct YahooProviderTests {
    private let from = day("2020-01-01"), to = day("2026-12-31")

    private func history(_ answer: YahooAnswer, _ currency: Currency = .usd, from: Day? = nil, to: Day? = nil) throws(QuoteError) -> QuoteBatch {
        try YahooProvider(configuration(answer.transport)).history(subject("X", currency), from: from ?? self.from, to: to ?? self.to)
    }

    @Test("Bars become quotes of their day at the exchange; floats become decimals; days without a close are passed over")
    func bars() throws {
        let batch = try history(YahooAnswer(rows: [(1_604_500_200, "114.94999694824219"), (1_604_586_600, "null"), (1_604_673_000, "118.69000244140625")]))
        #expect(batch.quotes.map(\.date.description) == ["2020-11-04", "2020-11-06"] && batch.quotes.map(\.close) == [number("114.95"), number("118.69")])
        let quote = try #require(batch.quotes.first)
        #expect(quote.open == quote.close && quote.adjusted == quote.close && quote.volume == 1000 && quote.source == "yahoo" && quote.currency == .usd)
        #expect(batch.issues.isEmpty && !batch.isSplitAdjusted)
    }

    @Test("The day is that of the exchange, in summer and in winter, east and west of Greenwich, at midnight and in an unknown zone")
    func days() throws {
        // Midnight in London in summer is 23:00 UTC of the day before, though the offset of today is nought.
        #expect(try history(YahooAnswer(zone: "Europe/London", offset: 0, rows: [(1_593_558_000, "1")])).quotes.map(\.date.description) == ["2020-07-01"])
        #expect(try history(YahooAnswer(zone: "Europe/London", offset: 0, rows: [(1_577_836_800, "1")])).quotes.map(\.date.description) == ["2020-01-01"])
        // 10:00 in Sydney is 23:00 UTC of the day before; 16:00 in Honolulu 02:00 UTC of the day after.
        let sydney = YahooAnswer(zone: "Australia/Sydney", offset: 39600, rows: [(1_578_006_000, "1")])
        #expect(try history(sydney).quotes.map(\.date.description) == ["2020-01-03"])
        let honolulu = YahooAnswer(zone: "Pacific/Honolulu", offset: -36000, rows: [(1_578_016_800, "1")])
        #expect(try history(honolulu).quotes.map(\.date.description) == ["2020-01-02"])
        #expect(try history(YahooAnswer(zone: "Mars/Olympus", offset: 39600, rows: [(1_578_006_000, "1")])).quotes.map(\.date.description) == ["2020-01-03"])
    }

    @Test("The running day comes as a bar and as the price of now: one quote, the later one")
    func liveBar() throws {
        // 2026-01-15: opened at 14:30 UTC, now 15:15.
        let batch = try history(YahooAnswer(rows: [(1_768_401_000, "10"), (1_768_487_400, "11"), (1_768_490_100, "12")]))
        #expect(batch.quotes.map(\.date.description) == ["2026-01-14", "2026-01-15"] && batch.quotes.map(\.close) == [10, 12])
    }

    @Test("The latest price is dated by its own time, never by the day asked for; before that day it is the last close")
    func latest() throws {
        let answer = YahooAnswer(live: ("12.5", 1_768_490_100), rows: [(1_768_401_000, "10"), (1_768_487_400, "11")])
        let provider = YahooProvider(configuration(answer.transport))
        let live = try #require(try provider.latest(subject("X"), onOrBefore: day("2026-01-17")))
        #expect(live.date == day("2026-01-15") && live.close == number("12.5"))
        #expect(try provider.latest(subject("X"), onOrBefore: day("2026-01-14"))?.close == 10)
        #expect(try provider.latest(subject("X"), onOrBefore: day("2026-01-13")) == nil)
        let stale = YahooAnswer(live: ("9", 1_768_314_600), rows: [(1_768_401_000, "10")])
        #expect(try YahooProvider(configuration(stale.transport)).latest(subject("X"), onOrBefore: day("2026-01-17"))?.close == 10)
    }

    @Test("Pence become pounds, in prices and dividends; another currency is refused with both names")
    func currencies() throws {
        let answer = YahooAnswer(
            currency: "GBp", zone: "Europe/London", offset: 0, rows: [(1_577_952_000, "1259.5")],
            dividends: #"{"1577952000":{"amount":2.5,"date":1577952000}}"#)
        let batch = try history(answer, .gbp)
        #expect(batch.quotes.map(\.close) == [number("12.595")] && batch.quotes.map(\.currency) == [.gbp] && batch.quotes.map(\.volume) == [1000])
        #expect(batch.dividends.map(\.amount) == [number("0.025")])
        // What the provider says counts, not what the subject expects of it.
        let pence = try QuoteSubject(instrument: subject("X").instrument, symbol: "X", quotedIn: "GBp")
        #expect(try YahooProvider(configuration(answer.transport)).history(pence, from: from, to: to).quotes.map(\.close) == [number("12.595")])
        let error = try #require(failure { () throws(QuoteError) in try history(answer, .usd) })
        #expect(error.kind == .wrongCurrency && error.message == "yahoo quotes X in GBp, and the instrument is in USD")
        #expect(try history(YahooAnswer(currency: nil, rows: [(1_577_952_000, "1")]), .eur).quotes.map(\.currency) == [.eur])
    }

    @Test("Prices, volumes and dividends before a split are told as they were on their day; the split's own day is after it")
    func splits() throws {
        // Four for one on 2020-08-31 and, later than asked for, three for two on 2021-06-01.
        let answer = YahooAnswer(
            rows: [(1_598_621_400, "20"), (1_598_880_600, "21"), (1_622_554_200, "14")],
            splits: #"{"1598880600":{"date":1598880600,"numerator":4,"denominator":1},"1622554200":{"date":1622554200,"numerator":3,"denominator":2}}"#,
            dividends: #"{"1598621400":{"amount":0.1,"date":1598621400}}"#)
        let batch = try history(answer, to: day("2020-12-31"))
        #expect(batch.quotes.map(\.close) == [120, number("31.5")] && batch.quotes.map(\.open) == [120, number("31.5")])
        #expect(batch.quotes.map(\.adjusted) == [20, 21])
        #expect(try batch.quotes.map(\.volume) == [FixedDecimal.mulDiv(1000, 1, 6), FixedDecimal.mulDiv(1000, 2, 3)])
        #expect(batch.dividends == [DividendEvent(date: day("2020-08-28"), amount: number("0.6"))])
        #expect(batch.splits.map(\.date) == [day("2020-08-31")] && batch.splits.map(\.ratio.description) == ["4:1"])
        #expect(try history(answer).splits.count == 2)
    }

    @Test("A history is asked for up to today, whatever its end, so that all splits are known; the symbol is escaped")
    func request() throws {
        let transport = YahooAnswer().transport
        _ = try YahooProvider(configuration(transport, baseURLs: ["yahoo": "http://proxy/y/"])).history(
            subject("^GSPC/ä"), from: day("2020-01-02"), to: day("2020-01-03"))
        let url = try #require(transport.requests.first?.url)
        #expect(url == "http://proxy/y/v8/finance/chart/%5EGSPC%2F%C3%A4?period1=1577836800&period2=1768608000&interval=1d&events=div%7Csplit")
        #expect(transport.requests.first?.headers.map(\.name) == ["User-Agent"])
    }

    @Test("Nothing for these days is an empty history; a span in the future asks nothing")
    func nothing() throws {
        #expect(try history(YahooAnswer()).quotes.isEmpty)
        let none = CannedTransport(
            status: 400, #"{"chart":{"result":null,"error":{"code":"Bad Request","description":"Data doesn't exist for startDate = 1, endDate = 2"}}}"#)
        #expect(try YahooProvider(configuration(none)).history(subject("X"), from: from, to: to) == QuoteBatch())
        let transport = YahooAnswer().transport
        #expect(try YahooProvider(configuration(transport)).history(subject("X"), from: day("2027-01-01"), to: .max).quotes.isEmpty)
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "What it answers instead of a chart is an error with a sentence",
        arguments: [
            (404, #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#, QuoteError.Kind.unknownSymbol),
            (200, "<html>maintenance</html>", .malformed), (200, "", .malformed), (200, "{}", .malformed), (200, #"{"chart":{"result":[]}}"#, .malformed),
            (200, #"{"chart":{"result":[{"meta":"#, .malformed), (401, #"{"finance":{"error":{"description":"Invalid Crumb"}}}"#, .refused), (418, "", .server),
            (422, #"{"chart":{"error":{"code":"Unprocessable","description":"no such interval"}}}"#, .server),
        ])
    func errors(status: Int, body: String, kind: QuoteError.Kind) throws {
        let provider = YahooProvider(configuration(CannedTransport(status: status, body)))
        let error = try #require(failure { () throws(QuoteError) in try provider.history(subject("X"), from: from, to: to) })
        #expect(error.kind == kind && !error.message.isEmpty)
        if status == 401 { #expect(error.message == "yahoo refused to answer: Invalid Crumb") }
    }

    @Test("A search gives symbols with their names, exchanges and kinds")
    func search() throws {
        let transport = CannedTransport(
            """
            {"count":2,"news":[{"title":"x"}],"quotes":[{"symbol":"AAPL","longname":"Apple Inc.","exchDisp":"NASDAQ","quoteType":"EQUITY"},
            {"symbol":"GC=F","shortname":"Gold","exchange":"CMX","quoteType":"FUTURE"},{"isYahooFinance":false,"name":"a firm"}]}
            """)
        let matches = try YahooProvider(configuration(transport)).search("apple & co")
        #expect(
            matches == [
                SymbolMatch(symbol: "AAPL", name: "Apple Inc.", exchange: "NASDAQ", kind: .stock), SymbolMatch(symbol: "GC=F", name: "Gold", exchange: "CMX"),
            ])
        #expect(transport.requests.first?.url.contains("q=apple%20%26%20co&") == true)
    }

    @Test("Pairs of currencies are rates")
    func rates() throws {
        let answer = YahooAnswer(zone: "Europe/London", offset: 0, rows: [(1_577_836_800, "1.1220825910568237"), (1_577_923_200, "1.1171437501907349")])
        let rates = try YahooRates(configuration(answer.transport), pairs: [.init(from: .eur, to: .usd)]).rates(from: day("2020-01-02"), to: to)
        #expect(
            rates.map(\.date.description) == ["2020-01-02"] && rates.map(\.rate) == [number("1.1171438")] && rates.map(\.from) == [.eur]
                && rates.map(\.to) == [.usd])
    }
}
