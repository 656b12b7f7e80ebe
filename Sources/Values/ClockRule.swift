/// When clocks go forward and back each year, in the words of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3` ("TZ" in POSIX.1-2024, Base Definitions 8.3).
struct ClockRule: Sendable {
    private let standard: Int
    /// Summer time, and on which days of the year and seconds of the clock it begins and ends.
    private let summer: (offset: Int, start: Change, end: Change)?

    /// One change of clocks: its day, and the second of that day by the clock until then, which may be of another day.
    private struct Change: Sendable {
        enum Place: Sendable {
            /// A weekday (0 is Sunday) of a month; of five weeks the last.
            case weekday(month: Int, week: Int, day: Int)
            /// A day of the year from 1 on, which never counts the 29th of February.
            case dayWithoutLeap(Int)
            /// A day of the year from 0 on.
            case day(Int)
        }

        let place: Place
        let second: Int
    }

    /// Parses a rule; nil where it is none.
    init?(_ text: String) {
        var text = text[...]
        guard Self.skipName(&text), let west = Self.seconds(&text) else { return nil }
        standard = -west
        if text.isEmpty {
            summer = nil
            return
        }
        guard Self.skipName(&text) else { return nil }
        var offset = standard + 3600
        if text.first != "," {
            guard let west = Self.seconds(&text) else { return nil }
            offset = -west
        }
        guard let start = Self.change(&text), let end = Self.change(&text), text.isEmpty else { return nil }
        summer = (offset, start, end)
    }

    /// The distance from UTC in seconds at a moment in seconds since 1970.
    func offset(at moment: Int) -> Int {
        guard let summer, case let year = Self.year(of: moment + standard), let start = Self.second(of: summer.start, in: year), let end = Self.second(of: summer.end, in: year)
        else { return standard }
        let (begins, ends) = (start - standard, end - summer.offset)
        // Where it is summer over the new year, the end comes first.
        let isSummer = begins < ends ? moment >= begins && moment < ends : moment >= begins || moment < ends
        return isSummer ? summer.offset : standard
    }

    private static func year(of seconds: Int) -> Int { Day(number: Int32(clamping: Day.floorDivide(seconds, 86_400))).year }

    /// The moment of a change in a year by the clock until then, as if that were UTC.
    private static func second(of change: Change, in year: Int) -> Int? {
        let day: Int?
        switch change.place {
        case .day(let number): day = firstDay(of: 1, year).map { $0 + number }
        case .dayWithoutLeap(let number):
            let hasLeapDay = (try? Day(year: year, month: 2, day: 29)) != nil
            day = firstDay(of: 1, year).map { $0 + number - 1 + (hasLeapDay && number >= 60 ? 1 : 0) }
        case .weekday(let month, let week, let weekday): day = self.day(weekday, week, of: month, year)
        }
        return day.map { $0 * 86_400 + change.second }
    }

    /// The first day of a month, as a number of days since 1970.
    private static func firstDay(of month: Int, _ year: Int) -> Int? { (try? Day(year: year, month: month, day: 1)).map { Int($0.number) } }

    /// The first, second, third or fourth of a weekday in a month; the fifth is the last.
    private static func day(_ weekday: Int, _ week: Int, of month: Int, _ year: Int) -> Int? {
        guard let first = firstDay(of: month, year), let next = month == 12 ? firstDay(of: 1, year + 1) : firstDay(of: month + 1, year) else { return nil }
        // The first of January 1970 was a Thursday.
        let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
        let day = first + (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
        return day < next ? day : day - 7
    }

    /// Letters, or anything between `<` and `>`.
    private static func skipName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isASCII && $0.isLetter }
        text = text.dropFirst(name.count)
        return name.count >= 3
    }

    /// Hours, minutes and seconds: `-1`, `5:30`.
    private static func seconds(_ text: inout Substring) -> Int? {
        let sign = text.first == "-" ? -1 : 1
        if text.first == "-" || text.first == "+" { text = text.dropFirst() }
        guard var seconds = number(&text, upTo: 167).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where text.first == ":" {
            text = text.dropFirst()
            guard let part = number(&text, upTo: 59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private static func number(_ text: inout Substring, upTo most: Int) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        text = text.dropFirst(digits.count)
        return Int(digits).flatMap { $0 <= most ? $0 : nil }
    }

    /// `,M3.5.0/2`, `,J60` or `,59`; at two o'clock where no hour is told.
    private static func change(_ text: inout Substring) -> Change? {
        guard text.first == "," else { return nil }
        text = text.dropFirst()
        guard let place = place(&text) else { return nil }
        guard text.first == "/" else { return Change(place: place, second: 7200) }
        text = text.dropFirst()
        return seconds(&text).map { Change(place: place, second: $0) }
    }

    private static func place(_ text: inout Substring) -> Change.Place? {
        if text.first == "J" {
            text = text.dropFirst()
            return number(&text, upTo: 365).flatMap { $0 >= 1 ? .dayWithoutLeap($0) : nil }
        }
        guard text.first == "M" else { return number(&text, upTo: 365).map { .day($0) } }
        text = text.dropFirst()
        guard let month = number(&text, upTo: 12), month >= 1, text.first == "." else { return nil }
        text = text.dropFirst()
        guard let week = number(&text, upTo: 5), week >= 1, text.first == "." else { return nil }
        text = text.dropFirst()
        return number(&text, upTo: 6).map { .weekday(month: month, week: week, day: $0) }
    }
}
