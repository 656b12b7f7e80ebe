import Ledger
import TestSupport
import Testing
import Values

/// Random books: the story of a lot ends where the lot is.
@Suite struct LotStepsTests {
    @Test("The steps of each open lot begin with its opening, add up, and end with its units and its cost", arguments: SlowBook.Method.allCases)
    func endWithTheLot(method: SlowBook.Method) throws {
        var random = SeededRandom.forTest("endWithTheLot-\(method)"), compared = 0
        for _ in 0..<8 {
            var choices = RandomBook.Choices.random(&random)
            choices.method = method
            let book = RandomBook(choices, count: 60, &random), ledger = try book.ledger(book.entries)
            for lot in try ledger.lots() where try ledger.sharedSteps(of: lot.account, lot.instrument) == nil {
                let steps = try ledger.steps(ofLot: lot.id, in: lot.account, lot.instrument), told = "lot \(lot.id)\n\(steps)\n\(book.choices)\n\(book.description)"
                let first = try #require(steps.first, "\(told)"), last = try #require(steps.last)
                #expect(first.activity == lot.entry && first.change == first.cost, "\(told)")
                #expect(last.quantity == lot.remaining && last.cost == lot.cost && last.isCostKnown == lot.isCostKnown, "\(told)")
                for (before, after) in zip(steps, steps.dropFirst()) { #expect(try after.cost - before.cost == after.change, "\(told)") }
                compared += 1
            }
        }
        #expect(compared > 0 || method == .average || method == .pooled)
    }
}
