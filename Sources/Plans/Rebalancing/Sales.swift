import Values

/// Sales of a rebalancing: of targets above their aims, and of whatever raises the money that is to be taken out.
extension TradeDraft {
    /// Targets in the order in which they are sold: where losses can be taken first, since they make room for gains.
    func leavesToSell() -> [Int] {
        guard rules.isTaxAware else { return Array(goals.leaves.indices) }
        let losing = Set(question.positions.filter { $0.lots.contains { $0.gain.isNegative } }.map(\.leaf))
        return goals.leaves.indices.filter { losing.contains($0) } + goals.leaves.indices.filter { !losing.contains($0) }
    }

    /// Whether what is sold of a target is not a matter of the fewest trades: all of it is, taxes say what, or one of several instruments is chosen.
    func isSoldByItself(_ leaf: Int) -> Bool { rules.isTaxAware || aims[leaf].isZero || !isOfOneInstrument(leaf) }

    /// Whether all of a target is one instrument, so that it does not matter which one is traded.
    private func isOfOneInstrument(_ leaf: Int) -> Bool {
        var traded: Set<Terms> = []
        for tradable in question.positions where tradable.leaf == leaf { traded.insert(Terms(tradable)) }
        return traded.count <= 1
    }

    /// What makes it no matter which of two positions is traded.
    private struct Terms: Hashable {
        private let symbol: String, currency: String
        private let price: FixedDecimal, rate: FixedDecimal, step: FixedDecimal

        init(_ tradable: Tradable) {
            (symbol, currency, price, rate, step) = (tradable.symbol, tradable.currency, tradable.price, tradable.rate, tradable.step)
        }
    }

    /// Sells of a target what it is worth above its aim.
    mutating func sellDown(_ leaf: Int) throws(DecimalError) {
        var excess = try values[leaf] - aims[leaf]
        guard excess > .zero, leaf != question.cashLeaf else { return }
        let isAll = aims[leaf].isZero
        for position in try sellable(leaf) where excess > .zero {
            let tradable = question.positions[position]
            var wanted = isAll ? tradable.quantity : try min(tradable.units(worth: excess).steps(of: tradable.step, .halfEven), tradable.quantity)
            wanted = try allowed(wanted, of: position)
            if try !isWorthwhile(wanted, of: position) { continue }
            try sell(wanted, of: position)
            excess = try values[leaf] - aims[leaf]
        }
    }

    /// Positions of a target to sell from, the first one first.
    private mutating func sellable(_ leaf: Int) throws(DecimalError) -> [Int] {
        var positions: [Int] = []
        for (position, tradable) in question.positions.enumerated() where tradable.leaf == leaf && !tradable.quantity.isZero && sold[position] == nil {
            if let reason = tradable.keptBecause {
                note(.notTraded, "\(tradable.symbol) in \(tradable.account) is not sold: \(reason)")
            } else {
                positions.append(position)
            }
        }
        if !rules.isTaxAware {
            // The largest first: it may do alone.
            let worths = try positions.map { (position) throws(DecimalError) in (position, try question.positions[position].worth(question.positions[position].quantity)) }
            return try neediestFirst(worths.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0))
        }
        var sellable: [LotSelection.SellableLot] = []
        for position in positions { sellable += try lots.lots(of: position) }
        var seen: Set<Int> = []
        return try neediestFirst((LotSelection.sorted(sellable).map(\.position) + positions).filter { seen.insert($0).inserted })
    }

    /// Positions whose sales bring money where some is to be taken out, before the others.
    private func neediestFirst(_ positions: [Int]) throws(DecimalError) -> [Int] {
        if question.withdrawals.isEmpty { return positions }
        var needy: [Int] = []
        for position in positions where try isNeedy(question.positions[position].cashAccount) { needy.append(position) }
        // Where nothing is bought, nothing is sold for it.
        return rules.mode == .newMoney ? needy : needy + positions.filter { !needy.contains($0) }
    }

    /// Whether money that is to be taken out has yet to be raised in a cash account, or in one of another currency for which it may be changed.
    private func isNeedy(_ account: CashAccount) throws(DecimalError) -> Bool {
        for other in cash.balances.keys where other.account == account.account && (rules.mayExchange || other == account) {
            if try cash.missing(in: other) > .zero { return true }
        }
        return false
    }

    /// Sells beyond the aims what is still missing of the money to be taken out, from what is furthest above its aim; says so where it cannot be had.
    mutating func raiseWhatIsTakenOut() throws(DecimalError) {
        for account in Set(question.withdrawals.map(\.cashAccount)).sorted() {
            var closed: Set<Int> = []
            try exchange(into: account, upTo: cash.debt(of: account))
            while case let missing = try cash.missing(in: account), missing > .zero {
                guard let position = try positionToRaise(account, besides: closed) else {
                    let currency = account.currency, digits = cash.terms(of: currency).digits
                    let told = try missing.rounded(to: digits, .ceiling).description(minimumDigits: digits)
                    let way = try hasOtherMoney(than: account) ? "; exchange=true proposes to change other money into \(currency)" : ""
                    note(.noCash, "\(told) \(currency) of what is to be taken out of \(account.account) cannot be raised there\(way)")
                    break
                }
                if try !raise(missing, in: account, from: position) { closed.insert(position) }
                try exchange(into: account, upTo: cash.debt(of: account))
            }
        }
    }

    /// Whether an account has money of other currencies, or could sell something for some, that may not be changed as yet.
    private func hasOtherMoney(than account: CashAccount) throws(DecimalError) -> Bool {
        if rules.mayExchange { return false }
        if cash.balances.contains(where: { $0.key.account == account.account && $0.key != account && $0.value > .zero }) { return true }
        for (position, tradable) in question.positions.enumerated() where tradable.account == account.account && tradable.currency != account.currency {
            if try lots.sellableUnits(of: position) > .zero { return true }
        }
        return false
    }

    /// The position of an account whose target is furthest above its aim, of which more can be sold.
    private func positionToRaise(_ account: CashAccount, besides closed: Set<Int>) throws(DecimalError) -> Int? {
        var best: (position: Int, excess: FixedDecimal)?
        for (position, tradable) in question.positions.enumerated() where !closed.contains(position) && tradable.account == account.account {
            guard rules.mayExchange || tradable.currency == account.currency, try lots.sellableUnits(of: position) > (sold[position] ?? .zero) else { continue }
            let excess = try values[tradable.leaf] - aims[tradable.leaf]
            if best.map({ excess > $0.excess }) ?? true { best = (position, excess) }
        }
        return best?.position
    }

    /// Sells as many more units of a position as bring an amount, rounded up; whether any more were sold.
    private mutating func raise(_ missing: FixedDecimal, in account: CashAccount, from position: Int) throws(DecimalError) -> Bool {
        let tradable = question.positions[position], earlier = sold[position] ?? .zero
        var wanted = try FixedDecimal.mulDiv(missing, cash.terms(of: account.currency).rate, tradable.rate)
        if account.currency != tradable.currency { wanted = try wanted.rounded(to: tradable.digits, .ceiling) + 1 }
        if earlier.isZero { wanted = try wanted + rules.fee }
        let further = try max(wanted / (tradable.price * (.one - rules.feeRate)), rules.minimum / (tradable.price * tradable.rate)).steps(of: tradable.step, .ceiling)
        var most = try lots.sellableUnits(of: position)
        if most != tradable.quantity { most = try most.steps(of: tradable.step, .floor) }
        let isBeyond = aims[tradable.leaf] >= values[tradable.leaf]
        // What is sold already counts towards the gains that are allowed, so it is sold anew with the rest.
        try undo(saleOf: position)
        let allowed = try allowed(min(earlier + further, most), of: position)
        var isMore = allowed > earlier
        if isMore { isMore = try isWorthwhile(allowed, of: position) }
        let units = isMore ? allowed : earlier
        if !units.isZero { try sell(units, of: position) }
        if isMore, isBeyond { soldBelowAim.insert(tradable.leaf) }
        return isMore
    }

    /// How much of the units wanted of a position may be sold: the fewer they are, the more of the fee is on each, so that fewer may go without a loss.
    private mutating func allowed(_ wanted: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        var result = wanted
        while result > .zero {
            let less = try permitted(result, of: position)
            if less == result { break }
            result = less
        }
        return result
    }

    /// Not more than the lots that may go in a sale of so many units, nor than the gain budget allows.
    private mutating func permitted(_ wanted: FixedDecimal, of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        if tradable.lots.isEmpty { return wanted }
        let free = try lots.lots(of: position, selling: wanted)
        let units = try LotSelection.units(of: free)
        var result = wanted
        if units < wanted {
            if let reason = tradable.lossesKeptBecause { note(.washSale, "\(tradable.symbol) in \(tradable.account) is not sold at a loss: \(reason)") }
            result = try units.steps(of: tradable.step, .floor)
        }
        guard let budget = rules.gainBudget else { return result }
        let limit = try budget - gain()
        let within = try LotSelection.units(within: limit, of: free, upTo: result)
        guard within < result else { return result }
        note(.gainBudget, "less of \(tradable.symbol) in \(tradable.account) is sold than its target asks for: the gains of all sales stay within \(budget)")
        return try within.steps(of: tradable.step, .floor)
    }

    /// Whether there is something to sell that is large enough and brings more than it costs.
    private mutating func isWorthwhile(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        if units.isZero { return false }
        let tradable = question.positions[position]
        if try isTooSmall(units, of: position) {
            note(.minimumTrade, "a sale of \(units) \(tradable.symbol) in \(tradable.account) would be smaller than the smallest trade of \(rules.minimum)")
            return false
        }
        if try tradable.proceeds(units, rules) <= .zero {
            note(.minimumTrade, "a sale of \(units) \(tradable.symbol) in \(tradable.account) would cost as much as it brings")
            return false
        }
        return true
    }
}
