public import Values

/// Which automatic copies of a book are kept as time goes by: the newest of each of the last days, weeks and months that there are copies of, and no more
/// bytes in all than are allowed.
///
/// It knows nothing of files: it is told which automatic copies there are and says what goes. The newest never does.
public struct Retention: Hashable, Sendable {
    /// Of how many days the newest copy is kept.
    public var days = 7
    /// Of how many weeks, Monday to Sunday, before those days.
    public var weeks = 4
    /// Of how many months before those weeks.
    public var months = 12
    /// How many bytes the automatic copies may take together.
    public var bytes = 1 << 30

    /// Seven days, four weeks, twelve months and 1 GiB, unless told otherwise.
    public init(days: Int = 7, weeks: Int = 4, months: Int = 12, bytes: Int = 1 << 30) {
        (self.days, self.weeks, self.months, self.bytes) = (days, weeks, months, bytes)
    }

    /// A copy as far as it matters here.
    public struct Copy: Hashable, Sendable {
        /// The day that it is of.
        public var day: Day
        /// What tells the later of two of a day.
        public var order: Int
        /// How long its file is.
        public var bytes: Int

        /// A copy of a day.
        public init(day: Day, order: Int = 0, bytes: Int) { (self.day, self.order, self.bytes) = (day, order, bytes) }
    }

    /// The places of the copies that go, from the oldest to the newest.
    ///
    /// Those of today all stay until tomorrow. So do those of days to come, which are nobody's past: a look at another day must not cost what today has.
    public func superseded(_ copies: [Copy], on today: Day) -> [Int] {
        let newestFirst = copies.indices.sorted { (copies[$0].day, copies[$0].order, $0) > (copies[$1].day, copies[$1].order, $1) }
        let past = newestFirst.filter { copies[$0].day < today }
        var kept = Set(newestFirst.filter { copies[$0].day >= today })
        if kept.isEmpty, let newest = past.first { kept.insert(newest) }
        keepNewest(of: days, past, &kept) { copies[$0].day.number }
        keepNewest(of: weeks, past, &kept) { copies[$0].day.number - Int32(copies[$0].day.weekday) }
        keepNewest(of: months, past, &kept) { copies[$0].day.firstOfMonth.number }
        var total = kept.reduce(0) { $0 + copies[$1].bytes }
        let newest = newestFirst.first { copies[$0].day <= today } ?? newestFirst.first
        for place in newestFirst.reversed() where total > bytes && kept.contains(place) && place != newest {
            kept.remove(place)
            total -= copies[place].bytes
        }
        return newestFirst.reversed().filter { !kept.contains($0) }
    }

    /// Keeps the newest copy of each of so many spans of time, but of those whose newest is kept already.
    private func keepNewest(of count: Int, _ newestFirst: [Int], _ kept: inout Set<Int>, span: (Int) -> Int32) {
        var last: Int32?, left = count
        for place in newestFirst where span(place) != last {
            last = span(place)
            if left > 0, kept.insert(place).inserted { left -= 1 }
        }
    }
}
