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

    /// Refuses numbers that are no days, and places that a period does not have.
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

/// Where a date goes that falls on a weekend or a holiday.
public enum Shift: String, CaseIterable, Sendable {
    /// The date stays where it is.
    case none
    /// The date moves to the next working day.
    case next
    /// The date moves to the working day before.
    case previous
}

extension Placement {
    /// Reads where dates fall from what people write: `day=15`, `day="last"`, `weekday="friday"`, `on="first working day"`. One of them at
    /// most may be given; without any, dates fall as the first one does.
    public init(day: String? = nil, weekday: String? = nil, on words: String? = nil) throws(PlanError) {
        let given = [("day", day), ("weekday", weekday), ("on", words)].compactMap { name, text in text.map { (name, $0) } }
        guard given.count <= 1 else {
            throw PlanError(.badArgument, "\(given[0].0) and \(given[1].0) both say where dates fall", hint: "leave one of them out")
        }
        switch given.first {
        case ("day", let text)?: self = try Self.day(text)
        case ("weekday", let text)?:
            guard let number = CalendarWords.weekday(text) else {
                throw PlanError(.malformed, "\"\(text)\" is no day of the week", hint: Self.hint(text, in: CalendarWords.weekdays))
            }
            self = .weekday(number)
        case (_, let text)?: self = try Self.words(text)
        case nil: self = .asStart
        }
    }

    private static func day(_ text: String) throws(PlanError) -> Placement {
        if text == "-1" || text.lowercased() == "last" { return .lastDay }
        guard let day = Int(text), (1...31).contains(day) else {
            throw PlanError(.badArgument, "there is no day \(text) of a month", hint: "1 to 31, or \"last\"")
        }
        return .dayOfMonth(day)
    }

    /// The words for places that are no weekday of the month.
    private static let named: [(words: String, placement: Placement)] = [
        ("first day", .dayOfMonth(1)), ("first", .dayOfMonth(1)), ("last day", .lastDay), ("last", .lastDay),
        ("first working day", .firstWorkingDay), ("first working", .firstWorkingDay), ("last working day", .lastWorkingDay),
        ("last working", .lastWorkingDay),
    ]

    private static func words(_ text: String) throws(PlanError) -> Placement {
        let words = text.lowercased().split { $0 == " " || $0 == "_" }.drop { $0 == "the" }
        let plain = words.joined(separator: " ")
        if let known = named.first(where: { $0.words == plain }) { return known.placement }
        if words.count == 2, let nth = CalendarWords.ordinal(words[words.startIndex]), let weekday = CalendarWords.weekday(words[words.startIndex + 1]) {
            return .weekdayOfMonth(nth, weekday)
        }
        throw PlanError(.malformed, "\"\(text)\" is no place in a month", hint: hint(plain, in: named.map(\.words)))
    }

    private static func hint(_ text: String, in names: [String]) -> String {
        Suggestion(for: text, in: names)?.question ?? "such as \"first working day\", \"third friday\" or \"last day\""
    }

    /// The placement in words: the argument of `init(day:weekday:on:)` that it is read from, and its text; nil for `asStart`.
    public var words: (name: String, text: String)? {
        switch self {
        case .asStart: nil
        case .weekday(let day): ("weekday", CalendarWords.weekdays[day - 1])
        case .dayOfMonth(let day): ("day", "\(day)")
        case .lastDay: ("on", "last day")
        case .firstWorkingDay: ("on", "first working day")
        case .lastWorkingDay: ("on", "last working day")
        case .weekdayOfMonth(let nth, let day): ("on", "\(CalendarWords.ordinals[nth - 1]) \(CalendarWords.weekdays[day - 1])")
        }
    }
}

/// The words for days and months that people write in rules.
enum CalendarWords {
    /// Monday first.
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    /// January first.
    static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]
    /// First to fourth, and the last, which counts as the fifth.
    static let ordinals = ["first", "second", "third", "fourth", "last"]

    /// 1 for Monday to 7 for Sunday, by the whole word or its first three letters or more.
    static func weekday(_ word: some StringProtocol) -> Int? { number(of: word, in: weekdays) }
    /// 1 to 12, by the whole word or its first three letters or more.
    static func month(_ word: some StringProtocol) -> Int? { number(of: word, in: months) }
    /// 1 to 5, where 5 is the last.
    static func ordinal(_ word: some StringProtocol) -> Int? { ordinals.firstIndex(of: word.lowercased()).map { $0 + 1 } }

    private static func number(of word: some StringProtocol, in words: [String]) -> Int? {
        let word = word.lowercased()
        return word.count >= 3 ? words.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 } : nil
    }
}
