import Values

/// Units that change hands in one position: what a posting asks of its lots.
struct Trade {
    var slot: PositionSlot
    /// The row of the activity.
    var row: UInt32
    var day: Day
    /// When units that came from outside were acquired.
    var opened: Day?
    /// The side whose lots it closes first; what is left opens a lot on the other side.
    var closing: LotSide
    /// Above zero.
    var quantity: FixedDecimal
    /// Cost of a purchase, proceeds of a sale.
    var money: LotMoney
}

extension Position {
    /// Closes lots in the method's order, noting a gain for each, and opens a lot with what is left.
    mutating func apply(
        _ trade: Trade, order: LotOrder, gains: inout GainColumns, undo: inout UndoLog
    ) throws(DecimalError) {
        var rest = trade
        switch trade.closing {
        case .long:
            if !long.isEmpty { try rest.close(&long, noted: longNoted, order: order, gains: &gains, undo: &undo) }
            if !rest.quantity.isZero { try short.append(rest.lot) }
        case .short:
            if !short.isEmpty { try rest.close(&short, noted: shortNoted, order: order, gains: &gains, undo: &undo) }
            if rest.quantity.isZero { break }
            // Units acquired before they came stand among the others by their day.
            if trade.opened == nil { try long.append(rest.lot) } else { try absorb([rest.lot], .long) }
        }
        if !self.rest.isZero { self.rest = self.rest.beside(self.quantity) }
        settleAdjustment()
        precondition(long.isEmpty || short.isEmpty, "a position is long or short")
    }
}

extension Position {
    /// Closes lots of the other side with lots that come in from elsewhere, and returns what is left of those. The caller has noted
    /// the position as a whole.
    mutating func cover(
        with lots: [Lot], _ side: LotSide, of slot: PositionSlot, row: UInt32, day: Day, order: LotOrder, gains: inout GainColumns,
        undo: inout UndoLog
    ) throws(DecimalError) -> [Lot] {
        let other = side.opposite
        var left: [Lot] = []
        for lot in lots {
            var rest = Trade(slot: slot, row: row, day: day, closing: other, quantity: lot.remaining, money: lot.remainingCost)
            if !self[other].isEmpty { try rest.close(&self[other], noted: 0, order: order, gains: &gains, undo: &undo) }
            if !rest.quantity.isZero { left.append(lot.part(rest.quantity, cost: rest.money)) }
        }
        return left
    }
}

extension Trade {
    /// The lot that it opens.
    fileprivate var lot: Lot { Lot(row: row, opened: opened ?? day, quantity: quantity, cost: money) }

    /// Closes lots as far as it and they go, and keeps what is left of itself. Lots below `noted` are noted in the undo log.
    fileprivate mutating func close(
        _ queue: inout LotQueue, noted: Int, order: LotOrder, gains: inout GainColumns, undo: inout UndoLog
    ) throws(DecimalError) {
        var order = order
        queue.prepare(for: order.method) { index, lot in
            if undo.isActive, index < noted { undo.note(slot, closing, index, lot) }
        }
        while !quantity.isZero, !queue.isEmpty {
            let (index, taken) = try order.next(&queue, quantity)
            let lot = queue.lots[index]
            if undo.isActive {
                for index in queue.changes(takingFrom: index) where index < noted { undo.note(slot, closing, index, queue.lots[index]) }
            }
            // The last part takes what is left of the money, so that the parts add up to it.
            let share = taken == quantity ? money : try money.share(taken, of: quantity)
            let part = try queue.take(taken, from: index)
            // The gain itself must fit, too: readers subtract without looking.
            let isLong = closing == .long
            _ = try isLong ? share - part : part - share
            gains.append(
                position: slot, opening: lot.row, closing: row, quantity: isLong ? taken : -taken,
                proceeds: isLong ? share : part, cost: isLong ? part : share, tacked: lot.tacked, key: lot.key)
            quantity = try quantity - taken
            money = try money - share
        }
        // The undo log names lots by their places, so those that it may name stay where they are.
        queue.compact(keeping: undo.isActive ? noted : 0)
    }
}
