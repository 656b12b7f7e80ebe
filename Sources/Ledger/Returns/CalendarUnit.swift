public import Values

/// A stretch of the calendar that returns are told of.
public enum CalendarUnit: String, CaseIterable, Hashable, Sendable {
    /// A day; for returns, one with prices.
    case day
    /// Monday to Sunday.
    case week
    /// A month of the calendar.
    case month
    /// Three months from January, April, July or October.
    case quarter
    /// A year of the calendar.
    case year

    /// The first day of the stretch that a day lies in.
    public func firstDay(of day: Day) -> Day {
        guard months > 0 else { return self == .day ? day : Day(number: day.number - Int32(day.weekday) + 1) }
        var first = day.firstOfMonth
        for _ in 0..<(day.month - 1) % months { first = first.previous.firstOfMonth }
        return first
    }

    /// The last day of the stretch that a day lies in.
    public func lastDay(of day: Day) -> Day {
        guard months > 0 else { return self == .day ? day : Day(number: day.number + 7 - Int32(day.weekday)) }
        var last = day.lastOfMonth
        for _ in 0..<months - 1 - (day.month - 1) % months { last = last.next.lastOfMonth }
        return last
    }

    private var months: Int {
        switch self {
        case .day, .week: 0
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }
}
