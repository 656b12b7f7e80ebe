public import Values

/// Which days are worked on: all but a weekend and given holidays.
public struct WorkingDays: Hashable, Sendable {
    /// The days of the week that are free, 1 for Monday to 7 for Sunday.
    public let weekend: Set<Int>
    /// Single days that are free.
    public let holidays: Set<Day>

    /// Monday to Friday, but for holidays. At least one day of the week is worked on.
    public init(weekend: Set<Int> = [6, 7], holidays: Set<Day> = []) throws(PlanError) {
        guard weekend.isSubset(of: Set(1...7)) else {
            throw PlanError(.badArgument, "a weekend is made of days 1 (Monday) to 7 (Sunday)")
        }
        guard weekend.count < 7 else { throw PlanError(.badArgument, "a weekend cannot last the whole week") }
        self.weekend = weekend
        self.holidays = holidays
    }

    /// Monday to Friday.
    public static let mondayToFriday = try! WorkingDays()

    /// Whether a day is worked on.
    public func contains(_ day: Day) -> Bool { !weekend.contains(day.weekday) && !holidays.contains(day) }

    /// The first working day on or after a day; nil beyond the calendar.
    public func onOrAfter(_ day: Day) -> Day? {
        var day = day
        while !contains(day) {
            day.number += 1
            if day > .max { return nil }
        }
        return day
    }

    /// The last working day on or before a day; nil beyond the calendar.
    public func onOrBefore(_ day: Day) -> Day? {
        var day = day
        while !contains(day) {
            day.number -= 1
            if day < .min { return nil }
        }
        return day
    }
}
