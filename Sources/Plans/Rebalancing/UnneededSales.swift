import Values

/// Sales of which nothing would be bought, where cash is itself a target: they are made smaller, so that cash is not further above it than before.
extension TradeDraft {
    /// Sells less where money would end further above its target than it was: what is sold is to buy something. What pays for purchases or is taken out
    /// stays sold, unless most of what it brings would only pay back what the account owes: then neither is made.
    mutating func dropSalesForNothing() throws(DecimalError) {
        guard question.cashLeaf != nil else { return }
        while true {
            var trial = self
            try trial.sellLess()
            guard let (position, currency) = purchaseThatPaysBack(), try trial.excessCash() > trial.rounding() else {
                self = trial
                return
            }
            try drop(purchase: position, owing: currency)
        }
    }

    /// How much further cash is above its target than it was.
    private func excessCash() throws(DecimalError) -> FixedDecimal {
        guard let leaf = question.cashLeaf else { return .zero }
        let target = goals.targets[leaf]
        return try values[leaf] - target - (valuesBefore[leaf] - target).magnitude
    }

    /// How much cash fees and whole shares may leave over or use up.
    private func rounding() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for (position, units) in Array(sold) + Array(bought) {
            let tradable = question.positions[position]
            sum = try sum + (tradable.fee(units, rules) + tradable.step * tradable.price) * tradable.rate
        }
        return sum
    }

    /// The last purchase for which what is sold pays back a debt first, be it that of its own currency or one that money was changed from.
    private func purchaseThatPaysBack() -> (position: Int, currency: String)? {
        for position in bought.keys.sorted().reversed() {
            let account = question.positions[position].cashAccount
            let sources = cash.exchanges.filter { $0.account == account.account && $0.to == account.currency }.map(\.from)
            let owed = ([account.currency] + sources).first { cash.debt(of: CashAccount(account: account.account, currency: $0)).isNegative }
            if let owed { return (position, owed) }
        }
        return nil
    }

    /// Takes a purchase back that what is sold for it would not bring nearer to the targets, and says so.
    private mutating func drop(purchase position: Int, owing currency: String) throws(DecimalError) {
        let tradable = question.positions[position], name = goals.leaves[tradable.leaf].name
        try undo(purchaseOf: position)
        removeObstacles { $0.hasPrefix("\(name) stays ") }
        note(
            .noCash,
            """
            \(tradable.symbol) is not bought in \(tradable.account): what is sold for it would first pay back the \(currency) that are owed there, \
            and leave more cash than there is to be
            """)
    }

    /// Sells less of one position after another, the last first.
    private mutating func sellLess() throws(DecimalError) {
        for position in sold.keys.sorted().reversed() {
            let excess = try excessCash()
            guard excess > .zero, let units = sold[position], let taken = parts[position] else { continue }
            let kept = try unitsNeeded(of: position, besides: excess)
            if kept == units { continue }
            try undo(saleOf: position)
            if !kept.isZero { try sell(kept, of: position) }
            // A loss that is not taken may have made room for a gain.
            let isWithinBudget = if let budget = rules.gainBudget { try gain() <= budget } else { true }
            if isWithinBudget, balance(for: position) >= least(in: question.positions[position].cashAccount) { continue }
            if !kept.isZero { try undo(saleOf: position) }
            try sell(units, of: position, taking: taken)
        }
    }

    /// How many of the units that are sold of a position are still to be sold where an amount in the currency of the whole is not needed; all where fewer
    /// cannot be.
    private func unitsNeeded(of position: Int, besides excess: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position], units = sold[position] ?? .zero
        let spare = try min(excess / tradable.rate, balance(for: position) - least(in: tradable.cashAccount)), proceeds = try tradable.proceeds(units, rules)
        if spare >= proceeds { return .zero }
        // All of a holding need be no whole number of steps. What is sold already can be sold, and is not too small.
        // Units that are not sold take the part of the fee that follows them back too.
        var kept = try min(units, (units - max(.zero, spare) / (tradable.price * (.one - rules.feeRate))).steps(of: tradable.step, .ceiling))
        while kept < units, try tradable.proceeds(kept, rules) < proceeds - spare { kept = try min(units, kept + tradable.step) }
        let isRaised = try isTooSmall(kept, of: position), needed = try proceeds - spare
        if isRaised { kept = try min(units, max(kept, (rules.minimum / (tradable.price * tradable.rate)).steps(of: tradable.step, .ceiling))) }
        if try lots.canSell(kept, of: position), try !isTooSmall(kept, of: position) {
            // The smallest sale may leave more cash than none would lack.
            let left = try spare - (proceeds - tradable.proceeds(kept, rules)), mayBeNone = try balance(for: position) - proceeds >= least(in: tradable.cashAccount)
            return isRaised && mayBeNone && needed < left ? .zero : kept
        }
        // Of a sale that cannot be smaller more is given back than need be, where that is the lesser evil.
        return needed < spare ? .zero : units
    }

    /// The balance that must stay where less is sold: zero where it paid for purchases or was exchanged, else the debt of before.
    private func least(in account: CashAccount) -> FixedDecimal {
        let isSpent =
            bought.contains { question.positions[$0.key].cashAccount == account }
            || cash.exchanges.contains { $0.account == account.account && $0.from == account.currency }
        return isSpent ? .zero : cash.debt(of: account)
    }
}
