/// Which positions hang together because lots go from one to another, so that one cannot be computed anew without the others.
///
/// Ties are only ever added: an activity that is voided leaves its tie, which costs time and changes no figure.
struct PositionLinks {
    /// By position: the group it is in, or none.
    private var groupOf: [UInt32: Int] = [:]
    private var groups: [[PositionSlot]] = []
    /// By instrument: its positions in accounts.
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

    mutating func note(_ slot: PositionSlot, of instrument: InstrumentID) { held[instrument.rawValue, default: []].append(slot) }

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
