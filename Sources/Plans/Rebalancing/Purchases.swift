import Values

/// Purchases of a rebalancing: money goes to what lies furthest below its aim.
extension TradeDraft {
    /// Spends cash on what lies furthest below its aim, then what is left over on what still lies below its target.
    mutating func buyUp() throws(DecimalError) {
        if rules.mayExchange {
            try withoutExchanges { draft throws(DecimalError) in try draft.buy(towards: draft.aims, among: Array(draft.goals.leaves.indices)) }
        }
        try buy(towards: aims, among: Array(goals.leaves.indices))
        // Whole shares leave something; a further share of what is bought anyway is no further trade.
        let begun = Set(bought.keys.map { question.positions[$0].leaf })
        try buy(towards: goals.targets, among: goals.leaves.indices.filter { begun.contains($0) || rules.mode == .newMoney })
        try tellWhatIsMissing()
    }

    private mutating func buy(towards wanted: [FixedDecimal], among leaves: [Int]) throws(DecimalError) {
        var closed: Set<Int> = []
        while true {
            var widest: (leaf: Int, gap: FixedDecimal)?
            for leaf in leaves where leaf != question.cashLeaf {
                let gap = try wanted[leaf] - values[leaf]
                if gap > (widest?.gap ?? .zero), options(leaf).contains(where: { !closed.contains($0) }) { widest = (leaf, gap) }
            }
            guard let (leaf, gap) = widest, let position = try best(options(leaf).filter { !closed.contains($0) }, for: gap) else { return }
            let units = try affordable(gap, of: position)
            if units.isZero { closed.insert(position) } else { try buy(units, of: position) }
        }
    }

    /// Positions in which a target can be bought, the preferred one first: of a group, only one instrument.
    func options(_ leaf: Int) -> [Int] {
        // What was rounded while selling is not bought back.
        if sold.keys.contains(where: { question.positions[$0].leaf == leaf }) { return [] }
        let lost = soldAtLoss
        let free = question.positions.indices.filter { position in
            let tradable = question.positions[position]
            return tradable.leaf == leaf && tradable.notBoughtBecause == nil && !lost.contains(tradable.symbol)
        }
        // The order of the positions is that of preference; what one target needs is not spread over several instruments.
        guard let symbol = free.first.map({ question.positions[$0].symbol }) else { return [] }
        return free.filter { question.positions[$0].symbol == symbol }
    }

    /// The first account whose cash covers the gap, else the one with the most.
    private func best(_ options: [Int], for gap: FixedDecimal) throws(DecimalError) -> Int? {
        var richest: (position: Int, cash: FixedDecimal)?
        for position in options {
            let cash = try means(of: position) * question.positions[position].rate
            if cash >= gap { return position }
            if richest.map({ cash > $0.cash }) ?? true { richest = (position, cash) }
        }
        return richest?.position
    }

    /// How many units of a position to buy for a gap: the nearest number, or what there is cash for; zero where that is too little.
    private func affordable(_ gap: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position], held = bought[position] ?? .zero
        let wanted = try tradable.units(worth: gap).steps(of: tradable.step, .halfEven)
        let means = try means(of: position), left = try means - (held.isZero ? rules.fee : .zero)
        guard wanted > .zero, left > .zero else { return .zero }
        var units = min(wanted, try (left / (tradable.price * (.one + rules.feeRate))).steps(of: tradable.step, .floor))
        // Fees are rounded, and so are quotients at the last digit.
        while units > .zero, try tradable.cost(held + units, rules) - tradable.cost(held, rules) > means { units = try units - tradable.step }
        return try isTooSmall(held + units, of: position) ? .zero : units
    }

    /// Says of what stays below its aim why that is so.
    private mutating func tellWhatIsMissing() throws(DecimalError) {
        for leaf in goals.leaves.indices where aims[leaf] > values[leaf] && leaf != question.cashLeaf {
            let name = goals.leaves[leaf].name, gap = try aims[leaf] - values[leaf]
            let options = options(leaf)
            guard let position = try best(options, for: gap) else {
                if sold.keys.contains(where: { question.positions[$0].leaf == leaf }) { continue }
                tellWhyNothingIsBought(leaf)
                continue
            }
            let tradable = question.positions[position], cash = try max(.zero, means(of: position))
            if try gap.rounded(to: 2, .halfUp).isZero { continue }
            let wanted = try tradable.units(worth: gap).steps(of: tradable.step, .halfEven)
            let missing = try gap.rounded(to: 2, .halfUp), short = "\(name) stays \(missing.description(minimumDigits: 2)) below where it should be"
            if wanted.isZero {
                if tradable.step == .one { note(.wholeShares, "\(short): that is less than half a share") }
            } else if try isTooSmall(wanted, of: position) {
                note(.minimumTrade, "\(short): to buy that would be less than the smallest trade of \(rules.minimum)")
            } else if cash > .zero, wanted == .one, tradable.step == .one {
                let left = cash.description(minimumDigits: tradable.digits)
                note(.wholeShares, "\(short): the \(left) \(tradable.currency) left in \(tradable.account) do not pay for a share and its fee")
            } else {
                let left = cash.isZero ? "there is no" : "there are only \(cash.description(minimumDigits: tradable.digits))"
                note(.noCash, "\(short): \(left) \(tradable.currency) left in \(tradable.account) to buy it with")
            }
        }
    }

    private mutating func tellWhyNothingIsBought(_ leaf: Int) {
        let positions = question.positions.filter { $0.leaf == leaf }
        let lost = soldAtLoss
        for position in positions {
            if let reason = position.notBoughtBecause { note(.notTraded, "\(position.symbol) is not bought: \(reason)") }
            if lost.contains(position.symbol) { note(.washSale, "\(position.symbol) is not bought: some of it is sold at a loss") }
        }
        if positions.isEmpty { note(.nothingToBuy, "\(goals.leaves[leaf].name) is not bought: \(question.lacking[leaf] ?? TradeQuestion.nothingNamed)") }
    }

    /// Takes purchases back, the last ones first, should all targets together be further away than before.
    mutating func dropPurchasesThatWorsen() throws(DecimalError) {
        let before = try drift(valuesBefore)
        for position in bought.keys.sorted().reversed() {
            if try drift(values) <= before { return }
            try undo(purchaseOf: position)
        }
    }
}
