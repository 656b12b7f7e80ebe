import Foundation
import Testing
@testable import Values

@Suite("Time zones")
struct TimeZoneTests {
    private static let folder = "/usr/share/zoneinfo"

    private static func rules(_ zone: String) throws -> TimeZoneRules {
        try TimeZoneRules(file: [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(zone)"))))
    }

    @Test(
        "Offsets are those of Foundation, in all seasons of 150 years",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")),
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "America/Sao_Paulo", "Pacific/Auckland", "Europe/Dublin", "Asia/Tokyo",
            "UTC",
            "America/St_Johns", "Asia/Kathmandu",
        ])
    func offsets(zone: String) throws {
        let rules = try Self.rules(zone), known = try #require(TimeZone(identifier: zone))
        for seconds in stride(from: -1_500_000_000, through: 3_300_000_000, by: 900_007) {
            let expected = known.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
            let found = rules.offset(at: Instant(microseconds: Int64(seconds) * 1_000_000))
            // Foundation has whole minutes of old times only.
            guard abs(found - expected) >= 60 else { continue }
            Issue.record("\(zone) at \(seconds): \(found), not \(expected)")
            break
        }
    }

    @Test(
        "The day is that of the zone, on both sides of midnight and of a change of clocks",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
    func days() throws {
        let berlin = try Self.rules("Europe/Berlin")
        for (text, day) in [
            ("2024-01-02T22:59:59.999Z", "2024-01-02"), ("2024-01-02T23:00:00Z", "2024-01-03"), ("2024-07-02T21:59:59Z", "2024-07-02"), ("2024-07-02T22:00:00Z", "2024-07-03"),
            ("2100-07-02T22:00:00Z", "2100-07-03"), ("1969-12-31T23:30:00Z", "1970-01-01"),
        ] { #expect(berlin.day(of: try Instant(iso8601: text)) == (try Day(day)), "\(text)") }
    }

    @Test("A file that is no zone's is refused, whatever is in it")
    func malformed() {
        for bytes in [
            [], Array("TZif2".utf8), [UInt8](repeating: 255, count: 200), Array("TZif2".utf8) + [UInt8](repeating: 255, count: 300),
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 300),
        ] {
            #expect(throws: TimeZoneRules.Fault.self) { try TimeZoneRules(file: bytes) }
        }
    }
}
