public import Values

/// An axis of days with its ticks on the calendar: first days of weeks, months, quarters, half years and years, never days of rows.
public struct CalendarAxis: Hashable, Sendable {
    /// The first day with a place.
    public let first: Day
    /// The last day with a place.
    public let last: Day
    /// The ticks, ascending; the position of each is the number of its day. The year stands in the second line of the first tick and of the first of each year.
    public private(set) var ticks: [AxisTick]

    /// From one tick to the next.
    package enum Step: Hashable, Sendable {
        /// So many days, from the first of each month on.
        case days(Int)
        /// So many weeks, on Mondays.
        case weeks(Int)
        /// So many months: 1, 3 or 6, from January on.
        case months(Int)
        /// So many years, the year being a multiple of them.
        case years(Int)

        /// About how many days it is.
        var length: Int {
            switch self {
            case .days(let count): count
            case .weeks(let count): count * 7
            case .months(let count): count * 30
            case .years(let count): count * 365
            }
        }

        /// All steps, the shortest first.
        static let all: [Step] =
            [.days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(3), .months(6)] + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { .years($0) }
    }

    /// The step that was chosen.
    package let step: Step

    /// An axis from a day to a later one or the same, with at most about so many ticks. `monthFirst` tells whether days are written `Mar 3` and not `3 Mar`.
    public init(from first: Day, to last: Day, wanted: Int, monthFirst: Bool = false) {
        precondition(first <= last, "a calendar goes forward")
        (self.first, self.last) = (first, last)
        let most = max(2, wanted), span = first.days(to: last)
        let fitting = Step.all.filter { span / $0.length <= most }
        // The shortest step whose ticks have room.
        var chosen = fitting.last ?? .years(5000), days: [Day] = [first]
        for step in fitting {
            let places = Self.days(step, from: first, to: last)
            if places.count <= most, !places.isEmpty {
                (chosen, days) = (step, places)
                break
            }
        }
        step = chosen
        var year: Int?
        ticks = days.map { day in
            let civil = day.civil, isNew = civil.year != year
            year = civil.year
            switch chosen {
            case .years: return AxisTick(Double(day.number), String(civil.year))
            case .months: return AxisTick(Double(day.number), Self.months[civil.month - 1], detail: isNew ? String(civil.year) : "")
            case .days, .weeks:
                let month = Self.months[civil.month - 1]
                return AxisTick(Double(day.number), monthFirst ? "\(month) \(civil.day)" : "\(civil.day) \(month)", detail: isNew ? String(civil.year) : "")
            }
        }
    }

    /// An axis for days with a place. Where each of them ends a year, a quarter or a month, what is told of one is the figure of that period, and ticks that would
    /// stand as near to one another as the days do stand at these and are called so; the last may be a day within its period.
    ///
    /// `days` ascend and are not empty.
    package init(covering days: [Day], wanted: Int, monthFirst: Bool = false) {
        self.init(from: days[0], to: days[days.count - 1], wanted: wanted, monthFirst: monthFirst)
        guard days.count > 1, let perYear = Self.periodsEnded(by: days) else { return }
        let months = 12 / perYear, perStep: Int
        switch step {
        case .days, .weeks: perStep = 1
        case .months(let count): perStep = max(1, count / months)
        case .years(let count):
            // Between the first days of years a month or a quarter is not told from its neighbours.
            guard perYear == 1 else { return }
            perStep = count
        }
        var year: Int?
        ticks = days.compactMap { day in
            let period = Period(day, perYear: perYear)
            guard period.number % perStep == 0 else { return nil }
            let own = day.civil.year, isNew = own != year
            year = own
            if perYear == 1 { return AxisTick(Double(day.number), String(own)) }
            let label = perYear == 4 ? "Q\(day.quarter)" : Self.months[day.civil.month - 1]
            return AxisTick(Double(day.number), label, detail: isNew ? String(own) : "")
        }
    }

    /// How many periods a year has, 1, 4 or 12, where each day but the last ends another of them; nil where days are not such.
    private static func periodsEnded(by days: [Day]) -> Int? {
        [1, 4, 12].first { perYear in
            let periods = days.map { Period($0, perYear: perYear).number }
            return days.dropLast().allSatisfy { Period(Day(number: $0.number + 1), perYear: perYear).number > Period($0, perYear: perYear).number }
                && zip(periods, periods.dropFirst()).allSatisfy { $0 < $1 }
        }
    }

    /// Where a day stands, 0 at the first and 1 at the last; a half where both are one.
    public func place(_ day: Day) -> Double { place(Double(day.number)) }

    /// Where the number of a day stands.
    public func place(_ number: Double) -> Double {
        first == last ? 0.5 : (number - Double(first.number)) / Double(first.days(to: last))
    }

    /// The days of ticks within a span. Ends with the first day beyond it, so that it costs no more than the ticks.
    private static func days(_ step: Step, from first: Day, to last: Day) -> [Day] {
        var days: [Day] = []
        switch step {
        case .days(let count):
            for number in first.number...last.number {
                let day = Day(number: number)
                if (day.day - 1) % count == 0, count == 1 || day.day < 31 { days.append(day) }
            }
        case .weeks(let count):
            // Monday, 5 January 1970 is the first of a pair of weeks.
            let period = Int32(7 * count), behind = ((first.number - 4) % period + period) % period
            for number in stride(from: first.number + (behind == 0 ? 0 : period - behind), through: last.number, by: Int(period)) { days.append(Day(number: number)) }
        case .months(let count): days = starts(everyMonths: count, from: first, to: last)
        case .years(let count): days = starts(everyMonths: 12 * count, from: first, to: last)
        }
        return days
    }

    private static func starts(everyMonths count: Int, from first: Day, to last: Day) -> [Day] {
        let civil = first.civil
        var month = civil.year * 12 + civil.month - 1, days: [Day] = []
        if civil.day > 1 { month += 1 }
        month += (count - month % count) % count
        while let day = try? Day(year: month / 12, month: month % 12 + 1, day: 1), day <= last {
            days.append(day)
            month += count
        }
        return days
    }

    /// English abbreviations, January first.
    package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
