import Values

/// A proposal in the making: the trades chosen so far, and what they leave of targets and cash.
struct TradeDraft {
    /// What is asked.
    let question: TradeQuestion
    /// The targets, and how far each is from its own.
    let goals: TradeGoals
    /// What each target is to be worth, in the currency of the whole.
    let aims: [FixedDecimal]
    /// Which lots are sold.
    let lots: LotSelection
    /// What each target was worth at first; money that comes or goes counts as cash.
    let valuesBefore: [FixedDecimal]
    /// What each target is worth by now.
    private(set) var values: [FixedDecimal]
    /// The cash by now.
    private(set) var cash: RebalancingCash
    /// Units sold, by the place of the position.
    private(set) var sold: [Int: FixedDecimal] = [:]
    /// Units bought, by the place of the position.
    private(set) var bought: [Int: FixedDecimal] = [:]
    /// What sales take of lots, by the place of the position.
    private(set) var parts: [Int: [TradeProposal.Trade.LotPart]] = [:]
    /// Why trades do not go further, each reason once.
    private(set) var obstacles: [TradeProposal.Obstacle]
    /// Targets of which more was sold than is above their aims, to raise money that is taken out.
    var soldBelowAim: Set<Int> = []
    /// Cash and values before anything was bought.
    private var beforePurchases: (cash: RebalancingCash, values: [FixedDecimal])?

    /// A draft without trades.
    init(_ question: TradeQuestion, _ goals: TradeGoals, aims: [FixedDecimal], obstacles: [TradeProposal.Obstacle]) throws(DecimalError) {
        (self.question, self.goals, self.aims, self.obstacles) = (question, goals, aims, obstacles)
        lots = LotSelection(question: question)
        cash = try RebalancingCash(question)
        var values = goals.values
        if let leaf = question.cashLeaf { values[leaf] = try values[leaf] + goals.money }
        (valuesBefore, self.values) = (values, values)
    }

    /// What may be done.
    var rules: TradeRules { question.rules }

    /// The balance that pays for a position.
    func balance(for position: Int) -> FixedDecimal { cash[question.positions[position].cashAccount] }

    /// What there is to pay for a position with. Where cash is a target, what is to stay cash is not part of it.
    func means(of position: Int) throws(DecimalError) -> FixedDecimal {
        let account = question.positions[position].cashAccount, sum = try cash.means(of: account)
        guard let leaf = question.cashLeaf else { return sum }
        // By a rate that ends somewhere a sum of whole units comes out short by its last digit.
        let terms = cash.terms(of: account.currency), digits = min(terms.digits + 6, FixedDecimal.scale)
        return try min(sum, ((values[leaf] - aims[leaf]) / terms.rate).rounded(to: digits, .halfEven))
    }

    /// Whether a trade of units is smaller than the smallest one that is made.
    func isTooSmall(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool { try question.positions[position].worth(units) < rules.minimum }

    /// Symbols of which something is sold at a loss, where the rules say that none of them is bought then.
    var soldAtLoss: Set<String> {
        if !rules.avoidsWashSales { return [] }
        return Set(parts.filter { $0.value.contains(where: \.isLoss) }.map { question.positions[$0.key].symbol })
    }

    /// What all sales gain together, in the currency of the whole.
    func gain() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for taken in parts.values { sum = try sum + Self.gain(of: taken) }
        return sum
    }

    /// What the parts of lots that one sale takes gain together.
    static func gain(of parts: [TradeProposal.Trade.LotPart]) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for part in parts { sum = try sum + part.gain }
        return sum
    }

    /// How far all targets together are away from what they are to be, where they are worth so much.
    func drift(_ values: [FixedDecimal]) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for (value, target) in zip(values, goals.targets) { sum = try sum + (value - target).magnitude }
        return sum
    }

    /// Notes why trades do not go further.
    mutating func note(_ kind: TradeProposal.Obstacle.Kind, _ message: String) {
        let obstacle = TradeProposal.Obstacle(kind: kind, message: message)
        if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
    }

    /// Takes back the notes whose sentences no longer hold.
    mutating func removeObstacles(where isPast: (String) -> Bool) { obstacles.removeAll { isPast($0.message) } }

    // MARK: Trades

    /// Sells units of a position of which nothing is sold yet.
    mutating func sell(_ units: FixedDecimal, of position: Int) throws(DecimalError) {
        try sell(units, of: position, taking: lots.parts(of: units, of: position))
    }

    /// Sells units of a position of which nothing is sold yet, taking these parts of lots.
    mutating func sell(_ units: FixedDecimal, of position: Int, taking taken: [TradeProposal.Trade.LotPart]) throws(DecimalError) {
        let tradable = question.positions[position]
        precondition(sold[position] == nil && units <= tradable.quantity, "more of \(tradable.symbol) would be sold than is held")
        sold[position] = units
        parts[position] = taken
        try pay(-tradable.proceeds(units, rules), from: tradable.cashAccount)
        values[tradable.leaf] = try values[tradable.leaf] - tradable.worth(units)
    }

    /// Takes a sale back, so that another number of units can be sold.
    mutating func undo(saleOf position: Int) throws(DecimalError) {
        guard let units = sold.removeValue(forKey: position) else { return }
        let tradable = question.positions[position]
        parts[position] = nil
        try pay(tradable.proceeds(units, rules), from: tradable.cashAccount)
        values[tradable.leaf] = try values[tradable.leaf] + tradable.worth(units)
    }

    /// Buys units of a position, besides those bought already; other money is changed for it as far as that is needed and allowed.
    mutating func buy(_ units: FixedDecimal, of position: Int) throws(DecimalError) {
        if beforePurchases == nil { beforePurchases = (cash, values) }
        let tradable = question.positions[position], before = bought[position] ?? .zero, after = try before + units
        let price = try tradable.cost(after, rules) - tradable.cost(before, rules)
        try exchange(into: tradable.cashAccount, upTo: price)
        precondition(price <= balance(for: position), "more would be spent than there is")
        bought[position] = after
        try pay(price, from: tradable.cashAccount)
        values[tradable.leaf] = try values[tradable.leaf] + tradable.worth(units)
    }

    /// Takes a purchase back, and what was changed for it. The other purchases are made anew.
    mutating func undo(purchaseOf position: Int) throws(DecimalError) {
        guard bought.removeValue(forKey: position) != nil, let before = beforePurchases else { return }
        let others = bought
        cash.restore(before.cash)
        (values, bought) = (before.values, [:])
        for (other, units) in others.sorted(by: { $0.key < $1.key }) where try question.positions[other].cost(units, rules) <= means(of: other) {
            try buy(units, of: other)
        }
    }

    /// Changes other money of an account until its balance in one currency is as much as wanted, as far as it goes.
    mutating func exchange(into account: CashAccount, upTo wanted: FixedDecimal) throws(DecimalError) {
        let change = try cash.exchange(into: account, upTo: wanted)
        if let leaf = question.cashLeaf { values[leaf] = try values[leaf] + change }
    }

    /// Lets purchases be paid only with money of their own currency while something is chosen.
    mutating func withoutExchanges(_ choose: (inout TradeDraft) throws(DecimalError) -> Void) throws(DecimalError) {
        cash.isExchangePaused = true
        try choose(&self)
        cash.isExchangePaused = false
    }

    private mutating func pay(_ amount: FixedDecimal, from account: CashAccount) throws(DecimalError) {
        let change = try cash.pay(amount, from: account)
        if let leaf = question.cashLeaf { values[leaf] = try values[leaf] + change }
    }
}

// MARK: - What trades cost

extension Tradable {
    /// What units are worth in the currency of the whole.
    func worth(_ units: FixedDecimal) throws(DecimalError) -> FixedDecimal { try units * price * rate }

    /// How many units a sum in the currency of the whole is, not rounded.
    func units(worth amount: FixedDecimal) throws(DecimalError) -> FixedDecimal { try amount / (price * rate) }

    /// What is charged for a trade of units, in the currency of the price.
    func fee(_ units: FixedDecimal, _ rules: TradeRules) throws(DecimalError) -> FixedDecimal {
        units.isZero ? .zero : try rules.fee + (units * price * rules.feeRate).rounded(to: digits, .halfUp)
    }

    /// What is paid for units with the fee, in the currency of the price.
    func cost(_ units: FixedDecimal, _ rules: TradeRules) throws(DecimalError) -> FixedDecimal { try units * price + fee(units, rules) }

    /// What a sale of units brings after the fee, in the currency of the price.
    func proceeds(_ units: FixedDecimal, _ rules: TradeRules) throws(DecimalError) -> FixedDecimal { try units * price - fee(units, rules) }
}

extension FixedDecimal {
    /// The amount in whole steps, such as whole shares.
    func steps(of step: FixedDecimal, _ rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        try (self / step).rounded(to: 0, rounding) * step
    }
}
