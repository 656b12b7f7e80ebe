import LuaKit
import Testing
@testable import Scripting

/// Prices and amounts that cannot be right: refused where they come in, and unknown where they are.
@Suite("Figures beyond what can be computed") struct BeyondBoundTests {
    @Test("Each is refused with a sentence that tells the bound", arguments: [
        ("quote{symbol = 'ORCL', date = '2014-02-03', close = '1e20'}", "beyond 1000000000000, the largest price"),
        ("quote{symbol = 'ORCL', date = '2014-02-03', close = 5, high = '1e13'}", "beyond 1000000000000, the largest price"),
        ("rate{from = 'EUR', to = 'USD', date = '2014-02-03', rate = '1e13'}", "beyond 1000000000000, the largest rate"),
        ("rate{from = 'EUR', to = 'USD', date = '2014-02-03', rate = '1e-13'}", "below 0.000000000001, the smallest rate"),
        ("deposit{account = 'Savings', amount = '1e16'}", "beyond 1000000000000000, the largest amount"),
        ("buy{account = 'Brokerage', symbol = 'SPY', quantity = '1e16', price = 1}", "beyond 1000000000000000, the largest quantity"),
        ("buy{account = 'Brokerage', symbol = 'SPY', quantity = 1, price = '1e13'}", "beyond 1000000000000, the largest price"),
        ("buy{account = 'Brokerage', symbol = 'SPY', quantity = '1e12', price = '1e6'}", "beyond 1000000000000000, the largest amount"),
        ("instrument{symbol = 'F', multiplier = '1e13'}", "beyond 1000000000000, the largest price"),
        ("account{name = 'House', tracking = 'value'} value{account = 'House', amount = '1e16'}", "beyond 1000000000000000, the largest amount"),
    ])
    func refused(_ source: String, _ told: String) throws {
        let message = try ScriptSession.small().message(source)
        #expect(message.contains(told), "\(message)")
    }

    /// A holding whose worth does not fit a decimal although each of its figures may be right, beside one that is well.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession.small()
        try session.run("""
            buy { date = "2014-01-06", account = "Brokerage", symbol = "SPY", quantity = "1e15", price = "0.5" }
            quote { symbol = "SPY", date = "2014-02-03", close = "1e12" }
            quote { symbol = "ORCL", date = "2014-02-03", close = 40 }
            """)
        return session
    }

    @Test("The row is unknown, with a warning that names symbol, day and price; the others stand", arguments: ["holdings", "lots"])
    func unknown(_ query: String) throws {
        let session = try session()
        #expect(try session.text("return \(query){symbol='SPY'}[1].market_value == nil, \(query){symbol='SPY'}[1].unrealized_gain == nil") == "true, true")
        #expect(try session.text("return \(query){}:sum('market_value')") == "400")
        let warning = try session.text("for _, w in ipairs(\(query){}.warnings) do if w.kind == 'beyond_bound' then return w.message end end")
        #expect(warning.contains("SPY") && warning.contains("2014-02-03") && warning.contains("1000000000000 USD"), "\(warning)")
    }

    @Test("Questions about worth over time go on, and tell what is unknown", arguments: [
        "returns{}", "snapshots{every='month'}", "attribution{}", "risk{}", "drawdowns{}", "calendar_returns{}", "rolling_returns{window='3 months'}",
        "explain_return{symbol='SPY'}", "yields{}", "income_forecast{}", "rebalance{weights={SPY=50, ORCL=50}}", "report.holdings{}", "holdings{base='USD'}",
        "targets{name='t', weights={SPY=50, ORCL=50}}", "watch{}", "forecast{months=3}", "cash{base='USD'}", "warnings{}", "gains{base='USD'}",
    ])
    func goesOn(_ question: String) throws {
        let session = try session()
        #expect(try session.text("local f = \(question) if type(f) == 'userdata' then f:csv() end return 'well'") == "well")
    }

    @Test("A rate that makes an amount larger than any leaves it unknown, and says so")
    func rates() throws {
        let session = try session()
        try session.run("""
            account { name = "Euro", currency = "EUR" }
            deposit { date = "2014-01-02", account = "Euro", amount = "1e9" }
            rate { from = "EUR", to = "USD", date = "2014-01-02", rate = "1e12" }
            """)
        #expect(try session.text("return #cash{base='USD'} > 0") == "true")
        #expect(try session.text("for _, w in ipairs(cash{base='USD'}.warnings) do if w.kind == 'beyond_bound' then return w.message end end").contains("EUR"))
        #expect(try session.text("snapshots{every='month'}:csv() return 'well'") == "well")
    }
}
