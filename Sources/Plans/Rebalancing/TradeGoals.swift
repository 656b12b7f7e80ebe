import Values

/// What each target is to be worth after trading, before anything is rounded to whole shares. By bands and modes that need not be its share of the whole.
struct TradeGoals {
    /// The targets.
    let leaves: [TargetLeaf]
    /// What may be done.
    let rules: TradeRules
    /// Whether the question tells what each target is to be worth, instead of its share of the whole.
    let isToldOutright: Bool
    /// What is held of each target, in the currency of the whole; below zero where cash is a target and more of it is owed than there is.
    let values: [FixedDecimal]
    /// The money to be invested, in the currency of the whole; below zero where money is to be taken out.
    let money: FixedDecimal
    private let cashLeaf: Int?
    /// Holdings and money together: shares are taken of what there is after the deposit, or after the withdrawal.
    let total: FixedDecimal
    /// What each target is to be worth by its share, whatever can be bought.
    let targets: [FixedDecimal]
    /// Targets of which too little is held and nothing can be bought: they stay as they are, and what they lack stays cash.
    private(set) var unbuyable: Set<Int> = []

    /// The goals of a question, where what is held of each target and the money are worked out.
    init(_ question: TradeQuestion, values: [FixedDecimal], money: FixedDecimal) throws(PlanError) {
        (leaves, rules, isToldOutright) = (question.leaves, question.rules, question.aims != nil)
        (self.values, self.money, cashLeaf) = (values, money, question.cashLeaf)
        total = try FixedDecimal.sum(of: values + [money])
        guard !total.isNegative else {
            let held = try FixedDecimal.sum(of: values)
            if held.isNegative {
                throw PlanError(
                    .notEnough, "what is held is worth less than what the accounts owe, by \(-held)", hint: "bring money in first, or ask for other accounts")
            }
            throw PlanError(.notEnough, "more is to be taken out than there is: \(-money) of \(held)", hint: "take out no more than there is")
        }
        let shares = question.leaves.map(\.share)
        targets = if let aims = question.aims { aims } else { try FixedDecimal.parts(of: total, by: shares) }
    }

    /// What each target is to be worth by the mode.
    func goals() throws(PlanError) -> [FixedDecimal] {
        if isToldOutright { return targets }
        switch rules.mode {
        case .newMoney: return try leveled(values, money)
        case .full: return try settled(landed(values) { !unbuyable.contains($0) })
        case .hybrid:
            let bought = try leveled(values, money)
            return try settled(landed(bought) { !unbuyable.contains($0) && bought[$0] > targets[$0] })
        }
    }

    /// Goals made to add up to the whole: money left over goes to targets furthest below their shares, money that is missing comes from those furthest
    /// above. Nothing is sold to buy what cannot be bought.
    private func settled(_ goals: [FixedDecimal]) throws(PlanError) -> [FixedDecimal] {
        let rest = try FixedDecimal.sum(of: [total] + goals.map { -$0 })
        let result = try leveled(goals, rest)
        if unbuyable.isEmpty || rest <= .zero { return result }
        let idle = try FixedDecimal.sum(of: [total] + result.map { -$0 })
        return try idle > .zero ? keeping(idle, result) : result
    }

    /// Goals with fewer sales, by an amount that would buy nothing: less is sold of what is least above its target.
    private func keeping(_ idle: FixedDecimal, _ goals: [FixedDecimal]) throws(PlanError) -> [FixedDecimal] {
        let sold = leaves.indices.filter { goals[$0] < values[$0] }
        if sold.isEmpty { return goals }
        let sales = try FixedDecimal.sum(of: sold.map { values[$0] } + sold.map { -goals[$0] })
        let needed = try max(.zero, FixedDecimal.sum(of: [sales, -idle]))
        var result = goals
        if sold.allSatisfy({ leaves[$0].share.isZero }) {
            for (index, part) in zip(sold, try FixedDecimal.parts(of: needed, by: sold.map { values[$0] })) {
                result[index] = try FixedDecimal.sum(of: [values[index], -part])
            }
            return result
        }
        let items = sold.map { PlanItem(leaves[$0].name, value: values[$0], weight: leaves[$0].share) }
        for (index, value) in zip(sold, try Leveling(digits: FixedDecimal.scale).after(items, money: -needed)) { result[index] = value }
        return result
    }

    /// Brings targets that are out of their bands to where they are to land; those within their bands stay.
    private func landed(_ values: [FixedDecimal], where mayMove: (Int) -> Bool) throws(PlanError) -> [FixedDecimal] {
        var goals = values
        for index in leaves.indices where mayMove(index) {
            let isOwn = try isOut(leaves[index].width, values[index], targets[index])
            if isOwn, rules.landing == .band {
                goals[index] = try edge(index, values[index])
            } else if try isOut(index, values) {
                goals[index] = targets[index]
            }
        }
        return goals
    }

    /// Whether a target is out of its band, by itself or with a target that it is within.
    func isOut(_ index: Int, _ values: [FixedDecimal]) throws(PlanError) -> Bool {
        if try isOut(leaves[index].width, values[index], targets[index]) { return true }
        for (depth, parent) in leaves[index].parents.enumerated() where parent.width != nil {
            let path = leaves[index].parents[...depth].map(\.name)
            let members = leaves.indices.filter { leaves[$0].parents.prefix(depth + 1).map(\.name) == path }
            if try isOut(parent.width, FixedDecimal.sum(of: members.map { values[$0] }), FixedDecimal.sum(of: members.map { targets[$0] })) { return true }
        }
        return false
    }

    /// Without a band, anything off its target is out of it.
    private func isOut(_ width: FixedDecimal?, _ value: FixedDecimal, _ target: FixedDecimal) throws(PlanError) -> Bool {
        guard let width else { return value != target }
        return try PlanError.checked { () throws(DecimalError) in try (value - target).magnitude > width * total }
    }

    /// The nearest edge of a target's band.
    private func edge(_ index: Int, _ value: FixedDecimal) throws(PlanError) -> FixedDecimal {
        let target = targets[index]
        return try PlanError.checked { () throws(DecimalError) in
            let reach = try (leaves[index].width ?? .zero) * total
            return value > target ? min(value, try target + reach) : try target - reach
        }
    }

    /// Values after money went to what is furthest below its target, or came from what is furthest above. Nothing is raised beyond its target
    /// for want of something else to buy.
    private func leveled(_ values: [FixedDecimal], _ money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        guard let leaf = cashLeaf, values[leaf].isNegative else { return try leveledAboveZero(values, money) }
        // What is below zero is furthest below any target, and gives nothing.
        let filled = max(.zero, min(money, -values[leaf]))
        var raised = values
        let owed = try FixedDecimal.sum(of: [values[leaf], filled])
        raised[leaf] = .zero
        var result = try leveledAboveZero(raised, FixedDecimal.sum(of: [money, -filled]))
        result[leaf] = try FixedDecimal.sum(of: [result[leaf], owed])
        return result
    }

    private func leveledAboveZero(_ values: [FixedDecimal], _ money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        if money.isZero { return values }
        let moving = leaves.indices.filter { money.isNegative || !unbuyable.contains($0) }
        let lacking = try moving.filter { targets[$0] > values[$0] }.map { (place) throws(PlanError) in try FixedDecimal.sum(of: [targets[place], -values[place]]) }
        let spent = try unbuyable.isEmpty || money.isNegative ? money : min(money, FixedDecimal.sum(of: lacking))
        if spent.isZero { return values }
        let items = moving.map { PlanItem(leaves[$0].name, value: values[$0], weight: leaves[$0].share) }
        var result = values
        for (index, value) in zip(moving, try Leveling(digits: FixedDecimal.scale).after(items, money: spent)) { result[index] = value }
        return result
    }

    /// Sets aside what is below its target and cannot be bought, and says why.
    mutating func setAsideWhatCannotBeBought(_ question: TradeQuestion, _ obstacles: inout [TradeProposal.Obstacle]) throws(DecimalError) {
        if isToldOutright { return }
        let balances = try question.cashBalances()
        for index in leaves.indices where targets[index] > values[index] && index != question.cashLeaf {
            guard let why = whyUnbuyable(index, question, balances) else { continue }
            if why.kind == .noCash { tellWhatIsKept(question, &obstacles) }
            obstacles.append(why)
            unbuyable.insert(index)
        }
    }

    /// Why nothing at all of a target can be bought; nil where something can.
    private func whyUnbuyable(_ index: Int, _ question: TradeQuestion, _ balances: [CashAccount: FixedDecimal]) -> TradeProposal.Obstacle? {
        let name = leaves[index].name, positions = question.positions.filter { $0.leaf == index }
        func obstacle(_ kind: TradeProposal.Obstacle.Kind, _ what: String, _ more: String = "") -> TradeProposal.Obstacle {
            .init(kind: kind, message: "\(what); nothing is sold for it, and what it lacks stays cash\(more)")
        }
        guard let first = positions.first else { return obstacle(.nothingToBuy, "\(name) is not bought: \(question.lacking[index] ?? TradeQuestion.nothingNamed)") }
        let free = positions.filter { $0.notBoughtBecause == nil }
        guard let choice = free.first else { return obstacle(.notTraded, "\(first.symbol) is not bought: \(first.notBoughtBecause ?? "")") }
        // Of a group, the first instrument is bought.
        let places = free.filter { $0.symbol == choice.symbol }
        if places.contains(where: { isPaid($0, question, balances, byExchange: rules.mayExchange) }) { return nil }
        let isForExchange = !rules.mayExchange && places.contains { isPaid($0, question, balances, byExchange: true) }
        if let idle = places.first(where: { question.idle[$0.account]?.contains($0.currency) == true }) {
            return obstacle(.noCash, "\(idle.symbol) is not bought: none of the \(idle.currency) in \(idle.account) is to be invested", "; cash=\"all\" invests what lies there")
        }
        return obstacle(
            .noCash, "\(choice.symbol) is not bought: there is no \(choice.currency) in \(choice.account) to buy it with",
            isForExchange ? "; exchange=true proposes to change other money into \(choice.currency)" : "")
    }

    /// Whether there is money in an account to buy a position with, or a sale could bring some; money of other currencies counts where it may be changed.
    private func isPaid(_ position: Tradable, _ question: TradeQuestion, _ balances: [CashAccount: FixedDecimal], byExchange: Bool) -> Bool {
        balances.contains { $0.key.account == position.account && $0.value > .zero && (byExchange || $0.key.currency == position.currency) }
            || question.positions.contains { canPay($0, position, byExchange: byExchange) }
    }

    /// Says why what is above its target is not sold, so that there is no cash of it.
    private func tellWhatIsKept(_ question: TradeQuestion, _ obstacles: inout [TradeProposal.Obstacle]) {
        guard rules.mode != .newMoney else { return }
        for position in question.positions where !position.quantity.isZero && values[position.leaf] > targets[position.leaf] {
            guard let reason = position.keptBecause else { continue }
            let obstacle = TradeProposal.Obstacle(kind: .notTraded, message: "\(position.symbol) in \(position.account) is not sold: \(reason)")
            if !obstacles.contains(obstacle) { obstacles.append(obstacle) }
        }
    }

    /// Whether a sale of one position could pay for another.
    private func canPay(_ sale: Tradable, _ purchase: Tradable, byExchange: Bool) -> Bool {
        rules.mode != .newMoney && sale.leaf != purchase.leaf && sale.account == purchase.account && (byExchange || sale.currency == purchase.currency)
            && !sale.quantity.isZero && sale.keptBecause == nil && values[sale.leaf] > targets[sale.leaf]
    }
}
