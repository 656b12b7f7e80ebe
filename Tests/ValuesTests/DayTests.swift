import Testing
import TestSupport
import Values

private func day(_ text: String) throws -> Day { try Day(text) }

@Suite("Days")
struct DayTests {
    /// Every day of the years 1 to 9999 against a counter that knows only how long a month is.
    @Test func everyDay() throws {
        var (year, month, dayOfMonth, weekday, dayOfYear) = (1, 1, 1, 1, 1)
        var number = Day.min.number
        while year <= 9999 {
            let day = Day(number: number)
            let civil = day.civil
            guard civil.year == year, civil.month == month, civil.day == dayOfMonth, day.weekday == weekday,
                try Day(year: year, month: month, day: dayOfMonth) == day
            else {
                Issue.record("day \(number) is \(day), weekday \(day.weekday), and not \(year)-\(month)-\(dayOfMonth), \(weekday)")
                return
            }
            if dayOfMonth % 10 == 7, day.dayOfYear != dayOfYear || day.quarter != (month + 2) / 3 || day.isWeekend != (weekday > 5) {
                Issue.record("\(day): \(day.dayOfYear), \(day.quarter)")
                return
            }
            number += 1
            weekday = weekday % 7 + 1
            (dayOfMonth, dayOfYear) = (dayOfMonth + 1, dayOfYear + 1)
            if dayOfMonth > Self.lengths(year)[month - 1] { (month, dayOfMonth) = (month + 1, 1) }
            if month > 12 { (year, month, dayOfYear) = (year + 1, 1, 1) }
        }
        #expect(Day.max.number == number - 1)
        print("days: \(Int(number) - Int(Day.min.number)) cases")
    }

    private static func lengths(_ year: Int) -> [Int] {
        let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return leap ? leapLengths : plainLengths
    }

    private static let plainLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    private static let leapLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    @Test func textGoesThereAndBack() throws {
        var number = Day.min.number
        while number <= Day.max.number {
            let day = Day(number: number)
            guard try Day(day.description) == day, day.description.utf8.count == 10 else {
                Issue.record("\(day)")
                return
            }
            number += 61
        }
    }

    @Test(arguments: [
        ("", "\"\" is not a date: it is empty"),
        ("2014-02-30", "2014-02-30 is not a date: February 2014 has 28 days"),
        ("2016-02-30", "2016-02-30 is not a date: February 2016 has 29 days"),
        ("1900-02-29", "1900-02-29 is not a date: February 1900 has 28 days"),
        ("2014-04-31", "2014-04-31 is not a date: April 2014 has 30 days"),
        ("2014-01-00", "2014-01-00 is not a date: January 2014 has 31 days, counted from 1"),
        ("2014-13-01", "2014-13-01 is not a date: there is no month 13"),
        ("2014-00-01", "2014-00-01 is not a date: there is no month 0"),
        ("0000-01-01", "0000-01-01 is not a date: years go from 0001 to 9999"),
        ("2014-1-5", "\"2014-1-5\" is not a date: write year-month-day, as in 2014-03-05"),
        ("01/02/2014", "\"01/02/2014\" is not a date: write year-month-day, as in 2014-03-05"),
        ("20140305", "\"20140305\" is not a date: write year-month-day, as in 2014-03-05"),
        ("2014-03-05 ", "\"2014-03-05 \" is not a date: write year-month-day, as in 2014-03-05"),
        ("2014-03-05T00:00:00Z", "\"2014-03-05T00:00:00Z\" is not a date: write year-month-day, as in 2014-03-05"),
        ("2014-+3-05", "\"2014-+3-05\" is not a date: write year-month-day, as in 2014-03-05"),
        ("-014-03-05", "\"-014-03-05\" is not a date: write year-month-day, as in 2014-03-05"),
        ("today", "\"today\" is not a date: write year-month-day, as in 2014-03-05"),
    ])
    func refused(text: String, message: String) {
        do throws(DayError) {
            Issue.record("\(text) was read as \(try Day(text))")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func fieldsThatMakeNoDay() {
        #expect(throws: DayError.noSuchDay(text: "2014-2-30", reason: "February 2014 has 28 days")) { try Day(year: 2014, month: 2, day: 30) }
        for extreme in [Int.min, -1, 0, 10_000, Int.max] {
            #expect(throws: DayError.self) { try Day(year: extreme, month: 1, day: 1) }
            #expect(throws: DayError.self) { try Day(year: 2014, month: extreme, day: 1) }
            #expect(throws: DayError.self) { try Day(year: 2014, month: 1, day: extreme) }
        }
    }

    @Test(arguments: [
        ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"), ("2024-03-31", -1, "2024-02-29"), ("2024-01-31", 3, "2024-04-30"),
        ("2024-05-15", -17, "2022-12-15"), ("2024-12-01", 1, "2025-01-01"), ("2024-01-01", -1, "2023-12-01"), ("2024-02-29", 0, "2024-02-29"),
        ("0001-01-31", 119_987, "9999-12-31"), ("9999-12-31", -119_987, "0001-01-31"),
    ])
    func months(from: String, months: Int, to: String) throws {
        #expect(try day(from).adding(months: months) == day(to))
    }

    @Test func yearsAndDays() throws {
        #expect(try day("2024-02-29").adding(years: 1) == day("2025-02-28"))
        #expect(try day("2024-02-29").adding(years: -4) == day("2020-02-29"))
        #expect(try day("2024-02-28").adding(days: 2) == day("2024-03-01"))
        #expect(try day("2024-03-01").days(to: day("2024-02-01")) == -29)
        #expect(try day("2024-02-10").firstOfMonth == day("2024-02-01"))
        #expect(try day("2024-02-10").lastOfMonth == day("2024-02-29"))
    }

    @Test func stepsOutOfRange() throws {
        let day = try Day("2024-02-29")
        #expect(throws: DayError.outOfRange(step: "2024-02-29 + 9223372036854775807 days")) { try day.adding(days: .max) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 - 9223372036854775808 days")) { try day.adding(days: .min) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 + 9223372036854775808 days")) { try day.subtracting(days: .min) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 - 9223372036854775807 days")) { try day.subtracting(days: .max) }
        #expect(try day.subtracting(days: 29) == Day("2024-01-31") && day.subtracting(days: -1) == Day("2024-03-01"))
        #expect(throws: DayError.outOfRange(step: "2024-02-29 + 9223372036854775807 months")) { try day.adding(months: .max) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 - 9223372036854775808 months")) { try day.adding(months: .min) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 + 9223372036854775807 years")) { try day.adding(years: .max) }
        #expect(throws: DayError.outOfRange(step: "2024-02-29 + 7976 years")) { try day.adding(years: 7976) }
        #expect(throws: DayError.outOfRange(step: "9999-12-31 + 1 days")) { try Day.max.adding(days: 1) }
        #expect(throws: DayError.outOfRange(step: "0001-01-01 - 1 months")) { try Day.min.adding(months: -1) }
        #expect(DayError.outOfRange(step: "9999-12-31 + 1 days").description == "9999-12-31 + 1 days is outside the years 0001 to 9999")
    }

    @Test func numbersFromStorageNeverTrap() {
        for number in [Int32.min, Int32.min + 1, Day.min.number - 1, Day.max.number + 1, Int32.max] {
            let day = Day(number: number)
            _ = (day.civil, day.weekday, day.dayOfYear, day.quarter, day.firstOfMonth, day.lastOfMonth, day.description)
            #expect(throws: DayError.self) { try day.adding(days: 0) }
            #expect(throws: DayError.self) { try day.adding(months: 0) }
        }
    }

    @Test func anchors() throws {
        #expect(Day.epoch == (try day("1970-01-01")))
        #expect(Day.min == (try day("0001-01-01")))
        #expect(Day.max == (try day("9999-12-31")))
        #expect(try day("2014-03-03").weekday == 1)
        #expect(try day("2000-02-29").weekday == 2)
        #expect(Day.isLeapYear(2000) && !Day.isLeapYear(1900) && Day.isLeapYear(2024) && !Day.isLeapYear(2023))
    }
}
