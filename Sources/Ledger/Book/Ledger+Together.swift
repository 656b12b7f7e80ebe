import Values

/// Entries of one act that are looked at as a set: each may rest on one that is recorded after it.
struct OpenSet {
    /// The row of the first of them.
    let firstRow: Int
    /// Positions of which it has not been asked yet whether all that takes units finds them.
    var unchecked: Set<PositionSlot> = []
    /// Whether the entry that is being taken in finds too few units as things stand, so that its positions are computed when all have come.
    var isWaiting = false
}

extension Ledger {
    /// Lets entries rest on others that come after them, until `endTogether` looks at all of them as a set, by day, time and need.
    ///
    /// Until then a question may fail where what it asks about cannot be computed yet. Where a set is open already, nothing happens.
    public func beginTogether() {
        if openSet == nil { openSet = OpenSet(firstRow: activities.count) }
    }

    /// The entries of activities of the set that is open.
    public var entriesTogether: [EntryID] {
        guard let first = openSet?.firstRow else { return [] }
        return (min(first, activities.count)..<activities.count).map(activities.id)
    }

    /// Ends a set whose entries are taken back.
    public func leaveTogether() { openSet = nil }

    /// Ends a set and refuses it where something in it, or something that stood before, finds too few units. The caller takes it back then.
    public func endTogether() throws(LedgerError) {
        guard let ended = openSet else { return }
        openSet = nil
        if needsReplay { return try replayIfNeeded() }
        let replayer = Replayer(self), slots = ended.unchecked.sorted { $0.rawValue < $1.rawValue }
        for slot in slots where slot.index < state.positions.count {
            try checkSales(in: slot, by: replayer, causedBy: .recordingTogether(from: ended.firstRow))
        }
        try checkNamedLots(of: slots)
    }

    /// An entry that was refused and may become right by those that follow it, as it waits for them: at the end of its day, since they may be of that
    /// day, too. Nil where nothing can come for it.
    func waiting(_ entry: JournalEntry, _ error: LedgerError) -> JournalEntry? {
        guard openSet != nil, error.isOfUnits, case .activity(var activity) = entry else { return nil }
        activity.detail = (activity.detail ?? ActivityDetail()).last()
        return .activity(activity)
    }
}

extension LedgerError {
    /// Whether too few units are held, or others than are asked for.
    var isOfUnits: Bool {
        switch self {
        case .oversold, .tooFew, .unwritten, .nothingHeld, .closesTooMuch, .wrongSide, .lotNotOpen, .strands, .strandsEvent: true
        default: false
        }
    }

    /// Whether it is another entry that is left with too few.
    var isOfOthers: Bool {
        switch self {
        case .strands, .strandsEvent: true
        default: false
        }
    }
}
