import Values

/// Puts activities of a set that bring units before those of their day that need them, where they were recorded after those.
///
/// It goes through the activities in the order in which they stand, minding units only. Where one finds too few, others of its day that follow are taken
/// first: those that let it find more, in the order in which they stand, each after what it needs itself, and no more of them than it needs. What tells
/// its time, what stands in the place of another, and what was there before the set stay where they are.
struct OrderByNeed {
    private let replayer: Replayer
    private let firstRow: Int
    private var postings: PostingBuffer
    /// Where rows stand that were put elsewhere, by row.
    private(set) var places: [Int: [EntryID]] = [:]

    /// - Parameter firstRow: the first row of the set; those before it stay where they are.
    init(_ replayer: Replayer, firstRow: Int) {
        (self.replayer, self.firstRow) = (replayer, firstRow)
        postings = PostingBuffer(policy: replayer.policy)
    }

    /// The rows of a day, and how far they have been taken in.
    private struct DayRun {
        let rows: [Int]
        var units: QuantityRun
        /// The rows taken in, in their new order.
        var taken: [Int] = []
        var isTaken: Set<Int> = []
        /// Those among them that came before their turn.
        var isEarly: Set<Int> = []
        /// Those that wait for others just now; none of them can help itself.
        var waiting: Set<Int> = []
        /// The rows that may come early, by what they have to do with; found once one of the day finds too few units.
        var helpers: [Need: Helpers]?
    }

    /// What lacks units: of which instrument, and whether it buys to close a short position.
    private struct Need: Hashable {
        let instrument: InstrumentID
        let closes: Bool
    }

    /// Rows in the order in which they stand, of which those that have come are passed over.
    private struct Helpers {
        private var rows: [Int] = []
        private var passed = 0

        mutating func append(_ row: Int) { rows.append(row) }

        /// Those from the first on that has not come yet.
        mutating func left(_ isTaken: Set<Int>) -> ArraySlice<Int> {
            while passed < rows.count, isTaken.contains(rows[passed]) { passed += 1 }
            return rows[passed...]
        }
    }

    /// Arranges the activities of positions that hang together, given in replay order.
    mutating func arrange(_ rows: [Int]) throws(LedgerError) {
        var units = QuantityRun(replayer), start = 0
        while start < rows.count {
            let day = replayer.activities.date(at: rows[start])
            var end = start + 1
            while end < rows.count, replayer.activities.date(at: rows[end]) == day { end += 1 }
            var run = DayRun(rows: Array(rows[start..<end]), units: units)
            for row in run.rows where !run.isTaken.contains(row) { try take(row, &run) }
            settle(run)
            (units, start) = (run.units, end)
        }
    }

    /// Takes a row in, after what it needs of its day; where that is not enough, as if it were not there.
    private mutating func take(_ row: Int, _ run: inout DayRun) throws(LedgerError) {
        if let shortage = try shortage(of: row, &run.units), mayMoveBefore(row) { try supply(row, shortage, &run) }
        run.isTaken.insert(row)
        run.taken.append(row)
    }

    /// What a row finds too few of; where it finds all, its units are moved.
    private mutating func shortage(of row: Int, _ units: inout QuantityRun) throws(LedgerError) -> QuantityRun.Shortage? {
        try replayer.compile(row, into: &postings)
        return try units.take(postings, on: replayer.activities.date(at: row))
    }

    /// Takes others of the day in until a row finds what it takes, and moves its units then.
    private mutating func supply(_ row: Int, _ shortage: QuantityRun.Shortage, _ run: inout DayRun) throws(LedgerError) {
        run.waiting.insert(row)
        defer { run.waiting.remove(row) }
        var lacking = shortage, isHelped = true
        while isHelped {
            isHelped = false
            for helper in helpers(of: row, lacking.slot, &run) where mayTakeEarly(helper, run) && changes(helper, lacking.slot) {
                if isPlainPurchase(helper, of: lacking.slot) {
                    // A purchase helps, so nothing has to be tried.
                    try takeEarly(helper, for: lacking.slot, &run)
                    guard let rest = try self.shortage(of: row, &run.units) else { return }
                    let isOfOther = rest.slot != lacking.slot
                    (lacking, isHelped) = (rest, true)
                    if isOfOther { break }
                    continue
                }
                var trial = run
                try takeEarly(helper, for: lacking.slot, &trial)
                guard let rest = try self.shortage(of: row, &trial.units) else { return run = trial }
                if rest.slot == lacking.slot, rest.held.magnitude <= lacking.held.magnitude { continue }
                let isOfOther = rest.slot != lacking.slot
                (run, lacking, isHelped) = (trial, rest, true)
                if isOfOther { break }
            }
        }
    }

    /// Takes a row in before its turn, after what it needs itself: the other side of its transfer, and what it turns into units of the position.
    private mutating func takeEarly(_ row: Int, for slot: PositionSlot, _ run: inout DayRun) throws(LedgerError) {
        run.waiting.insert(row)
        defer { run.waiting.remove(row) }
        let table = replayer.activities
        if table.kind(at: row) == .transferIn, let group = table.detail(at: row)?.group, TransferGroup.isPair(group) {
            for other in run.rows where table.kind(at: other) == .transferOut && table.detail(at: other)?.group == group && mayTakeEarly(other, run) {
                try takeEarly(other, for: slot, &run)
            }
        }
        let own = table.slots.accounts(of: table.position(at: row)).filter { table.slots.positions[$0.index].account == table.slots.positions[slot.index].account }
        for source in own where source != slot && table.detail(at: row)?.into != nil && !run.units.holds(source) {
            for other in run.rows where mayTakeEarly(other, run) && changes(other, source) && bringsUnits(other) { try takeEarly(other, for: source, &run) }
        }
        run.isEarly.insert(row)
        try take(row, &run)
    }

    // Which may be moved

    /// Whether others may come before a row: what tells its time has those that tell none before it anyway.
    private func mayMoveBefore(_ row: Int) -> Bool { replayer.activities.time(at: row) == nil }

    private func mayTakeEarly(_ row: Int, _ run: DayRun) -> Bool {
        let table = replayer.activities
        guard row >= firstRow, !run.isTaken.contains(row), !run.waiting.contains(row), table.time(at: row) == nil else { return false }
        // What stands in the place of another keeps that, unless the other is of the set too.
        return table.detail(at: row)?.amends.map { table.row(of: $0) ?? 0 >= firstRow } ?? true
    }

    /// The rows of the day that could be what a row needs: a sale for what closes a short position, a purchase for what sells.
    private func helpers(of row: Int, _ slot: PositionSlot, _ run: inout DayRun) -> ArraySlice<Int> {
        if run.helpers == nil { run.helpers = helpers(run.rows.filter { mayTakeEarly($0, run) }) }
        guard let instrument = replayer.activities.slots.positions[slot.index].instrument else { return [] }
        return run.helpers?[Need(instrument: instrument, closes: replayer.activities.kind(at: row) == .buy)]?.left(run.isTaken) ?? []
    }

    private func helpers(_ rows: [Int]) -> [Need: Helpers] {
        let table = replayer.activities
        var helpers: [Need: Helpers] = [:]
        for row in rows {
            let own = table.instrument(at: row)
            let instruments = Set([own, table.detail(at: row)?.into, own.flatMap { replayer.instruments[Int($0.rawValue) - 1].option?.underlying }].compactMap(\.self))
            let ends: [Bool]
            switch table.kind(at: row) {
            case .buy, .transferIn, .dividend: ends = [false]
            case .sell: ends = [true]
            case .transferOut: ends = []
            default: ends = [false, true]
            }
            for instrument in instruments {
                for closes in ends { helpers[Need(instrument: instrument, closes: closes), default: Helpers()].append(row) }
            }
        }
        return helpers
    }

    private func isPlainPurchase(_ row: Int, of slot: PositionSlot) -> Bool {
        let table = replayer.activities
        return table.kind(at: row) == .buy && table.subtype(at: row) == nil && table.position(at: row) == slot
    }

    private func bringsUnits(_ row: Int) -> Bool {
        let kind = replayer.activities.kind(at: row)
        return kind != .sell && kind != .transferOut
    }

    /// Whether a row changes the units of a position, be it one that its instrument becomes or delivers.
    private func changes(_ row: Int, _ slot: PositionSlot) -> Bool {
        let table = replayer.activities, (account, instrument) = table.slots.positions[slot.index]
        guard let instrument, table.account(at: row) == .every || table.account(at: row) == account else { return false }
        let own = table.instrument(at: row)
        return own == instrument || table.detail(at: row)?.into == instrument || own.map { replayer.instruments[Int($0.rawValue) - 1].option?.underlying == instrument } ?? false
    }

    // Where they stand then

    /// Tells the places of what came before its turn, from the last to the first: each stands right before the one that follows it.
    private mutating func settle(_ run: DayRun) {
        if run.isEarly.isEmpty { return }
        var next: [EntryID] = []
        for row in run.taken.reversed() {
            if run.isEarly.contains(row) {
                let own = replayer.activities.id(at: row)
                // Beside the one that follows where its number comes after, else before that one itself.
                next = next.count > 1 && own < next[next.count - 1] ? next.dropLast() + [own] : next + [own]
                places[row] = next
            } else {
                next = places[row] ?? replayer.activities.place(at: row).told
            }
        }
    }
}
