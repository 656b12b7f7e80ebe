@testable import Ledger
import Testing
import TestSupport
import Values

/// A split changes how units are counted, and nothing else.
@Suite struct OracleSplitTests {
    /// Selling before a split, and selling as many units more after it for the same money, leave the same lots and gains to the last digit.
    @Test(arguments: SlowBook.Method.allCases) func splitThenSellEqualsSellThenSplit(method: SlowBook.Method) throws {
        var random = SeededRandom.forTest()
        for _ in 0..<12 {
            let (new, old) = random.pick([(2, 1), (3, 2), (5, 4), (1, 2), (10, 1), (1, 8)])
            let ratio = Ratio(FixedDecimal(new), for: FixedDecimal(old))!
            let purchases = (1...random.int(1...8)).map { day in
                activity(day, .buy, units: random.int(1...900), amount: random.int(1...99_999), ratio: nil)
            }
            let held = purchases.reduce(0) { $0 + Int($1.quantity!.units / (FixedDecimal.unitsPerOne / 100)) }
            let sold = random.int(1...held), proceeds = random.int(1...99_999)
            let split = activity(20, .split, units: nil, amount: nil, ratio: ratio)
            let early = activity(10, .sell, units: sold, amount: proceeds, ratio: nil)
            var late = activity(30, .sell, units: sold, amount: proceeds, ratio: nil)
            late.quantity = try FixedDecimal.mulDiv(early.quantity!, ratio.new, ratio.old)
            let before = try book(purchases + [early, split], method), after = try book(purchases + [split, late], method)
            #expect(try lots(before) == lots(after))
            #expect(try before.cash() == after.cash())
            #expect(try before.gains().map { [$0.proceeds, $0.cost] } == after.gains().map { [$0.proceeds, $0.cost] })
        }
    }

    private func activity(_ day: Int, _ kind: ActivityKind, units: Int?, amount: Int?, ratio: Ratio?) -> Activity {
        func hundredths(_ number: Int) -> FixedDecimal { FixedDecimal(units: Int128(number) * FixedDecimal.unitsPerOne / 100) }
        return Activity(
            date: Day(number: 18_000 + Int32(day)), kind: kind, account: AccountID(1), instrument: InstrumentID(1),
            quantity: units.map(hundredths), amount: amount.map(hundredths), currency: .usd, detail: ratio.map { ActivityDetail(ratio: $0) })
    }

    private func book(_ activities: [Activity], _ method: SlowBook.Method) throws -> Ledger {
        let ledger = try emptyBook(allowShort: false)
        try ledger.apply(.setting(key: "lot_method", value: method.rawValue), id: ledger.nextEntry)
        for activity in activities { try ledger.record(activity) }
        return ledger
    }

    private func lots(_ ledger: Ledger) throws -> [[FixedDecimal]] {
        try ledger.lots().map { [FixedDecimal($0.id.rawValue), $0.quantity, $0.remaining, $0.openingCost, $0.cost] }
    }
}
