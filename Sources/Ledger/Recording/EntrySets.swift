import Values

/// Entries of one act that are looked at as a set: each may rest on one that is recorded after it.
struct OpenSet {
    /// The row of the first of them.
    let firstRow: Int
    /// Whether an entry may be put before what needs it; those of another book tell their places themselves.
    let placesEntries: Bool
    /// Positions of which it has not been asked yet whether all that takes units finds them.
    var unchecked: Set<PositionSlot> = []
    /// Whether the entry that is being taken in finds too few units as things stand, so that its positions are computed when all have come.
    var isWaiting = false
    /// Whether the state could not be computed for lack of units that may come.
    var isBroken = false

    init(firstRow: Int, placesEntries: Bool) { (self.firstRow, self.placesEntries) = (firstRow, placesEntries) }
}

extension Ledger {
    /// Lets entries rest on others that come after them, until `endTogether` looks at all of them as a set, by day, time and need.
    ///
    /// Until then a question may fail where what it asks about cannot be computed yet. Where a set is open already, nothing happens.
    ///
    /// - Parameter placesEntries: whether an entry may be put before what needs it on its day; false for entries of another book, which tell that themselves.
    public func beginTogether(placesEntries: Bool = true) {
        if openSet == nil { openSet = OpenSet(firstRow: activities.count, placesEntries: placesEntries) }
    }

    /// The entries of activities of the set that is open.
    public var entriesTogether: [EntryID] {
        guard let first = openSet?.firstRow else { return [] }
        return (min(first, activities.count)..<activities.count).map(activities.id)
    }

    /// Ends a set whose entries are taken back.
    public func leaveTogether() { openSet = nil }

    /// Ends a set and refuses it where something in it, or something that stood before, finds too few units. The caller takes it back then.
    ///
    /// What takes units that are not there yet comes after what brings them on its day, if the set has that. The order is settled here, once, from the
    /// activities alone; whatever was asked meanwhile makes no difference to it.
    ///
    /// - Returns: the activities whose places within their days (`ActivityDetail.place`) are others than those they were taken in with.
    public func endTogether() throws(LedgerError) -> [EntryID] {
        guard let ended = openSet else { return [] }
        openSet = nil
        do throws(LedgerError) {
            try check(ended)
            return []
        } catch {
            guard ended.placesEntries, error.isOfUnits else { throw error }
            let moved = orderByNeed(ended)
            if moved.isEmpty { throw error }
            try check(ended)
            return moved
        }
    }

    private func check(_ ended: OpenSet) throws(LedgerError) {
        if needsReplay { return try replayIfNeeded() }
        let slots = ended.unchecked.sorted { $0.rawValue < $1.rawValue }
        try checkSales(in: slots.filter { $0.index < state.positions.count }, by: Replayer(self), causedBy: .recordingTogether(from: ended.firstRow))
        try checkNamedLots(of: slots)
    }

    /// Puts activities of a set before those of their day that need what they bring, and tells which.
    private func orderByNeed(_ ended: OpenSet) -> [EntryID] {
        growState()
        var order = OrderByNeed(Replayer(self), firstRow: ended.firstRow), looked: Set<PositionSlot> = []
        for slot in slots(of: ended) where !looked.contains(slot) {
            let linked = activities.slots.linked(to: slot)
            looked.formUnion(linked)
            // What cannot be computed for another reason stays where it is, and the check tells of it.
            try? order.arrange(activities.rows(in: linked).map(Int.init))
        }
        var reordered: Set<PositionSlot> = []
        for (row, place) in order.places {
            activities.move(row, to: place)
            let slot = activities.position(at: row)
            if !reordered.contains(slot) { reordered.formUnion(activities.slots.linked(to: slot)) }
        }
        if !order.places.isEmpty {
            (state.gainsNeedIndex, version) = (true, version + 1)
            if !needsReplay { forgetOrder(of: reordered) }
        }
        return order.places.keys.sorted().map(activities.id)
    }

    /// Lets positions be computed anew whose activities stand in another order now.
    private func forgetOrder(of slots: Set<PositionSlot>) {
        for slot in slots.sorted(by: { $0.rawValue < $1.rawValue }) where slot.index < state.positions.count {
            state.markStale(slot, undo: &undo)
            state.positions[slot.index].units = nil
        }
        // What comes last of all may be another row now.
        state.lastRow = activities.lastRow
    }

    /// The positions that a set has to do with.
    private func slots(of ended: OpenSet) -> [PositionSlot] {
        let named = (min(ended.firstRow, activities.count)..<activities.count).filter(activities.counts).flatMap { row in
            activities.slots.accounts(of: activities.position(at: row))
        }
        return ended.unchecked.union(named).filter { activities.slots.positions[$0.index].instrument != nil }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether an activity that was refused may become right by those that follow it.
    func mayWait(_ error: LedgerError) -> Bool { openSet != nil && error.isOfUnits }
}

extension LedgerError {
    /// Whether too few units are held, or others than are asked for.
    var isOfUnits: Bool {
        switch self {
        case .oversold, .tooFew, .unwritten, .nothingHeld, .closesTooMuch, .wrongSide, .lotNotOpen, .strands, .strandsEvent, .unsettled: true
        case .unknownAccount, .unknownSymbol, .unknownCurrency, .unknownType, .unknownSubtype, .unknownStatus, .unknownSetting, .duplicateAccount, .duplicateSymbol,
            .emptyAccountName, .emptySymbol, .badName, .missingField, .superfluousField, .wrongSubtype, .zeroValue, .negativeValue, .amountsDisagree, .beyondBound, .badShare,
            .badOpened, .intoItself, .notAnOption, .noOptionTerms, .usedOption, .currencyMismatch, .otherCurrency, .wrongSettlement, .settlementWithoutRate, .negativeCash,
            .futureDate, .beforeOpening, .afterClosing, .moneyOfEveryAccount, .lotIsNamed, .adjustedMultiplier, .activityOutsideAccount, .currencyInUse, .badMultiplier,
            .trackedByValue, .unitsInAccount, .notTrackedByValue, .notTrackedByHoldings, .badDates, .badSetting, .unnamedPlan, .emptyTag, .alreadySettled, .unknownEntry,
            .notAnActivity, .alreadyVoid, .alreadyAmended, .misnumbered, .undefined, .interrupted, .arithmetic:
            false
        }
    }
}
