import Values

/// Choosing what to sell.
extension TradeBench {
    /// A lot that may be sold.
    private struct Parcel {
        let position: Int
        let lot: TradableLot
        /// What a unit of it gains.
        let gain: FixedDecimal
    }

    /// Sells of a target what it has above its aim.
    mutating func sellDown(_ leaf: Int) throws(DecimalError) {
        var excess = try values[leaf] - aims[leaf]
        guard excess > .zero, leaf != question.cashLeaf else { return }
        let isAll = aims[leaf].isZero
        for position in try sellable(leaf) where excess > .zero {
            let tradable = question.positions[position]
            var wanted = isAll ? tradable.quantity : try min(units(worth: excess, of: position).steps(of: tradable.step, .halfEven), tradable.quantity)
            wanted = try allowed(wanted, of: position)
            if try !isWorthwhile(wanted, of: position) { continue }
            let parts = try choose(wanted, of: position)
            try sell(wanted, of: position, taking: parts)
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
            let worths = try positions.map { (position) throws(DecimalError) in (position, try worth(question.positions[position].quantity, of: position)) }
            return try neediestFirst(worths.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0))
        }
        var parcels: [Parcel] = []
        for position in positions { parcels += try self.parcels(of: position) }
        var seen: Set<Int> = []
        let ordered = parcels.enumerated().sorted { Self.precedes($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element.position)
        return try neediestFirst((ordered + positions).filter { seen.insert($0).inserted })
    }

    /// Positions whose sales bring money where some is to be taken out, before the others.
    private func neediestFirst(_ positions: [Int]) throws(DecimalError) -> [Int] {
        if question.withdrawals.isEmpty { return positions }
        var needy: [Int] = []
        for position in positions where try isNeedy(purse(position)) { needy.append(position) }
        // Where nothing is bought, nothing is sold for it.
        return rules.mode == .newMoney ? needy : needy + positions.filter { !needy.contains($0) }
    }

    /// Whether money to be taken out is missing in a purse, or in another one of its account for which it may be changed.
    private func isNeedy(_ purse: Purse) throws(DecimalError) -> Bool {
        for other in cash.keys where other.account == purse.account && (rules.mayExchange || other == purse) {
            if try missing(in: other) > .zero { return true }
        }
        return false
    }

    /// Sells beyond the aims what is still missing of the money to be taken out, from what is furthest above its aim; says so where it cannot be had.
    mutating func raiseWhatIsTakenOut() throws(DecimalError) {
        for purse in Set(question.withdrawals.map { Purse(account: $0.account, currency: $0.currency) }).sorted() {
            var closed: Set<Int> = []
            try exchange(into: purse, upTo: debt(of: purse))
            while case let missing = try missing(in: purse), missing > .zero {
                guard let position = try positionToRaise(purse, besides: closed) else {
                    let digits = terms(of: purse.currency).digits, told = try missing.rounded(to: digits, .ceiling).description(minimumDigits: digits)
                    let way = try hasOtherMoney(than: purse) ? "; exchange=true proposes to change other money into \(purse.currency)" : ""
                    note(.noCash, "\(told) \(purse.currency) of what is to be taken out of \(purse.account) cannot be raised there\(way)")
                    break
                }
                if try !raise(missing, in: purse, from: position) { closed.insert(position) }
                try exchange(into: purse, upTo: debt(of: purse))
            }
        }
    }

    /// Whether an account has money of other currencies, or could sell something for some, that may not be changed as yet.
    private func hasOtherMoney(than purse: Purse) throws(DecimalError) -> Bool {
        if rules.mayExchange { return false }
        if cash.contains(where: { $0.key.account == purse.account && $0.key != purse && $0.value > .zero }) { return true }
        for (position, tradable) in question.positions.enumerated() where tradable.account == purse.account && tradable.currency != purse.currency {
            if try sellableUnits(of: position) > .zero { return true }
        }
        return false
    }

    /// The position of an account whose target is furthest above its aim, of which more can be sold.
    private func positionToRaise(_ purse: Purse, besides closed: Set<Int>) throws(DecimalError) -> Int? {
        var best: (position: Int, excess: FixedDecimal)?
        for (position, tradable) in question.positions.enumerated() where !closed.contains(position) && tradable.account == purse.account {
            guard rules.mayExchange || tradable.currency == purse.currency, try sellableUnits(of: position) > (sold[position] ?? .zero) else { continue }
            let excess = try values[tradable.leaf] - aims[tradable.leaf]
            if best.map({ excess > $0.excess }) ?? true { best = (position, excess) }
        }
        return best?.position
    }

    /// Sells as many more units of a position as bring an amount, rounded up; whether any more were sold.
    private mutating func raise(_ missing: FixedDecimal, in purse: Purse, from position: Int) throws(DecimalError) -> Bool {
        let tradable = question.positions[position], earlier = sold[position] ?? .zero
        var wanted = try FixedDecimal.mulDiv(missing, terms(of: purse.currency).rate, tradable.rate)
        if purse.currency != tradable.currency { wanted = try wanted.rounded(to: tradable.digits, .ceiling) + 1 }
        if earlier.isZero { wanted = try wanted + rules.fee }
        let further = try max(wanted / (tradable.price * (.one - rules.feeRate)), rules.minimum / (tradable.price * tradable.rate)).steps(of: tradable.step, .ceiling)
        var most = try sellableUnits(of: position)
        if most != tradable.quantity { most = try most.steps(of: tradable.step, .floor) }
        let isBeyond = aims[tradable.leaf] >= values[tradable.leaf]
        // What is sold already counts towards the gains that are allowed, so it is sold anew with the rest.
        try forget(sale: position)
        let allowed = try allowed(min(earlier + further, most), of: position)
        var isMore = allowed > earlier
        if isMore { isMore = try isWorthwhile(allowed, of: position) }
        let units = isMore ? allowed : earlier
        if !units.isZero { try sell(units, of: position, taking: choose(units, of: position)) }
        if isMore, isBeyond { raised.insert(tradable.leaf) }
        return isMore
    }

    /// The lots of a position in the order in which they are sold; those whose loss would not count in a sale of so many units are left out.
    private func parcels(of position: Int, selling units: FixedDecimal? = nil) throws(DecimalError) -> [Parcel] {
        let tradable = question.positions[position]
        var parcels: [Parcel] = []
        for lot in tradable.lots {
            if tradable.lossesKeptBecause != nil, try isLoss(lot, lot.quantity, ofSaleOf: units ?? .zero, of: position) { continue }
            parcels.append(Parcel(position: position, lot: lot, gain: try lot.gain / lot.quantity))
        }
        guard rules.isTaxAware else { return parcels }
        return parcels.enumerated().sorted { Self.precedes($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
    }

    /// Losses first, the largest one of a unit before the others; then what was held for long; then what gains least; last, what gains nobody knows how
    /// much. Nil: no difference.
    private static func precedes(_ a: Parcel, _ b: Parcel) -> Bool? {
        if a.lot.isGainKnown != b.lot.isGainKnown { return a.lot.isGainKnown }
        let (loses, otherLoses) = (a.gain.isNegative, b.gain.isNegative)
        if loses != otherLoses { return loses }
        let (isLate, otherIsLate) = (a.gain > .zero && !a.lot.isLongTerm, b.gain > .zero && !b.lot.isLongTerm)
        if isLate != otherIsLate { return otherIsLate }
        return a.gain == b.gain ? nil : a.gain < b.gain
    }

    /// Whether units of a lot are sold at a loss, with their part of what a sale of so many units costs.
    private func isLoss(_ lot: TradableLot, _ taken: FixedDecimal, ofSaleOf units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        let gain = try FixedDecimal.mulDiv(lot.ownGain, taken, lot.quantity)
        if !question.positions[position].feesLowerGains || units.isZero { return gain.isNegative }
        return try gain < FixedDecimal.mulDiv(fee(units, of: position), taken, units)
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
        let free = try parcels(of: position, selling: wanted)
        let units = try Self.units(of: free)
        var result = wanted
        if units < wanted {
            if let reason = tradable.lossesKeptBecause { note(.washSale, "\(tradable.symbol) in \(tradable.account) is not sold at a loss: \(reason)") }
            result = try units.steps(of: tradable.step, .floor)
        }
        guard let budget = rules.gainBudget else { return result }
        let limit = try budget - gain()
        let within = try unitsWithin(limit, of: free, upTo: result)
        guard within < result else { return result }
        note(.gainBudget, "less of \(tradable.symbol) in \(tradable.account) is sold than its target asks for: the gains of all sales stay within \(budget)")
        return try within.steps(of: tradable.step, .floor)
    }

    /// The most units, in the order of the parcels, whose gains together stay within a limit.
    private func unitsWithin(_ limit: FixedDecimal, of parcels: [Parcel], upTo wanted: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        var units = FixedDecimal.zero, gain = FixedDecimal.zero, fitting = FixedDecimal.zero
        for parcel in parcels where units < wanted {
            let taken = min(parcel.lot.quantity, try wanted - units)
            let more = try FixedDecimal.mulDiv(parcel.lot.gain, taken, parcel.lot.quantity)
            if try gain + more <= limit {
                (units, gain) = (try units + taken, try gain + more)
                fitting = units
                continue
            }
            // Only a part of it fits, and what follows gains no less.
            let left = try limit - gain
            if !left.isNegative, more > .zero { fitting = try units + FixedDecimal.mulDiv(taken, left, more).rounded(to: 12, .floor) }
            break
        }
        return fitting
    }

    /// What a sale of units takes of the lots, in order.
    func choose(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> [TradeProposal.Trade.LotPart] {
        let tradable = question.positions[position]
        var left = units, parts: [TradeProposal.Trade.LotPart] = []
        // What is left of the fee, so that the parts of it add up.
        var fee = tradable.feesLowerGains ? try self.fee(units, of: position) * tradable.rate : .zero
        for parcel in try parcels(of: position, selling: units) where left > .zero {
            let taken = min(parcel.lot.quantity, left)
            let charge = try FixedDecimal.mulDiv(fee, taken, left)
            left = try left - taken
            fee = try fee - charge
            parts.append(.init(
                lot: parcel.lot.id, quantity: taken, gain: try FixedDecimal.mulDiv(parcel.lot.gain, taken, parcel.lot.quantity) - charge,
                isLoss: try isLoss(parcel.lot, taken, ofSaleOf: units, of: position), isGainKnown: parcel.lot.isGainKnown))
        }
        return parts
    }

    /// Whether units of a position can be sold without a loss that would not count.
    func canSell(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        let tradable = question.positions[position]
        if tradable.lossesKeptBecause == nil || tradable.lots.isEmpty { return true }
        return try Self.units(of: parcels(of: position, selling: units)) >= units
    }

    /// How many units of a position may be sold at all.
    func sellableUnits(of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        if tradable.keptBecause != nil { return .zero }
        if tradable.lots.isEmpty { return tradable.quantity }
        return min(tradable.quantity, try Self.units(of: parcels(of: position)))
    }

    private static func units(of parcels: [Parcel]) throws(DecimalError) -> FixedDecimal {
        var units = FixedDecimal.zero
        for parcel in parcels { units = try units + parcel.lot.quantity }
        return units
    }

    /// Whether there is something to sell that is large enough and brings more than it costs.
    private mutating func isWorthwhile(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        if units.isZero { return false }
        let tradable = question.positions[position]
        if try isTooSmall(units, of: position) {
            note(.minimumTrade, "a sale of \(units) \(tradable.symbol) in \(tradable.account) would be smaller than the smallest trade of \(rules.minimum)")
            return false
        }
        if try proceeds(units, of: position) <= .zero {
            note(.minimumTrade, "a sale of \(units) \(tradable.symbol) in \(tradable.account) would cost as much as it brings")
            return false
        }
        return true
    }
}
