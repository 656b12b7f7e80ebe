import Ledger
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values

@Suite("Rebalancing at the prompt")
struct RebalanceTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.demo() }

    /// The trades as short lines.
    private func trades(_ arguments: String) throws -> String {
        try session.text(
            """
            (function() local lines = {} for t in rebalance{\(arguments)} do
              lines[#lines + 1] = t.side .. " " .. tostring(t.quantity) .. " " .. t.symbol .. " in " .. t.account end
            return table.concat(lines, "; ") end)()
            """)
    }

    /// The kinds of warnings, in order.
    private func warnings(_ arguments: String, _ kind: String) throws -> String {
        try session.text(
            """
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

    @Test("What nobody told the cost of gains nobody knows how much: empty, told of, and sold last and as all gain under a budget")
    func unknownCost() throws {
        let session = try ScriptSession(today: "2024-12-31")
        try session.run(
            """
            account{name='A', currency='USD'} for _, s in ipairs{'X', 'Y'} do instrument{symbol=s, currency='USD'} quote{symbol=s, date='2024-12-30', close=10} end
            record{type='transfer_in', account='A', symbol='X', quantity=100, date='2024-01-10'}
            """)
        let all = "rebalance{weights={X=55, Y=45}, account='A'}"
        #expect(try session.text("local r = \(all) return r[1].side, r[1].quantity, r[1].gain, r.warnings[#r.warnings].kind") == "sell, 45, nil, unknown_cost")
        try session.run("deposit{account='A', amount=500, date='2024-02-01'} buy{account='A', symbol='X', quantity=50, price=10, date='2024-02-01'}")
        let budget = "rebalance{weights={X=1, Y=99}, account='A', gain_budget=100}"
        #expect(try session.text("local r = \(budget) return r[1].side, r[1].quantity, r[1].gain") == "sell, 60, nil")
    }

    @Test("The rate that a purchase tells is that of its cost, as in gains")
    func ownRate() throws {
        let session = try ScriptSession(today: "2024-12-31")
        try session.run(
            """
            setting('base_currency', 'EUR') account{name='A', currency='EUR', settlement='account'}
            for _, s in ipairs{'X', 'Y'} do instrument{symbol=s, currency='USD'} quote{symbol=s, date='2024-12-30', close=100} end
            rate{from='USD', to='EUR', date='2024-01-01', rate=0.9} deposit{account='A', amount=1000, date='2024-01-10'}
            buy{account='A', symbol='Y', quantity=10, price=100, fx_rate=1, date='2024-01-10'}
            """)
        #expect(try session.text("local r = rebalance{weights={X=80, Y=20}, account='A'} return r[1].side, r[1].quantity, r[1].gain") == "sell, 8, -80")
    }

    @Test("New money is bought with, on the total after it came")
    func newMoney() throws {
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=5000") == "buy 249 NVDA in Brokerage")
        #expect(
            try session.message("rebalance{weights={ORCL=1}, mode=\"new_money\"}")
                == "rebalance: cash is missing (say how much is to be invested, or cash=\"all\" for what lies in the accounts)")
        #expect(try session.message("rebalance{weights={ORCL=1}, cash=100}").hasPrefix("rebalance: into which account does the cash come? (say account=\"Brokerage\""))
        #expect(
            try trades("weights={ORCL=60, NVDA=40}, account={\"Brokerage\", \"Roth IRA\"}, mode=\"new_money\", cash={Brokerage=1000, [\"Roth IRA\"]=2000}")
                == "buy 49 NVDA in Brokerage; buy 99 NVDA in Roth IRA")
    }

    @Test(
        "What is proposed can be recorded, and then is what the preview said",
        arguments: [
            "weights={ORCL=60, NVDA=40}, account=\"Brokerage\"", "weights={ORCL=60, NVDA=40}, fee=5, fee_rate=0.001", "weights={ORCL=1, NVDA=1}, tax=true",
            "weights={ORCL=60, NVDA=40}, cash=\"all\"", "weights={ORCL=20, NVDA=80}, gain_budget=5000, account=\"Brokerage\"",
            "weights={stock=1}, by=\"kind\", cash=\"all\", mode=\"hybrid\"", "weights={ORCL=0, NVDA=1}",
        ])
    func previewAgrees(arguments: String) throws {
        let account = arguments.contains("account=") ? "\"Brokerage\"" : "nil"
        try session.run("r = rebalance{\(arguments)}; before = r:preview()")
        try session.runtime.book?.trial {
            try session.run("r:apply{}")
            let differing = try session.text(
                """
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
        #expect(
            try session.message("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}:apply{date=\"2014-12-30\"}")
                .hasSuffix("(ask for the other day: rebalance{…, on=\"2014-12-30\"})"))
        #expect(try session.message("rebalance{weights={ORCL=60, NVDA=40}}:apply{date=\"2015-01-02\"}").hasPrefix("apply: these trades were proposed for 2014-12-31"))
        try session.run("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\", on=\"2014-12-30\"}:apply{date=\"2014-12-30\"}")
        #expect(try session.text("trades{account=\"Brokerage\", on=\"2014-12-31\"}:where{date=\"2014-12-30\"}:count()") == "2")
        #expect(try session.text("holdings{account=\"Brokerage\", symbol=\"ORCL\"}[1].quantity < 4040") == "true")
        try session.run("undo()")
        #expect(try session.text("holdings{}:csv()") == before)
        try session.run("rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\"}:apply{status=\"draft\"}")
        #expect(try session.text("activities{status=\"draft\"}:count()") == "2")
        #expect(try session.text("holdings{}:csv()") == before)
    }

    @Test("New money that is not there yet is deposited with the trades, or refused with a sentence")
    func deposit() throws {
        try session.run(
            """
            account{name="Fresh", currency="USD"}
            r = rebalance{weights={ORCL=60, NVDA=40}, account="Fresh", mode="new_money", cash=10000}
            """)
        let message = try session.message("r:apply{}")
        #expect(message == "apply: the trades in Fresh need 9991.01 USD, and 0.00 USD are there on 2014-12-31 (record the deposit first, or with the trades: apply{deposit=true})")
        #expect(try session.text("r:apply{deposit=true}:list(\"type\")") == "{\"deposit\", \"buy\", \"buy\"}")
        #expect(try session.message("r:apply{deposit=true}") == "apply: the book has changed since this was proposed (ask again, and apply what comes then)")
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
        try small.run(
            """
            quote{symbol="ORCL", date="2014-02-10", close=20} quote{symbol="SPY", date="2014-02-10", close=50}
            buy{date="2014-02-01", account="Brokerage", symbol="ORCL", quantity=2, price=25}
            """)
        func text(_ more: String) throws -> String {
            try small.text(
                """
                (function() local r = rebalance{weights={ORCL=1, SPY=9}, on="2014-02-10"\(more)} local lines = {}
                for t in r do lines[#lines + 1] = t.side .. " " .. t.symbol end
                for _, w in ipairs(r.warnings) do if w.kind == "wash_sale" or w.kind == "not_traded" then lines[#lines + 1] = w.message end end
                return table.concat(lines, "; ") end)()
                """)
        }
        #expect(try text("") == "sell ORCL; buy SPY")
        #expect(try text(", wash_sales=true") == "ORCL in Brokerage is not sold at a loss: it was bought on 2014-02-01, within 30 days")
        try small.run("setting(\"wash_sales\", true) sell{date=\"2014-02-09\", account=\"Brokerage\", symbol=\"ORCL\", quantity=1, price=20}")
        #expect(
            try small.text(
                """
                (function() for _, w in ipairs(rebalance{weights={ORCL=1}, cash="all", mode="new_money", on="2014-02-10"}.warnings) do
                  if w.kind == "not_traded" then return w.message end end end)()
                """) == "ORCL is not bought: it was sold at a loss on 2014-02-09, within 30 days; nothing is sold for it, and what it lacks stays cash")
    }

    @Test("No loss of a sale that is applied is disallowed, whatever the fees and the currency of the whole", arguments: 0..<30)
    func noDisallowedLoss(round: Int) throws {
        var random = SeededRandom.forTest("wash \(round)")
        let session = try ScriptSession(today: "2014-03-20")
        try session.run(
            """
            setting("base_currency", "EUR") setting("wash_sales", true)
            account{name="One", currency="USD"} account{name="Two", currency="USD"}
            rate{from="EUR", to="USD", date="2014-01-02", rate=\(random.pick(["1.1", "1.3", "1.5"]))} rate{from="EUR", to="USD", date="2014-03-20", rate=1.25}
            deposit{account="One", amount=50000, date="2014-01-02"} deposit{account="Two", amount=50000, date="2014-01-02"}
            """)
        for symbol in ["AAA", "BBB", "CCC"] {
            try session.run("instrument{symbol=\"\(symbol)\", kind=\"stock\", currency=\"USD\"}")
            for account in ["One", "Two"] {
                for day in ["2014-01-03", "2014-02-03", "2014-03-\(random.int(10...19))"] where random.chance(oneIn: 2) {
                    try session.run("buy{account=\"\(account)\", symbol=\"\(symbol)\", quantity=\(random.int(1...30)), price=\(random.int(90...106)), date=\"\(day)\"}")
                }
            }
            try session.run("quote{symbol=\"\(symbol)\", date=\"2014-03-20\", close=\(random.int(96...104))}")
        }
        let weights = "{AAA=\(random.int(0...9)), BBB=\(random.int(0...9)), CCC=\(random.int(1...9))}"
        let more = random.pick(["", ", tax=true", ", cash=\"all\"", ", gain_budget=20"])
        try session.run("r = rebalance{weights=\(weights), fee=\(random.int(0...30)), fee_rate=0.002\(more)} r:apply{}")
        let lost = "gains{}:where(function(g) return g.wash and not g.wash:is_zero() end):count()"
        #expect(try session.text(lost) == "0", "\(weights)\(more)")
    }

    @Test("What has no price is left out with a sentence and never worth zero; money pays in its own currency only")
    func pricesAndCurrencies() throws {
        let small = try ScriptSession.small()
        try small.run(
            """
            instrument{symbol="SAP", currency="EUR"} quote{symbol="ORCL", date="2014-02-10", close=20} quote{symbol="SAP", date="2014-02-10", close=50}
            """)
        func warnings(_ more: String) throws -> String {
            try small.text("(function() local l = {} for _, w in ipairs(rebalance{\(more)}.warnings) do l[#l + 1] = w.kind end return table.concat(l, \" \") end)()")
        }
        #expect(try warnings("weights={ORCL=1, SPY=1}, cash=\"all\", mode=\"new_money\"").contains("no_price"))
        #expect(try warnings("weights={ORCL=1, SAP=1}, cash=\"all\", mode=\"new_money\"").contains("no_rate"))
        try small.run("rate{from=\"EUR\", to=\"USD\", date=\"2014-02-10\", rate=1.25}")
        #expect(
            try small.text(
                "(function() for _, w in ipairs(rebalance{weights={ORCL=1, SAP=9}, cash=\"all\", mode=\"new_money\"}.warnings) do if w.kind == \"no_cash\" then return w.message end end end)()"
            )
                == "SAP is not bought: there is no EUR in Brokerage to buy it with; nothing is sold for it, and what it lacks stays cash; exchange=true proposes to change other money into EUR"
        )
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

    @Test("What is out of its band goes to the target or to the band's nearest edge", arguments: [("target", "859"), ("band", "600")])
    func landing(to: String, atMost: String) throws {
        let sale = "rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\", band=0.05, to=\"\(to)\"}[1].quantity"
        #expect(try session.text("\(sale) <= \(atMost), \(sale) > 500") == "true, true")
    }

    @Test("An old price is told of")
    func stalePrice() throws {
        let small = try ScriptSession.small()
        try small.run("quote{symbol=\"ORCL\", date=\"2014-01-06\", close=20}")
        for source in ["rebalance{weights={ORCL=1}, on=\"2014-02-10\"}", "targets{name=\"x\", weights={ORCL=1}, on=\"2014-02-10\"}"] {
            #expect(
                try small.text("(\(source)).warnings[1].kind, (\(source)).warnings[1].message")
                    == "stale_price, the price of ORCL is of 2014-01-06, more than 10 days old on 2014-02-10; sync, or set price_max_age")
        }
    }

    @Test("Nothing is sold for what has no price")
    func unpriced() throws {
        try session.run("instrument{symbol=\"NOPX\", currency=\"USD\"}")
        #expect(try trades("weights={ORCL=75, NVDA=25, NOPX=100}, account=\"Brokerage\", band=0.05") == "")
        #expect(
            try warnings("weights={ORCL=1, NOPX=1}, account=\"Brokerage\"", "nothing_to_buy")
                == "NOPX is not bought: it has no price; nothing is sold for it, and what it lacks stays cash")
    }

    @Test("Lots are those of the day asked for, whatever was recorded for later")
    func laterTrades() throws {
        let small = try ScriptSession.small()
        try small.run(
            """
            quote{symbol="ORCL", date="2014-02-10", close=40} quote{symbol="SPY", date="2014-02-10", close=50}
            buy{date="2014-03-03", account="Brokerage", symbol="ORCL", quantity=1, price=50}
            """)
        #expect(try small.text("rebalance{weights={ORCL=0, SPY=1}, tax=true, on=\"2014-02-10\"}[1].quantity") == "10")
    }

    @Test("All weights of a preview are of the whole with the new money")
    func previewWeights() throws {
        let preview = "rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=5000}:preview()"
        #expect(try session.text("\(preview):sum(\"weight_before\"):round(12), \(preview):where{symbol=\"(cash)\"}[1].weight_before > 0") == "1, true")
    }

    @Test("The gain of a sale is less its fee, as it is once recorded")
    func gainAfterFee() throws {
        try session.run("r = rebalance{weights={ORCL=60, NVDA=40}, account=\"Brokerage\", fee=7, fee_rate=0.001} sale = r:apply{}[1].id")
        #expect(try session.text("(gains{}:where{activity_id=sale}:sum(\"gain\") - r[1].gain):is_zero()") == "true")
    }

    @Test("Cash that is not there is told of")
    func noCash() throws {
        try session.run("account{name=\"Fresh\", currency=\"USD\"}")
        #expect(try warnings("weights={ORCL=1}, cash=\"all\", account=\"Fresh\"", "no_cash").hasPrefix("there is no cash to be invested"))
        #expect(try warnings("weights={Jerry=1}, by=\"portfolio\"", "no_target").contains(" in "))
    }

    @Test("Whole shares or fractions, by instrument")
    func fractions() throws {
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=100, whole_shares={NVDA=false}") == "buy 4.987531 NVDA in Brokerage")
        #expect(try trades("weights={ORCL=60, NVDA=40}, account=\"Brokerage\", mode=\"new_money\", cash=100") == "buy 4 NVDA in Brokerage")
    }
}
