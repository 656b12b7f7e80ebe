import Ledger
import Values

/// The units that a scope holds, on their way through the days: by instrument, as all accounts see one price.
///
/// A day costs a look at each instrument, and a step for each holding whose units changed on it.
struct HeldUnits {
    /// Units of one instrument, in whichever accounts, that had the same splits.
    struct Group {
        let instrument: InstrumentID
        let multiplier: FixedDecimal
        let isCrypto: Bool
        /// Units in all its accounts; those that were sold short count below zero.
        var quantity = FixedDecimal.zero
        /// How many accounts hold some.
        var holdingCount = 0
        /// Whether units changed since it was valued last.
        var isChanged = false
        var price: PriceSeries.Price?
        /// What it adds to the sum of its price's currency: without holdings that are worth more than any amount may be.
        var value = FixedDecimal.zero
        /// Whether a holding is worth more than any amount may be.
        var isBeyond = false
    }

    /// Units of one instrument in one account, as they are.
    private struct Holding {
        let group: Int
        /// Whether its account is told what it is worth, whatever is known to be in it.
        let isOfToldAccount: Bool
        var quantity = FixedDecimal.zero
        /// The place of its next change.
        var next = 0
    }

    /// What tells one group from another.
    private struct Kind: Hashable {
        let instrument: InstrumentID
        let splits: [History.Split]
    }

    var groups: [Group] = []
    private var splits: [[History.Split]] = []
    private var prices: [PriceCursor] = []
    private var holdings: [Holding] = []
    /// The places of a group's holdings, by place of the group.
    private var members: [[Int]] = []
    /// By place of the holding.
    private var steps: [History.Steps] = []
    /// The holdings whose units change, in the order of the days; the day is in the upper half.
    private var changes: [UInt64] = []
    private var nextChange = 0

    /// What a scope ever held, as it was at the end of a day, or else before its first. O(n log n) in the changes of units after it.
    init(_ sweep: ValueSweep, _ scope: Scope, after known: Day?) throws(DecimalError) {
        let history = sweep.history, toldAccounts = history.toldAccounts
        var numbers: [Kind: Int] = [:]
        for (place, position) in history.positions.enumerated() where !history.units[place].isEmpty {
            guard let instrument = position.instrument, scope.contains(position.account, instrument) else { continue }
            let kind = Kind(instrument: instrument, splits: history.splits[place] ?? [])
            let group = numbers[kind] ?? add(kind, sweep)
            numbers[kind] = group
            members[group].append(holdings.count)
            let changed = history.units[place], first = known.map { changed.place(after: $0) } ?? 0
            for step in first..<changed.count { changes.append(UInt64(Self.order(of: changed.day(at: step))) << 32 | UInt64(holdings.count)) }
            holdings.append(Holding(group: group, isOfToldAccount: toldAccounts.contains(position.account), next: first))
            steps.append(changed)
            if first > 0 {
                holdings[holdings.count - 1].next -= 1
                try change(holdings.count - 1, to: changed[first - 1].figure)
            }
        }
        changes.sort()
    }

    private mutating func add(_ kind: Kind, _ sweep: ValueSweep) -> Int {
        let instrument = sweep.names[kind.instrument]
        groups.append(Group(instrument: kind.instrument, multiplier: instrument.multiplier, isCrypto: instrument.kind == .crypto))
        splits.append(kind.splits)
        prices.append(PriceCursor(sweep.prices[kind.instrument]))
        members.append([])
        return groups.count - 1
    }

    /// A day as a number from zero up.
    private static func order(of day: Day) -> UInt32 { UInt32(bitPattern: day.number ^ .min) }

    /// Takes in what changed up to the end of a day, which follows the one before.
    mutating func advance(to day: Day) throws(DecimalError) {
        let end = UInt64(Self.order(of: day)) << 32 | UInt64(UInt32.max)
        while nextChange < changes.count, changes[nextChange] <= end {
            let place = Int(changes[nextChange] & UInt64(UInt32.max))
            try change(place, to: steps[place][holdings[place].next].figure)
            nextChange += 1
        }
    }

    private mutating func change(_ place: Int, to quantity: FixedDecimal) throws(DecimalError) {
        let before = holdings[place].quantity, group = holdings[place].group
        groups[group].quantity = try groups[group].quantity + (quantity - before)
        groups[group].holdingCount += (quantity.isZero ? 0 : 1) - (before.isZero ? 0 : 1)
        groups[group].isChanged = true
        holdings[place].quantity = quantity
        holdings[place].next += 1
    }

    /// The last price of a group on or before a day, which must not be before the day asked for last. Amortised O(1).
    mutating func price(of group: Int, onOrBefore day: Day) -> PriceSeries.Price? { prices[group].price(onOrBefore: day) }

    /// What a group is worth at a price, without holdings that are worth more than any amount may be.
    func worth(of group: Int, at price: PriceSeries.Price, on day: Day) throws(DecimalError) -> (value: FixedDecimal, isBeyond: Bool) {
        if groups[group].holdingCount == 0 { return (.zero, false) }
        if let value = try worth(of: groups[group].quantity, in: group, at: price, on: day) { return (value, false) }
        // More than that together: what is not by itself counts.
        var sum = FixedDecimal.zero, isBeyond = false
        for place in members[group] {
            guard let value = try worth(of: holdings[place].quantity, in: group, at: price, on: day) else {
                isBeyond = true
                continue
            }
            sum = try sum + value
        }
        return (sum, isBeyond)
    }

    private func worth(of quantity: FixedDecimal, in group: Int, at price: PriceSeries.Price, on day: Day) throws(DecimalError) -> FixedDecimal? {
        let units = try History.units(quantity, splits[group], asOf: price.date, on: day), multiplier = groups[group].multiplier
        return Bound.amount.known { () throws(DecimalError) in try units * price.close * multiplier }
    }

    /// Whether a single holding has a worth that counts. One in an account of which it is told that it is worth nothing is none.
    func hasHolding(on day: Day, _ rates: inout DayRates, from least: FixedDecimal) throws(DecimalError) -> Bool {
        for (group, units) in groups.enumerated() where units.holdingCount > 0 {
            guard let price = units.price else { continue }
            for place in members[group] where !holdings[place].quantity.isZero && !holdings[place].isOfToldAccount {
                guard let value = try worth(of: holdings[place].quantity, in: group, at: price, on: day), !value.isZero else { continue }
                if rates.counts(value, rates.place(of: price.currency), from: least) { return true }
            }
        }
        return false
    }
}

/// Reads a series of prices forward, a day at a time.
struct PriceCursor {
    private let series: PriceSeries
    private var next = 0

    init(_ series: PriceSeries?) { self.series = series ?? PriceSeries([]) }

    /// The last price on or before a day, which must not be before the day asked for last; nil before the first. Amortised O(1).
    mutating func price(onOrBefore day: Day) -> PriceSeries.Price? {
        next = (next..<series.prices.count).firstPlace { series.prices.day(at: $0) > day }
        return next == 0 ? nil : series.prices[next - 1]
    }
}
