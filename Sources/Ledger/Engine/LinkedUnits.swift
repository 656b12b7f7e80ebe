import Values

/// The units held over time (`UnitTree`) of positions that transfers, splits or mergers link, since the last day on which an activity did more than bring or take units.
///
/// The trees hold activities in the order of entry. On a day on which transfers cross, the ledger replays arrivals before departures (`DayArrangement`), which leaves no position
/// with fewer units at any time than the order of entry does; so if nothing is short in the order of entry, nothing is. The exception is a transfer that was entered with its
/// arrival before its departure: the trees start after such a day, and after one that only the other order leaves without a shortage.
struct LinkedUnits {
    /// By position, in the order given.
    private(set) var trees: [UnitTree] = []

    /// A change of a position.
    private typealias Change = (slot: PositionSlot, place: UnitTree.Place, units: FixedDecimal)

    private let replayer: Replayer
    private var start = Day.min
    private var changes: [PositionSlot: [(place: UnitTree.Place, units: FixedDecimal)]] = [:]

    /// Runs through the activities of all positions that hang together. Nil where one of them finds too few units, or a sum overflows.
    init?(of slots: [PositionSlot], _ replayer: Replayer) {
        self.replayer = replayer
        var run = QuantityRun(replayer), next = 0
        let rows = replayer.activities.rows(in: slots).map(Int.init)
        while next < rows.count {
            let day = replayer.activities.date(at: rows[next])
            let end = rows[next...].firstIndex { replayer.activities.date(at: $0) != day } ?? rows.count
            guard take(rows[next..<end], of: day, &run) else { return nil }
            next = end
        }
        guard let trees = try? slots.map({ try tree(of: $0, held: run[$0]) }) else { return nil }
        self.trees = trees
    }

    /// Takes the activities of a day in, and starts after it where the trees cannot hold them; whether they find their units.
    private mutating func take(_ rows: ArraySlice<Int>, of day: Day, _ run: inout QuantityRun) -> Bool {
        var ofDay: [Change] = [], held: [PositionSlot: FixedDecimal] = [:], postings = PostingBuffer(policy: replayer.policy)
        var isPlain = !replayer.activities.invertedDays.contains(day)
        for row in rows {
            guard (try? replayer.compile(row, into: &postings)) != nil else { return false }
            let place = UnitTree.Place(day: day, place: replayer.activities.place(at: row), row: Int32(row))
            for posting in postings.postings where posting.target.changesLots {
                if held[posting.position] == nil { held[posting.position] = run[posting.position] }
                guard let units = postings.unitsAlone(posting) else {
                    isPlain = false
                    continue
                }
                ofDay.append((posting.position, place, units))
            }
            do {
                if try run.take(postings, on: day) != nil { return false }
            } catch {
                return false
            }
        }
        ofDay.sort { $0.place < $1.place }
        if isPlain, isEnough(held, ofDay) {
            for change in ofDay { changes[change.slot, default: []].append((change.place, change.units)) }
        } else {
            (start, changes) = (day, [:])
        }
        return true
    }

    /// Whether nothing is short after any of a day's changes, given in the order of entry, each of which has a place of its own in its position.
    private func isEnough(_ before: [PositionSlot: FixedDecimal], _ ofDay: [Change]) -> Bool {
        var held = before, last: [PositionSlot: UnitTree.Place] = [:]
        for (slot, place, units) in ofDay {
            guard let after = try? (held[slot] ?? .zero) + units, !after.isNegative, last.updateValue(place, forKey: slot) != place else { return false }
            held[slot] = after
        }
        return true
    }

    /// The tree of a position that has so many units in the end.
    private func tree(of slot: PositionSlot, held: FixedDecimal) throws(DecimalError) -> UnitTree {
        let own = changes[slot] ?? []
        var before = held
        for change in own { before = try before - change.units }
        return try UnitTree(own, after: start, held: before)
    }
}
