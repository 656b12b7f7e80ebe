import Ledger
import Testing
import Values
import Worth

@Suite("Time-weighted returns")
struct ReturnIndexTests {
    private func total(_ series: ValueSeries, _ timing: FlowTiming = .split) throws -> PeriodReturn {
        try ReturnIndex(of: series, timing: timing).total()
    }

    @Test("Days chain, and money that comes and goes is no return")
    func chained() throws {
        let series = try valueSeries("2024-01-01 100", "2024-01-02 110", "2024-01-03 210 +100", "2024-01-04 150 -50", "2024-01-05 165")
        // 110/100 · 210/(110+100) · (150+50)/210 · 165/150 = 1.1 · 1 · 200/210 · 1.1 = 1.152380952380952381.
        let split = try total(series)
        #expect(try split.total == exact("0.152380952380952381"))
        #expect(split.days == 4 && split.annualized == nil && split.timing == .split && split.isWhole && split.gap == nil)
        #expect(split.from.description == "2024-01-02" && split.to.description == "2024-01-05")
        let steps = try ReturnIndex(of: series).cumulative()
        #expect(try steps.map(\.total) == [exact("0.1"), exact("0.1"), exact("0.047619047619047619"), split.total])
        #expect(steps.map(\.days) == [1, 2, 3, 4])
        // At the start: 1.1 · 210/210 · 150/(210-50) · 1.1 = 1.21 · 0.9375.
        #expect(try total(series, .startOfDay).total == exact("0.134375"))
        // At the end: 1.1 · (210-100)/110 · (150+50)/210 · 1.1, which is the same as split here.
        #expect(try total(series, .endOfDay).total == exact("0.152380952380952381"))
        #expect(try total(series, .endOfDay).timing == .endOfDay)
    }

    @Test("The first deposit and the last withdrawal have a return of their own day")
    func fromNothingToNothing() throws {
        // 1000 become 1010 on the first day; 1111 are taken out on the last, 1.1 times what was there.
        let series = try valueSeries("2024-01-01 0", "2024-01-02 1010 +1000", "2024-01-03 0 -1111", "2024-01-04 0", "2024-01-05 100 +100")
        #expect(try total(series).total == exact("0.111"))
        // At the end of the day, nothing was there to earn the ten.
        let end = try total(series, .endOfDay)
        #expect(try end.total == nil && end.gap == .noCapital(day: Day("2024-01-02"), base: 0))
        // At the start of the day, all is taken out before the day's gain.
        let start = try total(series, .startOfDay)
        #expect(try start.gap == .noCapital(day: Day("2024-01-03"), base: -101) && start.annualized == nil)
    }

    @Test("A broken chain breaks only the spans over the break")
    func broken() throws {
        let series = try valueSeries("2024-01-01 100", "2024-01-02 110", "2024-01-03 -10", "2024-01-04 50", "2024-01-05 55", "2024-01-06 66")
        let index = try ReturnIndex(of: series)
        #expect(try index.total().gap == .lostMoreThanAll(day: Day("2024-01-03")))
        #expect(try index.total(after: Day("2024-01-01"), through: Day("2024-01-02"))?.total == exact("0.1"))
        #expect(try index.total(after: Day("2024-01-04"), through: Day("2024-01-06"))?.total == exact("0.32"))
        #expect(try index.total(after: Day("2024-01-03"), through: Day("2024-01-05"))?.gap == .noCapital(day: Day("2024-01-04"), base: -10))
        #expect(try index.total(after: Day("2023-12-31"), through: Day("2024-01-05")) == nil)
        #expect(try index.total(after: Day("2024-01-04"), through: Day("2024-01-07")) == nil)
        #expect(try RiskFigures(of: index).gap == .lostMoreThanAll(day: Day("2024-01-03")))
        #expect(try index.drawdowns().gap == .lostMoreThanAll(day: Day("2024-01-03")))
    }

    @Test("All lost is -100 %, and new money earns from there")
    func allLost() throws {
        let series = try valueSeries("2023-01-01 100", "2023-01-02 0", "2023-01-03 0", "2024-01-03 50 +50", "2024-01-04 60")
        let index = try ReturnIndex(of: series)
        #expect(try index.total().total == -1 && index.total().annualized == -1 && index.total().gap == nil)
        #expect(try index.total(after: Day("2023-01-02"), through: Day("2024-01-04"))?.total == exact("0.2"))
        let falls = try index.drawdowns().falls
        #expect(try falls.map(\.depth) == [-1] && falls[0].recovery == nil && falls[0].trough == Day("2023-01-02"))
    }

    @Test("Only a year or more is annualised")
    func annualized() throws {
        // 1.21 over 730 days is 1.1 a year; over 365 it stands as it is; over 364 it has no yearly figure.
        #expect(try total(valueSeries("2021-01-01 100", "2023-01-01 121")).annualized == exact("0.1"))
        #expect(try total(valueSeries("2023-01-01 100", "2024-01-01 121")).annualized == exact("0.21"))
        let short = try total(valueSeries("2023-01-01 100", "2023-12-31 121"))
        #expect(try short.annualized == nil && short.total == exact("0.21"))
        // 0.25 over 730 days: √0.25 - 1.
        #expect(try total(valueSeries("2021-01-01 100", "2023-01-01 25")).annualized == exact("-0.5"))
    }

    @Test("A long chain keeps its digits")
    func manyDays() throws {
        // Ten thousand days of 1/3 up and 1/4 down lead back to where they began.
        let points = (0...10_000).map { ValueSeries.Point(day: Day(number: Int32($0)), value: $0 % 2 == 0 ? 300 : 400) }
        let total = try #require(try total(ValueSeries(points)).total)
        #expect(try total.magnitude <= exact("0.00000000000001"))
    }

    @Test("A series of one value has no return")
    func single() throws {
        let single = try ReturnIndex(of: valueSeries("2024-01-02 5"))
        #expect(try single.total().gap == .noDays && single.periods(.month).isEmpty && single.periods(.day).isEmpty && single.rolling(.days(1)).isEmpty)
    }

    @Test("What does not fit a decimal breaks the chain, and every reason is a sentence")
    func sentences() throws {
        let day = try Day("2024-01-02")
        let beyond = try ReturnIndex(of: valueSeries("2024-01-01 0.000000000000000001", "2024-01-02 100000000000000000000", "2024-01-03 100000000000000000000"))
        #expect(try beyond.total().gap == .beyondBound(day: day) && beyond.total().total == nil)
        #expect(try beyond.total(after: day, through: day.adding(days: 1))?.total == .zero)
        let gaps: [ReturnGap] = [.beyondBound(day: day), .noCapital(day: day, base: -5), .lostMoreThanAll(day: day), .noDays, .noAverageCapital(0)]
        let errors: [ReturnsError] = [
            .badPrice(day: day, price: 0), .badSetting(name: "a", value: 0, allowed: "b"), .arithmetic(.divisionByZero),
        ]
        #expect(Set(gaps.map(\.kind) + errors.map(\.kind)).count == gaps.count + errors.count)
        for text in gaps.map(\.description) + errors.map(\.description) { #expect(text.count > 10 && !text.hasSuffix(".")) }
    }
}
