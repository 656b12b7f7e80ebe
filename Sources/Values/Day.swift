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
func signed(_ count: Int) -> String {
    count < 0 ? "- \(count.magnitude)" : "+ \(count)"
}
