import Values

extension Ledger {
    /// Takes a posted activity's effects into the state.
    ///
    /// Where the position has taken in later trades already, its lots are left to be computed anew when somebody asks; but that no sale
    /// is left without units is checked now, unless the caller has.
    func takeIn(row: Int, checkingSales: Bool = true) throws(LedgerError) {
        try replayIfNeeded()
        state.grow(positions: activities.slots.positions.count, purses: activities.slots.purses.count)
        let facts = facts(at: row)
        try LedgerError.arithmetic { () throws(DecimalError) in try postings.compile(facts) }
        var late: [PositionSlot] = []
        for posting in postings.postings {
            if posting.isTrade, isLate(row, for: posting.position) {
                late.append(posting.position)
                continue
            }
            try checkHeld(posting, date: facts.date)
            try LedgerError.arithmetic { () throws(DecimalError) in
                try state.applyToPurse(posting, undo: &undo)
                try state.applyToPosition(posting, row: row, day: facts.date, method: policy.lotMethod, undo: &undo)
            }
        }
        noteOrder(row)
        for slot in late {
            state.markStale(slot, undo: &undo)
            if checkingSales { try checkSales(in: slot, causedBy: .recording(row: row)) }
        }
    }

    /// Takes the effects of an activity that is voided out of the state.
    func takeOut(row: Int) throws(LedgerError) {
        let counted = activities.counts(at: row)
        activities.setVoid(true, at: row)
        undo.append(.voided(row: row))
        // A book whose replay fails can be mended by voiding the entry at fault, so what cannot be computed is no obstacle here.
        guard counted, (try? replayIfNeeded()) != nil else { return needsReplay = true }
        let facts = facts(at: row)
        try LedgerError.arithmetic { () throws(DecimalError) in try postings.compile(facts) }
        var touched: [PositionSlot] = []
        for posting in postings.postings {
            if posting.isTrade { touched.append(posting.position) }
            try LedgerError.arithmetic { () throws(DecimalError) in
                try state.applyToPurse(posting, taking: -1, undo: &undo)
                try state.applyIncome(posting, taking: -1, undo: &undo)
            }
        }
        for slot in touched {
            state.markStale(slot, undo: &undo)
            try checkSales(in: slot, causedBy: .voiding(activities.id(at: row)))
        }
    }

    /// Whether the position has taken in a trade that comes after the row, or waits to be computed anew.
    private func isLate(_ row: Int, for slot: PositionSlot) -> Bool {
        let position = state.positions[slot.index]
        return position.isStale || position.lastRow >= 0 && activities.precedes(row, Int(position.lastRow))
    }

    /// Keeps account of whether activities come in replay order, as their gains then do.
    private func noteOrder(_ row: Int) {
        if state.lastRow >= 0, activities.precedes(row, Int(state.lastRow)) {
            state.gainsNeedIndex = true
        } else {
            state.lastRow = Int32(row)
        }
    }

    /// Refuses a sale of more than the position holds.
    func checkHeld(_ posting: Posting, date: Day) throws(LedgerError) {
        guard posting.target == .relieve else { return }
        let held = state.positions[posting.position.index].quantity
        if posting.quantity > held, !mayGoShort(posting.position) {
            let (account, symbol) = names(of: posting.position)
            throw .oversold(account: account, symbol: symbol, date: date, held: held, asked: posting.quantity)
        }
    }
}
