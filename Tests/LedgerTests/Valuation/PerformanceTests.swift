import Ledger
import Testing
import Values

@Suite("How well a scope did")
struct PerformanceTests {
    private let market = Market("""
        VTI 2020-01-02 100
        VTI 2020-01-03 110
        VTI 2020-01-06 121
        EUR/USD 2020-01-01 1.0
        EUR/USD 2020-01-06 1.25
        """)

    @Test func aHoldingInAnotherCurrency() throws {
        let page = Page()
        try page.record(lines: """
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
        #expect(try performance.index()?.total().total == decimal("-0.02"))
    }

    @Test func theSpanIsNarrowedToWhatWasHeld() throws {
        let page = Page()
        try page.record(lines: """
            2020-01-02 deposit A 5000
            2020-01-03 buy A VTI 10 @ 110
            2020-01-06 sell A VTI 10 @ 121
            """)
        let days = try market.sweep(page.ledger).figures(of: page.scope(symbols: ["VTI"]), through: day("2020-12-31")).days
        let performance = try #require(try Performance(days, from: day("2020-01-01"), to: day("2020-12-31")))
        #expect((performance.from, performance.to) == (day("2020-01-03"), day("2020-01-06")))
        #expect(try performance.index()?.total().total == decimal("0.1"))
        #expect(try performance.money()?.gain == 110)
        #expect(try Performance(days, from: day("2020-02-01"), to: day("2020-12-31")) == nil)
    }

    @Test func whatIsUnknownIsTold() throws {
        let page = Page()
        try page.record(lines: """
            2020-01-01 deposit A 5000
            2020-01-01 buy A VTI 10 @ 90
            """)
        let days = try market.sweep(page.ledger).figures(of: Scope(), through: day("2020-01-06")).days
        let performance = try #require(try Performance(days, to: day("2020-01-06")))
        #expect(performance.gap == .unknownValue(day: day("2020-01-01")))
        #expect(try performance.index() == nil)
        let later = try #require(try Performance(days, from: day("2020-01-03"), to: day("2020-01-06")))
        #expect(later.gap == nil)
        #expect(try later.money()?.gain == 210)
    }
}
