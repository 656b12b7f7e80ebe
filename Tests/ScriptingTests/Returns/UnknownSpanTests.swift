import TestSupport
import Testing
@testable import Scripting

/// What begins or ends with an unknown value is unknown in every question of returns, and so is what is made of it.
@Suite("Spans whose value is not known")
struct UnknownSpanTests {
    private func session(_ more: String) throws -> ScriptSession {
        let session = try ScriptSession(today: "2024-12-31")
        try session.run(
            """
            setting("base_currency", "USD") account{name="M", currency="USD"} instrument{symbol="A", currency="USD"} instrument{symbol="N", currency="USD"}
            function last(year, month) return date(("%d-%02d-01"):format(year, month)):add{months=1, days=-1} end
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
            function cells(f, ...) local t = {} for row in f do for _, name in ipairs{...} do t[#t + 1] = row[name] == nil and '-' or tostring(row[name]:round(4)) end end return table.concat(t, ' ') end
            \(more)
            """)
        return session
    }

    private static let months = "'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec', 'total'"

    /// Prices at the ends of months, from 100 up by ten a month to 220 at the end of 2021, then down by five.
    private static let prices = """
        deposit{account="M", amount=1000, date="2020-12-31"} buy{account="M", symbol="A", quantity=10, price=100, date="2020-12-31"} quote{symbol="A", date="2020-12-31", close=100}
        for m = 1, 12 do quote{symbol="A", date=last(2021, m), close=100 + 10 * m} quote{symbol="A", date=last(2022, m), close=220 - 5 * m} end
        """

    @Test("Units without a price leave empty every month and year that begins or ends with them, and the best and the worst")
    func unpriced() throws {
        let session = try session(Self.prices + " record{type='transfer_in', account='M', symbol='N', quantity=1, price=50, date='2021-03-15'}")
        let span = "from='2021-01-01', to='2022-12-31'"
        #expect(try session.text("cells(calendar_returns{\(span)}, \(Self.months))") == "0.1 0.0909" + String(repeating: " -", count: 24))
        #expect(try session.text("local f = calendar_returns{\(span)} return f[1].whole, kinds(f):find('unknown_value') ~= nil") == "true, true")
        #expect(try session.text("cells(rolling_returns{window='2 months', from='2021-01-01', to='2021-08-31'}, 'twr')") == "0.2 - - - - - -")
        #expect(
            try session.text(
                "local f = rolling_returns{window='2 months', every='day', from='2021-01-01', to='2021-08-31'} local n = 0 for r in f do if r.to > date '2021-03-14' and r.twr ~= nil then n = n + 1 end end return n, #f > 150"
            ) == "0, true")
        #expect(try session.text("kinds(rolling_returns{window='2 months', from='2021-01-01', to='2021-08-31'}):find('unknown_value') ~= nil") == "true")
        #expect(
            try session.text(
                "cells(risk{\(span)}, 'volatility', 'max_drawdown', 'best_day', 'worst_day', 'best_month', 'worst_month', 'best_year', 'worst_year', 'positive_months')")
                == "- - - - - - - - -")
        // What has a price is told by itself.
        #expect(
            try session.text(
                "cells(calendar_returns{symbol='A', from='2021-01-01', to='2021-12-31'}, 'dec', 'total'), cells(risk{symbol='A', from='2021-01-01', to='2021-12-31'}, 'best_month', 'positive_months')"
            )
                == "0.0476 1.2, 0.1 1")
    }

    @Test("Three years of which the middle one has no known end")
    func years() throws {
        let session = try session(
            """
            deposit{account="M", amount=1000, date="2020-12-31"} buy{account="M", symbol="A", quantity=10, price=100, date="2020-12-31"}
            for i, close in ipairs{100, 200, 400, 100} do quote{symbol="A", date=(2019 + i) .. "-12-31", close=close} end
            record{type='transfer_in', account='M', symbol='N', quantity=1, price=50, date='2021-07-01'}
            """)
        let span = "from='2021-01-01', to='2023-12-31'"
        #expect(try session.text("cells(calendar_returns{\(span)}, 'total'), cells(risk{\(span)}, 'best_year', 'worst_year')") == "- - -, - -")
        try session.run("quote{symbol='N', date='2023-01-31', close=50}")
        // From its first price on all is known again; 2023 began with what nobody knows.
        #expect(try session.text("cells(calendar_returns{\(span)}, 'total', 'jan', 'feb', 'dec')") == "- 0 0 - - - - - - - 0 -0.7407")
    }

    @Test("Without a rate until August, the months until then are unknown in the other currency, and August, which begins without one")
    func lateRate() throws {
        let session = try session(Self.prices + " rate{from='USD', to='EUR', date='2021-08-16', rate='0.8'}")
        #expect(
            try session.text("cells(calendar_returns{base='EUR', from='2021-01-01', to='2021-12-31'}, \(Self.months))")
                == "- - - - - - - - 0.0556 0.0526 0.05 0.0476 -")
        #expect(try session.text("cells(risk{base='EUR', from='2021-01-01', to='2021-12-31'}, 'best_month', 'best_year', 'volatility', 'max_drawdown')") == "- - - -")
        #expect(try session.text("cells(risk{base='EUR', from='2021-09-01', to='2021-12-31'}, 'best_month', 'positive_months')") == "0.0556 1")
        #expect(try session.text("cells(returns{base='EUR', from='2021-01-01', to='2021-12-31', every='month'}, 'twr')") == "- - - - - - - - 0.0556 0.0526 0.05 0.0476")
    }

    @Test("Where both ends are known the return over days without a value is told, and what each day's return makes is not")
    func middle() throws {
        // What is spun off comes for nothing from outside, so that no money moved; it has no price until June.
        let session = try session(
            Self.prices + """
                 spinoff{symbol='A', into='N', ratio='1:1', share=0.1, date='2021-03-15'}
                for m = 6, 12 do quote{symbol="N", date=last(2021, m), close=20} end
                """)
        let span = "from='2021-01-01', to='2021-12-31'"
        #expect(try session.text("cells(returns{\(span)}, 'twr', 'volatility', 'max_drawdown')") == "1.4 - -")
        #expect(
            try session.text("(function() for _, w in ipairs(returns{\(span)}.warnings) do if w.kind == 'unknown_value' then return w.message end end end)()")
                .hasPrefix("volatility and max_drawdown are not told: the value on 2021-03-31, or what was moved on it, is unknown"))
        #expect(try session.text("cells(calendar_returns{\(span)}, \(Self.months))") == "0.1 0.0909 - - - - 0.0556 0.0526 0.05 0.0476 0.0455 0.0435 1.4")
        #expect(
            try session.text("cells(risk{\(span)}, 'best_month', 'best_day', 'best_year', 'sharpe'), #drawdowns{\(span)}, kinds(drawdowns{\(span)}):find('unknown_value') ~= nil")
                == "- - 1.4 -, 0, true")
        #expect(try session.text("cells(returns{\(span), benchmark='A'}, 'benchmark_twr', 'beta', 'correlation', 'tracking_error')") == "1.2 - - -")
        #expect(try session.text("cells(risk{from='2021-07-01', to='2021-12-31'}, 'best_month', 'positive_months', 'max_drawdown')") == "0.0556 1 0")
    }

    @Test("On random books calendars and windows tell what returns tells of the same days")
    func agreement() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<4 {
            let session = try session(
                """
                instrument{symbol='E', currency='EUR'} account{name='P', currency='USD'}
                deposit{account="M", amount=100000, date="2021-01-04"} deposit{account="P", amount=1000, date="2021-02-01"}
                """)
            for symbol in ["A", "N", "E"] {
                let day = "2021-0\(random.int(1...9))-1\(random.int(0...9))"
                let verb = random.pick(["record{type='transfer_in', ", "adjust{", "buy{currency='\(symbol == "E" ? "EUR" : "USD")', "])
                let price = verb.hasPrefix("adjust") ? "" : "price=\(random.int(5...20)), "
                try session.run("\(verb)account='\(random.pick(["M", "P"]))', symbol='\(symbol)', quantity=\(random.int(1...9)), \(price)date='\(day)'}")
                for _ in 0..<random.int(0...6) {
                    try session.run("quote{symbol='\(symbol)', date='202\(random.int(1...2))-\(random.int(10...12))-\(random.int(10...28))', close=\(random.int(5...30))}")
                }
            }
            if random.chance(oneIn: 2) { try session.run("rate{from='EUR', to='USD', date='2021-\(random.int(10...12))-02', rate='1.2'}") }
            if random.chance(oneIn: 2) { try session.run("pcall(sell, {account='M', symbol='A', quantity=1, price=7, date='2022-03-07'})") }
            try session.run(
                """
                function same(a, b, what) local x, y = a and a:round(10) or nil, b and b:round(10) or nil
                  assert(x == y, what .. ': ' .. tostring(a) .. ' and ' .. tostring(b)) end
                local names = {'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'}
                for _, scope in ipairs{{}, {account='M'}, {account='P'}} do
                  local function ask(fn, more) local t = {account=scope.account, from=more.from or '2021-01-01', to=more.to or '2022-12-31'}
                    for k, v in pairs(more) do t[k] = v end return fn(t) end
                  local calendar = {} for row in ask(calendar_returns, {}) do calendar[row.year] = row end
                  for row in ask(returns, {every='month'}) do same(calendar[row.from.year][names[row.from.month]], row.twr, 'month to ' .. tostring(row.to)) end
                  for row in ask(returns, {every='year'}) do same(calendar[row.from.year].total, row.twr, 'year to ' .. tostring(row.to)) end
                  for row in ask(rolling_returns, {window='4 months'}) do
                    local one = ask(returns, {from=row.from, to=row.to})[1]
                    if one then same(row.twr, one.twr, 'window to ' .. tostring(row.to)) end
                  end
                end
                """)
        }
    }

    @Test("A year has as many periods as there are observations: seven quotes a week are 365, whatever is quoted, and one on a Saturday is one more")
    func periods() throws {
        for kind in ["stock", "crypto"] {
            let session = try session(
                """
                instrument{symbol="Q", kind="\(kind)", currency="USD"} deposit{account="M", amount=1000, date="2023-01-01"}
                buy{account="M", symbol="Q", quantity=10, price=100, date="2023-01-01"}
                local first = date "2023-01-01" for day = 0, 729 do quote{symbol="Q", date=first:add{days=day}, close=100 + day * 7 % 13} end
                """)
            #expect(
                try session.text("local r = risk{to='2024-12-30'}[1] return r.returns, r.periods_per_year, returns{to='2024-12-30'}[1].periods_per_year") == "730, 365, 365",
                "\(kind)")
        }
        let weekdays = try session(
            """
            deposit{account="M", amount=1000, date="2023-01-02"} buy{account="M", symbol="A", quantity=10, price=100, date="2023-01-02"}
            local first = date "2023-01-02" for day = 0, 727 do local d = first:add{days=day} if day % 7 < 5 then quote{symbol="A", date=d, close=100 + day * 7 % 13} end end
            quote{symbol="A", date="2023-06-10", close=99}
            """)
        #expect(
            try weekdays.text("local r = risk{to='2024-12-29'}[1] return r.returns, r.periods_per_year, risk{from='2023-06-05', to='2023-06-13'}[1].periods_per_year")
                == "521, 260, 260")
    }
}
