import JSON
import Plans
import TestSupport
import Testing
import Values

@Suite("Contribution limits")
struct ContributionLimitTests {
    private let cent = try! FixedDecimal("0.01")

    private func isa(flexible: Bool = false) throws -> ContributionLimit {
        try ContributionLimit(
            name: "ISA", accounts: ["ISA"], amount: 20_000, currency: .gbp, yearStart: MonthDay("04-06"), years: [2014: 15_000], isFlexible: flexible)
    }

    private func flow(_ date: String, _ amount: FixedDecimal, withdrawal: Bool = false) throws -> LimitFlow {
        LimitFlow(date: try Day(date), amount: amount, isWithdrawal: withdrawal)
    }

    @Test(
        "A year is called by the one in which it begins",
        arguments: [
            ("2024-04-05", 2023, "2023-04-06", "2024-04-05"), ("2024-04-06", 2024, "2024-04-06", "2025-04-05"),
            ("2024-12-31", 2024, "2024-04-06", "2025-04-05"), ("2025-01-01", 2024, "2024-04-06", "2025-04-05"),
        ])
    func years(day: String, number: Int, first: String, last: String) throws {
        let year = try isa().year(of: Day(day))
        #expect(year.number == number && year.first.description == first && year.last.description == last)
    }

    @Test("Years of the calendar are the default")
    func calendarYears() throws {
        let limit = try ContributionLimit(name: "IRA", accounts: ["IRA"], amount: 7000, currency: .usd)
        let year = try limit.year(of: Day("2024-02-29"))
        #expect(year.first.description == "2024-01-01" && year.last.description == "2024-12-31")
    }

    @Test("Used and room, with the amount of that year, and payments of other years passed over")
    func usage() throws {
        let limit = try isa()
        let flows = try [flow("2014-04-05", 9), flow("2014-04-06", 4000), flow("2015-04-05", 6000), flow("2015-04-06", 7)]
        let usage = try limit.usage(of: flows, in: limit.year(2014))
        #expect(usage.allowed == 15_000 && usage.used == 10_000 && usage.room == 5000 && usage.exceeded == nil && usage.excess == nil)
        #expect(try limit.usage(of: flows, in: limit.year(2015)).room == 19_993)
        #expect(try limit.usage(of: flows, in: limit.year(2014), through: Day("2014-12-31")).used == 4000)
    }

    @Test("A limit of exactly the amount holds; a cent more breaks it on its day")
    func exceeding() throws {
        let limit = try isa()
        var flows = try [flow("2024-05-01", 12_000), flow("2024-06-01", 8000)]
        #expect(try limit.usage(of: flows, in: limit.year(2024)).exceeded == nil)
        flows.append(try flow("2024-05-15", cent))
        let usage = try limit.usage(of: flows, in: limit.year(2024))
        #expect(usage.exceeded?.description == "2024-06-01" && usage.excess == cent && usage.room == 0)
    }

    @Test("What is taken out frees room only where the limit is flexible")
    func flexible() throws {
        let flows = try [flow("2024-05-01", 20_000), flow("2024-06-01", -3000, withdrawal: true)]
        #expect(try isa().usage(of: flows, in: isa().year(2024)).room == 0)
        #expect(try isa(flexible: true).usage(of: flows, in: isa().year(2024)).room == 3000)
        // Taken out and paid in again on one day is never too much, whichever was entered first.
        let again = try flows + [flow("2024-06-01", 3000)]
        #expect(try isa(flexible: true).usage(of: again, in: isa().year(2024)).exceeded == nil)
        // A correction is no withdrawal.
        #expect(try isa().usage(of: flows + [flow("2024-07-01", -50)], in: isa().year(2024)).room == 50)
    }

    @Test("The room on a day minds what is paid in later in the year")
    func roomBefore() throws {
        let limit = try isa(flexible: true)
        let flows = try [flow("2024-05-01", 5000), flow("2024-09-01", 14_000), flow("2024-10-01", -9000, withdrawal: true)]
        #expect(try limit.room(for: flows, on: Day("2024-06-01")) == 1000)
        #expect(try limit.room(for: flows, on: Day("2024-11-01")) == 10_000)
        #expect(try limit.room(for: flows, on: Day("2025-04-06")) == 20_000)
    }

    @Test("What is kept comes back the same")
    func json() throws {
        for limit in [try isa(flexible: true), try ContributionLimit(name: "IRA", accounts: ["Roth", "Traditional"], amount: 7000, currency: .usd)] {
            #expect(try ContributionLimit(name: limit.name, json: limit.json) == limit)
        }
    }

    @Test(
        "What makes no sense is refused with a sentence",
        arguments: [
            (#"{"accounts":[],"amount":"1","currency":"USD"}"#, "the limit \"IRA\" has no account"),
            (#"{"accounts":["A","A"],"amount":"1","currency":"USD"}"#, "names \"A\" twice"),
            (#"{"accounts":["A"],"amount":"-1","currency":"USD"}"#, "below zero"),
            (#"{"accounts":["A"],"amount":"x","currency":"USD"}"#, "without a number as its amount"),
            (#"{"accounts":["A"],"amount":"1"}"#, "without a currency"),
            (#"{"accounts":["A"],"amount":"1","currency":"USD","years":{"0":"1"}}"#, "which is none"),
            (#"{"accounts":["A"],"amount":"1","currency":"USD","year_start":"02-29"}"#, "no day that every year has"),
            (#"{"accounts":["A"],"amount":"1","currency":"USD","year_start":"4-6"}"#, "no day that every year has"),
        ])
    func refused(text: String, part: String) throws {
        let json = try JSONReader.read(Array(text.utf8))
        #expect { try ContributionLimit(name: "IRA", json: json) } throws: { "\($0)".contains(part) }
    }

    @Test("Paying in the room on any day never breaks the limit, a cent more always does", arguments: [false, true])
    func roomProperty(flexible: Bool) throws {
        var random = SeededRandom.forTest("room \(flexible)")
        for _ in 0..<2000 {
            let limit = try ContributionLimit(
                name: "L", accounts: ["A"], amount: FixedDecimal(random.int(0...500)), currency: .usd, isFlexible: flexible)
            let flows = try (0..<random.int(0...6)).map { _ in
                let amount = FixedDecimal(random.int(1...200)), isOut = random.chance(oneIn: 3)
                return LimitFlow(date: try day(&random), amount: isOut ? -amount : amount, isWithdrawal: isOut)
            }
            let date = try day(&random), room = try limit.room(for: flows, on: date), year = try limit.year(2024)
            let before = try limit.usage(of: flows.filter { $0.date <= date }, in: year)
            let paid = try limit.usage(of: flows + [LimitFlow(date: date, amount: room)], in: year)
            let over = try limit.usage(of: flows + [LimitFlow(date: date, amount: room + cent)], in: year)
            if try limit.usage(of: flows, in: year).exceeded == nil { #expect(paid.exceeded == nil, "\(flows) \(date)") }
            #expect(over.exceeded != nil, "\(flows) \(date)")
            if !flexible { #expect(room <= before.room) }
        }
    }

    private func day(_ random: inout SeededRandom) throws -> Day { try Day("2024-01-01").adding(days: random.int(0...365)) }
}
