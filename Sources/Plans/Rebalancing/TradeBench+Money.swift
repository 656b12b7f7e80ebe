import Values

/// Keeping money near its target, where it is one.
extension TradeBench {
    /// Sells less where money would end further above its target than it was: what is sold is to buy something. What pays for purchases or is taken out
    /// stays sold, unless most of what it brings would only pay back what the account owes: then neither is made.
    mutating func dropSalesForNothing() throws(DecimalError) {
        guard question.cashLeaf != nil else { return }
        while true {
            var trial = self
            try trial.sellLess()
            let paysBack = bought.keys.sorted().reversed().first { debt(of: purse($0)).isNegative }
            guard let position = paysBack, try trial.excessMoney() > trial.rounding() else {
                self = trial
                return
            }
            try drop(purchase: position)
        }
    }

    /// How much further money is above its target than it was.
    private func excessMoney() throws(DecimalError) -> FixedDecimal {
        guard let leaf = question.cashLeaf else { return .zero }
        let target = goals.targets[leaf]
        return try values[leaf] - target - (valuesBefore[leaf] - target).magnitude
    }

    /// What fees and whole steps may leave or take of money.
    private func rounding() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for (position, units) in Array(sold) + Array(bought) {
            let tradable = question.positions[position]
            sum = try sum + (fee(units, of: position) + tradable.step * tradable.price) * tradable.rate
        }
        return sum
    }

    /// Takes a purchase back that what is sold for it would not bring nearer to the targets, and says so.
    private mutating func drop(purchase position: Int) throws(DecimalError) {
        let tradable = question.positions[position], name = goals.leaves[tradable.leaf].name
        try forget(purchase: position)
        forgetObstacles { $0.hasPrefix("\(name) stays ") }
        note(
            .noCash,
            "\(tradable.symbol) is not bought in \(tradable.account): what is sold for it would first pay back the \(tradable.currency) that are owed there, and leave more cash than there is to be")
    }

    /// Sells less of one position after another, the last first.
    private mutating func sellLess() throws(DecimalError) {
        for position in sold.keys.sorted().reversed() {
            let excess = try excessMoney()
            guard excess > .zero, let units = sold[position], let taken = parts[position] else { continue }
            let kept = try unitsNeeded(of: position, besides: excess)
            if kept == units { continue }
            try forget(sale: position)
            if !kept.isZero { try sell(kept, of: position, taking: choose(kept, of: position)) }
            // A loss that is not taken may have made room for a gain.
            let isWithinBudget = if let budget = rules.gainBudget { try gain() <= budget } else { true }
            if isWithinBudget, (cash[purse(position)] ?? .zero) >= least(in: purse(position)) { continue }
            if !kept.isZero { try forget(sale: position) }
            try sell(units, of: position, taking: taken)
        }
    }

    /// How many of the units that are sold of a position are still to be sold where an amount in the currency of the whole is not needed; all where fewer
    /// cannot be.
    private func unitsNeeded(of position: Int, besides excess: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position], purse = purse(position), units = sold[position] ?? .zero
        let spare = try min(excess / tradable.rate, (cash[purse] ?? .zero) - least(in: purse)), proceeds = try proceeds(units, of: position)
        if spare >= proceeds { return .zero }
        let kept = try (units - max(.zero, spare) / tradable.price).steps(of: tradable.step, .ceiling)
        // All of a holding need be no whole number of steps.
        if kept >= units { return units }
        if try canSell(kept, of: position), try !isTooSmall(kept, of: position) { return kept }
        // Of a sale that cannot be smaller more is given back than need be, where that is the lesser evil.
        let needed = try proceeds - spare
        return needed < spare ? .zero : units
    }

    /// What must stay in a purse: nothing is taken back of what paid for purchases or was exchanged, and else of what was raised beyond a debt.
    private func least(in purse: Purse) -> FixedDecimal {
        let isSpent = bought.contains { self.purse($0.key) == purse } || exchanges.contains { $0.account == purse.account && $0.from == purse.currency }
        return isSpent ? .zero : debt(of: purse)
    }
}
