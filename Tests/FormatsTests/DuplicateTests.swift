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
        let again = try plan(text, context: ImportContext(ledger)), entry = ledger.activities.id(at: 0).rawValue
        #expect(again.activities.isEmpty)
        let told = "entry \(entry) of the book was this row, and is void; amend{id=\(entry)} takes it again"
        #expect(
            again.verdicts.map(\.message).filter { $0 != "the book holds this row already" } == [told]
                && again.notices(.leftOut) == ["line \(again.verdicts.first { $0.message == told }?.line ?? 0): \(told)"])
    }

    @Test("Of equal rows the one that counts is there first, the voided one is told last") func voidedAmongEquals() throws {
        let twice = header + String(repeating: "2014-01-02,deposit,A,,,,,500.00,USD,\n", count: 2)
        let ledger = try ledger(twice)
        try ledger.apply(.void(ledger.activities.id(at: 0), reason: "typed twice"), id: ledger.nextID)
        let again = try plan(twice + "2014-01-02,deposit,A,,,,,500.00,USD,\n", context: ImportContext(ledger))
        #expect(again.verdicts.map(\.outcome) == [.alreadyThere, .alreadyThere, .add])
        #expect(again.verdicts[0].message == "the book holds this row already" && again.verdicts[1].message.hasPrefix("entry \(ledger.activities.id(at: 0).rawValue) "))
    }

    @Test("What an undo took back comes in again, an entry that was voided and brought back counts once") func undone() throws {
        let ledger = try ledger(text), first = ledger.activities.id(at: 0), all = Set((0..<ledger.activities.count).map(ledger.activities.id(at:)))
        #expect(try plan(text, context: ImportContext(ledger, undone: [first])).activities.isEmpty)
        try ledger.apply(.void(first, reason: "undo"), id: ledger.nextID)
        #expect(try plan(text, context: ImportContext(ledger, undone: all)).activities.count == 1)
        var back = ledger.activities.activity(at: 0)
        back.detail = (back.detail ?? ActivityDetail()).amending(first)
        try ledger.apply(.activity(back), id: ledger.nextID)
        let twice = text + "2014-01-02,deposit,A,,,,,500.00,USD,\n"
        #expect(try plan(twice, context: ImportContext(ledger)).activities.count == 1)
    }

    @Test(
        "A row that differs in anything is another row",
        arguments: [
            "2014-01-03,deposit,A,,,,,500.00,USD,", "2014-01-02,interest,A,,,,,500.00,USD,", "2014-01-02,deposit,B,,,,,500.00,USD,",
            "2014-01-02,deposit,A,,,,,500.01,USD,", "2014-01-02,deposit,A,,,,,500.00,EUR,", "2014-01-02,deposit,A,,,,,500.00,USD,x",
            "2014-01-02,deposit,A,,,,1,499.00,USD,",
            "2014-01-02T10:00Z,deposit,A,,,,,500.00,USD,\n2014-01-02T11:00Z,deposit,A,,,,,500.00,USD,\n2014-01-02,deposit,A,,,,,500.00,USD,",
        ])
    func different(_ row: String) throws {
        #expect(try plan(header + row + "\n", context: ImportContext(ledger(text))).activities.count == 1)
    }

    @Test(
        "The same row in another style is the same row",
        arguments: [
            "02.01.2014,deposit,A,,,,,\"500,00\",USD,", "2014-01-02T10:00Z,deposit,A,,,,,500.00,USD,", "2014-01-02,Contribution,a,,,,,+500,usd,",
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

    /// What a file says of rows that are nearly entries, after another was imported.
    private func nearly(_ before: String, _ now: String) throws -> (told: [String], added: Int) {
        let plan = try plan(header + now + "\n", context: ImportContext(ledger(header + before + "\n")))
        #expect(plan.verdicts.filter { $0.outcome == .add }.map(\.message).filter { !$0.isEmpty }.count == plan.notices(.nearlyThere).count)
        return (plan.notices(.nearlyThere), plan.activities.count)
    }

    private static let bought = "2014-01-01,buy,A,X,9,1,,,USD,\n", later = "2014-01-30,deposit,A,,,,,1,USD,"

    @Test(
        "A row that the file has otherwise by now is added, and told with the entry that it nearly is",
        arguments: [
            (
                bought + "2014-01-05,sell,A,X,2,250.10,,,USD,", bought + "2014-01-05,sell,A,X,2,251.10,,,USD,",
                "line 3 is nearly entry 4 (price 250.1 there): if the file was corrected, void(4)"
            ),
            ("2014-01-05,buy,A,X,2,250,1,,USD,", "2014-01-05,buy,A,X,2,250,2,,USD,", "line 2 is nearly entry 3 (fee 1 there): if the file was corrected, void(3)"),
            (
                "2014-01-05,deposit,A,,,,,70,USD,salary", "2014-01-05,deposit,A,,,,,70,USD,pay",
                "line 2 is nearly entry 2 (notes \"salary\" there): if the file was corrected, void(2)"
            ),
            ("2014-01-05,dividend,A,X,,,,7,USD,", "2014-01-05,dividend,A,X,,,,7,USD,Q1", "line 2 is nearly entry 3 (notes not told there): if the file was corrected, void(3)"),
            ("2014-01-05,deposit,A,,,,,70,USD,pay", "2014-01-05,deposit,A,,,,,71,USD,pay", "line 2 is nearly entry 2 (amount 70 there): if the file was corrected, void(2)"),
            ("2014-01-05,deposit,A,,,,,70,USD,", "2014-01-05,deposit,A,,,,,71,USD,", "line 2 is nearly entry 2 (amount 70 there): if the file was corrected, void(2)"),
            (
                "2014-01-05,interest,A,,,,,70,USD,", "2014-01-05,transfer_in,A,,,,,70,USD,",
                "line 2 is nearly entry 2 (type interest there): if the file was corrected, void(2)"
            ),
            ("2014-01-05,buy,A,X,2,250,,,USD,", "2014-01-05,buy,A,X,3,250,,,USD,", "line 2 is nearly entry 3 (quantity 2 there): if the file was corrected, void(3)"),
            (
                bought + "2014-01-05,buy,A,X,2,250,,,USD,\n" + later, bought + "2014-01-07,buy,A,X,2,250,,,USD,\n" + later,
                "line 3 is nearly entry 4 (date 2014-01-05 there): if the file was corrected, void(4)"
            ),
        ])
    func corrected(before: String, now: String, told: String) throws {
        let found = try nearly(before, now)
        #expect(found.told == [told] && found.added == 1)
        // The same file again tells nothing of it.
        #expect(try nearly(before, before).told.isEmpty)
    }

    @Test(
        "Rows beside their equals, of another day, quantity or sum are nearly nothing",
        arguments: [
            // Another fill beside the first, which the file still has.
            ("2014-01-05,buy,A,X,2,250,,,USD,", "2014-01-05,buy,A,X,2,250,,,USD,\n2014-01-05,buy,A,X,2,251,,,USD,"),
            ("2014-01-05,buy,A,X,2,250,,,USD,", "2014-01-06,buy,A,X,2,251,,,USD,"),
            ("2014-01-05,buy,A,X,2,250,,,USD,", "2014-01-05,buy,A,X,3,250,,,USD,\n2014-01-05,buy,A,X,4,250,,,USD,"),
            ("2014-01-05,buy,A,X,2,250,,,USD,", "2014-01-05,buy,A,Y,2,251,,,USD,"),
            ("2014-01-05,deposit,A,,,,,70,USD,", "2014-01-05,deposit,A,,,,,71,USD,\n2014-01-05,deposit,A,,,,,72,USD,"),
            // What happens again, and what happens on two days instead of one.
            (bought + "2014-01-05,buy,A,X,2,250,,,USD,\n" + later, bought + "2014-01-20,buy,A,X,2,250,,,USD,\n" + later),
            (bought + "2014-01-05,buy,A,X,2,250,,,USD,\n" + later, bought + "2014-01-06,buy,A,X,2,250,,,USD,\n2014-01-07,buy,A,X,2,250,,,USD,\n" + later),
            ("2014-01-05,deposit,A,,,,,70,USD,a", "2014-01-05,deposit,A,,,,,70,EUR,a"), ("2014-01-05,deposit,A,,,,,70,USD,a", "2014-01-05,withdrawal,A,,,,,-70,USD,a"),
        ])
    func notNearly(before: String, now: String) throws {
        let found = try nearly(before, now)
        #expect(found.told.isEmpty && found.added > 0)
    }

    @Test("A split whose ratio was corrected is told with the one that it was, though it has neither units nor money")
    func correctedSplit() throws {
        func file(_ ratio: String) -> String { "date,type,account,symbol,quantity,price,ratio,currency\n2014-01-01,buy,A,X,9,1,,USD\n2014-01-05,split,A,X,,,\(ratio),USD\n" }
        let again = try FormatsTests.plan(file("3:1"), context: ImportContext(ledger(file("2:1"))))
        #expect(again.notices(.nearlyThere) == ["line 3 is nearly entry 4 (ratio 2:1 there): if the file was corrected, void(4)"])
    }

    @Test("The day of the first or last row may be corrected into the days of the file, and the day of a split")
    func correctedEnds() throws {
        func told(_ before: [String], _ now: [String]) throws -> [String] { try nearly(before.joined(separator: "\n"), now.joined(separator: "\n")).told }
        func deposit(_ day: String, _ amount: Int) -> String { "\(day),deposit,A,,,,,\(amount),USD," }
        let middle = [deposit("2014-02-03", 300), deposit("2014-03-03", 400)]
        #expect(
            try told(middle + [deposit("2014-12-02", 200)], middle + [deposit("2014-12-01", 200)])
                == ["line 4 is nearly entry 4 (date 2014-12-02 there): if the file was corrected, void(4)"])
        #expect(
            try told([deposit("2014-01-02", 200)] + middle, [deposit("2014-01-03", 200)] + middle)
                == ["line 2 is nearly entry 2 (date 2014-01-02 there): if the file was corrected, void(2)"])
        // What comes again each week is no correction: the file that tells the last weeks lacks the others.
        let weeks = (0..<6).map { deposit("2014-05-0\($0 + 1)", 100) }
        #expect(try told(Array(weeks[..<4]), Array(weeks[3...])) == [])
        func file(_ day: String) -> String {
            "date,type,account,symbol,quantity,price,ratio,currency\n2014-01-01,buy,A,X,9,1,,USD\n\(day),split,A,X,,,2:1,USD\n2014-02-01,sell,A,X,1,1,,USD\n"
        }
        let again = try FormatsTests.plan(file("2014-01-06"), context: ImportContext(ledger(file("2014-01-05"))))
        #expect(again.notices(.nearlyThere) == ["line 3 is nearly entry 4 (date 2014-01-05 there): if the file was corrected, void(4)"])
    }

    @Test("A file that begins with the first of all days is compared as any other")
    func firstDay() throws {
        let text = header + "\(Day.min),deposit,A,,,,,5,USD,\n2014-02-03,deposit,A,,,,,6,USD,\n"
        let plan = try plan(text + "\(Day.max),deposit,A,,,,,7,USD,\n", context: ImportContext(ledger(text)))
        #expect(plan.verdicts.count(.alreadyThere) == 2 && plan.activities.count == 1, "\(plan.refusals)")
    }

    @Test("An entry is nearly one row only, and many are told together") func nearlyOnce() throws {
        let buy = "2014-01-05,buy,A,X,2,250,,,USD,"
        #expect(try nearly(buy, buy.replacing("250", with: "251") + "\n" + buy.replacing("250", with: "252")).told.count == 1)
        let days = (1...5).map { "2014-01-0\($0),buy,A,X,2,250,,,USD," }.joined(separator: "\n")
        let plan = try plan(header + days.replacing("250", with: "251") + "\n", context: ImportContext(ledger(header + days + "\n")))
        #expect(
            plan.notices(.nearlyThere) == [
                "5 rows are nearly entries that the file lacks; line 2 is nearly entry 3 (price 250 there): if the file was corrected, void(3); the message of each row says the same of it"
            ])
        #expect(plan.verdicts.allSatisfy { $0.outcome == .add && $0.message.hasPrefix("nearly entry ") })
    }

    @Test("What was voided or amended is nearly nothing") func nearlyVoid() throws {
        let buy = header + "2014-01-05,buy,A,X,2,250,,,USD,\n", ledger = try ledger(buy)
        try ledger.apply(.void(ledger.activities.id(at: 0), reason: "wrong"), id: ledger.nextID)
        #expect(try plan(buy.replacing("250", with: "251"), context: ImportContext(ledger)).notices(.nearlyThere).isEmpty)
    }
}
