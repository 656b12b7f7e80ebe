import Plans
import Testing
import Values

@Suite("Calendars of working days")
struct CalendarTests {
    private func calendar(_ name: String) throws -> WorkingCalendar { try #require(WorkingCalendar.ready.first { $0.name == name }) }

    /// The days of the week that a calendar has free, without the year.
    private func free(_ name: String, _ year: Int) throws -> String {
        let days = try calendar(name).workingDays
        let all = (0..<Day.daysOf(year)).map { Day(number: try! Day("\(year)-01-01").number + Int32($0)) }
        return all.filter { !$0.isWeekend && !days.contains($0) }.map { String($0.description.dropFirst(5)) }.joined(separator: " ")
    }

    @Test(
        "TARGET closes on its six days",
        arguments: [
            (2002, "01-01 03-29 04-01 05-01 12-25 12-26"), (2024, "01-01 03-29 04-01 05-01 12-25 12-26"), (2025, "01-01 04-18 04-21 05-01 12-25 12-26"),
            (2026, "01-01 04-03 04-06 05-01 12-25"),
        ])
    func target(year: Int, days: String) throws { #expect(try free("target", year) == days) }

    @Test(
        "The New York Stock Exchange, as it published its days",
        arguments: [
            (2018, "01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25"),
            (2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24"), (2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26"),
            (2023, "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25"), (2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25"),
            (2025, "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25"), (2026, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25"),
        ])
    func newYork(year: Int, days: String) throws { #expect(try free("nyse", year) == days) }

    @Test(
        "Federal holidays of the United States, one of them observed in the year before",
        arguments: [
            (2020, "01-01 01-20 02-17 05-25 07-03 09-07 10-12 11-11 11-26 12-25"),
            (2021, "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31"),
            (2022, "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26"), (2023, "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25"),
        ])
    func unitedStates(year: Int, days: String) throws { #expect(try free("us", year) == days) }

    @Test(
        "Bank holidays in England and Wales, with what was moved and added",
        arguments: [
            (2010, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"), (2011, "01-03 04-22 04-25 04-29 05-02 05-30 08-29 12-26 12-27"),
            (2012, "01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26"), (2015, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"),
            (2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"), (2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"),
            (2023, "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26"), (2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"),
        ])
    func england(year: Int, days: String) throws { #expect(try free("england", year) == days) }

    @Test("Easter by Gauss's rule, which goes another way, for every year of three calendars' cycles")
    func easter() throws {
        let calendar = try WorkingDays(rules: [HolidayRule("easter")])
        for year in 1583...4099 {
            let gauss = gaussianEaster(year)
            #expect(calendar.holidays(of: year).map(\.day) == [gauss], "\(year)")
        }
    }

    /// Easter by the rule of Gauss, with his two exceptions.
    private func gaussianEaster(_ year: Int) -> Day {
        let k = year / 100, p = (13 + 8 * k) / 25, q = k / 4, m = (15 - p + k - q) % 30, n = (4 + k - q) % 7
        let d = (19 * (year % 19) + m) % 30, e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7
        var offset = 22 + d + e
        if d == 29, e == 6 { offset = 50 } else if d == 28, e == 6, (11 * m + 11) % 30 < 19 { offset = 49 }
        return Day(number: (try! Day(year: year, month: 3, day: 1)).number + Int32(offset) - 1)
    }

    @Test("A line of data is read and written back")
    func lines() throws {
        for line in [
            "2026-06-05", "Fair: 2026-06-05", "12-25 next", "Christmas Day: 12-25 nearest since 1990", "easter", "Whit Monday: easter +50", "Good Friday: easter -2",
            "Thanksgiving Day: fourth thursday of november", "last monday of may since 1971 until 2030", "02-29 monday",
        ] { #expect(try HolidayRule(line).description == line) }
        #expect(try HolidayRule("  A: B  : Third Mon of Jan ").description == "A: B: third monday of january")
        for line in ["", "13-01", "02-30", "easter +500", "fifth monday of may", "third monday in may", "12-25 later", "12-25 since", "someday", "1-1"] {
            #expect(throws: PlanError.self, "\(line)") { try HolidayRule(line) }
        }
    }

    @Test("A calendar of one's own, kept as text: lines of every sort, its own weekend, days worked on all the same")
    func own() throws {
        let lines = ["Fair: 2026-06-05", "12-24", "easter +39", "2026-07-01", "open 2026-06-06"]
        let office = try WorkingCalendar("office", weekend: WorkingCalendar.weekend(["Friday", "sat"]), lines: lines)
        let again = try WorkingCalendar("office", body: office.body)
        #expect(again == office)
        #expect(Set(again.lines) == Set(lines))
        func works(_ day: String) throws -> Bool { again.workingDays.contains(try Day(day)) }
        #expect(try !works("2026-06-05") && works("2026-06-06") && !works("2026-06-13") && works("2026-06-14"))
        #expect(try !works("2026-05-14") && !works("2026-12-24") && !works("2026-07-01") && works("2027-07-01"))
        #expect(again.holidays(of: 2026).map { "\($0.day) \($0.name)" } == ["2026-05-14 ", "2026-06-05 Fair", "2026-07-01 ", "2026-12-24 "])
        #expect(throws: PlanError.self) { try WorkingCalendar.weekend(["sonday", "blue"]) }
        #expect(throws: PlanError.self) { try WorkingCalendar("broken", body: "{") }
        #expect(throws: PlanError.self) { try WorkingCalendar("full", lines: (0...100).map { _ in "easter" }) }
    }

    @Test("Each ready-made calendar is told apart, and written back as it is")
    func ready() throws {
        #expect(WorkingCalendar.ready.map(\.name) == ["target", "us", "nyse", "england"])
        for calendar in WorkingCalendar.ready { #expect(try WorkingCalendar(calendar.name, body: calendar.body) == calendar) }
    }
}

extension Day {
    fileprivate static func daysOf(_ year: Int) -> Int { isLeapYear(year) ? 366 : 365 }
}
