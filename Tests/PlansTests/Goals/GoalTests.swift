import JSON
import Plans
import TestSupport
import Testing
import Values

@Suite("Goals")
struct GoalTests {
    private let cent = try! FixedDecimal("0.01")

    private func goal(_ amount: FixedDecimal, by: String, rate: String = "0") throws -> Goal {
        try Goal(name: "House", amount: amount, by: Day(by), scope: .account("Savings"), rate: FixedDecimal(rate), currency: .usd)
    }

    private func progress(_ goal: Goal, on day: String, current: FixedDecimal, saved: FixedDecimal = 0) throws -> GoalProgress {
        try GoalProgress(goal, on: Day(day), current: current, savedInYear: saved, digits: 2)
    }

    @Test("Without growth, what is missing is spread over the months that are left and rounded up")
    func plain() throws {
        let progress = try progress(goal(10_000, by: "2016-12-31"), on: "2014-12-31", current: 3000, saved: 3600)
        #expect(progress.missing == 7000 && progress.months == 24 && progress.saved == 300)
        #expect(try progress.needed == FixedDecimal("291.67"))
        #expect(progress.isOnTrack)
        // 24 payments of 300 bring 7200; the 24th is the first that is enough.
        #expect(progress.projected?.description == "2016-12-31")
    }

    @Test(
        "Months that are left are whole ones",
        arguments: [
            ("2014-12-31", "2015-01-30", 0), ("2014-12-31", "2015-01-31", 1), ("2015-01-31", "2015-02-28", 1), ("2015-01-31", "2015-03-30", 1),
            ("2015-01-31", "2015-03-31", 2), ("2014-12-31", "2014-12-31", 0), ("2014-12-31", "2013-12-31", 0), ("2024-02-29", "2025-02-28", 12),
        ])
    func months(from: String, to: String, count: Int) throws {
        #expect(try progress(goal(1, by: to), on: from, current: 0).months == count)
    }

    @Test("Reached, nearly due, and too late")
    func edges() throws {
        let reached = try progress(goal(100, by: "2016-12-31"), on: "2014-12-31", current: 120)
        #expect(reached.missing == 0 && reached.needed == 0 && reached.isOnTrack && reached.projected?.description == "2014-12-31")
        let due = try progress(goal(100, by: "2015-01-15"), on: "2014-12-31", current: 40, saved: 1200)
        #expect(due.months == 0 && due.needed == 60 && !due.isOnTrack && due.projected?.description == "2015-01-31")
        let late = try progress(goal(100, by: "2014-12-31"), on: "2014-12-31", current: 40)
        #expect(late.needed == nil && !late.isOnTrack && late.projected == nil)
        #expect(try progress(goal(100, by: "2016-12-31"), on: "2014-12-31", current: 40, saved: -12).projected == nil)
    }

    @Test(
        "With growth, by the formula of the annuity",
        arguments: [
            // g = 1.06^(1/12); 10000 = 1000 g^120 + a (g^120 - 1) / (g - 1), worked out with bc to thirty digits.
            ("0.06", 1000, "2024-12-31", "50.53"), ("0.12", 0, "2015-12-31", "790.74"),
        ])
    func growth(rate: String, current: FixedDecimal, by: String, needed: String) throws {
        let goal = try goal(10_000, by: by, rate: rate)
        #expect(try progress(goal, on: "2014-12-31", current: current).needed == FixedDecimal(needed))
    }

    @Test("Growth alone may do, and is told as such")
    func growthAlone() throws {
        let progress = try progress(goal(1100, by: "2016-12-31", rate: "0.1"), on: "2014-12-31", current: 1000)
        #expect(progress.needed == 0 && progress.isOnTrack && progress.projected?.description == "2015-12-31")
    }

    @Test("Paying what is needed reaches the sum by the day, and a cent less does not")
    func needed() throws {
        var random = SeededRandom.forTest("needed")
        for round in 0..<SeededRandom.rounds(600) {
            let amount = FixedDecimal(units: Int128(random.int(1...10_000_000)) * 10_000_000_000_000_000)
            let rate = round % 2 == 0 ? FixedDecimal.zero : FixedDecimal(units: Int128(random.int(1...900)) * 100_000_000_000_000)
            let start = Day(number: Int32(random.int(10_000...20_000))), end = Day(number: start.number + Int32(random.int(31...9000)))
            let goal = try Goal(name: "G", amount: amount, by: end, scope: .portfolio("P"), rate: rate, currency: .usd)
            let current = FixedDecimal(units: Int128(random.int(0...8_000_000)) * 10_000_000_000_000_000)
            let progress = try GoalProgress(goal, on: start, current: current, savedInYear: 0, digits: 2)
            let needed = try #require(progress.needed)
            if progress.months == 0 { continue }
            #expect(try reached(goal, from: start, current, paying: needed), "\(goal) \(start) \(current) \(needed)")
            if needed > 0 { #expect(try !reached(goal, from: start, current, paying: needed - cent), "\(goal) \(start) \(current) \(needed)") }
        }
    }

    /// Plays the months day by day: the oracle.
    private func reached(_ goal: Goal, from start: Day, _ current: FixedDecimal, paying amount: FixedDecimal) throws -> Bool {
        let saving = try MonthlySaving(yearly: goal.rate)
        var sum = current, paid = 0
        for number in start.number...goal.by.number {
            guard try start.adding(months: paid + 1) == Day(number: number) else { continue }
            sum = try sum * saving.factor + amount
            paid += 1
        }
        return sum >= goal.amount
    }

    @Test("The projected day is the first on which the sum is there")
    func projected() throws {
        var random = SeededRandom.forTest("projected")
        for _ in 0..<500 {
            let goal = try goal(FixedDecimal(random.int(1...50_000)), by: "2030-12-31", rate: random.pick(["0", "0.03", "0.2"]))
            let current = FixedDecimal(random.int(0...50_000)), saved = FixedDecimal(random.int(0...12_000))
            let progress = try progress(goal, on: "2014-12-31", current: current, saved: saved), saving = try MonthlySaving(yearly: goal.rate)
            guard let day = progress.projected else {
                #expect(try saving.sum(after: 2400, from: current, paying: progress.saved) < goal.amount)
                continue
            }
            let months = try #require((0...2400).first { (try? Day("2014-12-31").adding(months: $0)) == day })
            #expect(try saving.sum(after: months, from: current, paying: progress.saved) >= goal.amount)
            if months > 0 { #expect(try saving.sum(after: months - 1, from: current, paying: progress.saved) < goal.amount) }
            #expect(progress.isOnTrack == (day <= goal.by))
        }
    }

    @Test("The month's factor to the twelfth is the year's")
    func root() throws {
        for rate in ["0", "0.05", "1", "0.5", "0.000001"] {
            let year = try MonthlySaving(yearly: FixedDecimal(rate)).factor.power(12), wanted = try FixedDecimal(rate) + 1
            #expect(try year >= wanted && year - wanted < FixedDecimal("0.0000000000000001"), "\(rate)")
        }
    }

    @Test("What is kept comes back the same")
    func json() throws {
        for scope in [Goal.Scope.account("Savings"), .portfolio("Home"), .tier("Emergency", plan: nil), .tier("Emergency", plan: "Mine")] {
            let goal = try Goal(name: "House", amount: 5, by: Day("2030-12-31"), scope: scope, rate: FixedDecimal("0.03"), currency: .eur)
            #expect(try Goal(name: "House", json: goal.json) == goal)
        }
    }

    @Test(
        "What makes no sense is refused with a sentence",
        arguments: [
            (#"{"amount":"0","by":"2030-12-31","currency":"USD","account":"A"}"#, "must be above zero"),
            (#"{"amount":"5","by":"2030-12-31","currency":"USD","account":"A","rate":"5"}"#, "write 0.05 for five percent"),
            (#"{"amount":"5","by":"2030-12-31","currency":"USD"}"#, "without what it is of"), (#"{"by":"2030-12-31","currency":"USD","account":"A"}"#, "without its sum"),
            (#"{"amount":"5","by":"2030-12-31","currency":"USD","account":"A","rate":"-0.1"}"#, "no growth below zero"),
        ])
    func refused(text: String, part: String) throws {
        let json = try JSONReader.read(Array(text.utf8))
        #expect { try Goal(name: "House", json: json) } throws: { "\($0)".contains(part) }
    }
}
