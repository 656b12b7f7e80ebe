import JSON
import Plans
import TestSupport
import Testing
import Values

@Suite("Recurring rules")
struct RecurringRuleTests {
    private func day(_ text: String) throws -> Day { try Day(text) }

    @Test("A rule is kept as text and comes back as it was")
    func roundTrip() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<300 {
            let isMonths = random.chance(oneIn: 2), number = random.int(1...20)
            let placement: Placement =
                isMonths
                ? random.pick([.asStart, .lastDay, .firstWorkingDay, .lastWorkingDay, .dayOfMonth(random.int(1...31)), .weekdayOfMonth(random.int(1...5), random.int(1...7))])
                : random.pick([.asStart, .weekday(random.int(1...7))])
            var rule = RecurringRule(
                "café \"rent\"", every: isMonths ? .months(number) : .weeks(number), on: placement, from: Day(number: Int32(random.int(0...20_000))),
                record: [.init("type", "deposit"), .init("account", "Žižkov, \\ \"x\""), .init("amount", "10% of cash")])
            if random.chance(oneIn: 2) { rule.until = Day(number: Int32(random.int(0...20_000))) }
            if random.chance(oneIn: 2) { rule.count = random.int(0...50) }
            if random.chance(oneIn: 2) { rule.calendar = "target" }
            if random.chance(oneIn: 2) { rule.status = "draft" }
            if random.chance(oneIn: 2) { rule.pausedFrom = Day(number: Int32(random.int(0...20_000))) }
            rule.shift = random.pick(Shift.allCases)
            #expect(try RecurringRule(rule.name, body: rule.body) == rule, "\(rule.body)")
        }
        #expect(throws: PlanError.self) { try RecurringRule("x", body: "{\"every\":\"month\"}") }
        #expect(throws: PlanError.self) { try RecurringRule("x", body: "[") }
    }

    @Test("Each missed day is due, oldest first; what is settled, paused or before the last posted is not")
    func due() throws {
        var rule = RecurringRule("rent", every: .months(1), on: .dayOfMonth(31), from: try day("2014-01-31"))
        let today = try day("2014-06-30")
        func due(_ lastPosted: String? = nil, _ open: [String: Bool] = [:]) throws -> [String] {
            try rule.due(to: today, .mondayToFriday, lastPosted: lastPosted.map { try day($0) }) { open[$0.description] }.map(\.date.description)
        }
        #expect(try due() == ["2014-01-31", "2014-02-28", "2014-03-31", "2014-04-30", "2014-05-31", "2014-06-30"])
        #expect(try due("2014-03-31", ["2014-01-31": false, "2014-02-28": true, "2014-03-31": false, "2014-05-31": false]) == ["2014-02-28", "2014-04-30", "2014-06-30"])
        // Another day of the month from the same start: the past stays as it was posted.
        rule.placement = .dayOfMonth(15)
        #expect(try due("2014-03-31", ["2014-03-31": false]) == ["2014-04-15", "2014-05-15", "2014-06-15"])
        // A month that was posted early in it is not due again later in it.
        #expect(try due("2014-04-01", ["2014-04-01": false]) == ["2014-05-15", "2014-06-15"])
        rule.pausedFrom = try day("2014-05-15")
        #expect(try due("2014-03-31") == ["2014-04-15"])
    }

    @Test(
        "A rule in words",
        arguments: [
            ("{\"every\":\"month\",\"on\":\"first working day\",\"from\":\"2014-02-01\"}", "every month on the first working day from 2014-02-01"),
            ("{\"every\":\"2 weeks\",\"weekday\":\"friday\",\"from\":\"2014-02-01\",\"count\":3}", "every 2 weeks on friday from 2014-02-01 3 times"),
            (
                "{\"every\":\"quarter\",\"day\":\"31\",\"from\":\"2014-02-01\",\"to\":\"2014-12-31\",\"shift\":\"next\"}",
                "every 3 months on day 31 from 2014-02-01 to 2014-12-31 or the next working day"
            ),
        ])
    func words(body: String, words: String) throws { #expect(try RecurringRule("x", body: body).when == words) }

    @Test("Amounts are read, and come to money")
    func amounts() throws {
        func money(_ text: String, cash: FixedDecimal = 1000, balance: FixedDecimal = 2000, cap: FixedDecimal? = 2400) throws -> String {
            try RecurringAmount(text).money(cash: cash, balance: balance, cap: cap, digits: 2).description
        }
        #expect(try money("500") == "500" && money("-12.345") == "-12.345")
        #expect(try money("10% of cash") == "100" && money("33.3% of Cash", cash: FixedDecimal("100.01")) == "33.3" && money("50% of cash", cash: -5) == "0")
        #expect(try money("up to 2500") == "500" && money("up to 1999.99") == "0" && money("Up to the cap") == "400" && money("up to cap", cap: 10) == "0")
        #expect(try RecurringAmount("5% of cash in My Checking") == .percentOfCash(5, account: "My Checking"))
        #expect(throws: PlanError.self) { try money("up to the cap", cap: nil) }
        for text in ["", "ten", "10%", "10 % of cash", "0% of cash", "101% of cash", "10% of money", "up to", "up to -5", "up to the moon", "10% of cash in"] {
            #expect(throws: PlanError.self, "\(text)") { try RecurringAmount(text) }
        }
    }
}

@Suite("Recurring transactions of Cash Reserves")
struct CashReservesRuleTests {
    private func rule(_ text: String) throws -> RecurringRule { try RecurringRule(cashReserves: JSONReader.read(Array(text.utf8))) }

    @Test(
        "Each frequency, and what is none",
        arguments: [
            ("daily", Period.days(1)), ("weekly", .weeks(1)), ("biweekly", .weeks(2)), ("monthly", .months(1)), ("quarterly", .quarters(1)), ("annually", .years(1)),
            ("whenever", .days(30)), ("every 2 weeks", .days(30)),
        ])
    func frequencies(word: String, period: Period) throws {
        let rule = try rule(
            """
            {"name":"Pay","tier_name":"Tier 1","account_name":"Checking","amount":500.10,"frequency":"\(word)","next_date":"2025-01-31","enabled":true,"description":"salary"}
            """)
        #expect(try rule.every == period && rule.name == "Pay" && rule.from == Day("2025-01-31") && rule.pausedFrom == nil)
        #expect(rule.record == [.init("type", "deposit"), .init("account", "Checking"), .init("amount", "500.1"), .init("notes", "salary")])
    }

    @Test("Month ends clamp where the desktop program stopped, one that is off rests, money out is a withdrawal")
    func oddities() throws {
        let rent = try rule(#"{"name":"","account_name":" Main ","amount":-12,"frequency":"monthly","next_date":"2025-01-31T00:00:00","enabled":false,"description":""}"#)
        #expect(rent.name == "Main" && rent.pausedFrom == rent.from)
        #expect(rent.record == [.init("type", "withdrawal"), .init("account", "Main"), .init("amount", "12")])
        #expect(try rent.schedule(.mondayToFriday).dates(from: .min, to: Day("2025-04-30")).map(\.description) == ["2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"])
        for broken in [
            #"{"name":"x","amount":1,"next_date":"2025-01-31"}"#, #"{"name":"x","account_name":"a","amount":1,"next_date":"soon"}"#,
            #"{"account_name":"a","next_date":"2025-01-31"}"#,
        ] {
            #expect(throws: PlanError.self, "\(broken)") { try rule(broken) }
        }
    }
}
