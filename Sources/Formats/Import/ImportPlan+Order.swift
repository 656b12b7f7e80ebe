import Values

extension ImportPlan {
    /// Puts the activities in the order in which they happened, and tells if that is not the order of the file.
    ///
    /// A file in the order of dates stays as it is. One that begins with the newest is read from its end, so that the rows of a day
    /// come in the order they happened. Any other is sorted by day and time; rows of the same day and time keep their order.
    mutating func putInOrder() {
        let wasReversed = quotes.putInOrder()
        switch activities.putInOrder() {
        case .kept: if wasReversed { notices.append(Self.newestFirst) }
        case .reversed: notices.append(Self.newestFirst)
        case .sorted: notices.append(ImportNotice(.reordered, "the rows are not in the order of their dates; they are taken in it"))
        }
    }

    private static let newestFirst = ImportNotice(.newestFirst, "the file begins with the newest rows; it is read from its end")
}

/// Which way the days of a file's rows go.
private struct Direction {
    var ascents = 0
    var descents = 0

    mutating func step(from: Int32, to: Int32) {
        if to > from { ascents += 1 } else if to < from { descents += 1 }
    }

    var isNewestFirst: Bool { descents > ascents }
}

extension PlannedActivities {
    enum Reordering { case kept, reversed, sorted }

    mutating func putInOrder() -> Reordering {
        guard rows.count > 1 else { return .kept }
        var direction = Direction()
        var timesDescend = false
        for number in 1..<rows.count {
            direction.step(from: rows[number - 1].day, to: rows[number].day)
            if rows[number - 1].day == rows[number].day, moment(number) < moment(number - 1) { timesDescend = true }
        }
        if direction.descents == 0, !timesDescend { return .kept }
        // Rows of one day that carry descending times, and no others to tell, are newest first as well.
        let isReversed = direction.isNewestFirst || (direction.ascents == 0 && timesDescend)
        var order = [UInt32](0..<UInt32(rows.count))
        if isReversed { order.reverse() }
        let isSorted = zip(order, order.dropFirst()).allSatisfy { !comes(Int($1), before: Int($0)) }
        if !isSorted {
            let places = order
            let sorted = places.indices.sorted { a, b in
                let (first, second) = (Int(places[a]), Int(places[b]))
                return comes(first, before: second) || (!comes(second, before: first) && a < b)
            }
            order = sorted.map { places[$0] }
        }
        self.order = order
        return isReversed ? .reversed : .sorted
    }

    private func moment(_ number: Int) -> Int64 { times[number]?.microseconds ?? .min }

    private func comes(_ first: Int, before second: Int) -> Bool {
        (rows[first].day, moment(first)) < (rows[second].day, moment(second))
    }
}

extension PlannedQuotes {
    /// Whether the rows were turned round.
    mutating func putInOrder() -> Bool {
        guard rows.count > 1 else { return false }
        var direction = Direction()
        for number in 1..<rows.count where rows[number].instrument == rows[number - 1].instrument {
            direction.step(from: rows[number - 1].day, to: rows[number].day)
        }
        isReversed = direction.isNewestFirst
        return isReversed
    }
}
