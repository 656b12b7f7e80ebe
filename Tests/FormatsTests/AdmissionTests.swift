import Ledger
import Testing
import Values

@testable import Formats

@Suite("A plan against the ledger")
struct AdmissionTests {
    private let text = """
        date,type,account,symbol,quantity,price,fee,amount,currency,notes
        2014-01-02,deposit,A,,,,,500.00,USD,
        2014-01-03,buy,A,X,10,5,,-50.00,USD,
        2014-01-04,sell,A,X,11,5,,55.00,USD,
        2014-01-05,sell,A,X,10,6,,60.00,USD,

        """

    @Test("Selling more than is held is refused with file and line") func oversell() throws {
        let ledger = Ledger()
        var plan = try plan(text, ImportOptions(fileName: "/tmp/book.csv"), context: ImportContext(ledger))
        #expect(plan.refusedCount == 0)
        try plan.check(against: ledger)
        #expect(
            plan.refusals.map(\.description) == [
                "book.csv:4: quantity: \"A\" holds 10 X on 2014-01-04, so it cannot sell 11 (if some came before the file begins, import an earlier file first, or record them with transfer_in, with their cost and day; if it may go short, say account{name=\"A\", currency=\"USD\", allow_short=true})"
            ])
        #expect(plan.refusals.map(\.kind) == [.oversold])
        #expect(plan.verdicts.map(\.outcome) == [.add, .add, .refused, .add])
        #expect(plan.activities.map(\.kind) == [.deposit, .buy, .sell])
    }

    @Test("A row that would leave a later row of the file without its units names the line of that, and no entry") func stranded() throws {
        let rows = """
            date,type,account,symbol,quantity,price,fee,amount,currency,notes
            2014-01-02,deposit,A,,,,,500.00,USD,
            2014-01-05,sell,A,X,10,6,,60.00,USD,
            2014-01-05,buy,A,X,10,5,,-50.00,USD,
            2014-02-01,transfer_out,A,X,3,,,,USD,

            """
        let ledger = Ledger()
        var plan = try plan(rows, ImportOptions(fileName: "book.csv"), context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusals.count == 1 && plan.refusals.allSatisfy { !$0.message.contains("entry") && !$0.hint.contains("oid entry") }, "\(plan.refusals)")
    }

    @Test("The check leaves the ledger as it was") func untouched() throws {
        let ledger = Ledger()
        try ledger.apply(.account(AccountID(1), Account(name: "B", currency: .eur)), id: EntryID(1))
        var plan = try plan(text, context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(ledger.accounts.map(\.name) == ["B"] && ledger.instruments.isEmpty && ledger.activities.count == 0)
        #expect(ledger.lastEntry == EntryID(1))
        #expect(plan.activities.allSatisfy { $0.account == AccountID(2) })
    }

    @Test("A sale may stand before its purchase in the file") func unordered() throws {
        let ledger = Ledger()
        var plan = try plan(header + "2014-01-05,sell,A,X,10,6,,60.00,USD,\n2014-01-03,buy,A,X,10,5,,-50.00,USD,\n", context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusedCount == 0)
    }

    @Test("What the ledger's rules refuse is told in its words") func rules() throws {
        let ledger = Ledger()
        try ledger.apply(.account(AccountID(1), Account(name: "A", currency: .usd, opened: day("2014-01-03"))), id: EntryID(1))
        var plan = try plan(text, context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusals.first?.kind == .ledgerRule)
        #expect(plan.refusals.first?.message == "\"A\" was opened on 2014-01-03, after 2014-01-02")
    }

    @Test("More rows than a batch holds are one import") func batches() throws {
        let ledger = Ledger()
        let rows = (0..<20_000).map { index in
            "2014-01-02,\(index % 2 == 0 ? "buy" : "sell"),A,X,\(index % 2 == 0 ? 1 : index == 19_999 ? 2 : 1),5,,,USD,\n"
        }
        var plan = try plan(header + rows.joined(), context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusals.map(\.line) == [20_001])
        #expect(plan.activities.count == 19_999)
    }
}
