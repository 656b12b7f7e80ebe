import Values

/// Finds the order within each day in which activities that were recorded together, such as the rows of one import, find the units that they take,
/// where the order in which they were recorded is none.
///
/// A sale that finds too few units waits for the purchases and transfers of its day (`DayByNeed`); all else stays as it was recorded. Where that leaves a sale short, the day
/// is tried as if it had been recorded the last first, as many brokers list it; then with all that brings units before all that takes them, in either order.
/// An activity with a time, and one that was in the book before, keeps its place.
///
/// O(n log n) in the activities of the positions that transfers, splits and mergers link, for each of the four orders; where each activity has to stand before the next, each place
/// that is stored names all that follow it.
struct OrderByNeed {
    private let replayer: Replayer
    private let firstRow: Int
    /// Where rows stand that were put elsewhere, by row.
    private(set) var places: [Int: [EntryID]] = [:]

    /// How many activities a day may have to be read otherwise than as it was recorded: each of a day read backwards tells all that follow it in its place.
    private static let mostReadOtherwise = 1000

    /// - Parameter firstRow: the first row of the set; those before it stay where they are.
    init(_ replayer: Replayer, firstRow: Int) { (self.replayer, self.firstRow) = (replayer, firstRow) }

    /// Arranges the activities of positions that hang together, given in replay order.
    mutating func arrange(_ rows: [Int]) throws(LedgerError) {
        let roles = DayRoles(replayer, firstRow: firstRow)
        var units = QuantityRun(replayer), start = 0
        while start < rows.count {
            let date = replayer.activities.date(at: rows[start])
            var end = start + 1
            while end < rows.count, replayer.activities.date(at: rows[end]) == date { end += 1 }
            try arrange(Array(rows[start..<end]), roles, &units)
            start = end
        }
    }

    private mutating func arrange(_ day: [Int], _ roles: DayRoles, _ units: inout QuantityRun) throws(LedgerError) {
        var run = DayByNeed(roles, day, units: units)
        try run.takeAll()
        let isInOrder = run.isInOrder
        if run.short > 0 {
            for other in readOtherwise(day, roles) where run.short > 0 {
                var again = DayByNeed(roles, other, units: units)
                try again.takeAll()
                if again.short == 0 { run = again }
            }
        }
        // An order that does not help all would only change what the refusal says.
        if run.short == 0, !isInOrder { settle(day, run) }
        units = run.units
    }

    /// The day as it would be if it had been recorded the last first, and both with what takes units behind all else.
    private func readOtherwise(_ day: [Int], _ roles: DayRoles) -> [[Int]] {
        let table = replayer.activities, free = day.filter { roles.isFree($0) && !roles.keepsPlace($0) }
        if free.count < 2 || free.count > Self.mostReadOtherwise { return [] }
        // What is told of a holding is meant where it stands.
        if day.contains(where: { $0 >= firstRow && table.subtype(at: $0) == .position }) { return [] }
        let fixed = day.filter { !roles.isFree($0) || roles.keepsPlace($0) }
        let untimed = fixed.filter { table.time(at: $0) == nil }, timed = fixed.filter { table.time(at: $0) != nil }
        func lateTaking(_ rows: [Int]) -> [Int] { rows.filter { !roles.takes($0) } + rows.filter(roles.takes) }
        let reversed = Array(free.reversed())
        return [reversed, lateTaking(free), lateTaking(reversed)].map { untimed + $0 + timed }
    }

    /// Tells the places of what comes before something that it was recorded behind, from the last to the first: each stands right before the one that follows it.
    private mutating func settle(_ day: [Int], _ run: DayByNeed) {
        let table = replayer.activities, left = Set(day.filter { run.hasWaited.contains($0) && table.isPlaceTold(at: $0) })
        var turns: [Int: Int] = [:]
        for (turn, row) in recorded(day, without: left).enumerated() { turns[row] = turn }
        var next: [EntryID] = [], first = Int.max
        for row in run.taken.reversed() where table.time(at: row) == nil {
            let turn = turns[row] ?? first, own = table.id(at: row)
            if turn > first, row >= firstRow {
                // Beside the one that follows where its number comes after, else before that one itself.
                next = next.count > 1 && own < next[next.count - 1] ? next.dropLast() + [own] : next + [own]
                places[row] = next
            } else if left.contains(row) {
                (next, places[row]) = ([own], [own])
            } else {
                next = table.place(at: row).told
            }
            first = min(first, turn)
        }
    }

    /// The day as it was recorded. What stood in the place of another and could not stay there counts as recorded when it was.
    private func recorded(_ day: [Int], without left: Set<Int>) -> [Int] {
        var order = day.filter { !left.contains($0) }
        for row in left.sorted() {
            let behind = order.firstIndex { $0 >= firstRow && $0 > row && !replayer.activities.isPlaceTold(at: $0) }
            order.insert(row, at: behind ?? order.count)
        }
        return order
    }
}

/// What may become of the activities of a day of a set.
struct DayRoles {
    let replayer: Replayer
    private let firstRow: Int

    init(_ replayer: Replayer, firstRow: Int) { (self.replayer, self.firstRow) = (replayer, firstRow) }

    /// Whether a row may stand elsewhere in its day: one of the set that tells no time. What is told of a holding is so at the end of its day.
    func isFree(_ row: Int) -> Bool {
        row >= firstRow && replayer.activities.time(at: row) == nil && replayer.activities.subtype(at: row) != .position
    }

    /// Whether a row stands in the place of one from before the set.
    func keepsPlace(_ row: Int) -> Bool {
        guard replayer.activities.isPlaceTold(at: row) else { return false }
        return replayer.activities.detail(at: row)?.amends.flatMap(replayer.activities.row(of:)).map { $0 < firstRow } ?? true
    }

    /// Whether a row is one that takes units out of a holding.
    func takes(_ row: Int) -> Bool { [.sell, .transferOut].contains(replayer.activities.kind(at: row)) }

    /// Whether a row means the same wherever in its day it stands: a trade, a transfer or income, no split nor what replaces units by others.
    func isPlain(_ row: Int) -> Bool { ![.split, .adjustment].contains(replayer.activities.kind(at: row)) }

    /// Whether two rows have to do with one holding.
    func shareHolding(_ row: Int, _ other: Int) -> Bool {
        let (first, second) = (replayer.activities.account(at: row), replayer.activities.account(at: other))
        guard first == second || first == .every || second == .every else { return false }
        return instruments(of: row).contains(where: instruments(of: other).contains)
    }

    /// Whether a row may bring units to a position, be it one that its instrument becomes or delivers.
    func mayBring(_ row: Int, _ slot: PositionSlot) -> Bool {
        let table = replayer.activities, (account, instrument) = table.slots.positions[slot.index]
        guard let instrument, !takes(row), table.account(at: row) == .every || table.account(at: row) == account else { return false }
        return instruments(of: row).contains(instrument)
    }

    /// The instruments that a row names, by what they become or what they are on too.
    private func instruments(of row: Int) -> [InstrumentID] {
        let table = replayer.activities, own = table.instrument(at: row)
        return [own, table.detail(at: row)?.into, own.flatMap { replayer.instruments[Int($0.rawValue) - 1].option?.underlying }].compactMap(\.self)
    }
}
