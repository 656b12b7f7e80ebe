import Values

/// Puts activities of a set that bring units before those of their day that need them, where they were recorded after those.
///
/// It goes through the activities in the order in which they stand, minding units only. Where one finds too few, others of its day that follow are taken
/// first: those that let it find more, in the order in which they stand, and no more of them than it needs. Each brings along what stands before it and has
/// to do with the same holdings, so that a split and the purchase behind it stay in their order; only where that does not do, a merger, a split or the like
/// comes behind what it needs. What tells its time, what stands in the place of another, and what was there before the set stay where they are.
struct OrderByNeed {
    private let replayer: Replayer
    private let firstRow: Int
    private var postings: PostingBuffer
    /// Ways that may still be tried in vain; what needs more of them is refused, and found in time. What helps costs none.
    private var triesLeft: Int
    /// Where rows stand that were put elsewhere, by row.
    private(set) var places: [Int: [EntryID]] = [:]

    /// - Parameters:
    ///   - firstRow: the first row of the set; those before it stay where they are.
    ///   - tries: how many ways may be tried in vain beside ten for each row.
    init(_ replayer: Replayer, firstRow: Int, tries: Int = 5000) {
        (self.replayer, self.firstRow) = (replayer, firstRow)
        postings = PostingBuffer(policy: replayer.policy)
        triesLeft = tries + 10 * (replayer.activities.count - firstRow)
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
        /// The rows that may come early, by the instrument that they have to do with; found once one of the day finds too few units.
        var helpers: Helpers?
    }

    /// Rows that bring units and rows that take them, by instrument, in the order in which they stand.
    private struct Helpers {
        var bringing: [InstrumentID: Remaining] = [:]
        var selling: [InstrumentID: Remaining] = [:]
    }

    /// Rows of which those that have come are passed over.
    private struct Remaining {
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
        if let shortage = try shortage(of: row, &run.units), replayer.activities.time(at: row) == nil {
            var trial = run
            if try supply(row, shortage, &trial, inOrder: true) {
                run = trial
            } else {
                trial = run
                if try supply(row, shortage, &trial, inOrder: false) { run = trial }
            }
        }
        run.isTaken.insert(row)
        run.taken.append(row)
    }

    /// What a row finds too few of; where it finds all, its units are moved.
    private mutating func shortage(of row: Int, _ units: inout QuantityRun) throws(LedgerError) -> QuantityRun.Shortage? {
        try replayer.compile(row, into: &postings)
        return try units.take(postings, on: replayer.activities.date(at: row))
    }

    /// Takes others of the day in until a row finds what it takes, and moves its units then; whether it does. What needs all that is held waits for all
    /// that comes.
    private mutating func supply(_ row: Int, _ shortage: QuantityRun.Shortage, _ run: inout DayRun, inOrder: Bool) throws(LedgerError) -> Bool {
        run.waiting.insert(row)
        defer { run.waiting.remove(row) }
        var lacking = shortage, isHelped = true, kind: ActivityKind?
        while isHelped {
            isHelped = false
            for helper in helpers(of: row, lacking.slot, &run) where mayTakeEarly(helper, run) && changesUnits(helper, of: lacking.slot) {
                if let kind, replayer.activities.kind(at: helper) != kind { continue }
                if triesLeft < 0 { return false }
                guard let rest = try tryHelper(helper, row, lacking, &run, inOrder) else {
                    if shortage.asked != nil { return try self.shortage(of: row, &run.units) == nil }
                    (isHelped, kind) = (true, replayer.activities.kind(at: helper))
                    continue
                }
                if isNoBetter(rest, than: lacking) {
                    triesLeft -= 1
                    continue
                }
                let isOfOther = rest.slot != lacking.slot
                (lacking, isHelped) = (rest, true)
                if isOfOther { break }
            }
            if isHelped, shortage.asked == nil { break }
        }
        let isSupplied = try self.shortage(of: row, &run.units) == nil
        if !isSupplied { triesLeft -= 1 }
        return isSupplied
    }

    private func isNoBetter(_ shortage: QuantityRun.Shortage, than before: QuantityRun.Shortage) -> Bool {
        shortage.slot == before.slot && shortage.held.magnitude <= before.held.magnitude
    }

    /// Takes a helper in where a row lacks less then, and tells what it lacks; nil for nothing.
    private mutating func tryHelper(
        _ helper: Int, _ row: Int, _ lacking: QuantityRun.Shortage, _ run: inout DayRun, _ inOrder: Bool
    ) throws(LedgerError) -> QuantityRun.Shortage? {
        if isPlainPurchase(helper, of: lacking.slot), !(inOrder && hasBefore(helper, run)) {
            try takeEarly(helper, &run, inOrder)
            var units = run.units
            return try shortage(of: row, &units)
        }
        var trial = run, units: QuantityRun
        try takeEarly(helper, &trial, inOrder)
        units = trial.units
        var rest = try shortage(of: row, &units)
        if !inOrder, rest != nil {
            // What it changes may come behind it: as much of that as is needed.
            var before = run
            for other in run.rows where other != helper && mayTakeEarly(other, before) && bringsUnits(other) && sharesHolding(other, helper) {
                if triesLeft < 0 { break }
                triesLeft -= 1
                try takeEarly(other, &before, inOrder)
                var with = before
                try takeEarly(helper, &with, inOrder)
                units = with.units
                guard let still = try shortage(of: row, &units) else {
                    run = with
                    return nil
                }
                if still.slot == lacking.slot, !isNoBetter(still, than: lacking) { (trial, rest) = (with, still) }
            }
        }
        if let rest, isNoBetter(rest, than: lacking) { return rest }
        run = trial
        return rest
    }

    /// Takes a row in before its turn, after the other side of its transfer, and where the order is to stay after what stands before it.
    private mutating func takeEarly(_ row: Int, _ run: inout DayRun, _ inOrder: Bool) throws(LedgerError) {
        run.waiting.insert(row)
        defer { run.waiting.remove(row) }
        let table = replayer.activities
        if table.kind(at: row) == .transferIn, let group = table.detail(at: row)?.group, TransferGroup.isPair(group) {
            for other in run.rows where table.kind(at: other) == .transferOut && table.detail(at: other)?.group == group && mayTakeEarly(other, run) {
                try takeEarly(other, &run, inOrder)
            }
        }
        if inOrder {
            for other in run.rows {
                if other == row { break }
                guard mayTakeEarly(other, run), sharesHolding(other, row) else { continue }
                if bringsUnits(other) {
                    try takeEarly(other, &run, inOrder)
                } else if !run.waiting.contains(where: { table.position(at: $0) == table.position(at: other) }) {
                    // What takes units elsewhere took them before.
                    var units = run.units
                    if try shortage(of: other, &units) == nil { try takeEarly(other, &run, inOrder) }
                }
            }
        }
        run.isEarly.insert(row)
        try take(row, &run)
    }

    // Which may be moved

    private func mayTakeEarly(_ row: Int, _ run: DayRun) -> Bool {
        let table = replayer.activities
        guard row >= firstRow, !run.isTaken.contains(row), !run.waiting.contains(row), table.time(at: row) == nil else { return false }
        // What is told of a holding is so at the end of its day.
        if table.subtype(at: row) == .position { return false }
        // What stands in the place of another keeps that, unless the other is of the set too.
        guard let detail = table.detail(at: row), !detail.place.isEmpty else { return true }
        return detail.amends.flatMap(table.row(of:)).map { $0 >= firstRow } ?? false
    }

    /// The rows of the day that could be what a row needs: a sale for what closes a short position, a purchase for what sells, either for what ends an option.
    private func helpers(of row: Int, _ slot: PositionSlot, _ run: inout DayRun) -> [Int] {
        if run.helpers == nil { run.helpers = helpers(run.rows.filter { mayTakeEarly($0, run) }) }
        guard let instrument = replayer.activities.slots.positions[slot.index].instrument else { return [] }
        func left(_ list: WritableKeyPath<Helpers, [InstrumentID: Remaining]>) -> ArraySlice<Int> { run.helpers?[keyPath: list][instrument]?.left(run.isTaken) ?? [] }
        switch replayer.activities.kind(at: row) {
        case .buy: return Array(left(\.selling))
        case .sell, .transferOut: return Array(left(\.bringing))
        default: return Array(left(\.bringing)) + Array(left(\.selling))
        }
    }

    private func helpers(_ rows: [Int]) -> Helpers {
        let table = replayer.activities
        var helpers = Helpers()
        for row in rows {
            for instrument in Set(instruments(of: row)) {
                switch table.kind(at: row) {
                case .buy, .transferIn, .dividend: helpers.bringing[instrument, default: Remaining()].append(row)
                case .sell: helpers.selling[instrument, default: Remaining()].append(row)
                case .transferOut: continue
                default:
                    helpers.bringing[instrument, default: Remaining()].append(row)
                    helpers.selling[instrument, default: Remaining()].append(row)
                }
            }
        }
        return helpers
    }

    private func isPlainPurchase(_ row: Int, of slot: PositionSlot) -> Bool {
        let table = replayer.activities
        return table.kind(at: row) == .buy && table.subtype(at: row) == nil && table.position(at: row) == slot
    }

    /// Whether anything stands before a row that would have to come along.
    private func hasBefore(_ row: Int, _ run: DayRun) -> Bool {
        let table = replayer.activities
        // Plain trades of the holding itself are all that a plain position has.
        if table.slots.isPlain(table.position(at: row)) { return false }
        for other in run.rows {
            if other == row { return false }
            if mayTakeEarly(other, run), sharesHolding(other, row), bringsUnits(other) { return true }
        }
        return false
    }

    private func bringsUnits(_ row: Int) -> Bool {
        let kind = replayer.activities.kind(at: row)
        return kind != .sell && kind != .transferOut
    }

    /// The instruments that a row names, by what they become or what they are on too.
    private func instruments(of row: Int) -> [InstrumentID] {
        let table = replayer.activities, own = table.instrument(at: row)
        return [own, table.detail(at: row)?.into, own.flatMap { replayer.instruments[Int($0.rawValue) - 1].option?.underlying }].compactMap(\.self)
    }

    /// Whether a row changes the units of a position, be it one that its instrument becomes or delivers.
    private func changesUnits(_ row: Int, of slot: PositionSlot) -> Bool {
        let table = replayer.activities, (account, instrument) = table.slots.positions[slot.index]
        guard let instrument, table.account(at: row) == .every || table.account(at: row) == account else { return false }
        return instruments(of: row).contains(instrument)
    }

    /// Whether two rows have to do with one holding.
    private func sharesHolding(_ row: Int, _ other: Int) -> Bool {
        let table = replayer.activities, (first, second) = (table.account(at: row), table.account(at: other))
        guard first == second || first == .every || second == .every else { return false }
        return instruments(of: row).contains(where: instruments(of: other).contains)
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
