import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

private func read(_ text: String, _ order: DateOrder = .ymd) -> Result<DateReader.Reading, CellFault> {
    var text = text
    return text.withUTF8 { bytes in
        do throws(CellFault) { return .success(try DateReader(order: order).read(bytes)) } catch { return .failure(error) }
    }
}

private func order(_ cells: [String]) -> Result<DateOrder?, ImportIssue> {
    var survey = DateSurvey()
    for (index, cell) in cells.enumerated() {
        var cell = cell
        cell.withUTF8 { survey.add($0, line: index + 2) }
    }
    do throws(ImportIssue) { return .success(try survey.verdict()) } catch { return .failure(error) }
}

@Suite("Dates in cells")
struct DateTests {
    @Test(
        "Written in every way",
        arguments: [
            ("2014-03-05", DateOrder.dmy), ("2014/03/05", .dmy), ("2014.3.5", .mdy), ("20140305", .dmy), ("05.03.2014", .dmy), ("5/3/2014", .dmy),
            ("3/5/2014", .mdy), ("03-05-2014", .mdy), ("5/3/14", .dmy), ("14-03-05", .ymd), ("Mar 5 2014", .ymd), ("Mar 5, 2014", .ymd),
            ("5 March 2014", .ymd), ("05-Mar-2014", .mdy), ("05-Mar-14", .ymd), ("5. März 2014", .ymd), ("2014 Mar 5", .dmy), (" 2014-03-05 ", .dmy),
        ])
    func written(_ text: String, _ order: DateOrder) throws {
        #expect(try read(text, order).get().day == day("2014-03-05"))
    }

    @Test("Every day of four hundred years reads back") func everyDay() throws {
        for number in stride(from: Int32(-80_000), to: 80_000, by: 13) {
            let date = Day(number: number)
            let (year, month, day) = (date.year, date.month, date.day)
            #expect(try read(date.description).get().day == date)
            #expect(try read("\(day)/\(month)/\(year)", .dmy).get().day == date)
            #expect(try read("\(month)/\(day)/\(year)", .mdy).get().day == date)
            #expect(try read("\(day).\(month).\(year)", .dmy).get().day == date)
        }
    }

    @Test("What was booked on one day as of another is of the other") func asOf() throws {
        let text = "date,type,account,amount,currency\n04/05/2023 as of 04/04/2023,deposit,A,5,USD\n04/25/2023,deposit,A,6,USD\n2023-04-27 as of 2023-04-26,deposit,A,7,USD\n"
        let plan = try plan(text)
        #expect(plan.refusals.isEmpty && plan.activities.map(\.date) == [day("2023-04-04"), day("2023-04-25"), day("2023-04-26")], "\(plan.refusals)")
    }

    @Test(
        "Times of day",
        arguments: [
            ("2014-03-05T10:30:00Z", "2014-03-05T10:30:00.000Z"), ("2014-03-05 10:30", "2014-03-05T10:30:00.000Z"),
            ("2014-03-05, 10:30:05.25", "2014-03-05T10:30:05.250Z"), ("2014-03-05T00:30:00+02:00", "2014-03-04T22:30:00.000Z"),
            ("5/3/2014 3:05 PM", "2014-03-05T15:05:00.000Z"), ("2014-03-05 12:00 AM", "2014-03-05T00:00:00.000Z"),
            ("20140305;103000", "2014-03-05T10:30:00.000Z"), ("2014-03-05 10:30:00 -0500", "2014-03-05T15:30:00.000Z"), ("2014-03-05 10:30 UTC", "2014-03-05T10:30:00.000Z"),
        ])
    func times(_ text: String, _ expected: String) throws {
        let reading = try read(text, .dmy).get()
        #expect(reading.day == day("2014-03-05"))
        #expect(reading.instant == (try Instant(iso8601: expected)))
    }

    @Test(
        "What is no date is none",
        arguments: [
            ("", CellFault.notADate), ("abc", .notADate), ("2014-03", .notADate), ("2014-13-05", .noSuchDay), ("2014-02-30", .noSuchDay),
            ("31/02/2014", .noSuchDay), ("2014-03-05x", .notADate), ("2014-03-05 25:00", .notATime), ("2014-03-05T10", .notATime), ("0000-01-01", .noSuchDay),
            ("12345-01-01", .notADate), ("Foo 5 2014", .notADate), ("1/2/345", .noSuchDay), ("2014-03-05 13:00 PM", .notATime), ("2014-03-05 10:30 EST", .notATime),
        ])
    func malformed(_ text: String, _ fault: CellFault) {
        guard case .failure(let found) = read(text, .dmy) else { return #expect(Bool(false), "\(text) was read") }
        #expect(found == fault)
    }

    @Test("No text makes the reader trap") func fuzz() {
        var random = SeededRandom.forTest()
        let alphabet = Array("0123456789/-. :TZ+,aprmjnPM")
        for _ in 0..<20_000 {
            let text = String((0..<random.int(0...22)).map { _ in random.pick(alphabet) })
            for order in DateOrder.allCases {
                if case .success(let reading) = read(text, order) { #expect((Day.min...Day.max).contains(reading.day), "\(text)") }
            }
        }
    }
}

@Suite("The order of a file's dates")
struct DateSurveyTests {
    @Test(
        "Told by the dates that can be read in one way only",
        arguments: [
            (["2014-03-05", "20140306"], nil), (["3/5/2014", "3/13/2014"], .mdy), (["3/5/2014", "13/5/2014"], .dmy), (["05.03.2014"], .dmy),
            (["05.13.2014"], .mdy), (["Jan 1 2000"], nil), (["01/02/03", "31/12/99"], .dmy), (["99/12/31", "01/02/03"], .ymd), (["", "abc"], nil),
        ] as [([String], DateOrder?)])
    func told(_ cells: [String], _ expected: DateOrder?) throws {
        #expect(try order(cells).get() == expected)
    }

    @Test("Where none tells, the reader asks") func asks() {
        guard case .failure(let issue) = order(["2014-03-05", "3/5/2014"]) else { return #expect(Bool(false)) }
        #expect(issue.description == "line 3: 3/5/2014 may be day-month-year or month-day-year, and no date of the file tells which (say date_order=\"dmy\" or date_order=\"mdy\")")
    }

    @Test("A divided file is a question, a slip is not") func divided() throws {
        guard case .failure(let issue) = order(["13/5/2014", "5/13/2014"]) else { return #expect(Bool(false)) }
        #expect(issue.message == "dates are written in several orders: 13/5/2014 on line 2 is day-month-year, 5/13/2014 on line 3 is month-day-year")
        #expect(try order(Array(repeating: "13/5/2014", count: 9) + ["5/13/2014"]).get() == .dmy)
    }

    @Test("Dates in any one style, none of them telling the order twice, read back") func property() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<300 {
            let days = (0..<20).map { _ in Day(number: Int32(random.int(0...20_000))) } + [day("2001-12-25")]
            for style in DateOrder.allCases where style != .ymd {
                let cells = days.map { style == .dmy ? "\($0.day)/\($0.month)/\($0.year)" : "\($0.month)/\($0.day)/\($0.year)" }
                #expect(try order(cells).get() == style)
            }
        }
    }
}
