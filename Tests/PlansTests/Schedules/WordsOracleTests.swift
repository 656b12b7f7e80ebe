import Plans
import Testing
import Values

/// Rules as people write them, against a walk over every day of thirty years that knows nothing of how they are worked out.
@Suite("Rules in words, day by day over thirty years")
struct WordsOracleTests {
    struct Rule: Sendable, CustomStringConvertible {
        var every: String
        var day: String?
        var weekday: String?
        var on: String?
        /// Whether a day of the walk is one of the rule's; `steps` counts days since the first, `months` the months since its month.
        var fits: @Sendable (_ day: OracleDay, _ first: OracleDay, _ month: [OracleDay]) -> Bool
        /// How many months lie between two dates; nil for rules of days.
        var months: Int?

        var description: String { "every \(every) \(day ?? weekday ?? on ?? "")" }
    }

    static let starts = ["1999-12-31", "2000-02-29", "2000-01-31", "2000-01-30", "2001-03-01", "2004-02-29", "2003-04-30", "2000-05-15"]

    static let rules: [Rule] = {
        var rules: [Rule] = []
        for (words, step) in [
            ("day", 1), ("daily", 1), ("3 days", 3), ("week", 7), ("weekly", 7), ("biweekly", 14), ("2 weeks", 14), ("every 5 weeks", 35), ("30 days", 30),
        ] {
            rules.append(Rule(every: words, fits: { day, first, _ in (day.steps - first.steps) % step == 0 }))
        }
        for (place, name) in OracleDay.weekdays.enumerated() {
            for (words, weeks) in [("week", 1), ("biweekly", 2), ("3 weeks", 3)] {
                rules.append(
                    Rule(
                        every: words, weekday: name,
                        fits: { day, first, _ in
                            let wait = (place + 1 - first.weekday + 7) % 7
                            return day.weekday == place + 1 && (day.steps - first.steps - wait) % (7 * weeks) == 0
                        }))
            }
        }
        for (words, months) in [("month", 1), ("monthly", 1), ("quarter", 3), ("3 months", 3), ("year", 12), ("annually", 12), ("5 months", 5), ("2 years", 24)] {
            rules.append(Rule(every: words, fits: { day, first, month in day.day == min(first.day, month.count) }, months: months))
            for number in [1, 2, 15, 28, 29, 30, 31] {
                rules.append(Rule(every: words, day: "\(number)", fits: { day, _, month in day.day == min(number, month.count) }, months: months))
            }
            for word in ["-1", "last"] { rules.append(Rule(every: words, day: word, fits: { day, _, month in day.day == month.count }, months: months)) }
            rules.append(Rule(every: words, on: "last day", fits: { day, _, month in day.day == month.count }, months: months))
            rules.append(Rule(every: words, on: "first day", fits: { day, _, _ in day.day == 1 }, months: months))
            rules.append(Rule(every: words, on: "first working day", fits: { day, _, month in month.first { $0.isWorked }!.day == day.day }, months: months))
            rules.append(Rule(every: words, on: "Last Working Day", fits: { day, _, month in month.last { $0.isWorked }!.day == day.day }, months: months))
            for (nth, ordinal) in ["first", "second", "third", "fourth"].enumerated() {
                rules.append(Rule(every: words, on: "\(ordinal) friday", fits: { day, _, month in month.filter { $0.weekday == 5 }[nth].day == day.day }, months: months))
            }
            for (place, name) in OracleDay.weekdays.enumerated() {
                rules.append(Rule(every: words, on: "last \(name)", fits: { day, _, month in month.last { $0.weekday == place + 1 }!.day == day.day }, months: months))
            }
        }
        return rules
    }()

    @Test("Every kind of rule, from awkward first days, with and without shifts, on a calendar of holidays", arguments: rules)
    func oracle(rule: Rule) throws {
        let free = OracleDay.holidays
        let calendar = try WorkingDays(holidays: Set(free.map { try Day($0) }))
        for (number, start) in Self.starts.enumerated() {
            let shift = Shift.allCases[number % 3], until = number % 2 == 0 ? "2029-06-30" : nil, count = number % 4 == 3 ? 17 : nil
            let schedule = try Schedule(
                from: Day(start), every: Period(rule.every), on: Placement(day: rule.day, weekday: rule.weekday, on: rule.on),
                until: until.map { try Day($0) }, count: count, shift: shift, workingDays: calendar)
            let walked = walk(rule, from: start, until: until, count: count)
            let moved = walked.map { OracleDay.moved($0, shift) }
            let found = schedule.occurrences(from: .min, to: try Day("2030-06-30")).prefix(walked.count)
            // What is kept of the first or last working day is the month's first or last day, whoever works then.
            let isWorking = rule.on?.lowercased().contains("working") ?? false
            let kept = found.map { isWorking ? String($0.nominal.description.prefix(7)) : $0.nominal.description }
            #expect(kept == walked.map { isWorking ? String($0.text.prefix(7)) : $0.text }, "\(rule) from \(start)")
            #expect(found.map(\.date.description) == moved.map(\.text), "\(rule) from \(start), \(shift)")
            // Nothing beyond what the walk saw lies in the years that it walked.
            let all = schedule.occurrences(from: .min, to: try Day("2029-12-31")).filter { $0.nominal <= (try! Day("2029-12-31")) }
            #expect(all.count <= walked.count, "\(rule) from \(start)")
        }
    }

    private func walk(_ rule: Rule, from start: String, until: String?, count: Int?) -> [OracleDay] {
        let months = OracleDay.months.drop { $0.last!.text < start }
        let first = months.first!.first { $0.text == start }!
        var result: [OracleDay] = []
        for (number, month) in months.enumerated() where rule.months.map({ number % $0 == 0 }) ?? true {
            result += month.filter { $0.text >= start && until.map($0.isUpTo) ?? true && rule.fits($0, first, month) }
        }
        return count.map { Array(result.prefix($0)) } ?? result
    }
}

/// A day of the walk, worked out from the day before it and nothing else.
struct OracleDay: Sendable {
    var year: Int
    var month: Int
    var day: Int
    /// 1 for Monday.
    var weekday: Int
    /// Days since the walk began.
    var steps: Int

    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    /// Some days without work, some of them in a row over the end of a month.
    static let holidays: Set = [
        "2000-01-03", "2000-05-01", "2001-12-31", "2002-01-01", "2002-01-02", "2004-02-27", "2004-03-01", "2008-02-29", "2010-12-30", "2010-12-31", "2016-02-29",
        "2018-06-29", "2018-07-02", "2021-05-31", "2024-02-29", "2024-03-01", "2027-01-01",
    ]

    var text: String { "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)" }
    var isWorked: Bool { weekday < 6 && !Self.holidays.contains(text) }
    func isUpTo(_ other: String) -> Bool { text <= other }

    /// The months from December 1999 on, thirty years of them, as lists of days.
    static let months: [[OracleDay]] = {
        // December 1st 1999 was a Wednesday.
        var day = OracleDay(year: 1999, month: 12, day: 1, weekday: 3, steps: 0), months: [[OracleDay]] = []
        while day.year < 2030 {
            if day.day == 1 { months.append([]) }
            months[months.count - 1].append(day)
            day = day.next
        }
        return months
    }()

    private static let all: [OracleDay] = months.flatMap { $0 }

    private var next: OracleDay {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        var next = self
        (next.steps, next.weekday, next.day) = (steps + 1, weekday % 7 + 1, day + 1)
        if next.day > length { (next.day, next.month) = (1, month + 1) }
        if next.month > 12 { (next.month, next.year) = (1, year + 1) }
        return next
    }

    /// Where a day is moved to; the walk's own last days stay.
    static func moved(_ day: OracleDay, _ shift: Shift) -> OracleDay {
        var place = day.steps
        while shift != .none, !all[place].isWorked {
            let step = shift == .next ? 1 : -1
            guard all.indices.contains(place + step) else { break }
            place += step
        }
        return all[place]
    }
}
