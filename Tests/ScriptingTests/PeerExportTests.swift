import Foundation
import Frames
import LuaKit
import LuaSurface
import TestSupport
import Testing

/// Books that go to the programs of others, and come back, as a user does it.
@Suite("To Ghostfolio and Wealthfolio and back")
struct PeerExportTests {
    @Test("The sample book comes back with its units, and what is lost is told", arguments: ["ghostfolio", "wealthfolio"])
    func sample(form: String) throws {
        let folder = try TemporaryFolder(), path = folder.path + (form == "ghostfolio" ? "/book.json" : "/book.csv")
        let session = try ScriptSession.demo(), told = try session.text("export('\(path)', '\(form)')")
        #expect(told.contains("values of accounts left out"), "\(told)")
        let back = try ScriptSession()
        try back.run("setting('base_currency', 'USD')")
        let verdicts = try back.text("v = import('\(path)') return #v:where{verdict='refused'}, #v > 100")
        #expect(verdicts == "0, true")
        // Contracts go to Ghostfolio in units of what they are on.
        let holdings =
            "local t = {} for h in holdings{} do if h.kind ~= 'option' and not h.symbol:match('%d%d%d%d') then t[#t + 1] = h.account .. ' ' .. h.symbol .. ' ' .. tostring(h.quantity) end end "
            + "table.sort(t) return table.concat(t, '; ')"
        #expect(try back.text(holdings) == session.text(holdings))
        let cash =
            "local t = {} for c in cash{} do if not c.balance:is_zero() then t[#t + 1] = c.account .. ' ' .. c.currency .. ' ' .. tostring(c.balance) end end return table.concat(t, '; ')"
        #expect(try back.text(cash) == session.text(cash))
        #expect(try back.text("#import('\(path)'):where{verdict='add'}") == "0")
    }

    @Test("A ledger that somebody keeps is not written over, one of luca's own is", arguments: ["main.beancount", "main.journal", "main.ledger"])
    func keptByHand(name: String) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/" + name, session = try ScriptSession.small(), own = "2024-01-01 open Assets:Bank\n"
        try own.write(toFile: path, atomically: true, encoding: .utf8)
        let refusal = try session.failure("export('\(path)')")
        #expect(refusal.kind == "already_exists" && refusal.message.contains("luca did not write it"), "\(refusal)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == own)
        try FileManager.default.removeItem(atPath: path)
        try session.run("export('\(path)')")
        let before = try String(contentsOfFile: path, encoding: .utf8)
        try session.run("deposit{account='Savings', amount=5} export('\(path)')")
        #expect(try String(contentsOfFile: path, encoding: .utf8) != before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
        // What somebody added is kept beside it.
        let grown = try String(contentsOfFile: path, encoding: .utf8) + "\n; mine\n"
        try grown.write(toFile: path, atomically: true, encoding: .utf8)
        try session.run("export('\(path)')")
        let kept = folder.path + "/main-changed-1." + name.split(separator: ".")[1]
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == grown)
    }

    @Test("An exchange of money goes to Wealthfolio as a withdrawal and a deposit; prices and named lots that stay behind are told")
    func exchanges() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession(today: "2024-12-31")
        try session.run(
            """
            account{name='Bank', currency='EUR'} instrument{symbol='X', currency='EUR'}
            deposit{account='Bank', amount=1000, date='2024-01-02'} buy{account='Bank', symbol='X', quantity=2, price=10, date='2024-01-03'}
            exchange{account='Bank', amount=100, to='USD', rate='1.1', date='2024-01-04'}
            quote{symbol='X', date='2024-01-05', close=11}
            """)
        let told = try session.text("export('\(folder.path)/out.csv', 'wealthfolio')"), text = try String(contentsOfFile: folder.path + "/out.csv", encoding: .utf8)
        #expect(told.contains("2 sides of exchanges") && told.contains("a price left out"), "\(told)")
        #expect(text.contains(",WITHDRAWAL,") && text.contains(",DEPOSIT,"), "\(text)")
        #expect(try session.text("export('\(folder.path)/out.json', 'ghostfolio')").contains("1 price left out"))
    }

    @Test("Masked figures are not written as numbers")
    func privacy() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        session.runtime.console.rendering.privacy = true
        #expect(try session.failure("export('\(folder.path)/a.db', 'sqlite')").kind == "privacy")
        for form in [
            "ghostfolio", "wealthfolio", "beancount", "hledger", "ledger", "portfolio-performance", "transactions", "quotes", "book", "family-tracker", "portfolio-ledger",
        ] {
            let refusal = try session.failure("export('\(folder.path)/other', '\(form)')")
            #expect(refusal.kind == "privacy" && refusal.message.contains("figures are masked, and \(form) would hold them as they are"), "\(form): \(refusal)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try session.run("export('\(folder.path)/tables', 'csv')")
        #expect(try !String(contentsOfFile: folder.path + "/tables/activities.csv", encoding: .utf8).contains("31.2"))
    }
}
