import Foundation
import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Returns and risk against numpy and scipy")
struct PythonFiguresTests {
    private static let index = SharedData.prices("GSPC-daily-1999-2018.csv.gz")

    @Test("A month with flows and weekends")
    func sample() throws {
        let (series, prices) = try PythonFigures.sample(), figures = try PythonFigures(of: "sample")
        for (name, timing) in [("split", FlowTiming.split), ("start", .startOfDay), ("end", .endOfDay)] {
            try figures.check("total_\(name)", ReturnIndex(of: series, timing: timing).total().total)
            try figures.check("dietz_\(name)", ModifiedDietz(of: series, timing: timing).total)
        }
        let index = try ReturnIndex(of: series)
        var checked = try check(figures, index) + 6
        guard case .rate(let root) = try InternalRate(of: series.cashFlows()) else {
            Issue.record("no rate")
            return
        }
        figures.check("irr", root.annual)
        figures.check("irr_span", root.overSpan)
        let benchmark = try ReturnIndex(of: prices.sorted { $0.key < $1.key }.map { (day: $0.key, price: $0.value) })
        checked += try compare(figures, index, benchmark)
        figures.check("pme_closing", try PublicMarketEquivalent(of: series) { prices[$0] }.closing)
        #expect(figures.values.count == checked + 3)
    }

    @Test(
        "Real prices", .enabled(if: index != nil, "\(SharedData.absence)"),
        arguments: [
            ("ORCL", "ORCL-daily-1995-2014.csv"), ("NVDA", "NVDA-daily-1999-2014.csv"), ("GSPC", "GSPC-daily-1999-2018.csv.gz"),
        ])
    func realPrices(name: String, file: String) throws {
        let figures = try PythonFigures(of: name)
        let prices = try PythonFigures.prices(#require(SharedData.prices(file)))
        let index = try ReturnIndex(of: prices)
        try figures.check("total", index.total().total)
        try figures.check("annualized", index.total().annualized)
        var checked = try check(figures, index) + 2
        let days = try #require(try PeriodExtremes(of: index.periods(.day)))
        figures.check("best_day", days.best.total)
        figures.check("worst_day", days.worst.total)
        figures.check("positive_days", FixedDecimal(days.positive))
        let rolling = try #require(try PeriodExtremes(of: index.rolling(.years(1))))
        figures.check("rolling_count", FixedDecimal(rolling.count))
        figures.check("rolling_min", rolling.worst.total)
        figures.check("rolling_max", rolling.best.total)
        figures.check("rolling_last", try index.rolling(.years(1)).last?.total)
        checked += 7
        if name != "GSPC" {
            let benchmark = try PythonFigures.prices(#require(Self.index))
            checked += try compare(figures, index, ReturnIndex(of: benchmark))
            checked += try plan(figures, prices.filter { $0.day >= benchmark[0].day }, benchmark)
        }
        #expect(figures.values.count == checked)
    }

    /// Risk, falls and the calendar; how many figures were compared.
    private func check(_ figures: PythonFigures, _ index: ReturnIndex) throws -> Int {
        let risk = try RiskFigures(of: index, settings: RiskSettings(riskFree: exact("0.02")))
        figures.check("count", FixedDecimal(risk.count))
        figures.check("mean", risk.mean)
        figures.check("volatility", risk.volatility)
        figures.check("downside_deviation", risk.downsideDeviation)
        figures.check("sharpe", risk.sharpe)
        figures.check("sortino", risk.sortino)
        let falls = try index.drawdowns().falls, deepest = try #require(falls.deepest)
        figures.check("drawdown", deepest.depth)
        figures.check("peak", deepest.peak.description)
        figures.check("trough", deepest.trough.description)
        figures.check("recovery", deepest.recovery?.description)
        figures.check("longest_days", falls.longest(recovered: false).map { FixedDecimal($0.days) })
        var checked = 11
        for year in try index.calendar() {
            figures.check("year \(year.year)", year.total.total)
            checked += 1
            for (number, month) in year.months.enumerated() where figures.values["month \(year.year)-\(number + 1)"] != nil {
                figures.check("month \(year.year)-\(number + 1)", month?.total)
                checked += 1
            }
        }
        for quarter in try index.periods(.quarter) {
            figures.check("quarter \(quarter.from.year)-\(quarter.from.quarter)", quarter.total)
            checked += 1
        }
        return checked
    }

    private func compare(_ figures: PythonFigures, _ index: ReturnIndex, _ benchmark: ReturnIndex) throws -> Int {
        let compared = try BenchmarkComparison(of: index, with: benchmark, settings: RiskSettings(riskFree: exact("0.02")))
        figures.check("common", FixedDecimal(compared.count))
        figures.check("beta", compared.beta)
        figures.check("alpha", compared.alpha)
        figures.check("correlation", compared.correlation)
        figures.check("tracking_error", compared.trackingError)
        figures.check("information_ratio", compared.informationRatio)
        return 6
    }

    /// 500 on the first trading day of each month but the first, and the same in the index.
    private func plan(
        _ figures: PythonFigures, _ prices: [(day: Day, price: FixedDecimal)], _ benchmark: [(day: Day, price: FixedDecimal)]
    ) throws -> Int {
        var units = FixedDecimal.zero, points: [ValueSeries.Point] = [], payments = 0
        for (place, (day, price)) in prices.enumerated() {
            let isPayment = place > 0 && prices[place - 1].day.month != day.month
            if isPayment { (units, payments) = (try units + 500 / price, payments + 1) }
            points.append(ValueSeries.Point(day: day, value: try units * price, flow: isPayment ? 500 : 0))
        }
        let series = ValueSeries(points)
        let level = Dictionary(uniqueKeysWithValues: benchmark.map { ($0.day, $0.price) })
        let same = try PublicMarketEquivalent(of: series) { level[$0] }
        figures.check("plan_payments", FixedDecimal(payments))
        figures.check("plan_closing", series.closing.value)
        figures.check("plan_pme_closing", same.closing)
        #expect(same.shortSince == nil && same.missingPrice == nil)
        for (name, answer) in [("plan_irr", try InternalRate(of: series.cashFlows())), ("plan_pme_irr", try #require(same.internalRate))] {
            guard case .rate(let root) = answer else {
                Issue.record("\(name): \(answer)")
                continue
            }
            figures.check(name, root.annual)
        }
        return 5
    }
}
