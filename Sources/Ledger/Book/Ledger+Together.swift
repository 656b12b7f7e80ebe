import Values

/// Entries of one act that are looked at as a set: each may rest on one that is recorded after it.
struct OpenSet {
    /// The row of the first of them.
    let firstRow: Int
    /// Positions of which it has not been asked yet whether all that takes units finds them.
    var unchecked: Set<PositionSlot> = []
    /// Rows of the set that found too few units when they were recorded, or of which that was not asked, by position and day.
    private var waiting: [Need: [Int]] = [:]

    init(firstRow: Int) { self.firstRow = firstRow }

    private struct Need: Hashable {
        let slot: PositionSlot
        let day: Day
    }

    mutating func note(waiting row: Int, in slot: PositionSlot, on day: Day) { waiting[Need(slot: slot, day: day), default: []].append(row) }

    func waiting(in slot: PositionSlot, on day: Day) -> [Int] { waiting.isEmpty ? [] : waiting[Need(slot: slot, day: day)] ?? [] }

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

    /// Whether an entry that was refused may become right by those that follow it.
    func mayWait(_ entry: JournalEntry, _ error: LedgerError) -> Bool {
        guard openSet != nil, error.isOfUnits, case .activity = entry else { return false }
        return true
    }

    /// Notes that a row of the open set, which is in the table, may wait for others of its day.
    func noteWaiting(_ row: Int) {
        var postings = PostingBuffer(policy: policy)
        guard (try? Replayer(self).compile(row, into: &postings)) != nil else { return }
        for posting in postings.postings where posting.target.changesLots {
            for slot in activities.slots.accounts(of: posting.position) { openSet?.note(waiting: row, in: slot, on: activities.date(at: row)) }
        }
    }

    /// The entry before what waits for it: the first of the set, of its day and position, that would find too few units without it, unless it comes before
    /// that anyway. What tells its time is not passed.
    func placed(_ entry: JournalEntry) -> JournalEntry {
        guard let openSet, case .activity(var activity) = entry, activity.status == .posted, activity.account != .every else { return entry }
        let slots = [activity.instrument, activity.detail?.into].compactMap { $0.flatMap { activities.slots.find(activity.account, $0) } }
        let found = slots.flatMap { slot in openSet.waiting(in: slot, on: activity.date).filter { waits(for: activity, $0, in: slot) } }
        guard let first = found.min(by: activities.precedes) else { return entry }
        activity.detail = (activity.detail ?? ActivityDetail()).coming(before: activities.id(at: first))
        return .activity(activity)
    }

    private func waits(for activity: Activity, _ row: Int, in slot: PositionSlot) -> Bool {
        guard row < activities.count, activities.counts(at: row), activities.date(at: row) == activity.date, activities.time(at: row) == nil,
            activities.place(at: row) < activities.place(of: activity, row: activities.count)
        else { return false }
        let kind = activities.kind(at: row)
        switch activity.kind {
        case .buy, .transferIn, .dividend: return kind != .buy && isShort(row, in: slot)
        case .sell: return kind != .sell && kind != .transferOut && isShort(row, in: slot)
        default: return false
        }
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
