public import Values

/// A holiday that comes again each year, or one that comes once, as a line of data.
///
/// A line is a place in the year, with a name before it and conditions behind it as need be:
///
///     Christmas Day: 12-25 next
///     third monday of january since 1986
///     Good Friday: easter -2
///     2022-09-19
public struct HolidayRule: Hashable, Sendable {
    /// Where in the year a holiday falls.
    public enum Place: Hashable, Sendable {
        /// Once, on a day.
        case once(Day)
        /// Each year on a day of a month.
        case date(month: Int, day: Int)
        /// On the first to fourth, or with 5 the last, such weekday of a month.
        case weekday(nth: Int, weekday: Int, month: Int)
        /// So many days after Easter Sunday, or before it where negative.
        case easter(Int)
    }

    /// Which day is off instead where the holiday falls on a weekend.
    public enum Observance: String, CaseIterable, Sendable {
        /// None.
        case none
        /// For a Sunday the Monday behind it.
        case monday
        /// For a Saturday the Friday before it, for a Sunday the Monday behind it.
        case nearest
        /// The next day that is neither of the weekend nor another holiday.
        case next
    }

    /// The name of the holiday; may be empty.
    public var name: String
    /// Where in the year it falls.
    public var place: Place
    /// Which day is off instead where the holiday falls on a weekend.
    public var observance: Observance
    /// The first year that has it.
    public var since: Int?
    /// The last year that has it.
    public var until: Int?

    /// A holiday.
    public init(_ name: String, _ place: Place, observed observance: Observance = .none, since: Int? = nil, until: Int? = nil) {
        (self.name, self.place, self.observance, self.since, self.until) = (name, place, observance, since, until)
    }

    /// The day itself in a year, wherever it is observed; nil where the year has none.
    func day(in year: Int) -> Day? {
        if since.map({ year < $0 }) ?? false || until.map({ year > $0 }) ?? false { return nil }
        switch place {
        case .once(let day): return day.year == year ? day : nil
        case .date(let month, let day): return try? Day(year: year, month: month, day: day)
        case .easter(let offset): return Easter.sunday(of: year).flatMap { try? $0.adding(days: offset) }
        case .weekday(let nth, let weekday, let month):
            return (try? Day(year: year, month: month, day: 1)).map { Placement.weekdayOfMonth($0, nth, weekday) }
        }
    }
}

extension HolidayRule: CustomStringConvertible {
    /// The line of data.
    public var description: String {
        var words: [String] = name.isEmpty ? [] : ["\(name):"]
        switch place {
        case .once(let day): words.append(day.description)
        case .date(let month, let day): words.append((month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)")
        case .easter(let offset): words += ["easter"] + (offset == 0 ? [] : [offset > 0 ? "+\(offset)" : "\(offset)"])
        case .weekday(let nth, let weekday, let month):
            words += [CalendarWords.ordinals[nth - 1], CalendarWords.weekdays[weekday - 1], "of", CalendarWords.months[month - 1]]
        }
        if observance != .none { words.append(observance.rawValue) }
        if let since { words += ["since", "\(since)"] }
        if let until { words += ["until", "\(until)"] }
        return words.joined(separator: " ")
    }

    /// Reads a line of data.
    public init(_ line: String) throws(PlanError) {
        var name = "", text = Substring(line)
        if let colon = line.lastIndex(of: ":") { (name, text) = (String(line[..<colon].trimmed), line[line.index(after: colon)...]) }
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        guard let place = Self.place(&words) else { throw Self.fault(line) }
        self.init(name, place)
        while let word = words.popFirst() {
            if let observance = Observance(rawValue: word.lowercased()) {
                self.observance = observance
            } else if let year = words.popFirst().flatMap({ Int($0) }), (1...9999).contains(year), ["since", "until"].contains(word.lowercased()) {
                if word.lowercased() == "since" { since = year } else { until = year }
            } else {
                throw Self.fault(line)
            }
        }
    }

    private static func fault(_ line: String) -> PlanError {
        PlanError(
            .malformed, "\"\(line)\" is no holiday",
            hint: "write \"12-25 next\", \"third monday of january\", \"easter -2\" or \"2026-06-05\", with a name and a colon before it if you like")
    }

    private static func place(_ words: inout ArraySlice<Substring>) -> Place? {
        guard let first = words.popFirst() else { return nil }
        if first.lowercased() == "easter" {
            guard let offset = words.first.flatMap({ Int($0) }) else { return .easter(0) }
            words.removeFirst()
            return (-200...200).contains(offset) ? .easter(offset) : nil
        }
        if let nth = CalendarWords.ordinal(first) {
            guard words.count >= 3, let weekday = words.popFirst().flatMap({ CalendarWords.weekday($0) }), words.popFirst()?.lowercased() == "of",
                let month = words.popFirst().flatMap({ CalendarWords.month($0) })
            else { return nil }
            return .weekday(nth: nth, weekday: weekday, month: month)
        }
        if let day = try? Day(String(first)) { return .once(day) }
        let parts = first.split(separator: "-", omittingEmptySubsequences: false)
        // Whatever year: a leap year has all days that there are.
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let month = Int(parts[0]), let day = Int(parts[1]),
            (try? Day(year: 2000, month: month, day: day)) != nil
        else { return nil }
        return .date(month: month, day: day)
    }
}

/// Easter, from which the movable feasts are counted.
private enum Easter {
    /// Easter Sunday of a year of the Gregorian calendar.
    ///
    /// The rule that J.-M. Oudin worked out in 1940, as J. Meeus prints it ("Astronomical Algorithms", chapter 8).
    static func sunday(of year: Int) -> Day? {
        let golden = year % 19, century = year / 100
        var epact = (century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15) % 30
        epact -= (epact / 28) * (1 - (29 / (epact + 1)) * ((21 - golden) / 11))
        let weekday = (year + year / 4 + epact + 2 - century + century / 4) % 7
        let offset = epact - weekday, month = 3 + (offset + 40) / 44
        return try? Day(year: year, month: month, day: offset + 28 - 31 * (month / 4))
    }
}
