import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Rows of QIF that were changed since")
struct QIFChangedRowTests {
    private static let plain = "D01/02/2024 T-100 PShop LFood", split = "D01/02/2024 T-100 PShop LFood SFood $-60 SHousehold $-40", other = "D01/30/2024 T-7 PY"

    @Test("A row of another category is the entry that it became, of whatever type that is")
    func category() throws {
        let ledger = Ledger()
        _ = try QIFBook(bank: [Self.plain, Self.other], into: ledger)
        let again = try QIFBook(bank: [Self.plain.replacing("LFood", with: "LBank_Charge"), Self.other], into: ledger)
        #expect(again.plan.addsNothing && again.plan.refusedCount == 0, "\(again.facts)")
        #expect(again.plan.notices.contains { $0.message.contains("the book has it as entry") && $0.message.contains("type withdrawal") }, "\(again.plan.notices)")
        #expect(again.facts.count == 2)
        // As many as the summary counts, the account that the file lists among them.
        #expect(again.plan.notices.contains { $0.message == "the book holds \(again.plan.verdicts.count(.alreadyThere)) of the rows already" })
    }

    @Test("A payment that was made a transfer since is added, and told as nearly the entry that it was")
    func transfer() throws {
        let ledger = Ledger()
        _ = try QIFBook(bank: [Self.plain, Self.other], into: ledger)
        let again = try QIFBook(bank: [Self.plain.replacing("LFood", with: "L[Savings]"), Self.other], into: ledger)
        #expect(again.facts == ["withdrawal = 100", "transfer_out = 100", "withdrawal = 7"], "\(again.facts)")
        #expect(again.plan.notices.contains { $0.message.contains("is nearly entry") && $0.message.contains("type withdrawal") }, "\(again.plan.notices)")
    }

    @Test("A record that luca keeps as two entries is told with both where it was corrected")
    func bothParts() throws {
        func book(_ total: String, _ shares: String, into ledger: Ledger) throws -> QIFBook {
            let text = "!Account\nNBroker\nTInvst\n^\n!Type:Invst\nD01/22/2024\nNReinvDiv\nYAAA\nI10.00\nQ\(shares)\nT\(total)\n^\nD02/22/2024\nNShrsIn\nYAAA\nI10.00\nQ5\n^\n"
            return try QIFBook(file: text, into: ledger)
        }
        let ledger = Ledger()
        _ = try book("5.00", "0.5", into: ledger)
        let again = try book("6.00", "0.6", into: ledger)
        let told = again.plan.notices.map(\.message).filter { $0.contains("is nearly") }
        #expect(told.count == 1 && told[0].contains("nearly entries") && told[0].ranges(of: "void(").count == 2, "\(again.plan.notices)")
    }

    @Test("A row that was split since, or whose split was undone, is refused with all entries to void", arguments: [true, false])
    func parts(isSplitLater: Bool) throws {
        let ledger = Ledger(), first = isSplitLater ? Self.plain : Self.split, second = isSplitLater ? Self.split : Self.plain
        _ = try QIFBook(bank: [first, Self.other], into: ledger)
        let again = try QIFBook(bank: [second, Self.other, "D02/13/2024 T-8 PZ"], into: ledger)
        let refusals = again.plan.refusals
        #expect(refusals.map(\.kind) == [.changedRow] && refusals[0].message.contains("-100 USD are in the book in other parts"), "\(refusals)")
        #expect(refusals[0].hint.ranges(of: "void(").count == (isSplitLater ? 1 : 2), "\(refusals)")
        #expect(try QIFBook(bank: [first, Self.other], into: ledger).plan.addsNothing)
    }
}
