import Values

/// Entries of one act that are looked at as a set: each may rest on one that is recorded after it.
struct OpenSet {
    /// The row of the first of them.
    let firstRow: Int
    /// Whether an entry is placed before what waits for it; those of another book are placed already.
    let placesEntries: Bool
    /// Positions of which it has not been asked yet whether all that takes units finds them.
    var unchecked: Set<PositionSlot> = []
    /// Whether the entry that is being taken in finds too few units as things stand, so that its positions are computed when all have come.
    var isWaiting = false
    /// Rows of the set that found too few units when they were recorded, or of which that was not asked, by position and day, in the order of their places.
    private var waiting: [Need: [Int]] = [:]
    /// Positions in which an entry of the set left others without units. Each row of the set there may wait from then on.
    private var contested: Set<PositionSlot> = []

    private struct Need: Hashable {
        let slot: PositionSlot
        let day: Day
    }

    /// Whether nothing waits.
    var isEmpty: Bool { waiting.isEmpty }

    init(firstRow: Int, placesEntries: Bool) { (self.firstRow, self.placesEntries) = (firstRow, placesEntries) }

    /// Whether an entry left others of the position without units.
    func isContested(_ slot: PositionSlot) -> Bool { contested.contains(slot) }

    /// Notes that a row of the set leaves others of the position without units: any that the set has there may wait for what is recorded yet. O(rows of the set),
    /// once for a position.
    mutating func contest(_ slot: PositionSlot, _ table: ActivityTable) {
        guard contested.insert(slot).inserted else { return }
        for row in firstRow..<table.count where table.position(at: row) == slot && table.counts(at: row) { note(waiting: row, in: slot, table) }
    }

    mutating func note(waiting row: Int, in slot: PositionSlot, _ table: ActivityTable) {
        let need = Need(slot: slot, day: table.date(at: row))
        var rows = waiting.removeValue(forKey: need) ?? []
        rows.insert(row, at: rows.partitioningIndex { $0 < table.count && table.precedes(row, $0) })
        waiting[need] = rows
    }

    /// The first row of a position and a day that waits for what an entry brings: one that it can help, and that is short. Those before all that are short are
    /// forgotten, as they have what they need.
    mutating func firstWaiting(in slot: PositionSlot, on day: Day, helped: (Int) -> Bool, isShort: (Int) -> Bool) -> Int? {
        let need = Need(slot: slot, day: day)
        guard !waiting.isEmpty, var rows = waiting[need], rows.contains(where: helped) else { return nil }
        rows.removeFirst(rows.firstIndex(where: isShort) ?? rows.count)
        waiting[need] = rows.isEmpty ? nil : rows
        return rows.first { helped($0) && ($0 == rows[0] || isShort($0)) }
    }
}

extension Ledger {
    /// Lets entries rest on others that come after them, until `endTogether` looks at all of them as a set, by day, time and need.
    ///
    /// Until then a question may fail where what it asks about cannot be computed yet. Where a set is open already, nothing happens.
    ///
    /// - Parameter placesEntries: whether an entry comes before what waits for it on its day; false for entries of another book, which tell that themselves.
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
            for slot in activities.slots.accounts(of: posting.position) { openSet?.note(waiting: row, in: slot, activities) }
        }
    }

    /// Activities as they are to be taken in together, each before what waits for it in the open set.
    public func placed(_ batch: [Activity]) -> [Activity] { openSet == nil ? batch : batch.map(placed) }

    /// An activity before what waits for it: the first of the set, of its day and position, that would find too few units without it, unless it comes before
    /// that anyway. What tells its time stays there.
    func placed(_ activity: Activity) -> Activity {
        guard openSet?.placesEntries == true, openSet?.isEmpty == false, activity.status == .posted, activity.time == nil else { return activity }
        let found = slots(changedBy: activity).compactMap { slot in
            openSet?.firstWaiting(in: slot, on: activity.date, helped: { mayHelp(activity, $0) }, isShort: { isStanding($0, on: activity.date) && isShort($0, in: slot) })
                .flatMap { helps(activity, $0, in: slot) ? $0 : nil }
        }
        guard let first = found.min(by: activities.precedes) else { return activity }
        var placed = activity
        placed.detail = (activity.detail ?? ActivityDetail()).coming(before: activities.id(at: first))
        return placed
    }

    /// The positions that there are of the instruments that an activity names, by what they become or what they are on too, in its account or in all.
    private func slots(changedBy activity: Activity) -> [PositionSlot] {
        let named = [activity.instrument, activity.detail?.into, activity.instrument.flatMap { self[$0].option?.underlying }].compactMap(\.self)
        return named.flatMap { instrument in
            activity.account == .every ? activities.slots.holders(of: instrument) : activities.slots.find(activity.account, instrument).map { [$0] } ?? []
        }
    }

    /// Whether a row is one that counts on a day. What was noted of a row may have been taken back since, and another be in its place.
    private func isStanding(_ row: Int, on day: Day) -> Bool { row < activities.count && activities.counts(at: row) && activities.date(at: row) == day }

    /// Whether an activity could be what a row waits for, and stands behind it otherwise.
    private func mayHelp(_ activity: Activity, _ row: Int) -> Bool {
        guard isStanding(row, on: activity.date), activities.time(at: row) == nil,
            activities.place(at: row) < activities.place(of: activity, row: activities.count)
        else { return false }
        let kind = activities.kind(at: row)
        switch activity.kind {
        case .buy, .transferIn, .dividend: return kind != .buy
        case .sell: return kind != .sell && kind != .transferOut
        case .transferOut: return false
        default: return activity.instrument != nil
        }
    }

    /// Whether a row that is short lacks less where an activity comes before it. What brings units does; of the rest, a run tells.
    private func helps(_ activity: Activity, _ row: Int, in slot: PositionSlot) -> Bool {
        if activity.kind == .buy || activity.kind == .transferIn || activity.kind == .sell { return true }
        activities.slots.link(activity)
        _ = (activities.slots.position(activity.account, activity.instrument), activities.slots.purse(activity.account, activity.currency))
        growState()
        guard let without = shortage(of: row, in: slot) else { return false }
        return shortage(of: row, in: slot, behind: activity).map { $0.held.magnitude > without.held.magnitude } ?? true
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
