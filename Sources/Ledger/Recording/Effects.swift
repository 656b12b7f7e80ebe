import Values

extension Ledger {
    /// Takes a posted activity's effects into the state.
    func takeIn(row: Int) throws(LedgerError) {
        // A replay takes in what is in the table, the row among it. It is needed here only where it failed without the row.
        if needsReplay, openSet?.isWaiting == true || openSet?.isBroken == true { return }
        if needsReplay { return try replayIfNeeded() }
        let known = state.positions.count
        growState()
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        let late = try takeIn(row: row, by: replayer, &postings)
        noteFirstUnits(postings, row, from: known)
        if !late.isEmpty { try checkSales(in: late.filter { !addsUnitsAlone(postings, to: $0) }, by: replayer, causedBy: .recording(row: row)) }
        try checkNamedLots(of: late)
    }

    /// Whether a position that has but plain trades only gains units, so that no sale can find fewer than before.
    private func addsUnitsAlone(_ postings: borrowing PostingBuffer, to slot: PositionSlot) -> Bool {
        activities.slots.isPlain(slot) && postings.postings.allSatisfy { $0.position != slot || !$0.target.changesLots || $0.target == .acquire }
    }

    /// Computes positions anew at once where an activity names lots, since quantities alone do not tell whether those are still open.
    func checkNamedLots(of slots: [PositionSlot]) throws(LedgerError) {
        if openSet != nil { return openSet!.unchecked.formUnion(slots) }
        if !slots.isEmpty, activities.namesLots(in: slots.flatMap(activities.slots.linked)) { try settle() }
    }

    /// Takes a posted activity's effects into the state and returns the positions that have taken in later trades already: their lots
    /// are left to be computed anew when somebody asks, and whether a sale is left without units is for the caller to check.
    func takeIn(
        row: Int, by replayer: Replayer, _ postings: inout PostingBuffer
    ) throws(LedgerError) -> [PositionSlot] {
        try replayer.compile(row, into: &postings)
        var late: [PositionSlot] = []
        for posting in postings.postings {
            if posting.target.changesLots, openSet?.isWaiting == true || isLate(row, for: posting.position, by: replayer) {
                late.append(posting.position)
                markStale(posting.position)
            } else {
                try replayer.take(posting, row, postings, into: &state, undo: &undo)
            }
            if posting.target.changesLots { noteUnits(posting, postings, row, comes: true) }
        }
        // As long as activities come in replay order, so do their gains.
        if state.lastRow >= 0, replayer.activities.precedes(row, Int(state.lastRow)) {
            state.gainsNeedIndex = true
        } else {
            state.lastRow = Int32(row)
        }
        return late
    }

    /// Whether the position, or one that hangs on it, has taken in a trade that comes after the row, or waits to be computed anew.
    private func isLate(_ row: Int, for slot: PositionSlot, by replayer: Replayer) -> Bool {
        func isLate(_ slot: PositionSlot) -> Bool {
            let lastRow = Int(state.positions[slot.index].lastRow)
            return state.positions[slot.index].isStale || lastRow >= 0 && replayer.activities.precedes(row, lastRow)
        }
        let slots = replayer.activities.slots
        // Contracts may have followed a split of what they are on, in the place of which this one stands.
        if replayer.activities.changesUnits(at: row), slots.positions[slot.index].instrument.map(slots.mayBeAdjusted) ?? false { return true }
        let isCrossedDay = replayer.activities.crossedDays.contains(replayer.activities.date(at: row))
        if isCrossedDay, slots.isLinked(slot) { return true }
        // What comes last of all is late for none; on a crossed day, the row that was taken in last tells nothing.
        if !isCrossedDay, state.stale.isEmpty, state.lastRow < 0 || !replayer.activities.precedes(row, Int(state.lastRow)) { return false }
        return slots.isLinked(slot) ? slots.linked(to: slot).contains(where: isLate) : isLate(slot)
    }

    /// Leaves the lots of a position, and of all that hang on it, to be computed anew.
    private func markStale(_ slot: PositionSlot) {
        for linked in activities.slots.linked(to: slot) { state.markStale(linked, undo: &undo) }
        // What changes the past of a position that is stale already is to be taken back by itself, too.
        if undo.isActive { state.note(slot.index, undo: &undo) }
    }

    /// Takes the effects of an activity that is voided out of the state.
    func takeOut(row: Int) throws(LedgerError) {
        if activities.counts(at: row), !needsReplay, let sale = activities.rowNaming(lot: activities.id(at: row)) {
            throw .lotIsNamed(lot: activities.id(at: row), by: activities.id(at: sale))
        }
        let slots = try release(row: row)
        let replayer = Replayer(self)
        try checkSales(in: slots, by: replayer, causedBy: .voiding(activities.id(at: row)))
        try checkNamedLots(of: slots)
    }

    /// Makes an activity void and takes its effects out of the state; returns the positions whose sales may find too little now.
    func release(row: Int) throws(LedgerError) -> [PositionSlot] {
        let counted = activities.counts(at: row)
        activities.setVoid(true, at: row)
        undo.append(.voided(row: row))
        // A book whose replay fails can be mended by voiding the entry at fault, so what cannot be computed is no obstacle here.
        guard counted, !needsReplay else { return [] }
        // A draft entered since may have named positions that hang on this one.
        growState()
        var postings = PostingBuffer(policy: policy)
        let replayer = Replayer(self)
        try replayer.compile(row, into: &postings)
        for posting in postings.postings where !posting.target.changesLots {
            try LedgerError.arithmetic { () throws(DecimalError) in
                try state.applyMoney(posting, taking: -1, undo: &undo)
                if posting.target == .income { try state.applyIncome(posting, isForeign: replayer.isForeign(posting), taking: -1, undo: &undo) }
            }
        }
        let changed = postings.postings.filter(\.target.changesLots)
        for posting in changed {
            markStale(posting.position)
            noteUnits(posting, postings, row, comes: false)
        }
        return changed.map(\.position)
    }

    /// Makes room in the state for positions and cash positions that were named since.
    func growState() {
        state.grow(positions: activities.slots.positions.count, cashPositions: activities.slots.cashPositions.count)
    }
}
