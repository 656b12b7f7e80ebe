import Ledger
import LuaKit
import Storage
import Testing
import Values
@testable import Scripting

@Suite("Rebalancing at the prompt")
struct RebalanceTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.demo() }

    /// The trades as short lines.
    private func trades(_ arguments: String) throws -> String {
        try session.text("""
            (function() local lines = {} for t in rebalance{\(arguments)} do
              lines[#lines + 1] = t.side .. " " .. tostring(t.quantity) .. " " .. t.symbol .. " in " .. t.account end
            return table.concat(lines, "; ") end)()
            """)
    }

    /// The kinds of warnings, in order.
    private func warnings(_ arguments: String, _ kind: String) throws -> String {
        try session.text("""
            (function() local lines = {} for _, w in ipairs(rebalance{\(arguments)}.warnings) do
              if w.kind == "\(kind)" then lines[#lines + 1] = w.message end end
            return table.concat(lines, "; ") end)()
            """)
    }

    @Test("In one account, sales pay for purchases")
    func full() throws {
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\"") == "sell 859 ORCL in Brokerage; buy 1926 NVDA in Brokerage")
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", band={absolute=0.2}") == "")
        #expect(try session.text("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}[1].reason") == "ORCL is 76.2 % of the whole and is to be 60 %")
    }

    @Test("New money is bought with, on the total after it came")
    func newMoney() throws {
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=5000") == "buy 249 NVDA in Brokerage")
        #expect(try session.message("rebalance{weights={ORCL=1}, mode=\"new_money\"}")
            == "rebalance: cash is missing (say how much is to be invested, or cash=\"all\" for what lies in the accounts)")
        #expect(try session.message("rebalance{weights={ORCL=1}, cash=100}").hasPrefix("rebalance: into which account does the cash come? (say account=\"Brokerage\""))
        #expect(try trades("weights={ORCL=60, NVDA=40}, account={\"Brokerage\", \"Roth IRA\"}, mode=\"new_money\", cash={Brokerage=1000, [\"Roth IRA\"]=2000}")
            == "buy 49 NVDA in Brokerage; buy 99 NVDA in Roth IRA")
    }

    @Test("What is proposed can be recorded, and then is what the preview said", arguments: [
        "weights={ORCL=60, NVDA=40}, account=\"Brokerage\"", "weights={ORCL=60, NVDA=40}, fee=5, fee_rate=0.001", "weights={ORCL=1, NVDA=1}, tax=true",
        "weights={ORCL=60, NVDA=40}, cash=\"all\"", "weights={ORCL=20, NVDA=80}, gain_budget=5000, account=\"Brokerage\"",
        "weights={stock=1}, by=\"kind\", cash=\"all\", mode=\"hybrid\"", "weights={ORCL=0, NVDA=1}",
    ])
    func previewAgrees(arguments: String) throws {
        let account = arguments.contains("account=") ? "\"Brokerage\"" : "nil"
        try session.run("r = rebalance{\(arguments)}; before = r:preview()")
        try session.runtime.book?.trial {
            try session.run("r:apply{}")
            let differing = try session.text("""
                (function() local lines = {} for p in before do
                  local held = holdings{account=\(account)}:where(function(h) return h.symbol == p.symbol or (h.kind == p.symbol and h.kind == "stock") end):sum("market_value")
                  if p.symbol ~= "(cash)" and not (held - p.value_after):is_zero() then lines[#lines + 1] = p.symbol .. " " .. tostring(held) .. " " .. tostring(p.value_after) end
                end return table.concat(lines, "; ") end)()
                """)
            #expect(differing == "", "\(arguments)")
            #expect(try session.text("cash{}:where(function(c) return c.balance:sign() < 0 end):count()") == "0")
        }
    }

    @Test("The trades are one act, which one undo takes back; drafts do not count")
    func apply() throws {
        let before = try session.text("holdings{}:csv()")
        try session.run("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}:apply{date=\"2014-12-30\"}")
        #expect(try session.text("trades{account=\"Brokerage\", on=\"2014-12-31\"}:where{date=\"2014-12-30\"}:count()") == "2")
        #expect(try session.text("holdings{account=\"Brokerage\", symbol=\"ORCL\"}[1].quantity") == "3181")
        try session.run("undo()")
        #expect(try session.text("holdings{}:csv()") == before)
        try session.run("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}:apply{status=\"draft\"}")
        #expect(try session.text("activities{status=\"draft\"}:count()") == "2")
        #expect(try session.text("holdings{}:csv()") == before)
    }

    @Test("New money that is not there yet is deposited with the trades, or refused with a sentence")
    func deposit() throws {
        try session.run("""
            account{name="Fresh", currency="USD"}
            r = rebalance{weights={ORCL=60, NVDA=40}, account="Fresh", mode="new_money", cash=10000}
            """)
        let message = try session.message("r:apply{}")
        #expect(message == "apply: the trades in Fresh need 9991.01 USD, and 0 are there on 2014-12-31 (record the deposit first, or with the trades: apply{deposit=true})")
        #expect(try session.text("r:apply{deposit=true}:list(\"type\")") == "{\"deposit\", \"buy\", \"buy\"}")
        #expect(try session.message("r:apply{deposit=true}") == "apply: the book has changed since these trades were proposed (ask rebalance again)")
        #expect(try session.text("cash{account=\"Fresh\"}[1].balance") == "8.99")
        #expect(try session.message("rebalance{weights={ORCL=1}, account=\"Fresh\"}:apply{deposit=true}").hasPrefix("apply: no new money was told of"))
    }

    @Test("What was tried on a branch can still be applied")
    func branch() throws {
        try session.run("r = rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}")
        let units = "holdings{account=\"Brokerage\", symbol=\"ORCL\"}[1].quantity"
        #expect(try session.text("whatif(function() r:apply{} return \(units) end), \(units)") == "3181, 4040")
        #expect(try session.text("r:apply{}:count(), \(units)") == "2, 3181")
    }

    @Test("A contribution limit caps the new money")
    func limit() throws {
        try session.run("limit{name=\"IRA\", amount=2000, accounts={\"Roth IRA\"}}")
        let arguments = "weights={ORCL=60, NVDA=40}, account=\"Roth IRA\", mode=\"new_money\", cash=1000000"
        #expect(try warnings(arguments, "contribution_limit").hasPrefix("Roth IRA may take "))
        #expect(try session.text("rebalance{\(arguments)}:sum(\"amount\") <= 2000") == "true")
        // Two accounts under one limit have it once.
        try session.run("limit{name=\"both\", amount=1000, accounts={\"Brokerage\", \"Options\"}}")
        let both = try session.text("rebalance{weights={ORCL=60, NVDA=40}, mode=\"new_money\", cash={Brokerage=900, Options=900}, on=\"2015-02-01\"}:sum(\"amount\") <= 1000")
        #expect(both == "true")
    }

    @Test("Lots are chosen by taxes and named in the sale; the gains of all stay within a budget")
    func lots() throws {
        try session.run("r = rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\", gain_budget=3000}")
        #expect(try session.text("r:where{side=\"sell\"}:sum(\"gain\") <= 3000, r:where{side=\"sell\"}[1].gain > 2900") == "true, true")
        try session.run("sale = r:apply{}[1].id")
        #expect(try session.text("(gains{}:where{activity_id=sale}:sum(\"gain\") - r[1].gain):is_zero(), gains{}:where{activity_id=sale}[1].term") == "true, long")
        #expect(try warnings("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", gain_budget=3000", "gain_budget").contains("stay within 3000"))
    }

    @Test("No wash sale: nothing bought lately is sold at a loss, and nothing sold at a loss is bought")
    func washSales() throws {
        let small = try ScriptSession.small()
        try small.run("""
            quote{symbol="ORCL", date="2014-02-10", close=20} quote{symbol="SPY", date="2014-02-10", close=50}
            buy{date="2014-02-01", account="Brokerage", symbol="ORCL", quantity=2, price=25}
            """)
        func text(_ more: String) throws -> String {
            try small.text("""
                (function() local r = rebalance{weights={ORCL=1, SPY=9}, on="2014-02-10"\(more)} local lines = {}
                for t in r do lines[#lines + 1] = t.side .. " " .. t.symbol end
                for _, w in ipairs(r.warnings) do if w.kind == "wash_sale" or w.kind == "not_traded" then lines[#lines + 1] = w.message end end
                return table.concat(lines, "; ") end)()
                """)
        }
        #expect(try text("") == "sell ORCL; buy SPY")
        #expect(try text(", wash_sales=true") == "ORCL in Brokerage is not sold at a loss: it was bought on 2014-02-01, within 30 days")
        try small.run("setting(\"wash_sales\", true) sell{date=\"2014-02-09\", account=\"Brokerage\", symbol=\"ORCL\", quantity=1, price=20}")
        #expect(try small.text("""
            (function() for _, w in ipairs(rebalance{weights={ORCL=1}, cash="all", mode="new_money", on="2014-02-10"}.warnings) do
              if w.kind == "not_traded" then return w.message end end end)()
            """) == "ORCL is not bought: it was sold at a loss on 2014-02-09, within 30 days")
    }

    @Test("What has no price is left out with a sentence and never worth zero; money pays in its own currency only")
    func pricesAndCurrencies() throws {
        let small = try ScriptSession.small()
        try small.run("""
            instrument{symbol="SAP", currency="EUR"} quote{symbol="ORCL", date="2014-02-10", close=20} quote{symbol="SAP", date="2014-02-10", close=50}
            """)
        func warnings(_ more: String) throws -> String {
            try small.text("(function() local l = {} for _, w in ipairs(rebalance{\(more)}.warnings) do l[#l + 1] = w.kind end return table.concat(l, \" \") end)()")
        }
        #expect(try warnings("weights={ORCL=1, SPY=1}, cash=\"all\", mode=\"new_money\"").hasPrefix("no_price"))
        #expect(try warnings("weights={ORCL=1, SAP=1}, cash=\"all\", mode=\"new_money\"").hasPrefix("no_rate"))
        try small.run("rate{from=\"EUR\", to=\"USD\", date=\"2014-02-10\", rate=1.25}")
        #expect(try small.text("(function() for _, w in ipairs(rebalance{weights={ORCL=1, SAP=9}, cash=\"all\", mode=\"new_money\"}.warnings) do if w.kind == \"no_cash\" then return w.message end end end)()")
            .hasSuffix("there is no EUR left in Brokerage to buy it with"))
        try small.run("deposit{date=\"2014-02-10\", account=\"Brokerage\", amount=500, currency=\"EUR\"}")
        #expect(try small.text("rebalance{weights={ORCL=1, SAP=9}, cash=\"all\", mode=\"new_money\"}:where{symbol=\"SAP\"}[1].quantity") == "10")
    }

    @Test("Without targets the tiers of the reserve plan are meant, as long as nothing says otherwise")
    func tiers() throws {
        #expect(try session.text("rebalance{}:columns()") == session.text("tier_transfers():columns()"))
        try session.run("targets{name=\"two\", weights={ORCL=1}}")
        #expect(try session.message("rebalance{}").hasPrefix("rebalance: targets is missing"))
        try session.run("plan{ready=true}")
        #expect(try session.text("rebalance{}:columns()") == session.text("tier_transfers():columns()"))
    }

    @Test("Whole shares or fractions, by instrument")
    func fractions() throws {
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=100, whole_shares={NVDA=false}") == "buy 4.987531 NVDA in Brokerage")
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=100") == "buy 4 NVDA in Brokerage")
    }
}
