public import Values

/// The dates of a rule: "every month on the 31st", "every two weeks on Friday", "the first working day of each quarter".
///
/// A schedule is a value without a clock. Its dates by the rule are settled by `start` alone, whatever span is asked for, so that each
/// has a number of its own and what was posted for it can be told from what was not.
///
/// ```swift
/// let rent = try Schedule(from: Day("2024-01-31"), every: .months(1), shift: .previous)
/// rent.dates(from: rent.start, to: Day("2024-04-30"))   // 2024-01-31, 2024-02-29, 2024-03-29, 2024-04-30
/// ```
public struct Schedule: Hashable, Sendable {
    /// One date of a schedule.
    public struct Occurrence: Hashable, Sendable {
        /// The number of the date, 0 for the first.
        public let number: Int
        /// The date by the rule, whatever calendar says who works when: what is settled is kept by it, so for the first and the last working day of
        /// a month it is the first and the last of all its days.
        public let nominal: Day
        /// The date it falls on, weekends and holidays considered. Dates of several numbers may fall on one day.
        public let date: Day

        /// A date that need not be one of a schedule, such as one that a rule is tried on.
        public init(number: Int = 0, nominal: Day, date: Day) { (self.number, self.nominal, self.date) = (number, nominal, date) }
    }

    /// The first day that can be a date.
    public let start: Day
    /// The stretch from one date to the next.
    public let period: Period
    /// Where in its period a date falls.
    public let placement: Placement
    /// The last day that can be a date by the rule.
    public let until: Day?
    /// How many dates there are in all; nil for no end.
    public let count: Int?
    /// Where a date goes that falls on a weekend or a holiday.
    public let shift: Shift
    /// Which days are working days.
    public let workingDays: WorkingDays

    /// How many dates by the rule lie before `start`, as the one of its month may.
    private let skipped: Int

    /// A schedule whose first date is the first one of the rule on or after `start`.
    ///
    /// Months are counted from that of `start`. An end by `until` or `count` looks at the dates by the rule, before they are shifted.
    public init(
        from start: Day, every period: Period, on placement: Placement = .asStart, until: Day? = nil, count: Int? = nil,
        shift: Shift = .none, workingDays: WorkingDays = .mondayToFriday
    ) throws(PlanError) {
        switch period {
        case .days(let number), .months(let number):
            guard number > 0 else { throw PlanError(.badArgument, "a schedule cannot go on every \(number) days or months", hint: "use 1 or more") }
        }
        guard (Day.min...Day.max).contains(start) else { throw PlanError(.badArgument, "a schedule cannot start beyond the calendar") }
        if let count, count < 0 { throw PlanError(.badArgument, "a schedule cannot have \(count) dates") }
        try placement.check(period)
        (self.start, self.period, self.placement) = (start, period, placement)
        (self.until, self.count, self.shift, self.workingDays) = (until, count, shift, workingDays)
        var skipped = 0
        while let date = Self.rule(skipped, start, period, placement).flatMap({ Self.worked($0, placement, workingDays) }), date < start { skipped += 1 }
        self.skipped = skipped
    }

    /// The occurrence of that number; nil where the schedule has ended by then.
    public func occurrence(_ number: Int) -> Occurrence? {
        if number < 0 || count.map({ number >= $0 }) ?? false { return nil }
        guard let nominal = nominal(number), let worked = Self.worked(nominal, placement, workingDays), until.map({ worked <= $0 }) ?? true,
            let date = shifted(worked)
        else { return nil }
        return Occurrence(number: number, nominal: nominal, date: date)
    }

    /// The occurrences that fall between two days, both included, in order. O(result), however far from the start.
    public func occurrences(from: Day, to: Day) -> [Occurrence] {
        guard from <= to else { return [] }
        let low = earliestNominal(fallingOn: from)
        var result: [Occurrence] = []
        var number = firstNumber(onOrAfter: low)
        while let occurrence = occurrence(number), occurrence.date <= to {
            if occurrence.date >= from { result.append(occurrence) }
            number += 1
        }
        return result
    }

    /// The dates between two days, both included, in order; a day on which two dates fall comes twice.
    public func dates(from: Day, to: Day) -> [Day] { occurrences(from: from, to: to).map(\.date) }

    /// The occurrence of a day by the rule, or else the first that falls on that day.
    public func occurrence(on day: Day) -> Occurrence? {
        let number = firstNumber(onOrAfter: day)
        if let occurrence = occurrence(number), occurrence.nominal == day { return occurrence }
        return occurrences(from: day, to: day).first
    }

    /// The first occurrence after a day; nil where there is none.
    public func next(after day: Day) -> Occurrence? {
        var number = firstNumber(onOrAfter: earliestNominal(fallingOn: day))
        while let occurrence = occurrence(number) {
            if occurrence.date > day { return occurrence }
            number += 1
        }
        return nil
    }
}

extension Schedule {
    /// The date of a number by the rule, whatever the calendar of working days; nil beyond the calendar.
    private func nominal(_ number: Int) -> Day? {
        let (step, overflow) = number.addingReportingOverflow(skipped)
        return overflow ? nil : Self.rule(step, start, period, placement)
    }

    /// The date that lies so many periods behind the first, which is that of the month or week of `start` and may lie before it.
    private static func rule(_ step: Int, _ start: Day, _ period: Period, _ placement: Placement) -> Day? {
        switch placement {
        case .asStart:
            return period.day(step, from: start)
        case .weekday(let weekday):
            guard let first = try? start.adding(days: (weekday - start.weekday + 7) % 7) else { return nil }
            return period.day(step, from: first)
        case .dayOfMonth(let day):
            // The month's first day never needs to be brought to an end, so the wanted day is cut once only.
            return period.day(step, from: start.firstOfMonth).map { Day(number: min($0.number + Int32(day) - 1, $0.lastOfMonth.number)) }
        case .lastDay, .lastWorkingDay:
            return period.day(step, from: start.firstOfMonth)?.lastOfMonth
        case .firstWorkingDay:
            return period.day(step, from: start.firstOfMonth)
        case .weekdayOfMonth(let nth, let weekday):
            return period.day(step, from: start.firstOfMonth).map { Placement.weekdayOfMonth($0, nth, weekday) }
        }
    }

    /// The working day that the placement itself asks for.
    private static func worked(_ nominal: Day, _ placement: Placement, _ workingDays: WorkingDays) -> Day? {
        switch placement {
        case .firstWorkingDay: workingDays.onOrAfter(nominal)
        case .lastWorkingDay: workingDays.onOrBefore(nominal)
        case .asStart, .weekday, .dayOfMonth, .lastDay, .weekdayOfMonth: nominal
        }
    }

    /// The date moved off weekends and holidays, as `shift` says.
    private func shifted(_ day: Day) -> Day? {
        switch shift {
        case .none: day
        case .next: workingDays.onOrAfter(day)
        case .previous: workingDays.onOrBefore(day)
        }
    }

    /// The earliest date of the rule that may fall on `day` or later: a run of free days before it may all move onto it.
    private func earliestNominal(fallingOn day: Day) -> Day {
        shift == .next || placement == .firstWorkingDay ? startOfFreeDays(before: day) : day
    }

    /// The first of the days without work that lead up to `day`.
    private func startOfFreeDays(before day: Day) -> Day {
        var low = day
        while low > .min {
            let before = Day(number: low.number - 1)
            if workingDays.contains(before) { break }
            low = before
        }
        return low
    }

    /// The number of the first date by the rule on or after `day`, by arithmetic and at most a few steps.
    private func firstNumber(onOrAfter day: Day) -> Int {
        let behind =
            switch period {
            case .days(let days): (Int(day.number) - Int(start.number)) / days
            case .months(let months): ((day.year - start.year) * 12 + day.month - start.month) / months
            }
        // A date lies within two periods of where a count of whole periods leads.
        var number = max(0, behind - skipped - 2)
        while let nominal = nominal(number), nominal < day { number += 1 }
        return number
    }
}
