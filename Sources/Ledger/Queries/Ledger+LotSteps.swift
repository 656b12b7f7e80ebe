public import Values

/// What one activity made of a lot.
public struct LotStep: Hashable, Sendable {
    /// The activity.
    public let activity: EntryID
    /// Units left after it, below zero where they were sold short.
    public let quantity: FixedDecimal
    /// What they cost after it.
    public let cost: FixedDecimal
    /// What it changed the cost by; the changes of all steps add up to the cost.
    public let change: FixedDecimal
    /// Whether what they cost after it is known.
    public let isCostKnown: Bool
    /// Whether it is known what it changed the cost by.
    public let isChangeKnown: Bool
}

extension Ledger {
    /// How a lot came to its units and its cost: its opening and all that changed it since, also before it came to where it is, by a merger, a spin-off or
    /// a transfer. With a closing entry it ends with that, as the lot was when it came. O(activities of the positions that hang together), and O(their lots) for
    /// each that changes the lot or many at once.
    public func steps(
        ofLot id: EntryID, in account: AccountID, _ instrument: InstrumentID, closing: EntryID? = nil, on day: Day? = nil
    ) throws(LedgerError) -> [LotStep] {
        guard let slot = activities.slots.find(account, instrument), let opening = activities.row(of: LotName(id).entry).map(activities.amended) else { return [] }
        let closingRow = closing.flatMap(activities.row)
        let trail = try LotTrail(self, slots: activities.slots.linked(to: slot), opening: opening, through: closingRow, on: day)
        return try LedgerError.arithmetic { () throws(DecimalError) in try trail.steps(to: slot, key: LotName(id).key, isClosed: closingRow != nil) }
    }
}

/// What was left of all that an activity opened, after each activity that may have changed it.
private struct LotTrail {
    /// Units of one lot in one place; on their way from one account to another, in none.
    struct Part: Equatable {
        let slot: PositionSlot?
        let key: UInt32
        let quantity: FixedDecimal
        let cost: LotMoney

        /// Whether nothing of it has changed but its place and its id.
        func isSame(as other: Part) -> Bool { quantity == other.quantity && cost == other.cost }
    }

    /// What an activity left of it.
    private struct Moment {
        let activity: EntryID
        /// Whether units arrive by it that were on their way.
        let isArrival: Bool
        /// What it is about: by a merger, a spin-off or a change of symbol lots of this become lots of another.
        let instrument: InstrumentID?
        /// In each place in the order of its lots.
        let parts: [Part]

        func part(_ slot: PositionSlot?, _ key: UInt32) -> Part? { parts.first { $0.slot == slot && $0.key == key } }
    }

    private let slots: Slots
    private var moments: [Moment] = []

    init(_ ledger: Ledger, slots linked: [PositionSlot], opening: Int, through last: Int?, on day: Day?) throws(LedgerError) {
        let replayer = Replayer(ledger), table = ledger.activities
        slots = table.slots
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: ledger.policy), isOpen = false
        state.grow(positions: table.slots.positions.count, purses: table.slots.purses.count)
        for row in table.rows(in: linked).map(Int.init) where table.date(at: row) <= day ?? .max {
            try replayer.compile(row, into: &postings)
            let gainsBefore = state.gains.count
            for index in 0..<postings.count where postings[index].target.changesLots {
                try replayer.take(postings[index], row, postings, into: &state, undo: &undo)
            }
            isOpen = isOpen || row == opening
            let isTouched = row == opening || row == last || (gainsBefore..<state.gains.count).contains { state.gains.openings[$0] == UInt32(opening) }
            if isOpen, isTouched || !Self.isPlainTrade(postings, ledger, on: table.date(at: row)) {
                moments.append(
                    Moment(
                        activity: table.id(at: row), isArrival: table.kind(at: row) == .transferIn, instrument: table.instrument(at: row),
                        parts: Self.parts(of: UInt32(opening), linked, state)))
            }
            if row == last { break }
        }
    }

    /// Whether an activity changes no lots but those that it opens and those that it tells gains of: books have many of these, and each look costs.
    private static func isPlainTrade(_ postings: PostingBuffer, _ ledger: Ledger, on day: Day) -> Bool {
        postings.postings.allSatisfy { posting in
            guard posting.target.changesLots else { return true }
            let (account, instrument) = ledger.activities.slots.positions[posting.position.index]
            guard posting.target == .acquire || posting.target == .relieve, let instrument else { return false }
            return !ledger.policy.lotMethod(account, instrument, on: day).sharesCosts
        }
    }

    private static func parts(of opening: UInt32, _ slots: [PositionSlot], _ state: borrowing ReplayState) -> [Part] {
        var parts: [Part] = []
        for slot in slots where state.positions[slot.index].openLots > 0 {
            for lot in state.positions[slot.index].long.openLots where lot.row == opening {
                parts.append(Part(slot: slot, key: lot.key, quantity: lot.remaining, cost: lot.remainingCost))
            }
            for lot in state.positions[slot.index].short.openLots where lot.row == opening {
                parts.append(Part(slot: slot, key: lot.key, quantity: -lot.remaining, cost: -lot.remainingCost))
            }
        }
        for parcel in state.transit.parcels.values {
            for lot in parcel.lots where lot.row == opening { parts.append(Part(slot: nil, key: lot.key, quantity: lot.remaining, cost: lot.remainingCost)) }
        }
        return parts
    }

    /// Goes back from where the lot is, or was when it was closed, to its opening, and tells each change on the way.
    func steps(to slot: PositionSlot, key: UInt32, isClosed: Bool) throws(DecimalError) -> [LotStep] {
        guard let last = moments.indices.last else { return [] }
        // What is closed to the end is only in the moment before.
        guard let end = moments[last].part(slot, key) != nil || !isClosed ? last : last > 0 ? last - 1 : nil,
            var part = moments[end].part(slot, key) ?? moments[end].parts.first
        else { return [] }
        var path = [part]
        for place in moments.indices[..<end].reversed() {
            guard let before = origin(of: part, by: moments[place + 1], in: moments[place]) else { break }
            part = before
            path.append(before)
        }
        var steps: [LotStep] = [], before: Part?
        for (moment, part) in zip(moments[...end].suffix(path.count), path.reversed()) {
            if let before, before.slot == part.slot, before.isSame(as: part) { continue }
            steps.append(try step(moment.activity, from: before, to: part))
            before = part
        }
        if end < last { steps.append(try step(moments[last].activity, from: before, to: nil)) }
        return steps
    }

    private func step(_ activity: EntryID, from before: Part?, to after: Part?) throws(DecimalError) -> LotStep {
        let isCostKnown = after?.cost.isUnknown != true, cost = after?.cost.own ?? .zero
        return LotStep(
            activity: activity, quantity: after?.quantity ?? .zero, cost: cost, change: try cost - (before?.cost.own ?? .zero), isCostKnown: isCostKnown,
            isChangeKnown: isCostKnown && before?.cost.isUnknown != true)
    }

    /// What a part was before an activity; nil where it was not there yet.
    private func origin(of part: Part, by moment: Moment, in before: Moment) -> Part? {
        if let same = before.part(part.slot, part.key) { return same }
        if moment.isArrival, part.slot != nil {
            // It got an id of its own where one of that id was there already.
            let onTheirWay = before.parts.filter { $0.slot == nil }
            return onTheirWay.first { $0.isSame(as: part) && $0.key == part.key } ?? onTheirWay.first { $0.isSame(as: part) }
                ?? onTheirWay.first { $0.key == part.key } ?? onTheirWay.first
        }
        guard let slot = part.slot else {
            // It has left just now: of a lot that is smaller since, or gone.
            return before.parts.first { $0.key == part.key && !moment.parts.contains($0) } ?? before.parts.first { !moment.parts.contains($0) }
        }
        // Lots keep their order where they get other ids, and where they become lots of another instrument.
        let account = slots.positions[slot.index].account, source = moment.instrument.flatMap { slots.find(account, $0) } ?? slot
        let own = moment.parts.filter { $0.slot == slot && before.part(slot, $0.key) == nil }, sources = before.parts.filter { $0.slot == source }
        let unnamed = source == slot ? sources.filter { moment.part(slot, $0.key) == nil } : sources
        let matching = unnamed.count == own.count ? own.firstIndex(of: part).map { unnamed[$0] } : nil
        return matching ?? unnamed.first { $0.key == part.key } ?? unnamed.first ?? sources.first
    }
}
