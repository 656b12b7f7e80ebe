import Foundation
import Quotes
import TestSupport
import Testing
@testable import Values

@Suite("Time zones of the system", .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"), "there is no database of time zones here"))
struct TimeZoneFileTests {
    private static let zones = [
        "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Europe/London", "Europe/Berlin", "Europe/Dublin", "Europe/Istanbul", "Africa/Casablanca",
        "Africa/Johannesburg", "Asia/Tokyo", "Asia/Hong_Kong",
        "Asia/Kolkata", "Asia/Jerusalem", "Asia/Tehran", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Etc/GMT-14", "UTC",
    ]

    @Test("Each moment from 1970 to 2037 is as far from UTC as Foundation says", arguments: zones)
    func sameAsFoundation(name: String) throws {
        var random = SeededRandom.forTest(name)
        let zone = try #require(TimeZoneFile(named: name)), other = try #require(TimeZone(identifier: name))
        // What is not settled for years to come differs between issues of the database.
        let last = ["Africa/Casablanca", "Asia/Tehran"].contains(name) ? 1_640_000_000 : 2_145_000_000
        for _ in 0..<2000 {
            let moment = random.int(0...last)
            #expect(zone.offset(at: moment) == other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))), "\(name) \(moment)")
        }
    }

    @Test(
        "The rule for later years says what the table of earlier ones does",
        arguments: [
            ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"), ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("GMT0BST,M3.5.0/1,M10.5.0", "Europe/London"),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "Australia/Sydney"), ("NZST-12NZDT,M9.5.0,M4.1.0/3", "Pacific/Auckland"),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "Asia/Jerusalem"), ("JST-9", "Asia/Tokyo"), ("<-03>3", "America/Sao_Paulo"),
        ])
    func rules(text: String, name: String) throws {
        var random = SeededRandom.forTest(name)
        let rule = try #require(ClockRule(text)), zone = try #require(TimeZoneFile(named: name))
        for _ in 0..<2000 {
            // From 2020 on, as all of these rules do.
            let moment = random.int(1_577_900_000...2_145_000_000)
            #expect(rule.offset(at: moment) == zone.offset(at: moment), "\(text) \(moment)")
        }
    }

    @Test("The day is that of the zone, on both sides of midnight and of a change of clocks")
    func days() throws {
        let berlin = try #require(TimeZoneFile(named: "Europe/Berlin"))
        for (text, day) in [
            ("2024-01-02T22:59:59.999Z", "2024-01-02"), ("2024-01-02T23:00:00Z", "2024-01-03"), ("2024-07-02T21:59:59Z", "2024-07-02"), ("2024-07-02T22:00:00Z", "2024-07-03"),
            ("2100-07-02T22:00:00Z", "2100-07-03"), ("1969-12-31T23:30:00Z", "1970-01-01"),
        ] { #expect(berlin.day(of: try Instant(iso8601: text)) == (try Day(day)), "\(text)") }
    }

    @Test(
        "Days of the year are counted with and without the leap day",
        arguments: [
            // Noon of the day before the change and of the day of it, in 2023 and in the leap year 2024: J60 is the first of March in both, 59 the 29th of February.
            ("AAA0BBB,J60,J300", [("2023-02-28", 0), ("2023-03-01", 3600), ("2024-02-29", 0), ("2024-03-01", 3600)]),
            ("AAA0BBB,59,300", [("2023-02-28", 0), ("2023-03-01", 3600), ("2024-02-28", 0), ("2024-02-29", 3600)]),
        ])
    func daysOfTheYear(text: String, expected: [(String, Int)]) throws {
        let rule = try #require(ClockRule(text))
        for (day, offset) in expected { #expect(rule.offset(at: Int(try Day(day).number) * 86_400 + 43_200) == offset, "\(text) \(day)") }
    }

    @Test(
        "A name that leads elsewhere, and bytes that are no time zone, are none",
        arguments: ["", "../zoneinfo/UTC", "/etc/passwd", "Europe//Berlin", "Europe", "Mars/Olympus", "UTC\0"])
    func unknown(name: String) { #expect(TimeZoneFile(named: name) == nil) }

    @Test("Damaged bytes of a time zone end in an answer or none, never in a stop")
    func damaged() throws {
        var random = SeededRandom.forTest()
        let whole = [UInt8](try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(TimeZoneFile(whole) != nil && TimeZoneFile([]) == nil)
        for _ in 0..<2000 {
            var bytes = Array(whole.prefix(random.chance(oneIn: 2) ? whole.count : random.int(0...whole.count)))
            for _ in 0..<random.int(0...8) where !bytes.isEmpty { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255)) }
            _ = TimeZoneFile(bytes)?.offset(at: random.int(-4_000_000_000...4_000_000_000))
        }
    }

    @Test(
        "Words that are no rule",
        arguments: ["", "CET", "C-1", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,J0,J300", "CET-1CEST,M3.5.0,M10.5.0,", "CET-200"])
    func noRule(text: String) { #expect(ClockRule(text) == nil) }
}
