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
