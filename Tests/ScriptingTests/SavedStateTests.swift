import Foundation
import LuaSurface
import TestSupport
import Testing
@testable import Storage

@Suite("Queries answer the same from a saved state")
struct SavedStateTests {
    private static let queries = [
        "holdings{}:csv()", "lots{}:csv()", "cash{}:csv()", "accounts{}:csv()", "instruments{}:csv()", "warnings{}:csv()", "holdings{owner='Ray'}:csv()",
        "holdings{symbol='ORCL', kind='stock'}:csv()", "cash{account='Savings'}:csv()", "lots{account='Roth IRA'}:csv()", "holdings{on=today()}:csv()",
    ]

    @Test func toTheByte() throws {
        let folder = try TestSupport.TemporaryFolder()
        let path = folder.path + "/demo.luca"
        let first = try ScriptSession.demo(at: path)
        first.runtime.book?.present.smallestSaved = 0
        // A price from before a split takes the split to be understood.
        try first.run(
            """
            instrument{symbol="NEW", currency="USD"} quote{symbol="NEW", date="2014-12-01", close=40}
            buy{date="2014-12-01", account="Brokerage", symbol="NEW", quantity=10, price=40}
            split{date="2014-12-15", symbol="NEW", ratio="4:1"} split{date="2014-12-16", account="Brokerage", symbol="NEW", ratio="1:2"}
            """)
        #expect(try first.text("holdings{symbol='NEW'}[1].quantity, holdings{symbol='NEW'}[1].price, holdings{symbol='NEW'}[1].market_value") == "20, 20, 400")
        let expected = try Self.queries.map(first.text)
        first.runtime.close()
        for query in zip(Self.queries, expected) {
            let session = try ScriptSession(at: path)
            #expect(try session.text(query.0) == query.1, "\(query.0)")
            #expect(session.runtime.book?.loaded.ledger == nil, "\(query.0)")
        }
    }
}
