import Foundation
import LuaKit
import TestSupport
import Testing
@testable import Scripting

/// Prices and amounts that cannot be right: refused where they come in, and unknown where they are.
@Suite("Figures beyond what can be computed") struct BeyondBoundTests {
    @Test(
        "Each is refused with a sentence that tells the bound",
        arguments: [
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
        let failure = try ScriptSession.small().failure(source)
        #expect(failure.message.contains(told), "\(failure.message)")
        #expect(failure.kind == "beyond_bound")
        #expect(source.contains("symbol = 'ORCL'") == failure.message.contains("ORCL"), "\(failure.message)")
        if source.contains("'SPY'") { #expect(failure.message.contains("SPY"), "\(failure.message)") }
    }

    @Test(
        "Plans and flows have bounds, too",
        arguments: [
            ("goal{name='g', amount='1e16', by='2020-01-01', account='Savings'}", "of the goal plan g, 10000000000000000, is beyond"),
            ("tier{name='t', target='1e16', accounts={'Savings'}}", "is beyond 1000000000000000"),
            ("limit{name='l', account='Savings', amount='1e16'}", "of the limit plan l, 10000000000000000, is beyond"),
            ("recurring{name='r', every='month', from='2014-01-31', record={type='deposit', account='Savings', amount='1e16'}}", "is beyond 1000000000000000"),
            ("irr{{'2014-01-01', '-1e16'}, {'2015-01-01', 5}}", "flow 1, -10000000000000000, is beyond"),
            ("local flow, f = {'2014-01-01', 1}, {} for i = 1, 1000001 do f[i] = flow end irr(f)", "1000000 are the most"),
        ])
    func plans(_ source: String, _ told: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let failure = try session.failure(source)
            #expect(failure.kind == "beyond_bound" && failure.message.contains(told), "\(failure.kind): \(failure.message)")
        }
    }

    @Test(
        "An import names the symbol and the kind, whatever the file is",
        arguments: [
            ("Date,Close,Symbol\n2014-02-03,1e13,ORCL\n", "the close of ORCL, 10000000000000, is beyond"),
            ("date,type,account,symbol,quantity,price,currency\n2014-02-03,buy,Brokerage,ORCL,1,1e13,USD\n", "the price of a buy of ORCL, 10000000000000, is beyond"),
            ("date,type,account,symbol,quantity,price,currency\n2014-02-03,price,,ORCL,,1e13,USD\n", "the price of ORCL, 10000000000000, is beyond"),
        ])
    func imported(_ text: String, _ told: String) throws {
        let session = try ScriptSession.small(), folder = try TemporaryFolder()
        try text.write(toFile: folder.path + "/a.csv", atomically: true, encoding: .utf8)
        let verdicts = try session.text("v = import('\(folder.path)/a.csv') return v:csv()")
        #expect(verdicts.contains(told), "\(verdicts)")
    }

    /// A holding whose worth does not fit a decimal although each of its figures may be right, beside one that is well.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession.small()
        try session.run(
            """
            buy { date = "2014-01-06", account = "Brokerage", symbol = "SPY", quantity = "1e15", price = "0.5" }
            quote { symbol = "SPY", date = "2014-02-03", close = "1e12" }
            quote { symbol = "ORCL", date = "2014-02-03", close = 40 }
            """)
        return session
    }

    @Test("Yields and the book's warnings tell it too, and help tells the bounds")
    func toldElsewhere() throws {
        let session = try session()
        #expect(try session.text("yields{symbol='SPY'}[1].market_value, yields{}.warnings[1].kind") == "nil, beyond_bound")
        #expect(try session.text("local w = warnings{}:where{kind='beyond_bound'} return #w, w[1].message:match('^SPY at its price of 2014%-02%-03') ~= nil") == "1, true")
        for (topic, line) in [
            ("buy", "1,000,000,000,000 as a price, 1,000,000,000,000,000 as a quantity, 1,000,000,000,000,000 as an amount"),
            ("quote", "1,000,000,000,000 as a price"), ("rate", "1,000,000,000,000 as a rate"), ("deposit", "1,000,000,000,000,000 as an amount"),
        ] {
            #expect(try #require(session.runtime.help(topic)).contains("\n  at most      \(line)\n"), "\(topic)")
        }
    }

    @Test("The row is unknown, with a warning that names symbol, day and price; the others stand", arguments: ["holdings", "lots"])
    func unknown(_ query: String) throws {
        let session = try session()
        #expect(try session.text("return \(query){symbol='SPY'}[1].market_value == nil, \(query){symbol='SPY'}[1].unrealized_gain == nil") == "true, true")
        #expect(try session.text("return \(query){}:sum('market_value')") == "400")
        let warning = try session.text("for _, w in ipairs(\(query){}.warnings) do if w.kind == 'beyond_bound' then return w.message end end")
        #expect(warning.contains("SPY") && warning.contains("2014-02-03") && warning.contains("1000000000000 USD"), "\(warning)")
    }

    @Test(
        "Questions about worth over time go on, and tell what is unknown",
        arguments: [
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
        try session.run(
            """
            account { name = "Euro", currency = "EUR" }
            deposit { date = "2014-01-02", account = "Euro", amount = "1e9" }
            rate { from = "EUR", to = "USD", date = "2014-01-02", rate = "1e12" }
            """)
        #expect(try session.text("return #cash{base='USD'} > 0") == "true")
        #expect(try session.text("for _, w in ipairs(cash{base='USD'}.warnings) do if w.kind == 'beyond_bound' then return w.message end end").contains("EUR"))
        #expect(try session.text("snapshots{every='month'}:csv() return 'well'") == "well")
    }
}
