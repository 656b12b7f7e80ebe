import Values

/// Units that came into a position together, bought or sold short, and what is left of them.
struct Lot {
    /// The row of the activity that opened it.
    var row: UInt32
    var opened: Day
    /// Its key, and in the highest bit whether other units of it are elsewhere.
    private var name: UInt32 = 0
    /// Days tacked on, and in the highest bits `Mark`s: books have millions of lots.
    private var marks: UInt32 = 0
    /// Units at the opening.
    var quantity: FixedDecimal
    private var ownCost = FixedDecimal.zero, otherCost = FixedDecimal.zero
    /// Units that are left.
    var remaining: FixedDecimal
    private var ownRemaining = FixedDecimal.zero, otherRemaining = FixedDecimal.zero
    /// What splits left beside the last digit of the units at the opening, and of those left.
    var quantityRest = DigitFraction.zero
    var rest = DigitFraction.zero

    init(row: UInt32, opened: Day, quantity: FixedDecimal, cost: LotMoney) {
        self.row = row
        self.opened = opened
        self.quantity = quantity
        remaining = quantity
        self.cost = cost
        remainingCost = cost
    }

    /// Money at the opening: what a long lot cost, what a short one brought.
    var cost: LotMoney {
        get { LotMoney(ownCost, other: otherCost, isUnknown: has(.unknownCost)) }
        set {
            (ownCost, otherCost) = (newValue.own, newValue.other)
            set(.unknownCost, newValue.isUnknown)
        }
    }

    /// What the units that are left cost.
    var remainingCost: LotMoney {
        get { LotMoney(ownRemaining, other: otherRemaining, isUnknown: has(.unknownRemainder)) }
        set {
            (ownRemaining, otherRemaining) = (newValue.own, newValue.other)
            set(.unknownRemainder, newValue.isUnknown)
        }
    }

    /// Facts of a lot that are true or false, a bit each.
    private enum Mark: UInt32 {
        /// It took over a loss that is not allowed.
        case replacement = 0x8000_0000
        /// Nobody told what it cost.
        case unknownCost = 0x4000_0000
        /// Nobody knows what is left of its cost.
        case unknownRemainder = 0x2000_0000
    }

    private static let daysMask: UInt32 = 0x1FFF_FFFF

    @inline(__always)
    private func has(_ mark: Mark) -> Bool { marks & mark.rawValue != 0 }

    @inline(__always)
    private mutating func set(_ mark: Mark, _ isSet: Bool) { marks = isSet ? marks | mark.rawValue : marks & ~mark.rawValue }

    /// Days that count as if it had been held before it was opened.
    var tacked: Int32 { Int32(marks & Self.daysMask) }

    /// Whether it took over a loss that is not allowed, which units do once.
    var isReplacement: Bool { has(.replacement) }

    /// Takes over a loss with the days for which the units were held that made it.
    mutating func replace(heldFor days: Int32) {
        // What something else wrote into the book may have been acquired after the day it came in.
        marks = marks & ~Self.daysMask | UInt32(clamping: days) & Self.daysMask
        set(.replacement, true)
    }

    /// What tells it from other lots that the same activity opened; zero for those that still cost what it paid.
    var key: UInt32 { name & 0x7FFF_FFFF }

    /// Whether a part of it left for another account: units there go by the same id as long as they cost the same.
    var isParted: Bool { name >> 31 == 1 }

    /// Notes that a part of it has left, or that it is such a part.
    mutating func noteParted() { name |= 1 << 31 }

    /// Gets an id of its own, as the entry makes it another lot than it was a part of.
    mutating func part(by entry: UInt32) { name = LotName.key(of: key, partedBy: entry) }

    /// The same where the entry does so to all its units at once, wherever they are: those that went by one id do so afterwards.
    mutating func partWithOthers(by entry: UInt32) { name = name & 1 << 31 | LotName.key(of: key, partedBy: entry) }

    /// The same where units of it elsewhere go by the same id, since what they cost is no longer the same.
    mutating func partIfShared(by entry: UInt32) {
        if isParted, entry != 0 { part(by: entry) }
    }

    /// A lot of other units, opened when this one was.
    func part(_ units: FixedDecimal, cost: LotMoney) -> Lot {
        var part = Lot(row: row, opened: opened, quantity: units, cost: cost)
        part.name = name
        part.marks |= marks & (Self.daysMask | Mark.replacement.rawValue)
        if units == remaining { (part.rest, part.quantityRest) = (rest, rest) }
        return part
    }

    /// What stays of it where some of its units go with their cost.
    func less(_ part: Lot) throws(DecimalError) -> Lot {
        var left = part
        left.remaining = try remaining - part.remaining
        left.remainingCost = try remainingCost - part.remainingCost
        (left.quantity, left.cost) = (left.remaining, left.remainingCost)
        left.name = name
        left.rest = rest.beside(left.remaining)
        left.quantityRest = left.rest
        return left
    }

    /// Whether nothing is left.
    var isUsedUp: Bool { remaining.isZero }
}

extension [Lot] {
    /// The lots after a split, by which they come to so many units in all; their cost stays.
    ///
    /// What rounding gives one it takes from the next. A lot that comes to nothing leaves its cost to the last of the others.
    func scaled(by ratio: Ratio, to total: FixedDecimal) throws(DecimalError) -> [Lot] {
        var scaled: [Lot] = [], carry = DigitFraction.zero, left = total, stranded = LotMoney.zero
        scaled.reserveCapacity(count)
        for (place, lot) in enumerated() {
            var after = lot
            let now = try ExactUnits(shown: lot.remaining, rest: lot.rest).scaled(by: ratio, carry: &carry)
            after.remaining = place == count - 1 ? left : Swift.min(now.shown, left)
            after.rest = now.rest.less((after.remaining.units - now.shown.units)) ?? .zero
            left = try left - after.remaining
            if lot.quantity == lot.remaining {
                (after.quantity, after.quantityRest) = (after.remaining, after.rest)
            } else {
                let opening = try ExactUnits(shown: lot.quantity, rest: lot.quantityRest).scaled(by: ratio)
                (after.quantity, after.quantityRest) = (opening.shown, opening.rest)
            }
            if after.isUsedUp { stranded = try stranded + after.remainingCost } else { scaled.append(after) }
        }
        guard stranded != .zero, let last = scaled.indices.last else { return scaled }
        scaled[last].remainingCost = try scaled[last].remainingCost + stranded
        scaled[last].cost = try scaled[last].cost + stranded
        return scaled
    }
}

/// Which side of the market a lot is on.
public enum LotSide: String, CaseIterable, Sendable {
    /// Bought and held.
    case long
    /// Sold without being held.
    case short

    /// Short for long, and long for short.
    var opposite: LotSide { self == .long ? .short : .long }
}
