import Values

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
    /// Currencies and days for which there was no rate, in the order in which they came up.
    private(set) var lacking: [Key] = []

    struct Key: Hashable {
        let currency: Currency
        let day: Day
    }

    init(_ currency: Currency, _ graph: RateGraph) { (self.currency, self.graph) = (currency, graph) }

    /// An amount of another currency on a day; `absent` where there is no rate, or what comes out is beyond every bound.
    func worth(_ amount: FixedDecimal, in own: Currency, on day: Day) -> FixedDecimal {
        if own == currency || amount.isZero { return amount }
        let key = Key(currency: own, day: day)
        if conversions[key] == nil {
            let found = (try? graph.conversion(from: own, to: currency, on: day)) ?? nil
            if found == nil { lacking.append(key) }
            conversions[key] = .some(found)
        }
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
