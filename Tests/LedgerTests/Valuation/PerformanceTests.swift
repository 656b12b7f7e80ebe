import Ledger
import Testing
import Values
import Worth

@Suite("How well a scope did")
struct PerformanceTests {
    private let market = Market(
        """
        VTI 2020-01-02 100
        VTI 2020-01-03 110
        VTI 2020-01-06 121
        EUR/USD 2020-01-01 1.0
        EUR/USD 2020-01-06 1.25
        """)

    @Test func aHoldingInAnotherCurrency() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 deposit A 1000
                2020-01-02 buy A VTI 10 @ 100
                2020-01-06 dividend A VTI amount 20 tax 5
                """)
        let days = try market.sweep(page.ledger, in: .eur).figures(of: Scope(), through: day("2020-01-06")).days
        let performance = try #require(try Performance(days, to: day("2020-01-06")))
        // In dollars 1000 became 1210 + 15; a euro was a dollar, then 1.25 dollars: 1225 / 1.25 = 980.
        let money = try #require(try performance.money()), parts = try #require(try performance.parts())
        #expect((performance.from, performance.to) == (day("2020-01-02"), day("2020-01-06")))
        #expect((money.opening, money.inflows, money.closing, money.gain) == (0, 1000, 980, -20))
        // The 1100 of the 5th became 880 by the rate alone; 16 of income, 4 of tax; prices did the rest: 110 / 1.25 of the last day and 100.
        #expect((parts.currency, parts.income, parts.taxes, parts.fees) == (-220, 16, -4, 0))
        #expect(parts.price == 188)
        #expect(try parts.total() == money.gain)
        // 1.1 on the 3rd, 980 / 1100 by the 6th.
        #expect(try performance.index().total().total == decimal("-0.02"))
    }

    @Test func theSpanIsNarrowedToWhatWasHeld() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 deposit A 5000
                2020-01-03 buy A VTI 10 @ 110
                2020-01-06 sell A VTI 10 @ 121
                """)
        let days = try market.sweep(page.ledger).figures(of: page.scope(symbols: ["VTI"]), through: day("2020-12-31")).days
        let performance = try #require(try Performance(days, from: day("2020-01-01"), to: day("2020-12-31")))
        #expect((performance.from, performance.to) == (day("2020-01-03"), day("2020-01-06")))
        #expect(try performance.index().total().total == decimal("0.1"))
        #expect(try performance.money()?.gain == 110)
        #expect(try Performance(days, from: day("2020-02-01"), to: day("2020-12-31")) == nil)
    }

    @Test("What came for nothing and has no price makes the spans that need it unknown, and no others")
    func whatIsUnknownIsTold() throws {
        let page = Page()
        try page.record("2020-01-01 deposit A 5000")
        try page.record("2020-01-01 adjustment A VTI") { $0.quantity = 10 }
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-06")).days
        let performance = try #require(try Performance(days, to: day("2020-01-06")))
        #expect(performance.gap == .unknownValue(day: day("2020-01-01")))
        #expect(try performance.money() == nil && performance.internalRate() == nil)
        #expect(try performance.index().total().gap == .unknownValue(day: day("2020-01-01")))
        // What it is worth at the end does not depend on that day, nor does what became of it since.
        #expect(performance.pricedClosing == 6210 && performance.series.closing.isValueKnown)
        #expect(try performance.index().total(after: day("2020-01-02"), through: day("2020-01-06"))?.total == decimal("0.035"))
        let later = try #require(try Performance(days, from: day("2020-01-03"), to: day("2020-01-06")))
        #expect(later.gap == nil)
        #expect(try later.money()?.gain == 210)
    }

    @Test("A day in the middle without a value, on which money moved, breaks the time-weighted return and nothing that needs both ends only")
    func aGapInTheMiddle() throws {
        let page = Page()
        try page.record("2020-01-02 deposit A 1000")
        try page.record("2020-02-03 transfer_in A NEW currency USD") { ($0.quantity, $0.group) = (1, "x") }
        try page.record("2020-02-04 deposit A 500")
        let market = Market("NEW 2020-02-10 60\nNEW 2020-03-31 90")
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-03-31")).days
        let performance = try #require(try Performance(days, to: day("2020-03-31")))
        // The units came for nothing that is known, so what was brought in is not known either.
        #expect(performance.gap == .unknownValue(day: day("2020-02-03")) && performance.pricedClosing == 1590)
        let months = try performance.index().periods(.month)
        #expect(months.map(\.total) == [0, nil, try decimal("30") / 1560])
        // On the 4th the value is unknown and the flow is not: what was gained since the 3rd needs the 3rd.
        let since = try #require(try Performance(days, from: day("2020-02-11"), to: day("2020-03-31")))
        #expect(try since.money()?.gain == 30 && since.index().total().gap == nil)
    }

    @Test("Money needs the ends and all flows, a time-weighted return the values of days on which money moved")
    func whatNeedsWhat() throws {
        func point(_ date: String, _ value: String?, _ flow: String = "0") -> ValueSeries.Point {
            ValueSeries.Point(day: day(date), value: value.map { decimal($0) } ?? 0, flow: decimal(flow), isValueKnown: value != nil)
        }
        let series = ValueSeries([point("2020-01-01", "100"), point("2020-01-10", nil, "50"), point("2020-01-31", "165"), point("2020-02-29", "198")])
        #expect(series.gap == nil)
        #expect(try MoneyGain(of: series).gain == 48)
        #expect(try ModifiedDietz(of: series).total != nil)
        let index = try ReturnIndex(of: series)
        #expect(try index.total().gap == .unknownValue(day: day("2020-01-10")))
        #expect(try index.periods(.month).map(\.total) == [nil, decimal("0.2")])
        #expect(ValueSeries([point("2020-01-01", nil), point("2020-01-31", "165")]).gap == .unknownValue(day: day("2020-01-01")))
        #expect(ValueSeries([point("2020-01-01", "1"), point("2020-01-31", nil)]).gap == .unknownValue(day: day("2020-01-31")))
    }

    @Test("Money that passes through an empty account in another currency changes nothing, whatever the rate rounds", arguments: FlowTiming.allCases)
    func whatCancelsOut(timing: FlowTiming) throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000
                2020-01-03 deposit B 1 currency EUR
                2020-01-03 deposit B 2 currency EUR
                2020-01-03 withdrawal B 3 currency EUR
                2020-01-06 withdrawal A 500
                """)
        // 1 / 1.3 and 2 / 1.3 and 3 / 1.3, each rounded, do not cancel out.
        let market = Market("USD/EUR 2020-01-01 1.3")
        for scope in [Scope(), page.scope(accounts: ["B"])] {
            let days = try market.sweep(page.ledger).figures(of: scope, through: day("2020-01-10")).days
            #expect(days.first { $0.day == day("2020-01-03") }?.flow == 0)
            guard let performance = try Performance(days, to: day("2020-01-10"), timing: timing, in: .usd) else { continue }
            #expect(try performance.index().total().total == 0 && performance.money()?.gain == 0)
        }
        // It needs no rate at all.
        let (days, gaps) = try Market("").sweep(page.ledger).figures(of: Scope(), through: day("2020-01-10"))
        #expect(days.allSatisfy { $0.isValueKnown && $0.isFlowKnown } && gaps.isEmpty)
    }

    @Test("Capital below half a cent is none")
    func restsOfRoundings() throws {
        let rest = "0.000000000000000001"
        func point(_ date: String, _ value: String, _ flow: String = "0") -> ValueSeries.Point {
            ValueSeries.Point(day: day(date), value: decimal(value), flow: decimal(flow))
        }
        let series = ValueSeries([
            point("2020-01-01", "0"), point("2020-01-02", "0", rest), point("2020-01-03", rest), point("2020-01-06", "100", "100"), point("2020-01-07", "110"),
            point("2020-01-08", rest, "-110"), point("2020-01-09", "0.000000000000000003"), point("2020-01-10", "0"),
        ])
        #expect(try ReturnIndex(of: series).total().total == nil)
        for timing in [FlowTiming.split, .startOfDay] {
            #expect(try ReturnIndex(of: series, timing: timing, leastCapital: decimal("0.005")).total().total == decimal("0.1"))
        }
        // A price may be as low as it likes.
        let prices = try ReturnIndex(of: [(day: day("2020-01-01"), price: decimal("0.0001")), (day: day("2020-01-02"), price: decimal("0.0002"))])
        #expect(try prices.total().total == 1)
    }
}
