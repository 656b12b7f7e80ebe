import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Importing a file again")
struct DuplicateTests {
    private let text = """
        date,type,account,symbol,quantity,price,fee,amount,currency,notes
        2014-01-02,deposit,A,,,,,500.00,USD,
        2014-01-02,deposit,A,,,,,500.00,USD,
        2014-01-03,buy,A,X,3,33.333,1.00,-101.00,USD,
        2014-01-04,buy,A,X,10,,,-100.00,USD,
        2014-01-04,buy,A,X,3,,,-100.00,USD,

        """

    private func ledger(_ text: String) throws -> Ledger {
        let ledger = Ledger()
        _ = try record(plan(text, context: ImportContext(ledger)), in: ledger)
        return ledger
    }

    @Test("Adds nothing, and says so") func again() throws {
        let ledger = try ledger(text)
        #expect(ledger.activities.count == 5)
        let plan = try plan(text, context: ImportContext(ledger))
        #expect(plan.activities.isEmpty && plan.newAccounts.isEmpty && plan.newInstruments.isEmpty)
        #expect(plan.verdicts.allSatisfy { $0.outcome == .alreadyThere })
        #expect(plan.verdicts[0].message == "the book holds this row already")
        #expect(plan.notices(.alreadyThere) == ["the book holds 5 of the rows already"])
    }

    @Test("Equal rows are counted, not taken for one") func counted() throws {
        let ledger = try ledger(text)
        let more = try plan(text + "2014-01-02,deposit,A,,,,,500.00,USD,\n", context: ImportContext(ledger))
        #expect(more.activities.count == 1)
        #expect(more.verdicts.map(\.outcome) == Array(repeating: .alreadyThere, count: 5) + [.add])
    }

    @Test("What was voided does not come back") func voided() throws {
        let ledger = try ledger(text)
        try ledger.apply(.void(ledger.activities.id(at: 0), reason: "typed twice"), id: ledger.nextID)
        #expect(try plan(text, context: ImportContext(ledger)).activities.isEmpty)
    }

    @Test("A row that differs in anything is another row", arguments: [
        "2014-01-03,deposit,A,,,,,500.00,USD,", "2014-01-02,interest,A,,,,,500.00,USD,", "2014-01-02,deposit,B,,,,,500.00,USD,",
        "2014-01-02,deposit,A,,,,,500.01,USD,", "2014-01-02,deposit,A,,,,,500.00,EUR,", "2014-01-02,deposit,A,,,,,500.00,USD,x",
        "2014-01-02,deposit,A,,,,1,499.00,USD,", "2014-01-02T10:00Z,deposit,A,,,,,500.00,USD,",
    ])
    func different(_ row: String) throws {
        #expect(try plan(header + row + "\n", context: ImportContext(ledger(text))).activities.count == 1)
    }

    @Test("The same row in another style is the same row", arguments: [
        "02.01.2014,deposit,A,,,,,\"500,00\",USD,", "2014-01-02,Contribution,a,,,,,+500,usd,",
    ])
    func restyled(_ row: String) throws {
        #expect(try plan(header + row + "\n", context: ImportContext(ledger(text))).activities.isEmpty)
    }

    @Test("Any part of a book is recognised in the whole") func parts() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<30 {
            let rows = (0..<20).map { _ in "2014-01-0\(random.int(1...3)),deposit,A,,,,,\(random.int(1...3)),USD,\n" }
            let part = rows.filter { _ in random.chance(oneIn: 2) }
            let ledger = try ledger(header + part.joined())
            let plan = try plan(header + rows.joined(), context: ImportContext(ledger))
            #expect(plan.activities.count == rows.count - part.count)
            _ = try record(plan, in: ledger)
            let key = { (activity: Activity) in "\(activity.date) \(activity.amount ?? .zero)" }
            #expect(ledger.facts.map(key).sorted() == (try Array(FormatsTests.plan(header + rows.joined()).activities)).map(key).sorted())
        }
    }
}
