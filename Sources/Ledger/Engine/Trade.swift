import Values

/// Units that change hands in one position: what a posting asks of its lots.
struct Trade {
    var slot: PositionSlot
    /// The row of the activity.
    var row: UInt32
    var day: Day
    /// The side whose lots it closes first; what is left opens a lot on the other side.
    var closing: LotSide
    /// Above zero.
    var quantity: FixedDecimal
    /// Cost of a purchase, proceeds of a sale.
    var money: FixedDecimal
}

extension Position {
    /// Closes lots in the method's order, noting a gain for each, and opens a lot with what is left.
    mutating func apply(
        _ trade: Trade, method: LotMethod, gains: inout GainColumns, undo: inout UndoLog
    ) throws(DecimalError) {
        var left = trade.quantity
        var money = trade.money
        while !left.isZero, !self[trade.closing].isEmpty {
            try close(part: &left, of: trade, money: &money, method: method, gains: &gains, undo: &undo)
        }
        if !left.isZero {
            let lot = Lot(row: trade.row, opened: trade.day, quantity: left, cost: money)
            try self[trade.closing == .long ? .short : .long].append(lot)
        }
    }

    /// Closes as much of one lot as there is to close.
    private mutating func close(
        part left: inout FixedDecimal, of trade: Trade, money: inout FixedDecimal, method: LotMethod,
        gains: inout GainColumns, undo: inout UndoLog
    ) throws(DecimalError) {
        let side = trade.closing
        let index = method.next(self[side])
        let lot = self[side].lots[index]
        if undo.isActive, index < (side == .long ? longNoted : shortNoted) { undo.note(trade.slot, side, index, lot) }
        let taken = min(left, lot.remaining)
        // The last part takes what is left of the money, so that the parts add up to it.
        let share = taken == left ? money : try FixedDecimal.mulDiv(money, taken, left)
        let part = try self[side].take(taken, from: index)
        switch side {
        case .long:
            gains.append(
                position: trade.slot, opening: lot.row, closing: trade.row, quantity: taken, proceeds: share, cost: part)
        case .short:
            gains.append(
                position: trade.slot, opening: lot.row, closing: trade.row, quantity: -taken, proceeds: part, cost: share)
        }
        left = try left - taken
        money = try money - share
        // Indices in the undo log must stay true, so nothing is cleared away while it is in use.
        if !undo.isActive { self[side].compact() }
    }
}
