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

/// Money of units: what they cost, or what they brought.
///
/// It is counted in the instrument's currency and, in a replay that is asked for another currency, in that beside it. Whatever shares money out
/// (an average, a pool, a sale of a part, a spin-off) shares it out in each by itself, so that what was paid is lost in neither:
/// relieved and remaining add up to it.
struct LotMoney: Equatable {
    /// In the instrument's currency.
    var own: FixedDecimal
    /// In the other currency: zero where a replay counts in no other, `absent` where a rate was lacking.
    var other: FixedDecimal
    /// Whether some of it is of units of which nobody told what they cost, so that it is known in no currency: the figures are of the others then.
    /// Every sum takes it over, so that nothing made of it passes for a figure.
    var isUnknown: Bool

    init(_ own: FixedDecimal, other: FixedDecimal = .zero, isUnknown: Bool = false) { (self.own, self.other, self.isUnknown) = (own, other, isUnknown) }

    static let zero = LotMoney(.zero)

    /// What units cost of which nobody told it, beside so much that is known.
    static func unknown(beside own: FixedDecimal = .zero) -> LotMoney { LotMoney(own, isUnknown: true) }

    /// The part of it that somebody told.
    var knownPart: LotMoney { LotMoney(own, other: other) }

    /// What is known of it in each currency by itself, to be added up: nothing in the other where a rate was lacking.
    var counted: LotMoney { LotMoney(own, other: other.isAbsent ? .zero : other) }

    /// In the other currency; nil where a rate was lacking, or nobody told.
    var known: FixedDecimal? { isUnknown || other.isAbsent ? nil : other }

    @inline(__always)
    static func + (a: LotMoney, b: LotMoney) throws(DecimalError) -> LotMoney {
        let own = try a.own + b.own
        return LotMoney(own, other: a.isPlain && b.isPlain ? .zero : sum(a.other, b.other), isUnknown: a.isUnknown || b.isUnknown)
    }

    @inline(__always)
    static func - (a: LotMoney, b: LotMoney) throws(DecimalError) -> LotMoney {
        let own = try a.own - b.own
        return LotMoney(own, other: a.isPlain && b.isPlain ? .zero : sum(a.other, (-b).other), isUnknown: a.isUnknown || b.isUnknown)
    }

    static prefix func - (money: LotMoney) -> LotMoney {
        LotMoney(-money.own, other: money.other.isAbsent ? .absent : -money.other, isUnknown: money.isUnknown)
    }

    /// The part of it that some units have of all, each currency rounded once.
    @inline(__always)
    func share(_ units: FixedDecimal, of all: FixedDecimal) throws(DecimalError) -> LotMoney {
        let part = try FixedDecimal.mulDiv(own, units, all)
        if isPlain { return LotMoney(part, isUnknown: isUnknown) }
        return LotMoney(part, other: other.isAbsent ? .absent : (try? FixedDecimal.mulDiv(other, units, all)) ?? .absent, isUnknown: isUnknown)
    }

    /// The part of it that a share from 0 to 1 is.
    func part(_ share: FixedDecimal) throws(DecimalError) -> LotMoney { try self.share(share, of: .one) }

    /// The part of it, in each currency by itself, that the cost of a lot can take: no more than the cost, and nothing where that is below zero.
    func limited(to cost: LotMoney) -> LotMoney {
        func least(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal { min(a, max(b, .zero)) }
        let limited = other.isAbsent || cost.other.isAbsent ? .absent : least(other, cost.other)
        return LotMoney(least(own, cost.own), other: limited, isUnknown: isUnknown || cost.isUnknown)
    }

    /// Whether there is nothing in another currency, as in all but a few replays.
    @inline(__always)
    private var isPlain: Bool { other.units == 0 }

    /// What does not fit is not known.
    private static func sum(_ a: FixedDecimal, _ b: FixedDecimal) -> FixedDecimal {
        a.isAbsent || b.isAbsent ? .absent : (try? a + b) ?? .absent
    }
}

/// How a replay counts money in another currency: by the rate of the day on which it was paid, or by the rate that the activity itself tells.
final class OtherCurrency {
    /// The currency counted in.
    let currency: Currency
    private let graph: RateGraph
    private var conversions: [Key: Conversion?] = [:]

    private struct Key: Hashable {
        let currency: Currency
        let day: Day
    }

    init(_ currency: Currency, _ graph: RateGraph) { (self.currency, self.graph) = (currency, graph) }

    /// An amount of another currency on a day; `absent` where there is no rate, or what comes out is beyond every bound.
    func worth(_ amount: FixedDecimal, in own: Currency, on day: Day) -> FixedDecimal {
        if own == currency || amount.isZero { return amount }
        let key = Key(currency: own, day: day)
        if conversions[key] == nil { conversions[key] = .some((try? graph.conversion(from: own, to: currency, on: day)) ?? nil) }
        guard let conversion = conversions[key] ?? nil else { return .absent }
        return Bound.amount.known { () throws(DecimalError) in try conversion.apply(amount) } ?? .absent
    }
}

/// How the money of one activity is counted.
struct ActivityMoney {
    /// The other currency; nil where none is counted in.
    let other: OtherCurrency?
    /// The currency of the activity's figures.
    let currency: Currency
    /// The day whose rate counts.
    let day: Day
    /// What the activity itself tells of another currency: units of it for one of its own.
    var rate: (currency: Currency, rate: FixedDecimal)?

    /// An amount of the activity's as lots keep it.
    @inline(__always)
    func callAsFunction(_ amount: FixedDecimal) -> LotMoney {
        other.map { LotMoney(amount, other: worth(amount, $0)) } ?? LotMoney(amount)
    }

    private func worth(_ amount: FixedDecimal, _ other: OtherCurrency) -> FixedDecimal {
        guard let rate, currency != other.currency else { return other.worth(amount, in: currency, on: day) }
        // A rate that was agreed goes before the market's.
        guard let settled = Bound.amount.known({ () throws(DecimalError) in try amount * rate.rate }) else { return .absent }
        return other.worth(settled, in: rate.currency, on: day)
    }
}
