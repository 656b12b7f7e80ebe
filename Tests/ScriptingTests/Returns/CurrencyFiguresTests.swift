import Testing
@testable import Scripting

/// An account in euros, asked in dollars, long and short.
///
///     2014-01-02  a euro is 1.25   deposit 10000, 10 SAP bought at 50, 5 BMW sold short at 80
///     2014-02-03  1.30             10 SAP bought at 60; dividend of SAP 40, tax 10
///     2014-03-03  1.20             12 SAP sold at 70, 3 BMW bought back at 60; SAP 70, BMW 60
@Suite("Figures in another currency")
struct CurrencyFiguresTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession(today: "2014-03-03")
        try session.run(
            """
            account{name="E", currency="EUR", allow_short=true}
            instrument{symbol="SAP", currency="EUR"} instrument{symbol="BMW", currency="EUR"}
            rate{from="EUR", to="USD", date="2014-01-02", rate=1.25} rate{from="EUR", to="USD", date="2014-02-03", rate=1.30} rate{from="EUR", to="USD", date="2014-03-03", rate=1.20}
            deposit{date="2014-01-02", account="E", amount=10000}
            buy{date="2014-01-02", account="E", symbol="SAP", quantity=10, price=50}
            sell{date="2014-01-02", account="E", symbol="BMW", quantity=5, price=80}
            buy{date="2014-02-03", account="E", symbol="SAP", quantity=10, price=60}
            dividend{date="2014-02-03", account="E", symbol="SAP", amount=40, tax=10}
            sell{date="2014-03-03", account="E", symbol="SAP", quantity=12, price=70}
            buy{date="2014-03-03", account="E", symbol="BMW", quantity=3, price=60}
            quote{symbol="SAP", date="2014-01-02", close=50} quote{symbol="SAP", date="2014-03-03", close=70}
            quote{symbol="BMW", date="2014-01-02", close=80} quote{symbol="BMW", date="2014-03-03", close=60}
            """)
    }

    @Test("Realised: cost by the day of the purchase, proceeds by that of the sale, of shorts the other way round")
    func gains() throws {
        // SAP: 700 · 1.2 - 500 · 1.25, of which 200 · 1.25 by price; 140 · 1.2 - 120 · 1.3, of which 20 · 1.3.
        // BMW: 240 · 1.25 - 180 · 1.2, of which 60 · 1.25.
        #expect(
            try session.text("gains{base='USD'}:sort('symbol'):select('symbol', 'quantity', 'proceeds', 'cost_basis', 'gain', 'price_gain', 'currency_gain', 'currency'):csv()")
                == """
                symbol,quantity,proceeds,cost_basis,gain,price_gain,currency_gain,currency
                BMW,3,300,216,84,75,9,USD
                SAP,10,840,625,215,250,-35,USD
                SAP,2,168,156,12,26,-14,USD

                """)
    }

    @Test("Unrealised: each lot by its own rate, of shorts too")
    func holdings() throws {
        // 8 SAP of 60: 560 · 1.2 - 480 · 1.3, of which 80 · 1.3. -2 BMW of 80: -120 · 1.2 + 160 · 1.25, of which 40 · 1.25.
        #expect(
            try session.text(
                "holdings{base='USD'}:select('symbol', 'quantity', 'cost_basis', 'market_value', 'unrealized_gain', 'price_gain', 'currency_gain', 'price', 'currency'):csv()")
                    == """
                    symbol,quantity,cost_basis,market_value,unrealized_gain,price_gain,currency_gain,price,currency
                    BMW,-2,-200,-144,56,50,6,72,USD
                    SAP,8,624,672,48,104,-56,84,USD

                    """)
        #expect(try session.text("holdings{base='USD', symbol='SAP'}[1].income, income{base='USD'}[1].amount, income{base='USD'}[1].tax") == "52, 52, 13")
    }

    @Test("Cash and holdings add up to the worth of the day, and the parts to the gain")
    func worth() throws {
        // 10000 - 500 + 400 - 600 + 30 + 840 - 180 = 9990 euros.
        #expect(try session.text("cash{base='USD'}[1].balance, cash{}[1].balance") == "11988, 9990")
        // 11988 + 672 - 144, of 12500 brought in.
        #expect(try session.text("snapshots{on='2014-03-03', base='USD'}:select('value', 'contribution', 'gain', 'currency'):csv()").hasSuffix("\n12516,12500,16,USD\n"))
        #expect(try session.text("snapshots{on='2014-03-03'}:select('value', 'gain', 'currency'):csv()").hasSuffix("\n10430,430,EUR\n"))
        // Evenings: 10000 euros on the 2nd gain 0.05; on February 3rd SAP is at 60, as was paid for it, which gains 100, and the dividend brings 30:
        // 10130 lose 0.10 by March 3rd. 500 - 1013 = -513. Income 40 · 1.3, tax 10 · 1.3; prices made the rest of 16.
        #expect(try session.text("attribution{base='USD'}:select('price_gain', 'income', 'currency_gain', 'taxes', 'gain'):csv()").hasSuffix("\n490,52,-513,-13,16\n"))
        #expect(try session.text("attribution{base='USD', by='symbol'}:sum('currency_gain') ~= nil") == "true")
    }

    @Test("A price in a third currency is converted as the worth of the day is")
    func priceInAThirdCurrency() throws {
        // The pound is 1.6 dollars, and 1.3 euros by a rate of its own, which is not 1.6 / 1.2.
        try session.run(
            """
            rate{from="GBP", to="USD", date="2014-03-03", rate=1.6} rate{from="GBP", to="EUR", date="2014-03-03", rate=1.3}
            quote{symbol="SAP", date="2014-03-03", close=50, currency="GBP"}
            """)
        // 8 · 50 pounds, by either way.
        #expect(try session.text("holdings{base='USD', symbol='SAP'}[1].market_value, holdings{symbol='SAP'}[1].market_value") == "640, 520")
        #expect(try session.text("snapshots{on='2014-03-03', base='USD'}[1].value == holdings{base='USD'}:sum('market_value') + cash{base='USD'}:sum('balance')") == "true")
    }

    @Test("A wash sale's price and currency parts add up to what is left of the loss")
    func washSale() throws {
        try session.run(
            """
            setting("wash_sales", true)
            buy{date="2014-01-06", account="E", symbol="SAP", quantity=4, price=90}
            sell{date="2014-02-10", account="E", symbol="SAP", quantity=4, price=60, lots=trades{symbol="SAP"}:where{quantity=4}[1].id}
            buy{date="2014-02-12", account="E", symbol="SAP", quantity=4, price=60}
            """)
        try session.run("g = gains{base='USD', currency='EUR'}:where(function(r) return not r.wash:eq(0) end)")
        #expect(try session.text("#g > 0") == "true")
        try session.run("for row in g do assert(row.price_gain + row.currency_gain == row.gain, tostring(row.gain)) end")
    }

    @Test("What is lacking is told, and nothing is made up")
    func lacking() throws {
        try session.run("deposit{date='2014-02-10', account='E', amount=5, currency='GBP'}")
        #expect(
            try session.text("snapshots{on='2014-03-03', base='USD'}[1].value, snapshots{on='2014-03-03', base='USD'}[1].left_out, snapshots{on='2014-03-03', base='USD'}[1].gain")
                == "12516, GBP, nil")
        #expect(try session.text("snapshots{on='2014-03-03', base='USD'}.warnings[1].kind, returns{base='USD'}.warnings[1].kind") == "no_rate, unknown_value")
        #expect(
            try session.text(
                "returns{base='USD'}[1].twr, returns{base='USD'}[1].contribution, attribution{base='USD'}[1].gain, attribution{base='USD'}[1].income, attribution{base='USD'}[1].left_out"
            ) == "nil, nil, nil, 52, GBP")
        // What came without a rate stays unknown, though there is one later.
        try session.run("rate{from='GBP', to='USD', date='2014-03-03', rate=2}")
        #expect(try session.text("snapshots{on='2014-03-03', base='USD'}[1].value, snapshots{on='2014-03-03', base='USD'}[1].gain") == "12526, nil")
        #expect(try session.text("returns{base='USD', from='2014-03-03'}.warnings[1].kind") == "unknown_value")
    }

    @Test("A benchmark in another currency is converted by the rate of the day, as what is held is")
    func benchmark() throws {
        try session.run(
            """
            instrument{symbol="IDX", currency="EUR"}
            quote{symbol="IDX", date="2014-01-01", close=100} quote{symbol="IDX", date="2014-02-03", close=110}
            """)
        // From 100 · 1.25 on the evening before to 110 · 1.20, though 110 was told when the euro was 1.30.
        #expect(try session.text("returns{base='USD', from='2014-01-03', benchmark='IDX'}[1].benchmark_twr") == "0.056")
        // 12500 dollars of the opening become 12500 · 1.056.
        #expect(try session.text("returns{base='USD', from='2014-01-03', benchmark='IDX'}[1].benchmark_gain") == "700")
        try session.run("r = returns{base='USD', benchmark='IDX'} for _, w in ipairs(r.warnings) do if w.kind == 'no_price' then told = w.message end end")
        #expect(try session.text("r[1].benchmark_twr, told") == "nil, IDX has no price in USD on or before 2014-01-01")
    }

    @Test("Entries that come late, are taken back or are of an account that is erased change what follows; what is not posted does not")
    func lateEntries() throws {
        // 10000 - 500 + 400 - 600 + 30 in cash, 20 SAP at the 60 that were paid last, -5 BMW at 80.
        #expect(try session.text("snapshots{on='2014-02-28'}[1].value") == "10130")
        try session.run("late = deposit{date='2014-01-10', account='E', amount=100} account{name='F', currency='EUR'} deposit{date='2014-01-10', account='F', amount=7}")
        #expect(try session.text("snapshots{on='2014-02-28'}[1].value, snapshots{on='2014-01-09'}[1].value, snapshots{on='2014-02-28'}[1].gain") == "10237, 10000, 130")
        try session.run("void{id=late[1].id}")
        #expect(try session.text("snapshots{on='2014-02-28'}[1].value") == "10137")
        try session.run("delete_account{name='F', confirm=true}")
        #expect(try session.text("snapshots{on='2014-02-28'}[1].value, #snapshots{on='2014-02-28', by='account'}, snapshots{on='2014-02-28'}[1].contribution") == "10130, 1, 10000")
        try session.run("deposit{date='2014-01-11', account='E', amount=50, status='pending'} deposit{date='2014-01-11', account='E', amount=60, status='draft'}")
        #expect(try session.text("snapshots{on='2014-02-28'}[1].value") == "10130")
    }

    @Test("Choosing a base currency changes no fact")
    func baseCurrency() throws {
        let before = try session.text("sql('select * from activities'):csv() .. sql('select * from rates'):csv()")
        try session.run("setting('base_currency', 'USD')")
        #expect(try session.text("snapshots{on='2014-03-03'}[1].currency, snapshots{on='2014-03-03'}[1].value") == "USD, 12516")
        try session.run("setting('base_currency', 'EUR')")
        #expect(try session.text("snapshots{on='2014-03-03'}[1].currency, snapshots{on='2014-03-03'}[1].value") == "EUR, 10430")
        #expect(try session.text("sql('select * from activities'):csv() .. sql('select * from rates'):csv()") == before)
    }
}
