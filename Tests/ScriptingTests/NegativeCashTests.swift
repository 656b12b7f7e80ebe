import Foundation
import TestSupport
import Testing
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

    @Test("What leaves cash above zero, or brings some, says nothing", arguments: [
        "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}", "withdraw{date='2014-02-03', account='Brokerage', amount=687}",
        "\(onCredit) return deposit{date='2014-02-04', account='Brokerage', amount=5}", "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=100, price=40, status='draft'}",
        "account{name='ISA', tracking='value'} return withdraw{date='2014-02-03', account='ISA', amount=5}",
    ])
    func silence(source: String) throws {
        #expect(try session.text("local f = (function() \(source.contains("return") ? source : "return " + source) end)() return #f.warnings") == "0")
    }

    @Test("Every way to take cash is told", arguments: [
        "transfer{date='2014-02-03', from='Brokerage', to='Savings', amount=5000}", "fee{date='2014-02-03', account='Brokerage', amount=5000}",
        "dividend{date='2014-02-03', account='Brokerage', symbol='ORCL', amount=-5000}", "amend{id=activities{type='buy'}[1].id, quantity=1000}", "void(activities{type='deposit'}[1].id)",
        "buy{date='2013-01-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}",
        "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, currency='USD'} return withdraw{date='2014-02-03', account='Brokerage', amount=1, currency='EUR'}",
    ])
    func siblings(source: String) throws {
        #expect(try session.text("local f = (function() \(source.contains("return") ? source : "return " + source) end)() return f.warnings[1].kind") == "negative_cash")
    }

    @Test("What stands in the place of an entry counts by what it changes", arguments: [
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
        #expect(try session.text("buy{date='2014-01-01', account='Brokerage', symbol='ORCL', quantity=1, price=40}.warnings[1].message").hasPrefix("the cash of \"Brokerage\" was -40.00 USD at the end of 2014-01-01"))
    }

    @Test("A day between is minded, by what comes late and by an amendment of days", arguments: [
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
        #expect(try session.text("local ok, err = pcall(buy, {date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=100, price=40}) return ok, err.kind, #trades{}") == "false, negative_cash, 1")
        #expect(try session.text("#buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40}") == "1")
        try session.run("setting('negative_cash', 'quiet')")
        #expect(try session.text("#\(Self.onCredit).warnings") == "0")
        try session.expectRefusal(of: "setting('negative_cash', 'sometimes')", saying: "warn, refuse or quiet")
    }

    @Test("An import says so once an account")
    func imports() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/trades.csv"
        let rows = (1...5).map { "2014-03-0\($0),buy,Brokerage,ORCL,10,40,USD" } + ["2014-03-06,buy,Brokerage,SPY,1,100,USD", "2014-03-06,withdrawal,Savings,,,,USD,-10"]
        try ("date,type,account,symbol,quantity,price,currency,amount\n" + rows.map { $0.hasSuffix("-10") ? $0 : $0 + "," }.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let kinds = "local n = {} for _, w in ipairs(import('\(path)').warnings) do if w.kind == 'negative_cash' then n[#n + 1] = w.message end end return n"
        try session.run("setting('negative_cash', 'refuse')")
        for told in ["'\(path)'", "{path='\(path)', dry_run=true}"] {
            let refused = "import(\(told)):where{verdict='refused'}"
            #expect(try session.text("\(refused):list('line')[1], #\(refused)") == "3, 5" && session.text("\(refused):list('message')[1]").contains("would be -113.00 USD at the end of 2014-03-02"))
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
        let folder = try TemporaryFolder(), path = try written("""
            2014-03-01,withdrawal,Brokerage,,,,USD,-700
            2014-03-02,withdrawal,Brokerage,,,,USD,-10
            2014-03-05,deposit,Brokerage,,,,USD,1000
            2014-03-06,withdrawal,Brokerage,,,,EUR,-5
            2014-03-07,deposit,Brokerage,,,,EUR,9

            """, folder)
        #expect(try session.text("import{path='\(path)', dry_run=true}.warnings[1].kind") == "negative_cash")
        let warnings = try session.text("local n = {} for _, w in ipairs(import{path='\(path)', dry_run=true}.warnings) do n[#n + 1] = w.message end return table.concat(n, '|')").components(separatedBy: "|")
        #expect(warnings.count == 2 && warnings[1].hasPrefix("the cash of \"Brokerage\" was -13.00 USD at the end of 2014-03-01: record") && warnings[0].contains("-5.00 EUR at the end of 2014-03-06"), "\(warnings)")
        try session.run("setting('negative_cash', 'refuse')")
        #expect(try session.text("import('\(path)'):where{verdict='refused'}:list('line')") == "{2, 5}")
        #expect(try session.text("import{path='\(path)', partial=true}:where{verdict='add'}:list('line')") == "{3, 4, 6}")
    }

    @Test("What rests on a row that is left out is left out with it")
    func resting() throws {
        let folder = try TemporaryFolder(), path = try written("""
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

    @Test("Direct and inverse rates of a day that disagree are told")
    func conflicts() throws {
        try session.run("rate{from='EUR', to='USD', date='2014-06-30', rate=1.25}")
        #expect(try session.text("select('#', rate{from='USD', to='EUR', date='2014-06-30', rate=0.8})") == "1")
        #expect(try session.text("#rates{}.warnings, #warnings{}") == "0, 0")
        #expect(try session.text("select(2, rate{from='USD', to='EUR', date='2014-06-30', rate=0.9})").hasPrefix("the rates of 2014-06-30 disagree: one EUR is 1.25 USD, and one USD is 0.9 EUR, which makes 1.111111"))
        try session.run("rate{from='KRW', to='USD', date='2014-06-30', rate=0.0007}")
        #expect(try session.text("select('#', rate{from='USD', to='KRW', date='2014-06-30', rate=1370})") == "1")
        #expect(try session.text("rates{}.warnings[1].kind, warnings{}[1].kind") == "conflicting_rates, conflicting_rates")
        try session.run("rate{from='USD', to='EUR', date='2014-07-01', rate=0.9}")
        #expect(try session.text("#rates{}.warnings") == "1")
    }
}
