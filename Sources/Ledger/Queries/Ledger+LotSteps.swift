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
}

extension Ledger {
    /// How a lot came to its units and its cost: its opening and all that changed it since, also before it came to where it is, by a merger, a spin-off or
    /// a transfer. With a closing entry it ends with that, as the lot was when it came. O(activities of the positions that hang together, times their lots).
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
    struct Part {
        let slot: PositionSlot?
        let key: UInt32
        let quantity: FixedDecimal
        let cost: FixedDecimal
    }

    private var moments: [(activity: EntryID, isArrival: Bool, parts: [Part])] = []

    init(_ ledger: Ledger, slots: [PositionSlot], opening: Int, through last: Int?, on day: Day?) throws(LedgerError) {
        let replayer = Replayer(ledger), table = ledger.activities
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: ledger.policy), isOpen = false
        state.grow(positions: table.slots.positions.count, purses: table.slots.purses.count)
        for row in table.rows(in: slots).map(Int.init) where table.date(at: row) <= day ?? .max {
            try replayer.compile(row, into: &postings)
            for index in 0..<postings.count where postings[index].target.changesLots {
                try replayer.take(postings[index], row, postings, into: &state, undo: &undo)
            }
            isOpen = isOpen || row == opening
            if isOpen { moments.append((table.id(at: row), table.kind(at: row) == .transferIn, Self.parts(of: UInt32(opening), slots, state))) }
            if row == last { break }
        }
    }

    private static func parts(of opening: UInt32, _ slots: [PositionSlot], _ state: borrowing ReplayState) -> [Part] {
        var parts: [Part] = []
        for slot in slots where state.positions[slot.index].openLots > 0 {
            for lot in state.positions[slot.index].long.openLots where lot.row == opening {
                parts.append(Part(slot: slot, key: lot.key, quantity: lot.remaining, cost: lot.remainingCost.own))
            }
            for lot in state.positions[slot.index].short.openLots where lot.row == opening {
                parts.append(Part(slot: slot, key: lot.key, quantity: -lot.remaining, cost: -lot.remainingCost.own))
            }
        }
        for parcel in state.transit.parcels.values {
            for lot in parcel.lots where lot.row == opening { parts.append(Part(slot: nil, key: lot.key, quantity: lot.remaining, cost: lot.remainingCost.own)) }
        }
        return parts
    }

    /// Goes back from where the lot is, or was when it was closed, to its opening, and tells each change on the way.
    func steps(to slot: PositionSlot, key: UInt32, isClosed: Bool) throws(DecimalError) -> [LotStep] {
        func find(_ parts: [Part], _ slot: PositionSlot?, _ key: UInt32) -> Part? { parts.first { $0.slot == slot && $0.key == key } }
        guard !moments.isEmpty else { return [] }
        var path: [Part?] = [], next: Part?
        if isClosed { path.append(find(moments[moments.count - 1].parts, slot, key)) }
        var place = slot as PositionSlot?, name = key, isArrival = isClosed && moments[moments.count - 1].isArrival
        for moment in moments.dropLast(isClosed ? 1 : 0).reversed() {
            // Where it is not in its place yet it has come from another, or is a part of one that was larger.
            let part = find(moment.parts, place, name) ?? (isArrival ? find(moment.parts, nil, name) : nil) ?? moment.parts.first { $0.key == name } ?? moment.parts.first { $0.slot == place } ?? moment.parts.first
            guard let part else { break }
            (place, name, isArrival) = (part.slot, part.key, moment.isArrival)
            path.append(part)
            next = part
        }
        guard next != nil else { return [] }
        var steps: [LotStep] = [], before: (quantity: FixedDecimal, cost: FixedDecimal, slot: PositionSlot?)?
        for (moment, part) in zip(moments.suffix(path.count), path.reversed()) {
            let after = (quantity: part?.quantity ?? .zero, cost: part?.cost ?? .zero, slot: part?.slot)
            if let before, before == after { continue }
            steps.append(LotStep(activity: moment.activity, quantity: after.quantity, cost: after.cost, change: try after.cost - (before?.cost ?? .zero)))
            before = after
        }
        return steps
    }
}
