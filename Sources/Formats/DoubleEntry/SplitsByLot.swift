import Ledger
import Values

/// A split that is written lot by lot, each in a transaction of its own.
extension DirectiveOrder {
    /// The units of one lot that become others.
    private struct LotSplit: Equatable {
        var day: Day
        var account: String
        var commodity: String
        /// How many units come for how many, in lowest terms.
        var come, gone: Int128
    }

    /// Statements in order, with the transactions that split lots of one account by the same ratio on the same day in one, in the place of the first: the split is of all units.
    static func joiningSplits(_ directives: [DoubleEntryBook.Directive]) -> [DoubleEntryBook.Directive] {
        var joined = directives, last: (split: LotSplit, place: Int)?
        for place in directives.indices {
            guard case .transaction(let transaction) = directives[place].content else { continue }
            guard let split = lotSplit(transaction, on: directives[place].day) else {
                // What else happens to the units stands between.
                if let known = last?.split, transaction.postings.contains(where: { $0.account == known.account && $0.units?.commodity == known.commodity }) { last = nil }
                continue
            }
            guard let known = last, known.split == split, case .transaction(var first) = joined[known.place].content else {
                last = (split, place)
                continue
            }
            first.postings += transaction.postings
            joined[known.place].content = .transaction(first)
            joined[place].content = .part(ofLine: directives[known.place].line)
        }
        return joined
    }

    /// The split of a lot that a transaction is: units that leave with their cost, and others that come for them at the same cost in all; nil for anything else.
    private static func lotSplit(_ transaction: DoubleEntryBook.Transaction, on day: Day) -> LotSplit? {
        guard transaction.postings.count == 2, transaction.ownEntries == nil, transaction.id.isEmpty,
            let out = transaction.postings.first(where: { $0.units?.number?.isNegative == true }), let into = transaction.postings.first(where: { $0.units?.number?.isNegative == false }),
            let commodity = out.units?.commodity, into.units?.commodity == commodity, into.account == out.account, let gone = out.units?.number?.magnitude, let come = into.units?.number,
            let left = out.cost, let cost = into.cost, cost.addedTotal == nil, left.addedTotal == nil, gone != come, !come.isZero, let ratio = Ratio(come, for: gone)
        else { return nil }
        func whole(_ terms: DoubleEntryBook.CostTerms, _ units: FixedDecimal) -> FixedDecimal? { terms.number.flatMap { terms.isTotal ? $0 : try? $0 * units } }
        if let before = whole(left, gone), let after = whole(cost, come), let change = try? after - before, change.magnitude > .cent { return nil }
        let (new, old) = ratio.terms
        return LotSplit(day: day, account: out.account, commodity: commodity, come: new, gone: old)
    }
}
