import Values

/// All that follows from a book's activities up to some point: positions with their lots, cash positions, realised gains.
///
/// A plain value: it can be kept after any entry and carried on from there.
struct ReplayState {
    var positions: [Position] = []
    var cashPositions: [CashPosition] = []
    var gains = GainColumns()
    /// What left an account and has not come in elsewhere, and the other way round.
    var transit = Transit()
    /// Losses that are not allowed, where the book minds them.
    var wash = WashSales()
    /// Positions that may be stale.
    var stale: [PositionSlot] = []
    /// The row that comes last in replay order among those applied, or -1.
    var lastRow: Int32 = -1
    /// Whether rows of `gains` are out of order or superseded, so that readers need an index of those that count.
    var gainsNeedIndex = false
    /// How many rows of `gains` were superseded.
    var deadGains = 0

    /// Makes room for slots that were given out since.
    mutating func grow(positions: Int, cashPositions: Int) {
        while self.positions.count < positions { self.positions.append(Position()) }
        while self.cashPositions.count < cashPositions { self.cashPositions.append(CashPosition()) }
    }

    /// Takes in what a posting means for its cash position, or takes it out again where `sign` is -1.
    mutating func applyMoney(_ posting: Posting, taking sign: Int = 1, undo: inout UndoLog) throws(DecimalError) {
        let index = posting.cashPosition.index
        if undo.isActive, cashPositions[index].epoch != undo.epoch {
            undo.note(posting.cashPosition, cashPositions[index])
            cashPositions[index].epoch = undo.epoch
        }
        try cashPositions[index].apply(posting, taking: sign)
    }

    /// Takes in units that change hands. The activity in the row must not come before one that the position has taken in already.
    ///
    /// Throws where a sum overflows, leaving the state undefined: the caller goes back to a checkpoint. Overselling is the caller's
    /// to refuse before.
    mutating func applyTrade(
        _ posting: Posting, _ money: LotMoney, row: Int, day: Day, opened: Day? = nil, order: LotOrder, undo: inout UndoLog
    ) throws(DecimalError) {
        let index = posting.position.index
        // Units acquired before their day may come to stand among the other lots, which moves those.
        if let opened, let last = positions[index].long.lots.last, opened < last.opened {
            noteWhole(posting.position, undo: &undo)
        } else if undo.isActive {
            note(index, undo: &undo)
        }
        let isSale = posting.target == .relieve
        let trade = Trade(
            slot: posting.position, row: UInt32(row), day: day, opened: opened, closing: isSale ? .long : .short,
            quantity: posting.quantity, money: isSale ? -money : money)
        let gainsBefore = gains.count
        try positions[index].apply(trade, order: order, gains: &gains, undo: &undo)
        positions[index].gainCount += Int32(gains.count - gainsBefore)
        positions[index].lastRow = Int32(row)
    }

    /// Takes in what a position earned, or takes it out again where `sign` is -1.
    ///
    /// - Parameter isForeign: whether it was paid in a currency other than the instrument's, so that it cannot be added to the rest.
    mutating func applyIncome(_ posting: Posting, isForeign: Bool, taking sign: Int = 1, undo: inout UndoLog) throws(DecimalError) {
        let index = posting.position.index
        if undo.isActive { note(index, undo: &undo) }
        if isForeign {
            positions[index].foreignPayments += sign < 0 ? -1 : 1
            return
        }
        positions[index].income = try positions[index].income - (sign < 0 ? -posting.amount : posting.amount)
    }

    /// Notes that the position has taken in the activity of a row.
    mutating func noteTaken(_ row: Int, by slot: PositionSlot, undo: inout UndoLog) {
        if undo.isActive { note(slot.index, undo: &undo) }
        positions[slot.index].lastRow = Int32(row)
    }

    /// Leaves the position's lots to be computed anew when somebody asks for them.
    mutating func markStale(_ slot: PositionSlot, undo: inout UndoLog) {
        if positions[slot.index].isStale { return }
        if undo.isActive { note(slot.index, undo: &undo) }
        positions[slot.index].isStale = true
        stale.append(slot)
    }

    /// Notes the position in the undo log, once for each checkpoint.
    mutating func note(_ index: Int, undo: inout UndoLog) {
        guard positions[index].epoch != undo.epoch else { return }
        undo.note(PositionSlot(rawValue: UInt32(index)), positions[index].mark)
        positions[index].epoch = undo.epoch
        positions[index].longNoted = positions[index].long.lots.count
        positions[index].shortNoted = positions[index].short.lots.count
    }
}

/// The cash of one account in one currency, and where it came from and went. Sums only: the order of activities does not matter.
struct CashPosition {
    var balance = FixedDecimal.zero
    /// Brought in by the owner, less what was taken out.
    var contribution = FixedDecimal.zero
    var income = FixedDecimal.zero
    /// Charged apart from any cost.
    var fees = FixedDecimal.zero
    var taxes = FixedDecimal.zero
    /// Changed into this currency, less what was changed into another.
    var exchanged = FixedDecimal.zero
    /// How many activities that count moved cash of it.
    var moves: Int32 = 0
    /// The checkpoint since which the cash position has been noted in the undo log.
    var epoch: UInt32 = 0

    /// Takes the posting in, or out again where `sign` is -1.
    mutating func apply(_ posting: Posting, taking sign: Int = 1) throws(DecimalError) {
        let amount = sign < 0 ? -posting.amount : posting.amount
        switch posting.target {
        case .cash:
            balance = try balance + amount
            moves += Int32(sign)
        case .contribution: contribution = try contribution - amount
        case .income: income = try income - amount
        case .fee: fees = try fees + amount
        case .tax: taxes = try taxes + amount
        case .exchange: exchanged = try exchanged - amount
        case .acquire, .relieve, .split, .sellFraction, .sellAll, .returnCapital, .convert, .transferOut, .transferIn, .holdPosition, .closeOption,
            .useOption:
            break
        }
    }
}

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
    /// How many units change hands, above zero.
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
