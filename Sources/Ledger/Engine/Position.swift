import Values

/// What one account holds of one instrument: open lots and what they earned.
///
/// It has long lots or short lots, never both: a sale takes the long ones before it opens a short one, a purchase covers the short
/// ones before it opens a long one.
struct Position {
    var long = LotQueue()
    var short = LotQueue()
    /// Earned in the instrument's own currency.
    var income = FixedDecimal.zero
    /// How many payments of other currencies it got, which `income` does not count.
    var foreignPayments: Int32 = 0
    /// What splits left beside the last digit of the units held, as of `quantity`.
    var rest = DigitFraction.zero
    /// What the contracts of an option have become by splits of what it is on; nil where nothing has happened to it.
    var adjustment: OptionAdjustment?
    /// What the units that came in by transfers cost, less what those that went out did.
    var transferred = LotMoney.zero
    /// The activity applied last in replay order, or -1. An activity that comes before it makes the position stale.
    var lastRow: Int32 = -1
    /// Gains of this position before this one were superseded when the position was computed anew.
    var firstGain: Int32 = 0
    /// How many gains it has that were not.
    var gainCount: Int32 = 0
    /// Whether its lots await being computed anew.
    var isStale = false
    /// What each activity brings or takes, once entries have changed the past often enough.
    var units: UnitTree?
    /// How often it was run through since entries changed its past.
    var runs: UInt8 = 0
    /// The checkpoint since which the position has been noted in the undo log.
    var epoch: UInt32 = 0
    /// Lots below these indices stood at that checkpoint, so that a change of one must be noted.
    var longNoted = 0
    var shortNoted = 0

    /// Units held, below zero where they were sold short.
    var quantity: FixedDecimal {
        // The two are never both above zero, so the difference cannot overflow.
        long.isEmpty ? -short.quantity : long.quantity
    }

    /// The units held as they follow from splits.
    var exactUnits: ExactUnits { ExactUnits(shown: quantity, rest: rest) }

    /// What the units held cost; below zero, what the units sold short brought.
    var cost: LotMoney { long.isEmpty ? -short.cost : long.cost }

    var openLots: Int { long.openCount + short.openCount }

    /// Whether nobody knows what some of the units held cost.
    var hasUnknownCost: Bool { long.unknownCount > 0 || short.unknownCount > 0 }

    subscript(side: LotSide) -> LotQueue {
        _read {
            switch side {
            case .long: yield long
            case .short: yield short
            }
        }
        _modify {
            switch side {
            case .long: yield &long
            case .short: yield &short
            }
        }
    }

    /// Whether the undo log can bring all of it back to a checkpoint, so that nothing of it need be noted again.
    func isWhollyNoted(since checkpoint: UInt32) -> Bool { epoch == checkpoint && longNoted == 0 && shortNoted == 0 }

    /// Counts as noted as a whole since a checkpoint.
    mutating func noteWholly(_ checkpoint: UInt32) { (epoch, longNoted, shortNoted) = (checkpoint, 0, 0) }

    /// All that changes with each activity, apart from the lots themselves.
    struct Mark {
        var long: LotQueue.Mark
        var short: LotQueue.Mark
        var income: FixedDecimal
        var foreignPayments: Int32
        var rest: DigitFraction
        var adjustment: OptionAdjustment?
        var transferred: LotMoney
        var lastRow: Int32
        var firstGain: Int32
        var gainCount: Int32
        var isStale: Bool
        var units: UnitTree?
        var epoch: UInt32
        var longNoted: Int
        var shortNoted: Int
    }

    var mark: Mark {
        Mark(
            long: long.mark, short: short.mark, income: income, foreignPayments: foreignPayments, rest: rest, adjustment: adjustment, transferred: transferred,
            lastRow: lastRow, firstGain: firstGain, gainCount: gainCount, isStale: isStale, units: units, epoch: epoch, longNoted: longNoted, shortNoted: shortNoted)
    }

    mutating func rollback(to mark: Mark) {
        long.rollback(to: mark.long)
        short.rollback(to: mark.short)
        income = mark.income
        foreignPayments = mark.foreignPayments
        rest = mark.rest
        adjustment = mark.adjustment
        transferred = mark.transferred
        lastRow = mark.lastRow
        firstGain = mark.firstGain
        gainCount = mark.gainCount
        isStale = mark.isStale
        units = mark.units
        epoch = mark.epoch
        longNoted = mark.longNoted
        shortNoted = mark.shortNoted
    }
}

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
        try long.replaceLots(
            long.openLots.mapping { lot throws(DecimalError) in
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
    fileprivate func mapping<Result>(_ transform: (Element) throws(DecimalError) -> Result) throws(DecimalError) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self { results.append(try transform(element)) }
        return results
    }
}
