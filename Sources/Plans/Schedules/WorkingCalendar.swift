import JSON
public import Values

/// A calendar of working days by name: its weekend and its holidays, as lines of data.
///
/// ```swift
/// let calendar = try WorkingCalendar("office", lines: ["Christmas Day: 12-25 next", "easter +1", "open 2026-12-19"])
/// calendar.workingDays.onOrAfter(day)
/// ```
public struct WorkingCalendar: Hashable, Sendable {
    /// The name of the calendar.
    public let name: String
    /// Which days are working days.
    public let workingDays: WorkingDays

    /// A calendar by its lines: holidays as `HolidayRule` reads them, and `open 2020-05-04` for a day that is worked on all the same.
    public init(_ name: String, weekend: Set<Int> = [6, 7], lines: [String]) throws(PlanError) {
        var rules: [HolidayRule] = [], open: Set<Day> = []
        for line in lines {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count == 2, words[0].lowercased() == "open", let day = try? Day(String(words[1])) {
                open.insert(day)
            } else {
                rules.append(try HolidayRule(line))
            }
        }
        self.name = name
        // Single days without a name may be many, and need no rule.
        let days = rules.compactMap(\.bareDay)
        workingDays = try WorkingDays(weekend: weekend, holidays: Set(days), rules: rules.filter { $0.bareDay == nil }, open: open)
    }

    /// The lines that the calendar is made of, as `init` reads them.
    public var lines: [String] {
        workingDays.rules.map(\.description) + workingDays.holidays.sorted().map(\.description) + workingDays.open.sorted().map { "open \($0)" }
    }

    /// The holidays of a year with their names, by day; those that fall on a weekend too.
    public func holidays(of year: Int) -> [(day: Day, name: String)] {
        let single = workingDays.holidays.filter { $0.year == year && !workingDays.open.contains($0) }.map { ($0, "") }
        return (workingDays.holidays(of: year) + single).sorted { ($0.day, $0.name) < ($1.day, $1.name) }
    }
}

extension HolidayRule {
    /// The day of a holiday that is one day without a name; nil for every other holiday.
    fileprivate var bareDay: Day? {
        guard case .once(let day) = place, self == HolidayRule("", place) else { return nil }
        return day
    }
}

extension WorkingCalendar {
    /// The calendar as the JSON text that a book keeps.
    public var body: String {
        let weekend = workingDays.weekend.sorted().map { JSONValue.string(CalendarWords.weekdays[$0 - 1]) }
        return JSONValue.object(["weekend": .array(weekend), "holidays": .array(lines.map { .string($0) })]).text()
    }

    /// A calendar from the JSON text that a book keeps.
    public init(_ name: String, body: String) throws(PlanError) {
        let json = try PlanError.reading("calendar \(name)", body)
        try self.init(
            name, weekend: Self.weekend(json["weekend"]?.items?.compactMap(\.text) ?? ["saturday", "sunday"]),
            lines: json["holidays"]?.items?.compactMap(\.text) ?? [])
    }

    /// The numbers of the days of a weekend, 1 for Monday to 7 for Sunday, by their names.
    public static func weekend(_ names: [String]) throws(PlanError) -> Set<Int> {
        var days: Set<Int> = []
        for name in names {
            guard let day = CalendarWords.weekday(name) else {
                let near = Suggestion(for: name, in: CalendarWords.weekdays)?.question
                throw PlanError(.malformed, "\"\(name)\" is no day of the week", hint: near ?? "such as \"saturday\"")
            }
            days.insert(day)
        }
        return days
    }
}

/// Which days are working days: all but weekends and holidays.
public struct WorkingDays: Hashable, Sendable {
    /// The days of the week that are the weekend, 1 for Monday to 7 for Sunday.
    public let weekend: Set<Int>
    /// Single days that are holidays.
    public let holidays: Set<Day>
    /// Holidays that come every year by a rule.
    public let rules: [HolidayRule]
    /// Days that are working days whatever the rest says.
    public let open: Set<Day>

    /// The most rules of a calendar; so many cannot make holidays of a whole year.
    private static let mostRules = 100

    /// Monday to Friday, but for holidays. At least one day of the week is worked on.
    public init(weekend: Set<Int> = [6, 7], holidays: Set<Day> = [], rules: [HolidayRule] = [], open: Set<Day> = []) throws(PlanError) {
        guard weekend.isSubset(of: Set(1...7)) else {
            throw PlanError(.badArgument, "a weekend is made of days 1 (Monday) to 7 (Sunday)")
        }
        guard weekend.count < 7 else { throw PlanError(.badArgument, "a weekend cannot last the whole week") }
        guard rules.count <= Self.mostRules else { throw PlanError(.badArgument, "a calendar has at most \(Self.mostRules) rules") }
        self.weekend = weekend
        self.holidays = holidays
        self.rules = rules
        self.open = open
    }

    /// Monday to Friday.
    public static let mondayToFriday = try! WorkingDays()

    /// Whether a day is a working day.
    public func contains(_ day: Day) -> Bool {
        if open.contains(day) { return true }
        return !weekend.contains(day.weekday) && !holidays.contains(day) && !isHolidayByRule(day)
    }

    /// The holidays of a year by the rules, with their names, by day: each day itself, and the day off instead of it where it falls on a weekend.
    public func holidays(of year: Int) -> [(day: Day, name: String)] {
        (year - 1...year + 1).flatMap(byRule).filter { $0.day.year == year && !open.contains($0.day) }.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
    }

    private func isHolidayByRule(_ day: Day) -> Bool {
        if rules.isEmpty { return false }
        let year = day.year
        // What is observed on another day may be in the year beside.
        let years = year - (day.month == 1 ? 1 : 0)...year + (day.month == 12 ? 1 : 0)
        return years.contains { byRule($0).contains { $0.day == day } }
    }

    /// The holidays that the rules give to a year, some of them perhaps observed in the year beside.
    private func byRule(_ year: Int) -> [(day: Day, name: String)] {
        var found: [(day: Day, name: String)] = [], moved: [(day: Day, name: String)] = []
        for rule in rules {
            guard let day = rule.day(in: year) else { continue }
            found.append((day, rule.name))
            let shift: Int32 =
                switch rule.observance {
                case .none, .next: 0
                case .monday: day.weekday == 7 ? 1 : 0
                case .nearest: day.weekday == 7 ? 1 : day.weekday == 6 ? -1 : 0
                }
            if shift != 0 { moved.append((Day(number: day.number + shift), rule.name)) }
        }
        // Those that go to the next free place look at all the others, in the order of the year.
        let waiting = rules.filter { $0.observance == .next }.compactMap { rule in rule.day(in: year).map { ($0, rule.name) } }.sorted { $0.0 < $1.0 }
        for (day, name) in waiting where weekend.contains(day.weekday) {
            var next = day
            repeat { next.number += 1 } while weekend.contains(next.weekday) || (found + moved).contains { $0.day == next }
            moved.append((next, name))
        }
        return found + moved
    }

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
