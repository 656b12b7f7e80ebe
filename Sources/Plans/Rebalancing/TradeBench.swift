import Values

/// The state of a proposal in the making: what has been chosen so far, and what it left of the cash.
struct TradeBench {
    /// An account's money in one currency.
    struct Purse: Hashable, Comparable {
        let account: String
        let currency: String

        static func < (a: Purse, b: Purse) -> Bool { (a.account, a.currency) < (b.account, b.currency) }
    }

    let question: TradeQuestion
    let goals: TradeGoals
    /// What each target is to be worth.
    let aims: [FixedDecimal]
    private(set) var cash: [Purse: FixedDecimal] = [:]
    /// What was owed at first, below zero: money that is taken out is raised down to it.
    private let debts: [Purse: FixedDecimal]
    /// What each target was worth at first, the money that comes or goes counted as cash.
    let valuesBefore: [FixedDecimal]
    /// What each target is worth by now.
    private(set) var values: [FixedDecimal]
    /// What was changed so far for what is bought.
    private(set) var exchanges: [TradeProposal.Exchange] = []
    /// Whether money is changed by now: what each currency can pay for by itself comes first.
    var exchangesNow = true
    /// Targets of which more was sold than is above their aims, for what is taken out.
    var raised: Set<Int> = []
    private let currencies: [String: CurrencyTerms]
    /// How things were before anything was bought.
    private var unspent: (cash: [Purse: FixedDecimal], values: [FixedDecimal], exchanges: [TradeProposal.Exchange])?
    /// Units sold and bought, by position.
    private(set) var sold: [Int: FixedDecimal] = [:]
    private(set) var bought: [Int: FixedDecimal] = [:]
    /// What sales take of lots, by position.
    private(set) var parts: [Int: [TradeProposal.Trade.LotPart]] = [:]
    private(set) var obstacles: [TradeProposal.Obstacle] = []

    init(_ question: TradeQuestion, _ goals: TradeGoals, aims: [FixedDecimal], cash: [Purse: FixedDecimal], obstacles: [TradeProposal.Obstacle]) throws(DecimalError) {
        (self.question, self.goals, self.aims, self.cash, self.obstacles) = (question, goals, aims, cash, obstacles)
        currencies = CurrencyTerms.all(in: question)
        debts = try question.balances().filter(\.value.isNegative)
        var values = goals.values
        if let leaf = question.cashLeaf { values[leaf] = try values[leaf] + goals.money }
        (valuesBefore, self.values) = (values, values)
    }

    var rules: TradeRules { question.rules }

    func purse(_ position: Int) -> Purse { Purse(account: question.positions[position].account, currency: question.positions[position].currency) }

    func cash(of position: Int) -> FixedDecimal { cash[purse(position)] ?? .zero }

    /// What is missing in a purse of the money to be taken out; zero where there is enough.
    func missing(in purse: Purse) throws(DecimalError) -> FixedDecimal { try max(.zero, debt(of: purse) - (cash[purse] ?? .zero)) }

    /// What a purse owed at first, below zero; zero where it owed nothing.
    func debt(of purse: Purse) -> FixedDecimal { debts[purse] ?? .zero }

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

    /// Takes back what was said of something that became otherwise.
    mutating func forgetObstacles(where isPast: (String) -> Bool) { obstacles.removeAll { isPast($0.message) } }

    // MARK: Trading

    mutating func sell(_ units: FixedDecimal, of position: Int, taking taken: [TradeProposal.Trade.LotPart]) throws(DecimalError) {
        precondition(sold[position] == nil && units <= question.positions[position].quantity, "more of \(question.positions[position].symbol) would be sold than is held")
        sold[position] = units
        parts[position] = taken
        try pay(-proceeds(units, of: position), from: purse(position))
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] - worth(units, of: position)
    }

    /// Takes a sale back, so that another number of units can be sold.
    mutating func forget(sale position: Int) throws(DecimalError) {
        guard let units = sold.removeValue(forKey: position) else { return }
        parts[position] = nil
        try pay(proceeds(units, of: position), from: purse(position))
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] + worth(units, of: position)
    }

    mutating func buy(_ units: FixedDecimal, of position: Int) throws(DecimalError) {
        if unspent == nil { unspent = (cash, values, exchanges) }
        let before = bought[position] ?? .zero, after = try before + units
        let price = try cost(after, of: position) - cost(before, of: position)
        try exchange(into: purse(position), upTo: price)
        precondition(price <= cash(of: position), "more would be spent than there is")
        bought[position] = after
        try pay(price, from: purse(position))
        values[question.positions[position].leaf] = try values[question.positions[position].leaf] + worth(units, of: position)
    }

    /// Takes a purchase back, and what was changed for it.
    mutating func forget(purchase position: Int) throws(DecimalError) {
        guard bought.removeValue(forKey: position) != nil, let before = unspent else { return }
        let others = bought
        (cash, values, exchanges, bought) = (before.cash, before.values, before.exchanges, [:])
        for (other, units) in others.sorted(by: { $0.key < $1.key }) where try cost(units, of: other) <= means(of: other) { try buy(units, of: other) }
    }

    /// Pays out of a purse; below zero it is filled. Where money is a target, that changes too.
    private mutating func pay(_ amount: FixedDecimal, from purse: Purse) throws(DecimalError) {
        cash[purse] = try (cash[purse] ?? .zero) - amount
        guard let leaf = question.cashLeaf else { return }
        values[leaf] = try values[leaf] - amount * terms(of: purse.currency).rate
    }
}

// MARK: Exchanging

/// What an exchange of a currency goes by.
struct CurrencyTerms {
    let rate: FixedDecimal
    let digits: Int

    static func all(in question: TradeQuestion) -> [String: CurrencyTerms] {
        var terms: [String: CurrencyTerms] = [:]
        for money in question.money + question.withdrawals + question.owed { terms[money.currency] = CurrencyTerms(rate: money.rate, digits: money.digits) }
        for position in question.positions { terms[position.currency] = CurrencyTerms(rate: position.rate, digits: position.digits) }
        return terms
    }
}

extension TradeBench {
    func terms(of currency: String) -> CurrencyTerms { currencies[currency] ?? CurrencyTerms(rate: .one, digits: 2) }

    /// What there is to pay for a position with: the money in its currency, and what other money of the account becomes where it may be changed. What
    /// money is to be kept is not part of it.
    func means(of position: Int) throws(DecimalError) -> FixedDecimal {
        let purse = purse(position)
        var sum = cash[purse] ?? .zero
        for other in others(than: purse) { sum = try sum + worth(of: other, in: purse.currency) }
        guard let leaf = question.cashLeaf else { return sum }
        // By a rate that ends somewhere a sum of whole units comes out short by its last digit.
        let terms = terms(of: purse.currency), digits = min(terms.digits + 6, FixedDecimal.scale)
        return try min(sum, ((values[leaf] - aims[leaf]) / terms.rate).rounded(to: digits, .halfEven))
    }

    /// Other money of the account of a purse that may be changed, the most first.
    private func others(than purse: Purse) -> [Purse] {
        guard rules.mayExchange, exchangesNow else { return [] }
        let found = cash.filter { $0.key.account == purse.account && $0.key != purse && $0.value > .zero }
        func worth(_ entry: (key: Purse, value: FixedDecimal)) -> FixedDecimal { (try? entry.value * terms(of: entry.key.currency).rate) ?? .greatest }
        return found.sorted { (worth($1), $0.key) < (worth($0), $1.key) }.map(\.key)
    }

    /// What all the money of a purse becomes in another currency, in whole smallest units.
    private func worth(of purse: Purse, in currency: String) throws(DecimalError) -> FixedDecimal {
        try Self.changed(cash[purse] ?? .zero, from: terms(of: purse.currency), to: terms(of: currency), .floor)
    }

    /// An amount in another currency, in whole smallest units. A rate that is the inverse of another ends somewhere, so its last digits are rounded first.
    private static func changed(
        _ amount: FixedDecimal, from: CurrencyTerms, to: CurrencyTerms, _ rounding: Rounding
    ) throws(DecimalError) -> FixedDecimal {
        try FixedDecimal.mulDiv(amount, from.rate, to.rate).rounded(to: min(to.digits + 6, FixedDecimal.scale), .halfEven).rounded(to: to.digits, rounding)
    }

    /// Changes other money of the account until so much is in a purse, as far as it goes.
    mutating func exchange(into purse: Purse, upTo wanted: FixedDecimal) throws(DecimalError) {
        let digits = terms(of: purse.currency).digits
        for other in others(than: purse) {
            let missing = try (wanted - (cash[purse] ?? .zero)).rounded(to: digits, .ceiling)
            guard missing > .zero else { return }
            let from = terms(of: other.currency)
            let arrived = try min(missing, worth(of: other, in: purse.currency))
            guard arrived > .zero else { continue }
            let left = try Self.changed(arrived, from: terms(of: purse.currency), to: from, .ceiling)
            try change(min(left, cash[other] ?? .zero), of: other, into: arrived, of: purse)
        }
    }

    private mutating func change(_ left: FixedDecimal, of other: Purse, into arrived: FixedDecimal, of purse: Purse) throws(DecimalError) {
        try pay(left, from: other)
        try pay(-arrived, from: purse)
        var sums = (left: left, arrived: arrived)
        if let place = exchanges.firstIndex(where: { $0.account == purse.account && $0.from == other.currency && $0.to == purse.currency }) {
            let earlier = exchanges.remove(at: place)
            sums = (try left + earlier.left, try arrived + earlier.arrived)
        }
        exchanges.append(TradeProposal.Exchange(account: purse.account, from: other.currency, to: purse.currency, left: sums.left, arrived: sums.arrived))
    }
}

extension FixedDecimal {
    /// How many steps there are in it.
    func steps(of step: FixedDecimal, _ rounding: Rounding) throws(DecimalError) -> FixedDecimal {
        try (self / step).rounded(to: 0, rounding) * step
    }
}
