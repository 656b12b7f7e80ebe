import Values

/// Where within its period a date of a schedule falls.
public enum Placement: Hashable, Sendable {
    /// As the first date does: the same weekday, the same day of the month.
    case asStart
    /// On a day of the week, 1 for Monday to 7 for Sunday; for periods of whole weeks.
    case weekday(Int)
    /// On a day of the month, the last one where the month is shorter; for periods of months.
    case dayOfMonth(Int)
    /// On the last day of the month; for periods of months.
    case lastDay
    /// On the first working day of the month; for periods of months.
    case firstWorkingDay
    /// On the last working day of the month; for periods of months.
    case lastWorkingDay
    /// On the first to fourth, or with 5 the last, such weekday of the month: `(3, 5)` is the third Friday. For periods of months.
    case weekdayOfMonth(Int, Int)

    /// Checks that the numbers are days and that the period has such days.
    func check(_ period: Period) throws(PlanError) {
        switch (self, period) {
        case (.asStart, _): return
        case (.weekday(let day), .days(let days)):
            try Self.checkWeekday(day)
            guard days % 7 == 0 else {
                throw PlanError(.badArgument, "every \(period) falls on no fixed weekday", hint: "use a period of whole weeks")
            }
        case (.weekday, .months):
            throw PlanError(.badArgument, "a month has several of each weekday", hint: "say which one, such as the third Friday")
        case (.dayOfMonth(let day), .months):
            guard (1...31).contains(day) else { throw PlanError(.badArgument, "there is no day \(day) of a month") }
        case (.weekdayOfMonth(let nth, let day), .months):
            try Self.checkWeekday(day)
            guard (1...5).contains(nth) else {
                throw PlanError(.badArgument, "a month has no weekday number \(nth)", hint: "1 to 4 count from its start, 5 is the last")
            }
        case (.lastDay, .months), (.firstWorkingDay, .months), (.lastWorkingDay, .months): return
        case (.dayOfMonth, .days), (.lastDay, .days), (.firstWorkingDay, .days), (.lastWorkingDay, .days), (.weekdayOfMonth, .days):
            throw PlanError(.badArgument, "every \(period) has no place within a month", hint: "use a period of months")
        }
    }

    /// The day of a month on the first to fourth, or with 5 the last, such weekday; the month by its first day.
    static func weekdayOfMonth(_ first: Day, _ nth: Int, _ weekday: Int) -> Day {
        if nth == 5 {
            let last = first.lastOfMonth
            return Day(number: last.number - Int32((last.weekday - weekday + 7) % 7))
        }
        return Day(number: first.number + Int32((weekday - first.weekday + 7) % 7 + 7 * (nth - 1)))
    }

    private static func checkWeekday(_ day: Int) throws(PlanError) {
        guard (1...7).contains(day) else {
            throw PlanError(.badArgument, "there is no weekday \(day)", hint: "1 is Monday, 7 is Sunday")
        }
    }
}

/// What becomes of a date on which nobody works.
public enum Shift: String, CaseIterable, Sendable {
    /// It stays.
    case none
    /// It moves to the next working day.
    case next
    /// It moves to the working day before.
    case previous
}
