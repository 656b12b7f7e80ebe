import Testing
@testable import Scripting

/// One account, one stock, three months.
///
///     2014-01-02  deposit 1000, 10 X at 100      worth 1000
///     2014-01-31  X 110                          1100
///     2014-02-28  X 99, deposit 500              990 + 500 = 1490
///     2014-03-14  dividend 20, tax 3             1507
///     2014-03-31  X 121                          1210 + 517 = 1727
@Suite("Returns worked by hand")
struct HandWorkedReturnsTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession(today: "2014-03-31")
        try session.run("setting('base_currency', 'USD')")
        try session.run(
            """
            account{name="A", currency="USD", owner="Ada", portfolio="P"} instrument{symbol="X", kind="stock"} instrument{symbol="B", kind="etf"}
            deposit{date="2014-01-02", account="A", amount=1000}
            buy{date="2014-01-02", account="A", symbol="X", quantity=10, price=100}
            deposit{date="2014-02-28", account="A", amount=500}
            dividend{date="2014-03-14", account="A", symbol="X", amount=20, tax=3}
            for day, close in pairs{["2014-01-02"]=100, ["2014-01-31"]=110, ["2014-02-28"]=99, ["2014-03-31"]=121} do quote{symbol="X", date=day, close=close} end
            for day, close in pairs{["2014-01-01"]=50, ["2014-01-02"]=50, ["2014-02-28"]=40, ["2014-03-31"]=60} do quote{symbol="B", date=day, close=close} end
            """)
    }

    @Test("The worth at the ends of months, and of one day")
    func snapshots() throws {
        #expect(
            try session.text("snapshots{}:select('date', 'value', 'contribution', 'gain'):csv()") == """
                date,value,contribution,gain
                2014-01-31,1100,1000,100
                2014-02-28,1490,1500,-10
                2014-03-31,1727,1500,227

                """)
        #expect(try session.text("snapshots{on='2014-03-14'}[1].value, #snapshots{on='2014-03-14'}, #snapshots{on='2014-01-01'}") == "1507, 1, 0")
        #expect(try session.text("snapshots{every='quarter'}:list('value')[1], #snapshots{every='week'}, #snapshots{every='day', from='2014-03-01'}") == "1727, 14, 31")
        #expect(try session.text("snapshots{from='2014-02-01', to='2014-02-28'}[1].gain, snapshots{by='symbol'}[3].value, snapshots{by='symbol'}[3].gain") == "-10, 1210, 227")
    }

    @Test("Time-weighted, with money in at the start of its day or at the end")
    func timeWeighted() throws {
        // In at the start: 1.1 · 1490 / 1600 · 1727 / 1490 = 1.1 · 1727 / 1600 = 1.1873125.
        #expect(try session.text("(returns{}[1].twr - D'0.1873125'):abs() < D'1e-15', (returns{timing='start'}[1].twr - D'0.1873125'):abs() < D'1e-15'") == "true, true")
        // At the end: 1.1 · 990 / 1100 · 1727 / 1490 = 0.99 · 1727 / 1490.
        #expect(try session.text("(returns{timing='end'}[1].twr - (D'0.99' * 1727 / 1490 - 1)):abs() < D'1e-15'") == "true")
        #expect(
            try session.text("returns{}[1].from, returns{}[1].to, returns{}[1].gain, returns{}[1].contribution, returns{}[1].annualized_twr")
                == "2014-01-02, 2014-03-31, 227, 1500, nil")
    }

    @Test("Money-weighted: the rate makes what was paid worth what is there; under a year it is that of the span")
    func moneyWeighted() throws {
        try session.run("s = returns{}[1].irr:tonumber()")
        // 88 days of the first payment, 31 of the second.
        #expect(try session.text("math.abs(1000 * (1 + s) + 500 * (1 + s) ^ (31 / 88) - 1727) < 1e-8") == "true")
        // The flows were there 89 and 32 of 89 days: 227 / ((89 · 1000 + 32 · 500) / 89).
        #expect(try session.text("(returns{}[1].modified_dietz - D'227' * 89 / 105000):abs() < D'1e-15'") == "true")
        // At the end of their days: 88 and 31.
        #expect(try session.text("(returns{timing='end'}[1].modified_dietz - D'227' * 89 / 103500):abs() < D'1e-15'") == "true")
    }

    @Test("The parts of a gain, of all and of the stock")
    func attribution() throws {
        let columns = "'opening', 'inflows', 'outflows', 'price_gain', 'income', 'currency_gain', 'fees', 'taxes', 'gain', 'closing'"
        #expect(try session.text("attribution{}:select(\(columns)):csv()").hasSuffix("\n0,1500,0,210,20,0,0,-3,227,1727\n"))
        // The stock was bought for 1000 and paid 17.
        #expect(try session.text("attribution{symbol='X'}:select(\(columns)):csv()").hasSuffix("\n0,1000,17,210,20,0,0,-3,227,1210\n"))
        #expect(try session.text("attribution{from='2014-03-01'}:select(\(columns)):csv()").hasSuffix("\n1490,0,0,220,20,0,0,-3,237,1727\n"))
        #expect(try session.text("attribution{every='month'}:sum('gain'), #attribution{every='month'}") == "227, 3")
    }

    @Test("All that came in and all that went out is told, be it on one day")
    func grossFlows() throws {
        let session = try ScriptSession(today: "2014-12-31")
        try session.run(
            #"""
            account{name="Giro", currency="EUR"} account{name="Depot", currency="USD"} rate{from="EUR", to="USD", date="2014-01-02", rate=1.25}
            deposit{account="Giro", amount=500, date="2014-03-03"} withdraw{account="Giro", amount=180, date="2014-03-03"}
            deposit{account="Depot", amount=40, date="2014-03-03"} withdraw{account="Depot", amount=40, date="2014-03-03"}
            transfer{from="Giro", to="Depot", amount=100, received=125, date="2014-03-03"}
            """#)
        // 500 and 40 / 1.25 = 32 came in, 180 and 32 went out; what stays in the book did neither.
        #expect(try session.text("attribution{base='EUR'}:select('inflows', 'outflows', 'gain', 'closing'):csv()").hasSuffix("\n532,212,0,320\n"))
        // What cancels out needs no rate to be known.
        #expect(try session.text("local a = attribution{account='Depot', base='USD'}[1] return a.inflows, a.outflows") == "165, 40")
    }

    @Test("The same money in a benchmark, and the benchmark itself")
    func benchmark() throws {
        try session.run("r = returns{benchmark='B'}[1]")
        // 50 became 60. 1000 bought 20 at 50, 500 bought 12.5 at 40: 32.5 · 60 = 1950.
        #expect(try session.text("r.benchmark, r.benchmark_twr == D'0.2', r.benchmark_gain") == "B, true, 450")
        try session.run("s = r.benchmark_irr:tonumber()")
        #expect(try session.text("math.abs(1000 * (1 + s) + 500 * (1 + s) ^ (31 / 88) - 1950) < 1e-8") == "true")
        // A split is no fall: 10 units after a split of 2:1 at 30 are 5 at 60.
        try session.run("split{date='2014-03-03', symbol='B', ratio='2:1'} quote{symbol='B', date='2014-03-31', close=30}")
        #expect(try session.text("returns{benchmark='B'}[1].benchmark_twr == D'0.2', returns{benchmark='B'}[1].benchmark_gain") == "true, 450")
    }

    @Test("Falls and calendar")
    func fallsAndCalendar() throws {
        // From 1.1 to 1.1 · 1490 / 1600 on the last of February, a fall of 110 / 1600, made good by the last of March.
        #expect(try session.text("drawdowns{}:select('depth', 'peak', 'trough', 'recovered', 'days'):csv()").hasSuffix("\n-0.06875,2014-01-31,2014-02-28,2014-03-31,59\n"))
        #expect(try session.text("returns{}[1].max_drawdown == D'-0.06875', risk{}[1].max_drawdown == D'-0.06875'") == "true, true")
        #expect(try session.text("risk{to='2014-01-31'}[1].max_drawdown") == "0")
        #expect(try session.text("calendar_returns{}[1].jan == D'0.1', calendar_returns{}[1].feb == D'-0.06875', calendar_returns{}[1].whole") == "true, true, false")
        #expect(try session.text("rolling_returns{window='1 month'}:count(), rolling_returns{window='2 months', every='month'}:list('to')[1]") == "2, 2014-03-31")
    }

    @Test("A single purchase that is held returns what its price does, whatever the timing of flows")
    func buyAndHold() throws {
        for timing in ["start", "split"] {
            #expect(try session.text("returns{symbol='X', to='2014-03-13', from='2014-01-03', timing='\(timing)'}[1].twr == D'99' / 100 - 1") == "true", "\(timing)")
        }
        #expect(try session.text("returns{symbol='X', to='2014-03-13', from='2014-01-03', timing='end'}[1].twr == D'99' / 100 - 1") == "true")
    }

    @Test("What the book said then, and groups")
    func groupsAndTimes() throws {
        try session.run(
            "account{name='Z', currency='USD', owner='Ben', portfolio='Q'} deposit{date='2014-03-03', account='Z', amount=40} withdraw{date='2014-03-10', account='Z', amount=15}")
        for group in ["account", "owner", "portfolio"] {
            #expect(try session.text("snapshots{by='\(group)', on='2014-03-31'}:sum('value'), snapshots{on='2014-03-31'}[1].value") == "1752, 1752")
            #expect(try session.text("attribution{by='\(group)'}:sum('gain'), attribution{by='\(group)'}:list('\(group)')[2]").hasPrefix("227, "))
        }
        #expect(try session.text("snapshots{on='2014-03-31'}[1].contribution, contributions{}:sum('amount')") == "1525, 1525")
        #expect(try session.text("snapshots{by='kind', on='2014-03-31'}:list('kind')[1], snapshots{by='class', on='2014-03-31'}:list('class')[1]") == "stock, stock")
        #expect(try session.text("snapshots{on='2014-03-31', as_recorded='2014-03-31'}:count()") == "0")
    }
}
