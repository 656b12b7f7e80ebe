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

    @Test("Masked figures are not written as numbers")
    func privacy() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        session.runtime.console.rendering.privacy = true
        #expect(try session.failure("export('\(folder.path)/a.db', 'sqlite')").kind == "privacy")
        try session.run("export('\(folder.path)/tables', 'csv')")
        #expect(try !String(contentsOfFile: folder.path + "/tables/activities.csv", encoding: .utf8).contains("31.2"))
    }
}
