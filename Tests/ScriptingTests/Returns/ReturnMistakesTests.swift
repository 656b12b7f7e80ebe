import Testing
@testable import Scripting

@Suite("Questions about worth and returns that have no answer, or a wrong one asked")
struct ReturnMistakesTests {
    private static let functions = ["snapshots", "returns", "attribution", "risk", "drawdowns", "calendar_returns", "rolling_returns"]

    @Test("An empty book gives empty frames", arguments: functions)
    func emptyBook(name: String) throws {
        let session = try ScriptSession()
        #expect(try session.text("#\(name){}, #\(name){by='account'}, #\(name){by='symbol'}, #\(name){year=2010}, #\(name){on='2010-01-01'}") == "0, 0, 0, 0, 0")
        try session.run("account{name='A', currency='USD'} instrument{symbol='X', currency='USD'}")
        #expect(try session.text("#\(name){}, #\(name){account='A'}, #\(name){symbol='X'}, #\(name){by='kind'}") == "0, 0, 0, 0")
    }

    @Test("A book without any price says so, and makes up no worth", arguments: functions)
    func noPrices(name: String) throws {
        let session = try ScriptSession.small()
        // Units that came for nothing, as what was paid is a price.
        try session.run("void{id=trades{}[1].id} record{type='adjustment', date='2014-01-03', account='Brokerage', symbol='ORCL', quantity=10}")
        #expect(try session.text("\(name){}.warnings[1].kind").isEmpty == false)
        #expect(
            try session.text("(function() for _, w in ipairs(\(name){}.warnings) do if w.kind == 'no_price' then return w.message end end end)()")
                == "ORCL has no price from 2014-01-03 to 2014-12-31; store one with quote{symbol=\"ORCL\", date=…, close=…}, or sync")
        #expect(try session.text("snapshots{on='2014-12-31'}[1].value, snapshots{on='2014-12-31'}[1].left_out, snapshots{on='2014-12-31'}[1].gain") == "1000, ORCL, nil")
        #expect(try session.text("returns{}[1].value, returns{}[1].left_out, returns{}[1].twr, returns{}[1].irr, returns{}[1].gain") == "1000, ORCL, nil, nil, nil")
        // What needs no price is known all the same.
        #expect(try session.text("snapshots{on='2014-01-02'}[1].value, returns{}[1].contribution, returns{to='2014-01-02'}[1].gain") == "1000, 1000, 0")
    }

    @Test(
        "What became worthless on a day is told to that day, and its parts add up to the whole",
        arguments: [
            ("buy{date='2014-01-25', account='T', symbol='XC', quantity=1, price=2} expire{date='2014-03-17', account='T', symbol='XC'}", "symbol='XC'", "2014-03-17, -200, 0, -1"),
            (
                "record{type='sell_to_open', date='2014-01-25', account='T', symbol='XC', quantity=1, price=2} expire{date='2014-03-17', account='T', symbol='XC'}",
                "symbol='XC'", "2014-03-17, 200, 0, nil"
            ),
            ("withdraw{date='2014-01-25', account='T', amount=997} fee{date='2014-01-28', account='T', amount=3}", "account='T'", "2014-01-28, -3, 0, -1"),
            ("value{date='2014-01-10', account='V', amount=5000} value{date='2014-05-10', account='V', amount=0}", "account='V'", "2014-05-10, -5000, 0, -1"),
        ])
    func worthless(book: String, part: String, answer: String) throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting('base_currency', 'USD') account{name='T', currency='USD'} account{name='V', currency='USD', tracking='value'} instrument{symbol='X', currency='USD'}
            instrument{symbol='XC', underlying='X', right='call', strike=50, expires='2014-03-17', kind='option', currency='USD'}
            deposit{date='2014-01-03', account='T', amount=1000} \(book)
            """)
        #expect(try session.text("local r = returns{\(part)}[1] return r.to, r.gain, r.value, r.twr") == answer)
        #expect(try session.text("attribution{by='symbol'}:sum('gain') == attribution{}[1].gain, attribution{by='account'}:sum('gain') == attribution{}[1].gain") == "true, true")
    }

    @Test("Old prices and rates are used and told of")
    func stale() throws {
        let session = try ScriptSession.small()
        try session.run("quote{symbol='ORCL', date='2014-01-03', close=31} rate{from='EUR', to='USD', date='2014-01-03', rate=1.3}")
        try session.run("deposit{date='2014-02-03', account='Savings', amount=10, currency='EUR'}")
        try session.run("kinds = {} for _, w in ipairs(snapshots{on='2014-12-31'}.warnings) do kinds[w.kind] = w.message end")
        // 1000 - 313 in cash, 310 of ORCL, 13 of euros.
        #expect(try session.text("snapshots{on='2014-12-31'}[1].value") == "1010")
        #expect(try session.text("kinds.stale_price").hasPrefix("the price of ORCL is more than "))
        #expect(try session.text("kinds.stale_rate").hasPrefix("the rate from EUR to USD is more than "))
        #expect(try session.text("#snapshots{on='2014-01-04'}.warnings") == "0")
    }

    @Test(
        "Every mistake gets a sentence",
        arguments: [
            ("snapshots{by='acount'}", "snapshots: by must be one of account, portfolio, owner, symbol, kind, class, tag, day"),
            ("returns{by='acount'}", "returns: by must be one of account, portfolio, owner, symbol, kind, class, tag, day, week, month, quarter, year"),
            ("drawdowns{by='year'}", "drawdowns: by must be one of account, portfolio, owner, symbol, kind, class"),
            ("returns{by='year', every='month'}", "returns: every says month, and by year"),
            ("returns{base='euro'}", "returns: base: \"euro\" is not a currency code"),
            ("returns{timing='noon'}", "returns: timing must be start, end or split"),
            ("returns{every='fortnight'}", "returns: every must be"),
            ("returns{benchmark='SPY'}", "returns: SPY has no prices in USD"),
            ("returns{benchmark='SPYY'}", "unknown symbol \"SPYY\"; did you mean \"SPY\"?"),
            ("returns{from='2014-05-01', to='2014-04-01'}", "returns: 2014-05-01 is after 2014-04-01"),
            ("snapshots{from='2015-05-01'}", "snapshots: 2015-05-01 is after 2014-12-31"),
            ("rolling_returns{window='soon'}", "rolling_returns: window must be a number of days, months or years"),
            ("rolling_returns{window='0 days'}", "rolling_returns: window must be a number of days, months or years"),
            ("returns{risk_free=0.02}", "write \"2%\" if 0.02 is a part of one, \"0.02%\" for 0.02 % a year"),
            ("risk{risk_free='2'}", "write \"2%\" for 2 % a year"),
            ("returns{risk_free='-100%'}", "risk_free"),
            ("risk{risk_free='-200%'}", "risk_free"),
            ("irr{{'2014-01-01', -5}, {'2014-02-01'}}", "irr: flow 2 is no pair of a date and an amount"),
            ("irr{{'yesterday', -5}}", "irr: flow 1: "),
            ("irr(5)", "irr: flows must be"),
        ])
    func mistakes(source: String, sentence: String) throws {
        let session = try ScriptSession.small()
        try session.run("quote{symbol='ORCL', date='2014-01-03', close=31}")
        let message = try session.message(source)
        #expect(message.contains(sentence), "\(message)")
    }

    @Test("Accounts in several currencies need to be told which", arguments: functions)
    func currencies(name: String) throws {
        let session = try ScriptSession()
        try session.run("account{name='A', currency='USD'} account{name='B', currency='EUR'} deposit{date='2014-01-02', account='B', amount=5}")
        #expect(try session.message("\(name){}").hasPrefix("\(name): the accounts are in EUR, USD (say base=\"EUR\""))
        #expect(try session.text("snapshots{account='B', on='2014-01-02'}[1].currency") == "EUR")
    }

    @Test("irr: one rate, none, several, and why")
    func rates() throws {
        let session = try ScriptSession()
        #expect(try session.text("irr{{'2023-01-01', -1000}, {'2024-01-01', 1100}}") == "0.1")
        // 1 / (1 + r) of one 730 days later is a quarter: the rate is 1.
        #expect(try session.text("irr{{'2021-01-01', -100}, {'2023-01-01', 400}}") == "1")
        #expect(try session.text("irr{{'2021-01-01', 400}, {'2023-01-01', -100}}") == "-0.5")
        // (x - 1.1)(x - 1.2) of two years of 365 days.
        #expect(
            try session.text("irr{{'2021-01-01', -100}, {'2022-01-01', 230}, {'2023-01-01', -132}}")
                == "nil, several rates make the flows worth nothing together: 0.1, 0.2; ask for a span in which money moves one way")
        for flows in ["{}", "{{'2021-01-01', 5}}", "{{'2021-01-01', 5}, {'2022-01-01', 5}}", "{{'2021-01-01', 5}, {'2021-01-01', -5}}"] {
            #expect(try session.text("irr\(flows)").hasPrefix("nil, "), "\(flows)")
        }
    }

    @Test("A sandbox may ask")
    func sandbox() throws {
        let session = try ScriptSession(isSandboxed: true)
        for name in Self.functions { #expect(try session.text("#\(name){}") == "0") }
    }

    @Test("A year begun or ended in, and under a year, is not annualised; holdings after a split are worth what they were")
    func splitsAndSpans() throws {
        let session = try ScriptSession.small()
        try session.run("quote{symbol='ORCL', date='2014-01-03', close=31} quote{symbol='ORCL', date='2014-06-30', close=40} split{date='2014-07-01', symbol='ORCL', ratio='4:1'}")
        // 40 units at a fourth of 40; the price before was a fourth of 31, and not of the trading day before.
        #expect(try session.text("holdings{on='2014-07-02'}:select('quantity', 'price', 'market_value', 'unrealized_gain', 'day_gain'):csv()").hasSuffix("\n40,10,400,87,\n"))
        #expect(try session.text("lots{on='2014-07-02'}:select('remaining', 'market_value'):csv()").hasSuffix("\n40,400\n"))
        #expect(try session.text("holdings{}[1].market_value, holdings{base='USD'}[1].market_value, snapshots{on='2014-12-31', symbol='ORCL'}[1].value") == "400, 400, 400")
        #expect(try session.text("holdings{on='2014-06-30'}[1].market_value, holdings{on='2014-06-30'}[1].price") == "400, 40")
        #expect(try session.text("returns{}[1].annualized_twr, returns{symbol='ORCL'}[1].gain") == "nil, 87")
    }
}
