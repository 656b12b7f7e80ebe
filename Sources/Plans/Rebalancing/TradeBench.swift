import Values

/// The state of a proposal in the making: what has been chosen so far, and what it left of the cash.
struct TradeBench {
    /// An account's money in one currency.
    struct Purse: Hashable {
        let account: String
        let currency: String
    }

    let question: TradeQuestion
    let goals: TradeGoals
    /// What each target is to be worth.
    let aims: [FixedDecimal]
    private(set) var cash: [Purse: FixedDecimal] = [:]
    /// What each target is worth by now.
    private(set) var values: [FixedDecimal]
    /// Units sold and bought, by position.
    private(set) var sold: [Int: FixedDecimal] = [:]
    private(set) var bought: [Int: FixedDecimal] = [:]
    /// What sales take of lots, by position.
    private(set) var parts: [Int: [TradeProposal.Trade.LotPart]] = [:]
    private(set) var obstacles: [TradeProposal.Obstacle] = []

    init(_ question: TradeQuestion, _ goals: TradeGoals, aims: [FixedDecimal], cash: [Purse: FixedDecimal], obstacles: [TradeProposal.Obstacle]) {
        (self.question, self.goals, self.aims, self.cash, self.obstacles) = (question, goals, aims, cash, obstacles)
        values = goals.values
    }

    var rules: TradeRules { question.rules }

    func purse(_ position: Int) -> Purse { Purse(account: question.positions[position].account, currency: question.positions[position].currency) }

    func cash(of position: Int) -> FixedDecimal { cash[purse(position)] ?? .zero }

    /// What units of a position are worth in the currency of the whole.
    func worth(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        return try units * tradable.price * tradable.rate
    }

    /// How many units a sum in the currency of the whole is, not rounded.
    func units(worth amount: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        return try amount / (tradable.price * tradable.rate)
    }

    /// What is charged for trading units, in the currency of their price.
    func fee(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        return units.isZero ? .zero : try rules.fee + (units * tradable.price * rules.feeRate).rounded(to: tradable.digits, .halfUp)
    }

    /// What is paid for units with the fee.
    func cost(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        try units * question.positions[position].price + fee(units, of: position)
    }

    /// What a sale of units brings without the fee.
    func proceeds(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        try units * question.positions[position].price - fee(units, of: position)
    }

    /// Whether a trade of units is too small to be made.
    func isTooSmall(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool { try worth(units, of: position) < rules.minimum }

    /// Symbols of which something is sold at a loss, so that none of them is bought.
    var soldAtLoss: Set<String> {
        if !rules.avoidsWashSales { return [] }
        return Set(parts.filter { $0.value.contains(where: \.isLoss) }.map { question.positions[$0.key].symbol })
    }

    /// What all sales gain together.
    func gain() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for taken in parts.values { sum = try sum + Self.gain(of: taken) }
        return sum
    }

    static func gain(of parts: [TradeProposal.Trade.LotPart]) throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for part in parts { sum = try sum + part.gain }
        return sum
    }

    mutating func note(_ kind: TradeProposal.Obstacle.Kind, _ message: String) {
        let obstacle = TradeProposal.Obstacle(kind: kind, message: message)
        if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
    }

    // MARK: Trading

    mutating func sell(_ units: FixedDecimal, of position: Int, taking taken: [TradeProposal.Trade.LotPart]) throws(DecimalError) {
        precondition(sold[position] == nil && units <= question.positions[position].quantity, "more of \(question.positions[position].symbol) would be sold than is held")
        sold[position] = units
        parts[position] = taken
        cash[purse(position)] = try cash(of: position) + proceeds(units, of: position)
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] - worth(units, of: position)
    }

    mutating func buy(_ units: FixedDecimal, of position: Int) throws(DecimalError) {
        let before = bought[position] ?? .zero, after = try before + units
        let price = try cost(after, of: position) - cost(before, of: position)
        precondition(price <= cash(of: position), "more would be spent than there is")
        bought[position] = after
        cash[purse(position)] = try cash(of: position) - price
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] + worth(units, of: position)
    }

    /// Takes a purchase back.
    mutating func forget(purchase position: Int) throws(DecimalError) {
        guard let units = bought.removeValue(forKey: position) else { return }
        cash[purse(position)] = try cash(of: position) + cost(units, of: position)
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] - worth(units, of: position)
    }
}

extension FixedDecimal {
    /// How many steps there are in it.
    func steps(of step: FixedDecimal, _ rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        try (self / step).rounded(to: 0, rounding) * step
    }
}
