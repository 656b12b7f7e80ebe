import Testing
import TestSupport
import Values

@Suite("Instants")
struct InstantTests {
    @Test(arguments: [
        ("2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"),
        ("2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z"),
        ("2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100Z"),
        ("2026-01-02T03:04:05.000001Z", "2026-01-02T03:04:05.000001Z"),
        ("2026-01-02T03:04:05.123456000Z", "2026-01-02T03:04:05.123456Z"),
        ("2026-01-02T05:04+02:00", "2026-01-02T03:04:00.000Z"),
        ("2026-01-01T22:34:05-04:30", "2026-01-02T03:04:05.000Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ])
    func read(text: String, expected: String) throws {
        let instant = try Instant(iso8601: text)
        #expect(instant.description == expected)
        #expect(try Instant(iso8601: instant.description) == instant)
    }

    @Test(arguments: [
        ("", "\"\" is not a date: write a moment as 2026-01-02T03:04:05Z"),
        ("2026-01-02", "\"2026-01-02\" is not a date: write a moment as 2026-01-02T03:04:05Z"),
        ("2026-01-02 03:04:05Z", "\"2026-01-02 03:04:05Z\" is not a date: write a moment as 2026-01-02T03:04:05Z"),
        ("2026-02-30T03:04:05Z", "2026-02-30 is not a date: February 2026 has 28 days"),
        ("2026-01-02T3:04Z", "\"2026-01-02T3:04Z\" is not a date: the time is written as 03:04 or 03:04:05"),
        ("2026-01-02T03Z", "\"2026-01-02T03Z\" is not a date: the time is written as 03:04 or 03:04:05"),
        ("2026-01-02T03:04:5Z", "\"2026-01-02T03:04:5Z\" is not a date: seconds have two digits"),
        ("2026-01-02T24:00:00Z", "\"2026-01-02T24:00:00Z\" is not a date: times go from 00:00:00 to 23:59:59"),
        ("2026-01-02T03:60:00Z", "\"2026-01-02T03:60:00Z\" is not a date: times go from 00:00:00 to 23:59:59"),
        ("2026-01-02T03:04:60Z", "\"2026-01-02T03:04:60Z\" is not a date: times go from 00:00:00 to 23:59:59"),
        ("2026-01-02T03:04:05.Z", "\"2026-01-02T03:04:05.Z\" is not a date: the point has no digits after it"),
        ("2026-01-02T03:04:05.1234567Z", "\"2026-01-02T03:04:05.1234567Z\" is not a date: fractions of a second have at most six digits"),
        ("2026-01-02T03:04:05", "\"2026-01-02T03:04:05\" is not a date: it has no zone: add Z for UTC"),
        ("2026-01-02T03:04:05z", "\"2026-01-02T03:04:05z\" is not a date: after the time stands Z or an offset such as +02:00"),
        ("2026-01-02T03:04:05+0200", "\"2026-01-02T03:04:05+0200\" is not a date: an offset is written as +02:00"),
        ("2026-01-02T03:04:05+24:00", "\"2026-01-02T03:04:05+24:00\" is not a date: an offset is written as +02:00"),
        ("2026-01-02T03:04:05ZZ", "\"2026-01-02T03:04:05ZZ\" is not a date: something stands after the zone"),
        ("0001-01-01T00:00:00+01:00", "0001-01-01T00:00:00+01:00 is outside the years 0001 to 9999"),
    ])
    func refused(text: String, message: String) {
        do throws(DayError) {
            Issue.record("\(text) was read as \(try Instant(iso8601: text))")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func daysAndTimes() throws {
        let day = try Day("1969-12-31")
        let instant = try #require(Instant(day: day, hour: 23, minute: 59, second: 59, microsecond: 999_999))
        #expect(instant.microseconds == -1)
        #expect(instant.day == day)
        #expect(instant.microsecondsOfDay == 86_399_999_999)
        #expect(Instant(microseconds: 0).day == .epoch)
        #expect(Instant(day: day, hour: 24, minute: 0) == nil)
        #expect(Instant(day: day, hour: 0, minute: 0, second: 60) == nil)
        #expect(Instant(day: day, hour: 0, minute: 0, microsecond: 1_000_000) == nil)
        #expect(Instant(microseconds: 1) < Instant(microseconds: 2))
    }

    @Test func extremesNeverTrap() {
        for microseconds in [Int64.min, Int64.min + 1, -1, Int64.max] {
            let instant = Instant(microseconds: microseconds)
            _ = (instant.day, instant.microsecondsOfDay, instant.description)
        }
        #expect(Instant(day: Day(number: .max), hour: 0, minute: 0) == nil)
        #expect(Instant(day: Day(number: .min), hour: 0, minute: 0) == nil)
    }

    @Test func textGoesThereAndBack() throws {
        var random = SeededRandom.forTest()
        let range = -62_135_596_800_000_000...253_402_300_799_999_999
        let cases = 20_000
        for _ in 0..<cases {
            let instant = Instant(microseconds: Int64(random.int(range)))
            guard try Instant(iso8601: instant.description) == instant else {
                Issue.record("\(instant.microseconds) microseconds: \(instant)")
                return
            }
        }
        print("instants: \(cases) cases")
    }
}
