@testable import Ledger
import TestSupport
import Testing
import Values

/// The story of a lot begins with its opening and ends where the lot is.
@Suite struct LotStepsTests: SmallBook {
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

    /// A loss of exercising a put goes to units that another account bought, which holds the same put: what takes none over was part of that purchase.
    @Test func leavesOutALossOfAnOptionThatItsAccountHoldsToo() throws {
        let ledger = try emptyBook(allowShort: true)
        try ledger.apply(.setting(key: "wash_sales", value: "true"), id: ledger.nextEntry)
        let put = InstrumentID(4), terms = OptionTerms(underlying: x, right: .put, strike: 5, expires: .max)
        try ledger.apply(.instrument(put, Instrument(symbol: "XP", kind: .option, currency: .usd, multiplier: 1, option: terms)), id: ledger.nextEntry)
        try ledger.record(activity(1, .buy, a, x, 2, price: 10))
        try ledger.record(activity(2, .buy, a, put, 2, price: 1))
        try ledger.record(activity(2, .buy, b, put, 1, price: 1))
        try ledger.record(activity(40, .buy, b, x, 5, price: 8))
        let purchase = ledger.lastEntry
        try ledger.record(activity(41, .adjustment, a, put, 2, subtype: .exercise, price: 5, detail: ActivityDetail(into: x)))
        let loss = ledger.lastEntry
        let lots = try ledger.lots().filter { $0.instrument == x }
        #expect(lots.map(\.remaining) == [2, 3])
        let part = try #require(lots.last)
        #expect(part.entry == purchase && part.id != purchase)
        #expect(try ledger.steps(ofLot: part.id, in: b, x).map(\.activity) == [purchase, loss])
        #expect(try ledger.steps(ofLot: part.id, in: b, x).map(\.cost) == [40, 24])
    }
}
