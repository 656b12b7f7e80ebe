/// A moment in UTC, to the microsecond.
public struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// A moment by its count of microseconds since the epoch.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }
    /// Whether a moment is earlier.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

    /// There are no leap seconds here.
    private static let microsecondsPerDay: Int64 = 86_400_000_000

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

extension Instant: CustomStringConvertible {
    /// The moment as ISO 8601 writes it, with three fractional digits, or six where it needs them: `2026-01-02T03:04:05.678Z`.
    public var description: String {
        let time = Int(microsecondsOfDay)
        let seconds = time / 1_000_000
        let fraction = time % 1_000_000
        let clock = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        let digits = fraction % 1000 == 0 ? padded(fraction / 1000, 3) : padded(fraction, 6)
        return "\(day)T\(clock).\(digits)Z"
    }

    /// Reads a moment: date, `T`, time of day with optional seconds and up to six fractional digits, and `Z` or an offset from UTC.
    ///
    ///     try Instant(iso8601: "2026-01-02T03:04:05.678Z")    try Instant(iso8601: "2026-01-02T05:04+02:00")
    public init(iso8601 text: some StringProtocol) throws(DayError) {
        self = try withUTF8(of: text) { bytes throws(DayError) in try Instant(utf8: bytes) }
    }

    /// Reads a moment from the bytes of its text, as `init(iso8601:)` does.
    public init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws(DayError) {
        var reader = InstantReader(bytes: bytes)
        self = try reader.read()
    }
}

/// Reads one moment from bytes, front to back.
private struct InstantReader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The next byte to look at.
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Reads the whole text.
    mutating func read() throws(DayError) -> Instant {
        guard bytes.count > 10, bytes[10] == UInt8(ascii: "T") else { throw malformed("write a moment as 2026-01-02T03:04:05Z") }
        let day = try Day(utf8: UnsafeBufferPointer(rebasing: bytes[..<10]))
        position = 11
        guard let hour = take(2), takeByte(":"), let minute = take(2) else { throw malformed("the time is written as 03:04 or 03:04:05") }
        let second = try readSecond()
        let fraction = try readFraction()
        let offset = try readOffset()
        if position < bytes.count { throw malformed("something stands after the zone") }
        guard let local = Instant(day: day, hour: hour, minute: minute, second: second, microsecond: fraction) else {
            throw malformed("times go from 00:00:00 to 23:59:59")
        }
        let instant = Instant(microseconds: local.microseconds - Int64(offset) * 60_000_000)
        guard (Day.min...Day.max).contains(instant.day) else { throw .outOfRange(step: text) }
        return instant
    }

    private mutating func readSecond() throws(DayError) -> Int {
        guard takeByte(":") else { return 0 }
        guard let second = take(2) else { throw malformed("seconds have two digits") }
        return second
    }

    private mutating func readFraction() throws(DayError) -> Int {
        guard takeByte(".") else { return 0 }
        let start = position
        var microseconds = 0
        while position < bytes.count, let digit = digits(bytes, position..<position + 1) {
            if position - start >= 6 && digit != 0 { throw malformed("fractions of a second have at most six digits") }
            if position - start < 6 { microseconds = microseconds * 10 + digit }
            position += 1
        }
        if position == start { throw malformed("the point has no digits after it") }
        for _ in 0..<max(0, 6 - (position - start)) { microseconds *= 10 }
        return microseconds
    }

    /// The offset from UTC in minutes.
    private mutating func readOffset() throws(DayError) -> Int {
        if takeByte("Z") { return 0 }
        let negative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        guard negative ? takeByte("-") : takeByte("+") else {
            throw malformed(position == bytes.count ? "it has no zone: add Z for UTC" : "after the time stands Z or an offset such as +02:00")
        }
        guard let hours = take(2), takeByte(":"), let minutes = take(2), hours <= 23, minutes <= 59 else {
            throw malformed("an offset is written as +02:00")
        }
        return negative ? -(hours * 60 + minutes) : hours * 60 + minutes
    }

    private mutating func take(_ count: Int) -> Int? {
        guard position + count <= bytes.count, let number = digits(bytes, position..<position + count) else { return nil }
        position += count
        return number
    }

    private mutating func takeByte(_ byte: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    private func malformed(_ reason: String) -> DayError { .malformed(text: text, reason: reason) }
}
