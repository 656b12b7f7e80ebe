/// What a time zone's clocks showed and will show, from a file of the system's zone database (RFC 8536).
///
///     try TimeZoneRules(file: bytes).day(of: Instant(iso8601: "2024-01-02T23:30:00Z"))   // in Berlin 2024-01-03
public struct TimeZoneRules: Sendable {
    /// Seconds since the epoch from which an offset holds, in order.
    private var changes: [Int64] = []
    /// The offset from UTC in seconds that begins with each change.
    private var offsets: [Int] = []
    /// The offset before the first change.
    private var first = 0
    /// The rule for what comes after the last change; nil where nothing changes any more.
    private var later: YearlyRule?

    /// Why a file is not of a zone.
    public enum Fault: Error, Sendable {
        /// The file is not of the form that zones are kept in.
        case malformed
    }

    /// Reads a file of the zone database, of version 2 or later, which all of today's are.
    public init(file bytes: [UInt8]) throws(Fault) {
        func number(_ place: Int, _ count: Int) -> Int64 {
            bytes[place..<place + count].reduce(Int64(Int8(bitPattern: bytes[place]) < 0 ? -1 : 0)) { $0 << 8 | Int64($1) }
        }
        /// The six counts of a header: of UT marks, standard marks, leap seconds, changes, types and letters.
        func counts(_ place: Int) throws(Fault) -> [Int] {
            guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else { throw .malformed }
            let counts = (0..<6).map { Int(number(place + 20 + 4 * $0, 4)) }
            guard counts.allSatisfy({ (0...100_000).contains($0) }) else { throw .malformed }
            return counts
        }
        /// How many bytes a block has whose times have so many bytes.
        func size(_ counts: [Int], _ width: Int) -> Int { counts[3] * (width + 1) + counts[4] * 6 + counts[5] + counts[2] * (width + 4) + counts[1] + counts[0] }

        let old = try counts(0)
        guard bytes[4] >= UInt8(ascii: "2") else { throw .malformed }
        let head = 44 + size(old, 4), new = try counts(head), start = head + 44, types = start + new[3] * 9
        guard bytes.count >= start + size(new, 8), new[4] > 0 else { throw .malformed }
        let all = (0..<new[4]).map { Int(number(types + 6 * $0, 4)) }
        first = all[0]
        for place in 0..<new[3] {
            let type = Int(bytes[start + new[3] * 8 + place])
            guard all.indices.contains(type) else { throw .malformed }
            changes.append(number(start + place * 8, 8))
            offsets.append(all[type])
        }
        let footer = bytes[(start + size(new, 8))...].drop { $0 == 10 }.prefix { $0 != 10 }
        later = YearlyRule(String(decoding: footer, as: UTF8.self))
    }

    /// Seconds that the zone's clocks are ahead of UTC at a moment.
    public func offset(at moment: Instant) -> Int {
        let seconds = Int64(Day.floorDivide(Int(moment.microseconds), 1_000_000))
        if let last = changes.last, seconds >= last, let later { return later.offset(at: seconds) }
        if changes.isEmpty, let later { return later.offset(at: seconds) }
        let place = changes.lastIndex { $0 <= seconds }
        return place.map { offsets[$0] } ?? first
    }

    /// The civil day of a moment in the zone.
    public func day(of moment: Instant) -> Day {
        Instant(microseconds: moment.microseconds + Int64(offset(at: moment)) * 1_000_000).day
    }
}

/// A rule of POSIX for the years to come: `CET-1CEST,M3.5.0,M10.5.0/3`.
private struct YearlyRule {
    private let standard: Int
    private let summer: Int?
    private var start = Turn(), end = Turn()

    /// The day and time of a change of the clocks.
    private struct Turn {
        /// `Mm.w.d`, or the number of a day of the year: from 1, without a 29th of February, after `J`; else from 0.
        enum Place {
            case weekday(month: Int, week: Int, day: Int)
            case dayOfYear(Int, countsLeapDay: Bool)
        }
        var place = Place.dayOfYear(0, countsLeapDay: true)
        var seconds = 7200

        /// The second of the epoch at which it comes in a year, by the clocks that show `offset`.
        func moment(in year: Int, _ offset: Int) -> Int64 {
            guard let first = try? Day(year: year, month: 1, day: 1) else { return 0 }
            let day: Int
            switch place {
            case .dayOfYear(let number, true): day = Int(first.number) + number
            case .dayOfYear(let number, false):
                let isLeap = (try? Day(year: year, month: 2, day: 29)) != nil
                day = Int(first.number) + number - 1 + (isLeap && number >= 60 ? 1 : 0)
            case .weekday(let month, let week, let weekday):
                guard let begin = try? Day(year: year, month: month, day: 1) else { return 0 }
                let days = begin.lastOfMonth.day
                // Weekdays are counted from Sunday there, and from Monday here.
                var number = 1 + (weekday - begin.weekday % 7 + 7) % 7 + (week - 1) * 7
                while number > days { number -= 7 }
                day = Int(begin.number) + number - 1
            }
            return Int64(day) * 86_400 + Int64(seconds - offset)
        }
    }

    init?(_ text: String) {
        var reader = RuleReader(rest: text[...])
        // POSIX counts west of Greenwich.
        guard reader.takeName(), let west = reader.takeTime() else { return nil }
        standard = -west
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard reader.takeName() else { return nil }
        summer = reader.rest.first == "," ? standard + 3600 : reader.takeTime().map { -$0 }
        guard let first = reader.takeTurn(), let second = reader.takeTurn(), reader.rest.isEmpty else { return nil }
        (start, end) = (first, second)
    }

    /// Reads a rule from its beginning on.
    private struct RuleReader {
        /// What is still to be read.
        var rest: Substring

        /// Takes the name of a zone's time, `CET` or `<+03>`; false where there is none.
        mutating func takeName() -> Bool {
            if rest.first == "<" {
                guard let close = rest.firstIndex(of: ">") else { return false }
                rest = rest[rest.index(after: close)...]
                return true
            }
            let name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
            return name.count > 2
        }

        private mutating func takeNumber() -> Int? {
            let digits = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }

        /// Takes hours, minutes and seconds; the seconds of all.
        mutating func takeTime() -> Int? {
            let sign = rest.first == "-" ? -1 : 1
            if let mark = rest.first, "+-".contains(mark) { rest = rest.dropFirst() }
            guard var seconds = takeNumber().map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where rest.first == ":" {
                rest = rest.dropFirst()
                seconds += (takeNumber() ?? 0) * unit
            }
            return sign * seconds
        }

        /// Takes the comma and the day and time of a change of the clocks.
        mutating func takeTurn() -> Turn? {
            guard rest.first == "," else { return nil }
            rest = rest.dropFirst()
            guard let place = takePlace() else { return nil }
            guard rest.first == "/" else { return Turn(place: place) }
            rest = rest.dropFirst()
            return takeTime().map { Turn(place: place, seconds: $0) }
        }

        private mutating func takePlace() -> Turn.Place? {
            let isWeekday = rest.first == "M", isJulian = rest.first == "J"
            if isWeekday || isJulian { rest = rest.dropFirst() }
            guard isWeekday else { return takeNumber().flatMap { $0 < 367 ? .dayOfYear($0, countsLeapDay: !isJulian) : nil } }
            var parts: [Int] = []
            for place in 0..<3 {
                if place > 0 { rest = rest.dropFirst() }
                guard let number = takeNumber() else { return nil }
                parts.append(number)
            }
            guard (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2]) else { return nil }
            return .weekday(month: parts[0], week: parts[1], day: parts[2])
        }
    }

    func offset(at seconds: Int64) -> Int {
        guard let summer else { return standard }
        let day = Instant(microseconds: (seconds + Int64(standard)) * 1_000_000).day
        let begin = start.moment(in: day.year, standard), finish = end.moment(in: day.year, summer)
        let isSummer = begin < finish ? begin <= seconds && seconds < finish : !(finish <= seconds && seconds < begin)
        return isSummer ? summer : standard
    }
}
