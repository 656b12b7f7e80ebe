import Values

extension ActivityTable {
    /// Whether one row's activity comes before another's: by date, then by their places within the day.
    public func precedes(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (date(at: a), date(at: b))
        if first != second { return first < second }
        if hasPlaces {
            let (earlier, later) = (place(at: a), place(at: b))
            if earlier != later { return earlier < later }
        }
        return a < b
    }

    /// The latest day that an activity is of. O(n).
    var latestDay: Day { (0..<count).lazy.map(date(at:)).max() ?? .min }

    /// The row that counts and comes last in replay order, but for arranged transfers; -1 for none. O(n).
    var lastRow: Int32 {
        var last = -1
        for row in 0..<count where counts(at: row) && (last < 0 || precedes(last, row)) { last = row }
        return Int32(last)
    }

    /// All rows in replay order.
    public func rowsInOrder() -> [Int32] {
        let rows = [Int32](0..<Int32(count))
        return isOrdered ? rows : sorted(rows)
    }

    /// The rows, which are given in the order of entry, in replay order.
    func sorted(_ rows: [Int32]) -> [Int32] {
        if isOrdered || rows.count < 2 { return rows }
        var keyed = rows.map { UInt64(UInt32(bitPattern: date(at: Int($0)).number &- Day.min.number)) << 32 | UInt64($0) }
        keyed.sort()
        var order = keyed.map { Int32(truncatingIfNeeded: $0 & 0xFFFF_FFFF) }
        if hasPlaces { sortWithinDays(&order) }
        if !crossedDays.isEmpty { arrangeCrossedDays(&order) }
        return order
    }

    /// Puts the rows of days on which transfers cross in an order in which units arrive before they leave. A row that does not count brings
    /// nothing and takes nothing, so none waits for it.
    private func arrangeCrossedDays(_ order: inout [Int32]) {
        for day in crossedDays.days {
            let start = order.partitioningIndex { date(at: Int($0)).number >= day }
            let end = order.partitioningIndex { date(at: Int($0)).number > day }
            if end - start < 2 { continue }
            let rows = Array(order[start..<end])
            let items = rows.map { row in
                counts(at: Int(row)) ? item(at: Int(row)) : DayArrangement.Item(account: account(at: Int(row)))
            }
            order.replaceSubrange(start..<end, with: DayArrangement.order(items).map { rows[$0] })
        }
    }

    private func sortWithinDays(_ order: inout [Int32]) {
        var start = 0
        while start < order.count {
            var end = start + 1
            let day = date(at: Int(order[start]))
            while end < order.count, date(at: Int(order[end])) == day { end += 1 }
            if end - start > 1 { order[start..<end].sort { precedes(Int($0), Int($1)) } }
            start = end
        }
    }

    /// Rows of activities that count and that stand in one position, in replay order. One pass over a column.
    func rows(in slot: PositionSlot) -> [Int32] {
        var rows: [Int32] = []
        forEachRow(in: slot) { row in
            if counts(at: row) { rows.append(Int32(row)) }
        }
        return sorted(rows)
    }

    /// Rows of activities that count and that stand in one of several positions, in replay order.
    func rows(in slots: [PositionSlot]) -> [Int32] {
        if slots.count == 1 { return rows(in: slots[0]) }
        var isMarked = [Bool](repeating: false, count: self.slots.positions.count)
        for slot in slots { isMarked[slot.index] = true }
        return rows(inPositions: isMarked)
    }

    /// Rows of activities that count and that stand in one of the positions marked, in replay order. One pass over a column.
    func rows(inPositions isMarked: [Bool]) -> [Int32] {
        var rows: [Int32] = []
        for row in 0..<count where isMarked[position(at: row).index] && counts(at: row) { rows.append(Int32(row)) }
        return sorted(rows)
    }
}

/// Where an activity stands within its day: by the time that it tells, or where it tells none at the start of the day; then by entry.
///
/// An activity may have the place of another, such as one that was amended, or stand right before one (`ActivityDetail.place`). A place is told in
/// numbers of entries alone, so that it stays where it is whatever becomes of those.
struct DayPlace: Comparable {
    /// Microseconds of the time that it tells; the least there is where it tells none.
    private let moment: Int64
    /// The number of the entry whose place it is, mostly its own.
    private let anchor: Int
    /// The entries that stand right before that one, each right before the one in front of it; mostly none.
    private let rest: [EntryID]

    /// The place of an activity, told or by its own number.
    init(_ activity: Activity, entry: EntryID) {
        self.init(moment: activity.time?.microseconds ?? .min, entry: entry, activity.hasDetail ? activity.detail?.place ?? [] : [])
    }

    /// The place at a moment: that of an entry, or one that was told.
    init(moment: Int64, entry: EntryID, _ told: [EntryID] = []) {
        self.moment = moment
        (anchor, rest) = told.isEmpty ? (entry.rawValue, []) : (told[0].rawValue, Array(told.dropFirst()))
    }

    /// As it is told.
    var told: [EntryID] { [EntryID(anchor)] + rest }

    static func < (a: Self, b: Self) -> Bool {
        if a.moment != b.moment { return a.moment < b.moment }
        if a.anchor != b.anchor { return a.anchor < b.anchor }
        for index in 0..<min(a.rest.count, b.rest.count) where a.rest[index] != b.rest[index] { return a.rest[index] < b.rest[index] }
        // What stands right before another has its place, and more.
        return a.rest.count > b.rest.count
    }
}

extension ActivityTable {
    /// The place that an activity keeps that is recorded for another: where that stood last on the same day and at the same time; empty where it never did.
    /// O(times that it was amended).
    func placeKept(by activity: Activity, for entry: EntryID) -> [EntryID] {
        var amended = row(of: entry)
        while let earlier = amended {
            if date(at: earlier) == activity.date, time(at: earlier) == activity.time { return place(at: earlier).told }
            amended = row(amendedBy: earlier)
        }
        return []
    }
}
