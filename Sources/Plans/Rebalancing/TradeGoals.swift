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
    private(set) var targets: [FixedDecimal]
    /// The places of those that cannot be bought and stay as they are.
    private(set) var leftOut: Set<Int> = []

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
        let moving = leaves.indices.filter { !leftOut.contains($0) }
        if moving.isEmpty { return values }
        let items = moving.map { PlanItem(leaves[$0].name, value: values[$0], weight: leaves[$0].share) }
        var result = values
        for (index, value) in zip(moving, try Leveling(digits: FixedDecimal.scale).after(items, money: money)) { result[index] = value }
        return result
    }

    /// Gives what a target that cannot be bought would have had to those beside it, so that nothing is sold for it.
    mutating func leaveOutWhatCannotBeBought(_ question: TradeQuestion, _ obstacles: inout [TradeProposal.Obstacle]) throws(PlanError) {
        if isToldOutright { return }
        while true {
            var found: (index: Int, why: TradeProposal.Obstacle)?
            for index in leaves.indices where !leftOut.contains(index) && targets[index] > values[index] && found == nil {
                if let why = unbuyable(index, question) { found = (index, why) }
            }
            guard let (index, why) = found else { return }
            if why.kind == .noCash { tellWhatIsKept(question, &obstacles) }
            obstacles.append(why)
            let gap = try PlanItem.checked { () throws(DecimalError) in try targets[index] - values[index] }
            targets[index] = values[index]
            leftOut.insert(index)
            try spread(gap, besides: index)
        }
    }

    /// Gives an amount to targets beside one, the nearest in the tree, by their shares; what nothing takes stays money, and what is held stays held.
    private mutating func spread(_ gap: FixedDecimal, besides index: Int) throws(PlanError) {
        let open = leaves.indices.filter { !leftOut.contains($0) && !leaves[$0].share.isZero }
        guard !open.isEmpty else {
            for other in leaves.indices where !leftOut.contains(other) {
                targets[other] = values[other]
                leftOut.insert(other)
            }
            return
        }
        let path = leaves[index].parents.map(\.name)
        var nearest = open
        for depth in stride(from: path.count, to: 0, by: -1) {
            let within = open.filter { leaves[$0].parents.prefix(depth).map(\.name) == Array(path.prefix(depth)) }
            if within.isEmpty { continue }
            nearest = within
            break
        }
        for (other, part) in zip(nearest, try PlanItem.split(gap, nearest.map { leaves[$0].share }, digits: FixedDecimal.scale)) {
            targets[other] = try PlanItem.sum([targets[other], part])
        }
    }

    /// Why nothing at all of a target can be bought; nil where something can.
    private func unbuyable(_ index: Int, _ question: TradeQuestion) -> TradeProposal.Obstacle? {
        let name = leaves[index].name, positions = question.positions.filter { $0.leaf == index }
        func obstacle(_ kind: TradeProposal.Obstacle.Kind, _ what: String) -> TradeProposal.Obstacle {
            .init(kind: kind, message: "\(what); its weight is left out, and nothing is sold for it")
        }
        guard let first = positions.first else { return obstacle(.nothingToBuy, "\(name) is not bought: \(question.lacking[index] ?? TradeQuestion.nothingNamed)") }
        let free = positions.filter { $0.notBoughtBecause == nil }
        guard let choice = free.first else { return obstacle(.notTraded, "\(first.symbol) is not bought: \(first.notBoughtBecause ?? "")") }
        // Of a group, the first instrument is bought.
        let isPaid = free.contains { position in
            position.symbol == choice.symbol && question.money.contains { $0.account == position.account && $0.currency == position.currency && $0.amount > .zero }
                || position.symbol == choice.symbol && question.positions.contains { canPay($0, position) }
        }
        return isPaid ? nil : obstacle(.noCash, "\(choice.symbol) is not bought: there is no \(choice.currency) in \(choice.account) to buy it with")
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
    private func canPay(_ sale: Tradable, _ purchase: Tradable) -> Bool {
        rules.mode != .newMoney && sale.leaf != purchase.leaf && sale.account == purchase.account && sale.currency == purchase.currency
            && !sale.quantity.isZero && sale.keptBecause == nil && values[sale.leaf] > targets[sale.leaf]
    }
}
