@testable import Ledger
import Testing
import Values

/// Batches: what is let in, what is not, and why.
@Suite struct AdmissionTests {
    /// Admits lines and tells what became of each: `ok`, or the error's kind.
    private func admit(_ page: Page, _ lines: String, dryRun: Bool = false) throws -> [String] {
        let batch = try lines.split(separator: "\n").map { try page.activity($0.trimmingSpaces()) }
        return try page.ledger.admit(batch, firstID: page.nextID, dryRun: dryRun).map { verdict in
            switch verdict {
            case .admitted: "ok"
            case .refused(let error): error.description
            }
        }
    }

    @Test func rowsAreTakenInReplayOrder() throws {
        let page = Page()
        let verdicts = try admit(
            page,
            """
            2020-01-03 sell A VTI 4 @ 25
            2020-01-01 deposit A 1000
            2020-01-02 buy A VTI 10 @ 20
            """)
        #expect(verdicts == ["ok", "ok", "ok"])
        #expect(try page.ledger.gains().map(\.gain) == [20])
        #expect(page.ledger.activities.count == 3)
    }

    @Test("The departure of a transfer is refused where its arrival, which waits for it, is what another departure of the day has taken from")
    func departureThatReorders() throws {
        let page = Page()
        for name in ["B", "I"] { try page.define(Account(name: name, currency: .usd)) }
        try page.record(
            lines: """
                2020-02-01 transfer_in I VTI 4 group a
                2020-02-01 transfer_out I VTI 2 group b
                2020-02-01 transfer_in B VTI 2 group b
                2020-02-01 buy B VTI 8 @ 35
                2020-02-01 buy I VTI 2 @ 210
                """)
        let verdicts = try admit(page, "2020-02-01 transfer_out B VTI 4 group a")
        #expect(verdicts.first?.hasPrefix(#"the transfer_out on 2020-02-01 would leave 0 VTI in "I" for the transfer out of 2"#) == true, "\(verdicts)")
        #expect(try reloaded(page.ledger).holdings().map(\.quantity) == [10, 4])
    }

    @Test func entriesAreNumberedInTheOrderGiven() throws {
        let page = Page()
        let batch = try [
            page.activity("2020-01-03 sell A VTI 4 @ 25"), page.activity("2020-01-02 buy A VTI 2 @ 20"),
            page.activity("2020-01-04 deposit A 5"),
        ]
        let verdicts = try page.ledger.admit(batch, firstID: EntryID(10))
        #expect(verdicts.map { if case .admitted(let id) = $0 { id.rawValue } else { 0 } } == [0, 10, 11])
        #expect(page.ledger.lastEntry == EntryID(11))
    }

    @Test func anOversoldRowIsRefusedAndTheOthersStay() throws {
        let page = Page()
        try page.record("2020-01-01 buy A VTI 10 @ 20")
        let verdicts = try admit(
            page,
            """
            2020-01-02 sell A VTI 6 @ 25
            2020-01-03 sell A VTI 6 @ 25
            2020-01-04 sell A VTI 4 @ 25
            """)
        #expect(verdicts[0] == "ok")
        #expect(verdicts[1].hasPrefix(#""A" holds 4 VTI on 2020-01-03, so it cannot sell 6."#))
        #expect(verdicts[2] == "ok")
        #expect(try page.ledger.holdings().isEmpty)
    }

    @Test func aRowThatStrandsALaterSaleIsRefused() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 buy A VTI 10 @ 20
                2020-01-09 sell A VTI 8 @ 30
                """)
        let before = try page.ledger.dump()
        let lines = """
            2020-01-03 sell A VTI 1 @ 25
            2020-01-04 sell A VTI 5 @ 25
            2020-01-05 buy A VTI 1 @ 25
            2020-01-10 sell A VTI 2 @ 25
            """
        let expected = [
            "ok",
            #"the sell of 5 VTI on 2020-01-04 would leave 5 VTI in "A" for the sale of 8 on 2020-01-09 (entry 4). Void entry 4 first"#,
            "ok", "ok",
        ]
        #expect(try admit(page, lines, dryRun: true) == expected)
        #expect(try page.ledger.dump() == before)
        #expect(try admit(page, lines) == expected)
        #expect(try page.ledger.holdings().isEmpty)
        #expect(try page.ledger.dump() == reloaded(page.ledger).dump())
    }

    @Test func theFirstSaleThatFallsShortIsNamed() throws {
        let page = Page()
        try page.record(lines: "2020-01-01 buy A VTI 10 @ 20\n2020-01-08 sell A VTI 5 @ 30\n2020-01-09 sell A VTI 5 @ 30")
        #expect(
            try admit(page, "2020-01-03 sell A VTI 5 @ 25") == [
                #"the sell of 5 VTI on 2020-01-03 would leave 0 VTI in "A" for the sale of 5 on 2020-01-09 (entry 5). Void entry 5 first"#
            ])
    }

    @Test func aPurchaseOfTheBatchCanSaveALaterSale() throws {
        let page = Page()
        try page.record(
            lines: """
                2020-01-01 buy A VTI 10 @ 20
                2020-01-09 sell A VTI 10 @ 30
                """)
        #expect(
            try admit(
                page,
                """
                2020-01-03 sell A VTI 5 @ 25
                2020-01-05 buy A VTI 5 @ 25
                """) == ["ok", "ok"])
        #expect(try page.ledger.gains().map(\.gain) == [25, 50, 25])
    }

    @Test func rowsThatAreWrongInThemselvesAreRefused() throws {
        let page = Page()
        var wrong = try page.activity("2020-01-01 buy A VTI 10 @ 20")
        wrong.account = AccountID(9)
        var zero = try page.activity("2020-01-01 buy A VTI 10 @ 20")
        zero.quantity = 0
        let right = try page.activity("2020-01-01 buy A VTI 10 @ 20")
        let verdicts = try page.ledger.admit([wrong, zero, right], firstID: page.nextID)
        #expect(
            verdicts == [
                .refused(.undefined(what: "account", number: 9)), .refused(.zeroValue(kind: .buy, field: .quantity)),
                .admitted(EntryID(3)),
            ])
    }

    @Test func rowsThatDoNotCountNeedNoUnits() throws {
        let page = Page()
        #expect(try admit(page, "2020-01-03 sell A VTI 5 @ 25 status draft") == ["ok"])
        page.allowShort = true
        #expect(try admit(page, "2020-01-03 sell B VTI 5 @ 25") == ["ok"])
        #expect(try page.ledger.holdings().map(\.quantity) == [-5])
    }

    @Test func aSumThatOverflowsRefusesItsRow() throws {
        let page = Page()
        try page.record("2020-01-01 deposit A 1")
        // A book may hold what is not taken in any more.
        var old = try page.activity("2020-01-02 deposit A 5")
        old.amount = try FixedDecimal.greatest - 10
        try page.ledger.load(.activity(old), id: page.nextID)
        let verdicts = try admit(
            page,
            """
            2020-01-03 deposit A 100
            2020-01-04 deposit B 5
            """)
        #expect(verdicts[0].contains("beyond the largest decimal"))
        #expect(verdicts[1...] == ["ok"])
        #expect(try page.ledger.cash().map(\.balance) == [FixedDecimal.greatest - 9, 5])
    }

    /// Lots that a batch brings and takes away, so many that they are cleared away, are no lots of the book to be put back.
    @Test(arguments: ["transfer_out", "sell"], ["fifo", "average"]) func aBatchWithoutTheRowThatOverflowsIsTakenInAnew(kind: String, method: String) throws {
        let page = Page()
        try page.set("lot_method", method)
        try page.set("lot_method/from=2020-01-04", "hifo")
        try page.record("2020-01-01 buy B VTI 1 @ 10")
        var old = try page.activity("2020-01-01 deposit A 5")
        old.amount = try FixedDecimal.greatest - 10
        try page.ledger.load(.activity(old), id: page.nextID)
        var gone = ActivityDraft(date: day("2020-01-04"), kind: kind, account: "B", symbol: "VTI", quantity: decimal("20.5"))
        if kind == "sell" { gone.price = 11 }
        var batch = try (0..<20).map { _ in try page.activity("2020-01-02 buy B VTI 1 @ 10") }
        batch += try [page.activity("2020-01-03 sell B VTI 0.5 @ 11"), page.ledger.resolve(gone, today: page.today), page.activity("2020-01-05 deposit A 100")]
        let verdicts = try page.ledger.admit(batch, firstID: page.nextID)
        #expect(verdicts.map { if case .refused = $0 { false } else { true } } == [Bool](repeating: true, count: 22) + [false])
        #expect(try page.ledger.holdings().isEmpty && page.ledger.activities.count == 24)
    }

    /// Also where something else than plain trades has to do with the position.
    @Test(arguments: ["2020-01-01 deposit A 1", "2020-01-02 dividend A VTI 1 subtype return_of_capital"])
    func theFirstRowOfASetMayWaitForALaterOne(before: String) throws {
        let page = Page()
        try page.record("2020-01-01 buy A VTI 10 @ 20")
        try page.record(before)
        page.ledger.beginTogether()
        for line in ["2020-01-10 sell A VTI 10 @ 30", "2020-01-05 sell A VTI 5 @ 25", "2020-01-06 buy A VTI 5 @ 21"] { #expect(try admit(page, line) == ["ok"]) }
        #expect(try page.ledger.endTogether().isEmpty && page.ledger.holdings().isEmpty)
    }
}
