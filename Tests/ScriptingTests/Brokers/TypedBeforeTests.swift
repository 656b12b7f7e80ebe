import Formats
import Foundation
import LuaSurface
import TestSupport
import Testing
@testable import LuaFormats
@testable import Scripting

@Suite("Rows of a file that were typed before it came")
struct TypedBeforeTests {
    private let header = "date,type,account,symbol,quantity,price,amount,currency\n"

    /// A session in which a purchase and a withdrawal were typed.
    private func session() throws -> (ScriptSession, TemporaryFolder) {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='EUR'} instrument{symbol='SAP', currency='EUR'} setting('negative_cash', 'quiet')")
        for line in ["buy{account='A', symbol='SAP', quantity=20, price=61.05, date='2014-01-03'}", "withdraw{account='A', amount=33, date='2014-02-03'}"] {
            _ = try session.runtime.evaluate(line, name: "=test", source: ActSource.prompt)
        }
        return (session, try TemporaryFolder())
    }

    private func verdicts(_ rows: String, _ more: String, _ session: ScriptSession, _ folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/a.csv"
        try (header + rows).write(toFile: path, atomically: true, encoding: .utf8)
        return try session.text("v = import{path='\(path)'\(more)} local t = {} for r in v do t[#t + 1] = r.line .. ' ' .. r.verdict end return table.concat(t, ', ')")
    }

    @Test("A row of the account, kind, symbol and quantity of what was typed a few days off is left out, and named; the others come in")
    func likes() throws {
        let (session, folder) = try session()
        let rows = "2014-01-06,buy,A,SAP,20,61.07,,EUR\n2014-02-05,withdrawal,A,,,,33,EUR\n2014-02-05,withdrawal,A,,,,34,EUR\n2014-01-09,buy,A,SAP,20,61,,EUR\n"
        var dry = ""
        try session.expectNothingRecorded { dry = try verdicts(rows, ", all=false, dry_run=true", session, folder) }
        #expect(dry == "2 like, 3 like, 4 add, 5 add")
        #expect(try verdicts(rows, ", all=false", session, folder) == "2 like, 3 like, 4 add, 5 add")
        #expect(try session.text("v[1].message") == "like entry 4, which was typed (buy 20 SAP on 2014-01-03) (all=true records it, too)")
        #expect(try session.text("v.warnings[1].kind").isEmpty == false)
        #expect(try session.text("#trades{}, holdings{}[1].quantity") == "2, 40")
        // The file may come again: each row is what it was before.
        #expect(try verdicts(rows, ", all=false", session, folder) == "2 like, 3 like, 4 already there, 5 already there")
        #expect(try verdicts(rows, ", all=true", session, folder) == "2 add, 3 add, 4 already there, 5 already there")
        #expect(try session.text("v[1].message") == "like entry 4, which was typed (buy 20 SAP on 2014-01-03)")
        #expect(try session.text("holdings{}[1].quantity") == "60")
    }

    @Test("One entry is like one row, the nearest; what a file brought, what was voided and what is further off is like none")
    func nearest() throws {
        let (session, folder) = try session()
        let rows = "2014-01-05,buy,A,SAP,20,61,,EUR\n2014-01-04,buy,A,SAP,20,61,,EUR\n2014-01-08,buy,A,SAP,20,61,,EUR\n"
        #expect(try verdicts(rows, ", all=false", session, folder) == "2 add, 3 like, 4 add")
        #expect(try verdicts("2014-01-06,buy,A,SAP,20,63,,EUR\n", ", all=false", session, folder) == "2 like")
        try session.run("void(4)")
        #expect(try verdicts("2014-01-06,buy,A,SAP,20,64,,EUR\n", "", session, folder) == "2 add")
    }

    @Test("A split of an account is that of all accounts which the book has, on its day or near to it, whoever recorded that; one of another ratio is not")
    func splits() throws {
        let (session, folder) = try session(), head = "date,type,account,symbol,ratio,quantity,price,amount,currency\n"
        try session.run(
            "account{name='B', currency='EUR'} buy{account='B', symbol='SAP', quantity=1, price=61.05, date='2014-01-04'} split{symbol='SAP', ratio='2:1', date='2014-02-10'}")
        func verdicts(_ rows: String, _ more: String = "") throws -> String {
            let path = folder.path + "/s.csv"
            try (head + rows).write(toFile: path, atomically: true, encoding: .utf8)
            return try session.text("v = import{path='\(path)'\(more)} local t = {} for r in v do t[#t + 1] = r.line .. ' ' .. r.verdict end return table.concat(t, ', ')")
        }
        #expect(try verdicts("2014-02-10,split,A,SAP,2:1,,,,EUR\n2014-02-10,split,B,SAP,4:2,,,,EUR\n") == "2 like, 3 like")
        #expect(try session.text("v[1].message") == "like entry 8, which is of all accounts (split 2:1 SAP on 2014-02-10) (all=true records it, too)")
        #expect(try verdicts("2014-02-12,split,A,SAP,2:1,,,,EUR\n", ", all=false") == "2 like")
        #expect(try verdicts("2014-02-12,split,A,SAP,3:1,,,,EUR\n", ", dry_run=true") == "2 add")
        #expect(try session.text("holdings{account='A'}[1].quantity, holdings{account='B'}[1].quantity") == "40, 2")
    }

    @Test("A dividend that became units is known as the one that was typed, and what names the lot of a row that was typed a day off takes the lot of its entry")
    func booksOfDoubleEntry() throws {
        let (session, folder) = try session(), path = folder.path + "/a.beancount"
        for line in ["buy{account='A', symbol='SAP', quantity=10, price=100, date='2014-05-05'}", "drip{account='A', symbol='SAP', quantity=D'0.1', price=100, date='2014-06-16'}"]
        {
            _ = try session.runtime.evaluate(line, name: "=test", source: ActSource.prompt)
        }
        try """
        2014-05-01 open Assets:A:SAP SAP "FIFO"
        2014-05-06 * "buy"
          Assets:A:SAP   10 SAP {100 EUR}
          Assets:A:Cash  -1000 EUR
        2014-06-16 * "reinvested"
          Assets:A:SAP   0.1 SAP {100 EUR}
          Income:SAP:Dividends  -10 EUR
        2014-09-01 * "sell"
          Assets:A:SAP   -2 SAP {2014-05-06} @ 120 EUR
          Assets:A:Cash  240 EUR
          Income:Gains  -40 EUR

        """.write(toFile: path, atomically: true, encoding: .utf8)
        let verdicts =
            "local t = {} for r in import{path='\(path)', all=false}:where{verdict={'add', 'like', 'refused'}} do t[#t + 1] = r.line .. ' ' .. r.verdict end return table.concat(t, ', ')"
        #expect(try session.text(verdicts) == "2 like, 5 like, 8 add")
        #expect(try session.text("gains{}[1].opened, gains{}[1].gain, #income{}") == "2014-05-05, 40, 1")
    }

    @Test("Somebody who can be asked is asked whether to record them, too")
    func asked() throws {
        for (answer, quantity) in [("", "20"), ("n", "20"), ("y", "40")] {
            let (session, folder) = try session()
            var questions: [String] = []
            session.runtime.console.question = { question in
                questions.append(question)
                return answer
            }
            _ = try verdicts("2014-01-06,buy,A,SAP,20,61.07,,EUR\n", "", session, folder)
            #expect(questions == ["1 row is like what the book has. Record it, too? [y/N] "])
            #expect(try session.text("holdings{}[1].quantity") == quantity)
        }
    }

    @Test("What a script or a line of Lua imported was not typed", arguments: ["prompt", "pipe", "command run", "command load"])
    func imported(source: String) throws {
        let (session, folder) = try session()
        let path = folder.path + "/march.csv"
        try (header + "2014-03-28,deposit,A,,,,50,EUR\n2014-03-31,deposit,A,,,,60,EUR\n").write(toFile: path, atomically: true, encoding: .utf8)
        _ = try session.runtime.evaluate("import('\(path)')", name: "=test", source: source)
        #expect(try verdicts("2014-03-31,deposit,A,,,,61,EUR\n2014-04-01,deposit,A,,,,50,EUR\n2014-04-02,deposit,A,,,,60,EUR\n", "", session, folder) == "2 add, 3 add, 4 add")
    }

    @Test("A script that is run and reads a file after it has defined something brings nothing that was typed")
    func script() throws {
        let (session, folder) = try session()
        let path = folder.path + "/march.csv"
        try (header + "2014-03-28,deposit,A,,,,50,EUR\n2014-03-31,deposit,A,,,,60,EUR\n").write(toFile: path, atomically: true, encoding: .utf8)
        try "account{name='B', currency='EUR'} import('\(path)')".write(toFile: folder.path + "/bank.lua", atomically: true, encoding: .utf8)
        _ = try session.sentence("run \(folder.path)/bank.lua")
        #expect(try session.text("#activities{type='deposit'}") == "2")
        #expect(try verdicts("2014-03-31,deposit,A,,,,61,EUR\n2014-04-01,deposit,A,,,,50,EUR\n2014-04-02,deposit,A,,,,60,EUR\n", "", session, folder) == "2 add, 3 add, 4 add")
    }

    @Test("Where the file does not reach the day that was typed, another file may have had the entry: nobody guesses, and what is said counts")
    func outside() throws {
        let february = "2014-02-05,withdrawal,A,,,,33,EUR\n2014-02-10,withdrawal,A,,,,7,EUR\n"
        let (session, folder) = try session()
        // The file of the month before has what was typed.
        #expect(try verdicts("2014-02-03,withdrawal,A,,,,33,EUR\n", "", session, folder) == "2 already there")
        #expect(try verdicts(february, "", session, folder) == "2 refused, 3 add")
        #expect(
            try session.text("v[1].message")
                == "it may be entry 5, which was typed (withdrawal 33 EUR on 2014-02-03), a day that the file does not reach, or another one (all=true records it, all=false leaves it out)"
        )
        let planned = try session.runtime.planImport(folder.path + "/a.csv", ImportSettings(), checks: false)
        #expect(planned.plan.refusals.first?.kind == .maybeTyped)
        #expect(try session.text("#activities{}") == "2")
        #expect(try verdicts(february, ", partial=true", session, folder) == "2 refused, 3 add")
        #expect(try verdicts(february, ", all=true", session, folder) == "2 add, 3 already there")
        let (other, second) = try self.session()
        #expect(try verdicts(february, ", all=false", other, second) == "2 like, 3 add")
        // A file that reaches the day, and has it not, leaves no doubt.
        let (third, last) = try self.session()
        #expect(try verdicts("2014-02-01,withdrawal,A,,,,9,EUR\n" + february, "", third, last) == "2 add, 3 like, 4 add")
    }
}
