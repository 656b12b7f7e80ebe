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

    @Test("Where rows go both ways, units come before they go on the same day") func bothWays() throws {
        let ledger = Ledger(),
            text = """
                date,type,account,symbol,quantity,price,currency
                2016-08-17,buy,A,X,19.036,1,USD
                2016-02-16,sell,A,X,23.593,1,USD
                2016-04-29,buy,A,X,33.104,1,USD
                2016-03-31,sell,A,X,35.152,1,USD
                2016-01-28,buy,A,X,33.0,1,USD
                2016-01-25,buy,A,X,13.0,1,USD
                2016-05-15,buy,A,X,25.545,1,USD
                2016-03-10,buy,A,X,36.0,1,USD
                2016-04-29,sell,A,X,11.035,1,USD
                2016-04-21,sell,A,X,70.305,1,USD
                2016-01-29,buy,A,X,23.0,1,USD
                2016-03-10,buy,A,X,38.0,1,USD
                2016-03-05,sell,A,X,15.728,1,USD
                2016-01-28,sell,A,X,13.889,1,USD
                2016-02-12,buy,A,X,20.0,1,USD

                """
        let plan = try record(FormatsTests.plan(text), in: ledger)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try ledger.holdings().map(\.quantity) == [try FixedDecimal("70.983")])
    }
}
