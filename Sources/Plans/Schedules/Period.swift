public import Values

/// A stretch of the calendar: so many days, or so many months.
///
/// A week is seven days; a quarter is three months and a year twelve. Months have no fixed number of days, so the two never mix.
public enum Period: Hashable, Sendable {
    /// So many days.
    case days(Int)
    /// So many months.
    case months(Int)

    /// So many times seven days.
    public static func weeks(_ count: Int) -> Period { .days(7 * count) }
    /// So many times three months.
    public static func quarters(_ count: Int) -> Period { .months(3 * count) }
    /// So many times twelve months.
    public static func years(_ count: Int) -> Period { .months(12 * count) }

    /// The day that lies `times` periods behind `anchor`; nil beyond the calendar.
    ///
    /// Months are counted from the anchor in one step and then brought to the end of the month if need be: a month after January 31st
    /// is the end of February, and two months after it is March 31st again.
    public func day(_ times: Int, from anchor: Day) -> Day? {
        switch self {
        case .days(let days):
            let (offset, overflow) = days.multipliedReportingOverflow(by: times)
            return overflow ? nil : try? anchor.adding(days: offset)
        case .months(let months):
            let (offset, overflow) = months.multipliedReportingOverflow(by: times)
            return overflow ? nil : try? anchor.adding(months: offset)
        }
    }

    /// The number of the period in which a day lies: 0 for that of the anchor, whose month or, for whole weeks, whose week from Monday begins it.
    func number(of day: Day, from anchor: Day) -> Int {
        let (distance, length) =
            switch self {
            case .days(let days): (Int(day.number) - Int(anchor.number) + (days % 7 == 0 ? anchor.weekday - 1 : 0), days)
            case .months(let months): ((day.year - anchor.year) * 12 + day.month - anchor.month, months)
            }
        return distance >= 0 ? distance / length : (distance + 1) / length - 1
    }
}

extension Period {
    /// Words for periods that need no number.
    private static let words: [(word: String, period: Period)] = [
        ("daily", .days(1)), ("weekly", .weeks(1)), ("biweekly", .weeks(2)), ("fortnightly", .weeks(2)), ("monthly", .months(1)),
        ("quarterly", .quarters(1)), ("yearly", .years(1)), ("annually", .years(1)),
    ]

    private static let units: [(unit: String, period: Period)] = [
        ("day", .days(1)), ("week", .weeks(1)), ("month", .months(1)), ("quarter", .quarters(1)), ("year", .years(1)),
    ]

    /// The largest number of a period that is read.
    private static let greatestCount = 100_000

    /// Reads a period as people write it: `monthly`, `month`, `3 months`, `every 2 weeks`.
    public init(_ text: String) throws(PlanError) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if words.first == "every" { words.removeFirst() }
        let count = words.count == 2 ? Int(words.removeFirst()) : 1
        guard words.count == 1, let count, let one = Self.one(words[0]) else {
            let suggestion = words.last.flatMap { Suggestion(for: $0, in: Self.words.map(\.word) + Self.units.map(\.unit)) }
            throw PlanError(.malformed, "\(quoted(text)) is no period", hint: suggestion?.question ?? "write \"monthly\" or \"2 weeks\"")
        }
        guard (1...Self.greatestCount).contains(count) else {
            throw PlanError(.malformed, "\"\(text)\" is no period", hint: "the number goes from 1 to \(Self.greatestCount)")
        }
        self =
            switch one {
            case .days(let days): .days(days * count)
            case .months(let months): .months(months * count)
            }
    }

    /// The period that a word names, in the singular or the plural.
    private static func one(_ word: String) -> Period? {
        words.first { $0.word == word }?.period ?? units.first { $0.unit == word || $0.unit + "s" == word }?.period
    }
}

extension Period: CustomStringConvertible {
    /// The period in words: `2 weeks`, `month`.
    public var description: String {
        let (count, unit) =
            switch self {
            case .days(let days) where days != 0 && days % 7 == 0: (days / 7, "week")
            case .days(let days): (days, "day")
            case .months(let months) where months != 0 && months % 12 == 0: (months / 12, "year")
            case .months(let months): (months, "month")
            }
        return count == 1 ? unit : "\(count) \(unit)s"
    }
}
