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
