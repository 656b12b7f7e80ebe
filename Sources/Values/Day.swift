/// A civil date of the proleptic Gregorian calendar, without time or zone.
///
/// Days are numbered, so that ordering, differences and steps of days are plain arithmetic. Those of the years 0001 to 9999 can be
/// read and made; see `Day.min` and `Day.max`.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public var number: Int32

    /// A day's number as storage holds it, taken as it is.
    @inlinable public init(number: Int32) { self.number = number }
    /// Whether a day is earlier.
    @inlinable public static func < (a: Day, b: Day) -> Bool { a.number < b.number }

    /// 0001-01-01.
    @inlinable public static var min: Day { Day(number: -719_162) }
    /// 9999-12-31.
    @inlinable public static var max: Day { Day(number: 2_932_896) }
    /// 1970-01-01.
    @inlinable public static var epoch: Day { Day(number: 0) }

    /// The days from one day to another; negative where the other is earlier.
    @inlinable
    public func days(to other: Day) -> Int { Int(other.number) - Int(number) }

    /// The day so many days later, or earlier where negative.
    public func adding(days: Int) throws(DayError) -> Day {
        let (sum, overflow) = Int(number).addingReportingOverflow(days)
        guard !overflow, (Int(Day.min.number)...Int(Day.max.number)).contains(sum) else {
            throw .outOfRange(step: "\(self) \(signed(days)) days")
        }
        return Day(number: Int32(sum))
    }
}

extension Day {
    /// The day so many days earlier, or later where negative.
    public func subtracting(days: Int) throws(DayError) -> Day {
        // The smallest number has no negative; no day is so far away in any case.
        if days == .min { throw .outOfRange(step: "\(self) + \(days.magnitude) days") }
        return try adding(days: -days)
    }
}

/// A count with its sign set apart, as it stands in a message: `+ 3`, `- 3`.
private func signed(_ count: Int) -> String {
    count < 0 ? "- \(count.magnitude)" : "+ \(count)"
}

// Conversion between day numbers and year, month and day is by Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms",
// https://howardhinnant.github.io/date_algorithms.html (days_from_civil, civil_from_days). A year is taken to begin in March, so
// that the leap day is its last, and years are gathered in eras of 400, which all have 146,097 days.

extension Day {
    /// A day of the years 1 to 9999; the error says which field is wrong.
    public init(year: Int, month: Int, day: Int) throws(DayError) {
        try self.init(year: year, month: month, day: day) { "\(year)-\(month)-\(day)" }
    }

    /// A day of the years 1 to 9999; `text` is what an error calls it.
    private init(year: Int, month: Int, day: Int, text: () -> String) throws(DayError) {
        guard (1...9999).contains(year) else { throw .noSuchDay(text: text(), reason: "years go from 0001 to 9999") }
        guard (1...12).contains(month) else { throw .noSuchDay(text: text(), reason: "there is no month \(month)") }
        let last = Day.daysInMonth(year: year, month: month)
        guard (1...last).contains(day) else {
            throw .noSuchDay(text: text(), reason: "\(Day.monthNames[month - 1]) \(year) has \(last) days\(day < 1 ? ", counted from 1" : "")")
        }
        self.init(number: Int32(Day.number(year: year, month: month, day: day)))
    }

    /// The number of a day known to exist.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Year, month (1 to 12) and day of the month at once.
    public var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = Day.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// 1 to 9999, for a day that was made or read.
    public var year: Int { civil.year }
    /// 1 to 12.
    public var month: Int { civil.month }
    /// 1 to 31, the day of the month.
    public var day: Int { civil.day }

    /// 1 for Monday to 7 for Sunday, as ISO 8601 counts.
    public var weekday: Int { (Int(number) + 3) - Day.floorDivide(Int(number) + 3, 7) * 7 + 1 }

    /// Saturday or Sunday.
    public var isWeekend: Bool { weekday >= 6 }

    /// 1 for the first of January to 365 or 366.
    public var dayOfYear: Int { Int(number) - Day.number(year: year, month: 1, day: 1) + 1 }

    /// 1 to 4.
    public var quarter: Int { (month - 1) / 3 + 1 }

    /// The first day of the day's month.
    public var firstOfMonth: Day { Day(number: number &- Int32(day - 1)) }

    /// The last day of the day's month.
    public var lastOfMonth: Day {
        let (year, month, day) = civil
        return Day(number: number &+ Int32(Day.daysInMonth(year: year, month: month) - day))
    }

    /// Whether a year has a February 29th.
    public static func isLeapYear(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days of a month, 1 to 12.
    public static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeapYear(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The same day so many months later, or earlier where negative; the last of the month where it has no such day:
    /// a month after January 31st is February 28th or 29th.
    public func adding(months: Int) throws(DayError) -> Day {
        try stepping(by: months) { "\(self) \(signed(months)) months" }
    }

    /// The same day so many years later, or earlier where negative; February 29th becomes the 28th in a year without it.
    public func adding(years: Int) throws(DayError) -> Day {
        let (months, overflow) = years.multipliedReportingOverflow(by: 12)
        if overflow { throw .outOfRange(step: "\(self) \(signed(years)) years") }
        return try stepping(by: months) { "\(self) \(signed(years)) years" }
    }

    private func stepping(by months: Int, name: () -> String) throws(DayError) -> Day {
        let (year, month, day) = civil
        let (count, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        let targetYear = Day.floorDivide(count, 12)
        guard !overflow, (1...9999).contains(targetYear) else { throw .outOfRange(step: name()) }
        let targetMonth = count - targetYear * 12 + 1
        let last = Day.daysInMonth(year: targetYear, month: targetMonth)
        return Day(number: Int32(Day.number(year: targetYear, month: targetMonth, day: Swift.min(day, last))))
    }

    /// Division rounded towards minus infinity, by a positive number.
    package static func floorDivide(_ a: Int, _ b: Int) -> Int {
        a >= 0 ? a / b : -((-(a + 1)) / b) - 1
    }

    /// English names, January first.
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}

extension Day: CustomStringConvertible {
    /// The date as ISO 8601 writes it: `2014-03-03`.
    public var description: String {
        withUTF8Description { String(decoding: $0, as: UTF8.self) }
    }

    /// Hands over the bytes of `description`, without making a string.
    public func withUTF8Description<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        let (year, month, day) = civil
        guard (0...9999).contains(year) else {
            // No such day can be made, but a column of numbers may hold one.
            var text = "\(year)-\(padded(month, 2))-\(padded(day, 2))"
            return text.withUTF8(read)
        }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 10) { bytes in
            Day.put(year, digits: 4, at: 0, of: bytes)
            bytes[4] = UInt8(ascii: "-")
            Day.put(month, digits: 2, at: 5, of: bytes)
            bytes[7] = UInt8(ascii: "-")
            Day.put(day, digits: 2, at: 8, of: bytes)
            return read(UnsafeBufferPointer(bytes))
        }
    }

    @inline(__always)
    private static func put(_ number: Int, digits: Int, at start: Int, of bytes: UnsafeMutableBufferPointer<UInt8>) {
        var rest = number
        for place in stride(from: start + digits - 1, through: start, by: -1) {
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Reads a date written `2014-03-03`, and in no other way.
    public init(_ text: some StringProtocol) throws(DayError) {
        self = try withUTF8(of: text) { bytes throws(DayError) in try Day(utf8: bytes) }
    }

    /// Reads a date from the bytes of its text, as `init(_:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(DayError) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = digits(bytes, 0..<4), let month = digits(bytes, 5..<7), let day = digits(bytes, 8..<10)
        else {
            let text = String(decoding: bytes, as: UTF8.self)
            throw .malformed(text: text, reason: text.isEmpty ? "it is empty" : "write year-month-day, as in 2014-03-05")
        }
        try self.init(year: year, month: month, day: day) { String(decoding: bytes, as: UTF8.self) }
    }
}

/// The number that digits make; nil where one of the bytes is something else.
func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
        let digit = bytes[index] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        number = number * 10 + Int(digit)
    }
    return number
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - text.utf8.count))
    return (number < 0 ? "-" : "") + zeros + text
}

/// Why a date or a moment could not be read or reached.
public enum DayError: Error, Hashable, Sendable {
    /// The text is not written as a date.
    case malformed(text: String, reason: String)
    /// The text is written as a date, but the calendar has no such day.
    case noSuchDay(text: String, reason: String)
    /// A step leaves the years 0001 to 9999.
    case outOfRange(step: String)
}

extension DayError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .malformed(let text, let reason): "\(quoted(clipped(text))) is not a date: \(reason)"
        case .noSuchDay(let text, let reason): "\(text) is not a date: \(reason)"
        case .outOfRange(let step): "\(step) is outside the years 0001 to 9999"
        }
    }
}
