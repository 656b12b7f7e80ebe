import Values

/// Whether entries that change the past leave each sale its units: by running through all that moved them, until such entries come often
/// for a position, and from then on by its `UnitTree`.
extension Ledger {
    /// So many entries change a position's past before a tree is made of it, which costs as much as a few runs and some memory.
    private static let runsBeforeTree = 8

    /// Makes the tree of a position whose past an entry changes, if such entries are many. It comes before the checkpoint of the entry,
    /// so that it stays should the entry be refused.
    func prepareUnits(for activity: Activity) {
        guard activity.status == .posted else { return }
        if let amended = activity.detail?.amends, let row = activities.row(of: amended) { prepareUnits(of: activities.position(at: row)) }
        if activity.date > activities.lastDay, state.stale.isEmpty { return }
        guard let instrument = activity.instrument, let slot = activities.slots.find(activity.account, instrument), slot.index < state.positions.count else { return }
        let lastRow = Int(state.positions[slot.index].lastRow)
        if state.positions[slot.index].isStale || lastRow >= 0 && activity.date < activities.date(at: lastRow) { return prepareUnits(of: slot) }
        // Transfers of one day may have to change their order.
        if lastRow >= 0, activity.date == activities.date(at: lastRow), !activities.slots.isPlain(slot) { prepareUnits(of: slot) }
    }

    /// Makes the tree of a position of which an activity is taken out.
    func prepareUnits(of slot: PositionSlot) {
        guard !needsReplay, activities.slots.positions[slot.index].instrument != nil, slot.index < state.positions.count else { return }
        let isPlain = activities.slots.isPlain(slot), slots = activities.slots.linked(to: slot)
        // A set is run through once, when it ends, whatever it has of such entries; and until then it may be short.
        if !isPlain, let openSet, activities.count > openSet.firstRow { return }
        if isPlain ? state.positions[slot.index].units != nil : knowsUnits(of: slots) { return }
        if state.positions[slot.index].runs < Self.runsBeforeTree {
            state.positions[slot.index].runs += 1
        } else if isPlain {
            state.positions[slot.index].units = tree(of: slot)
        } else {
            // They are given up again where more than units changes, and then made after as many runs more.
            state.positions[slot.index].runs = 0
            growUnits(of: slots)
        }
    }

    /// The tree of a position; nil where its activities do more than bring and take units.
    private func tree(of slot: PositionSlot) -> UnitTree? {
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        var changes: [(place: UnitTree.Place, units: FixedDecimal)] = []
        for row in activities.rows(in: slot).map(Int.init) {
            guard (try? replayer.compile(row, into: &postings)) != nil else { return nil }
            let place = place(of: row)
            for posting in postings.postings where posting.target.changesLots {
                guard posting.position == slot, let units = postings.unitsAlone(posting), changes.last.map({ $0.place < place }) ?? true else { return nil }
                changes.append((place, units))
            }
        }
        return try? UnitTree(changes)
    }

    func place(of row: Int) -> UnitTree.Place {
        UnitTree.Place(day: activities.date(at: row), place: activities.place(at: row), row: Int32(row))
    }

    /// Keeps the tree of a posting's position, if it has one, up with an activity that is taken in or out. The position has been noted. Trees that cannot
    /// hold the activity are given up, and with them those of all positions that hang together.
    func noteUnits(_ posting: Posting, _ postings: borrowing PostingBuffer, _ row: Int, comes: Bool) {
        let slot = posting.position, units = postings.unitsAlone(posting), day = activities.date(at: row)
        let tree = slot.index < state.positions.count ? state.positions[slot.index].units : nil
        if tree == nil, units != nil, activities.invertedDays.isEmpty { return }
        guard let units, !activities.invertedDays.contains(day) else { return forgetUnits(of: activities.slots.linked(to: slot)) }
        guard let tree else { return }
        let after = day > tree.start ? try? comes ? tree.adding(units, at: place(of: row)) : tree.removing(at: place(of: row)) : nil
        if after == nil { forgetUnits(of: activities.slots.linked(to: slot)) }
        state.positions[slot.index].units = after
    }

    /// Refuses a cause that leaves a sale of the positions, or of those that hang on them, without units. What hangs together is looked at once, and a set when it
    /// ends.
    func checkSales(in slots: [PositionSlot], by replayer: Replayer, causedBy cause: Cause) throws(LedgerError) {
        if openSet != nil { return openSet!.unchecked.formUnion(slots) }
        var looked: Set<PositionSlot> = []
        for slot in slots where !looked.contains(slot) {
            try checkSales(in: slot, by: replayer, causedBy: cause)
            if !activities.slots.isPlain(slot) { looked.formUnion(activities.slots.linked(to: slot)) }
        }
    }

    private func checkSales(in slot: PositionSlot, by replayer: Replayer, causedBy cause: Cause) throws(LedgerError) {
        if !activities.slots.isPlain(slot) { return try checkLinked(to: slot, by: replayer, causedBy: cause) }
        guard let tree = state.positions[slot.index].units, !replayer.mayGoShort(slot) else { return try replayer.checkSales(in: slot, causedBy: cause) }
        if let first = tree.firstShortage {
            throw replayer.error(of: QuantityRun.Shortage(slot: slot, held: first.held, asked: first.asked), at: first.row, causedBy: cause)
        }
    }
}

/// The trees of positions that hang together because units go from one to another, or whose units more than plain trades change: see `LinkedUnits`.
/// All of such positions have trees that start on the same day, or they tell nothing.
extension Ledger {
    /// Whether the positions, which hang together, have trees that can be held against one another. O(positions).
    func knowsUnits(of slots: [PositionSlot]) -> Bool {
        guard let first = slots.first, first.index < state.positions.count, let start = state.positions[first.index].units?.start else { return false }
        return slots.allSatisfy { $0.index < state.positions.count && state.positions[$0.index].units?.start == start }
    }

    /// Makes the trees of positions that hang together, where they can be made.
    private func growUnits(of slots: [PositionSlot]) {
        growState()
        guard let units = LinkedUnits(of: slots, Replayer(self)) else { return }
        for (slot, tree) in zip(slots, units.trees) {
            // What it starts with may be taken back though the position itself did not change since.
            if undo.isActive { state.note(slot.index, undo: &undo) }
            state.positions[slot.index].units = tree
        }
    }

    /// Gives up the trees of positions that hang together.
    private func forgetUnits(of slots: [PositionSlot]) {
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
    private func checkLinked(to slot: PositionSlot, by replayer: Replayer, causedBy cause: Cause) throws(LedgerError) {
        let slots = activities.slots.linked(to: slot)
        let isKnown = knowsUnits(of: slots)
        if !isKnown || slots.contains(where: { state.positions[$0.index].units?.isShort ?? true }) {
            try replayer.checkSales(in: slot, causedBy: cause)
            // Nothing is short, but the trees do not show it: those made next start on a later day.
            if isKnown { forgetUnits(of: slots) }
        }
    }
}
