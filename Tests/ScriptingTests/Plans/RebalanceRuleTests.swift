import LuaKit
import LuaSurface
import Testing
@testable import Scripting

@Suite("Rules of rebalancing that scripts define")
struct RebalanceRuleTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.demo() }

    private func trades(_ call: String) throws -> String {
        try session.text(
            """
            (function() local lines = {} for t in \(call) do
              lines[#lines + 1] = t.side .. " " .. tostring(t.quantity) .. " " .. t.symbol .. " in " .. t.account end
            return table.concat(lines, "; ") end)()
            """)
    }

    @Test("A rule may give weights, a list of trades, or ask for them one by one")
    func answers() throws {
        try session.run(
            """
            rebalance.rule("weights", function(p) return {ORCL=60, NVDA=40} end)
            rebalance.rule("list", function(p) return {{side="sell", symbol="ORCL", quantity=10}, {side="buy", symbol="NVDA", amount=401}} end)
            rebalance.rule("asks", function(p) p:sell("ORCL", {quantity=10}) p:buy("NVDA", 401) end)
            rebalance.rule("idle", function(p) end)
            """)
        #expect(try trades("rebalance{rule=\"weights\", account=\"Brokerage\"}") == trades("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}"))
        #expect(try trades("rebalance{rule=\"list\", account=\"Brokerage\"}") == "sell 10 ORCL in Brokerage; buy 20 NVDA in Brokerage")
        #expect(try trades("rebalance.asks{account=\"Brokerage\"}") == "sell 10 ORCL in Brokerage; buy 20 NVDA in Brokerage")
        #expect(try session.text("rebalance.idle{}:count(), rebalance.asks{account=\"Brokerage\"}[1].reason") == "0, the rule asks for it")
    }

    @Test("Whatever a rule asks for, no more is sold than is held and no more spent than there is")
    func guarantees() throws {
        try session.run("rebalance.rule(\"wild\", function(p) p:sell(\"ORCL\", {quantity=1000000}) p:buy(\"NVDA\", 1000000000) end)")
        #expect(try trades("rebalance.wild{account=\"Brokerage\"}") == "sell 4040 ORCL in Brokerage; buy 13885 NVDA in Brokerage")
        try session.run("rebalance.wild{account=\"Brokerage\"}:apply{}")
        #expect(try session.text("cash{account=\"Brokerage\"}[1].balance:sign() >= 0, holdings{account=\"Brokerage\", symbol=\"ORCL\"}:count()") == "true, 0")
    }

    @Test("A rule sees holdings, cash, the total and the day, and names the account of a trade")
    func view() throws {
        try session.run(
            """
            rebalance.rule("look", function(p)
              seen = {p.holdings:count(), p.cash:count(), p.total > 0, p.new_money, p.today, p.targets and p.targets.ORCL}
              p:sell("ORCL", {quantity=5, account="Roth IRA"})
            end)
            """)
        #expect(try trades("rebalance.look{weights={ORCL=1, NVDA=3}, cash={Brokerage=100}}") == "sell 5 ORCL in Roth IRA")
        #expect(try session.text("seen[1] > 0, seen[2] > 0, seen[3], seen[4], seen[5], seen[6]") == "true, true, true, 100, 2014-12-31, 0.25")
    }

    @Test("Trades of one symbol in several accounts stay apart")
    func accounts() throws {
        try session.run(
            """
            rebalance.rule("two", function(p) p:sell("ORCL", {quantity=10, account="Brokerage"}) p:sell("ORCL", {quantity=5, account="Roth IRA"}) end)
            rebalance.rule("swap", function(p) p:sell("ORCL", {quantity=10, account="Brokerage"}) p:buy("ORCL", {quantity=5, account="Roth IRA"}) end)
            rebalance.rule("some", function(p) p:buy("NVDA", {amount=3010}) end)
            """)
        #expect(try trades("rebalance.two{}") == "sell 10 ORCL in Brokerage; sell 5 ORCL in Roth IRA")
        #expect(try trades("rebalance.swap{}").hasPrefix("sell 10 ORCL in Brokerage"))
        #expect(try session.text("rebalance.some{account=\"Brokerage\"}[1].amount <= 3010, rebalance.some{account=\"Brokerage\"}[1].quantity") == "true, 150")
    }

    @Test("The whole of a rule is all that is held with all cash, also where there is nothing but cash")
    func whole() throws {
        try session.run("rebalance.rule(\"idle\", function(p) total = p.total end) before = rebalance.idle{}:preview()")
        #expect(try session.text("before:count() > 2, before:sum(\"weight_before\"):round(12), before:sum(\"value_before\") == total") == "true, 1, true")
        let bare = try ScriptSession()
        try bare.run(
            """
            setting("base_currency", "USD") account{name="A", currency="USD", type="deposit"} deposit{account="A", amount=100, date="2014-01-05"}
            rebalance.rule("idle", function(p) end)
            """)
        #expect(try bare.text("rebalance.idle{}:count(), rebalance.idle{}:preview()[1].value_after") == "0, 100")
    }

    @Test("It has help and is a member of rebalance, which can still be called")
    func firstClass() throws {
        try session.run("rebalance.rule(\"halves\", function(p) return {ORCL=1, NVDA=1} end, \"Half and half.\")")
        #expect(session.runtime.help("rebalance.halves")?.contains("Half and half.") == true)
        #expect(session.runtime.topics.contains("rebalance.halves"))
        #expect(session.runtime.lua.members(of: "rebalance").map(\.name) == ["halves", "rule"])
    }

    @Test(
        "What a rule does wrong is told",
        arguments: [
            ("return 5", "the rule r gave a number"), ("p:buy(\"ORCL\")", "how much of ORCL?"), ("p:buy(\"ORCL\", -5)", "buy -5 of ORCL"), ("p:buy(\"ORLC\", 5)", "ORLC"),
            ("return {{symbol=\"ORCL\", side=\"hold\", quantity=1}}", "neither buy nor sell"), ("error(\"no\")", "no"),
            ("p:sell(\"ORCL\", {units=5})", "a trade has no field units"),
        ])
    func mistakes(body: String, part: String) throws {
        try session.run("rebalance.rule(\"r\", function(p) \(body) end)")
        let message = try session.message("rebalance.r{}")
        #expect(message.contains(part), "\(message)")
        #expect(try session.message("rebalance.rule(\"1x\", print)").contains("a name of letters"))
    }
}
