public import Values

/// What one activity made of a lot.
public struct LotStep: Hashable, Sendable {
    /// The entry of the activity.
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

/// What was left of all that an activity opened, after each activity that may have changed it: what is left in the end, and what each changed.
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

    /// What is left in each place, in the order of its lots.
    private typealias Parts = [PositionSlot?: [Part]]

    /// What an activity changed in one place: parts that stand together in the order of its lots, where others stood before.
    private struct Change {
        let slot: PositionSlot?
        let place: Range<Int>
        let before: [Part]

        init?(in slot: PositionSlot?, from before: [Part], to after: [Part]) {
            let shorter = min(before.count, after.count)
            let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
            if start == before.count, start == after.count { return nil }
            let same = (0..<shorter - start).first { before[before.count - 1 - $0] != after[after.count - 1 - $0] } ?? shorter - start
            self.slot = slot
            place = start..<after.count - same
            self.before = Array(before[start..<before.count - same])
        }
    }

    /// An activity that may have changed it.
    private struct Moment {
        let activity: EntryID
        /// Whether units arrive by it that were on their way.
        let isArrival: Bool
        /// Whose lots become lots of another instrument by it, a merger, a spin-off or a change of symbol; nil where it is none of these.
        let converted: InstrumentID?
        let changes: [Change]

        func undo(_ parts: inout Parts) {
            for change in changes { parts[change.slot]?.replaceSubrange(change.place, with: change.before) }
        }
    }

    private let slots: Slots
    private let linked: [PositionSlot]
    private var moments: [Moment] = []
    /// The parts of the lot after the last activity that was looked at.
    private var parts: Parts = [:]

    init(_ ledger: Ledger, slots linked: [PositionSlot], opening: Int, through last: Int?, on day: Day?) throws(LedgerError) {
        let replayer = Replayer(ledger), table = ledger.activities
        slots = table.slots
        self.linked = linked
        var state = ReplayState(), undo = UndoLog(), postings = PostingBuffer(policy: ledger.policy), isOpen = false
        state.grow(positions: table.slots.positions.count, cashPositions: table.slots.cashPositions.count)
        for row in table.rows(in: linked).map(Int.init) where table.date(at: row) <= day ?? .max {
            try replayer.compile(row, into: &postings)
            let gainsBefore = state.gains.count, lossesBefore = state.wash.movesOfLosses
            for index in 0..<postings.count where postings[index].target.changesLots {
                try replayer.take(postings[index], row, postings, into: &state, undo: &undo)
            }
            isOpen = isOpen || row == opening
            guard isOpen else { continue }
            let isTouched = row == opening || row == last || (gainsBefore..<state.gains.count).contains { state.gains.openings[$0] == UInt32(opening) }
            let movesLoss = state.wash.movesOfLosses != lossesBefore
            if isTouched || movesLoss || !Self.isPlainTrade(postings, ledger, on: table.date(at: row)) {
                let places = movesLoss ? nil : Self.places(of: postings, ledger, on: table.date(at: row))
                moments.append(
                    Moment(
                        activity: table.id(at: row), isArrival: table.kind(at: row) == .transferIn,
                        converted: postings.postings.contains { $0.target == .convert } ? table.instrument(at: row) : nil,
                        changes: changes(of: UInt32(opening), in: places ?? linked, state)))
            }
            if row == last { break }
        }
    }

    /// Whether an activity changes no lots but those that it opens and those that it tells gains of: books have many of these, and each look costs.
    private static func isPlainTrade(_ postings: PostingBuffer, _ ledger: Ledger, on day: Day) -> Bool {
        postings.postings.allSatisfy { posting in
            guard posting.target.changesLots else { return true }
            guard posting.target == .acquire || posting.target == .relieve, let method = method(of: posting, ledger, on: day) else { return false }
            return !method.sharesCosts
        }
    }

    /// The positions whose lots an activity may change, beside those on their way; nil where it may be any that hangs together with them.
    private static func places(of postings: PostingBuffer, _ ledger: Ledger, on day: Day) -> [PositionSlot]? {
        var places: [PositionSlot] = []
        for posting in postings.postings where posting.target.changesLots && !places.contains(posting.position) {
            switch posting.target {
            case .acquire, .relieve, .transferIn, .transferOut: break
            case .cash, .income, .fee, .tax, .contribution, .exchange, .split, .sellFraction, .sellAll, .returnCapital, .convert, .holdPosition,
                .closeOption, .useOption:
                return nil
            }
            guard let method = method(of: posting, ledger, on: day), !method.isPooled else { return nil }
            places.append(posting.position)
        }
        return places
    }

    /// By which lots are taken where a posting changes some; nil where it does so in every account, or of no instrument.
    private static func method(of posting: Posting, _ ledger: Ledger, on day: Day) -> LotMethod? {
        let (account, instrument) = ledger.activities.slots.positions[posting.position.index]
        return account == .every ? nil : instrument.map { ledger.policy.lotMethod(account, $0, on: day) }
    }

    /// Takes in what has changed in some places.
    private mutating func changes(of opening: UInt32, in places: [PositionSlot], _ state: borrowing ReplayState) -> [Change] {
        var changes: [Change] = []
        func note(_ slot: PositionSlot?, _ now: [Part]) {
            guard let change = Change(in: slot, from: parts[slot] ?? [], to: now) else { return }
            parts[slot] = now
            changes.append(change)
        }
        for slot in places {
            note(
                slot,
                state.positions[slot.index].long.openLots(ofRow: opening).map { Part(slot: slot, key: $0.key, quantity: $0.remaining, cost: $0.remainingCost) }
                    + state.positions[slot.index].short.openLots(ofRow: opening).map { Part(slot: slot, key: $0.key, quantity: -$0.remaining, cost: -$0.remainingCost) })
        }
        note(nil, state.transit.inFlight.values.flatMap(\.lots).filter { $0.row == opening }.map { Part(slot: nil, key: $0.key, quantity: $0.remaining, cost: $0.remainingCost) })
        return changes
    }

    /// Goes back from where the lot is, or was when it was closed, to its opening, and tells each change on the way.
    func steps(to slot: PositionSlot, key: UInt32, isClosed: Bool) throws(DecimalError) -> [LotStep] {
        guard var end = moments.indices.last else { return [] }
        var current = parts, closing: EntryID?
        func named() -> Part? { current[slot]?.first { $0.key == key } }
        if isClosed, named() == nil {
            // What is closed to the end is only in the moment before.
            closing = moments[end].activity
            moments[end].undo(&current)
            end -= 1
        }
        guard end >= 0, var part = named() ?? (linked.lazy.compactMap { current[$0]?.first }.first ?? current[nil]?.first) else { return [] }
        var path: [(activity: EntryID, part: Part)] = []
        for moment in moments[...end].reversed() {
            guard let before = origin(of: part, by: moment, &current) else {
                path.append((moment.activity, part))
                break
            }
            if before.slot != part.slot || !before.isSame(as: part) { path.append((moment.activity, part)) }
            part = before
        }
        var steps: [LotStep] = [], before: Part?
        for (activity, part) in path.reversed() {
            steps.append(try step(activity, from: before, to: part))
            before = part
        }
        if let closing { steps.append(try step(closing, from: before, to: nil)) }
        return steps
    }

    private func step(_ activity: EntryID, from before: Part?, to after: Part?) throws(DecimalError) -> LotStep {
        let isCostKnown = after?.cost.isUnknown != true, cost = after?.cost.own ?? .zero
        return LotStep(
            activity: activity, quantity: after?.quantity ?? .zero, cost: cost, change: try cost - (before?.cost.own ?? .zero), isCostKnown: isCostKnown,
            isChangeKnown: isCostKnown && before?.cost.isUnknown != true)
    }

    /// Goes back before an activity, and tells what a part was then; nil where it was not there yet.
    private func origin(of part: Part, by moment: Moment, _ current: inout Parts) -> Part? {
        guard moment.changes.contains(where: { $0.slot == part.slot && current[$0.slot]?[$0.place].contains(part) == true }) else {
            moment.undo(&current)
            return part
        }
        var changed: Parts = [:]
        for change in moment.changes { changed[change.slot] = current[change.slot] }
        moment.undo(&current)
        func before(_ slot: PositionSlot?) -> [Part] { current[slot] ?? [] }
        func after(_ slot: PositionSlot?) -> [Part] { changed[slot] ?? before(slot) }
        func namesake(_ part: Part) -> Part? { before(part.slot).first { $0.key == part.key } }
        if let same = namesake(part) { return same }
        guard let slot = part.slot else {
            // It has left just now: of a lot that is smaller since, or gone.
            let left = moment.changes.flatMap { change in change.before.filter { !after(change.slot)[change.place].contains($0) } }
            return left.first { $0.key == part.key } ?? left.first
        }
        if moment.isArrival {
            // It got an id of its own where one of that id was there already.
            let onTheirWay = before(nil)
            return onTheirWay.first { $0.isSame(as: part) && $0.key == part.key } ?? onTheirWay.first { $0.isSame(as: part) }
                ?? onTheirWay.first { $0.key == part.key } ?? onTheirWay.first
        }
        // Lots keep their order where they get other ids, and where they become lots of another instrument.
        let account = slots.positions[slot.index].account, source = moment.converted.flatMap { slots.find(account, $0) } ?? slot
        let own = after(slot).filter { namesake($0) == nil }, sources = before(source), keys = Set(after(slot).map(\.key))
        let unnamed = source == slot ? sources.filter { !keys.contains($0.key) } : sources
        let matching = unnamed.count == own.count ? own.firstIndex(of: part).map { unnamed[$0] } : nil
        // What takes over no loss stands behind what does, which keeps its id.
        let parted = source == slot ? after(slot).prefix { $0 != part }.last { namesake($0) != nil }.flatMap(namesake) : nil
        return matching ?? unnamed.first { $0.key == part.key } ?? unnamed.first ?? parted ?? sources.first
    }
}
