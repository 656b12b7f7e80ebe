import Values

/// Which lots a sale takes, and in which order: as the book's method has them, or losses first where gains matter.
struct LotSelection {
    /// A lot that may be sold.
    struct SellableLot {
        /// The place of its position.
        let position: Int
        /// The lot.
        let lot: TradableLot
        /// What a unit of it gains.
        let gain: FixedDecimal
    }

    /// The positions and the rules.
    let question: TradeQuestion

    /// The lots of a position in the order in which they are sold. Left out are those whose loss must not be taken in a sale of so many units.
    func lots(of position: Int, selling units: FixedDecimal? = nil) throws(DecimalError) -> [SellableLot] {
        let tradable = question.positions[position]
        var lots: [SellableLot] = []
        for lot in tradable.lots {
            if tradable.lossesKeptBecause != nil, try isLoss(lot, lot.quantity, ofSaleOf: units ?? .zero, of: position) { continue }
            lots.append(SellableLot(position: position, lot: lot, gain: try lot.gain / lot.quantity))
        }
        return question.rules.isTaxAware ? Self.sorted(lots) : lots
    }

    /// Lots in the order in which they are sold where gains matter: losses first, the largest one of a unit before the others; then what was held
    /// for long; then what gains least; last, lots whose gain is not known. Those that do not differ keep their order.
    static func sorted(_ lots: [SellableLot]) -> [SellableLot] {
        lots.enumerated().sorted { precedes($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
    }

    /// Whether one lot is sold before another; nil where they do not differ.
    private static func precedes(_ a: SellableLot, _ b: SellableLot) -> Bool? {
        if a.lot.isGainKnown != b.lot.isGainKnown { return a.lot.isGainKnown }
        let (loses, otherLoses) = (a.gain.isNegative, b.gain.isNegative)
        if loses != otherLoses { return loses }
        let (isLate, otherIsLate) = (a.gain > .zero && !a.lot.isLongTerm, b.gain > .zero && !b.lot.isLongTerm)
        if isLate != otherIsLate { return otherIsLate }
        return a.gain == b.gain ? nil : a.gain < b.gain
    }

    /// What a sale of units takes of the lots, in order. The parts of the fee add up to the fee.
    func parts(of units: FixedDecimal, of position: Int) throws(DecimalError) -> [TradeProposal.Trade.LotPart] {
        let tradable = question.positions[position]
        var left = units, parts: [TradeProposal.Trade.LotPart] = []
        var fee = tradable.feesLowerGains ? try tradable.fee(units, question.rules) * tradable.rate : .zero
        for sellable in try lots(of: position, selling: units) where left > .zero {
            let lot = sellable.lot, taken = min(lot.quantity, left)
            let charge = try FixedDecimal.mulDiv(fee, taken, left)
            left = try left - taken
            fee = try fee - charge
            parts.append(
                .init(
                    lot: lot.id, quantity: taken, gain: try FixedDecimal.mulDiv(lot.gain, taken, lot.quantity) - charge,
                    isLoss: try isLoss(lot, taken, ofSaleOf: units, of: position), isGainKnown: lot.isGainKnown))
        }
        return parts
    }

    /// The most units, in the order of the lots, whose gains together stay within a limit.
    static func units(within limit: FixedDecimal, of lots: [SellableLot], upTo wanted: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        var units = FixedDecimal.zero, gain = FixedDecimal.zero, fitting = FixedDecimal.zero
        for sellable in lots where units < wanted {
            let taken = min(sellable.lot.quantity, try wanted - units)
            let more = try FixedDecimal.mulDiv(sellable.lot.gain, taken, sellable.lot.quantity)
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

    /// Whether units of a position can be sold without taking a loss that must not be taken.
    func canSell(_ units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        let tradable = question.positions[position]
        if tradable.lossesKeptBecause == nil || tradable.lots.isEmpty { return true }
        return try Self.units(of: lots(of: position, selling: units)) >= units
    }

    /// How many units of a position may be sold at all.
    func sellableUnits(of position: Int) throws(DecimalError) -> FixedDecimal {
        let tradable = question.positions[position]
        if tradable.keptBecause != nil { return .zero }
        if tradable.lots.isEmpty { return tradable.quantity }
        return min(tradable.quantity, try Self.units(of: lots(of: position)))
    }

    /// The units of lots together.
    static func units(of lots: [SellableLot]) throws(DecimalError) -> FixedDecimal {
        var units = FixedDecimal.zero
        for sellable in lots { units = try units + sellable.lot.quantity }
        return units
    }

    /// Whether units of a lot are sold at a loss, with their part of what a sale of so many units costs.
    private func isLoss(_ lot: TradableLot, _ taken: FixedDecimal, ofSaleOf units: FixedDecimal, of position: Int) throws(DecimalError) -> Bool {
        let gain = try FixedDecimal.mulDiv(lot.ownGain, taken, lot.quantity), tradable = question.positions[position]
        if !tradable.feesLowerGains || units.isZero { return gain.isNegative }
        return try gain < FixedDecimal.mulDiv(tradable.fee(units, question.rules), taken, units)
    }
}
