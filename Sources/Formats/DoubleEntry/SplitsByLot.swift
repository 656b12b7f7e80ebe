import Ledger
import Values

/// A split that is written lot by lot, each in a transaction of its own.
extension DirectiveOrder {
    /// An instrument in an account of the file, on a day.
    private struct Place: Hashable {
        var day: Day
        var account: String
        var commodity: String
    }

    /// What becomes of units in a place.
    private struct LotSplit {
        var gone = FixedDecimal.zero, come = FixedDecimal.zero
        /// What the units cost before and after; nil where nothing tells it.
        var costBefore: FixedDecimal? = .zero, costAfter: FixedDecimal? = .zero

        /// Whether other units come for those that go, at the same cost in all.
        var isSplit: Bool {
            guard !gone.isZero, !come.isZero, gone != come else { return false }
            guard let costBefore, let costAfter, let change = try? costAfter - costBefore else { return true }
            return change.magnitude <= .cent
        }

        /// Whether both are splits by the same ratio, but for units that are rounded.
        func isLike(_ other: LotSplit) -> Bool {
            guard let expected = try? FixedDecimal.mulDiv(gone, other.come, other.gone), let difference = try? (expected - come).magnitude,
                let most = try? FixedDecimal.mulDiv(come, 1, 1000)
            else { return false }
            return difference <= most
        }
    }

    /// Statements in order, with the transactions that split lots of one account by the same ratio on the same day in one, in the place of the first: the split is of all units.
    static func joiningSplits(_ directives: [DoubleEntryBook.Directive]) -> [DoubleEntryBook.Directive] {
        var joined = directives, last: [Place: (split: LotSplit, place: Int)] = [:]
        for place in directives.indices {
            guard case .transaction(let transaction) = directives[place].content else { continue }
            let day = directives[place].day
            if !last.isEmpty, last.keys.first?.day != day { last = [:] }
            guard let splits = lotSplits(transaction, on: day) else {
                // What else happens to the units stands between.
                if !last.isEmpty {
                    for posting in transaction.postings { last[Place(day: day, account: posting.account, commodity: posting.units?.commodity ?? "")] = nil }
                }
                continue
            }
            let known = splits.keys.compactMap { last[$0]?.place }.min()
            guard let known, splits.allSatisfy({ last[$0]?.split.isLike($1) ?? true }), case .transaction(var first) = joined[known].content else {
                for (key, split) in splits { last[key] = (split, place) }
                continue
            }
            for (key, split) in splits { last[key] = (last[key]?.split ?? split, known) }
            let isOpen = first.postings.contains { $0.units == nil }
            // One posting may follow from the others.
            first.postings += transaction.postings.filter { !isOpen || $0.units != nil }
            joined[known].content = .transaction(first)
            joined[place].content = .part(ofLine: directives[known].line)
        }
        return joined
    }

    /// Whether units of something leave an account and come to it.
    private static func mayBeSplit(_ postings: [DoubleEntryBook.Posting]) -> Bool {
        guard let out = postings.first(where: { $0.units?.number?.isNegative == true }) else { return false }
        return postings.contains { $0.account == out.account && $0.units?.number?.isNegative == false && $0.units?.commodity == out.units?.commodity }
    }

    /// The splits of lots that a transaction is, by their places: units that leave, and others that come for them at the same cost in all, with nothing but equity beside; nil for
    /// anything else.
    private static func lotSplits(_ transaction: DoubleEntryBook.Transaction, on day: Day) -> [Place: LotSplit]? {
        guard transaction.postings.count > 1, transaction.ownEntries == nil, transaction.id.isEmpty, mayBeSplit(transaction.postings) else { return nil }
        var splits: [Place: LotSplit] = [:], open = 0
        for posting in transaction.postings {
            if posting.units == nil, posting.balance == nil { open += 1 }
            if posting.units == nil, open == 1 { continue }
            guard let number = posting.units?.number, let commodity = posting.units?.commodity, posting.cost?.addedTotal == nil else { return nil }
            var split = splits[Place(day: day, account: posting.account, commodity: commodity)] ?? LotSplit()
            let told = posting.cost.map { ($0.number, $0.isTotal) } ?? posting.price.map { ($0.number, $0.isTotal) }
            let cost = told.flatMap { told in told.0.flatMap { told.1 ? $0 : try? $0 * number.magnitude } }
            guard let gone = try? split.gone + number.magnitude, let come = try? split.come + number else { return nil }
            if number.isNegative {
                (split.gone, split.costBefore) = (gone, split.costBefore.flatMap { sum in cost.flatMap { try? sum + $0 } })
            } else {
                (split.come, split.costAfter) = (come, split.costAfter.flatMap { sum in cost.flatMap { try? sum + $0 } })
            }
            splits[Place(day: day, account: posting.account, commodity: commodity)] = split
        }
        // Units without a cost have equity on the other side, which holds none.
        let sides = splits.filter { $0.value.gone.isZero || $0.value.come.isZero }
        for place in sides.keys { splits[place] = nil }
        let isPlain = transaction.postings.allSatisfy { $0.cost == nil && $0.price == nil }
        guard !splits.isEmpty, sides.isEmpty && open == 0 || isPlain, splits.values.allSatisfy(\.isSplit),
            Set(splits.keys.map(\.commodity)).isSuperset(of: sides.keys.map(\.commodity))
        else { return nil }
        return splits
    }
}
