import Values

/// The trees of positions that hang together because units go from one to another, or whose units more than plain trades change: see `LinkedUnits`.
/// All of such positions have trees that start on the same day, or they tell nothing.
extension Ledger {
    /// Whether the positions, which hang together, have trees that can be held against one another. O(positions).
    func knowsUnits(of slots: [PositionSlot]) -> Bool {
        guard let first = slots.first, first.index < state.positions.count, let start = state.positions[first.index].units?.start else { return false }
        return slots.allSatisfy { $0.index < state.positions.count && state.positions[$0.index].units?.start == start }
    }

    /// Makes the trees of positions that hang together, where they can be made.
    func growUnits(of slots: [PositionSlot]) {
        growState()
        guard let units = LinkedUnits(of: slots, Replayer(self)) else { return }
        for (slot, tree) in zip(slots, units.trees) {
            // What it starts with may be taken back though the position itself did not change since.
            if undo.isActive { state.note(slot.index, undo: &undo) }
            state.positions[slot.index].units = tree
        }
    }

    /// Gives up the trees of positions that hang together.
    func forgetUnits(of slots: [PositionSlot]) {
        for slot in slots where slot.index < state.positions.count && state.positions[slot.index].units != nil {
            if undo.isActive { state.note(slot.index, undo: &undo) }
            state.positions[slot.index].units = nil
        }
    }

    /// Gives a position a tree whose first activity brings it units from one that has a tree; positions from a slot on have taken in nothing else.
    func noteFirstUnits(_ postings: borrowing PostingBuffer, _ row: Int, from first: Int) {
        if state.positions.count == first { return }
        let day = activities.date(at: row)
        for posting in postings.postings where posting.target == .transferIn && posting.position.index >= first && state.positions[posting.position.index].units == nil {
            let others = activities.slots.linked(to: posting.position)
            guard let start = others.lazy.compactMap({ $0.index < self.state.positions.count ? self.state.positions[$0.index].units?.start : nil }).first,
                day > start, !activities.invertedDays.contains(day), let units = postings.unitsAlone(posting)
            else { continue }
            state.positions[posting.position.index].units = try? UnitTree([(place(of: row), units)], after: start, held: .zero)
        }
    }

    /// Refuses a cause that leaves an activity of positions that hang together without units.
    func checkLinked(to slot: PositionSlot, by replayer: Replayer, causedBy cause: Cause) throws(LedgerError) {
        let slots = activities.slots.linked(to: slot)
        let isKnown = knowsUnits(of: slots)
        if !isKnown || slots.contains(where: { state.positions[$0.index].units?.isShort ?? true }) {
            try replayer.checkSales(in: slot, causedBy: cause)
            // Nothing is short, but the trees do not show it: those made next start on a later day.
            if isKnown { forgetUnits(of: slots) }
        }
    }
}
