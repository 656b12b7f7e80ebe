@testable import Ledger
import TestSupport
import Testing
import Values

/// Acts of many rows, each of which waits for another of its day.
@Suite("Large sets") struct LargeSetTests {
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
}
