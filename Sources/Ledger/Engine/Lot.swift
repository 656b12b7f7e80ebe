import Values

/// Units that came into a position together, bought or sold short, and what is left of them.
struct Lot {
    /// The row of the activity that opened it.
    var row: UInt32
    var opened: Day
    /// Days that count as if it had been held before it was opened.
    var tacked: Int32 = 0
    /// Whether it took over a loss that is not allowed, which units do once.
    var isReplacement = false
    /// Units and money at the opening: what a long lot cost, what a short one brought.
    var quantity: FixedDecimal
    var cost: LotMoney
    /// What is left of them.
    var remaining: FixedDecimal
    var remainingCost: LotMoney

    init(row: UInt32, opened: Day, quantity: FixedDecimal, cost: LotMoney) {
        self.row = row
        self.opened = opened
        self.quantity = quantity
        self.cost = cost
        remaining = quantity
        remainingCost = cost
    }

    /// A lot of other units, opened when this one was.
    func part(_ units: FixedDecimal, cost: LotMoney) -> Lot {
        var part = Lot(row: row, opened: opened, quantity: units, cost: cost)
        (part.tacked, part.isReplacement) = (tacked, isReplacement)
        return part
    }

    /// Whether nothing is left.
    var isUsedUp: Bool { remaining.isZero }
}

/// Which side of the market a lot is on.
public enum LotSide: String, CaseIterable, Sendable {
    /// Bought and held.
    case long
    /// Sold without being held.
    case short

    /// The other one.
    var opposite: LotSide { self == .long ? .short : .long }
}
