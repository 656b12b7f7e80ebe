import Ledger
import Quotes
import TestSupport
import Testing
import Values

@Suite("Price histories")
struct PriceHistoryTests {
    private let instrument = InstrumentID(1)

    private func quote(_ date: String, _ close: FixedDecimal, _ source: String = "folder") -> Quote {
        Quote(instrument: instrument, date: try! Day(date), close: close, currency: .usd, source: source)
    }

    @Test("The last quote on or before a day, with its age, and none from after it")
    func latest() throws {
        let history = PriceHistory(of: instrument, [quote("2024-01-05", 3), quote("2024-01-02", 1), quote("2024-01-03", 2)])
        #expect(try history.latest(onOrBefore: Day("2024-01-01")) == nil)
        #expect(try history.latest(onOrBefore: Day("2024-01-02"))?.age == 0)
        let answer = try #require(try history.latest(onOrBefore: Day("2024-01-04")))
        #expect(answer.quote.close == 2 && answer.age == 1)
        #expect(try history.latest(onOrBefore: Day("2025-01-05"))?.age == 366)
        #expect(history.firstDay?.description == "2024-01-02" && history.lastDay?.description == "2024-01-05")
        #expect(PriceHistory(of: instrument).latest(onOrBefore: .max) == nil && PriceHistory(of: instrument).isEmpty)
    }

    @Test("What a person entered counts before what was fetched, on its day only; the other quote stays")
    func precedence() throws {
        var history = PriceHistory(of: instrument, [quote("2024-01-02", 1, "a"), quote("2024-01-02", 9, "manual"), quote("2024-01-03", 2, "a")])
        #expect(try history.quote(on: Day("2024-01-02"))?.close == 9)
        #expect(try history.latest(onOrBefore: Day("2024-01-03"))?.quote.close == 2)
        #expect(history.all().map(\.close) == [9, 1, 2] && history.quotes(from: .min, to: .max).map(\.close) == [9, 2])
        history.add(quote("2024-01-03", 4, "b"))
        #expect(try history.quote(on: Day("2024-01-03"))?.close == 2)
        let other = PriceHistory(of: instrument, history.all(), order: SourceOrder(["b", "manual"]))
        #expect(other.quotes(from: .min, to: .max).map(\.close) == [9, 4])
        #expect(try history.quote(on: Day("2024-01-01")) == nil)
    }

    @Test("A quote of the same day and source takes the place of the one before")
    func corrected() {
        var history = PriceHistory(of: instrument, [quote("2024-01-02", 1), quote("2024-01-02", 2)])
        #expect(history.all().map(\.close) == [2])
        history.add(quote("2024-01-02", 3))
        #expect(history.all().map(\.close) == [3])
    }

    @Test("Whatever order quotes come in, singly or together, the answers are those of looking through all of them")
    func oracle() {
        var random = SeededRandom.forTest()
        let sources = ["manual", "b", "a", "c"]
        for _ in 0..<50 {
            let order = SourceOrder(random.pick([[], ["c", "a"], ["b", "manual"]]))
            let quotes = (0..<random.int(0...60)).map { number in
                Quote(
                    instrument: instrument, date: Day(number: Int32(random.int(0...20))), close: FixedDecimal(number), currency: .usd,
                    source: random.pick(sources))
            }
            var singly = PriceHistory(of: instrument, order: order)
            for quote in quotes { singly.add(quote) }
            #expect(singly == PriceHistory(of: instrument, quotes, order: order))
            for number in -1...21 {
                let day = Day(number: Int32(number))
                #expect(singly.latest(onOrBefore: day) == expected(quotes, day, order))
                let end = Day(number: day.number + 5)
                #expect(singly.quotes(from: day, to: end) == (0...5).compactMap { singly.quote(on: Day(number: day.number + $0)) })
            }
        }
    }

    private func expected(_ quotes: [Quote], _ day: Day, _ order: SourceOrder) -> PriceHistory.Answer? {
        guard let date = quotes.map(\.date).filter({ $0 <= day }).max() else { return nil }
        let candidates = quotes.filter { $0.date == date }
        let source = candidates.map(\.source).reduce(candidates[0].source) { order.precedes($1, $0) ? $1 : $0 }
        return PriceHistory.Answer(quote: candidates.last { $0.source == source }!, age: Int(day.number - date.number))
    }
}
