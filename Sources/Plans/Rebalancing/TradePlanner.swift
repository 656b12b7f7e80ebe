import Values

/// Proposes trades that bring a portfolio to its targets.
///
/// What holds of every proposal: nothing is sold beyond what is held, nothing spent beyond the cash of its account and the proceeds there,
/// fees included, unless the rules let it be exchanged within the account; all targets together, as they were given, are not further away than before, nor
/// is any one of them but for what is taken out, fees, what whole shares leave of money, and a loss that makes room for gains under their budget;
/// nothing is bought beyond its target because something else cannot be; quantities are multiples of their step, unless all of something is
/// sold; no trade is smaller than the smallest one; what must not be bought, sold or sold at a loss is not; the gains of all sales stay
/// within their budget. Nothing of one target is both bought and sold.
///
/// ```swift
/// let proposal = try TradePlanner.propose(TradeQuestion(leaves: targets.leaves, positions: positions, money: money, rules: TradeRules()))
/// ```
public enum TradePlanner {
    /// The trades, and what they leave.
    public static func propose(_ question: TradeQuestion) throws(PlanError) -> TradeProposal {
        try question.rules.check()
        precondition(question.aims.map { $0.count == question.leaves.count && $0.allSatisfy { !$0.isNegative } } ?? true, "each target has an aim")
        precondition(question.positions.allSatisfy { question.leaves.indices.contains($0.leaf) }, "a position has a target")
        var question = question
        // A budget of gains is one of taxes.
        if question.rules.gainBudget != nil { question.rules.isTaxAware = true }
        var obstacles: [TradeProposal.Obstacle] = []
        for index in question.money.indices { question.money[index].keepWithinRoom(&obstacles) }
        let (values, money) = try PlanError.checked { () throws(DecimalError) in (try Self.values(question), try Self.money(question)) }
        var goals = try TradeGoals(question, values: values, money: money)
        try PlanError.checked { () throws(DecimalError) in try goals.setAsideWhatCannotBeBought(question, &obstacles) }
        let aims = try goals.goals()
        return try PlanError.checked { () throws(DecimalError) in
            var bench = try TradeBench(question, goals, aims: aims, cash: try Self.purses(question), obstacles: obstacles)
            try fill(&bench)
            try bench.dropWhatWorsens()
            try bench.dropSalesForNothing()
            return try bench.proposal()
        }
    }

    private static func values(_ question: TradeQuestion) throws(DecimalError) -> [FixedDecimal] {
        var values = [FixedDecimal](repeating: .zero, count: question.leaves.count)
        for position in question.positions {
            values[position.leaf] = try values[position.leaf] + position.quantity * position.price * position.rate
        }
        guard let leaf = question.cashLeaf else { return values }
        for cash in question.money where cash.isHeld { values[leaf] = try values[leaf] + cash.amount * cash.rate }
        for cash in question.owed { values[leaf] = try values[leaf] - cash.amount * cash.rate }
        return values
    }

    /// What is to be invested, less what is to be taken out.
    private static func money(_ question: TradeQuestion) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for cash in question.money where !cash.isHeld || question.cashLeaf == nil { sum = try sum + cash.amount * cash.rate }
        for cash in question.withdrawals { sum = try sum - cash.amount * cash.rate }
        return sum
    }

    private static func purses(_ question: TradeQuestion) throws(DecimalError) -> [TradeBench.Purse: FixedDecimal] {
        var purses = try question.balances()
        for cash in question.withdrawals {
            let purse = TradeBench.Purse(account: cash.account, currency: cash.currency)
            purses[purse] = try (purses[purse] ?? .zero) - cash.amount
        }
        return purses
    }

    /// Chooses the trades: what leaves no choice or is to be chosen by taxes first, then the fewest for the rest, else the best one after another.
    private static func fill(_ bench: inout TradeBench) throws(DecimalError) {
        let leaves = bench.leavesToSell()
        for leaf in leaves where bench.isSoldByItself(leaf) { try bench.sellDown(leaf) }
        let parts: [FewestTrades.Part]? = if var search = try bench.fewestTrades() { try search.find() } else { nil }
        for part in parts ?? [] where part.isSale { try bench.sell(part.units, of: part.position, taking: bench.choose(part.units, of: part.position)) }
        for leaf in leaves { try bench.sellDown(leaf) }
        try bench.raiseWhatIsTakenOut()
        // A loss taken just now keeps the instrument from being bought; demands know nothing of one another.
        for part in parts ?? [] where !part.isSale && bench.options(bench.question.positions[part.position].leaf).contains(part.position) {
            try bench.buy(part.units, of: part.position)
        }
        try bench.buyUp()
    }
}

extension InvestableCash {
    /// Leaves out what may not be brought in.
    fileprivate mutating func keepWithinRoom(_ obstacles: inout [TradeProposal.Obstacle]) {
        guard let room, room < amount else { return }
        let kept = room.isNegative ? .zero : room
        guard let left = try? amount - kept else { preconditionFailure("less than an amount is too much") }
        obstacles.append(.init(
            kind: .contributionLimit,
            message: "\(account) may take \(kept.description(minimumDigits: digits)) \(currency) more this year, so \(left.description(minimumDigits: digits)) \(currency) of the new money are left out"))
        amount = kept
    }
}

extension TradeBench {
    /// Whether all of a target is one instrument, so that it does not matter which one is traded.
    func isOfOneInstrument(_ leaf: Int) -> Bool {
        var traded: Set<Terms> = []
        for tradable in question.positions where tradable.leaf == leaf { traded.insert(Terms(tradable)) }
        return traded.count <= 1
    }

    private struct Terms: Hashable {
        let symbol: String, currency: String
        let price: FixedDecimal, rate: FixedDecimal, step: FixedDecimal

        init(_ tradable: Tradable) {
            (symbol, currency, price, rate, step) = (tradable.symbol, tradable.currency, tradable.price, tradable.rate, tradable.step)
        }
    }

    /// Targets in the order in which they are sold: where losses can be taken first, since they make room for gains.
    func leavesToSell() -> [Int] {
        guard rules.isTaxAware else { return Array(goals.leaves.indices) }
        let losing = Set(question.positions.filter { $0.lots.contains { $0.gain.isNegative } }.map(\.leaf))
        return goals.leaves.indices.filter { losing.contains($0) } + goals.leaves.indices.filter { !losing.contains($0) }
    }

    /// Whether what is sold of a target is not a matter of the fewest trades: all of it is, taxes say what, or one of several instruments is chosen.
    func isSoldByItself(_ leaf: Int) -> Bool { rules.isTaxAware || aims[leaf].isZero || !isOfOneInstrument(leaf) }

    /// The search for the fewest trades that do what is left to be done; nil where there is none, or something that cannot be done.
    func fewestTrades() throws(DecimalError) -> FewestTrades? {
        // It counts neither on exchanges nor with money that must be raised or kept.
        if rules.mayExchange || question.cashLeaf != nil || !question.withdrawals.isEmpty { return nil }
        var demands: [FewestTrades.Demand] = []
        for leaf in goals.leaves.indices {
            let gap = try aims[leaf] - values[leaf]
            let isSale = gap.isNegative
            let places = isSale
                ? question.positions.indices.filter { question.positions[$0].leaf == leaf && sold[$0] == nil && !question.positions[$0].quantity.isZero }
                : options(leaf)
            guard let first = places.first else { continue }
            let step = question.positions[first].step
            let units = try self.units(worth: gap.magnitude, of: first).steps(of: step, .halfEven)
            if units.isZero || isSale && isSoldByItself(leaf) { continue }
            if try isTooSmall(units, of: first) { continue }
            demands.append(FewestTrades.Demand(units: units, isSale: isSale, step: step, positions: isSale ? try bySize(places) : places))
        }
        return demands.isEmpty ? nil : FewestTrades(self, demands)
    }

    private func bySize(_ positions: [Int]) throws(DecimalError) -> [Int] {
        let sized = try positions.map { (position) throws(DecimalError) in (position, try sellableUnits(of: position)) }
        return sized.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// Takes purchases back, the last ones first, should all targets together be further away than before.
    mutating func dropWhatWorsens() throws(DecimalError) {
        let before = try drift(valuesBefore)
        for position in bought.keys.sorted().reversed() {
            if try drift(values) <= before { return }
            try forget(purchase: position)
        }
    }

    private func drift(_ values: [FixedDecimal]) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for (value, target) in zip(values, goals.targets) { sum = try sum + (value - target).magnitude }
        return sum
    }

    /// What was chosen, as a proposal.
    func proposal() throws(DecimalError) -> TradeProposal {
        var trades: [TradeProposal.Trade] = []
        for (side, quantities) in [(TradeProposal.Trade.Side.sell, sold), (.buy, bought)] {
            for position in quantities.keys.sorted() {
                let units = quantities[position]!, tradable = question.positions[position]
                let lots = side == .sell ? parts[position] ?? [] : []
                trades.append(TradeProposal.Trade(
                    position: position, side: side, quantity: units, amount: try units * tradable.price, fee: try fee(units, of: position),
                    reason: try reason(tradable, side), lots: lots, gain: try Self.gain(of: lots)))
            }
        }
        let outcomes = try goals.leaves.indices.map { (leaf) throws(DecimalError) in
            TradeProposal.Outcome(
                leaf: goals.leaves[leaf], before: valuesBefore[leaf], after: values[leaf], target: goals.targets[leaf],
                shareBefore: try share(valuesBefore[leaf]), shareAfter: try share(values[leaf]))
        }
        var left: [InvestableCash] = []
        for (purse, amount) in cash.sorted(by: { $0.key < $1.key }) where !amount.isZero {
            left.append(InvestableCash(account: purse.account, currency: purse.currency, amount: amount, rate: terms(of: purse.currency).rate))
        }
        return TradeProposal(
            trades: trades, exchanges: exchanges, outcomes: outcomes, cashLeft: left, obstacles: obstacles, total: goals.total,
            driftBefore: try drift(valuesBefore), driftAfter: try drift(values))
    }

    private func share(_ value: FixedDecimal) throws(DecimalError) -> FixedDecimal? { goals.total.isZero ? nil : try value / goals.total }

    /// The share of what is there before anything is taken out.
    private func shareBefore(_ value: FixedDecimal) throws(DecimalError) -> FixedDecimal? {
        var whole = goals.total
        for money in question.withdrawals { whole = try whole + money.amount.magnitude * money.rate }
        return whole.isZero ? nil : try value / whole
    }

    /// Why a trade is there.
    private func reason(_ tradable: Tradable, _ side: TradeProposal.Trade.Side) throws(DecimalError) -> String {
        let leaf = goals.leaves[tradable.leaf]
        let whose = leaf.name == tradable.symbol ? leaf.name : "\(leaf.name), which \(tradable.symbol) is of,"
        let before = valuesBefore[tradable.leaf], target = goals.targets[tradable.leaf]
        let share = try percent(shareBefore(before) ?? .zero), wanted = try percent(self.share(target) ?? .zero)
        if goals.isToldOutright { return "the rule asks for it" }
        if side == .sell, raised.contains(tradable.leaf) { return "\(leaf.name) pays for what is taken out" }
        if leaf.share.isZero { return "\(whose) is to be nothing of the whole" }
        if side == .sell, share <= wanted, before > target {
            return "\(whose) is \(try percent(self.share(before) ?? .zero)) % of what is left after the money is taken out and is to be \(wanted) %"
        }
        let drift = "\(whose) is \(share) % of the whole and is to be \(wanted) %"
        guard let width = leaf.width, rules.mode != .newMoney else { return drift }
        return "\(drift), give or take \(try percent(width)) points"
    }

    private func percent(_ share: FixedDecimal) throws(DecimalError) -> FixedDecimal { try (share * 100).rounded(to: 1, .halfUp) }
}
