import Values

extension History {
    /// The first day of which two histories tell differently; nil where they tell the same. O(n).
    package func firstDifference(from other: History) -> Day? {
        // Places are given once and never taken back, so what both have stands for the same; where it does not, all is taken as changed.
        let isSameBook =
            zip(positions, other.positions).allSatisfy { $0.account == $1.account && $0.instrument == $1.instrument }
            && zip(cashPositions, other.cashPositions).allSatisfy { $0.account == $1.account && $0.currency == $1.currency }
        guard isSameBook else { return .min }
        var first: Day?
        func note(_ day: Day?) { first = [first, day].compactMap(\.self).min() }
        for (a, b) in pairs(units, other.units) + pairs(balances, other.balances) { note(a.firstDifference(from: b)) }
        for place in Set(splits.keys).union(other.splits.keys) {
            note(Self.firstDifference(splits[place] ?? [], other.splits[place] ?? [], day: \.day, isSame: ==))
        }
        for (a, b) in pairs(corrections.map(\.steps), other.corrections.map(\.steps)) { note(a.firstDifference(from: b)) }
        if corrections.map(\.account) != other.corrections.map(\.account) || corrections.map(\.currency) != other.corrections.map(\.currency) { return .min }
        for (a, b) in zip(corrections, other.corrections) where a.opening?.day != b.opening?.day || a.opening?.figure != b.opening?.figure {
            note([a.opening?.day, b.opening?.day].compactMap(\.self).min())
        }
        note(
            Self.firstDifference(movements, other.movements, day: \.day) { a, b in
                a.day == b.day && a.position == b.position && a.currency == b.currency && a.kind == b.kind && a.amount == b.amount && a.own == b.own
            })
        note(
            Self.firstDifference(unitMoves, other.unitMoves, day: \.day) { a, b in
                a.day == b.day && a.position == b.position && a.quantity == b.quantity && a.cost == b.cost
                    && a.costKnownFrom == b.costKnownFrom && a.giver == b.giver && a.partner == b.partner
            })
        for place in Set(partners.keys).union(other.partners.keys) where partners[place] != other.partners[place] {
            note([movements, other.movements].compactMap { place < $0.count ? $0[place].day : nil }.min())
        }
        return first
    }

    /// Both side by side; what one of them lacks is empty.
    private func pairs(_ a: [Steps], _ b: [Steps]) -> [(Steps, Steps)] {
        (0..<max(a.count, b.count)).map { (a.indices.contains($0) ? a[$0] : Steps(), b.indices.contains($0) ? b[$0] : Steps()) }
    }

    /// The day of the first items that differ, the earlier of the two.
    static func firstDifference<Items: RandomAccessCollection>(
        _ a: Items, _ b: Items, day: (Items.Element) -> Day, isSame: (Items.Element, Items.Element) -> Bool
    ) -> Day? where Items.Index == Int {
        guard let place = zip(a, b).enumerated().first(where: { !isSame($1.0, $1.1) })?.offset ?? (a.count == b.count ? nil : min(a.count, b.count)) else {
            return nil
        }
        return [place < a.count ? day(a[place]) : nil, place < b.count ? day(b[place]) : nil].compactMap(\.self).min()
    }
}

extension PriceSeries {
    /// The first day of which two series tell differently; nil where they tell the same. O(n).
    package func firstDifference(from other: PriceSeries) -> Day? {
        if let place = zip(prices, other.prices).enumerated().first(where: { $1.0 != $1.1 })?.offset {
            return min(prices[place].date, other.prices[place].date)
        }
        let both = min(prices.count, other.prices.count)
        return (prices.dropFirst(both).first ?? other.prices.dropFirst(both).first)?.date
    }
}
