import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Settlement, exchanges and transfers of money as people write them")
struct SettlementTests {
    /// An account in euros and one in dollars that holds both, and a dollar share.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession()
        try session.run(
            """
            setting("base_currency", "EUR")
            account { name = "IB", currency = "EUR" }
            account { name = "US", currency = "USD", settlement = "trade" }
            instrument { symbol = "ORCL", currency = "USD" }
            rate { from = "EUR", to = "USD", date = "2014-01-01", rate = 1.25 }
            deposit { date = "2014-01-02", account = "IB", amount = 5000 }
            """)
        return session
    }

    private static let cash = "local t = {} for r in cash{account='IB'} do t[#t + 1] = tostring(r.balance) .. ' ' .. r.currency end return table.concat(t, ', ')"

    @Test(
        "A sentence and a verb say in which currency cash moves",
        arguments: [
            ("buy 10 ORCL @ 31 fee 1 fx_rate 0.9 in IB", "4720.1 EUR"), ("buy 10 ORCL @ 31 fee 1 fx_rate 0.9 settle USD in IB", "5000 EUR, -311 USD"),
            ("buy 10 ORCL @ 31 fee 1 in IB", "5000 EUR, -311 USD"), ("dividend 10 ORCL fx_rate 0.9 in IB", "5009 EUR"),
            ("deposit 100 USD to IB fx_rate 0.9", "5090 EUR"), ("interest 10 USD fx_rate 0.9 in IB", "5009 EUR"),
            ("exchange 500 EUR to USD in IB at 1.085 fee 2", "4498 EUR, 542.5 USD"), ("exchange 500 EUR to USD in IB", "4500 EUR, 625 USD"),
            ("exchange 500 EUR to USD for 540.12 in IB", "4500 EUR, 540.12 USD"),
            ("transfer 500 EUR from IB to US", "4500 EUR"), ("transfer EUR 500 from IB to US", "4500 EUR"), ("transfer €500 from IB to US", "4500 EUR"),
            ("transfer 500€ from IB to US", "4500 EUR"), ("transfer 500 from IB to US", "4500 EUR"), ("deposit £100 to IB", "5000 EUR, 100 GBP"),
        ])
    func sentences(line: String, cash: String) throws {
        let session = try session()
        _ = try session.sentence(line)
        #expect(try session.text(Self.cash) == cash)
    }

    @Test func verbsGiveBackWhatWasRecorded() throws {
        let session = try session()
        #expect(try session.text("local r = buy{account='IB', symbol='ORCL', quantity=10, price=31, fx_rate=0.9}[1] return r.fx_rate, r.settle, r.cash") == "0.9, EUR, -279")
        #expect(try session.text("local t = trades{base='EUR'} return t[1].amount, t[1].cash, t[1].settle") == "279, -279, EUR")
        #expect(try session.text("amend{id=trades{}[1].id, fx_rate=0.8}[1].cash") == "-248")
        #expect(try session.text("amend{id=trades{}[1].id, settle='USD'}[1].cash") == "-310")
        #expect(try session.text("amend{id=trades{}[1].id, without={'fx_rate'}}[1].cash") == "-310")
        #expect(try session.text("accounts{}:where{name='US'}[1].settlement") == "trade")
        #expect(try session.text("buy{account='US', symbol='ORCL', quantity=1, price=31}[1].cash") == "-31")
    }

    @Test func sumsOfCashAreByTheCurrencyThatMoved() throws {
        let session = try session()
        try session.run(
            """
            buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=10, price=31, fx_rate=0.9}
            buy{date='2014-02-04', account='IB', symbol='ORCL', quantity=10, price=31, fx_rate=0.9, settle='USD'}
            """)
        #expect(try session.text("local f = trades{}:by('settle'):sum('cash') return #f, f[1].settle, f[1].cash, f[2].settle, f[2].cash") == "2, EUR, -279, USD, -310")
        try session.expectRefusal(of: "trades{}:by('currency'):sum('cash')", saying: "amounts in EUR and in USD")
        #expect(try session.text("account('US').settlement, account('IB').settlement") == "trade, nil")
    }

    @Test func dividendsAndContributionsGoByTheirOwnRate() throws {
        let session = try session()
        try session.run("dividend{date='2014-02-03', account='IB', symbol='ORCL', amount=100, currency='USD', fx_rate=0.9}")
        try session.run("deposit{date='2014-02-03', account='IB', amount=100, currency='USD', fx_rate=0.9, settle='USD'}")
        #expect(try session.text("income{base='EUR'}[1].amount, income{}[1].amount, income{}[1].currency") == "90, 100, USD")
        #expect(try session.text("contributions{base='EUR'}:sum('amount')") == "5090")
    }

    @Test(
        "Half of an exchange is told: voided, amended to the other sign, or recorded alone",
        arguments: [
            ("void(e[2].id)", "1"), ("amend{id=e[1].id, amount=50}", "2"), ("record{type='exchange', date='2014-02-03', account='IB', amount=5, currency='USD'}", "1"),
            ("e = nil", "0"),
        ])
    func halves(source: String, count: String) throws {
        let session = try session()
        try session.run("e = exchange{date='2014-02-03', account='IB', amount=50, to='USD', rate=1.25} \(source)")
        #expect(try session.text("warnings{}:where{kind='unpaired_exchange'}:count()") == count)
    }

    @Test(
        "A rate of an entry whose money stays in its currency makes a gain by currency, and not by prices",
        arguments: [
            ("deposit{date='2014-02-03', account='US', amount=1000, currency='USD', fx_rate=0.9}", "0, -100"),
            ("withdraw{date='2014-02-03', account='US', amount=1000, currency='USD', fx_rate=0.9}", "0, 100"),
            ("bonus{date='2014-02-03', account='IB', amount=1000, currency='USD', fx_rate=0.9, settle='USD'}", "0, -100"),
        ])
    func ownRates(source: String, parts: String) throws {
        let session = try session()
        try session.run("account{name='US', currency='EUR', settlement='trade'} \(source)")
        #expect(try session.text("local a = attribution{from='2014-01-02', base='EUR'}[1] return a.price_gain, a.currency_gain") == parts)
    }

    @Test func chargesGoByTheirOwnRateInAttribution() throws {
        let session = try session()
        try session.run(
            "account{name='T', currency='EUR', settlement='trade'} interest{date='2014-02-03', account='T', amount=10, currency='USD', fx_rate=0.9} fee{date='2014-02-03', account='T', amount=2, currency='USD', fx_rate=0.9}"
        )
        #expect(
            try session.text("local a = attribution{account='T', base='EUR'}[1] return a.income, a.fees, a.price_gain, a.currency_gain, income{base='EUR'}[1].amount")
                == "9, -1.8, 0, -0.8, 9")
    }

    @Test("A rate of an entry that is in the account's currency has nothing to convert") func needlessRate() throws {
        #expect(
            try session().text("deposit{date='2014-02-03', account='IB', amount=10, fx_rate=1.2}.warnings[1].message").hasPrefix(
                "fx_rate 1.2 has nothing to convert: the entry is in EUR"))
        #expect(try session().text("#deposit{date='2014-02-03', account='IB', amount=10, fx_rate=1}.warnings") == "0")
    }

    @Test("Units that share their cost share the rate at which it was paid", arguments: ["average", "pooled"])
    func sharedRates(method: String) throws {
        let session = try session()
        try session.run(
            """
            setting('lot_method', '\(method)')
            buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=10, price=10, fx_rate=0.5} buy{date='2014-02-04', account='IB', symbol='ORCL', quantity=10, price=10, fx_rate=1}
            sell{date='2014-02-05', account='IB', symbol='ORCL', quantity=10, price=20, fx_rate=0.75} quote{symbol='ORCL', date='2014-12-31', close=20}
            """)
        #expect(try session.text("local g = gains{base='EUR'} return g:sum('gain'), g:sum('price_gain'), g:sum('currency_gain')") == "75, 75, 0")
        #expect(try session.text("holdings{base='EUR'}[1].cost_basis, holdings{base='EUR'}[1].price_gain") == "75, 75")
    }

    @Test("All cash of a currency is moved by its code, and a currency is no instrument")
    func allOfACurrency() throws {
        let session = try session()
        _ = try session.sentence("transfer all EUR from IB to US fee 2")
        #expect(try session.text(Self.cash) == "0 EUR")
        try session.expectRefusal(of: "transfer{symbol='EUR', quantity='all', from='IB', to='US'}", saying: "has 0.00 EUR")
        try session.expectRefusal(of: "transfer{symbol='USD', quantity=500, amount=3, from='IB', to='US'}", saying: "USD is a currency")
    }

    @Test("The rate that an entry tells counts for what it made, and one that leads nowhere is told")
    func toldRates() throws {
        let session = try session()
        try session.run("rate{from='USD', to='GBP', date='2014-01-01', rate=0.8} account{name='CH', currency='CHF'} deposit{date='2014-01-02', account='CH', amount=5000}")
        try session.run("function told(f) for _, w in ipairs(f.warnings) do if w.kind == 'no_rate' then return true end end return #f.warnings end")
        try session.run(
            "buy{date='2014-02-03', account='CH', symbol='ORCL', quantity=10, price=31, fx_rate=0.9} dividend{date='2014-02-04', account='CH', symbol='ORCL', amount=100, fx_rate=0.9} quote{symbol='ORCL', date='2014-02-04', close=31}"
        )
        #expect(
            try session.text(
                "income{base='GBP'}[1].amount, holdings{base='GBP'}[1].income, yields{base='GBP', on='2014-12-31'}[1].received, income_forecast{base='GBP', on='2014-12-31'}[1].paid"
            ) == "nil, nil, nil, nil")
        #expect(try session.text("holdings{base='GBP'}[1].cost_basis, told(holdings{base='GBP'}), told(yields{base='GBP', on='2014-12-31'})") == "nil, true, true")
        try session.expectRefusal(of: "account{name='CH', currency='EUR'}", saying: "the account's currency cannot become EUR")
    }

    @Test func anExchangeIsOneActWithBothSides() throws {
        let session = try session()
        #expect(
            try session.text("local x = exchange{account='IB', amount=500, from='EUR', to='USD', rate=1.085, fee=2} return #x, x[1].cash, x[2].cash, x[2].currency")
                == "2, -502, 542.5, USD")
        #expect(try session.text("#contributions{}, fees{}[1].kind, fees{}[1].amount") == "1, exchange, 2")
        #expect(try session.text("exchange{account='IB', amount=100, currency='USD', to='EUR', received=90}[2].cash") == "90")
        try session.run("undo()")
        try session.run("undo()")
        #expect(try session.text("cash{account='IB'}[1].balance, #activities{}") == "5000, 1")
    }

    @Test(
        "Mistakes of exchanges get a sentence",
        arguments: [
            ("exchange{account='IB', amount=5, to='EUR'}", "both currencies are EUR"), ("exchange{account='IB', amount=5, to='GBP'}", "the book has no rate from EUR to GBP"),
            ("exchange{account='IB', amount=-5, to='USD'}", "amount must be above zero"), ("exchange{account='IB', amount=5, to='USD', rate=1, received=5}", "say the same"),
            ("buy{account='IB', symbol='ORCL', quantity=1, price=1, settle='EUR'}", "needs fx_rate"),
            ("buy{account='IB', symbol='ORCL', quantity=1, price=1, settle='GBP', fx_rate=1}", "cannot settle in GBP"),
            ("account{name='IB', settlement='both'}", "settlement"),
        ])
    func mistakes(source: String, part: String) throws {
        try session().expectRefusal(of: source, saying: part)
    }

    @Test func anInstrumentOfThatSymbolGoesBeforeTheCurrency() throws {
        let session = try session()
        try session.run("instrument{symbol='EUR', kind='fx', currency='USD'} buy{date='2014-02-03', account='US', symbol='EUR', quantity=500, price=1.1}")
        _ = try session.sentence("transfer 500 EUR from US to IB")
        #expect(try session.text("holdings{account='IB'}[1].symbol, holdings{account='IB'}[1].quantity") == "EUR, 500")
        #expect(try session.text("transfer{from='US', to='IB', amount=5, currency='GBP'}[1].cash") == "-5")
    }

    @Test func gainsNeedNoRateOfTheMarketWhereTradesTellTheirs() throws {
        let session = try session()
        try session.run(
            """
            buy{date='2013-06-03', account='IB', symbol='ORCL', quantity=10, price=30, fx_rate=0.9}
            sell{date='2013-07-03', account='IB', symbol='ORCL', quantity=10, price=40, fx_rate=0.8}
            """)
        #expect(try session.text("local g = gains{base='EUR'}[1] return g.proceeds, g.cost_basis, g.gain, g.price_gain, g.currency_gain") == "320, 270, 50, 90, -40")
    }

    @Test("The app's files keep rates and settlement, as JSON and as CSV", arguments: ["portfolio-ledger-json", "portfolio-ledger"])
    func theAppsFilesKeepSettlement(form: String) throws {
        let session = try session(), folder = try TemporaryFolder(), path = folder.path + (form.hasSuffix("json") ? "/all.json" : "/all")
        try session.run(
            """
            buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=10, price=30, fee=1, fx_rate=0.9}
            buy{date='2014-02-04', account='IB', symbol='ORCL', quantity=10, price=30, fx_rate=0.9, settle='USD'}
            export('\(path)', '\(form)')
            """)
        let copy = try ScriptSession()
        try copy.run("setting('base_currency', 'EUR') import('\(path)\(form.hasSuffix("json") ? "" : "/transactions.csv")', {currency='USD'})")
        #expect(try copy.text(Self.cash) == "-270.9 EUR, -300 USD")
        #expect(try copy.text("trades{}[1].settle, trades{}[2].settle, holdings{base='EUR'}[1].cost_basis") == "EUR, USD, 540.9")
    }

    @Test func whatIsWrittenOutComesInAgain() throws {
        let session = try session(), folder = try TemporaryFolder()
        try session.run(
            """
            buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=10, price=30, fee=1, fx_rate=0.9}
            buy{date='2014-02-04', account='IB', symbol='ORCL', quantity=10, price=30, fx_rate=0.9, settle='USD'}
            dividend{date='2014-02-06', account='IB', symbol='ORCL', amount=10, tax=1, fx_rate=0.9}
            exchange{date='2014-02-07', account='IB', amount=100, from='EUR', to='USD', rate=1.2, fee=1}
            """)
        let before = try (session.text(Self.cash), session.text("holdings{base='EUR'}[1].cost_basis, accounts{}:where{name='US'}[1].settlement"))
        let csv = folder.path + "/all.csv", book = folder.path + "/book"
        try session.run("export('\(csv)', 'transactions') export('\(book)', 'book')")
        let copy = try ScriptSession()
        try copy.run("setting('base_currency', 'EUR') import('\(csv)')")
        #expect(try copy.text(Self.cash) == before.0)
        #expect(try copy.text("holdings{base='EUR'}[1].cost_basis") == session.text("holdings{base='EUR'}[1].cost_basis"))
        let other = try ScriptSession()
        try other.run("import('\(book)')")
        #expect(try (other.text(Self.cash), other.text("holdings{base='EUR'}[1].cost_basis, accounts{}:where{name='US'}[1].settlement")) == before)
    }
}
