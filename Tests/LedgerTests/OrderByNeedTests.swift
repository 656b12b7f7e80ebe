@testable import Ledger
import TestSupport
import Testing
import Values

/// Sets whose rows wait for others of their day.
@Suite("The order of sets by need") struct OrderByNeedTests {
    @Test("Sales and purchases in pairs are ordered, each sale behind its own purchase")
    func manyPairs() throws {
        let page = Page(), ledger = page.ledger, pairs = 200
        try page.record("2020-01-01 buy A VTI 1 @ 1")
        ledger.beginTogether()
        for pair in 0..<pairs {
            let date = try day("2020-02-01").adding(days: pair / 10)
            for kind in ["sell", "buy"] { try page.record("\(date) \(kind) A VTI 2 @ 1") }
        }
        var order = OrderByNeed(Replayer(ledger), firstRow: 1)
        try order.arrange(Array(0..<ledger.activities.count))
        #expect(order.places.count == pairs)
        #expect(try ledger.endTogether().count == pairs)
        #expect(try ledger.gains().count >= pairs && ledger.holdings().map(\.quantity) == [1])
    }

    @Test("What needs units and tells no time comes behind the purchases that tell none, which keep their order")
    func behindUntimed() throws {
        let page = Page(), ledger = page.ledger
        try page.record("2020-01-01 deposit A 1000")
        ledger.beginTogether()
        try page.record(
            lines: """
                2020-02-01 dividend A VTI 4 subtype return_of_capital
                2020-02-01 buy A VTI 2 @ 10
                2020-02-01 buy A VTI 2 @ 20
                2020-02-01 buy A VTI 1 @ 30 time 10:00
                """)
        #expect(try ledger.endTogether().count == 2)
        #expect(try ledger.lots().map(\.cost) == [18, 38, 30])
    }

    @Test("A sale that would find its units waits behind one of the same holding that does not")
    func salesKeepTheirOrder() throws {
        let page = Page(), ledger = page.ledger
        try page.record("2020-01-01 buy A VTI 5 @ 10")
        ledger.beginTogether()
        try page.record(lines: "2020-02-01 sell A VTI 10 @ 30\n2020-02-01 sell A VTI 5 @ 40\n2020-02-01 buy A VTI 10 @ 20")
        #expect(try ledger.endTogether().count == 1)
        #expect(try ledger.gains().map(\.gain) == [100, 50, 100])
    }

    @Test("What was sold before finds purchases of the set on its day, and no more than it needs come before it")
    func broughtForward() throws {
        let page = Page(), ledger = page.ledger
        try page.set("lot_method", "lifo")
        let bought = try page.record("2020-02-01 buy A VTI 10 @ 10")
        try page.record("2020-02-01 sell A VTI 10 @ 30")
        ledger.beginTogether()
        try page.void(bought)
        try page.record(lines: "2020-02-01 buy A VTI 6 @ 1\n2020-02-01 buy A VTI 6 @ 2\n2020-02-01 buy A VTI 6 @ 3")
        #expect(try ledger.endTogether().count == 2)
        #expect(try ledger.lots().map(\.cost) == [2, 18])
    }

    @Test("A day that was recorded the last first is read that way where a split leaves a sale short otherwise")
    func lastFirst() throws {
        let page = Page(), ledger = page.ledger
        try page.record("2020-01-01 deposit A 1000")
        ledger.beginTogether()
        try page.record("2020-02-01 sell A VTI 20 @ 6")
        var split = ActivityDraft(date: day("2020-02-01"), kind: "split", account: "A", symbol: "VTI")
        split.ratio = Ratio("2:1")
        try ledger.apply(.activity(ledger.resolve(split, today: page.today)), id: page.nextID)
        try page.record("2020-02-01 buy A VTI 10 @ 10")
        #expect(try ledger.endTogether().count == 2)
        #expect(try ledger.holdings().isEmpty && ledger.gains().map(\.gain) == [20])
    }

    @Test("Transfers that go round in a circle are brought before what was sold once, and what they need comes with them")
    func circle() throws {
        let page = Page(), ledger = page.ledger
        let bought = try page.record("2020-02-01 buy B VTI 5 @ 10")
        try page.record("2020-02-01 sell B VTI 5 @ 30")
        ledger.beginTogether()
        try page.void(bought)
        try page.record(
            lines: """
                2020-02-01 transfer_out A VTI 5 group a
                2020-02-01 transfer_in B VTI 5 group a
                2020-02-01 transfer_out B VTI 5 group b
                2020-02-01 transfer_in A VTI 5 group b
                2020-02-01 buy B VTI 5 @ 20
                """)
        _ = try ledger.endTogether()
        #expect(try ledger.holdings().isEmpty && ledger.gains().map(\.gain) == [50])
    }
}
