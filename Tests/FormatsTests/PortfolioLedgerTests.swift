import Ledger
import Testing
import Values

@testable import Formats

@Suite("The files of the Portfolio Ledger app")
struct PortfolioLedgerTests {
    private typealias Sample = PortfolioLedgerSample

    private static let transactions =
        Sample.head + """
            77D20000-0000-4000-8000-000000000001,\(Sample.equity),2026-02-03T15:30:00Z,buy,12,41.1,0.65,"say ""hi"", ok","wheel;core",,false
            77D20000-0000-4000-8000-000000000002,\(Sample.put),2026-02-04T00:00:00Z,sell_to_open,2,1.5,0.5,"","",,true
            77D20000-0000-4000-8000-000000000003,\(Sample.put),2026-12-01T15:30:00Z,assign,1,0,0,"","",\(Sample.equity),false
            77D20000-0000-4000-8000-000000000004,\(Sample.put),2027-01-15T00:00:00Z,expire,1,0,0,"","",,false

            """

    private static func book() throws -> Ledger {
        let ledger = Ledger()
        let plan = try record(plan(transactions, Sample.options()), in: ledger)
        #expect(plan.refusedCount == 0 && plan.format == "portfolio-ledger", "\(plan.refusals)")
        return ledger
    }

    @Test("The app's three files are read with all their quirks") func reads() throws {
        let ledger = try Self.book()
        #expect(ledger.instruments.map(\.symbol) == ["KLM", "KLM 2027-01-15 42.5 P"])
        #expect(ledger.instruments[1].option == OptionTerms(underlying: InstrumentID(1), right: .put, strike: decimal("42.5"), expires: day("2027-01-15")))
        let facts = ledger.facts
        #expect(facts.map(\.kind) == [.buy, .sell, .adjustment, .adjustment])
        #expect(facts[0].notes == "say \"hi\", ok [tags: wheel;core]" && facts[0].time != nil && facts[1].time == nil)
        #expect(facts[1].fee == decimal("0.5") && facts[1].notes == "[consumed by assignment]")
        #expect(facts[2].subtype == .assignment && facts[2].price == decimal("42.5") && facts[2].detail?.into == InstrumentID(1))
        #expect(facts[3].subtype == .expiry)
        #expect(try ledger.holdings().first { $0.instrument == InstrumentID(1) }?.quantity == 112)
    }

    @Test("Import, export, import: the same book; the files are those the app reads") func roundTrip() throws {
        let ledger = try Self.book()
        let (files, leftOut) = Formats.portfolioLedgerFiles(ledger)
        #expect(leftOut.isEmpty)
        let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
        let text = try #require(texts["transactions.csv"]), instruments = try #require(texts["instruments.csv"])
        #expect(text.hasPrefix(Sample.head.dropLast() + ",accountId\n") && text.hasSuffix("\n") && !text.contains("\r"))
        #expect(text.contains(#","say ""hi"", ok","wheel;core",,false,"#))
        #expect(instruments.contains(",equity,\"KLM\",,,,,\n") && instruments.contains(",option,,\"KLM\",2027-01-15T00:00:00Z,42.5,put,100\n"))
        let copy = Ledger(), accounts = try #require(texts["accounts.csv"])
        _ = try record(plan(accounts), in: copy)
        let plan = try record(plan(text, Sample.options(texts, account: nil), context: ImportContext(copy)), in: copy)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(copy.accounts == ledger.accounts && copy.instruments == ledger.instruments && copy.facts == ledger.facts)
        #expect(Formats.portfolioLedgerFiles(copy).files.map(\.text) == files.map(\.text))
    }

    @Test("The app's own store comes back as it was, and unknown keys are told") func json() throws {
        let ledger = try Self.book()
        let (text, leftOut) = Formats.portfolioLedgerJSON(ledger)
        #expect(leftOut.isEmpty && !text.contains("\n"))
        let copy = Ledger()
        let plan = try record(plan(text), in: copy)
        #expect(plan.format == "portfolio-ledger-json" && plan.refusedCount == 0, "\(plan.refusals)")
        #expect(copy.facts == ledger.facts && copy.instruments == ledger.instruments)
        #expect(Formats.portfolioLedgerJSON(copy).text == text)
        #expect(try FormatsTests.plan(text, context: ImportContext(copy)).activities.isEmpty)
        let odd = #"{"instruments":[{"id":"1","type":"equity","symbol":"KLM","sector":"air"}],"transactions":[],"theme":"dark"}"#
        #expect(
            try FormatsTests.plan(odd).notices(.unknownKey) == [
                "the document has the key \"theme\", which is left out", "an instrument has the key \"sector\", which is left out",
            ])
    }

    @Test("Digits of the document are kept exactly, and each object that is wrong gets its sentence") func objects() throws {
        func document(_ transaction: String) -> String {
            #"{"instruments":[{"id":"a","type":"equity","symbol":"KLM"}],"transactions":[{"instrumentId":"a","timestamp":"2026-02-03T15:30:00Z",\#(transaction)}]}"#
        }
        let exact = try plan(document(#""action":"buy","quantity":0.1,"price":3.132999999999999488"#), Sample.options())
        #expect(exact.activities.first?.price == decimal("3.132999999999999488"))
        for (text, message) in [
            (#""action":"buy_to_opn","quantity":1"#, "transactions[1].action: \"buy_to_opn\" is no action (did you mean \"buy_to_open\"?)"),
            (#""action":"buy","quantity":"1""#, "transactions[1].quantity: it is a text, not a number"),
            (#""action":"buy","quantitty":1"#, "transactions[1].quantity: it is missing (did you mean \"quantitty\"?)"),
            (#""action":"assign","quantity":1"#, "action: KLM is no option, so it cannot assign"),
        ] {
            let plan = try plan(document(text), ImportOptions(account: "Main", fileName: "d.json"))
            #expect(plan.refusals.map(\.description) == ["d.json:2: " + message])
        }
    }

    @Test(
        "Broken documents are refused with the place",
        arguments: [
            ("{\"instruments\":[],\n\"transactions\":[}", "d.json:2: it is no JSON: a value is wanted, at column 17"),
            ("{\"a\":1}", "d.json:1: no format is known for a JSON document of a (the formats are portfolio-ledger-json, reserve, reserve-recurring, ghostfolio)"),
            ("[1,2", "d.json:1: it is no JSON: a comma or ] is wanted, at column 5 (it may have been cut off when it was copied)"),
            ("{\"a\":\"\\u12\"}", "d.json:1: it is no JSON: \\u needs four hexadecimal digits, at column 8"),
        ])
    func broken(text: String, message: String) throws {
        let issue = #expect(throws: ImportIssue.self) { try plan(text, ImportOptions(fileName: "d.json")) }
        #expect(issue?.description == message)
    }

    @Test("Without instruments.csv, or with another, the row says what is missing") func missingInstruments() throws {
        let alone = try plan(Self.transactions, Sample.options([:]))
        #expect(alone.refusals.count == 4 && alone.refusals[0].description.hasPrefix("transactions.csv:2: instrumentId: what \(Sample.equity) is stands in instruments.csv"))
        let other = try plan(Self.transactions, Sample.options(["instruments.csv": "id,type,symbol\n1,equity,X\n"]))
        #expect(other.refusals[0].description.contains("no instrument has the id"))
        let issue = #expect(throws: ImportIssue.self) {
            try plan(Self.transactions, Sample.options(["instruments.csv": "id,type,symbol,strike,callPut\n1,option,X,1,put\n"]))
        }
        #expect(
            issue?.description.hasPrefix("transactions.csv: underlying: instruments.csv:2: an option needs the symbol of its underlying") == true, "\(String(describing: issue))")
    }

    @Test("Fees of options are money, unless the app's own reading is asked for; a long option that is used is exercised") func options() throws {
        let rows =
            Sample.head + """
                1,\(Sample.put),2026-02-03T15:30:00Z,buy_to_open,1,1.5,0.5,"","",,false
                2,\(Sample.put),2026-12-01T15:30:00Z,assign,1,0,0,"","",,false

                """
        let plain = try plan(rows, Sample.options())
        #expect(plain.activities.map(\.fee) == [decimal("0.5"), .zero] && plain.notices(.optionFees).count == 1)
        #expect(plain.activities.map(\.subtype) == [plain.activities[0].subtype, .exercise])
        var multiplied = Sample.options()
        multiplied.multiplyFees = true
        #expect(try plan(rows, multiplied).activities[0].fee == 50)
    }

    @Test(
        "An assignment that the app wrote as an option closed at 0 and shares at strike and premium counts the premium once",
        arguments: [
            // Price of the shares, action, right, cash of opening, assignment and all.
            ("put", "sell_to_open", "buy_to_close", "buy", "41", "-4100", "4100"), ("put", "sell_to_open", "buy_to_close", "buy", "42.5", "-4100", "4100"),
            ("put", "sell_to_open", "buy_to_close", "buy", "42.485", "-4100", "4100"), ("call", "buy_to_open", "sell_to_close", "buy", "44", "-4400", "4400"),
        ])
    func writtenAssignment(right: String, open: String, close: String, trade: String, price: String, cash: String, cost: String) throws {
        let instruments = Sample.instruments.replacing(",put,", with: ",\(right),")
        let legs = [
            "2,\(Sample.put),2026-12-01T15:30:00Z,\(close),1,0,0,\"\",\"\",G1,true\n", "3,\(Sample.equity),2026-12-01T15:30:00Z,\(trade),100,\(price),0,\"\",\"\",G1,false\n",
        ]
        for rows in [legs, legs.reversed()] {
            let ledger = Ledger(), text = Sample.head + "1,\(Sample.put),2026-02-04T00:00:00Z,\(open),1,1.5,0,\"\",\"\",,false\n" + rows.joined()
            let plan = try record(plan(text, Sample.options(["instruments.csv": instruments])), in: ledger)
            #expect(plan.refusals.isEmpty && plan.notices(.changed).count == 1, "\(plan.refusals)")
            // Each half has its verdict: one is the assignment, and nothing is added for the other.
            #expect(plan.verdicts.map(\.outcome) == [.add, .skipped, .add] && plan.verdicts[1].message == "it is the other half of the assignment on line 4")
            let again = try FormatsTests.plan(text, Sample.options(["instruments.csv": instruments]), context: ImportContext(ledger))
            #expect(again.activities.isEmpty && again.verdicts.map(\.outcome) == [.alreadyThere, .skipped, .alreadyThere])
            #expect(try ledger.cash().map(\.balance) == [decimal(cash)])
            #expect(ledger.facts.map(\.subtype).last == (right == "put" ? .assignment : .exercise))
            #expect(try ledger.lots().filter { $0.instrument == InstrumentID(1) }.map(\.cost) == [decimal(cost)])
        }
        // Bought at the strike without a flag, it is two trades, as it is written.
        let apart = Sample.head + legs.joined().replacing(",true", with: ",false")
        #expect(try FormatsTests.plan(apart, Sample.options(["instruments.csv": instruments])).activities.count == 2)
    }

    @Test("A trade flagged as consumed by an assignment that no link ties to its other half is told of, once", arguments: [("", ""), ("G1", ""), ("G1", "G2")])
    func unlinkedAssignment(option: String, shares: String) throws {
        let text =
            Sample.head + """
                1,\(Sample.put),2026-02-04T00:00:00Z,sell_to_open,1,1.5,0,"","",,false
                2,\(Sample.put),2026-12-01T15:30:00Z,buy_to_close,1,0,0,"","",\(option),true
                3,\(Sample.equity),2026-12-01T15:30:00Z,buy,100,41,0,"","",\(shares),false

                """
        let ledger = Ledger(), plan = try record(plan(text, Sample.options()), in: ledger)
        #expect(plan.verdicts.map(\.outcome) == [.add, .add, .add])
        #expect(try ledger.cash().map(\.balance) == [-3950])
        let told = try #require(plan.notices(.unlinkedAssignment).first)
        #expect(told.hasPrefix("1 trade is flagged as consumed by an assignment (line 3), and no other half is linked: ") && told.contains("linkGroupId"), "\(told)")
        #expect(try FormatsTests.plan(text, Sample.options(), context: ImportContext(ledger)).notices(.unlinkedAssignment).isEmpty)
        let linked = text.replacing("\"\",\(option),true", with: "\"\",G,true").replacing("41,0,\"\",\"\",\(shares),", with: "41,0,\"\",\"\",G,")
        #expect(try FormatsTests.plan(linked, Sample.options()).notices(.unlinkedAssignment).isEmpty)
    }

    @Test("Figures of an account in pence are in pence") func pence() throws {
        let rows = Sample.head.dropLast() + ",accountId\n1,\(Sample.equity),2026-02-03T15:30:00Z,buy,12,411,65,\"\",\"\",,false,A1\n"
        let files = ["instruments.csv": Sample.instruments, "accounts.csv": "id,name,type,currency,notes\nA1,ISA,securities,GBp,\n"]
        let ledger = Ledger()
        _ = try record(plan(String(rows), Sample.options(files, account: nil)), in: ledger)
        #expect(ledger.accounts.map(\.currency) == [.gbp] && ledger.instruments[0].currency == .gbp)
        #expect(ledger.facts[0].price == decimal("4.11") && ledger.facts[0].fee == decimal("0.65"))
        let known = ImportContext(accounts: [Account(name: "ISA", currency: .gbp)], baseCurrency: .usd)
        #expect(try plan(String(rows), Sample.options(files, account: nil), context: known).activities[0].price == decimal("4.11"))
    }

    @Test("What the app has no place for is told, not dropped in silence") func leftOut() throws {
        let ledger = Ledger()
        _ = try record(plan(header + "2014-01-02,deposit,Main,,,,,500.00,USD,\n2014-03-03,buy,Main,ORCL,10,31.20,,,USD,\n"), in: ledger)
        #expect(Formats.portfolioLedgerFiles(ledger).leftOut == ["1 activity is left out: the app has no type deposit"])
    }

    @Test(
        "Notes, tags and links are one text and come apart again",
        arguments: [
            ("", [], "", false), ("a [b] c", ["x;y", "]", "50%"], "", true), ("", ["one"], "5C0E", false), (" [tags:", [], "", true), ("plain", [], "", false),
        ])
    func remarks(notes: String, tags: [String], link: String, isConsumed: Bool) {
        var remark = PortfolioLedgerRemark()
        (remark.notes, remark.tags, remark.link, remark.isConsumed) = (notes, tags, link, isConsumed)
        #expect(PortfolioLedgerRemark(remark.text) == remark, "\(remark.text)")
    }
}
