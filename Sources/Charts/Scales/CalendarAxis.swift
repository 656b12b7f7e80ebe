public import Values

/// An axis of days with its ticks on the calendar: first days of weeks, months, quarters, half years and years, never days of rows. Bars have ticks of their own.
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

extension CalendarAxis {
    /// Ticks for bars: each stands below a bar and tells that one's day, or the month, quarter or year that it ends. A tick of the calendar would stand below
    /// whichever bar is near, and call it by the wrong name.
    ///
    /// - Parameters:
    ///   - days: the days of the bars, ascending and not empty.
    ///   - columns: how many characters have room below them, side by side.
    ///   - monthFirst: whether days are written `Mar 3` and not `3 Mar`.
    package static func ticks(ofBars days: [Day], columns: Int, monthFirst: Bool = false) -> [AxisTick] {
        if days.count > 1, let perYear = periodsEnded(by: days) {
            let bars = days.map { (day: $0, period: Period($0, perYear: perYear).number) }
            // What happened at the end of some months is told by its day; a bar for each of them is the figure of that month.
            if zip(bars, bars.dropFirst()).allSatisfy({ $1.period == $0.period + 1 }) { return ticks(of: bars, perYear: perYear, columns: columns) }
        }
        let most = max(1, columns / 8), room = days[0].days(to: days[days.count - 1]) / most
        if days.count > 3 * most { return ticks(ofDense: days, wanted: max(2, columns / 12), monthFirst: monthFirst) }
        var kept: [Day] = [], year: Int?
        for day in days where kept.last.map({ $0.days(to: day) >= room }) ?? true { kept.append(day) }
        return kept.map { day in
            let civil = day.civil, month = months[civil.month - 1], isNew = civil.year != year
            year = civil.year
            return AxisTick(Double(day.number), monthFirst ? "\(month) \(civil.day)" : "\(civil.day) \(month)", detail: isNew ? String(civil.year) : "")
        }
    }

    /// The same where bars are so near to one another that most have no label: the first of each year, month or week is told.
    private static func ticks(ofDense days: [Day], wanted: Int, monthFirst: Bool) -> [AxisTick] {
        let axis = CalendarAxis(from: days[0], to: days[days.count - 1], wanted: wanted, monthFirst: monthFirst)
        return axis.ticks.compactMap { tick in
            guard let day = days.first(where: { Double($0.number) >= tick.position }) else { return nil }
            let civil = day.civil, start = Day(number: Int32(tick.position)).civil, month = months[civil.month - 1]
            let isWithin =
                switch axis.step {
                case .years: civil.year == start.year
                case .months: (civil.year, civil.month) == (start.year, start.month)
                case .days, .weeks: false
                }
            let own = monthFirst ? "\(month) \(civil.day)" : "\(civil.day) \(month)"
            return AxisTick(
                Double(day.number), isWithin ? tick.label : own, detail: isWithin || !tick.detail.isEmpty ? tick.detail : civil.year == start.year ? "" : String(civil.year))
        }
    }

    /// The same where each bar ends a period: of months that have no room those of quarters, half years or years are told.
    private static func ticks(of bars: [(day: Day, period: Int)], perYear: Int, columns: Int) -> [AxisTick] {
        let count = bars[bars.count - 1].period - bars[0].period + 1, most = max(1, columns / (perYear == 12 ? 5 : 6))
        let steps = perYear == 12 ? [1, 3, 6] : perYear == 4 ? [1, 2] : []
        let step = (steps + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map { $0 * perYear }).first { count / $0 < most } ?? 5000 * perYear
        var kept = bars.filter { $0.period % step == 0 }
        if kept.isEmpty { kept = [bars[0]] }
        var year: Int?
        return kept.map { day, period in
            let own = day.civil.year, isNew = own != year
            year = own
            if step >= perYear { return AxisTick(Double(day.number), String(own)) }
            return AxisTick(Double(day.number), perYear == 4 ? "Q\(day.quarter)" : months[day.civil.month - 1], detail: isNew ? String(own) : "")
        }
    }
}
