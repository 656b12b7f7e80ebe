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
}
