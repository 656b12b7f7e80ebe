import Testing
@testable import Scripting

@Suite("What verbs give back, and types by name")
struct RecordedRowsTests {
    @Test(
        "Rows have every column that was recorded",
        arguments: [
            ("sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, fx_rate=0.9}[1].fx_rate", "0.9"),
            ("buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, fx_rate='1.1', time='2014-02-03T10:00:00Z'}[1].time", "2014-02-03T10:00:00.000Z"),
            ("sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, lots=2}[1].lots", "2"),
            ("sell{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, lots={{lot=2, quantity=1}}}[1].lots", "2=1"),
            ("buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=1, price=40, subtype='opening', opened='2013-02-03'}[1].opened", "2013-02-03"),
            ("spinoff{date='2014-02-03', account='Brokerage', symbol='ORCL', into='SPY', ratio='1:4', share=0.1}[1].share", "0.1"),
            ("amend{id=2, fx_rate=1.5}[1].fx_rate", "1.5"),
            ("account{name='IB', currency='EUR'} return buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=1, price=7, fx_rate=0.9, settle='USD'}[1].settle", "USD"),
            ("account{name='IB', currency='EUR'} return buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=1, price=7, fx_rate=0.9, settle='EUR'}[1].settle", "EUR"),
            ("account{name='IB', currency='EUR'} return dividend{date='2014-02-03', account='IB', symbol='ORCL', amount=7, fx_rate=0.9, settle='USD'}[1].settle", "USD"),
            ("account{name='IB', currency='EUR'} return order{date='2014-02-03', account='IB', fx_rate=0.9, settle='USD', legs={{'buy', 1, 'ORCL', 7}}}[1].settle", "USD"),
            (
                "account{name='IB', currency='EUR', settlement='trade'} return buy{date='2014-02-03', account='IB', symbol='ORCL', quantity=1, price=7, fx_rate=0.9}[1].settle",
                "USD"
            ),
        ])
    func columns(source: String, shown: String) throws {
        let session = try ScriptSession.small()
        let id = try session.text("activities{type='buy'}[1].id")
        #expect(
            try session.text(source.replacing("lots=2", with: "lots=\(id)").replacing("lot=2", with: "lot=\(id)").replacing("id=2", with: "id=\(id)"))
                == shown.replacing("2=1", with: "\(id)=1").replacing(/^2$/, with: id))
    }

    @Test(
        "A type may be named by a finer sense that one type alone has",
        arguments: [
            ("staking_reward", "symbol='ORCL', quantity=0.1, price=44", "interest"), ("drip", "symbol='ORCL', quantity=0.1, price=40, amount=4", "dividend"),
            ("dividend_in_kind", "symbol='ORCL', into='SPY', quantity=1, price=18", "dividend"), ("return_of_capital", "symbol='ORCL', amount=5", "dividend"),
            ("bonus", "amount=100", "credit"), ("buy_to_open", "symbol='ORCL', quantity=1, price=1", "buy"), ("sell_to_close", "symbol='ORCL', quantity=1, price=1", "sell"),
            ("merger", "symbol='ORCL', into='SPY', ratio='1:2'", "adjustment"), ("symbol_change", "symbol='ORCL', into='SPY'", "adjustment"),
        ])
    func senses(name: String, fields: String, type: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.text("local r = record{type='\(name)', date='2014-06-30', account='Brokerage', \(fields)}[1] return r.type, r.subtype") == "\(type), \(name)")
        // So it may be asked for, alone and beside others.
        #expect(try session.text("local a = activities{type='\(name)'} return #a, a[1].subtype, #activities{type={'\(name)', 'withdrawal'}} > 0") == "1, \(name), true")
        #expect(try session.text("return #activities{type='\(type)', year=2014} >= 1") == "true")
    }

    @Test func incomeOfAFinerSense() throws {
        let session = try ScriptSession.small()
        _ = try session.text(
            "record{type='staking_reward', date='2014-06-30', account='Brokerage', symbol='ORCL', quantity=1, price=7} interest{account='Brokerage', amount=5, date='2014-06-30'}")
        #expect(try session.text("return income{type='staking_reward'}:sum('amount')") == "7")
        #expect(try session.text("return income{type='interest', year=2014}:sum('amount')") == "12")
    }

    @Test(
        "Types that cannot be told are refused with what to say",
        arguments: [
            ("record{type='opening', account='Brokerage', amount=5}", "a buy needs symbol"),
            ("record{type='staking_rewrd', account='Brokerage', amount=5}", "did you mean \"staking_reward\"?"),
            ("record{type='bonus', subtype='drip', account='Brokerage', amount=5}", "drip"),
        ])
    func mistakes(source: String, part: String) throws {
        try ScriptSession.small().expectRefusal(of: source, saying: part)
    }

    @Test(
        "Every type, and words of statements, have help",
        arguments: [
            "transfer_in", "transfer_out", "transfer in", "adjustment", "unknown", "withdrawal", "opening", "position", "buy_to_open", "qualified_dividend", "qualified dividend",
            "ordinary dividend", "qualified", "ordinary", "non-qualified", "distribution", "withheld", "coupon", "withholding", "rebate", "refund", "staking_reward", "expiry",
            "assignment",
        ])
    func help(topic: String) throws {
        let session = try ScriptSession.small()
        try session.run("help('\(topic)')")
        #expect(!session.takePrinted().isEmpty)
        _ = try session.sentence("help \(topic)")
    }

    @Test("A word of a statement is told as what it is there, whatever else it may mean", arguments: ["qualified", "ordinary", "non_qualified", "ordinary dividend"])
    func dividends(topic: String) throws {
        let help = try #require(try ScriptSession.demo().runtime.help(topic))
        #expect(help.hasPrefix("\(topic): a dividend.") && !help.contains("annuity"), "\(help)")
    }

    @Test("The examples in help on words of statements are as it says")
    func places() throws {
        let session = try ScriptSession.small()
        #expect(
            try session.text("fee{account='Brokerage', amount=-5}[1].cash, tax{account='Brokerage', amount=-7}[1].cash, credit{account='Brokerage', amount=5}[1].cash") == "5, 7, 5"
        )
        #expect(
            try session.text("interest{account='Brokerage', symbol='ORCL', amount=25}[1].cash, dividend{account='Brokerage', symbol='ORCL', amount=12, tax=1.80}[1].cash")
                == "25, 10.2")
        #expect(
            try session.text("dividend{account='Brokerage', symbol='ORCL', amount=12, notes='qualified'}:count(), #activities{type='dividend'}:where{notes='qualified'}") == "1, 1")
    }
}
