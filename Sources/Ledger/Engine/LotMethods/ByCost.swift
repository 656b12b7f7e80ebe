import Values

extension LotMethod {
    /// Highest in, first out: the lot whose units cost most goes first, the oldest among equals.
    public static let hifo = LotMethod(name: "hifo", summary: "The lot whose units cost most goes first.") { queue in
        queue.extreme { $0 > $1 }
    }

    /// Lowest in, first out: the lot whose units cost least goes first, the oldest among equals.
    public static let lofo = LotMethod(name: "lofo", summary: "The lot whose units cost least goes first.") { queue in
        queue.extreme { $0 < $1 }
    }

    /// Average cost: all units of the position cost the same; the oldest lot gives its day.
    public static let average = LotMethod(
        name: "average", summary: "All units of a holding cost the same: what it cost in all by its units.", isAverage: true
    ) { queue in queue.head }
}

extension LotMethod {
    /// Average cost over all accounts of an owner but pensions: the section 104 holding of the UK, the adjusted cost base of Canada.
    public static let pooled = LotMethod(
        name: "pooled", summary: "All units that an owner holds cost the same, in whichever account but a pension; the UK's rules for units bought again on the day or within 30 days are not applied.", isPooled: true
    ) { queue in queue.head }
}

extension LotQueue {
    /// The open lot whose cost of a unit comes before all others', the first among equals. Compared without rounding.
    fileprivate func extreme(_ precedes: (Int256Product, Int256Product) -> Bool) -> Int {
        var best = head
        for index in lots.indices.dropFirst(head + 1) where !lots[index].isUsedUp {
            let (a, b) = (lots[index], lots[best])
            // a.cost / a.units against b.cost / b.units, multiplied out.
            if precedes(Int256Product(a.remainingCost, b.remaining), Int256Product(b.remainingCost, a.remaining)) { best = index }
        }
        return best
    }
}

/// A product of two decimals in full, for comparing.
private struct Int256Product: Comparable {
    let high: Int128
    let low: UInt128

    init(_ a: FixedDecimal, _ b: FixedDecimal) {
        (high, low) = a.units.multipliedFullWidth(by: b.units)
    }

    static func < (a: Self, b: Self) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
