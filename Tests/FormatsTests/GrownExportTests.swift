import Ledger
import Testing
import Values

@testable import Formats

@Suite("An export that has grown")
struct GrownExportTests {
    private typealias Sample = PortfolioLedgerSample

    private func imported(_ texts: [String], _ options: ImportOptions = ImportOptions(currency: .usd), in ledger: Ledger = Ledger()) throws -> (ledger: Ledger, last: ImportPlan) {
        var last = ImportPlan()
        for text in texts {
            var context = ImportContext(ledger)
            context.baseCurrency = .usd
            last = try record(plan(text, options, context: context), in: ledger)
        }
        return (ledger, last)
    }

    private func cash(_ ledger: Ledger) throws -> FixedDecimal { try ledger.cash().reduce(.zero) { try $0 + $1.balance } }

    private static func sold(_ notes: String = "", consumed: Bool = false, quantity: Int = 1, id: String = "a-1") -> String {
        "\(id),\(Sample.put),2026-02-04T00:00:00Z,sell_to_open,\(quantity),1.5,0,\"\(notes)\",\"\",,\(consumed)\n"
    }

    @Test("A premium that was consumed since counts once, and the assignment comes in", arguments: [
        "a-2,\(Sample.put),2026-12-01T15:30:00Z,assign,1,0,0,\"\",\"\",G1,false\n",
        "a-2,\(Sample.put),2026-12-01T15:30:00Z,buy_to_close,1,0,0,\"\",\"\",G1,true\na-3,\(Sample.equity),2026-12-01T15:30:00Z,buy,100,41,0,\"\",\"\",G1,false\n",
    ])
    func consumed(rest: String) throws {
        let (ledger, last) = try imported([Sample.head + Self.sold(), Sample.head + Self.sold("used", consumed: true) + rest], Sample.options())
        #expect(last.refusedCount == 0, "\(last.refusals)")
        #expect(try cash(ledger) == decimal("-4100") && ledger.holdings().map(\.quantity) == [100])
        #expect(last.verdicts[0].outcome == .alreadyThere && last.verdicts[0].message == "the book holds this row already, without notes, which stay")
        #expect(last.notices(.changed).contains { $0.hasPrefix("1 row that the book holds has other notes or flags by now (line 2)") })
        // Once more, nothing is added.
        #expect(try imported([Sample.head + Self.sold("used", consumed: true) + rest], Sample.options(), in: ledger).last.activities.isEmpty)
    }

    @Test("A figure that has changed is told, and amending takes it") func changed() throws {
        let (ledger, last) = try imported([Sample.head + Self.sold(), Sample.head + Self.sold(quantity: 2) + Self.sold(id: "a-9")], Sample.options())
        #expect(last.verdicts.map(\.outcome) == [.refused, .add])
        let entry = ledger.activities.id(at: 0).rawValue
        #expect(last.refusals.first?.kind == .changedRow && last.refusals.first?.message == "the book has this row as entry \(entry), where the quantity is 1 and not 2")
        #expect(last.refusals.first?.hint.hasPrefix("amend{id=\(entry), quantity=2} takes the file's; partial=true") == true)
        var amended = ledger.activities.activity(at: 0)
        amended.quantity = 2
        amended.detail = (amended.detail ?? ActivityDetail()).amending(EntryID(entry))
        try ledger.apply(.activity(amended), id: ledger.nextID)
        for quantity in [1, 2] { #expect(try plan(Sample.head + Self.sold(quantity: quantity), Sample.options(), context: ImportContext(ledger)).refusedCount == 0) }
        #expect(try plan(Sample.head + Self.sold(quantity: 3), Sample.options(), context: ImportContext(ledger)).refusedCount == 1)
    }

    @Test("What was voided does not come back, but comes as its source has it by now") func voided() throws {
        let (ledger, _) = try imported([Sample.head + Self.sold()], Sample.options())
        try ledger.apply(.void(ledger.activities.id(at: 0), reason: ""), id: ledger.nextID)
        #expect(try plan(Sample.head + Self.sold("other"), Sample.options(), context: ImportContext(ledger)).activities.isEmpty)
        #expect(try plan(Sample.head + Self.sold(quantity: 2), Sample.options(), context: ImportContext(ledger)).activities.count == 1)
    }

    @Test("Equal rows of two ids are two; one id twice is one row, or a mistake") func twice() throws {
        let (ledger, last) = try imported([Sample.head + Self.sold(), Sample.head + Self.sold() + Self.sold(id: "a-2")], Sample.options())
        #expect(last.verdicts.map(\.outcome) == [.alreadyThere, .add] && ledger.activities.count == 2)
        let again = try plan(Sample.head + Self.sold() + Self.sold(), Sample.options())
        #expect(again.verdicts.map(\.outcome) == [.add, .skipped] && again.activities.count == 1)
        #expect(try plan(Sample.head + Self.sold() + Self.sold(quantity: 3), Sample.options()).refusals.map(\.kind) == [.definedTwice])
    }

    @Test("An entry that was recorded without the id is known by its figures") func older() throws {
        let (ledger, _) = try imported([Sample.head + Self.sold(id: "")], Sample.options())
        let next = try plan(Sample.head + Self.sold("used", consumed: true) + Self.sold(id: "a-2"), Sample.options(), context: ImportContext(ledger))
        #expect(next.activities.count == 1)
    }

    @Test("The app's document, and the family tracker's export", arguments: [
        ("""
        {"instruments":[{"id":"i","type":"equity","symbol":"KLM"}],"transactions":[{"id":"t1","instrumentId":"i","timestamp":"2026-02-03T15:30:00Z","action":"buy","quantity":1,"price":5,"notes":"NOTE"}]}
        """, "\"quantity\":1", "\"quantity\":2"),
        ("""
        Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes
        Family,B2,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,2014-03-03,NOTE

        """, "10.0,31.2,312.0", "20.0,31.2,624.0"),
        ("date,type,account,symbol,quantity,price,fee,currency,notes,Trade ID\n2014-03-03,buy,A,X,1,5,0,USD,NOTE,T1\n", "X,1,", "X,2,"),
        ("date,type,account,symbol,quantity,price,fee,currency,notes,ID\n2014-03-03,buy,A,X,1,5,0,USD,NOTE,T1\n", "X,1,", "X,2,"),
    ])
    func siblings(text: String, figure: String, changed: String) throws {
        let (ledger, last) = try imported([text.replacing("NOTE", with: "one"), text.replacing("NOTE", with: "two")], ImportOptions(account: "A"))
        #expect(ledger.activities.count == 1 && last.refusedCount == 0 && last.verdicts.last?.message.contains("\"one\"") == true)
        let other = try plan(text.replacing(figure, with: changed), ImportOptions(account: "A"), context: ImportContext(ledger))
        #expect(other.refusals.map(\.kind) == [.changedRow] && other.activities.isEmpty, "\(other.refusals)")
    }

    @Test("Ids of orders, and luca's own, make rows of other notes the same, and no more") func weak() throws {
        let text = "date,type,account,symbol,quantity,price,fee,currency,notes,Order ID\n2014-03-03,buy,A,X,1,5,0,USD,one,T1\n2014-03-03,buy,A,X,2,5,0,USD,one,T1\n"
        let (ledger, _) = try imported([text])
        #expect(ledger.facts.allSatisfy { $0.detail == nil })
        #expect(try plan(text.replacing("one", with: "two"), context: ImportContext(ledger)).activities.isEmpty)
        #expect(try plan(text.replacing("X,2", with: "X,3"), context: ImportContext(ledger)).activities.count == 1)
    }

    @Test("A column ID that repeats is no id of rows") func repeated() throws {
        let text = "date,type,account,symbol,quantity,price,fee,currency,notes,ID\n2014-03-03,buy,A,X,1,5,0,USD,,C7\n2014-03-04,buy,A,X,2,5,0,USD,,C7\n"
        let (ledger, last) = try imported([text, text.replacing("X,2", with: "X,3")])
        #expect(last.refusedCount == 0 && ledger.activities.count == 3)
    }
}
