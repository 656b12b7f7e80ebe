/// A civil date of the proleptic Gregorian calendar, without time or zone.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public var number: Int32
    @inlinable public init(number: Int32) { self.number = number }
    @inlinable public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

/// A moment in UTC, to the microsecond.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }
}
