import Values

/// The transfers of units of one day that belong to pairs, and what tells whether one of them would have to come before another.
struct DayTransfers {
    /// Their rows, in the order of entry.
    private(set) var rows: [Int32] = []
    private var pairs: [TransferKey: Extremes] = [:]
    private var holdings: [HoldingKey: Extremes] = [:]

    /// How a transfer stands to others of its day.
    struct Order {
        /// Whether it would have to come before one of them or one of them before it, other than they stand.
        let isCrossed: Bool
        /// Whether units of its own pair arrive before they leave, as they stand.
        let isInverted: Bool
    }

    private struct HoldingKey: Hashable {
        let account: AccountID
        let instrument: InstrumentID?
    }

    /// The rows that come first and last in replay order, by side.
    private struct Extremes {
        var firstArrival: Int32?
        var lastArrival: Int32?
        var firstDeparture: Int32?
        var lastDeparture: Int32?

        mutating func add(_ row: Int32, isArrival: Bool, _ precedes: (Int32, Int32) -> Bool) {
            func first(_ other: Int32?) -> Int32 { other.map { precedes(row, $0) ? row : $0 } ?? row }
            func last(_ other: Int32?) -> Int32 { other.map { precedes($0, row) ? row : $0 } ?? row }
            if isArrival {
                (firstArrival, lastArrival) = (first(firstArrival), last(lastArrival))
            } else {
                (firstDeparture, lastDeparture) = (first(firstDeparture), last(lastDeparture))
            }
        }
    }

    /// Adds a transfer, which was entered after all others, and tells how it stands to them. O(1), unless both sides of a pair are in one account.
    mutating func add(
        _ row: Int32, _ own: DayArrangement.Item, precedes: (Int32, Int32) -> Bool, item: (Int32) -> DayArrangement.Item
    ) -> Order {
        guard let pair = own.pair else { return Order(isCrossed: false, isInverted: false) }
        let holding = HoldingKey(account: own.account, instrument: own.instruments.first)
        let ofPair = pairs[pair] ?? Extremes(), ofHolding = holdings[holding] ?? Extremes()
        // Where none of these crosses it, no other does.
        let suspects = own.isArrival ? [ofHolding.firstDeparture, ofPair.lastDeparture] : [ofPair.firstArrival, ofHolding.lastArrival]
        func crosses(_ other: Int32) -> Bool { precedes(row, other) ? item(other).passes(own) : own.passes(item(other)) }
        let isWithinAccount = suspects.contains { $0.map { item($0).pair == pair && item($0).account == own.account } ?? false }
        let isCrossed = isWithinAccount ? rows.contains(where: crosses) : suspects.contains { $0.map(crosses) ?? false }
        // Of the own pair, the other side's row that stands furthest off tells for all.
        let isInverted = (own.isArrival ? ofPair.lastDeparture : ofPair.firstArrival).map { precedes(row, $0) == own.isArrival } ?? false
        rows.append(row)
        pairs[pair, default: Extremes()].add(row, isArrival: own.isArrival, precedes)
        holdings[holding, default: Extremes()].add(row, isArrival: own.isArrival, precedes)
        return Order(isCrossed: isCrossed, isInverted: isInverted)
    }
}

/// Days of which something was found out as rows came, which is forgotten with the rows that showed it.
struct NotedDays {
    /// The numbers of the days.
    private(set) var days: Set<Int32> = []
    /// The rows that showed it, in the order in which they did.
    private var causes: [(row: Int32, day: Int32)] = []

    var isEmpty: Bool { days.isEmpty }

    func contains(_ day: Day) -> Bool { !days.isEmpty && days.contains(day.number) }

    /// Notes a day because of a row; tells whether it was not known before. O(1).
    @discardableResult
    mutating func note(_ day: Int32, by row: Int32) -> Bool {
        if !days.insert(day).inserted { return false }
        causes.append((row, day))
        return true
    }

    /// Forgets what rows from one on have shown. O(days forgotten).
    mutating func forget(from first: Int) {
        while let last = causes.last, last.row >= first { days.remove(causes.removeLast().day) }
    }
}

/// Which positions hang together because lots go from one to another, so that one cannot be computed anew without the others.
///
/// Ties are only ever added: an activity that is voided leaves its tie, which costs time and changes no figure.
struct PositionLinks {
    /// By position: the group it is in, or none.
    private var groupOf: [UInt32: Int] = [:]
    private var groups: [[PositionSlot]] = []
    /// By instrument: its positions in accounts, in the order in which they are put here.
    private var held: [Int32: [PositionSlot]] = [:]
    /// By instrument: what its units become, or bring, in every account.
    private var becomes: [Int32: [InstrumentID]] = [:]
    /// By pair of transfers and instrument: the position that came first.
    private var pairs: [PairKey: PositionSlot] = [:]

    /// Positions whose units something other than plain trades changes, or needs.
    private var changed: Set<UInt32> = []

    private struct PairKey: Hashable {
        let group: String
        let instrument: InstrumentID
    }

    func isLinked(_ slot: PositionSlot) -> Bool { !groupOf.isEmpty && groupOf[slot.rawValue] != nil }

    /// Whether plain trades of the position itself tell how many units it has.
    func isPlain(_ slot: PositionSlot) -> Bool { !isLinked(slot) && (changed.isEmpty || !changed.contains(slot.rawValue)) }

    mutating func noteChange(of slot: PositionSlot) { changed.insert(slot.rawValue) }

    func members(of slot: PositionSlot) -> [PositionSlot] {
        if groupOf.isEmpty { return [slot] }
        return groupOf[slot.rawValue].map { groups[$0] } ?? [slot]
    }

    func positions(of instrument: InstrumentID) -> [PositionSlot] { held[instrument.rawValue] ?? [] }
    func successors(of instrument: InstrumentID) -> [InstrumentID] { becomes[instrument.rawValue] ?? [] }

    /// Puts a position of an instrument at a place among the others.
    mutating func note(_ slot: PositionSlot, of instrument: InstrumentID, at place: Int) { held[instrument.rawValue, default: []].insert(slot, at: place) }

    mutating func note(_ instrument: InstrumentID, becomes into: InstrumentID) {
        if !successors(of: instrument).contains(into) { becomes[instrument.rawValue, default: []].append(into) }
    }

    /// The position that was named with the group before, noting this one where none was.
    mutating func join(_ slot: PositionSlot, group: String, _ instrument: InstrumentID) -> PositionSlot? {
        let key = PairKey(group: group, instrument: instrument)
        if let before = pairs[key] { return before }
        pairs[key] = slot
        return nil
    }

    /// Ties two positions together, and what hangs on them. O(the smaller group).
    mutating func join(_ a: PositionSlot, _ b: PositionSlot) {
        if a == b { return }
        let (first, second) = (group(of: a), group(of: b))
        if first == second { return }
        let (large, small) = groups[first].count >= groups[second].count ? (first, second) : (second, first)
        for slot in groups[small] { groupOf[slot.rawValue] = large }
        groups[large] += groups[small]
        groups[small] = []
    }

    private mutating func group(of slot: PositionSlot) -> Int {
        if let known = groupOf[slot.rawValue] { return known }
        groupOf[slot.rawValue] = groups.count
        groups.append([slot])
        return groups.count - 1
    }
}
