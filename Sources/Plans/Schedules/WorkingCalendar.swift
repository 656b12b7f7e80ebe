import JSON
public import Values

/// A calendar of working days by name: its weekend and its holidays, as lines of data.
///
/// ```swift
/// let calendar = try WorkingCalendar("office", lines: ["Christmas Day: 12-25 next", "easter +1", "open 2026-12-19"])
/// calendar.workingDays.onOrAfter(day)
/// ```
public struct WorkingCalendar: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// The days, ready to be asked.
    public let workingDays: WorkingDays

    /// A calendar of lines: holidays as `HolidayRule` reads them, and `open 2020-05-04` for a day that is worked on all the same.
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

    /// The lines of data.
    public var lines: [String] {
        workingDays.rules.map(\.description) + workingDays.holidays.sorted().map(\.description) + workingDays.open.sorted().map { "open \($0)" }
    }

    /// The days of a year on which nobody works though they are not of the weekend, and days of the weekend that are holidays, by day.
    public func holidays(of year: Int) -> [(day: Day, name: String)] {
        let single = workingDays.holidays.filter { $0.year == year && !workingDays.open.contains($0) }.map { ($0, "") }
        return (workingDays.holidays(of: year) + single).sorted { ($0.day, $0.name) < ($1.day, $1.name) }
    }
}

extension HolidayRule {
    /// The day of a holiday that is nothing but a day.
    fileprivate var bareDay: Day? {
        guard case .once(let day) = place, self == HolidayRule("", place) else { return nil }
        return day
    }
}

extension WorkingCalendar {
    /// The text that a book keeps.
    public var body: String {
        let weekend = workingDays.weekend.sorted().map { JSONValue.string(CalendarWords.weekdays[$0 - 1]) }
        return JSONValue.object(["weekend": .array(weekend), "holidays": .array(lines.map { .string($0) })]).text()
    }

    /// A calendar from the text that a book keeps.
    public init(_ name: String, body: String) throws(PlanError) {
        let json = try PlanError.reading("calendar \(name)", body)
        try self.init(
            name, weekend: Self.weekend(json["weekend"]?.items?.compactMap(\.text) ?? ["saturday", "sunday"]),
            lines: json["holidays"]?.items?.compactMap(\.text) ?? [])
    }

    /// The numbers of days of the week by their names.
    public static func weekend(_ names: [String]) throws(PlanError) -> Set<Int> {
        var days: Set<Int> = []
        for name in names {
            guard let day = CalendarWords.weekday(name) else {
                let near = nearestName(to: name, in: CalendarWords.weekdays).map { "did you mean \"\($0)\"?" }
                throw PlanError(.malformed, "\"\(name)\" is no day of the week", hint: near ?? "such as \"saturday\"")
            }
            days.insert(day)
        }
        return days
    }
}

extension PlanError {
    /// The document of a text that a book keeps.
    static func reading(_ what: String, _ body: String) throws(PlanError) -> JSONValue {
        do { return try JSONReader.read(Array(body.utf8)) } catch { throw PlanError(.malformed, "\(what) cannot be read: \(error)") }
    }
}
