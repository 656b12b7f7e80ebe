/// A moment in UTC, to the microsecond.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// A moment by its count of microseconds since the epoch.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
    /// Whether a moment is earlier.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

    static let microsecondsPerDay: Int64 = 86_400_000_000

    /// A time of day in UTC; nil where a field is out of its range. There is no second 60: leap seconds are not kept.
    public init?(day: Day, hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second), (0...999_999).contains(microsecond) else {
            return nil
        }
        let seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = whole.addingReportingOverflow(Int64(microsecond))
        if overflow || carry { return nil }
        microseconds = sum
    }

    /// The UTC day of the moment.
    public var day: Day {
        Day(number: Int32(truncatingIfNeeded: Day.floorDivide(Int(microseconds), Int(Instant.microsecondsPerDay))))
    }

    /// Microseconds since midnight UTC.
    public var microsecondsOfDay: Int64 {
        let remainder = microseconds % Instant.microsecondsPerDay
        return remainder < 0 ? remainder + Instant.microsecondsPerDay : remainder
    }
}
