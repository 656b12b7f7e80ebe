import Values

/// Taking in what changes lots other than by a trade.
extension Replayer {
    /// Takes in a posting of one of the rarer kinds, in each account that it is of.
    @inline(never)
    func change(
        _ posting: Posting, _ row: Int, _ postings: borrowing PostingBuffer, into state: inout ReplayState, undo: inout UndoLog
    ) throws(LedgerError) {
        let terms = postings.terms(of: posting) ?? PostingTerms()
        for slot in activities.slots.accounts(of: posting.position) where slot.index < state.positions.count {
            let change = try lotChange(posting, row, terms, slot, state)
            if tiesAccounts, posting.target.takesUnits { try pool(slot, change.order, &state, &undo) }
            try checkUnits(change, row, state)
            try LedgerError.arithmetic { () throws(DecimalError) in try state.apply(change, undo: &undo) }
        }
        // What is of every account is known to its own position too, so that a holding that comes into being earlier sees it is late.
        guard case (.every, let instrument?) = activities.slots.positions[posting.position.index] else { return }
        state.noteTaken(row, by: posting.position, undo: &undo)
        let other = terms.other.flatMap { activities.slots.positions[$0.index].instrument }
        guard posting.target == .split || posting.target == .convert && terms.movesUnits else { return }
        try LedgerError.arithmetic { () throws(DecimalError) in
            try state.transit.change(terms.ratio, of: instrument, into: other ?? instrument, undo: &undo)
            if posting.target == .split {
                try state.wash.split(terms.ratio, of: instrument, Set(activities.slots.holders(of: instrument).map(\.rawValue)), undo: &undo)
            }
        }
    }

    private func lotChange(
        _ posting: Posting, _ row: Int, _ terms: PostingTerms, _ slot: PositionSlot, _ state: borrowing ReplayState
    ) throws(LedgerError) -> LotChange {
        let (account, instrument) = activities.slots.positions[slot.index]
        let into = terms.other.flatMap { activities.slots.positions[$0.index].instrument }
        return LotChange(
            posting: posting, terms: terms, slot: slot, other: into.flatMap { activities.slots.find(account, $0) },
            row: UInt32(row), day: activities.date(at: row), order: try order(slot, row, terms.lots, state),
            parcel: Parcel.Key(group: terms.group, instrument: instrument?.rawValue ?? 0))
    }

    /// Refuses what there are too few units for.
    private func checkUnits(_ change: LotChange, _ row: Int, _ state: borrowing ReplayState) throws(LedgerError) {
        let position = state.positions[change.slot.index]
        switch change.posting.target {
        case .transferOut:
            if change.posting.quantity > position.long.quantity {
                throw oversold(change.slot, row, held: position.quantity, asked: change.posting.quantity)
            }
        case .returnCapital, .sellAll, .sellFraction:
            if position.long.isEmpty { throw nothingHeld(change.slot, row) }
        case .closeOption, .useOption:
            if position.openLots == 0 { throw nothingHeld(change.slot, row) }
            if change.posting.target == .useOption, position[change.terms.side].isEmpty { throw wrongSide(change, row) }
            let held = position.quantity.magnitude
            if change.posting.quantity > held { throw oversold(change.slot, row, held: held, asked: change.posting.quantity) }
            guard change.posting.target == .useOption, !change.terms.buys, let other = change.other, !mayGoShort(other) else { return }
            let shares = state.positions[other.index].quantity
            if change.terms.units > shares { throw oversold(other, row, held: shares, asked: change.terms.units) }
        default: break
        }
    }

    /// The error of an exercise of options that were sold, or an assignment of those that were bought.
    private func wrongSide(_ change: LotChange, _ row: Int) -> LedgerError {
        let (account, symbol) = names(of: change.slot)
        return .wrongSide(act: act(at: row), account: account, symbol: symbol, isLong: change.terms.side == .short)
    }

    /// What an activity is called in a message.
    func act(at row: Int) -> String {
        activities.subtype(at: row)?.noun ?? activities.kind(at: row).noun
    }

    /// The error of an activity that needs units and finds none.
    func nothingHeld(_ slot: PositionSlot, _ row: Int) -> LedgerError {
        let (account, symbol) = names(of: slot)
        return .nothingHeld(act: act(at: row), account: account, symbol: symbol, date: activities.date(at: row))
    }

    /// The rows of the lots that an activity names, which must be open and large enough.
    func named(
        _ lots: [LotChoice], _ slot: PositionSlot, _ row: Int, _ state: borrowing ReplayState
    ) throws(LedgerError) -> [(row: UInt32, left: FixedDecimal?)] {
        var rows: [(row: UInt32, left: FixedDecimal?)] = []
        for choice in lots {
            let opening = activities.row(of: choice.lot).map(activities.amended)
            let left = state.positions[slot.index].long.lots.first { lot in opening.map { lot.row == UInt32($0) } ?? false && !lot.isUsedUp }
            guard let opening, let left, choice.quantity ?? .zero <= left.remaining else {
                let (account, symbol) = names(of: slot)
                throw .lotNotOpen(lot: choice.lot, account: account, symbol: symbol, date: activities.date(at: row), left: left?.remaining)
            }
            rows.append((UInt32(opening), choice.quantity))
        }
        return rows
    }
}
