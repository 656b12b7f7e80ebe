import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("Returns of the calendar's periods and of windows")
struct ReturnPeriodTests {
    @Test("Months, and those that the series begins or ends within")
    func months() throws {
        let series = try valueSeries(
            "2023-12-15 100", "2023-12-31 110", "2024-01-31 121", "2024-02-29 121", "2024-03-10 133.1")
        let months = try ReturnIndex(of: series).periods(.month)
        #expect(
            months.map { "\($0.from) \($0.to) \($0.total!) \($0.isWhole)" } == [
                "2023-12-16 2023-12-31 0.1 false", "2024-01-01 2024-01-31 0.1 true", "2024-02-01 2024-02-29 0 true",
                "2024-03-01 2024-03-10 0.1 false",
            ])
        let quarters = try ReturnIndex(of: series).periods(.quarter)
        #expect(try quarters.map(\.total) == [exact("0.1"), exact("0.21")] && quarters.map(\.isWhole) == [false, false])
    }

    @Test("Periods without a point of their own have not moved; trading days alone count as days")
    func sparse() throws {
        let index = try ReturnIndex(of: valueSeries("2023-12-31 100", "2024-02-10 110", "2024-02-11 120 -", "2024-02-12 121"))
        let months = try index.periods(.month)
        #expect(try months.map(\.total) == [0, exact("0.21")])
        #expect(months.map(\.isWhole) == [true, false])
        let days = try index.periods(.day)
        #expect(try days.map(\.total) == [exact("0.1"), exact("0.1")])
        #expect(days.map(\.from.description) == ["2024-01-01", "2024-02-11"] && days.map(\.to.description) == ["2024-02-10", "2024-02-12"])
    }

    @Test("A span that begins or ends with a day of unknown value has no return; one that leads over such days has")
    func unknown() throws {
        // Known up to January 20th and from April 10th on.
        let passed = (0..<81).map { ValueSeries.UnknownDay(day: Day(number: try! Day("2024-01-21").number + $0), isTrading: $0 % 7 < 5) }
        let points = try [("2023-12-31", "100"), ("2024-01-20", "110"), ("2024-04-11", "121"), ("2024-04-30", "242"), ("2024-06-30", "242")].map {
            ValueSeries.Point(day: try Day($0.0), value: try exact($0.1))
        }
        let series = ValueSeries(points, passedOver: passed), index = try ReturnIndex(of: series)
        #expect(try index.total().total == exact("1.42"))
        let months = try index.periods(.month)
        #expect(months.map(\.total) == [nil, nil, nil, nil, 0, 0])
        #expect(
            try months.map(\.gap) == [
                .unknownValue(day: Day("2024-01-31")), .unknownValue(day: Day("2024-01-31")), .unknownValue(day: Day("2024-02-29")), .unknownValue(day: Day("2024-03-31")), nil,
                nil,
            ])
        #expect(try index.periods(.quarter).map(\.total) == [nil, nil] && index.periods(.year).map(\.total) == [exact("1.42")])
        #expect(PeriodExtremes(of: months) == nil && PeriodExtremes(of: months.suffix(2))?.best.total == 0)
        // Windows of a month by days: only those that begin and end with known values.
        let windows = try index.rolling(.days(30))
        #expect(windows.count == 75 && windows.filter { $0.total != nil }.map(\.to.description) == ["2024-06-30"])
        #expect(try index.total(after: Day("2024-01-20"), through: Day("2024-04-11"))?.total == exact("0.1"))
        #expect(try index.total(after: Day("2024-01-20"), through: Day("2024-03-01"))?.gap == .unknownValue(day: Day("2024-03-01")))
        // No return of a day leads over days with prices whose value is unknown, and the deepest fall may lie there.
        #expect(try index.periods(.day).map(\.total) == [exact("0.1"), nil, 1, 0])
        let risk = try RiskFigures(of: index), falls = try index.drawdowns()
        #expect(try risk.volatility == nil && risk.gap == .unknownValue(day: Day("2024-01-21")) && falls.gap == risk.gap && falls.falls.isEmpty)
        // Without prices on them nothing was missed.
        let quiet = try ReturnIndex(of: ValueSeries(points, passedOver: passed.map { ValueSeries.UnknownDay(day: $0.day, isTrading: false) }))
        #expect(try RiskFigures(of: quiet).count == 4 && quiet.drawdowns().gap == nil && quiet.periods(.month)[0].total == nil)
    }

    @Test("The calendar has its months under its years, and they chain to them")
    func calendar() throws {
        let table = try ReturnIndex(
            of: valueSeries(
                "2022-11-30 100", "2022-12-31 110", "2023-06-30 99", "2023-12-31 108.9", "2024-01-31 98.01")
        ).calendar()
        #expect(table.map(\.year) == [2022, 2023, 2024])
        #expect(try table.map(\.total.total) == [exact("0.1"), exact("-0.01"), exact("-0.1")])
        #expect(table.map(\.total.isWhole) == [false, true, false])
        #expect(table[0].months.map { $0?.total?.description } == Array(repeating: nil, count: 11) + ["0.1"])
        #expect(table[1].months.map { $0!.total! } == (try ["0", "0", "0", "0", "0", "-0.1", "0", "0", "0", "0", "0", "0.1"].map(exact)))
        #expect(table[2].months.compactMap { $0 }.count == 1 && table[2].months[0]?.isWhole == true)
    }

    @Test("Windows of days, months and years")
    func rolling() throws {
        let index = try ReturnIndex(
            of: valueSeries(
                "2023-01-31 100", "2023-02-28 110", "2023-03-31 121", "2023-06-30 121", "2024-02-29 242", "2024-03-15 242"))
        // A month up to February 28th opens on January 31st, one up to March 31st on February 28th.
        let months = try index.rolling(.months(1), every: .month)
        #expect(months.count == 13 && months[0].from.description == "2023-02-01" && months[0].to.description == "2023-02-28")
        #expect(try months.prefix(3).map(\.total) == [exact("0.1"), exact("0.1"), 0])
        #expect(months[12].total == 1 && months[12].days == 29)
        // Three months up to May 31st open on February 28th: 121/110.
        #expect(try index.rolling(.months(3), every: .month).map(\.total).prefix(2) == [exact("0.21"), exact("0.1")])
        // Only the last two windows of a year begin in the series: the one from 2023-01-31 on ends between two points.
        let years = try index.rolling(.years(1))
        #expect(years.map(\.to.description) == ["2024-02-29", "2024-03-15"])
        #expect(try years.map(\.total) == [exact("1.2"), exact("1.2")] && years[0].days == 366)
        #expect(try index.rolling(.days(28)).first?.total == exact("0.1"))
        #expect(try index.rolling(.years(.max)).isEmpty && index.rolling(.days(.max)).isEmpty && index.rolling(.months(.max)).isEmpty)
    }

    @Test("Units begin and end where the calendar says")
    func units() throws {
        for (day, unit, first, last) in [
            ("2024-02-15", CalendarUnit.day, "2024-02-15", "2024-02-15"), ("2024-02-15", .month, "2024-02-01", "2024-02-29"),
            ("2024-02-15", .quarter, "2024-01-01", "2024-03-31"), ("2024-12-31", .quarter, "2024-10-01", "2024-12-31"),
            ("2024-06-30", .year, "2024-01-01", "2024-12-31"), ("2023-01-01", .year, "2023-01-01", "2023-12-31"),
        ] {
            #expect(try unit.firstDay(of: Day(day)).description == first && unit.lastDay(of: Day(day)).description == last)
        }
    }

    @Test("On random series every table agrees with looking a span up")
    func agreement() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<20 {
            var points: [ValueSeries.Point] = [], day = random.int(15_000...16_000)
            for _ in 0..<300 {
                points.append(ValueSeries.Point(day: Day(number: Int32(day)), value: FixedDecimal(random.int(50...150)), isTrading: !random.chance(oneIn: 4)))
                day += random.int(1...4)
            }
            let series = ValueSeries(points), index = try ReturnIndex(of: series)
            for unit in [CalendarUnit.month, .quarter, .year] {
                let rows = try index.periods(unit)
                #expect(rows.first?.from.number == points[0].day.number + 1 && rows.last?.to == points[299].day)
                for (row, next) in zip(rows, rows.dropFirst()) { #expect(next.from.number == row.to.number + 1) }
                for row in rows { #expect(try Self.expected(series, row) == row.total) }
            }
            for row in try index.rolling(.months(3)) + index.rolling(.days(40), every: .month) { #expect(try Self.expected(series, row) == row.total) }
            // Without flows the whole is the quotient of the values, whichever way it is cut.
            for row in try index.periods(.day) {
                let known = try index.total(after: Day(number: row.from.number - 1), through: row.to)
                #expect(known?.total == row.total)
            }
        }
    }

    /// The return of a span by the index of that span alone, but for the last digits, which the levels round differently.
    private static func expected(_ series: ValueSeries, _ row: PeriodReturn) throws -> FixedDecimal? {
        let opening = series.points.last { $0.day < row.from }!.value, closing = series.points.last { $0.day <= row.to }!.value
        let quotient = try (closing - opening) / opening
        guard let total = row.total, try (total - quotient).magnitude < exact("0.000000000000001") else { return quotient }
        return row.total
    }
}
