import Ledger
import Testing
import Values
import Worth

@Suite("Risk figures")
struct RiskTests {
    /// Days of +10 %, -10 %, +20 %, -5 %, with a weekend before the last one that changes with it.
    private func index() throws -> ReturnIndex {
        try ReturnIndex(
            of: valueSeries(
                "2024-01-02 100", "2024-01-03 110", "2024-01-04 99", "2024-01-05 118.8", "2024-01-06 120 -", "2024-01-08 112.86"))
    }

    private func isNear(_ a: FixedDecimal?, _ text: String) throws -> Bool {
        guard let a else { return false }
        return try (a - exact(text)).magnitude <= exact("0.000000000002")
    }

    @Test("A year has as many observations as there were, to the nearest number that is usual")
    func periods() throws {
        func days(_ first: String, _ last: String, where isIn: (Day) -> Bool) throws -> [Day] {
            try (Day(first).number...Day(last).number).map { Day(number: $0) }.filter(isIn)
        }
        func periods(_ first: String, _ last: String, where isIn: (Day) -> Bool) throws -> Int { try RiskSettings.periodsPerYear(days(first, last, where: isIn)) }
        let holidays = Set(
            try ["2023-01-02", "2023-01-16", "2023-02-20", "2023-04-07", "2023-05-29", "2023-06-19", "2023-07-04", "2023-09-04", "2023-11-23", "2023-12-25"].map { try Day($0) })
        let exchange = { (day: Day) in day.weekday <= 5 && !holidays.contains(day) }
        #expect(try periods("2023-01-01", "2023-12-31", where: exchange) == 252)
        // One quote of a Saturday is one observation more, and not a market that is open every day.
        #expect(try periods("2023-01-01", "2023-12-31") { exchange($0) || $0 == (try? Day("2023-06-10")) } == 252)
        #expect(try periods("2022-01-01", "2023-12-31") { $0.weekday <= 5 } == 260)
        // Sunday to Thursday.
        #expect(try periods("2022-01-01", "2023-12-31") { $0.weekday == 7 || $0.weekday <= 4 } == 260)
        #expect(try periods("2022-01-01", "2023-12-31") { _ in true } == 365)
        #expect(try periods("2022-01-01", "2023-12-31") { $0.weekday == 5 } == 52)
        #expect(try periods("2022-01-31", "2023-12-31") { $0.isLastOfMonth } == 12)
        #expect(try periods("2020-01-01", "2023-12-31") { $0.isLastOfMonth && $0.month % 3 == 0 } == 4)
        #expect(try periods("2020-01-01", "2023-12-31") { $0.month == 12 && $0.day == 31 } == 1)
        // Twice a week is none of the usual ones.
        #expect(try periods("2022-01-01", "2023-12-31") { $0.weekday == 2 || $0.weekday == 4 } == 105)
        // Of a week or two nobody can tell more than that prices come daily.
        #expect(try periods("2023-03-06", "2023-03-10") { _ in true } == 252)
        #expect(try periods("2023-03-06", "2023-03-17") { $0.weekday <= 5 } == 260)
        #expect(try periods("2023-03-06", "2023-04-09") { _ in true } == 365)
        // Nor do five days and one Saturday make a market that is open every day.
        #expect(try periods("2023-03-06", "2023-03-13") { $0.weekday <= 6 } == 260)
        #expect(try periods("2023-03-06", "2023-03-20") { $0.weekday <= 5 || $0 == (try? Day("2023-03-11")) } == 260)
        #expect(RiskSettings.periodsPerYear([]) == 252)
        // Three ends of months that lie unevenly: by the span from the day before it they are months.
        let months = try ["2024-01-31", "2024-02-29", "2024-03-28"].map { try Day($0) }
        #expect(RiskSettings.periodsPerYear(months) == 13)
        #expect(try RiskSettings.periodsPerYear(months, after: Day("2023-12-31")) == 12)
    }

    @Test("Volatility, downside deviation and the ratios, by hand")
    func figures() throws {
        let risk = try RiskFigures(of: index())
        #expect(risk.count == 4 && risk.settings == .standard && risk.gap == nil)
        // Mean 0.15/4 = 0.0375; squares of the deviations 0.00390625 + 0.01890625 + 0.02640625 + 0.00765625 = 0.056875;
        // √(0.056875 / 3 · 252) = √4.7775.
        #expect(try risk.mean == exact("0.0375") && isNear(risk.volatility, "2.185749299439"))
        // √((0.01 + 0.0025) / 4 · 252) = √0.7875.
        #expect(try isNear(risk.downsideDeviation, "0.887411967465"))
        // 0.0375 · 252 / volatility, and over the downside deviation: 9.45 / 2.185749299439 and 9.45 / 0.887411967465.
        #expect(try isNear(risk.sharpe, "4.323460152735") && isNear(risk.sortino, "10.648943609579"))
    }

    @Test("A riskless rate and a smallest acceptable return")
    func targets() throws {
        // A riskless 5.0625 % over two periods is 2.5 % in each; (0.0375 - 0.025) / √(0.056875 / 3) · √2 = 0.0125 / 0.137689... · 1.41421...
        let settings = try RiskSettings(periodsPerYear: 2, riskFree: exact("0.050625"), minimumAcceptable: exact("0.1"))
        let risk = try RiskFigures(of: index(), settings: settings)
        #expect(try isNear(risk.sharpe, "0.128388147753"))
        // Below 0.1 lie -0.1 by 0.2 and -0.05 by 0.15: √((0.04 + 0.0225) / 4) = 0.125, times √2; (0.0375 - 0.1) / 0.125 · √2 = -0.5 √2.
        #expect(try isNear(risk.downsideDeviation, "0.176776695297") && isNear(risk.sortino, "-0.707106781187"))
        #expect(throws: ReturnsError.self) { try RiskSettings(periodsPerYear: 0) }
        #expect(throws: ReturnsError.self) { try RiskSettings(riskFree: -1) }
        #expect(throws: ReturnsError.self) { try RiskSettings(minimumAcceptable: -2) }
    }

    @Test("Too few returns, or none that vary, have no figures")
    func nothing() throws {
        let one = try RiskFigures(of: ReturnIndex(of: valueSeries("2024-01-02 100", "2024-01-03 110")))
        #expect(one.count == 1 && one.mean == nil && one.volatility == nil && one.sharpe == nil && one.sortino == nil && one.downsideDeviation == nil)
        // A third more each day: rounding alone makes a deviation.
        let same = try RiskFigures(of: ReturnIndex(of: valueSeries("2024-01-02 27", "2024-01-03 36", "2024-01-04 48", "2024-01-05 64")))
        #expect(same.volatility == 0 && same.sharpe == nil && same.downsideDeviation == 0 && same.sortino == nil)
    }

    @Test("Falls from a peak, the deepest and the longest")
    func drawdowns() throws {
        let falls = try ReturnIndex(
            of: valueSeries(
                "2024-01-01 100", "2024-01-02 120", "2024-01-03 120", "2024-01-04 90", "2024-01-05 96", "2024-01-06 120", "2024-01-07 150",
                "2024-01-08 147", "2024-01-20 149", "2024-01-21 147")
        ).drawdowns().falls
        #expect(try falls.map(\.depth) == [exact("-0.25"), exact("-0.02")])
        // The peak is the last day at it, the recovery the first one back.
        #expect(falls[0].peak.description == "2024-01-03" && falls[0].trough.description == "2024-01-04" && falls[0].recovery?.description == "2024-01-06")
        #expect(falls[0].days == 3 && falls[1].days == 14 && falls[1].recovery == nil && falls[1].trough.description == "2024-01-08")
        #expect(falls.deepest == falls[0] && falls.longest(recovered: false) == falls[1])
        #expect(try ReturnIndex(of: valueSeries("2024-01-01 1", "2024-01-02 2")).drawdowns().falls.deepest == nil)
    }

    @Test("The best and the worst, and the share above zero")
    func extremes() throws {
        let days = try #require(try PeriodExtremes(of: index().periods(.day)))
        #expect(try days.best.total == exact("0.2") && days.worst.total == exact("-0.1") && days.best.to == Day("2024-01-05"))
        #expect(try days.count == 4 && days.positive == 2 && days.positiveShare == exact("0.5"))
        // January is not whole, so there is no best month.
        #expect(try PeriodExtremes(of: index().periods(.month)) == nil)
    }
}

extension Day {
    fileprivate var isLastOfMonth: Bool { Day(number: number + 1).day == 1 }
}
