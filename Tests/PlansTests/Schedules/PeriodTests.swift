import Plans
import Testing
import Values

@Suite("Periods")
struct PeriodTests {
    @Test(
        "Periods are read as people write them",
        arguments: [
            ("monthly", Period.months(1)), ("month", .months(1)), ("3 months", .months(3)), ("every 2 weeks", .days(14)), ("Daily", .days(1)),
            ("biweekly", .days(14)), ("quarterly", .months(3)), ("2 quarters", .months(6)), ("every year", .months(12)), ("10 days", .days(10)),
        ])
    func reading(text: String, period: Period) throws {
        #expect(try Period(text) == period)
    }

    @Test(
        "What is no period is refused with the nearest word",
        arguments: [
            ("qarterly", "\"qarterly\" is no period; did you mean \"quarterly\"?"),
            ("2 fortnite", "\"2 fortnite\" is no period; write \"monthly\" or \"2 weeks\""),
            ("0 days", "\"0 days\" is no period; the number goes from 1 to 100000"),
            ("999999999999 years", "\"999999999999 years\" is no period; the number goes from 1 to 100000"),
            ("", "\"\" is no period; write \"monthly\" or \"2 weeks\""),
            ("x weeks", "\"x weeks\" is no period; did you mean \"week\"?"),
        ])
    func refusing(text: String, message: String) {
        let error = #expect(throws: PlanError.self) { try Period(text) }
        #expect(error?.description == message)
    }

    @Test("A period in words can be read again", arguments: [Period.days(1), .days(7), .days(10), .days(28), .months(1), .months(5), .months(24)])
    func roundTrip(period: Period) throws {
        #expect(try Period(period.description) == period)
    }

    @Test("Steps are counted from the anchor; beyond the calendar there is none")
    func steps() throws {
        let anchor = try Day("2023-12-31")
        #expect((0...3).map { Period.months(1).day($0, from: anchor)!.description } == ["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"])
        #expect(Period.months(-1).day(1, from: anchor)?.description == "2023-11-30")
        #expect(Period.months(.max).day(.max, from: anchor) == nil && Period.days(1).day(1, from: .max) == nil)
    }
}
