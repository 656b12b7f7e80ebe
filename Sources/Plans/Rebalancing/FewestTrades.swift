import Values

/// Looks for the smallest number of trades that bring every target exactly to its aim in steps, where there are several accounts to trade in.
///
/// An instrument is only bought or only sold, never carried from one account to another. Sales are settled before purchases. The search is
/// exhaustive as long as it stays within its limit, which is ample for a handful of instruments and accounts; beyond it, or where no such
/// trades exist, there is no answer.
struct FewestTrades {
    /// Units to be traded of one instrument, and where that can be done.
    struct Demand {
        /// Units, above zero.
        let units: FixedDecimal
        let isSale: Bool
        let step: FixedDecimal
        /// Positions, the preferred one first.
        let positions: [Int]
    }

    /// Units of a position.
    struct Part {
        let position: Int
        let isSale: Bool
        let units: FixedDecimal
    }

    private static let limit = 2_000

    let bench: TradeBench
    let demands: [Demand]
    private var steps = 0

    init(_ bench: TradeBench, _ demands: [Demand]) {
        self.bench = bench
        self.demands = demands.filter(\.isSale) + demands.filter { !$0.isSale }
    }

    /// The trades; nil where there are none that meet every demand.
    mutating func find() throws(DecimalError) -> [Part]? {
        let widest = demands.reduce(0) { $0 + $1.positions.count }
        guard widest >= demands.count else { return nil }
        for further in 0...(widest - demands.count) {
            if let parts = try search(0, further, bench.cash) { return parts }
            if steps > Self.limit { return nil }
        }
        return nil
    }

    /// Meets the demands from one on with so many trades beyond one each, and with exactly so many, since fewer have been tried.
    private mutating func search(_ index: Int, _ further: Int, _ cash: [TradeBench.Purse: FixedDecimal]) throws(DecimalError) -> [Part]? {
        guard index < demands.count else { return further == 0 ? [] : nil }
        for more in 0...min(further, demands[index].positions.count - 1) {
            if let parts = try spread(demands[index], demands[index].units, 0, more + 1, cash, then: (index + 1, further - more)) { return parts }
        }
        return nil
    }

    /// Spreads what is left of a demand over so many of its positions from one on, the most that is possible first.
    private mutating func spread(
        _ demand: Demand, _ left: FixedDecimal, _ from: Int, _ count: Int, _ cash: [TradeBench.Purse: FixedDecimal], then next: (index: Int, further: Int)
    ) throws(DecimalError) -> [Part]? {
        if count == 0 { return left.isZero ? try search(next.index, next.further, cash) : nil }
        guard demand.positions.count - from >= count else { return nil }
        for place in from...(demand.positions.count - count) {
            let position = demand.positions[place]
            var units = try min(left, most(of: position, demand))
            if count > 1, units == left { units = try units - demand.step }
            while units > .zero, count > 1 || units == left {
                steps += 1
                if steps > Self.limit { return nil }
                if let after = try trade(units, position, demand.isSale, cash),
                    let rest = try spread(demand, left - units, place + 1, count - 1, after, then: next) {
                    return [Part(position: position, isSale: demand.isSale, units: units)] + rest
                }
                units = try units - demand.step
            }
        }
        return nil
    }

    private func most(of position: Int, _ demand: Demand) throws(DecimalError) -> FixedDecimal {
        demand.isSale ? try bench.sellableUnits(of: position).steps(of: demand.step, .floor) : demand.units
    }

    /// The cash after a trade; nil where there is too little of it, or the trade is not to be made.
    private func trade(
        _ units: FixedDecimal, _ position: Int, _ isSale: Bool, _ cash: [TradeBench.Purse: FixedDecimal]
    ) throws(DecimalError) -> [TradeBench.Purse: FixedDecimal]? {
        if try bench.isTooSmall(units, of: position) { return nil }
        if isSale, try !bench.canSell(units, of: position) { return nil }
        var cash = cash
        let purse = bench.purse(position), before = cash[purse] ?? .zero
        let change = try isSale ? bench.proceeds(units, of: position) : -bench.cost(units, of: position)
        if isSale, change <= .zero { return nil }
        let after = try before + change
        if after.isNegative { return nil }
        cash[purse] = after
        return cash
    }
}
