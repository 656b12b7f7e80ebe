import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// A history that the generator wrote, and the answer beside it.
struct GeneratedBook {
    let rows: [[String]]
    let expected: [String: Any]

    init(trades: Int, seed: Int) throws {
        let folder = try TemporaryFolder()
        expected = try SharedData.generate(trades: trades, seed: seed, into: folder.path)
        let csv = try String(contentsOf: URL(filePath: folder.path + "/book.csv"), encoding: .ascii)
        rows = csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The history as a book, each row recorded by itself.
    func ledger(feesInCost: Bool) throws -> Ledger {
        let page = Page()
        try page.set("fees_in_cost", "\(feesInCost)")
        for row in rows where row[1] != "price" {
            var draft = ActivityDraft(date: day(row[0]), kind: row[1], account: row[2], currency: row[8], notes: row[9])
            if page.ledger.account(named: row[2]) == nil { try page.define(Account(name: row[2], currency: .usd)) }
            if !row[3].isEmpty {
                draft.symbol = row[3]
                if page.ledger.instrument(named: row[3]) == nil { try page.define(Instrument(symbol: row[3], currency: .usd)) }
            }
            if row[4].isEmpty {
                draft.amount = decimal(row[7]).magnitude
            } else {
                (draft.quantity, draft.price, draft.fee) = (decimal(row[4]), decimal(row[5]), decimal(row[6]))
            }
            try page.ledger.apply(.activity(page.ledger.resolve(draft, today: page.today)), id: page.nextID)
        }
        return page.ledger
    }
}
