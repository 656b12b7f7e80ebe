import Values

/// What each target is to be worth after trading, before anything is rounded to shares: with bands and modes, that need not be its target.
struct TradeGoals {
    let leaves: [TargetLeaf]
    let rules: TradeRules
    /// Whether what each is to be worth was told and is not a share of the whole.
    let isToldOutright: Bool
    /// What is held of each, in the currency of the whole.
    let values: [FixedDecimal]
    /// What is to be invested.
    let money: FixedDecimal
    /// Holdings and money: targets are sized on what there is after the deposit.
    let total: FixedDecimal
    /// What each is to be worth by its share.
    let targets: [FixedDecimal]

    init(_ question: TradeQuestion, values: [FixedDecimal], money: FixedDecimal) throws(PlanError) {
        (leaves, rules, isToldOutright) = (question.leaves, question.rules, question.aims != nil)
        (self.values, self.money) = (values, money)
        total = try PlanItem.sum(values + [money])
        let shares = question.leaves.map(\.share)
        targets = if let aims = question.aims { aims } else { try PlanItem.split(total, shares, digits: FixedDecimal.scale) }
    }

    /// What each is to be worth.
    func goals() throws(PlanError) -> [FixedDecimal] {
        if isToldOutright { return targets }
        switch rules.mode {
        case .newMoney: return try leveled(values, money)
        case .full:
            let goals = try landed(values) { _ in true }
            return try leveled(goals, try rest(of: goals))
        case .hybrid:
            let bought = try leveled(values, money)
            let goals = try landed(bought) { bought[$0] > targets[$0] }
            return try leveled(goals, try rest(of: goals))
        }
    }

    /// The whole less what is asked for: above zero it is still to be spent, below zero it has yet to be found.
    private func rest(of goals: [FixedDecimal]) throws(PlanError) -> FixedDecimal {
        let sum = try PlanItem.sum(goals)
        return try PlanItem.checked { () throws(DecimalError) in try total - sum }
    }

    /// Brings what is out of its band to where it is to land; what is within it stays.
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
            if try isOut(parent.width, PlanItem.sum(members.map { values[$0] }), PlanItem.sum(members.map { targets[$0] })) { return true }
        }
        return false
    }

    /// Without a band, anything off its target is out of it.
    private func isOut(_ width: FixedDecimal?, _ value: FixedDecimal, _ target: FixedDecimal) throws(PlanError) -> Bool {
        guard let width else { return value != target }
        return try PlanItem.checked { () throws(DecimalError) in try (value - target).magnitude > width * total }
    }

    private func edge(_ index: Int, _ value: FixedDecimal) throws(PlanError) -> FixedDecimal {
        let target = targets[index]
        return try PlanItem.checked { () throws(DecimalError) in
            let reach = try (leaves[index].width ?? .zero) * total
            return value > target ? min(value, try target + reach) : try target - reach
        }
    }

    /// Values after money went to what is furthest below its target, or came from what is furthest above.
    private func leveled(_ values: [FixedDecimal], _ money: FixedDecimal) throws(PlanError) -> [FixedDecimal] {
        let items = zip(leaves, values).map { PlanItem($0.name, value: $1, weight: $0.share) }
        return try Leveling(digits: FixedDecimal.scale).after(items, money: money)
    }
}
