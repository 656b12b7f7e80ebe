import Foundation
import LuaKit
import TestSupport
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Cash below zero, and rates that conflict")
struct NegativeCashTests {
    private let session: ScriptSession
    private static let onCredit = "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=100, price=40}"
    private static let sentence = "the cash of \"Brokerage\" is -3313.00 USD: record the money that paid for it, or say setting(\"negative_cash\", \"quiet\")"

    init() throws { session = try .small() }

    @Test("The entry says so at once, in the frame and in its JSON")
    func warning() throws {
        #expect(try session.text("local f = \(Self.onCredit) return #f.warnings, f.warnings[1].kind, f.warnings[1].message") == "1, negative_cash, \(Self.sentence)")
        #expect(try session.text("tostring(withdraw{date='2014-02-04', account='Brokerage', amount=1}.warnings[1])").hasPrefix("the cash of \"Brokerage\" is -3314.00 USD"))
        #expect(try session.text("withdraw{date='2014-02-04', account='Brokerage', amount=1}:json()").contains(#"{"warnings":[{"kind":"negative_cash","message":"the cash of"#))
    }

    @Test(
        "What leaves cash above zero, or brings some, says nothing",
        arguments: [
            "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}", "withdraw{date='2014-02-03', account='Brokerage', amount=687}",
            "\(onCredit) return deposit{date='2014-02-04', account='Brokerage', amount=5}",
            "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=100, price=40, status='draft'}",
            "account{name='ISA', tracking='value'} return withdraw{date='2014-02-03', account='ISA', amount=5}",
        ])
    func silence(source: String) throws {
        #expect(try session.text("local f = (function() \(source.contains("return") ? source : "return " + source) end)() return #f.warnings") == "0")
    }

    @Test(
        "Every way to take cash is told",
        arguments: [
            "transfer{date='2014-02-03', from='Brokerage', to='Savings', amount=5000}", "fee{date='2014-02-03', account='Brokerage', amount=5000}",
            "dividend{date='2014-02-03', account='Brokerage', symbol='ORCL', amount=-5000}", "amend{id=activities{type='buy'}[1].id, quantity=1000}",
            "void(activities{type='deposit'}[1].id)",
            "buy{date='2013-01-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}",
            "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, currency='USD'} return withdraw{date='2014-02-03', account='Brokerage', amount=1, currency='EUR'}",
        ])
    func siblings(source: String) throws {
        #expect(try session.text("local f = (function() \(source.contains("return") ? source : "return " + source) end)() return f.warnings[1].kind") == "negative_cash")
    }

    @Test(
        "What stands in the place of an entry counts by what it changes",
        arguments: [
            ("amend{id=activities{type='deposit'}[1].id, amount=5}", "1"), ("amend{id=activities{type='buy'}[1].id, price=31}", "0"),
        ])
    func amendments(source: String, warnings: String) throws {
        #expect(try session.text("local f = \(source) return #f.warnings") == warnings)
        try session.run("withdraw{date='2014-02-04', account='Brokerage', amount=5000} setting('negative_cash', 'refuse')")
        // Less is taken than before, though there is still too little.
        #expect(try session.text("#amend{id=activities{type='withdrawal'}[1].id, amount=4900}") == "1")
        try session.expectRefusal(of: "void(activities{type='deposit'}[1].id)", saying: "would be")
        try session.expectRefusal(of: "account{name='P', tracking='holdings'} value{account='P', date='2014-02-04', amount=-500}", saying: "would be")
    }

    @Test("A day on which there was too little is told, where there is enough now")
    func earlier() throws {
        #expect(
            try session.text("buy{date='2014-01-01', account='Brokerage', symbol='ORCL', quantity=1, price=40}.warnings[1].message").hasPrefix(
                "the cash of \"Brokerage\" was -40.00 USD at the end of 2014-01-01"))
    }

    @Test(
        "A day between is minded, by what comes late and by an amendment of days",
        arguments: [
            "withdraw{date='2014-01-04', account='Brokerage', amount=100}", "amend{id=activities{type='deposit', account='Brokerage'}[1].id, date='2014-02-05'}",
        ])
    func between(source: String) throws {
        // 687 there, of which 650 go, and 1,000 come later.
        try session.run("withdraw{date='2014-02-04', account='Brokerage', amount=650} deposit{date='2014-03-03', account='Brokerage', amount=1000}")
        #expect(try session.text("\(source).warnings[1].message").hasPrefix("the cash of \"Brokerage\" was -"))
        try session.run("undo() setting('negative_cash', 'refuse')")
        try session.expectRefusal(of: source, saying: "of \"Brokerage\" would")
    }

    @Test("The book may refuse it, and then nothing is left of it; or be quiet")
    func settings() throws {
        try session.run("setting('negative_cash', 'refuse')")
        try session.expectRefusal(of: Self.onCredit, saying: "the cash of \"Brokerage\" would be -3313.00 USD")
        try session.expectRefusal(of: "transfer{date='2014-02-03', from='Brokerage', to='Savings', amount=5000}", saying: "would be")
        #expect(
            try session.text("local ok, err = pcall(buy, {date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=100, price=40}) return ok, err.kind, #trades{}")
                == "false, negative_cash, 1")
        #expect(try session.text("#buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}") == "1")
        try session.run("setting('negative_cash', 'quiet')")
        #expect(try session.text("#\(Self.onCredit).warnings") == "0")
        try session.expectRefusal(of: "setting('negative_cash', 'sometimes')", saying: "warn, refuse or quiet")
    }

    @Test("An import says so once an account")
    func imports() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/trades.csv"
        let rows = (1...5).map { "2014-03-0\($0),buy,Brokerage,ORCL,10,40,USD" } + ["2014-03-06,buy,Brokerage,SPY,1,100,USD", "2014-03-06,withdrawal,Savings,,,,USD,-10"]
        try ("date,type,account,symbol,quantity,price,currency,amount\n" + rows.map { $0.hasSuffix("-10") ? $0 : $0 + "," }.joined(separator: "\n") + "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        let kinds = "local n = {} for _, w in ipairs(import('\(path)').warnings) do if w.kind == 'negative_cash' then n[#n + 1] = w.message end end return n"
        try session.run("setting('negative_cash', 'refuse')")
        for told in ["'\(path)'", "{path='\(path)', dry_run=true}"] {
            let refused = "import(\(told)):where{verdict='refused'}"
            #expect(
                try session.text("\(refused):list('line')[1], #\(refused)") == "3, 5"
                    && session.text("\(refused):list('message')[1]").contains("would be -113.00 USD at the end of 2014-03-02"))
            #expect(try session.text("#trades{}") == "1")
        }
        try session.run("setting('negative_cash', 'warn')")
        #expect(try session.text(kinds).components(separatedBy: "the cash of").count == 3)
    }

    private func written(_ rows: String, _ folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/rows.csv"
        try ("date,type,account,symbol,quantity,price,currency,amount\n" + rows).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("An import minds the days between, and names the first, once an account and currency")
    func daysBetween() throws {
        let folder = try TemporaryFolder(),
            path = try written(
                """
                2014-03-01,withdrawal,Brokerage,,,,USD,-700
                2014-03-02,withdrawal,Brokerage,,,,USD,-10
                2014-03-05,deposit,Brokerage,,,,USD,1000
                2014-03-06,withdrawal,Brokerage,,,,EUR,-5
                2014-03-07,deposit,Brokerage,,,,EUR,9

                """, folder)
        #expect(try session.text("import{path='\(path)', dry_run=true}.warnings[1].kind") == "negative_cash")
        let warnings = try session.text("local n = {} for _, w in ipairs(import{path='\(path)', dry_run=true}.warnings) do n[#n + 1] = w.message end return table.concat(n, '|')")
            .components(separatedBy: "|")
        #expect(
            warnings.count == 2 && warnings[1].hasPrefix("the cash of \"Brokerage\" was -13.00 USD at the end of 2014-03-01: record")
                && warnings[0].contains("-5.00 EUR at the end of 2014-03-06"), "\(warnings)")
        try session.run("setting('negative_cash', 'refuse')")
        #expect(try session.text("import('\(path)'):where{verdict='refused'}:list('line')") == "{2, 5}")
        #expect(try session.text("import{path='\(path)', partial=true}:where{verdict='add'}:list('line')") == "{3, 4, 6}")
    }

    @Test("What rests on a row that is left out is left out with it")
    func resting() throws {
        let folder = try TemporaryFolder(),
            path = try written(
                """
                2014-03-01,buy,Brokerage,SPY,10,100,USD,
                2014-03-02,sell,Brokerage,SPY,10,110,USD,
                2014-03-03,withdrawal,Brokerage,,,,USD,-900
                2014-03-04,deposit,Brokerage,,,,USD,5

                """, folder)
        try session.run("setting('negative_cash', 'refuse')")
        let frame = "import{path='\(path)', partial=true}"
        #expect(try session.text("local f = \(frame) return f:where{verdict='add'}:list('line'), f:where{verdict='refused'}:list('line')") == "{5}, {2, 3, 4}")
        // Without the others' fate in sight, the row at fault is told alone.
        #expect(try session.text("import('\(path)'):where{verdict='refused'}:list('line')") == "{2}")
    }

    /// What people are told beside the results of a statement, and the results.
    private func told(_ source: String, by run: (String) throws -> String) throws -> (notices: [String], shown: String) {
        var notices: [String] = []
        session.runtime.console.notice = { notices.append($0) }
        let shown = try run(source)
        return (notices, shown)
    }

    private static let unshown = "withdraw{date='2014-02-03', account='Brokerage', amount=1000}"

    @Test(
        "What no row that is shown tells is told at the end, once an account and currency",
        arguments: [
            "x = \(unshown)", "local f = \(unshown)", "for i = 1, 3 do withdraw{date='2014-02-03', account='Brokerage', amount=400} end", "return \(unshown)[1].cash",
            "return {\(unshown)}",
            "transaction(function() \(unshown) end)", "transaction(function() for i = 1, 3 do withdraw{date='2014-02-03', account='Brokerage', amount=400} end end)",
            "x = amend{id=activities{type='deposit'}[1].id, amount=5}", "x = void(activities{type='deposit'}[1].id)",
            "x = deposit{date='2014-02-04', account='Brokerage', amount=1} x = void(x[1].id) x = \(unshown)",
            "x = transfer{date='2014-02-03', from='Brokerage', to='Savings', amount=5000}", "\(unshown) quit(0)",
        ])
    func atTheEnd(source: String) throws {
        let (notices, _) = try told(source) { source in do { return try session.text(source) } catch let failure as LuaFailure where Runtime.isGoodExit(failure) { return "" } }
        #expect(notices.count == 1 && notices[0].hasPrefix("the cash of \"Brokerage\" is -") && notices[0].hasSuffix("or say setting(\"negative_cash\", \"quiet\")"), "\(notices)")
        // The next statement has nothing to do with it.
        #expect(try told("deposit{date='2014-02-05', account='Brokerage', amount=1}", by: session.text).notices.isEmpty)
    }

    @Test(
        "A script tells it too, whatever it returns", arguments: [unshown, "return \(unshown)", "local ok = pcall(transaction, function() \(unshown) error('no') end) \(unshown)"])
    func scripts(source: String) throws {
        let (notices, _) = try told(source) { try session.runtime.runScript($0, name: "s.lua", arguments: []).isEmpty ? "" : "shown" }
        #expect(notices.count == 1 && notices.first?.contains("is -313.00 USD") == true, "\(notices)")
    }

    @Test(
        "What a shown row tells, what is undone, and what takes nothing below zero is not told again",
        arguments: [
            "return \(unshown)", "\(unshown):show()", "local a = \(unshown) return cash{}", "x = withdraw{date='2014-02-03', account='Brokerage', amount=687}",
            "pcall(transaction, function() \(unshown) error('no') end)",
            "x = \(unshown) deposit{date='2014-02-03', account='Brokerage', amount=1000}", "x = \(unshown) void(x[1].id)",
            "x = withdraw{date='2014-02-03', account='Brokerage', amount=1000, status='draft'}",
            "x = withdraw{date='2014-02-03', account='Brokerage', amount=1000} amend{id=x[1].id, amount=5}", "setting('negative_cash', 'quiet') x = \(unshown)",
            "recurring{name='r', every='month', from='2014-12-01', record={type='withdrawal', account='Brokerage', amount=1000}} return recurring.due{}",
        ])
    func notTwice(source: String) throws {
        #expect(try told(source, by: session.text).notices.isEmpty)
    }

    @Test("Each account and currency is told, and a day of the past by its name")
    func several() throws {
        let (notices, _) = try told(
            "for _, a in ipairs{'Savings', 'Brokerage'} do withdraw{date='2014-01-02', account=a, amount=5000} withdraw{date='2014-02-03', account=a, amount=1, currency='EUR'} end"
        ) { try session.text($0) }
        #expect(
            notices.map { $0.prefix { $0 != ":" } } == [
                "the cash of \"Brokerage\" is -1.00 EUR", "the cash of \"Brokerage\" is -4313.00 USD", "the cash of \"Savings\" is -1.00 EUR",
                "the cash of \"Savings\" is -5000.00 USD",
            ])
        try session.run("deposit{date='2014-03-03', account='Savings', amount=50000}")
        let past = try told("x = withdraw{date='2014-02-04', account='Savings', amount=1}", by: session.text).notices
        #expect(past.first?.hasPrefix("the cash of \"Savings\" was -5001.00 USD at the end of 2014-02-04") == true, "\(past)")
    }

    @Test("A day of which nothing is left is looked at, though the act put more there before it")
    func emptiedDays() throws {
        try session.run(
            """
            account{name='Empty', currency='USD'}
            withdraw{date='2014-02-01', account='Empty', amount=10} d = deposit{date='2014-02-05', account='Empty', amount=30} deposit{date='2014-02-09', account='Empty', amount=100}
            """)
        let notices = try told("transaction(function() deposit{date='2014-02-03', account='Empty', amount=5} void(d[1].id) end)", by: session.text).notices
        #expect(notices.count == 1 && notices[0].hasPrefix("the cash of \"Empty\" was -5.00 USD at the end of 2014-02-05"), "\(notices)")
    }

    @Test(
        "What is tried out says what would be, once",
        arguments: [
            "whatif(function() \(unshown) end)", "for i = 1, 3 do whatif(function() \(unshown) end) end", "whatif(function() whatif(function() \(unshown) end) end)",
            "deposit{date='2014-02-03', account='Brokerage', amount=1} whatif(function() withdraw{date='2014-02-03', account='Brokerage', amount=1001} end)",
        ])
    func tried(source: String) throws {
        let notices = try told(source, by: session.text).notices
        #expect(notices.count == 1 && notices.first?.hasPrefix("the cash of \"Brokerage\" would be -313.00 USD") == true, "\(notices)")
        #expect(try told("return whatif(function() return \(Self.unshown) end)", by: session.text).notices.isEmpty)
    }

    @Test("A dry run says what would be")
    func dryRuns() throws {
        let notices = try told(Self.unshown) { try session.runtime.dryRun($0, name: "s.lua", arguments: []) }.notices
        #expect(notices.count == 1 && notices.first?.hasPrefix("the cash of \"Brokerage\" would be -313.00 USD") == true, "\(notices)")
        #expect(try session.text("#activities{type='withdrawal'}") == "0")
    }

    @Test("An import whose verdicts are not shown is told of once an account")
    func unshownImports() throws {
        let folder = try TemporaryFolder(), path = try written("2014-03-01,withdrawal,Brokerage,,,,USD,-700\n2014-03-02,withdrawal,Brokerage,,,,USD,-10\n", folder)
        #expect(try told("return import{path='\(path)', dry_run=true}", by: session.text).notices.isEmpty)
        let shown = try told("return import('\(path)')", by: session.text).notices
        #expect(shown.isEmpty, "\(shown)")
        try session.run("undo()")
        #expect(try told("x = import('\(path)')", by: session.text).notices.count == 1)
    }

    @Test("A rule that posts what the account does not have says so")
    func rules() throws {
        try session.run("recurring{name='r', every='month', from='2014-12-01', record={type='withdrawal', account='Brokerage', amount=1000}}")
        var lines: [String] = []
        let notices = try told("") { _ in try String(session.runtime.runRecurring(to: nil, isDry: false) { lines.append($0) }.posted) }.notices
        #expect(lines.count == 1 && notices.count == 1 && notices.first?.contains("is -313.00 USD") == true, "\(notices)")
    }

    @Test("Direct and inverse rates of a day that disagree are told")
    func conflicts() throws {
        try session.run("rate{from='EUR', to='USD', date='2014-06-30', rate=1.25}")
        #expect(try session.text("select('#', rate{from='USD', to='EUR', date='2014-06-30', rate=0.8})") == "1")
        #expect(try session.text("#rates{}.warnings, #warnings{}") == "0, 0")
        #expect(
            try session.text("select(2, rate{from='USD', to='EUR', date='2014-06-30', rate=0.9})").hasPrefix(
                "the rates of 2014-06-30 disagree: one EUR is 1.25 USD, and one USD is 0.9 EUR, which makes 1.111111"))
        try session.run("rate{from='KRW', to='USD', date='2014-06-30', rate=0.0007}")
        #expect(try session.text("select('#', rate{from='USD', to='KRW', date='2014-06-30', rate=1370})") == "1")
        #expect(try session.text("rates{}.warnings[1].kind, warnings{}[1].kind") == "conflicting_rates, conflicting_rates")
        try session.run("rate{from='USD', to='EUR', date='2014-07-01', rate=0.9}")
        #expect(try session.text("#rates{}.warnings") == "1")
    }
}
