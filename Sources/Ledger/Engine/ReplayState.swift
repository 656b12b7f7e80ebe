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
    mutating func applyIncome(_ posting: Posting, taking sign: Int = 1, undo: inout UndoLog) throws(DecimalError) {
        let index = posting.position.index
        if undo.isActive { note(index, undo: &undo) }
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
