@testable import Ledger
import Testing
import Values

/// What each kind of activity does, line by line.
@Suite struct ActivityRuleTests {
    @Test func tradesMoveCashAndLots() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 deposit A 5000                      → cash +5000, contribution +5000
            2020-01-02 buy A VTI 10 @ 200 fee 1            → cash -2001, VTI +10, cost +2001
            2020-01-03 buy A VTI 5 @ 220                   → cash -1100, VTI +5, cost +1100
            2020-01-04 sell A VTI 4 @ 210 fee 1            → cash +839, VTI -4, cost -800.4, gain +38.6
            2020-01-05 sell A VTI 8 @ 230                  → cash +1840, VTI -8, cost -1640.6, gain +179.4, gain +20
            2020-01-06 sell A VTI 3 amount 690             → cash +690, VTI -3, cost -660, gain +30
            """)
    }

    @Test func feesCanBeKeptApart() throws {
        let page = Page()
        try page.set("fees_in_cost", "false")
        try expectEffects(
            page,
            """
            2020-01-02 buy A VTI 10 @ 200 fee 1            → cash -2001, fees +1, VTI +10, cost +2000
            2020-01-04 sell A VTI 4 @ 210 fee 2            → cash +838, fees +2, VTI -4, cost -800, gain +40
            """)
    }

    @Test func changingTheFeePolicyComputesEverythingAnew() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 10 @ 200 fee 1
                2020-01-04 sell A VTI 4 @ 210 fee 2
                """)
        #expect(try page.ledger.gains()[0].gain == decimal("37.6"))
        try page.set("fees_in_cost", "false")
        #expect(try page.ledger.gains()[0].gain == 40)
        try page.set("fees_in_cost", "")
        #expect(try page.ledger.gains()[0].gain == decimal("37.6"))
    }

    @Test func taxesOfTradesStayApart() throws {
        try expectEffects(
            Page(),
            """
            2020-01-02 buy A VTI 10 @ 200 fee 1 tax 3      → cash -2004, taxes +3, VTI +10, cost +2001
            2020-01-04 sell A VTI 10 @ 210 tax 5           → cash +2095, taxes +5, VTI -10, cost -2001, gain +99
            """)
    }

    @Test func openingPositionsTakeNoCash() throws {
        try expectEffects(
            Page(),
            """
            2020-01-02 buy A VTI 10 @ 200 fee 1 subtype opening → contribution +2001, VTI +10, cost +2001
            """)
    }

    @Test func aMultiplierScalesTrades() throws {
        let page = Page()
        page.multipliers = ["CALL": 100]
        try expectEffects(
            page,
            """
            2020-01-02 buy A CALL 2 @ 1.50 fee 1           → cash -301, CALL +2, cost +301
            2020-01-04 sell A CALL 1 @ 2 fee 1             → cash +199, CALL -1, cost -150.5, gain +48.5
            """)
    }

    @Test func shortSalesOpenShortLots() throws {
        let page = Page()
        page.allowShort = true
        try expectEffects(
            page,
            """
            2020-01-02 buy A VTI 10 @ 20                   → cash -200, VTI +10, cost +200
            2020-01-03 sell A VTI 15 @ 30 fee 3            → cash +447, VTI -15, cost -349, gain +98
            2020-01-04 buy A VTI 2 @ 25 fee 1              → cash -51, VTI +2, cost +59.6, gain +8.6
            2020-01-05 buy A VTI 4 @ 40 fee 2              → cash -162, VTI +4, cost +129.9, gain -32.1
            """)
        let lot = try #require(try page.ledger.lots().first)
        #expect(lot.side == .long)
        #expect(lot.remaining == 1)
        #expect(lot.cost == decimal("40.5"))
        let shorts = try page.ledger.gains().filter { $0.side == .short }
        #expect(shorts.map(\.quantity) == [2, 3])
        #expect(shorts.map(\.opened) == [day("2020-01-03"), day("2020-01-03")])
        #expect(shorts.map(\.proceeds) == [decimal("59.6"), decimal("89.4")])
    }

    @Test func shortHoldingsAreNegative() throws {
        let page = Page()
        page.allowShort = true
        try page.record("2020-01-03 sell A VTI 5 @ 30")
        let holding = try #require(try page.ledger.holdings().first)
        #expect(holding.quantity == -5)
        #expect(holding.cost == -150)
        #expect(holding.averageCost == 30)
        let lot = try #require(try page.ledger.lots().first)
        #expect(lot.side == .short)
        #expect(lot.remaining == -5)
        #expect(lot.unitCost == 30)
    }

    @Test func moneyInAndOut() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 deposit A 100 fee 2                 → cash +98, contribution +100, fees +2
            2020-01-02 withdrawal A 30 fee 1               → cash -31, contribution -30, fees +1
            2020-01-03 fee A 5                             → cash -5, fees +5
            2020-01-04 fee A -2                            → cash +2, fees -2
            2020-01-05 tax A 7                             → cash -7, taxes +7
            2020-01-06 tax A -3                            → cash +3, taxes -3
            """)
    }

    @Test func income() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 dividend A VTI 100 tax 15 fee 1     → cash +84, income +100, fees +1, taxes +15
            2020-01-02 dividend A VTI 20 @ 0.5             → cash +10, income +10
            2020-01-03 dividend A VTI -100 tax -15         → cash -85, income -100, taxes -15
            2020-01-04 interest A 4 tax 1                  → cash +3, income +4, taxes +1
            2020-01-05 interest A -2                       → cash -2, income -2
            """)
    }

    @Test func incomeBelongsToItsHolding() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 buy A VTI 10 @ 20
                2020-01-02 dividend A VTI 12
                2020-01-03 interest A VTI 3
                2020-01-04 interest A 5
                """)
        #expect(try page.ledger.holdings().map(\.income) == [15])
    }

    @Test func onlyPostedActivitiesCount() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 deposit A 100                       → cash +100, contribution +100
            2020-01-02 deposit A 50 status pending
            2020-01-03 buy A VTI 10 @ 20 status draft
            2035-01-03 buy A VTI 10 @ 20 status pending
            """)
    }

    @Test func amountsMayDifferByRoundingOnly() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 buy A VTI 3 @ 33.33 amount 100      → cash -100, VTI +3, cost +100
            2020-01-02 buy A VTI 3 @ 33 amount 99.01       → cash -99.01, VTI +3, cost +99.01
            """)
        #expect(throws: LedgerError.self) { try Page().record("2020-01-01 buy A VTI 3 @ 33.33 amount 100.02") }
        #expect(throws: LedgerError.self) { try Page().record("2020-01-01 buy A VTI 3 @ 33 amount 99.03") }
    }

    @Test func cashIsKeptByCurrency() throws {
        try expectEffects(
            Page(),
            """
            2020-01-01 deposit A 100                       → cash +100, contribution +100
            2020-01-02 deposit A 50 currency EUR           → cash EUR +50, contribution EUR +50
            2020-01-03 interest A 150 currency GBp         → cash GBP +1.5, income GBP +1.5
            """)
    }

    @Test(arguments: ActivityRule.all) func everyRuleIsComplete(_ rule: ActivityRule) {
        #expect(ActivityRule.rule(for: rule.kind).kind == rule.kind)
        #expect(rule.summary.hasSuffix("."))
        #expect(rule.effect.hasSuffix("."))
        #expect(rule.example.hasSuffix("}"))
        #expect(rule.required.isDisjoint(with: rule.optional))
    }

    @Test func kindsAreCountedInOrder() {
        #expect(ActivityKind.allCases.map(\.ordinal) == Array(ActivityKind.allCases.indices))
    }
}
