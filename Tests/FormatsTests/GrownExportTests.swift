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

    @Test(
        "A premium that was consumed since counts once, and the assignment comes in",
        arguments: [
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

    @Test(
        "The app's document, and the family tracker's export",
        arguments: [
            (
                """
                {"instruments":[{"id":"i","type":"equity","symbol":"KLM"}],"transactions":[{"id":"t1","instrumentId":"i","timestamp":"2026-02-03T15:30:00Z","action":"buy","quantity":1,"price":5,"notes":"NOTE"}]}
                """, "\"quantity\":1", "\"quantity\":2"
            ),
            (
                """
                Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes
                Family,B2,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,2014-03-03,NOTE

                """, "10.0,31.2,312.0", "20.0,31.2,624.0"
            ),
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

    // MARK: ids of other rows

    private static let idHead = "date,type,account,symbol,quantity,price,fee,amount,currency,notes,Trade ID\n"
    private static func bought(_ id: String, _ price: String = "5") -> String { "2023-01-05,buy,A,X,10,\(price),1,,USD,,\(id)\n" }
    private static func paid(_ id: String) -> String { "2023-01-05,deposit,A,,,,,100,USD,,\(id)\n" }

    @Test("A row with an id is no entry of another id, in two files, and that is told", arguments: ["Trade ID", "ID", "Transaction ID", "uuid"])
    func twoFiles(heading: String) throws {
        for row in [Self.bought, { id, _ in Self.paid(id) }] as [(String, String) -> String] {
            let head = Self.idHead.replacing("Trade ID", with: heading), (ledger, last) = try imported([head + row("T1", "5"), head + row("T2", "5")])
            #expect(last.activities.count == 1 && ledger.facts.count == 2 && ledger.facts.map(\.detail?.sourceID) == ["T1", "T2"])
            let entry = ledger.activities.id(at: 0).rawValue
            #expect(
                last.notices(.nearlyThere) == ["line 2 is equal in all figures to entry \(entry), whose id is \"T1\": if its source has numbered its rows anew, void(\(entry))"])
            #expect(last.verdicts[0].message.contains("whose id is \"T1\""))
            for again in ["T1", "T2"] { #expect(try plan(head + row(again, "5"), context: ImportContext(ledger)).activities.isEmpty) }
        }
    }

    @Test("Rows of other ids and figures are told of nothing, and one of a voided entry's figures comes in") func otherIDs() throws {
        let (ledger, last) = try imported([Self.idHead + Self.bought("T1"), Self.idHead + Self.bought("T2", "6")])
        #expect(last.notices(.nearlyThere).isEmpty && ledger.facts.count == 2)
        let (other, _) = try imported([Self.idHead + Self.bought("T1")])
        try other.apply(.void(other.activities.id(at: 0), reason: "wrong"), id: other.nextID)
        #expect(try plan(Self.idHead + Self.bought("T2"), context: ImportContext(other)).activities.count == 1)
        #expect(try plan(Self.idHead + Self.bought("T1"), context: ImportContext(other)).activities.isEmpty)
    }

    @Test("A row without an id is first an entry without one, and what counts before what is void") func plainRows() throws {
        let plain = header + "2023-01-05,buy,A,X,10,5,1,,USD,\n", (ledger, _) = try imported([Self.idHead + Self.bought("T1"), plain + "2023-01-05,buy,A,X,10,5,1,,USD,\n"])
        #expect(ledger.facts.map(\.hasSourceID) == [true, false])
        // The row of T2 is the entry without an id.
        #expect(try plan(Self.idHead + Self.bought("T1") + Self.bought("T2"), context: ImportContext(ledger)).activities.isEmpty)
        #expect(try plan(plain, context: ImportContext(ledger)).activities.isEmpty)
        try ledger.apply(.void(try #require(ledger.facts.isEmpty ? nil : ledger.activities.id(at: 1)), reason: "typed twice"), id: ledger.nextID)
        let again = try plan(plain, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.notices(.leftOut).isEmpty)
    }

    @Test("Of a row whose entry is void by now, known without an id, it is told that it stays out") func rewordedVoid() throws {
        let head = Self.idHead.replacing("Trade ID", with: "Order ID"), text = head + Self.paid("O1").replacing("USD,,", with: "USD,one,")
        let (ledger, _) = try imported([text]), entry = ledger.activities.id(at: 0)
        try ledger.apply(.void(entry, reason: "wrong"), id: ledger.nextID)
        let other = try plan(text.replacing("one", with: "two"), context: ImportContext(ledger))
        #expect(other.activities.isEmpty && other.notices(.changed).isEmpty)
        #expect(other.verdicts[0].message == "entry \(entry.rawValue) of the book was this row, and is void; amend{id=\(entry.rawValue)} takes it again")
        // One that counts is taken first.
        _ = try record(plan(text.replacing("one", with: "three") + Self.paid("O2").replacing("USD,,", with: "USD,four,"), context: ImportContext(ledger)), in: ledger)
        #expect(ledger.facts.count == 1)
        #expect(try plan(text.replacing("one", with: "five"), context: ImportContext(ledger)).notices(.changed).count == 1)
    }

    @Test("After a void and an import of the corrected file, the older file does not advise to take the void entry again") func olderFile() throws {
        let (ledger, _) = try imported([Self.idHead + Self.bought("T1")])
        try ledger.apply(.void(ledger.activities.id(at: 0), reason: "price"), id: ledger.nextID)
        _ = try record(plan(Self.idHead + Self.bought("T1", "6"), context: ImportContext(ledger)), in: ledger)
        #expect(ledger.facts.map(\.price) == [6])
        let older = try plan(Self.idHead + Self.bought("T1"), context: ImportContext(ledger))
        #expect(older.activities.isEmpty && older.notices(.leftOut).isEmpty && older.verdicts[0].outcome == .alreadyThere)
    }

    @Test("A plain ID that begins anew with each month's file is no id of other rows, and that is told") func monthly() throws {
        let head = Self.idHead.replacing("Trade ID", with: "ID"), january = head + "2023-01-05,deposit,A,,,,,100,USD,,1\n2023-01-06,buy,A,X,10,5,0,,USD,,2\n"
        let february = january.replacing("2023-01", with: "2023-02"), (ledger, last) = try imported([january, february])
        #expect(last.refusals.isEmpty && ledger.facts.count == 4)
        let (one, two) = (ledger.activities.id(at: 0).rawValue, ledger.activities.id(at: 1).rawValue)
        #expect(
            last.notices(.nearlyThere)
                == [(2, one, "2023-01-05"), (3, two, "2023-01-06")].map {
                    "line \($0) is another row than entry \($1), which has its id (date \($2) there): it is added without the id; if the file was corrected, void(\($1))"
                })
        for text in [january, february] {
            let again = try plan(text, context: ImportContext(ledger))
            #expect(again.activities.isEmpty && again.refusals.isEmpty && again.notices(.nearlyThere).isEmpty)
        }
        // A figure that was corrected is refused as before, with the way out.
        let changed = try plan(january.replacing("X,10,5", with: "X,10,6"), context: ImportContext(ledger))
        #expect(changed.refusals.map(\.kind) == [.changedRow])
        #expect(changed.refusals[0].hint.hasSuffix("; if the two are different rows, columns={ID=\"order\"} says that the column numbers something else"))
        #expect(try plan(january.replacing("X,10,5", with: "X,10,6"), ImportOptions(columns: ["ID": "order"]), context: ImportContext(ledger)).activities.count == 1)
    }

    @Test("A reference that a dividend shares with its tax ties no two rows into one") func shared() throws {
        let head = Self.idHead.replacing("Trade ID", with: "Reference No."), dividend = "2023-01-05,dividend,A,X,,,,10,USD,,R1\n"
        for other in ["2023-01-05,tax,A,X,,,,-1.5,USD,,R1\n", "2023-01-05,dividend,A,Y,,,,3,USD,,R1\n"] {
            let (ledger, last) = try imported([head + dividend, head + other])
            #expect(last.refusals.isEmpty && ledger.facts.count == 2 && last.notices(.nearlyThere).count == 1, "\(last.refusals)")
            for text in [dividend, other] { #expect(try plan(head + text, context: ImportContext(ledger)).activities.isEmpty) }
        }
        // What differs in its type, its symbol or its day alone was corrected: adding it would count it twice.
        for other in ["2023-01-05,interest,A,X,,,,10,USD,,R1\n", "2023-01-05,dividend,A,Y,,,,10,USD,,R1\n", "2023-01-06,dividend,A,X,,,,10,USD,,R1\n"] {
            let last = try imported([head + dividend, head + other]).last
            #expect(last.refusals.map(\.kind) == [.changedRow] && last.refusals[0].hint.contains("columns={[\"Reference No.\"]=\"order\"}"), "\(other)")
        }
    }

    @Test("An id that two rows share takes none from the rows beside them") func sharedByTwo() throws {
        let head = Self.idHead, pair = "2023-02-01,dividend,A,X,,,,10,USD,,R1\n2023-02-01,tax,A,X,,,,2,USD,,R1\n"
        // An equal trade of another id, in a file with such a pair.
        let (ledger, last) = try imported([head + Self.bought("T1"), head + Self.bought("T2") + pair])
        #expect(last.activities.count == 3 && ledger.facts.count == 4)
        // A row whose figures or notes have changed is known by its id.
        for (before, now, refused) in [("X,10,5", "X,10,6", 1), ("USD,,T2", "USD,other,T2", 0)] {
            let again = try plan((head + Self.bought("T2") + pair).replacing(before, with: now), context: ImportContext(ledger))
            #expect(again.activities.isEmpty && again.refusedCount == refused, "\(now)")
        }
        // Two rows of one sort under one id show that the column is none of rows.
        let orders = try plan(head + Self.bought("T2") + pair + Self.paid("O1") + Self.paid("O1"), context: ImportContext(imported([head + Self.bought("T1")]).ledger))
        #expect(orders.activities.count == 4)
    }

    @Test("A row whose entry was amended, and the amendment voided, stays out and is told", arguments: [true, false]) func voidAmendment(hasID: Bool) throws {
        let text = hasID ? Self.idHead + Self.bought("T1") : header + "2023-01-05,buy,A,X,10,5,1,,USD,\n", (ledger, _) = try imported([text]), entry = ledger.activities.id(at: 0)
        var amended = ledger.activities.activity(at: 0)
        amended.price = 6
        amended.detail = (amended.detail ?? ActivityDetail()).amending(entry)
        let head = ledger.nextID
        try ledger.apply(.activity(amended), id: head)
        #expect(try plan(text, context: ImportContext(ledger)).notices(.leftOut).isEmpty)
        try ledger.apply(.void(head, reason: "wrong"), id: ledger.nextID)
        let again = try plan(text, context: ImportContext(ledger))
        #expect(again.activities.isEmpty)
        #expect(
            again.verdicts[0].message
                == "entry \(entry.rawValue) of the book was this row, and entry \(head.rawValue), which amended it, is void; amend{id=\(head.rawValue)} takes it again")
        #expect(again.notices(.leftOut).count == 1)
        // One that counts is taken first.
        let twice = try record(plan(text + (hasID ? Self.bought("T2") : "2023-01-05,buy,A,X,10,5,1,,USD,\n"), context: ImportContext(ledger)), in: ledger)
        #expect(twice.activities.count == 1)
        if !hasID { #expect(try plan(text, context: ImportContext(ledger)).notices(.leftOut).isEmpty) }
    }

    // MARK: what few rows tell

    private static let terms: [(String, String, String, String)] = [
        ("2023-01-05,split,A,X,,,USD,,,,2:1,,", "2:1", "3:1", "ratio"), ("2023-01-05,merger,A,X,,,USD,,,Y,1:1,,", ",Y,", ",Z,", "into"),
        ("2023-01-05,spinoff,A,X,,,USD,,,Y,1:1,0.2,", "0.2", "0.3", "share"), ("2023-01-05,transfer_in,A,X,10,50,USD,,,,,,2020-01-01", "2020-01-01", "2021-06-01", "opened"),
        ("2023-01-05,buy,E,X,1,50,USD,0.9,EUR,,,,", "0.9,EUR", "0.9,USD", "settle"),
    ]

    @Test("A ratio, what units become, a share of the cost, a day of purchase and a settlement make another row", arguments: terms)
    func termsOfRows(row: String, before: String, now: String, field: String) throws {
        let head = "date,type,account,symbol,quantity,price,currency,fx_rate,settle,into,ratio,share,opened"
        func book() throws -> Ledger {
            let ledger = Ledger()
            for (name, currency) in [("A", Currency.usd), ("E", .eur)] {
                try ledger.apply(.account(ledger.nextAccountID, Account(name: name, currency: currency, allowShort: true)), id: ledger.nextID)
            }
            for symbol in ["X", "Y", "Z"] { try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: symbol, currency: .usd)), id: ledger.nextID) }
            return ledger
        }
        let units = "2022-01-05,buy,A,X,10,5,USD,,,,,,", corrected = row.replacing(before, with: now)
        let (ledger, first) = try imported(["\(head)\n\(units)\n\(row)\n"], ImportOptions(), in: book())
        #expect(first.refusals.isEmpty, "\(first.refusals)")
        #expect(try plan("\(head)\n\(units)\n\(row)\n", context: ImportContext(ledger)).activities.isEmpty)
        let grown = try plan("\(head)\n\(units)\n\(row)\n\(corrected)\n", context: ImportContext(ledger))
        #expect(grown.activities.count == 1 && grown.verdicts.last?.outcome == .add, "\(grown.verdicts.map(\.message))")
        // Under an id it is refused, with what it takes to have it.
        let ids = "\(head),Trade ID\n\(units),T0\n\(row),T1\n", other = try imported([ids, ids.replacing(before, with: now)], ImportOptions(), in: book()).last
        #expect(other.refusals.map(\.kind) == [.changedRow] && other.refusals[0].message.contains(", where the \(field) is "), "\(other.refusals)")
        #expect(other.refusals[0].hint.contains("\(field)="), "\(other.refusals[0].hint)")
    }

    @Test("Of what a file has no place for, an entry may tell what it will; 4:2 is 2:1") func withoutPlace() throws {
        let ledger = try imported(["date,type,account,symbol,quantity,price,currency,acquired\n2023-01-05,transfer_in,A,X,10,50,USD,2020-01-01\n"]).ledger
        #expect(try plan("date,type,account,symbol,quantity,price,currency\n2023-01-05,transfer_in,A,X,10,50,USD\n", context: ImportContext(ledger)).activities.isEmpty)
        let split = "date,type,account,symbol,quantity,price,currency,ratio\n2023-01-04,buy,A,X,10,5,USD,\n2023-01-05,split,A,X,,,USD,2:1\n"
        #expect(try plan(split.replacing("2:1", with: "4:2"), context: ImportContext(imported([split]).ledger)).activities.isEmpty)
    }

    @Test("What an entry cannot be amended to is voided and imported again") func otherCurrency() throws {
        let last = try imported([Self.idHead + Self.bought("T1"), Self.idHead + Self.bought("T1").replacing("USD", with: "EUR")]).last
        #expect(last.refusals.map(\.kind) == [.changedRow] && last.refusals.first?.hint.hasPrefix("void(") == true, "\(last.refusals)")
    }
}
