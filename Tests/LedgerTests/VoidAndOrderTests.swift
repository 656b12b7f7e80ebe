@testable import Ledger
import Testing
import Values

/// Voids, activities that come late, and the order of a day.
@Suite struct VoidAndOrderTests {
    @Test func aVoidTakesAnActivityOutOfEveryResult() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000 notes d
                2020-01-02 buy A VTI 10 @ 20 notes b1
                2020-01-04 sell A VTI 5 @ 25 notes s
                """)
        let expected = try page.ledger.dump()
        let entries = [
            try page.record("2020-01-03 buy A VTI 4 @ 22 fee 1 notes b2"), try page.record("2020-01-05 dividend A VTI 3 tax 1"),
            try page.record("2020-01-06 deposit A 7"), try page.record("2020-01-06 deposit A 7 status pending"),
        ]
        for entry in entries { try page.void(entry) }
        #expect(try page.ledger.dump() == expected)
        #expect(entries.allSatisfy { page.ledger.activities.isVoid(at: page.ledger.activities.row(of: $0)!) })
        #expect(try reloaded(page.ledger).dump() == expected)
    }

    @Test func aLatePurchaseComesIntoItsPlace() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 10 @ 20 notes b1
                2020-01-05 sell A VTI 10 @ 25 notes s
                """)
        #expect(try page.ledger.gains().map(\.gain) == [50])
        try page.record("2020-01-01 buy A VTI 5 @ 10 notes b0")
        #expect(try page.ledger.gains().map(\.gain) == [75, 25])
        #expect(try page.ledger.lots().map(\.remaining) == [5])
        #expect(try page.ledger.lots().map(\.opened) == [day("2020-01-02")])
    }

    @Test func gainsThatWereComputedAnewDoNotPileUp() throws {
        let page = Page()
        try page.record("2020-01-02 buy A VTI 700 @ 20")
        try page.record("2020-01-02 buy B VTI 700 @ 20")
        for number in 1...600 { try page.record("2020-02-01 sell \(number % 3 == 0 ? "B" : "A") VTI 1 @ \(number)") }
        for number in 1...40 {
            try page.record("2020-01-01 buy A VTI 1 @ \(number)")
            #expect(try page.ledger.gains().count == 600)
            #expect(page.ledger.state.gains.count <= 2 * 4800)
        }
        #expect(try page.ledger.dump() == reloaded(page.ledger).dump())
        let start = page.ledger.checkpoint()
        let before = try page.ledger.dump()
        for number in 1...20 {
            try page.record("2020-01-01 buy B VTI 1 @ \(number)")
            _ = try page.ledger.gains()
        }
        page.ledger.rollback(to: start)
        #expect(try page.ledger.dump() == before)
        #expect(try page.ledger.dump() == reloaded(page.ledger).dump())
    }

    @Test func gainsOfAnAccountEnteredLaterComeByTheirDays() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 10 @ 20
                2020-01-05 sell A VTI 1 @ 25
                2020-01-09 sell A VTI 1 @ 29
                2020-01-01 buy B VTI 10 @ 20
                2020-01-07 sell B VTI 1 @ 27
                2020-01-03 sell B VTI 1 @ 23 status pending
                2020-01-10 sell B VTI 1 @ 30
                """)
        #expect(try page.ledger.gains().map(\.gain) == [5, 7, 9, 10])
        #expect(try page.ledger.gains(from: day("2020-01-06"), to: day("2020-01-09")).map(\.gain) == [7, 9])
    }

    @Test func aSaleMayBeEnteredBeforeItsDayIsFull() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 10 @ 20 time 10:00
                2020-01-03 sell A VTI 12 @ 25 time 15:00 status pending
                """)
        #expect(throws: LedgerError.self) { try page.record("2020-01-03 sell A VTI 12 @ 25 time 15:00") }
        try page.record("2020-01-03 buy A VTI 2 @ 21 time 16:00")
        #expect(throws: LedgerError.self) { try page.record("2020-01-03 sell A VTI 12 @ 25 time 15:00") }
        try page.record("2020-01-03 sell A VTI 12 @ 25 time 17:00")
        #expect(try page.ledger.holdings().isEmpty)
    }

    @Test func timeThenEntryOrderADay() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 1 @ 30 time 12:00 notes c
                2020-01-02 buy A VTI 1 @ 10 notes a
                2020-01-02 buy A VTI 1 @ 20 notes b
                2020-01-03 sell A VTI 1 @ 50
                """)
        #expect(try page.ledger.gains().map(\.cost) == [10])
        #expect(try page.ledger.lots().map(\.cost) == [20, 30])
        let table = page.ledger.activities
        #expect(table.rowsInOrder() == [1, 2, 0, 3])
        #expect(!table.isOrdered)
    }

    @Test func theStateOfAPastDay() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 deposit A 1000
                2020-01-02 buy A VTI 10 @ 20
                2020-01-03 dividend A VTI 5
                2020-01-05 sell A VTI 4 @ 25
                2020-01-05 buy B VTI 1 @ 26
                """)
        let ledger = page.ledger
        #expect(try ledger.holdings(on: day("2020-01-01")).isEmpty)
        #expect(try ledger.holdings(on: day("2020-01-02")).map(\.quantity) == [10])
        #expect(try ledger.holdings(on: day("2020-01-02")).map(\.income) == [0])
        #expect(try ledger.holdings(on: day("2020-01-04")).map(\.income) == [5])
        #expect(try ledger.holdings(on: day("2020-01-05")).map(\.quantity) == [6, 1])
        #expect(try ledger.holdings(on: day("2040-01-05")).map(\.quantity) == [6, 1])
        #expect(try ledger.lots(on: day("2020-01-04")).map(\.remaining) == [10])
        #expect(try ledger.cash(on: day("2020-01-02")).map(\.balance) == [800])
        #expect(try ledger.cash(on: day("2019-01-02")).isEmpty)
        // What was kept for a past day is not taken for its present after a late entry.
        try page.record("2020-01-02 buy A VTI 1 @ 20")
        #expect(try ledger.holdings(on: day("2020-01-04")).map(\.quantity) == [11])
    }

    @Test func gainsAndIncomeOfASpan() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-02 buy A VTI 10 @ 20
                2020-02-01 sell A VTI 1 @ 21
                2020-02-02 dividend A VTI 3
                2020-03-01 sell A VTI 1 @ 22
                2020-03-02 interest A 4 tax 1
                2020-04-01 sell A VTI 1 @ 23
                """)
        let ledger = page.ledger
        #expect(try ledger.gains(from: day("2020-02-02")).map(\.gain) == [2, 3])
        #expect(try ledger.gains(to: day("2020-03-01")).map(\.gain) == [1, 2])
        #expect(try ledger.gains(from: day("2020-03-01"), to: day("2020-03-01")).map(\.gain) == [2])
        #expect(try ledger.gains(from: day("2020-05-01"), to: day("2020-03-01")).isEmpty)
        #expect(try ledger.income(from: day("2020-02-02")).map(\.amount) == [3, 4])
        #expect(try ledger.income(to: day("2020-03-01")).map(\.kind) == [.dividend])
        #expect(try ledger.income().map(\.tax) == [0, 1])
    }

    @Test func answersComeInTheOrderOfNames() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 buy Zeta VTI 1 @ 1
                2020-01-01 buy Alpha ORCL 1 @ 1
                2020-01-01 buy Zeta BND 1 @ 1
                2020-01-01 buy Alpha BND 1 @ 1
                2020-01-01 deposit Alpha 5 currency EUR
                """)
        let ledger = page.ledger
        #expect(
            try ledger.holdings().map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol)" }
                == ["Alpha BND", "Alpha ORCL", "Zeta BND", "Zeta VTI"])
        #expect(try ledger.cash().map { "\(ledger[$0.account].name) \($0.currency)" } == ["Alpha EUR", "Alpha USD", "Zeta USD"])
        // A new name moves its rows.
        try ledger.apply(.account(AccountID(1), Account(name: "Aaa", currency: .usd)), id: page.nextID)
        #expect(try ledger.holdings().map { ledger[$0.account].name } == ["Aaa", "Aaa", "Alpha", "Alpha"])
    }

    @Test func overdrawnCashIsAWarning() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 withdrawal A 5
                2020-01-02 deposit A 10
                2020-01-03 withdrawal A 7
                2020-01-04 withdrawal A 1
                2020-01-01 deposit B 1
                """)
        #expect(try page.ledger.warnings().map(\.message) == [#""A" has -3.00 USD in cash, below zero since 2020-01-03"#])
        #expect(try page.ledger.warnings(on: day("2020-01-01")).map(\.message) == [#""A" has -5.00 USD in cash, below zero since 2020-01-01"#])
        #expect(try page.ledger.warnings(on: day("2020-01-02")).isEmpty)
    }

    @Test func aMultiplierCorrectedLaterCountsFromTheStart() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 buy A CALL 2 @ 3
                2020-01-02 sell A CALL 1 @ 4
                """)
        #expect(try page.ledger.gains().map(\.gain) == [1])
        try page.define(Instrument(symbol: "CALL", kind: .option, currency: .usd, multiplier: 100))
        #expect(try page.ledger.gains().map(\.gain) == [100])
        #expect(try page.ledger.holdings().map(\.cost) == [300])
    }

    @Test func holdingTerms() throws {
        let page = Page()
        try page.record(
            lines: """
                2019-02-28 buy A VTI 10 @ 20
                2020-02-28 sell A VTI 1 @ 21
                2020-02-29 sell A VTI 1 @ 21
                """)
        #expect(try page.ledger.gains().map(\.term) == [.short, .long])
        try page.set("long_term_days", "400")
        #expect(try page.ledger.gains().map(\.term) == [.short, .short])
        try page.set("long_term_days", "364")
        #expect(try page.ledger.gains().map(\.term) == [.long, .long])
    }

    @Test func aBookThatDoesNotAddUpSaysSoAndCanBeMended() throws {
        let page = Page()
        try page.record("2020-01-01 buy A VTI 2 @ 3")
        let sale = try page.activity("2020-01-02 sell A VTI 5 @ 4")
        let broken = try reloaded(page.ledger)
        let entry = EntryID(broken.lastEntry.rawValue + 1)
        try broken.load(sale, id: entry)
        #expect(throws: LedgerError.oversold(account: "A", symbol: "VTI", date: day("2020-01-02"), held: 2, asked: 5)) {
            try broken.holdings()
        }
        let other = try reloaded(broken)
        try broken.apply(.void(entry, reason: "wrong"), id: EntryID(entry.rawValue + 1))
        #expect(try broken.holdings().map(\.quantity) == [2])
        // What was forgotten mends it, too; anything else has to wait.
        #expect(throws: LedgerError.self) { try other.record(page.activity("2020-01-03 buy A VTI 9 @ 3")) }
        try other.record(page.activity("2020-01-01 buy A VTI 9 @ 3"))
        #expect(try other.holdings().map(\.quantity) == [6])
        #expect(try other.cash().map(\.balance) == [-13])
    }
}
