import TestSupport
import Testing
import Values

@testable import Storage

@Suite("Which automatic copies stay")
struct RetentionTests {
    private typealias Copy = Retention.Copy

    private static func day(_ text: String) -> Day { try! Day(text) }

    /// The days that are left of a copy of each.
    private static func left(_ copies: [Copy], _ retention: Retention, on today: Day) -> [Copy] {
        let gone = Set(retention.superseded(copies, on: today))
        return copies.indices.filter { !gone.contains($0) }.map { copies[$0] }
    }

    @Test("The newest of the last days, of the weeks before and of the months before stay")
    func calendar() {
        var copies: [Copy] = []
        for number in Self.day("2026-01-01").number...Self.day("2026-11-26").number { copies.append(Copy(day: Day(number: number), bytes: 1)) }
        let left = Self.left(copies, Retention(), on: Self.day("2026-11-26")).map { "\($0.day)" }
        #expect(
            left
                == [
                    "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-25", "2026-10-31",
                    "2026-11-01", "2026-11-08", "2026-11-15", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26",
                ].sorted(), "\(left)")
    }

    @Test("Through days of any length of rest, for years: never more than are wanted, and the newest always")
    func years() {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(4) {
            let retention = Retention(days: random.int(0...9), weeks: random.int(0...5), months: random.int(0...14), bytes: random.chance(oneIn: 3) ? 400 : .max)
            var copies: [Copy] = [], today = Self.day("2024-02-27")
            for order in 0..<800 {
                if random.chance(oneIn: 3) { today = Day(number: today.number + Int32(random.int(0...9))) }
                let newest = Copy(day: today, order: order, bytes: random.int(1...60))
                copies.append(newest)
                copies = Self.left(copies.shuffled(using: &random), retention, on: today)
                let ofToday = copies.count { $0.day == today }
                #expect(copies.count <= retention.days + retention.weeks + retention.months + max(ofToday, 1))
                #expect(copies.contains(newest), "the newest is always kept")
                #expect(copies.reduce(0) { $0 + $1.bytes } <= max(retention.bytes, 60), "their sum is bounded, but for the newest")
                #expect(retention.superseded(copies, on: today).isEmpty, "what stays once stays on that day")
            }
        }
    }

    @Test("A copy of each day, for two years: there is always one of each of the last 7 days, 4 weeks and 12 months")
    func aCopyADay() throws {
        var copies: [Copy] = [], today = Self.day("2024-01-01")
        for round in 0..<730 {
            copies.append(Copy(day: today, bytes: 10))
            copies = Self.left(copies, Retention(), on: today)
            func has(_ days: ClosedRange<Int>) -> Bool { copies.contains { days.contains($0.day.days(to: today)) } }
            if round > 60 {
                for age in 0...7 { #expect(has(age...age), "\(today): \(age) days") }
                for week in 1...4 { #expect(has(week * 7...week * 7 + 7), "\(today): \(week) weeks") }
            }
            if round > 400 { for month in 1...11 { #expect(has(month * 30...month * 30 + 35), "\(today): \(month) months") } }
            today = Day(number: today.number + 1)
        }
    }

    @Test(
        "Sizes: the oldest go first, whatever they are of, and never the newest",
        arguments: [(100, [0, 1, 2, 3]), (70, [1, 2, 3]), (40, [2, 3]), (25, [3]), (1, [3])])
    func sizes(bytes: Int, left: [Int]) {
        let copies = (0..<4).map { Copy(day: Self.day("2026-03-0\($0 + 1)"), order: $0, bytes: $0 == 0 ? 30 : 20) }
        #expect(Set(copies.indices).subtracting(Retention(bytes: bytes).superseded(copies, on: Self.day("2026-03-04"))) == Set(left))
    }

    @Test("A look at another day costs what is there nothing: what lies ahead stays, and does not take the place of today")
    func otherDays() {
        let retention = Retention(days: 1, weeks: 0, months: 0)
        let copies = ["2026-03-01", "2026-03-02", "2030-01-01", "2030-01-02"].map { Copy(day: Self.day($0), bytes: 1) }
        #expect(Self.left(copies, retention, on: Self.day("2026-03-03")).map(\.day) == copies.dropFirst().map(\.day))
        #expect(Self.left(copies, retention, on: Self.day("2000-01-01")) == copies)
    }

    @Test(
        "What the names of copies say",
        arguments: [
            ("family-2026-01-02T030405Z.luca", "- 2026-01-02"), ("family-2026-01-02T030405Z_2.luca", "- 2026-01-02"), ("family-daily-2026-01-02.luca", "daily 2026-01-02"),
            ("family-daily-2026-01-02_12.luca", "daily 2026-01-02"), ("family-before-version-4-2026-01-02T030304Z_2.luca", "before-version-4 2026-01-02"),
            ("family-before-import-2026-01-02T030304Z.luca", "before-import 2026-01-02"), ("family-before-deletion-2026-01-02T030304Z.luca", "before-deletion 2026-01-02"),
            ("family-replaced-2026-01-02T030304Z.luca", "replaced 2026-01-02"), ("family-2026-01-02.luca", nil), ("family-before-import-2026-01-02.luca", nil),
            ("family-daily-2026-02-30.luca", nil), ("family-daily-2026-01-02_.luca", nil), ("family-weekly-2026-01-02.luca", nil),
            ("family-before-version-0-2026-01-02T030304Z.luca", nil),
            ("other-daily-2026-01-02.luca", nil), ("family-daily-2026-01-02.luca.unfinished-1-2", nil), ("family-daily-2026-01-02.txt", nil), ("family.luca", nil),
            ("family-.luca", nil),
            ("family-daily-٢٠٢٦-01-02.luca", nil),
        ] as [(String, String?)])
    func names(name: String, expected: String?) {
        let found = BackupName(name, stem: "family", suffix: ".luca")
        #expect(found.map { "\($0.isReplaced ? "replaced" : $0.reason?.label ?? "-") \($0.day)" } == expected)
    }
}
