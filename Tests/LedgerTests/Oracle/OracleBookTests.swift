@testable import Ledger
import Testing
import TestSupport
import Values

/// Random books against the oracle.
@Suite struct OracleBookTests {
    @Test func booksAgreeWithTheOracle() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<300 {
            let book = RandomBook(.random(&random), count: 60, &random)
            guard let complaint = book.complaint(book.entries) else { continue }
            Issue.record("\(complaint)\n\(book.smallest { book.complaint($0) })")
            return
        }
    }
}
