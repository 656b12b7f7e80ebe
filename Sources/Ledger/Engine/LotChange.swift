import Values

/// One change of lots, as a posting asks for it, with what the engine found out about it.
struct LotChange {
    let posting: Posting
    let terms: PostingTerms
    /// The position, one of several where the posting is of every account.
    let slot: PositionSlot
    /// Where lots go, if they go anywhere.
    let other: PositionSlot?
    let row: UInt32
    /// The number of the activity's entry.
    let entry: UInt32
    /// Whether it is of every account.
    let isEverywhere: Bool
    let day: Day
    let order: LotOrder
    /// Which lots go where the change goes.
    let otherOrder: LotOrder
    /// How the activity's money is counted.
    let money: ActivityMoney
    /// The lots by which a transfer is known.
    let transfer: TransferKey

    /// Whether no lot changes but those that leave or come in.
    fileprivate var movesLotsAlone: Bool { posting.target == .transferOut || posting.target == .transferIn }
}

/// What corporate actions, transfers and the ends of options do to positions.
extension ReplayState {
    mutating func apply(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        if change.movesLotsAlone {
            // Where many transfers meet many lots, a copy of all lots for each transfer would grow with the square of them.
            if undo.isActive { note(change.slot.index, undo: &undo) }
        } else {
            noteWhole(change.slot, undo: &undo)
            if let other = change.other { noteWhole(other, undo: &undo) }
        }
        let gainsBefore = gains.count
        switch change.posting.target {
        case .split: try positions[change.slot.index].split(change.terms.ratio, by: change.isEverywhere ? 0 : change.entry)
        case .returnCapital:
            // Where all units cost the same, none has too little cost while another has enough.
            if change.order.method.isAverage { positions[change.slot.index].long.average() }
            try positions[change.slot.index].returnCapital(change.money(-change.posting.amount), slot: change.slot, row: change.row, entry: change.entry, gains: &gains)
        case .sellFraction, .sellAll: try sell(change, undo: &undo)
        case .convert: try convert(change, undo: &undo)
        case .transferOut: try transferOut(change, undo: &undo)
        case .transferIn: try transferIn(change, undo: &undo)
        case .holdPosition: try holdPosition(change, undo: &undo)
        case .closeOption: try closeOption(change, undo: &undo)
        case .useOption: try useOption(change, undo: &undo)
        case .cash, .acquire, .relieve, .income, .fee, .tax, .contribution, .exchange: preconditionFailure("not a change of lots alone")
        }
        positions[change.slot.index].gainCount += Int32(gains.count - gainsBefore)
        positions[change.slot.index].lastRow = Int32(change.row)
        if let other = change.other { positions[other.index].lastRow = Int32(change.row) }
    }

    /// Takes in what happened to what an option is on.
    mutating func adjustOption(
        _ slot: PositionSlot, _ instrument: Instrument, _ row: Int, undo: inout UndoLog,
        _ change: (OptionAdjustment) throws(DecimalError) -> OptionAdjustment
    ) throws(DecimalError) {
        noteWhole(slot, undo: &undo)
        try positions[slot.index].adjustOption(instrument, change)
        positions[slot.index].lastRow = Int32(row)
    }

    /// Keeps the position as it is in the undo log, since more of it changes than single lots.
    mutating func noteWhole(_ slot: PositionSlot, undo: inout UndoLog) {
        guard undo.isActive, !positions[slot.index].isWhollyNoted(since: undo.epoch) else { return }
        undo.append(.replaced(slot, positions[slot.index]))
        positions[slot.index].noteWholly(undo.epoch)
    }

    private mutating func trade(
        _ change: LotChange, in slot: PositionSlot, closing: LotSide, _ quantity: FixedDecimal, for money: LotMoney, undo: inout UndoLog
    ) throws(DecimalError) {
        if quantity.isZero { return }
        let trade = Trade(slot: slot, row: change.row, day: change.day, closing: closing, quantity: quantity, money: money)
        try positions[slot.index].apply(trade, order: slot == change.other ? change.otherOrder : change.order, gains: &gains, undo: &undo)
    }

    private mutating func sell(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let held = positions[change.slot.index].long.quantity
        let units = change.posting.target == .sellAll ? held : try held - held.rounded(to: 0, .down)
        positions[change.slot.index].rest = .zero
        if units.isZero, let first = positions[change.slot.index].long.openLots.first {
            // The broker saw a fraction that the lots do not have; what it paid is a gain all the same.
            gains.append(
                position: change.slot, opening: first.row, closing: change.row, quantity: .zero, proceeds: change.money(-change.posting.amount), cost: .zero,
                key: first.key)
        }
        try trade(change, in: change.slot, closing: .long, units, for: change.money(-change.posting.amount), undo: &undo)
    }

    private mutating func convert(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        guard let other = change.other else { return }
        for side in LotSide.allCases where !positions[change.slot.index][side].isEmpty {
            let units = try positions[change.slot.index].exactUnits.scaled(by: change.terms.ratio)
            let lots = try positions[change.slot.index].giveUp(side, change.terms, partedBy: change.entry, everywhere: change.isEverywhere, for: units.shown.magnitude)
            let cost = try lots.cost()
            try noteGiven(side == .long ? cost : -cost, of: lots, to: other, change)
            try receive(lots, side, units.rest, at: other, change, undo: &undo)
        }
    }

    /// Notes what units cost that one position gave another: as much comes in here as goes out there.
    private mutating func noteGiven(_ cost: LotMoney, of lots: [Lot], to other: PositionSlot, _ change: LotChange) throws(DecimalError) {
        guard transit.notesGiven else { return }
        let place = MovedUnits.Place(row: change.row, position: other)
        var given = transit.given[place] ?? MovedUnits(cost: .zero)
        given.cost = try given.cost + cost
        given.unknown += lots.rowsOfUnknownCost
        transit.given[place] = given
    }

    /// Takes lots in from elsewhere: they cover what the position has on the other side, and the rest stands among its own.
    mutating func receive(
        _ lots: [Lot], _ side: LotSide, _ rest: DigitFraction, at slot: PositionSlot, _ change: LotChange, undo: inout UndoLog
    ) throws(DecimalError) {
        // Covering changes lots of the other side.
        if !positions[slot.index][side.opposite].isEmpty { noteWhole(slot, undo: &undo) }
        let gainsBefore = gains.count
        let left = try positions[slot.index].cover(
            with: lots, side, of: slot, row: change.row, day: change.day,
            order: slot == change.other ? change.otherOrder : LotOrder(change.order.method), gains: &gains, undo: &undo)
        if !left.isEmpty {
            // What comes to stand behind the others moves none of them.
            if !positions[slot.index][side].goLast(left) { noteWhole(slot, undo: &undo) }
            try positions[slot.index].absorb(left, side, broughtBy: change.entry)
        }
        positions[slot.index].rest = (positions[slot.index].rest + rest).beside(positions[slot.index].quantity)
        positions[slot.index].settleAdjustment()
        // They are counted for the position of the change, which may be another.
        let own = Int32(gains.count - gainsBefore)
        positions[slot.index].gainCount += own
        positions[change.slot.index].gainCount -= own
    }

    private mutating func closeOption(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        let position = positions[change.slot.index]
        let side: LotSide = position.long.isEmpty ? .short : .long
        let held = position[side].quantity
        let quantity = change.posting.quantity.isZero ? held : min(change.posting.quantity, held)
        try trade(change, in: change.slot, closing: side, quantity, for: .zero, undo: &undo)
    }

    private mutating func useOption(_ change: LotChange, undo: inout UndoLog) throws(DecimalError) {
        guard let other = change.other else { return }
        let side: LotSide = positions[change.slot.index].long.isEmpty ? .short : .long
        var premium = LotMoney.zero, used: [Lot] = []
        if change.terms.movesUnits {
            used = try positions[change.slot.index].takeOut(change.posting.quantity, side, change.order)
            for lot in used {
                // Closed at what it cost: the premium is no gain of the option, but part of the trade.
                gains.append(
                    position: change.slot, opening: lot.row, closing: change.row, quantity: side == .long ? lot.quantity : -lot.quantity,
                    proceeds: lot.cost, cost: lot.cost, tacked: lot.tacked, key: lot.key)
                premium = try premium + (side == .long ? lot.cost : -lot.cost)
            }
        } else {
            try trade(change, in: change.slot, closing: side, change.posting.quantity, for: .zero, undo: &undo)
        }
        // What a long option cost makes a purchase dearer and a sale poorer; what a short one brought does the opposite.
        let money = change.terms.buys ? try change.money(change.posting.amount) + premium : try change.money(-change.posting.amount) - premium
        try noteGiven(change.terms.buys ? money : -money, of: used, to: other, change)
        let ownGains = gains.count
        try trade(change, in: other, closing: change.terms.buys ? .short : .long, change.terms.units, for: money, undo: &undo)
        let others = Int32(gains.count - ownGains)
        positions[other.index].gainCount += others
        positions[change.slot.index].gainCount -= others
    }
}
