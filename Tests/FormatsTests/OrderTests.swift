import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

private func deposit(_ date: String, _ amount: Int) -> String { "\(date),deposit,A,,,,,\(amount),USD,\n" }

@Suite("The order of a file's rows")
struct OrderTests {
    @Test("In the order of dates, as they come") func kept() throws {
        let plan = try plan(header + deposit("2014-01-02", 1) + deposit("2014-01-02", 2) + deposit("2014-01-03", 3))
        #expect(plan.activities.map(\.amount) == [1, 2, 3].map { FixedDecimal($0) })
        #expect(plan.notices(.newestFirst).isEmpty && plan.notices(.reordered).isEmpty)
    }

    @Test("Newest first is read from the end, days included") func newestFirst() throws {
        let plan = try plan(header + deposit("2014-01-03", 4) + deposit("2014-01-02", 3) + deposit("2014-01-02", 2) + deposit("2014-01-01", 1))
        #expect(plan.activities.map(\.amount) == [1, 2, 3, 4].map { FixedDecimal($0) })
        #expect(plan.activities.indices.map(plan.activities.line) == [5, 4, 3, 2])
        #expect(plan.verdicts.map(\.line) == [2, 3, 4, 5])
        #expect(plan.notices(.newestFirst).count == 1)
    }

    @Test("Out of order they are sorted by day, each day as it comes") func sorted() throws {
        let plan = try plan(header + deposit("2014-01-02", 2) + deposit("2014-01-01", 1) + deposit("2014-01-02", 3) + deposit("2014-01-03", 4))
        #expect(plan.activities.map(\.amount) == [1, 2, 3, 4].map { FixedDecimal($0) })
        #expect(plan.notices(.reordered).count == 1)
    }

    @Test("Times order a day, and tell which way one day's rows go") func times() throws {
        let text = "date,type,account,amount\n2014-01-02 12:00,deposit,A,2\n2014-01-02 10:00,deposit,A,1\n"
        #expect(try plan(text).activities.map(\.amount) == [FixedDecimal(1), FixedDecimal(2)])
        #expect(try plan(text).notices(.newestFirst).count == 1)
    }

    @Test("Quotes newest first are turned round, so that the later of a day holds") func quotes() throws {
        let plan = try plan("Date,Close\n2014-01-03,3\n2014-01-02,2\n2014-01-02,1\n", ImportOptions(symbol: "X"))
        #expect(plan.quotes.map(\.close) == [1, 2, 3].map { FixedDecimal($0) })
        #expect(plan.quotes.indices.map(plan.quotes.line) == [4, 3, 2])
    }

    @Test("Whatever the order of the days, the same activities come in the same order") func shuffled() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<50 {
            var days = (0..<random.int(2...30)).map { Day(number: Int32(16_000 + $0)) }
            let text = { (days: [Day]) in days.map { deposit($0.description, Int($0.number)) }.joined() }
            let sorted = Array(try plan(header + text(days)).activities)
            days.shuffle(using: &random)
            #expect(Array(try plan(header + text(days)).activities) == sorted)
            #expect(Array(try plan(header + text(sorted.map(\.date).reversed())).activities) == sorted)
        }
    }
}
