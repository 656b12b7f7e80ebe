import Values

/// The search for the smallest number of trades that bring every target to its aim, rounded to whole steps, where there are several accounts to trade in.
///
/// An instrument is only bought or only sold, never carried from one account to another. Sales are settled before purchases. The search is
/// exhaustive as long as it stays within its limit, which is ample for a handful of instruments and accounts; beyond it, or where no such
/// trades exist, there is no answer.
struct FewestTrades {
    /// How much is to be traded of one target, and where that can be done.
    private struct Demand {
        /// Units, above zero.
        let units: FixedDecimal
        /// Whether they are sold; else they are bought.
        let isSale: Bool
        /// What quantities are multiples of.
        let step: FixedDecimal
        /// The places of the positions, the preferred one first.
        let positions: [Int]
    }

    /// A trade that was found.
    struct Trade {
        /// The place of the position.
        let position: Int
        /// Whether units are sold; else they are bought.
        let isSale: Bool
        /// Units, above zero.
        let units: FixedDecimal
    }

    /// How many trades are tried before the search is given up.
    private static let limit = 2_000

    private let draft: TradeDraft
    private let demands: [Demand]
    private var steps = 0

    /// The search for what a draft has yet to do; nil where there is nothing to do, or something that the search cannot take into account.
    init?(_ draft: TradeDraft) throws(DecimalError) {
        let question = draft.question
        // It counts neither on exchanges nor with money that must be raised or kept.
        if question.rules.mayExchange || question.cashLeaf != nil || !question.withdrawals.isEmpty { return nil }
        var demands: [Demand] = []
        for leaf in question.leaves.indices {
            let gap = try draft.aims[leaf] - draft.values[leaf], isSale = gap.isNegative
            let places =
                isSale
                ? question.positions.indices.filter { question.positions[$0].leaf == leaf && draft.sold[$0] == nil && !question.positions[$0].quantity.isZero }
                : draft.options(leaf)
            guard let first = places.first else { continue }
            let step = question.positions[first].step
            let units = try question.positions[first].units(worth: gap.magnitude).steps(of: step, .halfEven)
            if units.isZero || isSale && draft.isSoldByItself(leaf) { continue }
            if try draft.isTooSmall(units, of: first) { continue }
            demands.append(Demand(units: units, isSale: isSale, step: step, positions: isSale ? try Self.bySize(places, draft.lots) : places))
        }
        if demands.isEmpty { return nil }
        self.draft = draft
        self.demands = demands.filter(\.isSale) + demands.filter { !$0.isSale }
    }

    /// Positions by how much can be sold of them, the largest first.
    private static func bySize(_ positions: [Int], _ lots: LotSelection) throws(DecimalError) -> [Int] {
        let sized = try positions.map { (position) throws(DecimalError) in (position, try lots.sellableUnits(of: position)) }
        return sized.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// The trades; nil where there are none that meet every demand.
    mutating func find() throws(DecimalError) -> [Trade]? {
        let widest = demands.reduce(0) { $0 + $1.positions.count }
        guard widest >= demands.count else { return nil }
        for further in 0...(widest - demands.count) {
            if let trades = try search(0, further, draft.cash.balances) { return trades }
            if steps > Self.limit { break }
        }
        return nil
    }

    /// Meets the demands from one on with so many trades beyond one each, and with exactly so many, since fewer have been tried.
    private mutating func search(_ index: Int, _ further: Int, _ cash: [CashAccount: FixedDecimal]) throws(DecimalError) -> [Trade]? {
        guard index < demands.count else { return further == 0 ? [] : nil }
        for more in 0...min(further, demands[index].positions.count - 1) {
            if let trades = try spread(demands[index], demands[index].units, 0, more + 1, cash, then: (index + 1, further - more)) { return trades }
        }
        return nil
    }

    /// Spreads what is left of a demand over so many of its positions from one on, the most that is possible first.
    private mutating func spread(
        _ demand: Demand, _ left: FixedDecimal, _ from: Int, _ count: Int, _ cash: [CashAccount: FixedDecimal], then next: (index: Int, further: Int)
    ) throws(DecimalError) -> [Trade]? {
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
                    let rest = try spread(demand, left - units, place + 1, count - 1, after, then: next)
                {
                    return [Trade(position: position, isSale: demand.isSale, units: units)] + rest
                }
                units = try units - demand.step
            }
        }
        return nil
    }

    /// The most units of a demand that a position can take.
    private func most(of position: Int, _ demand: Demand) throws(DecimalError) -> FixedDecimal {
        demand.isSale ? try draft.lots.sellableUnits(of: position).steps(of: demand.step, .floor) : demand.units
    }

    /// The cash balances after a trade; nil where there is too little cash, or the trade is not to be made.
    private func trade(
        _ units: FixedDecimal, _ position: Int, _ isSale: Bool, _ cash: [CashAccount: FixedDecimal]
    ) throws(DecimalError) -> [CashAccount: FixedDecimal]? {
        if try draft.isTooSmall(units, of: position) { return nil }
        if isSale, try !draft.lots.canSell(units, of: position) { return nil }
        var cash = cash
        let tradable = draft.question.positions[position], before = cash[tradable.cashAccount] ?? .zero
        let change = try isSale ? tradable.proceeds(units, draft.rules) : -tradable.cost(units, draft.rules)
        if isSale, change <= .zero { return nil }
        let after = try before + change
        if after.isNegative { return nil }
        cash[tradable.cashAccount] = after
        return cash
    }
}
