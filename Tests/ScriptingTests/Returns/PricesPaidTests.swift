import Testing
@testable import Scripting

@Suite("What was paid is a price, and what has none is told")
struct PricesPaidTests {
    private func session(today: String = "2014-03-31") throws -> ScriptSession {
        let session = try ScriptSession(today: today)
        try session.run(
            """
            setting('base_currency', 'USD')
            account{name='A', currency='USD'} instrument{symbol='X', kind='stock'} instrument{symbol='N', kind='stock'}
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end table.sort(t) return table.concat(t, ' ') end
            """)
        return session
    }

    @Test("A deposit and a buy on a day before the first quote leave every figure known")
    func beforeTheFirstQuote() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-02', account='A', symbol='X', quantity=10, price=100}
            quote{symbol='X', date='2014-01-10', close=110} quote{symbol='X', date='2014-03-31', close=121}
            """)
        #expect(try session.text("returns{}[1].twr, returns{}[1].irr, returns{}[1].gain, returns{}[1].value, returns{}[1].left_out") == "0.21, 0.21, 210, 1210, nil")
        #expect(try session.text("calendar_returns{}[1].total, attribution{}[1].price_gain") == "0.21, 210")
        #expect(try session.text("kinds(returns{}), kinds(returns{from='2014-01-20'})") == "stale_price trade_price, stale_price")
        #expect(
            try session.text(
                "holdings{on='2014-01-05'}[1].price, holdings{on='2014-01-05'}[1].price_date, holdings{on='2014-01-05'}[1].price_source, kinds(holdings{on='2014-01-05'})")
                == "100, 2014-01-02, trade, trade_price")
        #expect(try session.text("holdings{}[1].price_source, kinds(holdings{})") == "manual, ")
        #expect(try session.text("lots{on='2014-01-05'}[1].market_value, quote{symbol='X', date='2014-01-05'}.source, #quotes{symbol='X', to='2014-01-05'}") == "1000, trade, 0")
        #expect(try session.text("snapshots{on='2014-01-05'}[1].value, kinds(snapshots{on='2014-01-05'})") == "1000, trade_price")
        try session.run("watch{symbol='X'}")
        #expect(try session.text("watch{on='2014-01-05'}[1].price, kinds(watch{on='2014-01-05'})") == "100, trade_price")
    }

    @Test(
        "A price that was paid on the day of a split is for units before it where the split comes later, for options and account by account too",
        arguments: [
            ("buy{date=d, account='A', symbol='X', quantity=10, price=40} split{date=d, symbol='X', ratio='2:1'}", "X", "20", "400"),
            ("split{date=d, symbol='X', ratio='2:1'} buy{date=d, account='A', symbol='X', quantity=10, price=40}", "X", "40", "400"),
            (
                "buy{date=d, account='A', symbol='X', quantity=10, price=40} buy{date=d, account='B', symbol='X', quantity=10, price=40} split{date=d, account='A', symbol='X', ratio='2:1'} split{date=d, account='B', symbol='X', ratio='2:1'}",
                "X", "20", "400"
            ),
            ("buy{date=d, account='A', symbol='XO', quantity=1, price=5} split{date=d, symbol='X', ratio='2:1'}", "XO", "2.5", "500"),
        ])
    func onTheDayOfASplit(source: String, symbol: String, price: String, value: String) throws {
        let session = try session()
        try session.run("account{name='B', currency='USD'} instrument{symbol='XO', underlying='X', right='call', strike=40, expires='2015-01-16'} d = '2014-01-03'")
        try session.run("deposit{date='2014-01-02', account='A', amount=5000} deposit{date='2014-01-02', account='B', amount=5000} holdings{}")
        for act in source.replacing("} ", with: "}\n").split(separator: "\n") {
            try session.run(String(act))
            _ = try session.text("#holdings{}")
        }
        #expect(try session.text("local h = holdings{account='A', symbol='\(symbol)'}[1] return h.price, h.market_value") == "\(price), \(value)")
        #expect(try session.text("local h = holdings{account='A', symbol='\(symbol)', as_recorded='2030-01-01'}[1] return h.price, h.market_value") == "\(price), \(value)")
    }

    @Test("What is told of an option on the day of a split stands in the place of what would follow, in either order", arguments: [true, false])
    func toldApart(isFirst: Bool) throws {
        let session = try session(), own = "split{date='2014-03-05', symbol='XO', ratio='2:1'}", other = "split{date='2014-03-05', symbol='X', ratio='2:1'}"
        try session.run(
            """
            instrument{symbol='XO', underlying='X', right='call', strike=40, expires='2015-01-16'} deposit{date='2014-01-02', account='A', amount=5000}
            buy{date='2014-02-03', account='A', symbol='XO', quantity=1, price=6} quote{symbol='XO', date='2014-03-04', close=6}
            """)
        for act in isFirst ? [own, other] : [other, own] { try session.run(act) }
        #expect(
            try session.text("local h = holdings{symbol='XO'}[1] return h.quantity, h.price, h.market_value, snapshots{on='2014-03-05'}[1].value - cash{}[1].balance")
                == "2, 3, 600, 600")
        #expect(try session.text("verify()").hasPrefix("true"))
    }

    @Test("Where nothing but trades tells prices, days of trades are the days with prices")
    func falls() throws {
        let session = try session(today: "2014-08-31")
        try session.run(
            """
            deposit{date='2014-01-06', account='A', amount=1000} buy{date='2014-01-15', account='A', symbol='X', quantity=5, price=100}
            sell{date='2014-04-15', account='A', symbol='X', quantity=1, price=50} sell{date='2014-07-15', account='A', symbol='X', quantity=1, price=90}
            """)
        #expect(try session.text("risk{}[1].max_drawdown, drawdowns{}[1].depth, risk{}[1].volatility > 0") == "-0.25, -0.25, true")
    }

    @Test("A trade since the last quote is a newer price, and one voided is none")
    func sinceTheLastQuote() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=5000}
            quote{symbol='X', date='2014-01-02', close=90}
            buy{date='2014-01-02', account='A', symbol='X', quantity=10, price=100}
            id = buy{date='2014-01-07', account='A', symbol='X', quantity=10, amount=1050}[1].id
            """)
        #expect(try session.text("holdings{on='2014-01-03'}[1].price, holdings{on='2014-01-08'}[1].price, holdings{on='2014-01-08'}[1].day_gain") == "90, 105, nil")
        try session.run("void{id=id, reason='twice'}")
        #expect(try session.text("holdings{on='2014-01-08'}[1].price, holdings{on='2014-01-08'}[1].price_source") == "90, manual")
    }

    @Test("What has no price is left out of totals, in a column and in words")
    func withoutAnyPrice() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-03', account='A', symbol='X', quantity=5, price=100}
            quote{symbol='X', date='2014-01-03', close=100} quote{symbol='X', date='2014-03-31', close=120}
            record{type='transfer_in', date='2014-02-03', account='A', symbol='N', quantity=3}
            """)
        #expect(
            try session.text("returns{}[1].value, returns{}[1].left_out, returns{}[1].gain, kinds(returns{})")
                == "1100, N, nil, left_out no_price stale_price unknown_cost unknown_value")
        #expect(try session.text("snapshots{}[3].value, snapshots{}[3].left_out, snapshots{}[3].gain, snapshots{}[1].left_out") == "1100, N, nil, nil")
        #expect(try session.text("kinds(snapshots{}), kinds(snapshots{to='2014-01-31'})") == "left_out no_price stale_price unknown_cost, stale_price")
        // January needs nothing of it; February and March do, and by symbol only its own row.
        #expect(try session.text("calendar_returns{}[1].jan, calendar_returns{}[1].feb") == "0, nil")
        #expect(try session.text("returns{by='symbol'}:where{symbol='X'}[1].twr, returns{by='symbol'}:where{symbol='N'}[1].twr") == "0.2, nil")
    }

    @Test("By symbol, kind and class cash has a row, and the rows add up to the whole")
    func cashHasARow() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-03', account='A', symbol='X', quantity=5, price=100, fee=2}
            quote{symbol='X', date='2014-01-03', close=100} quote{symbol='X', date='2014-03-31', close=120}
            dividend{date='2014-03-14', account='A', symbol='X', amount=20, tax=3}
            interest{date='2014-03-20', account='A', amount=1}
            """)
        for by in ["symbol", "kind", "class"] {
            #expect(try session.text("snapshots{by='\(by)', on='2014-03-31'}:sum('value') == snapshots{on='2014-03-31'}[1].value") == "true")
            #expect(try session.text("snapshots{by='\(by)', on='2014-03-31'}:sum('contribution') == D'1000', #snapshots{by='\(by)', on='2014-03-31'}") == "true, 2")
            #expect(try session.text("attribution{by='\(by)'}:sum('gain') == attribution{}[1].gain, returns{by='\(by)'}:where{\(by)='cash'}[1].gain") == "true, 1")
        }
        #expect(try session.text("#returns{by='symbol', symbol='X'}, #returns{by='account'}") == "1, 1")
    }

    @Test("A day's gain is that since the trading day before, or none is told")
    func dayGain() throws {
        let session = try session(today: "2014-12-31")
        try session.run(
            """
            deposit{date='2012-01-02', account='A', amount=1000}
            buy{date='2012-01-02', account='A', symbol='X', quantity=10, price=50}
            for day, close in pairs{['2013-01-07']=60, ['2014-01-10']=70, ['2014-01-13']=71, ['2014-01-15']=73, ['2014-01-16']=75} do quote{symbol='X', date=day, close=close} end
            """)
        func gain(_ day: String) throws -> String { try session.text("tostring(holdings{symbol='X', on='\(day)'}[1].day_gain)") }
        #expect(try gain("2013-01-07") == "nil")
        #expect(try gain("2014-01-10") == "nil")
        // Over a weekend, after a day without a quote, and from one day to the next.
        #expect(try gain("2014-01-13") == "10")
        #expect(try gain("2014-01-15") == "nil")
        #expect(try gain("2014-01-16") == "20")
        // Martin Luther King's day; Good Friday; in euros Easter Monday too.
        try session.run(
            """
            instrument{symbol='E', currency='EUR'} buy{date='2014-01-16', account='A', symbol='E', quantity=1, price=50, currency='EUR'}
            quote{symbol='X', date='2014-01-17', close=76} quote{symbol='X', date='2014-01-21', close=79}
            for _, s in ipairs{'X', 'E'} do quote{symbol=s, date='2014-04-17', close=80} quote{symbol=s, date='2014-04-22', close=82} end
            """)
        #expect(try gain("2014-01-21") == "30")
        #expect(try session.text("local h = holdings{on='2014-04-22'} return h[1].symbol, h[1].day_gain, h[2].symbol, h[2].day_gain") == "E, 2, X, nil")
    }

    @Test("A split is no change of what is watched")
    func watchedSplit() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-02', account='A', symbol='X', quantity=1, price=200}
            quote{symbol='X', date='2014-01-09', close=200} quote{symbol='X', date='2014-01-10', close=101}
            split{date='2014-01-10', symbol='X', ratio='2:1'}
            watch{symbol='X', below=150}
            """)
        #expect(try session.text("watch()[1].price, watch()[1].change, watch{on='2014-01-09'}[1].price") == "101, 0.01, 200")
    }

    @Test("The periods of a year are the same in risk and in returns")
    func periods() throws {
        let session = try session()
        try session.run(
            """
            deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-02', account='A', symbol='X', quantity=10, price=100}
            local d = date'2014-01-02'
            for n = 0, 60 do
              local day = d + n
              if day.weekday <= 5 or n == 30 then quote{symbol='X', date=day, close=100 + n % 7} end
            end
            """)
        #expect(try session.text("risk{}[1].periods_per_year == returns{}[1].periods_per_year, risk{}[1].periods_per_year") == "true, 260")
    }
}
