import Testing
@testable import Scripting

@Suite("The gain of a proposed sale, and the rates that it rests on")
struct RebalanceGainTests {
    /// Units bought in dollars in an account in euro, with a rate of the last days alone, and maybe one that the purchase tells.
    private func session(_ own: String, more: String = "") throws -> ScriptSession {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            setting('base_currency', 'EUR') setting('negative_cash', 'quiet') account{name='A', currency='EUR'}
            instrument{symbol='ORCL', currency='USD'} instrument{symbol='SAP', currency='EUR'} \(more)
            buy{account='A', symbol='ORCL', quantity=10, price=10, date='2023-01-02'\(own)}
            quote{symbol='ORCL', date='2023-12-29', close=50} quote{symbol='SAP', date='2023-12-29', close=10}
            rate{from='USD', to='EUR', date='2023-12-29', rate=0.8}
            """)
        return session
    }

    private static let kinds = "local k = {} for _, w in ipairs(r.warnings) do k[#k + 1] = w.kind end return"

    @Test(
        "It is empty where the cost has no rate, and its own rate needs none of the market",
        arguments: [
            ("", "", "nil nil true"), (", fx_rate=0.9", "", "155 EUR false"), ("", "rate{from='USD', to='EUR', date='2023-01-02', rate=0.5}", "175 EUR false"),
            ("", "setting('lot_method', 'average')", "nil nil true"), (", fx_rate=0.9", "setting('lot_method', 'average')", "155 EUR false"),
        ])
    func gains(own: String, more: String, told: String) throws {
        let session = try session(own, more: more)
        let source =
            "local r = rebalance{weights={ORCL=50, SAP=50}, account='A', exchange=true} \(Self.kinds) r[1].side, r[1].quantity, ('%s %s %s'):format(r[1].gain, r[1].gain_currency, table.concat(k, ' '):find('no_rate') ~= nil)"
        #expect(try session.text(source) == "sell, 5, \(told)")
        #expect(
            try session.text("sell{account='A', symbol='ORCL', quantity=5, price=50} return tostring(gains{base='EUR'}[1].gain)")
                == (told.hasPrefix("nil") ? "nil" : String(told.prefix(3))))
    }

    @Test("All that a sale brings counts in a budget where its gain is unknown")
    func budget() throws {
        let row = "local r = rebalance{weights={ORCL=50, SAP=50}, account='A', exchange=true, gain_budget=160} return r[1].quantity"
        #expect(try session(", fx_rate=0.9").text(row) == "5")
        #expect(try session("").text(row) == "4")
    }

    @Test("The rate of a purchase that was old then is told")
    func stale() throws {
        let session = try session("", more: "rate{from='USD', to='EUR', date='2020-01-02', rate=0.5}")
        #expect(
            try session.text("local r = rebalance{weights={ORCL=50, SAP=50}, account='A', exchange=true} \(Self.kinds) r[1].gain, table.concat(k, ' '):find('stale_rate') ~= nil")
                == "175, true")
    }

    @Test("Where every row is in the currency of the whole, the gain needs no column for it")
    func plain() throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            account{name='A', currency='EUR'} instrument{symbol='SAP', currency='EUR'} deposit{account='A', amount=100, date='2023-01-02'}
            buy{account='A', symbol='SAP', quantity=10, price=10, date='2023-01-02'} quote{symbol='SAP', date='2023-12-29', close=20}
            """)
        #expect(try session.message("return rebalance{weights={SAP=100}, account='A'}:select('gain_currency')").contains("gain_currency"))
    }

    @Test("Money that lies in an account and is not to be invested is told as such")
    func idle() throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            "account{name='U', currency='USD'} instrument{symbol='ORCL', currency='USD'} deposit{account='U', amount=9500, date='2023-01-02'} quote{symbol='ORCL', date='2023-12-29', close=50}"
        )
        #expect(try session.text("rebalance{weights={ORCL=100}, account='U'}.warnings[1].message").contains("cash=\"all\" invests what lies"))
        #expect(try session.text("rebalance{weights={ORCL=100}, account='U', cash='all'}[1].quantity") == "190")
        // Beside what is held elsewhere, in another currency.
        try session.run(
            """
            account{name='A', currency='EUR'} instrument{symbol='SAP', currency='EUR'} buy{account='A', symbol='SAP', quantity=10, price=10, date='2023-01-02'}
            setting('base_currency', 'EUR') rate{from='USD', to='EUR', date='2023-12-29', rate=0.8} quote{symbol='SAP', date='2023-12-29', close=10}
            """)
        let told = "rebalance{weights={SAP=50, ORCL=50}}.warnings[1].message"
        #expect(try session.text(told).contains("none of the USD in U is to be invested; nothing is sold for it"))
        try session.run("withdraw{account='U', amount=9500, date='2023-01-03'}")
        #expect(try session.text(told).contains("there is no USD in"))
    }

    @Test("A limit counts a deposit by an old rate, and says so")
    func limits() throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            account{name='G', currency='GBP'} limit{name='L', account='G', amount=1000} deposit{account='G', amount=100, currency='USD', date='2023-06-01'}
            rate{from='USD', to='GBP', date='2020-01-02', rate=0.5}
            """)
        let source = "local r = limits{} \(Self.kinds) r[1].used, table.concat(k, ' ')"
        #expect(try session.text(source) == "50, stale_rate")
        try session.run("rate{from='USD', to='GBP', date='2023-06-01', rate=0.5}")
        #expect(try session.text(source) == "50, ")
    }
}
