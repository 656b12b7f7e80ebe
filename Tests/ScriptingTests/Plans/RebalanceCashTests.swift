import TestSupport
import Testing
@testable import Scripting

@Suite("Money in rebalancing: exchanged, kept and taken out")
struct RebalanceCashTests {
    private let session: ScriptSession

    /// VWCE in euros and VTI in dollars, bought in one account that is kept in euros.
    init() throws {
        session = try ScriptSession()
        try session.run(
            """
            setting("base_currency", "EUR")
            account{name="IB", currency="EUR"} instrument{symbol="VWCE", kind="etf", currency="EUR"} instrument{symbol="VTI", kind="etf", currency="USD"}
            deposit{date="2014-01-02", account="IB", amount=10000}
            buy{date="2014-01-03", account="IB", symbol="VWCE", quantity=90, price=100}
            quote{symbol="VWCE", date="2014-02-03", close=100} quote{symbol="VTI", date="2014-02-03", close=55} rate{from="EUR", to="USD", date="2014-02-03", rate=1.1}
            """)
    }

    private func trades(_ arguments: String) throws -> String {
        try session.text(
            """
            (function() local lines = {} for t in rebalance{\(arguments), on="2014-02-03"} do
              lines[#lines + 1] = t.side .. " " .. (t.side == "exchange" and tostring(t.amount) .. " " .. t.currency .. " to " .. tostring(t.received) .. " " .. t.received_currency
                or tostring(t.quantity) .. " " .. t.symbol) end
            return table.concat(lines, "; ") end)()
            """)
    }

    @Test("Each currency pays for what it can before money is exchanged")
    func exchangesLast() throws {
        try session.run(
            "deposit{date='2014-01-04', account='IB', amount=550, currency='USD'} instrument{symbol='SAP', currency='EUR'} quote{symbol='SAP', date='2014-02-03', close=10}")
        let shown = try trades("weights={VTI=50, SAP=50}, mode='new_money', cash='all', exchange=true")
        // 1,000 EUR and 550 USD are 1,500 EUR: half of it is 75 SAP, and the dollars lack 275 for 15 VTI.
        #expect(shown == "exchange 250 EUR to 275 USD; buy 75 SAP; buy 15 VTI")
    }

    @Test("What cannot be bought keeps its weight: its money stays cash, and the preview shows the weights that were given")
    func keepsWeight() throws {
        try session.run("r = rebalance{weights={VWCE=60, VTI=40}, cash=1000, on=\"2014-02-03\"}")
        #expect(try session.text("#r, r:preview():where{symbol=\"VWCE\"}[1].target, r:preview():where{symbol=\"(cash)\"}[1].value_after") == "0, 0.6, 1000")
        #expect(try session.text("r.warnings[1].message").hasSuffix("exchange=true proposes to change other money into USD"))
    }

    @Test("An exchange is proposed beside the trades, and recorded as both sides of one")
    func exchange() throws {
        #expect(try trades("weights={VWCE=60, VTI=40}, exchange=true") == "sell 36 VWCE; exchange 3600 EUR to 3960 USD; buy 72 VTI")
        try session.run("r = rebalance{weights={VWCE=60, VTI=40}, exchange=true, on=\"2014-02-03\"} drift = r:preview():list(\"drift_after\") r:apply{}")
        #expect(try session.text("drift[1]:round(9):is_zero(), drift[2]:round(9):is_zero()") == "true, true")
        #expect(try session.text("cash{}:where{currency=\"EUR\"}:sum(\"balance\"), cash{}:where{currency=\"USD\"}:sum(\"balance\")") == "1000, 0")
        #expect(try session.text("local e = activities{type=\"exchange\"} return #e, e[1].cash, e[2].cash, e[1].group == e[2].group") == "2, -3600, 3960, true")
        #expect(try session.text("#warnings{}") == "0")
    }

    @Test("CASH among the weights is the money of the accounts that trade")
    func cashTarget() throws {
        #expect(try trades("weights={VWCE=80, CASH=20}") == "sell 10 VWCE")
        #expect(try trades("weights={VWCE=95, CASH=5}") == "buy 5 VWCE")
        #expect(try session.text("targets{name=\"t\", weights={VWCE=95, CASH=5}, on=\"2014-02-03\"}:where{target=\"CASH\"}[1].weight") == "0.1")
        #expect(try session.text("rebalance{targets=\"t\", on=\"2014-02-03\"}:preview():where{symbol=\"CASH\"}[1].value_after") == "500")
        #expect(try trades("weights={etf=95, CASH=5}, by=\"kind\"") == "buy 5 VWCE")
    }

    @Test("Money below zero is what is taken out: what lies in the account pays first, sales bring the rest")
    func withdrawal() throws {
        #expect(try trades("weights={VWCE=1}, cash=-3000") == "sell 20 VWCE")
        #expect(
            try session.text("rebalance{weights={VWCE=1}, cash=-3000, on=\"2014-02-03\"}.warnings[1].message")
                == "1000.00 EUR of the 3000.00 EUR to be taken out lie in IB already, so that 2000.00 EUR are to be raised")
        #expect(try trades("weights={VWCE=1}, cash={IB=-400}") == "")
        #expect(try trades("weights={VWCE=9, CASH=1}, cash=-1000") == "sell 9 VWCE")
        try session.run("r = rebalance{weights={VWCE=1}, cash=-3000, on=\"2014-02-03\"} r:apply{deposit=true}")
        #expect(try session.text("cash{}:sum(\"balance\"), activities{type=\"withdrawal\"}[1].amount, holdings{}[1].quantity") == "0, 3000, 70")
        #expect(try session.message("rebalance{weights={VWCE=1}, cash=-30000, on=\"2014-02-03\"}").contains("take out no more than there is"))
    }

    @Test("Nothing is sold to pay what an account owes: money is what it has less that, and an exchange pays it where something is bought")
    func owed() throws {
        // 1000 EUR, less 300 in dollars that are owed for 6 VTI at 50 EUR, beside 90 VWCE at 100 EUR.
        try session.run("buy{date='2014-01-06', account='IB', symbol='VTI', quantity=6, price=55, currency='USD'}")
        #expect(try session.text("cash{currency='USD'}[1].balance") == "-330")
        #expect(try trades("weights={VWCE=20, VTI=40, CASH=40}") == "sell 33 VWCE")
        #expect(try trades("weights={VWCE=90, VTI=5, CASH=5}, mode='full'") == "")
        for weights in ["VTI=50, CASH=50", "VTI=80, CASH=20", "VTI=31, CASH=69"] {
            #expect(try trades("weights={\(weights)}") == "", "\(weights)")
            #expect(try trades("weights={\(weights)}, mode='new_money', cash=100") == "", "\(weights)")
            #expect(try trades("weights={\(weights)}, mode='hybrid', cash=100") == "", "\(weights)")
        }
        let sentence =
            "(function() for _, w in ipairs(rebalance{weights={VTI=50, CASH=50}, on='2014-02-03'}.warnings) do if w.kind == 'no_cash' then return w.message end end end)()"
        #expect(
            try session.text(sentence)
                == "VTI is not bought: there is no USD in IB to buy it with; nothing is sold for it, and what it lacks stays cash; exchange=true proposes to change other money into USD"
        )
        // 1000 EUR and 6 VTI at 50 EUR less 300 EUR owed are 1000: half of it is 10 VTI, and 4 more cost 220 USD beside the 330 that are owed.
        #expect(try trades("weights={VTI=50, CASH=50}, exchange=true") == "exchange 500 EUR to 550 USD; buy 4 VTI")
        #expect(try session.text("rebalance{weights={VTI=50, CASH=50}, exchange=true, on='2014-02-03'}[1].reason") == "USD pays for what is bought and what was owed before in IB")
        #expect(try session.text("targets{name='owing', weights={VTI=50, CASH=50}, on='2014-02-03'}:where{target='CASH'}[1].weight") == "0.7")
        // What is too much of is sold, whatever is owed.
        #expect(try trades("weights={VTI=10, CASH=90}") == "sell 4 VTI")
        // What is taken out makes all of it smaller, and what was owed before is not raised.
        #expect(try trades("weights={VTI=50, CASH=50}, cash=-500") == "sell 1 VTI")
        #expect(
            try session.text("rebalance{weights={VTI=50, CASH=50}, cash=-500, on='2014-02-03'}[1].reason")
                == "VTI is 60 % of what is left after the money is taken out and is to be 50 %")
        // Without a rate nobody knows what is owed.
        try session.run("deposit{date='2014-01-07', account='IB', amount=1, currency='CHF'} fee{date='2014-01-08', account='IB', amount=5, currency='CHF'}")
        #expect(
            try session.text(
                "(function() for _, w in ipairs(rebalance{weights={VTI=50, CASH=50}, on='2014-02-03'}.warnings) do if w.kind == 'no_rate' and w.message:find('CHF') then return w.message end end end)()"
            )
                == "the CHF that IB owes are left out: there is no rate to EUR on or before 2014-02-03")
        #expect(
            try session.message("whatif(function() withdraw{date='2014-01-09', account='IB', amount=2000} return rebalance{weights={VTI=50, CASH=50}, on='2014-02-03'} end)")
                .contains("what is held is worth less than what the accounts owe, by "))
    }

    /// 47 dollars and 20 of X at 38 euros, in an account that is kept in dollars; a euro is 1.25.
    private func dollars() throws -> ScriptSession {
        let session = try ScriptSession(today: "2014-02-03")
        try session.run(
            """
            setting("base_currency", "USD") account{name="A", currency="USD"} instrument{symbol="X", kind="etf", currency="EUR"}
            deposit{date="2014-01-02", account="A", amount=47} deposit{date="2014-01-02", account="A", amount=760, currency="EUR"}
            buy{date="2014-01-03", account="A", symbol="X", quantity=20, price=38}
            quote{symbol="X", date="2014-02-03", close=38} rate{from="EUR", to="USD", date="2014-02-03", rate=1.25}
            """)
        return session
    }

    @Test("What is taken out with the trades must be there in its own currency; exchange=true brings it there")
    func takenOutOfAnotherCurrency() throws {
        let session = try dollars()
        try session.run("r = rebalance{weights={X=100}, cash=-500, account='A'}")
        #expect(
            try session.text("(function() for _, w in ipairs(r.warnings) do if w.kind == 'no_cash' then return w.message end end end)()")
                == "453.00 USD of what is to be taken out of A cannot be raised there; exchange=true proposes to change other money into USD")
        #expect(
            try session.message("r:apply{deposit=true}")
                == "apply: what is taken out of A and the trades there need 500.00 USD, and 47.00 USD are there on 2014-02-03 (what is sold brings another currency: exchange=true proposes to change it into USD)"
        )
        #expect(try session.text("#activities{from='2014-02-03'}") == "0")
        // The trades alone are paid for, and drafts move nothing.
        #expect(
            try session.text(
                "whatif(function() r:apply{} return cash{account='A', currency='USD'}[1].balance end), whatif(function() return #r:apply{deposit=true, status='draft'} end)")
                == "47, 2")
        try session.run("rebalance{weights={X=100}, cash=-500, account='A', exchange=true}:apply{deposit=true}")
        #expect(try session.text("activities{type='withdrawal'}[1].amount, cash{account='A'}:where(function(c) return c.balance < 0 end):count()") == "500, 0")
    }

    @Test("With new_money only what has to be sold for money taken out is sold, and nothing is bought; help says so")
    func newMoneyTakenOut() throws {
        try session.run("deposit{date='2014-01-04', account='IB', amount=550, currency='USD'} buy{date='2014-01-05', account='IB', symbol='VTI', quantity=10, price=55}")
        // 1,000 EUR lie there; 9,500 EUR after 500 more are raised are to be 60 to 40.
        #expect(try trades("weights={VWCE=60, VTI=40}, mode='new_money', cash=-1500") == "sell 5 VWCE")
        #expect(try trades("weights={VWCE=60, VTI=40}, mode='new_money', cash=-900") == "")
        #expect(
            try #require(session.runtime.help("rebalance")).replacing("\n", with: " ").contains(
                "new_money: money is spent and nothing sold; where money is taken out, only what has to be sold for it is, and nothing bought"))
    }
}
