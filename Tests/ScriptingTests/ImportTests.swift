import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

@Suite("Importing through Lua")
struct ImportTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession.small(at: folder.path + "/book.luca")
    }

    private static let header = "date,type,account,symbol,quantity,price,fee,amount,currency,notes\n"

    /// Writes a file of transactions and gives its path.
    private func file(_ rows: String, named name: String = "trades.csv", header: String = header) throws -> String {
        let path = folder.path + "/" + name
        try (header + rows).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static let good = """
        2014-02-03,buy,Brokerage,ORCL,2,36.10,1.00,-73.20,USD,first
        2014-02-04,sell,Brokerage,ORCL,5,37,1,184.00,USD,
        2014-02-05,dividend,Brokerage,ORCL,,,,12.50,USD,
        2014-02-06,deposit,Savings,,,,,500,USD,

        """

    @Test("A corrected row is told with the entry that it nearly is, and voiding that leaves one")
    func corrected() throws {
        try session.run("import('\(file(Self.good))')")
        let path = try file(Self.good.replacing(",37,1,184.00,", with: ",37.50,1,186.50,"))
        let id = try session.text("trades{type='sell'}[1].id"), told = "nearly entry \(id) (price 37 there): if the file was corrected, void(\(id))"
        try session.run("v = import('\(path)')")
        #expect(try session.text("v[2].verdict, v[2].message, v:list('verdict')") == "add, \(told), {\"already there\", \"add\", \"already there\", \"already there\"}")
        #expect(try session.text("v.warnings[2].kind, v.warnings[2].message") == "nearly_there, line 3 is \(told)")
        try session.run("void(\(id))")
        #expect(try session.text("#trades{type='sell'}:where{status='posted'}, trades{type='sell'}:where{status='posted'}[1].price") == "1, 37.5")
        // The corrected file holds all that counts.
        #expect(try session.text("import('\(path)'):list('verdict')[2], #import('\(path)').warnings") == "already there, 1")
    }

    @Test("A verdict for each row, and all of it recorded as one act")
    func verdicts() throws {
        let path = try file(Self.good)
        try session.run("v = import('\(path)')")
        let shown = try session.text("v:columns(), v:list('verdict'), v:list('line'), v[1].file")
        #expect(shown == #"{"file", "line", "verdict", "message"}, {"add", "add", "add", "add"}, {2, 3, 4, 5}, trades.csv"#)
        #expect(try session.text("#activities{}, holdings{}[1].quantity, cash{account='Savings'}[1].balance, activities{}[3].notes") == "6, 7, 500, first")
        #expect(try session.text("activities{}[3].source == activities{}[6].source, #undo(), #v.warnings") == "true, 4, 0")
    }

    @Test("The same file again adds nothing, a longer one what is new; equal rows of one file are all kept")
    func again() throws {
        let path = try file(Self.good)
        try session.run("import('\(path)')")
        try session.expectNothingRecorded {
            let verdicts = try session.text("import('\(path)'):distinct('verdict'):list('verdict')")
            #expect(verdicts == #"{"already there"}"#)
        }
        _ = try file(Self.good + "2014-02-07,deposit,Savings,,,,,7,USD,\n2014-02-07,deposit,Savings,,,,,7,USD,\n")
        #expect(try session.text("import('\(path)'):by('verdict'):count():list('count')") == "{2, 4}")
        #expect(try session.text("cash{account='Savings'}[1].balance") == "514")
        #expect(try session.text("import('\(path)'):distinct('verdict'):list('verdict')") == #"{"already there"}"#)
    }

    @Test("What an undo took back comes in again with the file, as often as it is taken back")
    func afterUndo() throws {
        let path = try file(Self.good)
        try session.run("import('\(path)')")
        try session.run("amend{id=activities{account='Savings'}[1].id, amount=501}")
        try session.run("undo()")
        try session.run("undo()")
        for _ in 1...2 {
            #expect(try session.text("import('\(path)'):distinct('verdict'):list('verdict'), cash{account='Savings'}[1].balance") == #"{"add"}, 500"#)
            #expect(try session.text("import('\(path)'):distinct('verdict'):list('verdict')") == #"{"already there"}"#)
            #expect(try session.text("#undo(), #cash{account='Savings'}") == "4, 0")
        }
    }

    @Test("What was recorded by hand and undone comes in with a file")
    func afterUndoByHand() throws {
        try session.run("deposit{account='Savings', amount=500, date='2014-02-06'}")
        try session.run("undo()")
        #expect(try session.text("import('\(file("2014-02-06,deposit,Savings,,,,,500,USD,\n"))'):list('verdict')") == #"{"add"}"#)
    }

    @Test("What was voided by hand stays out, is told, and comes back when asked for")
    func afterVoid() throws {
        let path = try file(Self.good)
        try session.run("import('\(path)') id = activities{account='Savings'}[1].id void(id, 'a mistake')")
        let told = "entry \(try session.text("id")) of the book was this row, and is void; amend{id=\(try session.text("id"))} takes it again"
        try session.run("v = import('\(path)')")
        #expect(try session.text("v[4].verdict, v[4].message, v[3].message") == "already there, \(told), the book holds this row already")
        #expect(try session.text("v.warnings[2].message") == "line 5: \(told)")
        #expect(try session.text("#cash{account='Savings'}, amend{id=id}[1].amount, cash{account='Savings'}[1].balance") == "0, 500, 500")
        #expect(try session.text("import('\(path)'):distinct('message'):list('message')") == #"{"the book holds this row already"}"#)
    }

    @Test("A name that promises another kind of file is refused", arguments: ["t.xls", "t.PDF", "t.json", "folder.d/t.ods"])
    func foreignNames(name: String) throws {
        let message = try session.message("export('\(folder.path)/\(name)')")
        #expect(message.contains("would not be what its name says") && message.contains("which spreadsheets open: "), "\(message)")
        #expect(try session.text("export('\(folder.path)/t.csv') > 0") == "true")
    }

    @Test("A refusal tells how the other rows come in")
    func partialIsTold() throws {
        let rows = "2014-02-06,deposit,Savings,,,,,500,USD,\n", total = "Total,,,,,,,500,,\n"
        try session.run("v = import('\(file(rows + total))')")
        #expect(try session.text("v.warnings[1].message") == "1 row is refused, so nothing is imported; mend the file, or partial=true imports the others")
        #expect(try session.text("v[2].message").contains("such as one of totals, may be deleted, or partial=true imports the others"))
        try session.run("w = import('\(file(total))')")
        #expect(try session.text("w.warnings[1].message") == "1 row is refused, so nothing is imported")
    }

    private static let bad =
        good + """
            2014-02-07,buy,Brokerage,ORCL,ten,36.10,,,USD,
            2014-02-08,sell,Brokerage,ORCL,999,37,,,USD,
            2014-02-30,deposit,Savings,,,,,5,USD,
            2014-02-09,deposit,Savings,,,,,9,USD,

            """

    @Test("Where a row is refused nothing is imported, and the verdicts say which and why")
    func refused() throws {
        let path = try file(Self.bad)
        try session.expectNothingRecorded {
            try session.run("v = import('\(path)')")
            // The sale in line 7 is the ledger's to refuse, which is not asked where the file itself is wrong.
            #expect(try session.text("v:where{verdict='refused'}:list('line')") == "{6, 8}")
            #expect(try session.text("v:where{line=6}[1].message").contains("quantity: \"ten\""))
            #expect(try session.text("v:where{line=8}[1].message").contains("2014-02-30"))
            #expect(try session.text("v.warnings[1].kind, v.warnings[1].message").contains("so nothing is imported"))
        }
    }

    @Test("Partial takes the good rows, dry_run none, and both tell what the ledger says of the others")
    func partial() throws {
        let path = try file(Self.bad)
        try session.expectNothingRecorded {
            try session.run("v = import(\"\(path)\", {dry_run=true})")
            #expect(try session.text("v:where{verdict='refused'}:list('line')") == "{6, 7, 8}")
            #expect(try session.text("v:where{line=7}[1].message").contains("cannot sell 999"))
        }
        try session.run("v = import{path='\(path)', partial=true}")
        #expect(try session.text("v:where{verdict='refused'}:list('line'), v.warnings[1].message") == "{6, 7, 8}, 3 rows are refused; the others are imported")
        #expect(try session.text("#activities{}, cash{account='Savings'}[1].balance, (verify())") == "7, 509, true")
    }

    @Test("An import is part of the act around it")
    func withinAct() throws {
        let path = try file(Self.good)
        try session.expectNothingRecorded { _ = try session.failure("import('\(path)') error('stop')") }
        #expect(try session.text("#import('\(path)')") == "4")
        try session.expectNothingRecorded { _ = try session.runtime.dryRun("import('\(try file(Self.good, named: "more.csv"))')", name: "dry.lua", arguments: []) }
    }

    @Test("Accounts and symbols that are new are defined, unless that is refused")
    func definitions() throws {
        let path = try file("2014-02-03,deposit,Cash,,,,,500,EUR,\n2014-02-04,buy,Cash,NEWCO,1,10,,,EUR,\n")
        try session.expectNothingRecorded {
            let message = try session.text("import{path='\(path)', create=false}[1].message")
            #expect(message.contains("Cash"), "\(message)")
        }
        try session.run("import('\(path)')")
        #expect(try session.text("account'Cash'.currency, instrument'NEWCO'.currency, holdings{account='Cash'}[1].cost_basis") == "EUR, EUR, 10")
    }

    @Test("Options tell what a file leaves open")
    func options() throws {
        let german = try file(
            "03.02.2014;Kauf;Brokerage;ORCL;2;1.036,10\n04.02.2014;Kauf;Brokerage;ORCL;1;36,00\n", named: "de.csv", header: "Handelstag;Art;account;symbol;quantity;price\n")
        try session.run("v = import{path='\(german)', columns={Handelstag='date', Art='type'}, types={Kauf='buy'}, currency='USD'}")
        #expect(try session.text("v:list('verdict'), trades{from='2014-02-01'}:list('price')") == #"{"add", "add"}, {1036.1, 36}"#)
        let bare = try file("3/5/2014,deposit,7\n", named: "bare.csv", header: "date,type,amount\n")
        #expect(try session.message("import{path='\(bare)', account='Savings'}").contains("date"))
        #expect(try session.text("import{path='\(bare)', account='Savings', date_order='dmy'}[1].verdict, activities{account='Savings'}[1].date") == "add, 2014-05-03")
        #expect(try session.message("import{path='\(bare)', date_order='dym'}").contains("one of dmy, mdy, ymd"))
        #expect(try session.message("import{path='\(bare)', decimal_mark='dot'}").contains("one of"))
        #expect(try session.message("import{path='\(bare)', delimiter=';;'}").contains("one character"))
        #expect(try session.message("import{path='\(bare)', patial=true}").contains("did you mean \"partial\"?"))
    }

    @Test(
        "Files that cannot be read say so, and record nothing",
        arguments: [
            ("", "odd.csv: the file is empty"), ("\u{0}\u{1}\u{2}binary", "odd.csv: "), ("what,ever\n1,2\n", "odd.csv:1: the header names no column that is known"),
            ("date,type,account,amount\n\"2014-02-03,deposit,Savings,5\n", "odd.csv:2: a quote opened on this line is never closed"),
        ])
    func unreadable(contents: String, part: String) throws {
        let path = try file(contents, named: "odd.csv", header: "")
        try session.expectNothingRecorded {
            let message = try session.message("import('\(path)')")
            #expect(message.hasPrefix("import: \(part)"), "\(message)")
        }
        #expect(try session.failure("import('\(folder.path)/none.csv')").kind == "file")
    }

    @Test("export writes what import takes back: a book of the same figures")
    func roundTrip() throws {
        let demo = try ScriptSession.demo(), out = folder.path + "/out.csv", prices = folder.path + "/prices.csv"
        #expect(try demo.text("export('\(out)') > 1000, export('\(prices)', 'quotes') > 1000") == "true, true")
        let copy = try ScriptSession(at: folder.path + "/copy.luca")
        // A file of transactions does not tell what a contract is of.
        try copy.run("instrument{symbol='ORCL141231C40', kind='option', currency='USD'} instrument{symbol='ORCL141231P46', kind='option', currency='USD'}")
        try copy.run("import('\(prices)') import('\(out)')")
        for query in [
            "holdings{}:csv()", "gains{}:select('account', 'symbol', 'opened', 'closed', 'quantity', 'proceeds', 'cost_basis', 'gain'):csv()",
            "income{}:select('date', 'account', 'symbol', 'type', 'amount', 'tax', 'currency'):csv()",
            "cash{}:csv()", "#quotes{}",
        ] {
            let shown = query.replacing("holdings{}", with: "holdings{}:select('account', 'symbol', 'quantity', 'cost_basis', 'market_value')")
            #expect(try copy.text(shown) == demo.text(shown), "\(query)")
        }
        #expect(try demo.message("export('\(out)', 'everything')").contains("there is no export called everything (it is one of transactions, quotes,"))
    }
}
