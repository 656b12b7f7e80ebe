import Values

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

    /// Names of places that are no weekday of the month.
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
        nearestName(to: text, in: names).map { "did you mean \"\($0)\"?" } ?? "such as \"first working day\", \"third friday\" or \"last day\""
    }

    /// What `init(day:weekday:on:)` reads it from: the name of the argument and its text; nil for where the first date falls.
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
