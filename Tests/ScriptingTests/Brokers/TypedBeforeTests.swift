import Foundation
import LuaSurface
import TestSupport
import Testing
@testable import Scripting

@Suite("Rows of a file that were typed before it came")
struct TypedBeforeTests {
    private let header = "date,type,account,symbol,quantity,price,amount,currency\n"

    /// A session in which a purchase and a withdrawal were typed.
    private func session() throws -> (ScriptSession, TemporaryFolder) {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='EUR'} instrument{symbol='SAP', currency='EUR'} setting('negative_cash', 'quiet')")
        for line in ["buy{account='A', symbol='SAP', quantity=20, price=61.05, date='2014-01-03'}", "withdraw{account='A', amount=33, date='2014-02-03'}"] {
            _ = try session.runtime.evaluate(line, name: "=test", source: "repl")
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
        try session.expectNothingRecorded { dry = try verdicts(rows, ", dry_run=true", session, folder) }
        #expect(dry == "2 like, 3 like, 4 add, 5 add")
        #expect(try verdicts(rows, "", session, folder) == "2 like, 3 like, 4 add, 5 add")
        #expect(try session.text("v[1].message") == "like entry 4, which was typed (buy 20 SAP on 2014-01-03) (all=true records it, too)")
        #expect(try session.text("v.warnings[1].kind").isEmpty == false)
        #expect(try session.text("#trades{}, holdings{}[1].quantity") == "2, 40")
        // The file may come again: each row is what it was before.
        #expect(try verdicts(rows, "", session, folder) == "2 like, 3 like, 4 already there, 5 already there")
        #expect(try verdicts(rows, ", all=true", session, folder) == "2 add, 3 add, 4 already there, 5 already there")
        #expect(try session.text("v[1].message") == "like entry 4, which was typed (buy 20 SAP on 2014-01-03)")
        #expect(try session.text("holdings{}[1].quantity") == "60")
    }

    @Test("One entry is like one row, the nearest; what a file brought, what was voided and what is further off is like none")
    func nearest() throws {
        let (session, folder) = try session()
        let rows = "2014-01-05,buy,A,SAP,20,61,,EUR\n2014-01-04,buy,A,SAP,20,61,,EUR\n2014-01-08,buy,A,SAP,20,61,,EUR\n"
        #expect(try verdicts(rows, "", session, folder) == "2 add, 3 like, 4 add")
        #expect(try verdicts("2014-01-06,buy,A,SAP,20,63,,EUR\n", "", session, folder) == "2 like")
        try session.run("void(4)")
        #expect(try verdicts("2014-01-06,buy,A,SAP,20,64,,EUR\n", "", session, folder) == "2 add")
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
}
