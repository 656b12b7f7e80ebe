import LuaKit
import LuaSurface
import Testing

@Suite("Frames in Lua")
struct FrameMethodTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            buy { date = "2014-02-03", account = "Brokerage", symbol = "SPY", quantity = 2, price = 180, fee = 1 }
            sell { date = "2014-05-05", account = "Brokerage", symbol = "ORCL", quantity = 4, price = 40, fee = 1 }
            deposit { date = "2014-11-28", account = "Savings", amount = 500 }
            a = activities{}
            """)
    }

    @Test(
        "Rows are counted, indexed, walked through and compared",
        arguments: [
            ("#a", "5"), ("a[1].type, a[5].type", "deposit, deposit"), ("a[6]", "nil"), ("a[0]", "nil"), ("a[-1]", "nil"),
            ("(function() local n = 0 for row in a do n = n + 1 end return n end)()", "5"),
            ("(function() local t = {} for row in a do t[#t + 1] = row.symbol or '-' end return table.concat(t, ' ') end)()", "- ORCL SPY ORCL -"),
            ("(function() local t = {} for name in pairs(cash{}[1]) do t[#t + 1] = name end return table.concat(t, ' ') end)()", "account currency balance"),
            ("a[2] == a[2], a[1] == a[2]", "true, false"), ("a[2].quantity * a[2].price + a[2].fee", "313"), ("a[1].symbol, a[1].quantity", "nil, nil"),
            ("a.name, a:columns()[3]", "activities, date"), ("#cash{}:columns()", "3"),
        ])
    func rows(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "where takes values, lists, dates, derived columns and functions",
        arguments: [
            ("#a:where{type='buy'}", "2"), ("#a:where{type={'buy', 'sell'}}", "3"), ("#a:where{type='buy', symbol='SPY'}", "1"), ("#a:where{}", "5"),
            ("#a:where{quantity=2}", "1"), ("#a:where{quantity=2.0}", "1"), ("#a:where{quantity=D'2.00'}", "1"), ("#a:where{quantity='2'}", nil),
            ("#a:where{price=31.20}", "1"), ("#a:where{date='2014-02-03'}", "1"), ("#a:where{date=date'2014-02-03'}", "1"),
            ("#a:where{from='2014-02-01'}", "3"), ("#a:where{from='2014-02-01', to='2014-06-01'}", "2"), ("#a:where{year=2014}", "5"),
            ("#a:where{quarter='2014-Q1'}", "3"), ("#a:where{month='2014-05'}", "1"), ("#a:where(function(r) return r.fee > 0 end)", "3"),
            ("#a:where(function(r) return r.symbol end)", "3"), ("#a:where(function(r) return r.symbol == nil end)", "2"),
            ("#a:where{symbol={'SPY', 'ORCL'}}:where{type='sell'}", "1"), ("#cash{}:where{balance=money(500, 'USD')}", "1"),
        ] as [(String, String?)])
    func filtering(source: String, result: String?) throws {
        if let result {
            #expect(try session.text(source) == result)
        } else {
            #expect(try session.failure(source).kind == "type_mismatch")
        }
    }

    @Test(
        "sort, top, head, reverse, select, distinct",
        arguments: [
            ("a:sort('-amount'):list('amount')", "{1000, 500, 360, 312, 160}"), ("a:sort('symbol', '-date'):list('id')[1]", "9"),
            ("a:sort('type', '-amount'):list('type')", #"{"buy", "buy", "deposit", "deposit", "sell"}"#), ("a:top(2, 'amount'):list('amount')", "{1000, 500}"),
            ("a:top(99, 'amount'):count()", "5"), ("a:head(2):list('type')", #"{"deposit", "buy"}"#), ("#a:head(0)", "0"), ("#a:head()", "5"),
            ("a:reverse()[1].date", "2014-11-28"), ("a:select('symbol', 'date'):columns()", #"{"symbol", "date"}"#),
            ("a:select('year', 'type')[1].year", "2014"), ("a:distinct('type'):list('type')", #"{"deposit", "buy", "sell"}"#),
            ("#a:distinct('type', 'symbol')", "4"), ("#a:distinct()", "5"), ("a:sort('month')[1].month", nil),
        ] as [(String, String?)])
    func ordering(source: String, result: String?) throws {
        if let result { #expect(try session.text(source) == result) } else { #expect(try session.text(source) == "2014-01") }
    }

    @Test(
        "Totals of a column",
        arguments: [
            ("a:sum('amount')", "2332"), ("a:avg('amount')", "466.4"), ("a:min('date'), a:max('date')", "2014-01-02, 2014-11-28"),
            ("a:first('type'), a:last('account')", "deposit, Savings"), ("a:count('symbol'), a:count()", "3, 5"), ("a:head(0):sum('amount')", "0"),
            ("a:where{type='deposit'}:sum('quantity')", "nil"), ("a:head(0):avg('amount'), a:head(0):min('date'), a:head(0):first('type')", "nil, nil, nil"),
        ])
    func totals(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "Groups",
        arguments: [
            ("a:by('type'):sum('amount'):list('amount')", "{672, 1500, 160}"), ("a:by('type'):count():columns()", #"{"type", "count"}"#),
            ("a:by('year'):sum('fee')[1].fee", "3"), ("a:by('quarter'):count():list('quarter')", #"{"2014-Q1", "2014-Q2", "2014-Q4"}"#),
            ("a:by('account', 'type'):sum('amount', 'fee')[1].fee", "2"), ("a:by('type'):avg('amount'):list('amount')[1]", "336"),
            ("a:by('type'):min('date')[1].date, a:by('type'):max('date')[1].date", "2014-01-03, 2014-02-03"),
            ("a:by('type'):first('symbol')[1].symbol, a:by('type'):last('symbol')[1].symbol", "ORCL, SPY"),
            ("a:where{type={'buy', 'sell'}}:pivot{rows='symbol', across='type', values='amount'}:columns()", #"{"symbol", "buy", "sell"}"#),
            ("a:pivot{rows={'account', 'symbol'}, across='type', values='amount', aggregate='count'}:columns()[2]", "symbol"),
            ("a:where{symbol={'ORCL', 'SPY'}}:pivot{rows='symbol', across='month', values='quantity'}[1]['2014-05']", "4"),
        ])
    func groups(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "with adds a column whose values a function gives",
        arguments: [
            ("a:with('gross', function(r) return r.quantity and r.quantity * r.price end):sum('gross')", "832"),
            ("a:with('n', function() return 1 end):sum('n')", "5"), ("a:with('half', function(r) return r.amount / 2 end)[1].half", "500"),
            ("a:with('late', function(r) return r.date > '2014-06-01' end):where{late=true}:count()", "1"),
            ("a:with('type', function(r) return r.type:upper() end)[1].type", "DEPOSIT"), ("a:with('next', function(r) return r.date + 1 end)[1].next", "2014-01-03"),
            ("a:with('x', function(r) return 0.1 end):sum('x')", "0.5"), ("a:with('m', function(r) return money(r.amount, 'USD') end)[1].m", "1000"),
        ])
    func with(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "list and totable give plain tables that can be changed",
        arguments: [
            ("a:list('symbol')", #"{"ORCL", "SPY", "ORCL"}"#), ("type(a:totable()), #a:totable()", "table, 5"), ("a:totable()[2].price", "31.2"),
            ("(function() local t = a:totable() t[1].amount = 7 return t[1].amount, a[1].amount end)()", "7, 1000"),
            ("next(a:head(0):totable())", "nil"),
        ])
    func plainTables(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test("A frame does not change when the book does, nor does deriving one change another")
    func frozen() throws {
        try session.run("before = cash{} n = #a s = a:sort('-amount') deposit{account='Savings', amount=1}")
        #expect(try session.text("before:sum('balance'):eq(cash{}:sum('balance') - 1), #a == n, a[1].amount, s[1].amount") == "true, true, 1000, 1000")
    }

    @Test(
        "Mistakes get a sentence",
        arguments: [
            ("a:sort('amuont')", #"activities has no column "amuont" (did you mean "amount"?)"#), ("a:sum('type')", "cannot"),
            ("a:where{tpye='buy'}", #"activities has no column "tpye" (did you mean "type"?)"#), ("a[1].amuont", "did you mean \"amount\"?"),
            ("cash{}:where{year=2014}", #"cash has no column "year""#), ("cash{}:where{from='2014-01-01'}", "where: cash has no dates for from to speak of"),
            ("a:where{type=5}", "type"), ("a:where{date='soon'}", "soon"), ("a:where{type=print}", "where: type cannot be compared with a function"),
            ("a:where(function(r) return r.nonsense end)", "nonsense"), ("a:where(function() error('stop') end)", "stop"), ("a:where(5)", "where: condition must be"),
            ("a:top(-1, 'amount')", "top: count must be zero or more"), ("a:head('x')", "head: count must be a whole number"), ("a:by()", "by: column is missing"),
            ("a:pivot{rows='symbol', across='type'}", "pivot: values is missing"), ("a:pivot{rows='symbol', across='type', values='amount', aggregate='sume'}", "one of sum"),
            ("a:with('x', function() return {} end)", "with: the function gave a table for row 1 (return a number, a text, a date, true, false or nil)"),
            ("a:with('x', 5)", "with: value must be a function, got number 5"), ("a.amount", "a frame has no amount"), ("a:summ('amount')", "did you mean \"sum\"?"),
            ("a:select('date', 'date')", "date"), ("a:sort(5)", "sort: key must be"), ("a.name = 'x'", "frame"), ("a[1].amount = 5", "row"), ("frame.where(5)", "frame"),
            ("a.where(5, {})", "call it on a frame with a colon"),
        ])
    func mistakes(source: String, part: String) throws {
        let isStatement = source.contains(" = ")
        let message = isStatement ? try session.message("\(source)") : try session.message("return \(source)")
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test("A figure of a column that leaves rows out says so beside the answer, once an act, and stays a plain number")
    func parts() throws {
        let session = try ScriptSession.small()
        var told: [String] = []
        session.runtime.console.notice = { told.append($0) }
        try session.run("record{type='adjustment', date='2014-01-03', account='Brokerage', symbol='SPY', quantity=1}")
        func tells(_ source: String, _ answer: String) throws -> [String] {
            told = []
            #expect(try session.text(source) == answer, "\(source)")
            return told
        }
        let why = "SPY has no price; store one with quote{symbol=\"SPY\", date=…, close=…}"
        for (function, answer) in [("sum", "313"), ("avg", "313"), ("min", "313"), ("max", "313")] {
            #expect(try tells("holdings{}:\(function)('market_value') + 1", answer) == ["1 of 2 rows of holdings have no market_value and are left out of the \(function)", why])
        }
        #expect(try tells("holdings{}:sum('market_value') == holdings{}:sum('market_value')", "true").count == 2)
        // Nothing is left out, or the answer is not of the whole column.
        for source in ["holdings{}:sum('quantity')", "holdings{symbol='ORCL'}:sum('market_value')", "cash{}:sum('balance')", "holdings{symbol='NONE'}:sum('market_value')"] {
            told = []
            _ = try? session.run("return \(source)")
            #expect(told.isEmpty, "\(source)")
        }
        #expect(try tells("holdings{}:count('market_value')", "1").isEmpty)
        // None has a value: there is no sum, and it is said why.
        let lacking = try tells("cash{account='Brokerage', base='EUR'}:sum('balance')", "nil")
        #expect(lacking.count == 2 && lacking[0] == "1 of 1 rows of cash have no balance and are left out of the sum" && lacking[1].hasPrefix("there is no rate from USD to EUR"))
        try session.run("account{name='Abroad', currency='EUR'} deposit{account='Abroad', amount=5, currency='EUR'}")
        #expect(try tells("cash{base='EUR'}:sum('balance')", "5").first == "1 of 2 rows of cash have no balance and are left out of the sum")
        // A loop over many accounts does not flood the screen.
        #expect(try tells("(function() for n = 1, 60 do holdings{}:with('y' .. n, function(r) return r.market_value end):sum('y' .. n) end end)()", "").count == 21)
        #expect(told.last == "more figures here leave out rows without a value")
    }
}
