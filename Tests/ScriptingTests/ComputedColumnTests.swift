import Frames
import LuaKit
import LuaSurface
import Testing
import Values

/// Columns that a function works out of others, as a person sees them.
@Suite("Columns that are worked out")
struct ComputedColumnTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            buy { date = "2014-02-03", account = "Brokerage", symbol = "SPY", quantity = 3, price = 180, fee = 1 }
            quote { symbol = "ORCL", date = "2014-12-31", close = 44.97 } quote { symbol = "SPY", date = "2014-12-31", close = 205.54 }
            h = holdings{}
            function with(f) return h:with("x", f):select("symbol", "x") end
            """)
    }

    @Test(
        "What comes of amounts is money: rounded for the eye, and added up",
        arguments: [
            ("function(r) return r.market_value - r.cost_basis end", ["75.62", "total"]),
            ("function(r) return r.market_value / 7 end", ["88.09", "total"]),
            ("function(r) return -(r.market_value * 0.26375) end", ["-162.63", "total"]),
            ("function(r) return r.quantity * r.price end", ["616.62", "total"]),
            ("function(r) return r.unrealized_gain > 80 and r.unrealized_gain or 0 end", ["total"]),
            ("function(r) return (r.market_value / 3):round(4) end", ["205.54", "total"]),
            ("function(r) local sum = 0 for _, f in ipairs{'market_value', 'cost_basis'} do sum = sum + r[f] end return sum / 3 end", ["total"]),
            ("function(r) return money(r.market_value / 7, 'USD') end", ["88.09", "total"]),
        ])
    func money(function: String, shown: [String]) throws {
        let text = try session.text("with(\(function))")
        for word in shown { #expect(text.contains(word), "\(text)") }
        #expect(!text.contains(#/\.\d{3}/#), "\(text)")
    }

    @Test(
        "A ratio is none, nor is it added up; its digits beyond the sixth are not shown",
        arguments: [
            ("function(r) return r.market_value / r.cost_basis end", "1.139778"), ("function(r) return r.market_value / h:sum('market_value') end", "0.5782692"),
            ("function(r) return 1 / r.quantity end", "0.3333333"), ("function(r) return r.market_value * r.market_value / 7 end", "54317.174914"),
        ])
    func ratios(function: String, shown: String) throws {
        let text = try session.text("with(\(function))")
        #expect(text.contains(shown) && !text.contains("total"), "\(text)")
    }

    @Test("Money for units is a price, money for a price units; a plain number is what it was")
    func others() throws {
        #expect(try session.text("with(function(r) return r.cost_basis / r.quantity end)").contains("180.333333"))
        #expect(try session.text("with(function(r) return r.symbol .. '!' end)").contains("SPY!"))
        #expect(try session.text("with(function(r) return 2 end)").contains("2"))
    }

    @Test("Sums of groups of it are money, files and values keep every digit")
    func exact() throws {
        try session.run("f = h:with('x', function(r) return r.market_value / 7 end)")
        #expect(try session.text("f:by('account'):sum('x')").contains(" 152.33"))
        #expect(try session.text("f:csv()").contains("88.088571428571428571"))
        #expect(try session.text("f:where{symbol='SPY'}[1].x") == "88.088571428571428571")
        #expect(try session.text("f:where{symbol='SPY'}:json()").contains("\"88.088571428571428571\""))
    }

    @Test("A mean has no digits without end, in SQL either")
    func means() throws {
        #expect(try !session.text("trades{}:by('account'):avg('quantity', 'amount')").contains(#/\.\d{8}/#))
        #expect(try !session.text("sql('select quantity / 7.0 as q from activities where quantity is not null')").contains(#/\.\d{8}/#))
    }

    @Test("Amounts in two currencies are added up each by itself")
    func twoCurrencies() throws {
        try session.run(
            """
            account { name = "Euro", currency = "EUR" } deposit { date = "2014-03-01", account = "Euro", amount = 1000 }
            deposit { date = "2014-03-01", account = "Savings", amount = 10 }
            c = cash{}:with("half", function(r) return r.balance / 2 end)
            """)
        let text = try session.text("c:select('account', 'currency', 'half')")
        #expect(text.contains("total      EUR       500.00") && text.contains("total      USD        78.00"), "\(text)")
    }

    @Test(
        "What may be in another currency than its row is rounded as money, and not added up",
        arguments: [
            "function(r) return r.market_value * rate('USD', 'EUR').rate end", "function(r) return r.market_value / rate('EUR', 'USD').rate end",
            "function(r) return r.market_value * D'0.75' end", "function(r) return e[1].balance end", "function(r) return r.market_value + e[1].balance end",
            "function(r) return c:sum('balance') / 3 end", "function(r) return r.market_value - c:sum('balance') / 7 end",
            "function(r) return r.quantity * r.price * rate('USD', 'EUR').rate end", "function(r) return (r.market_value * rate('USD', 'EUR').rate):round(4) end",
        ])
    func otherCurrency(function: String) throws {
        try session.run(
            """
            rate { from = "USD", to = "EUR", date = "2014-12-31", rate = 0.75 } account { name = "Euro", currency = "EUR" }
            deposit { date = "2014-03-01", account = "Euro", amount = 1000 } e = cash{account="Euro"} c = cash{account="Savings"}
            account { name = "Mixed", currency = "USD" }
            """)
        let frame = try #require(session.runtime.frame(try session.run("return h:with('x', \(function))")[0]))
        let column = try frame.column("x")
        #expect(column.schema.style == .money)
        // An amount of euros alone is added up as euros.
        let isEuro = function.contains("return e[1].balance end")
        #expect(column.schema.currency == (isEuro ? .fixed(.eur) : .none) && column.schema.total == (isEuro ? .sum : .none), "\(column.schema)")
        let text = try session.text("with(\(function))")
        #expect(text.contains("total") == isEuro, "\(text)")
    }

    @Test("A running sum over rows of two currencies is in none of them")
    func runningSum() throws {
        try session.run(
            """
            account { name = "Euro", currency = "EUR" } deposit { date = "2014-03-01", account = "Euro", amount = 1000 }
            deposit { date = "2014-03-01", account = "Savings", amount = 10 } s = 0
            f = cash{}:with("running", function(r) s = s + r.balance return s end)
            """)
        #expect(try !session.text("f:select('account', 'currency', 'running')").contains("total"))
        let euros = try session.run("s = 0 return cash{account='Euro'}:with('running', function(r) s = s + r.balance return s end)")
        #expect(try session.runtime.frame(euros[0])?.column("running").schema.total == .sum)
    }

    @Test("A price beside a rate may be in the currency of the instrument")
    func ratedTrades() throws {
        let frame = try #require(session.runtime.frame(try session.run("return trades{}:with('x', function(t) return t.quantity * t.price end)")[0]))
        let column = try frame.column("x")
        #expect(column.schema.style == .money && (frame.index(of: "fx_rate") == nil || column.schema.total == .none), "\(column.schema)")
    }
}
