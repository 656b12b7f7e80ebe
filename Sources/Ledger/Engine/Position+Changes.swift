import Values

/// What corporate actions and transfers do to the lots of a position. The caller has noted the position as a whole.
extension Position {
    /// Multiplies the units of every lot; their cost stays.
    ///
    /// - Parameter entry: tells it where it is of this account alone, so that units elsewhere cost otherwise from now on.
    mutating func split(_ ratio: Ratio, by entry: UInt32 = 0) throws(DecimalError) {
        let after = try exactUnits.scaled(by: ratio)
        for side in LotSide.allCases where !self[side].isEmpty {
            var lots = try self[side].openLots.scaled(by: ratio, to: after.shown.magnitude)
            for place in lots.indices { lots[place].partIfShared(by: entry) }
            try self[side].replaceLots(lots)
        }
        rest = after.rest
    }

    /// Lowers the cost of the long lots by an amount, unit for unit, and notes as a gain what a lot's cost cannot take.
    mutating func returnCapital(_ amount: LotMoney, slot: PositionSlot, row: UInt32, entry: UInt32, gains: inout GainColumns) throws(DecimalError) {
        var (rest, units) = (amount, long.quantity)
        try long.replaceLots(long.openLots.mapping { lot throws(DecimalError) in
            var lot = lot
            let part = lot.remaining == units ? rest : try rest.share(lot.remaining, of: units)
            let taken = part.limited(to: lot.remainingCost)
            rest = try rest - part
            units = try units - lot.remaining
            lot.partIfShared(by: entry)
            lot.remainingCost = try lot.remainingCost - taken
            lot.cost = try lot.cost - taken
            // Where nobody knows the cost, nobody knows whether it can take all.
            if taken.own != part.own || taken != part && !taken.isUnknown {
                gains.append(position: slot, opening: lot.row, closing: row, quantity: .zero, proceeds: try part - taken, cost: .zero, key: lot.key)
            }
            return lot
        })
    }

    /// Takes the lots out, or the part of their cost that goes elsewhere, and tells what they are there: so many units.
    mutating func giveUp(_ side: LotSide, _ terms: PostingTerms, partedBy entry: UInt32, everywhere: Bool, for units: FixedDecimal) throws(DecimalError) -> [Lot] {
        var given: [Lot] = []
        let kept = try self[side].openLots.mapping { lot throws(DecimalError) in
            let part = terms.movesUnits ? lot.remainingCost : try lot.remainingCost.part(terms.share)
            var kept = lot, gone = lot.part(lot.remaining, cost: part)
            kept.partIfShared(by: everywhere ? 0 : entry)
            gone.partIfShared(by: everywhere ? 0 : entry)
            // What is spun off costs otherwise than what stays, whatever id that has by now.
            if !terms.movesUnits { gone.partWithOthers(by: entry) }
            given.append(gone)
            kept.remainingCost = try lot.remainingCost - part
            kept.cost = try lot.cost - part
            return kept
        }
        try self[side].replaceLots(terms.movesUnits ? [] : kept)
        if terms.movesUnits { rest = .zero }
        settleAdjustment()
        return try given.scaled(by: terms.ratio, to: units)
    }

    /// Takes lots out in the method's order, with their cost, and without a gain. There are so many units.
    ///
    /// - Parameters:
    ///   - entry: of a transfer, whose lots may be in two places afterwards.
    ///   - kept: lots below this index keep their places.
    ///   - willTake: called with each lot that is about to change, and its place; perhaps more than once.
    mutating func takeOut(
        _ quantity: FixedDecimal, _ side: LotSide, _ order: LotOrder, partedBy entry: UInt32 = 0, keeping kept: Int = 0, willTake: (Int, Lot) -> Void = { _, _ in }
    ) throws(DecimalError) -> [Lot] {
        var taken: [Lot] = [], rest = quantity, order = order
        self[side].prepare(for: order.method, willChange: willTake)
        while !rest.isZero, !self[side].isEmpty {
            let choice = try order.next(&self[side], rest)
            let lot = self[side].lots[choice.index]
            for index in self[side].changes(takingFrom: choice.index) { willTake(index, self[side].lots[index]) }
            let part = try self[side].take(choice.units, from: choice.index)
            taken.append(lot.part(choice.units, cost: part))
            if entry != 0, choice.units < lot.remaining {
                taken[taken.count - 1].noteParted()
                self[side].noteParted(at: choice.index)
            }
            rest = try rest - choice.units
        }
        if !self.rest.isZero { self.rest = self.rest.beside(self.quantity) }
        settleAdjustment()
        self[side].compact(keeping: kept)
        return taken
    }

    /// Takes in lots that were opened elsewhere, among its own by their days.
    mutating func absorb(_ lots: [Lot], _ side: LotSide, broughtBy entry: UInt32 = 0) throws(DecimalError) {
        for lot in lots where !lot.isUsedUp { try self[side].insert(lot, broughtBy: entry) }
    }
}

extension Array {
    /// Like `map`, passing on the one type of error.
    func mapping<Result>(_ transform: (Element) throws(DecimalError) -> Result) throws(DecimalError) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self { results.append(try transform(element)) }
        return results
    }
}
