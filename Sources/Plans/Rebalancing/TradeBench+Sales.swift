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
        guard excess > .zero else { return }
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
            return worths.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
        }
        var parcels: [Parcel] = []
        for position in positions { parcels += try self.parcels(of: position) }
        var seen: Set<Int> = []
        let ordered = parcels.enumerated().sorted { Self.precedes($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element.position)
        return (ordered + positions).filter { seen.insert($0).inserted }
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

    /// Losses first, the largest one of a unit before the others; then what was held for long; then what gains least. Nil: no difference.
    private static func precedes(_ a: Parcel, _ b: Parcel) -> Bool? {
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
                isLoss: try isLoss(parcel.lot, taken, ofSaleOf: units, of: position)))
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
