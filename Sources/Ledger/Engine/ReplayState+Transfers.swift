import Values

/// Units that come and go without being traded.
extension ReplayState {
    /// Units leave: for another account, or for good.
    mutating func transferOut(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let noted = positions[change.slot.index].longNoted
        var units = positions[change.slot.index].exactUnits
        let rest = try units.takeOut(change.posting.quantity), adjustment = positions[change.slot.index].adjustment
        var lots = try positions[change.slot.index].takeOut(
            change.posting.quantity, .long, change.order, partedBy: change.entry, keeping: undo.isActive ? noted : 0) { index, lot in
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
        // What was sold short is not owed any more.
        if !positions[index].short.isEmpty { _ = try positions[index].takeOut(positions[index].short.quantity, .short, change.order) }
        let unknown = before.isUnknown ? positions[index].long.openLots.rowsOfUnknownCost : []
        let more = try quantity - positions[index].long.quantity
        let gone = more.isNegative ? try positions[index].takeOut(-more, .long, change.order) : []
        if more > .zero { try holdMore(more, before, change, undo: &undo) }
        positions[index].rest = .zero
        let isTold = change.terms.cost != nil
        if let cost = change.terms.cost, !quantity.isZero { positions[index].long.retell(change.money(cost), by: change.entry) }
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
