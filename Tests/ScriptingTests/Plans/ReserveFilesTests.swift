import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Files of the Reserve Manager, out and back in")
struct ReserveFilesTests {
    private let session: ScriptSession
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.run("deposit{date='2014-02-01', account='Savings', amount=800} account{name='Current', type='cash'}")
    }

    @Test("An account's own rate goes out as its yield where its tier tells none, by which the desktop program forecasts")
    func ownRate() throws {
        try session.run(
            """
            plan{currency="USD"} account{name="Savings", rate="5%"} account{name="Current", rate="3%"}
            tier{name="Buffer", target=1000, accounts={"Savings", {account="Current", apy="2%"}}}
            """)
        try session.run("export('\(folder.path)/r.json', 'reserve') export('\(folder.path)/r.csv', 'reserve-accounts')")
        let text = try String(contentsOfFile: folder.path + "/r.json", encoding: .utf8)
        #expect(text.contains("\"apy_pct\": 5.0") && text.contains("\"apy_pct\": 2.0"))
        #expect(try String(contentsOfFile: folder.path + "/r.csv", encoding: .utf8).contains("Savings,800,5,"))
        #expect(try session.text("forecast{mode='python'}[1].growth > 0") == "true")
        // In the same book the rate stays the account's.
        try session.run("import('\(folder.path)/r.json') account{name='Savings', rate='6%'} export('\(folder.path)/again.json', 'reserve')")
        #expect(try String(contentsOfFile: folder.path + "/again.json", encoding: .utf8).contains("\"apy_pct\": 6.0"))
    }

    @Test("One name in two tiers of a file is two accounts, which go out under their own name and come back")
    func sharedNames() throws {
        let path = folder.path + "/shared.json", out = folder.path + "/out.json"
        let tiers = [("T1", 100, 1, "70.0"), ("T2", 50, 2, "30.0")].map { name, target, priority, balance in
            """
            {"name":"\(name)","purpose":"","target":\(target),"priority":\(priority),"preferred_account":null,"accounts":[\
            {"name":"a","balance":\(balance),"apy_pct":0,"notes":"","alloc_weight":1,"account_target":null}]}
            """
        }
        try Data("{\"tiers\":[\(tiers.joined(separator: ","))],\"last_updated\":\"2014-03-01T12:00:00\"}".utf8).write(to: URL(fileURLWithPath: path))
        let book = try ScriptSession(at: folder.path + "/fresh.luca")
        try book.run("setting('base_currency', 'USD') f = import('\(path)')")
        #expect(
            try book.text("(function() for _, w in ipairs(f.warnings) do if w.kind == 'changed' then return w.message end end end)()").hasPrefix("\"a\" stands in several tiers"))
        #expect(try book.text("tiers{}:list('balance'), allocate(60, {mode='python'}):list('amount')") == "{70, 30}, {30, 20}")
        try book.run("export('\(out)', 'reserve') export('\(folder.path)/h.db', 'reserve-history-db')")
        let text = try String(contentsOfFile: out, encoding: .utf8)
        #expect(text.contains("\"balance\": 70") && text.contains("\"balance\": 30") && !text.contains("a (T2)"))
        for file in [out, path] { #expect(try book.text("import('\(file)'):where{verdict='add'}:count(), #accounts()") == "0, 2", "\(file)") }
        // The history takes the place of the opening balances.
        #expect(try book.text("import('\(folder.path)/h.db'):count(), #accounts(), #activities()") == "2, 2, 2")
        #expect(try book.text("tiers{}:list('balance')") == "{70, 30}")
        try book.run("tier{name='T2', accounts={{account='a (T2)', apy='1%'}}} export('\(out)', 'reserve')")
        #expect(try !String(contentsOfFile: out, encoding: .utf8).contains("a (T2)"))
    }
}
