import Foundation
import JSON
import Ledger
import LuaKit
import Plans
import Storage
import TestSupport
import Testing
@testable import Scripting

/// Plans and their histories go into other books and programs, and come back.
extension ReserveTests {
    @Test("Without a currency the first tier says how to tell one")
    func noCurrency() throws {
        let bare = try ScriptSession(at: folder.path + "/bare.luca")
        #expect(
            try bare.message("tier{name='A', target=5}").hasSuffix("(say plan{currency=\"EUR\"} first, or another currency, or once for all setting(\"base_currency\", \"EUR\"))"))
    }

    @Test("The sentences do the same")
    func sentences() throws {
        try define()
        #expect(try session.sentence("allocate 500 detail") == session.text("allocate(500, {detail=true})"))
        #expect(try session.sentence("forecast 3 months by account") == session.text("forecast{months=3, by='account'}"))
        #expect(try session.sentence("tiers by account") == session.text("tiers{by='account'}"))
    }

    @Test("A plan goes out and comes back into another book, with what its accounts hold, or only on trial")
    func files() throws {
        try define()
        for (name, what) in [("reserve_manager.json", "reserve"), ("a.csv", "reserve-accounts"), ("s.csv", "reserve-summary")] {
            try session.run("export('\(folder.path)/\(name)', '\(what)')")
        }
        let other = try ScriptSession(at: folder.path + "/other.luca")
        try other.run("setting('base_currency', 'USD')")
        let path = folder.path + "/reserve_manager.json"
        #expect(try other.text("import{path='\(path)', dry_run=true}:list('verdict')") == #"{"define", "add", "define", "define", "define"}"#)
        #expect(try other.text("#accounts(), plans():count()") == "0, 0")
        try other.run("import('\(path)')")
        #expect(try other.text("tiers():csv()") == session.text("tiers():csv()"))
        #expect(try other.text("accounts()[1].type, import('\(path)').warnings[2].kind, #activities()") == "cash, left_out, 1")
        let csv = try ScriptSession(at: folder.path + "/third.luca")
        try csv.run("import{path='\(folder.path)/a.csv', currency='USD'}")
        #expect(try csv.text("tiers():list('name'), tier('Buffer')[1].balance") == #"{"Buffer", "Rest"}, 800"#)
    }

    @Test("A history goes out as a database and as CSV, and either makes the same book")
    func history() throws {
        try define()
        try session.run("allocate(500):apply{date='2014-03-01'}")
        try session.run("export('\(folder.path)/history.db', 'reserve-history-db') export('\(folder.path)/history.csv', 'reserve-history')")
        var books: [String] = []
        for name in ["history.db", "history.csv"] {
            let other = try ScriptSession(at: "\(folder.path)/\(name).luca")
            try other.run("import{path='\(folder.path)/\(name)', currency='USD'}")
            books.append(try other.text("activities():select('date', 'type', 'account', 'amount', 'notes'):csv()"))
        }
        #expect(books[0] == books[1] && books[0].contains("2014-03-01,deposit,Current,300,Rest: allocation"))
        #expect(try session.message("import('\(folder.path)/book.luca')").contains("is the book that is open"))
        #expect(try session.message("import('\(folder.path)/history.csv.luca')").contains("is a book, which is opened and not imported"))
    }

    @Test("A history goes back into the book that it came from, and adds nothing, whatever the book calls what moved the cash")
    func ownHistory() throws {
        try define()
        try session.run(
            "allocate(500):apply{date='2014-03-01'} interest{account='Current', amount=5, date='2014-03-02'} transfer{from='Current', to='Savings', amount=7, date='2014-03-03'}")
        try session.run("deposit{account='Current', amount=9, date='2014-03-04', time='2014-03-04T10:15:00.123456Z'}")
        let count = try session.text("#activities()")
        for (name, format) in [("own.db", "reserve-history-db"), ("own.csv", "reserve-history")] {
            try session.run("export('\(folder.path)/\(name)', '\(format)')")
            #expect(try session.text("import('\(folder.path)/\(name)'):where{verdict='add'}:count()") == "0")
        }
        #expect(try session.text("#activities()") == count)
    }

    @Test("The plan's file and the history, in whichever order: its balances stand, and the history is there once")
    func anyOrder() throws {
        let json = """
            {"tiers": [{"name": "T1", "purpose": "", "target": 1, "priority": 1, "accounts": [{"name": "Saver", "balance": 812.405}, {"name": "Other", "balance": 5}]}], "last_updated": "2014-08-30"}
            """
        let rows = """
            Date/Time,Tier,Account,Amount,Balance After,Type,Description
            2014-03-01T10:00:00.000001,T1,Saver,100.0,300.0,manual,pay
            2014-04-01T10:00:00.000001,T1,Saver,50.0,400.0,recurring,
            2014-09-05T10:00:00.000001,T1,Saver,10.0,410.0,manual,later
            """
        try json.write(toFile: folder.path + "/reserve_manager.json", atomically: true, encoding: .utf8)
        try (rows + "\n").write(toFile: folder.path + "/history.csv", atomically: true, encoding: .utf8)
        var answers: [String] = []
        for order in [["reserve_manager.json", "history.csv"], ["history.csv", "reserve_manager.json"]] {
            let other = try ScriptSession()
            for file in order + order { try other.run("import{path='\(folder.path)/\(file)', currency='EUR'}") }
            let end = "cash{account='Saver', on='2014-08-30'}[1].balance, cash{account='Saver', on='2014-12-31'}[1].balance, cash{account='Other'}[1].balance"
            #expect(try other.text(end) == "812.405, 822.405, 5", "\(order)")
            #expect(try other.text("cash{account='Saver', on='2014-03-31'}[1].balance, activities{account='Saver', type='deposit'}:sum('amount')") == "300, 360", "\(order)")
            answers.append(try other.text("activities{account='Saver'}:select('date', 'type', 'amount', 'notes'):sort('date'):csv()"))
            #expect(try other.text("undo():count() > 0") == "true")
        }
        #expect(Set(answers[0].split(separator: "\n")) == Set(answers[1].split(separator: "\n")), "\(answers)")
        // What somebody recorded in the book by hand is for the book to say.
        let own = try ScriptSession.small()
        try own.run("account{name='Saver', currency='USD'} deposit{account='Saver', amount=7, date='2014-01-05'} import('\(folder.path)/reserve_manager.json')")
        #expect(try own.text("cash{account='Saver'}[1].balance") == "7")
    }

    @Test("Recurring payments come in as rules and go out again")
    func recurring() throws {
        let path = folder.path + "/recurring.json"
        let text = #"[{"name":"Pay","tier_name":"","account_name":"Savings","amount":500.0,"frequency":"monthly","next_date":"2014-09-01","enabled":true,"description":"x"}]"#
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try session.text("import('\(path)'):list('verdict')") == #"{"define"}"#)
        try session.run("export('\(folder.path)/out.json', 'reserve-recurring')")
        let out = try String(contentsOfFile: folder.path + "/out.json", encoding: .utf8)
        #expect(out.split(whereSeparator: \.isWhitespace).joined() == text)
    }
}
