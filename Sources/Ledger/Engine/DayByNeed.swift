import Values

/// Replays one day of activities that were recorded together, such as the rows of one import, by units alone: a sale that stands before the purchase it sells
/// from waits for it.
///
/// - A sale that waits is tried again whenever units of its holding come in. Later sales from that holding queue behind it, so sales keep their order of entry.
/// - What ends or pays all units held, such as a dividend or a merger, waits for all purchases of the day.
/// - The arrival of a transfer waits for its departure.
/// - A sale that was in the book before, or that corrects one that was, does not wait: as many purchases and transfers recorded behind it as it needs
///   come before it, unless a split or the like stands between.
struct DayByNeed {
    /// Those who wait for the same: units of a holding to take, or units sold short to buy back.
    private struct Queue: Hashable {
        let slot: PositionSlot
        let side: Side
    }

    private enum Side: CaseIterable { case taking, covering, ending }

    private let roles: DayRoles
    private let replayer: Replayer
    /// The rows of the day in the order in which they come.
    private let rows: [Int]
    /// The places of those that change what others stand on, such as splits and what is told of a holding.
    private let changing: [Int]
    private var postings: PostingBuffer
    /// What is held once the day is over.
    private(set) var units: QuantityRun
    /// The rows that found what they take, in their new order.
    private(set) var taken: [Int] = []
    private var isTaken: Set<Int> = []
    /// The rows that did not find what they take when they came.
    private(set) var hasWaited: Set<Int> = []
    /// How many rows find too few units, once the day is over, or have changed a holding only after it was told.
    private(set) var short = 0
    private var overrunning = 0
    /// Whether each row found its units when it came.
    private(set) var isInOrder = true
    /// The rows that wait, the first to come at the head.
    private var queues: [Queue: ArraySlice<Int>] = [:]
    /// Positions whose units have changed since those who wait were looked at.
    private var touched: [PositionSlot] = []
    /// Holdings told of, which nothing that waited may change any more.
    private var told: Set<PositionSlot> = []
    /// Departures of each transfer that have not come yet, and arrivals that wait for them.
    private var departures: [TransferKey: Int] = [:]
    private var arrivals: [TransferKey: [Int]] = [:]
    /// Rows that wait for all that comes, by the last that may bring something.
    private var waitingForAll: [Int: [Int]] = [:]
    private var lastBringing: [PositionSlot: Int] = [:]

    init(_ roles: DayRoles, _ rows: [Int], units: QuantityRun) {
        (self.roles, replayer, self.rows, self.units) = (roles, roles.replayer, rows, units)
        changing = rows.indices.filter { !roles.isPlain(rows[$0]) }
        postings = PostingBuffer(policy: replayer.policy)
        for row in rows where replayer.activities.kind(at: row) == .transferOut {
            if let pair = replayer.activities.item(at: row).pair { departures[pair, default: 0] += 1 }
        }
    }

    /// Takes all rows in; those that find too few to the end as if they were not there.
    mutating func takeAll() throws(LedgerError) {
        let lastUntimed = rows.lastIndex { replayer.activities.time(at: $0) == nil }
        for (turn, row) in rows.enumerated() {
            if !isTaken.contains(row) { try come(row, turn) }
            // What tells no time comes before what tells one, and does not wait for that.
            guard let lastUntimed, turn <= lastUntimed else { continue }
            try release()
            if let ending = waitingForAll.removeValue(forKey: turn) { try retry(ending) }
            if turn == lastUntimed { try retryAll() }
        }
        short = rows.count - taken.count + overrunning
    }

    private mutating func come(_ row: Int, _ turn: Int) throws(LedgerError) {
        let isFree = roles.isFree(row), side = side(of: row)
        if isFree, replayer.activities.kind(at: row) == .transferIn, let pair = replayer.activities.item(at: row).pair, departures[pair, default: 0] > 0 {
            arrivals[pair, default: []].append(row)
            hasWaited.insert(row)
            return
        }
        let queue = Queue(slot: replayer.activities.position(at: row), side: side)
        if isFree, side == .taking, queues[queue]?.isEmpty == false, try mayLack(row) {
            queues[queue]?.append(row)
            hasWaited.insert(row)
            return
        }
        guard let shortage = try take(row) else { return }
        isInOrder = false
        if !isFree || roles.keepsPlace(row), try bringForward(row, shortage, behind: turn) { return }
        guard isFree else { return }
        hasWaited.insert(row)
        wait(row, shortage, turn)
    }

    private mutating func wait(_ row: Int, _ shortage: QuantityRun.Shortage, _ turn: Int) {
        if shortage.asked != nil {
            queues[Queue(slot: shortage.slot, side: side(of: row)), default: []].append(row)
        } else {
            waitingForAll[max(turn, lastTurn(bringing: shortage.slot)), default: []].append(row)
        }
    }

    private func side(of row: Int) -> Side {
        let kind = replayer.activities.kind(at: row)
        if kind == .sell || kind == .transferOut { return .taking }
        return kind == .buy ? .covering : .ending
    }

    /// Whether a row takes from what is held and may not take more: a sale that opens a short position waits for nothing.
    private mutating func mayLack(_ row: Int) throws(LedgerError) -> Bool {
        try replayer.compile(row, into: &postings)
        let slot = replayer.activities.position(at: row)
        return (0..<postings.count).contains { index in
            switch postings[index].target {
            case .transferOut: true
            case .relieve: !replayer.mayExceed(slot, isSale: true, postings.terms(of: postings[index])?.intent)
            case .cash, .acquire, .income, .fee, .tax, .contribution, .exchange, .split, .sellFraction, .sellAll, .returnCapital, .convert,
                .transferIn, .holdPosition, .closeOption, .useOption:
                false
            }
        }
    }

    /// The turn of the last row of the day that may bring units to a position.
    private mutating func lastTurn(bringing slot: PositionSlot) -> Int {
        if let known = lastBringing[slot] { return known }
        let turn = rows.lastIndex { roles.mayBring($0, slot) } ?? rows.lastIndex { replayer.activities.position(at: $0) == slot } ?? 0
        lastBringing[slot] = turn
        return turn
    }

    // Taking rows in

    /// What a row finds too few of; where it finds all, it is taken in.
    private mutating func take(_ row: Int) throws(LedgerError) -> QuantityRun.Shortage? {
        try replayer.compile(row, into: &postings)
        if let shortage = try units.take(postings, on: replayer.activities.date(at: row)) { return shortage }
        isTaken.insert(row)
        taken.append(row)
        if replayer.activities.subtype(at: row) == .position {
            told.formUnion(units.touched)
        } else {
            // What is told of a holding is so at the end of its day, but for what is recorded behind it.
            if hasWaited.contains(row), units.touched.contains(where: told.contains) { overrunning += 1 }
            touched += units.touched
        }
        guard replayer.activities.kind(at: row) == .transferOut, let pair = replayer.activities.item(at: row).pair else { return nil }
        departures[pair, default: 0] -= 1
        guard departures[pair] == 0 else { return nil }
        for arrival in arrivals.removeValue(forKey: pair) ?? [] where !isTaken.contains(arrival) { _ = try take(arrival) }
        return nil
    }

    /// Looks at those who wait for units of holdings that have changed.
    private mutating func release() throws(LedgerError) {
        while let slot = touched.popLast() {
            if told.contains(slot) { continue }
            for side in Side.allCases { try release(Queue(slot: slot, side: side)) }
        }
    }

    private mutating func release(_ queue: Queue) throws(LedgerError) {
        while let row = queues[queue]?.first {
            if !isTaken.contains(row), let shortage = try take(row) {
                if shortage.slot == queue.slot { return }
                // It has what it lacked here, and lacks something else.
                wait(row, shortage, rows.count)
            }
            queues[queue]?.removeFirst()
        }
    }

    /// Looks again at rows that wait for all that comes.
    private mutating func retry(_ waiting: [Int]) throws(LedgerError) {
        for row in waiting where !isTaken.contains(row) && !told.contains(replayer.activities.position(at: row)) {
            guard let shortage = try take(row) else {
                try release()
                continue
            }
            wait(row, shortage, rows.count)
        }
    }

    /// Looks again at all that wait for all that comes, until that helps none of them.
    private mutating func retryAll() throws(LedgerError) {
        var before = -1
        while before != taken.count {
            before = taken.count
            let waiting = waitingForAll.values.joined().sorted()
            waitingForAll = [:]
            try retry(waiting)
        }
    }

    // What may not wait

    /// Brings purchases and transfers of the set that are recorded behind a row before it, as many as it needs; whether it could be taken in then.
    private mutating func bringForward(_ row: Int, _ shortage: QuantityRun.Shortage, behind turn: Int, depth: Int = 0) throws(LedgerError) -> Bool {
        // Transfers through that many accounts on one day are no longer anybody's correction.
        if depth > 20 { return false }
        let before = self, isCovering = side(of: row) == .covering
        for index in rows.indices.dropFirst(turn + 1) where try mayComeForward(index, shortage.slot, isCovering) {
            guard try bringDeparture(of: rows[index], behind: turn, depth) else { continue }
            // Where transfers go round in a circle, the departure may have brought forward what waits for it.
            if isTaken.contains(row) { return true }
            if !isTaken.contains(rows[index]), try take(rows[index]) != nil { continue }
            if shortage.asked != nil, try take(row) == nil { return true }
        }
        if shortage.asked == nil, try take(row) == nil { return true }
        self = before
        return false
    }

    private mutating func bringDeparture(of row: Int, behind turn: Int, _ depth: Int) throws(LedgerError) -> Bool {
        guard let pair = replayer.activities.item(at: row).pair, departures[pair, default: 0] > 0 else { return true }
        let table = replayer.activities
        for (index, other) in rows.enumerated() where table.kind(at: other) == .transferOut && table.item(at: other).pair == pair && !isTaken.contains(other) {
            guard isMovable(index) else { return false }
            guard let shortage = try take(other) else { continue }
            guard try bringForward(other, shortage, behind: turn, depth: depth + 1) else { return false }
        }
        return true
    }

    /// Whether a row brings just what lacks: units bought or transferred in, or sold short for what covers.
    private mutating func mayComeForward(_ index: Int, _ slot: PositionSlot, _ isCovering: Bool) throws(LedgerError) -> Bool {
        let row = rows[index]
        guard replayer.activities.position(at: row) == slot, roles.takes(row) == isCovering, isMovable(index) else { return false }
        try replayer.compile(row, into: &postings)
        return (0..<postings.count).contains { [.acquire, .transferIn, .relieve].contains(postings[$0].target) }
    }

    /// Whether a row may come before its turn, and no split, merger or the like stands before it that has to do with the same holding.
    private func isMovable(_ index: Int) -> Bool {
        let row = rows[index]
        guard roles.isFree(row), !roles.keepsPlace(row), roles.isPlain(row), !isTaken.contains(row) else { return false }
        return !changing.contains { $0 < index && !isTaken.contains(rows[$0]) && roles.shareHolding(rows[$0], row) }
    }
}
