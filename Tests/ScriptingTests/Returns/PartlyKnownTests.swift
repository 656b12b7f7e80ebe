import Testing
@testable import Scripting

/// Half of what is asked for is known: it is told, the rest is empty, and a warning says what is lacking.
@Suite("Figures of a book of which something has no price or no rate")
struct PartlyKnownTests {
    private func session(_ more: String, today: String = "2020-12-31") throws -> ScriptSession {
        let session = try ScriptSession(today: today)
        try session.run(
            """
            for _, n in ipairs{"A", "B"} do account{name=n, currency="USD"} end setting("base_currency", "USD")
            instrument{symbol="X", currency="USD"} instrument{symbol="V", currency="USD"}
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
            \(more)
            """)
        return session
    }

    private static let unpriced = """
        deposit{date="2020-01-01", account="A", amount=1000} buy{date="2020-01-02", account="A", symbol="X", quantity=10, price=10}
        quote{symbol="X", date="2020-01-02", close=10} dividend{date="2020-05-04", account="A", symbol="X", amount=5, tax=1}
        adjust{date="2020-06-02", account="A", symbol="V", quantity=3} quote{symbol="X", date="2020-12-31", close=13}
        """

    @Test("Attribution and explain_return tell what needs no price that is lacking, as returns does")
    func withoutAPrice() throws {
        let session = try session(Self.unpriced)
        #expect(
            try session.text(
                "local a = attribution{year=2020}[1] return a.opening, a.inflows, a.price_gain, a.income, a.currency_gain, a.fees, a.taxes, a.gain, a.closing, a.left_out")
                == "0, nil, nil, 5, 0, 0, -1, nil, 1034, V")
        #expect(try session.text("kinds(attribution{year=2020}):find('left_out') ~= nil, returns{year=2020}[1].value") == "true, 1034")
        #expect(
            try session.text("attribution{year=2020, by='symbol'}:select('symbol', 'price_gain', 'income', 'gain', 'closing', 'left_out'):csv()") == """
                symbol,price_gain,income,gain,closing,left_out
                V,,0,,,V
                X,30,5,34,130,
                cash,0,0,0,904,

                """)
        // Before it came all is known.
        #expect(try session.text("local a = attribution{to='2020-06-01'}[1] return a.inflows, a.gain, a.left_out") == "1000, 4, nil")
        #expect(
            try session.text(
                "local t = {} for r in explain_return{year=2020} do t[#t + 1] = r.what .. ' ' .. tostring(r.amount) .. ' ' .. tostring(r.value) end return table.concat(t, '; ')")
                == "opening value nil 0; brought in 1000 1000; moved without a price or a rate nil nil; closing value nil 1034; price gain nil nil; income 5 nil; taxes -1 nil; gain nil nil"
        )
    }

    @Test("A rate that comes two days late leaves unknown what moved before, and the rest is told")
    func lateRate() throws {
        let session = try session(
            """
            deposit{date="2020-03-02", account="A", amount=1000} rate{from="USD", to="EUR", date="2020-03-04", rate="0.9"} rate{from="USD", to="EUR", date="2020-12-31", rate="0.8"}
            interest{date="2020-06-01", account="A", amount=10} fee{date="2020-06-02", account="A", amount=2}
            """)
        #expect(
            try session.text(
                "local a = attribution{year=2020, base='EUR'}[1] return a.opening, a.inflows, a.price_gain, a.income, a.currency_gain, a.fees, a.gain, a.closing, a.left_out")
                == "0, nil, nil, 9, nil, -1.8, nil, 806.4, nil")
        #expect(try session.text("#kinds(attribution{year=2020, base='EUR'}) > 0, explain_return{year=2020, base='EUR'}:count() > 3") == "true, true")
        #expect(try session.text("local a = attribution{from='2020-03-05', base='EUR'}[1] return a.opening, a.currency_gain, a.gain") == "900, -100.8, -93.6")
    }

    @Test("What rates did to something without a price is not known, and no gain of prices either")
    func currencyOfTheUnpriced() throws {
        let session = try session(Self.unpriced + " rate{from='USD', to='EUR', date='2020-01-01', rate='0.5'} rate{from='USD', to='EUR', date='2020-12-31', rate='0.4'}")
        #expect(try session.text("local a = attribution{year=2020, base='EUR'}[1] return a.income, a.currency_gain, a.price_gain, a.closing") == "2.5, nil, nil, 413.6")
    }

    @Test(
        "A price from before splits is exact for a unit of today",
        arguments: [
            ("3:7", "30", "70"), ("3:1", "30", "10"), ("7:3", "70", "30"), ("1:3", "10", "30"),
        ])
    func pricesAfterSplits(ratio: String, before: String, after: String) throws {
        let session = try session(
            """
            deposit{date="2020-01-01", account="A", amount=10000} buy{date="2020-01-02", account="A", symbol="X", quantity=21, price=10}
            quote{symbol="X", date="2020-01-02", close="\(before)"} split{date="2020-02-03", symbol="X", ratio="\(ratio)"} watch{symbol="X", below="\(after)", above="\(after)"}
            """)
        #expect(try session.text("holdings{}[1].price, watch()[1].price, watch()[1].alert") == "\(after), \(after), nil")
    }

    @Test("Several splits are one ratio, and the gain of a day is that of all units")
    func severalSplits() throws {
        let session = try session(
            """
            deposit{date="2020-01-01", account="A", amount=10000} buy{date="2020-01-02", account="A", symbol="X", quantity=1, price=10}
            quote{symbol="X", date="2020-02-03", close=10} split{date="2020-02-04", symbol="X", ratio="3:1"} quote{symbol="X", date="2020-02-04", close=4}
            """)
        #expect(try session.text("holdings{on='2020-02-04'}[1].day_gain") == "2")
        try session.run("split{date='2020-03-02', symbol='X', ratio='7:1'} split{date='2020-03-03', symbol='X', ratio='1:3'} watch{symbol='X'}")
        #expect(try session.text("holdings{on='2020-02-03'}[1].price, holdings{}[1].quantity") == "10, 7")
        try session.run(
            "deposit{date='2020-03-04', account='B', amount=100} instrument{symbol='W', currency='USD'} buy{date='2020-03-04', account='B', symbol='W', quantity=21, price=1} quote{symbol='W', date='2020-03-04', close=7} split{date='2020-03-05', symbol='W', ratio='3:1'} split{date='2020-03-06', symbol='W', ratio='7:3'}"
        )
        #expect(try session.text("holdings{symbol='W'}[1].price, holdings{symbol='W'}[1].market_value") == "1, 147")
    }

    @Test("Old rates of the days of purchase are told of wherever costs are counted by them")
    func oldRates() throws {
        let session = try session(
            """
            rate{from="USD", to="EUR", date="2020-01-02", rate="0.9"} deposit{date="2020-01-02", account="A", amount=1000}
            buy{date="2020-06-01", account="A", symbol="X", quantity=10, price=10} rate{from="USD", to="EUR", date="2020-12-31", rate="0.8"}
            """)
        for query in ["lots", "holdings", "yields"] {
            #expect(
                try session.text("local w = \(query){base='EUR'}.warnings for _, x in ipairs(w) do if x.kind == 'stale_rate' then return x.message:match('%d+ days old') end end")
                    == "151 days old", "\(query)")
        }
        try session.run("sell{date='2020-12-31', account='A', symbol='X', quantity=10, price=10}")
        #expect(try session.text("kinds(gains{base='EUR'})") == "stale_rate")
        try session.run("buy{date='2020-06-01', account='A', symbol='V', quantity=10, price=10} transfer{date='2020-12-31', from='A', to='B', symbol='V', quantity=5}")
        #expect(
            try session.text("kinds(contributions{account='B', base='EUR'}), kinds(snapshots{account='B', on='2020-12-31', base='EUR'}):find('stale_rate') ~= nil")
                == "stale_rate, true")
    }

    @Test("A forecast of income knows nothing of what is recorded for later days, and a rate may be below zero")
    func forecasts() throws {
        let session = try session(
            """
            account{name="D", type="deposit", currency="USD", rate="3.65%", matures="2020-12-31"} account{name="N", type="deposit", currency="USD", rate="-0.5%"}
            deposit{date="2020-01-01", account="D", amount=1000}
            """)
        #expect(try session.text("income_forecast{on='2020-01-02', account='D'}[1].amount") == "36.5")
        for later in [
            "deposit{date='2020-07-01', account='D', amount=500}", "withdraw{date='2020-08-03', account='D', amount=200}", "interest{date='2020-09-01', account='D', amount=3}",
        ] {
            try session.run(later)
            #expect(try session.text("income_forecast{on='2020-01-02', account='D'}[1].amount") == "36.5", "\(later)")
        }
        try session.run("deposit{date='2020-01-01', account='N', amount=1000} deposit{date='2020-06-30', account='N', amount=1000}")
        #expect(try session.text("income_forecast{on='2020-01-01', account='N'}[1].amount") == "-5.01")
        try session.run("tier{name='T', target=5000, accounts={{account='N'}}}")
        #expect(
            try session.text("forecast{months=12, by='account'}[1].apy, forecast{months=12, by='account'}[1].after < forecast{months=12, by='account'}[1].balance") == "-0.5, true")
        #expect(try session.text("kinds(warnings{}):find('interest_due')") == "nil")
    }
}
