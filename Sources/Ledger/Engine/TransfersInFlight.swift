import Values

/// Lots on their way from one account to another: taken out, and not yet taken in.
struct TransferInFlight {
    /// The position that the units left.
    var home: PositionSlot
    /// The day on which they left.
    var left: Day
    /// The checkpoint since which it has been noted in the undo log.
    var epoch: UInt32 = 0
    var lots: ArraySlice<Lot> = []
    /// How many units the lots have in all.
    var units = ExactUnits.zero
    /// What contracts of an option have become by splits of what it is on.
    var adjustment: OptionAdjustment?

    /// Takes units out, the lots that were taken first going first; fewer where there are not so many.
    mutating func take(_ quantity: FixedDecimal) throws(DecimalError) -> [Lot] {
        _ = try units.takeOut(quantity)
        var taken: [Lot] = [], rest = quantity
        while let lot = lots.first, !rest.isZero {
            if lot.remaining <= rest {
                taken.append(lots.removeFirst())
                rest = try rest - lot.remaining
            } else {
                let part = try lot.remainingCost.share(rest, of: lot.remaining)
                taken.append(lot.part(rest, cost: part))
                lots[lots.startIndex] = try lot.less(taken[taken.count - 1])
                taken[taken.count - 1].noteParted()
                lots[lots.startIndex].noteParted()
                return taken
            }
        }
        return taken
    }
}

/// Units that came in, or went out, without being bought or sold.
package struct MovedUnits {
    /// What they cost; below zero of those that went out.
    var cost: LotMoney
    /// What opened their lots, in a replay that counts in another currency.
    var openings: [Opening] = []
    /// The rows that opened those of their lots of which nobody knows the cost.
    var unknown: [UInt32] = []
    /// Of a position told with its cost: the rows that opened the lots whose cost nobody knew before.
    var told: [UInt32] = []

    /// A row that moves units, and the position that takes them in, or gives them up where it delivers them.
    package struct Place: Hashable {
        let row: UInt32
        let position: PositionSlot
    }

    /// What opened a lot, and the day on which its units were acquired.
    struct Opening: Hashable {
        let row: UInt32
        let opened: Day
    }
}

/// What is on its way between accounts.
struct Transit {
    var inFlight: [TransferKey: TransferInFlight] = [:]
    /// Transfers in for which no account sent enough, and positions told without a cost where there was nothing whose cost their units could share; with
    /// the position that took them in.
    var unpaired: [UInt32: PositionSlot] = [:]
    /// By row: the units that came in or went out without being bought or sold.
    var costs: [UInt32: MovedUnits] = [:]
    /// What units cost that one position of an account gave another, as in a merger; where a replay notes it. A history and a replay that counts in
    /// another currency do, both from the first activity on: no checkpoint takes it back.
    var given: [MovedUnits.Place: MovedUnits] = [:]
    var notesGiven = false

    /// Does to units underway what is done to those of every account: they become more, or units of another instrument.
    mutating func change(_ ratio: Ratio, of instrument: InstrumentID, into other: InstrumentID, undo: inout UndoLog) throws(DecimalError) {
        for key in inFlight.keys.filter({ $0.instrument == instrument.rawValue }) {
            note(key, undo: &undo)
            guard var transfer = inFlight.removeValue(forKey: key) else { continue }
            transfer.units = try transfer.units.scaled(by: ratio)
            transfer.lots = try Array(transfer.lots).scaled(by: ratio, to: transfer.units.shown)[...]
            let after = TransferKey(group: key.group, instrument: other.rawValue)
            note(after, undo: &undo)
            transfer.epoch = undo.epoch
            inFlight[after] = transfer
        }
    }

    /// Takes in what happened to what an option is on, for contracts underway.
    mutating func adjust(
        _ option: InstrumentID, _ instrument: Instrument, undo: inout UndoLog, _ change: (OptionAdjustment) throws(DecimalError) -> OptionAdjustment
    ) throws(DecimalError) {
        for key in inFlight.keys.filter({ $0.instrument == option.rawValue }) {
            note(key, undo: &undo)
            guard var transfer = inFlight[key], let after = try OptionAdjustment.after(change, transfer.adjustment, of: instrument) else { continue }
            if let ratio = after.ratio {
                transfer.units = try transfer.units.scaled(by: ratio)
                transfer.lots = try Array(transfer.lots).scaled(by: ratio, to: transfer.units.shown)[...]
            }
            transfer.adjustment = after.adjustment
            inFlight[key] = transfer
        }
    }

    /// Forgets what has to do with positions that are computed anew.
    mutating func forget(undo: inout UndoLog, where isAnew: (PositionSlot) -> Bool) {
        for (key, transfer) in inFlight where isAnew(transfer.home) {
            note(key, undo: &undo)
            inFlight[key] = nil
        }
        for (row, slot) in unpaired where isAnew(slot) {
            undo.append(.unpaired(row: row, slot))
            unpaired[row] = nil
        }
    }

    /// Notes a transfer in flight, or that there is none, in the undo log, once for each checkpoint.
    mutating func note(_ key: TransferKey, undo: inout UndoLog) {
        guard undo.isActive, inFlight[key] == nil || inFlight[key]?.epoch != undo.epoch else { return }
        undo.append(.transfer(key, inFlight[key]))
        inFlight[key]?.epoch = undo.epoch
    }
}

/// Units that come and go without being traded.
extension ReplayState {
    /// Units leave: for another account, or for good.
    mutating func transferOut(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let noted = positions[change.slot.index].longNoted
        var units = positions[change.slot.index].exactUnits
        let rest = try units.takeOut(change.posting.quantity), adjustment = positions[change.slot.index].adjustment
        var lots = try positions[change.slot.index].takeOut(
            change.posting.quantity, .long, change.order, partedBy: change.entry, keeping: undo.isActive ? noted : 0
        ) { index, lot in
            if undo.isActive, index < noted { undo.note(change.slot, .long, index, lot) }
        }
        try lots.charge(change.money(change.posting.amount), by: change.entry)
        // At an average, what units cost here and there differs from the next trade on.
        if change.order.method.sharesCosts { for place in lots.indices { lots[place].partIfShared(by: change.entry) } }
        let cost = try lots.cost()
        try noteMoved(-cost, of: lots, change, undo: &undo)
        // What leaves the book for good is on no way to anywhere.
        if !TransferGroup.isPair(change.transfer.group) { return }
        transit.note(change.transfer, undo: &undo)
        var transfer = transit.inFlight.removeValue(forKey: change.transfer) ?? TransferInFlight(home: change.slot, left: change.day, epoch: undo.epoch)
        transfer.lots += lots
        transfer.adjustment = transfer.adjustment ?? adjustment
        transfer.units = try transfer.units.adding(change.posting.quantity, rest)
        transit.inFlight[change.transfer] = transfer
    }

    /// Units arrive that another account sent, or that nobody did.
    mutating func transferIn(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let slot = change.slot, quantity = change.posting.quantity
        var lots: [Lot] = [], rest = DigitFraction.zero
        if TransferGroup.isPair(change.transfer.group), var units = transit.inFlight[change.transfer]?.units {
            rest = try units.takeOut(quantity)
            if positions[slot.index].openLots == 0 { positions[slot.index].adjustment = transit.inFlight[change.transfer]?.adjustment }
            transit.note(change.transfer, undo: &undo)
            lots = try transit.inFlight[change.transfer]!.take(quantity)
            if transit.inFlight[change.transfer]!.lots.isEmpty { transit.inFlight[change.transfer] = nil }
        }
        let found = try lots.units()
        if found < quantity {
            // Units that no account sent: at the price that was told for them, if one was.
            let missing = try quantity - found
            let cost = try change.terms.cost.map { told throws(DecimalError) in try change.money(told).share(missing, of: quantity) } ?? .unknown()
            lots.append(Lot(row: change.row, opened: change.terms.opened ?? change.day, quantity: missing, cost: cost))
            noteUnpaired(change, undo: &undo)
        }
        try noteMoved(try lots.cost(), of: lots, change, undo: &undo)
        try lots.charge(change.money(change.posting.amount), by: change.entry)
        try receive(lots, .long, rest, at: slot, change, undo: &undo)
    }

    private mutating func noteUnpaired(_ change: LotChange, undo: inout UndoLog) {
        undo.append(.unpaired(row: change.row, transit.unpaired[change.row]))
        transit.unpaired[change.row] = change.slot
    }

    /// Notes what units cost that came or went without being traded: that much the owner brought in.
    private mutating func noteMoved(
        _ cost: LotMoney, of lots: [Lot], told: [UInt32] = [], _ change: LotChange, undo: inout UndoLog
    ) throws(DecimalError) {
        positions[change.slot.index].transferred = try positions[change.slot.index].transferred + cost
        undo.append(.moved(row: change.row, transit.costs[change.row]))
        var moved = MovedUnits(cost: cost, told: told)
        if gains.countsOther {
            var known = Set<MovedUnits.Opening>()
            for lot in lots {
                let opening = MovedUnits.Opening(row: lot.row, opened: lot.opened)
                if known.insert(opening).inserted { moved.openings.append(opening) }
            }
        }
        if cost.isUnknown { moved.unknown = lots.rowsOfUnknownCost }
        transit.costs[change.row] = moved
    }

    /// A position is told as it stands, with what it cost or without.
    mutating func holdPosition(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let index = change.slot.index, before = positions[index].long.cost, owed = positions[index].short.cost, quantity = change.posting.quantity
        let isOwed = !positions[index].short.isEmpty
        // What was sold short is not owed any more.
        if isOwed { _ = try positions[index].takeOut(positions[index].short.quantity, .short, change.order) }
        let unknown = before.isUnknown ? positions[index].long.openLots.rowsOfUnknownCost : []
        let more = try quantity - positions[index].long.quantity
        let gone = more.isNegative ? try positions[index].takeOut(-more, .long, change.order) : []
        if more > .zero { try holdMore(more, before, change, undo: &undo) }
        positions[index].rest = .zero
        let isTold = change.terms.cost != nil
        if let cost = change.terms.cost, !quantity.isZero { positions[index].long.retell(change.money(cost), by: change.entry) }
        // Where nothing is told but what was there, nothing came or went, though nobody may know what it cost.
        if !isTold, more.isZero, !isOwed { return try noteMoved(.zero, of: [], change, undo: &undo) }
        // What is told counts beside what was known before: that is what the units cost of which nobody knew it.
        let moved = try positions[index].long.cost - (isTold ? before.knownPart : before) + owed
        let listed = isTold || !(gains.countsOther || moved.isUnknown) ? [] : gone + positions[index].long.openLots
        try noteMoved(moved, of: listed, told: isTold ? unknown : [], change, undo: &undo)
    }

    /// Takes in the units by which a position has grown. Those that nobody told the cost of cost what the others do, if that is known.
    private mutating func holdMore(_ more: FixedDecimal, _ before: LotMoney, _ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let index = change.slot.index, held = positions[index].long
        let cost = held.isEmpty ? change.terms.cost == nil ? .unknown() : .zero : try before.share(more, of: held.quantity)
        let isUntold = change.terms.cost == nil && cost.isUnknown && held.openLots.allSatisfy { transit.unpaired[$0.row] == change.slot }
        if isUntold { noteUnpaired(change, undo: &undo) }
        try positions[index].absorb([Lot(row: change.row, opened: change.terms.opened ?? change.day, quantity: more, cost: cost)], .long)
    }
}

extension [Lot] {
    /// The rows that opened those of which nobody knows the cost, each once.
    var rowsOfUnknownCost: [UInt32] {
        var known = Set<UInt32>()
        return compactMap { $0.remainingCost.isUnknown && known.insert($0.row).inserted ? $0.row : nil }
    }

    /// Raises what they cost by a fee, unit for unit.
    fileprivate mutating func charge(_ fee: LotMoney, by entry: UInt32) throws(DecimalError) {
        if fee == .zero { return }
        var (rest, units) = (fee, try self.units())
        for place in indices {
            let part = self[place].remaining == units ? rest : try rest.share(self[place].remaining, of: units)
            self[place].partIfShared(by: entry)
            self[place].remainingCost = try self[place].remainingCost + part
            self[place].cost = try self[place].cost + part
            (rest, units) = (try rest - part, try units - self[place].remaining)
        }
    }

    /// How many units they are in all.
    fileprivate func units() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for lot in self { sum = try sum + lot.quantity }
        return sum
    }

    /// What they cost in all.
    func cost() throws(DecimalError) -> LotMoney {
        var sum = LotMoney.zero
        for lot in self { sum = try sum + lot.cost }
        return sum
    }
}
