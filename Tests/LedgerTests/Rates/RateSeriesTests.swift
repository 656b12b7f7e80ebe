import Ledger
import Testing
import TestSupport
import Values

@Suite struct RateSeriesTests {
    private func series(_ numbers: [Int32]) -> RateSeries {
        RateSeries(numbers.map { RateSeries.Fixing(date: Day(number: $0), rate: FixedDecimal(Int($0)), source: "test") })
    }

    @Test func theLastOnOrBeforeADayCounts() {
        let series = series([10, 12, 20])
        #expect([9, 10, 11, 12, 13, 19, 20, 99].map { series.rate(onOrBefore: Day(number: $0))?.rate } == [nil, 10, 10, 12, 12, 12, 20, 20])
        #expect(self.series([]).rate(onOrBefore: Day(number: 0)) == nil)
    }

    /// Whatever place is guessed, also one that does not exist, the answer is what looking through all of them finds.
    @Test func aGuessChangesNothing() {
        var random = SeededRandom.forTest()
        for _ in 0..<300 {
            let numbers = Set((0..<random.int(0...12)).map { _ in Int32(random.int(0...30)) }).sorted()
            let series = series(numbers)
            for day in Int32(-1)...31 {
                #expect(series.place(onOrBefore: Day(number: day), guess: random.int(-2...14)) == numbers.lastIndex { $0 <= day })
            }
        }
    }
}
