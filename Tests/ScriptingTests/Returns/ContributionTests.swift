import Testing
@testable import Scripting

/// What the owner brought in counts alike wherever it is told: contributions, snapshots, returns, limits and goals.
@Suite("Contributions are one figure wherever they are told")
struct ContributionTests {
    private func session(_ more: String, today: String = "2024-12-31") throws -> ScriptSession {
        let session = try ScriptSession(today: today)
        try session.run(
            """
            for _, n in ipairs{"A", "C"} do account{name=n, currency="USD"} end for _, n in ipairs{"B", "IB"} do account{name=n, currency="EUR"} end
            instrument{symbol="X", currency="USD"} instrument{symbol="V", currency="USD"} setting("base_currency", "USD")
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
            function last(q) local s = snapshots(q) return s[#s] end
            \(more)
            """)
        return session
    }

    /// Ten for 1,000 dollars when a euro was 1.10, in an account that paid 900 euros for them, moved when it was 1.00.
    private static func moved(_ own: String) -> String {
        """
        rate{from="EUR", to="USD", date="2024-01-02", rate="1.10"} rate{from="EUR", to="USD", date="2024-03-01", rate="1.00"}
        deposit{date="2024-01-02", account="IB", amount=2000}
        buy{date="2024-01-02", account="IB", symbol="X", quantity=10, price=100, currency="USD"\(own)}
        transfer{date="2024-03-01", from="IB", to="B", symbol="X", quantity=10} quote{symbol="X", date="2024-03-01", close=100}
        limit{name="L", accounts={"B"}, amount=5000, currency="EUR"}
        """
    }

    @Test(
        "Units moved count in another currency for what was paid for them, at the rate of the purchase or its day",
        arguments: [
            (", fx_rate='0.9'", "900", "100"), ("", "909.090909090909090909", "90.909090909090909091"),
        ])
    func unitsInAnotherCurrency(own: String, cost: String, gain: String) throws {
        let session = try session(Self.moved(own))
        #expect(try session.text("lots{base='EUR', on='2024-03-01'}[1].cost_basis") == cost)
        #expect(try session.text("contributions{account='B', base='EUR'}[1].amount") == cost)
        #expect(try session.text("local s = last{account='B', on='2024-03-01', base='EUR'} return s.contribution, s.gain") == "\(cost), \(gain)")
        #expect(try session.text("returns{account='B', base='EUR', to='2024-03-01'}[1].contribution") == cost)
        #expect(try session.text("limits{year=2024}[1].used") == cost)
        // What leaves an account leaves it for what was paid there: 2,000 euros came in.
        #expect(try session.text("last{account='IB', on='2024-03-01', base='EUR'}.contribution == D'2000' - D'\(cost)'") == "true")
        // In the currency of the units it is what they cost in it.
        #expect(try session.text("contributions{account='B'}[1].amount, last{account='B', on='2024-03-01'}.contribution") == "1000, 1000")
    }

    /// 100 euros that arrive as 132 dollars while a euro is 1.10: what arrived is worth 120 euros.
    @Test(
        "A transfer into another currency counts for what arrived in both accounts, as in attribution",
        arguments: [
            ("EUR", "880, 20, 120, 0", "120, 120", "-120, 120"), ("USD", "968, 22, 132, 0", "132, 132", "-132, 132"),
        ])
    func transfersIntoAnotherCurrency(base: String, figures: String, moved: String, amounts: String) throws {
        let session = try session(
            """
            rate{from="EUR", to="USD", date="2024-01-02", rate="1.10"} rate{from="EUR", to="USD", date="2024-12-31", rate="1.10"}
            deposit{account="B", amount=1000, date="2024-01-05"} transfer{from="B", to="A", amount=100, received=132, date="2024-02-01"}
            """)
        let asked = "base='\(base)', on='2024-12-31', account="
        #expect(try session.text("local b, a = last{\(asked)'B'}, last{\(asked)'A'} return b.contribution, b.gain, a.contribution, a.gain") == figures)
        let attribution = "attribution{base='\(base)', to='2024-12-31', account="
        #expect(try session.text("\(attribution)'B'}[1].outflows, \(attribution)'A'}[1].inflows") == moved)
        #expect(
            try session.text(
                "local t = {} for c in contributions{base='\(base)', level='account'} do t[#t + 1] = c.type ~= 'deposit' and tostring(c.amount) or nil end return table.concat(t, ', ')"
            ) == amounts)
        #expect(try session.text("returns{base='\(base)', to='2024-12-31', account='B'}[1].contribution") == figures.prefix { $0 != "," })
        // Among both it moves nothing but the gain; without a base, and of a limit in its own currency, it is the money that left.
        #expect(try session.text("#contributions{base='\(base)'}, contributions{level='account'}[2].amount") == "1, -100")
    }

    @Test("What opening entries brought in counts by the day on which it was acquired")
    func openings() throws {
        let session = try session(
            """
            rate{from="EUR", to="USD", date="2020-01-02", rate="1.25"} rate{from="EUR", to="USD", date="2024-01-02", rate="1.00"}
            record{type="buy", subtype="opening", date="2024-01-02", account="B", symbol="X", quantity=10, price=100, opened="2020-01-02"}
            quote{symbol="X", date="2024-01-02", close=100}
            """)
        #expect(
            try session.text("lots{base='EUR', on='2024-01-02'}[1].cost_basis, contributions{base='EUR'}[1].amount, last{on='2024-01-02', base='EUR'}.contribution")
                == "800, 800, 800")
    }

    @Test("A rate of the day of the purchase that is lacking leaves the contribution unknown, and says so")
    func lackingRate() throws {
        let session = try session(
            """
            rate{from="EUR", to="USD", date="2024-03-01", rate="1.00"} deposit{date="2024-01-02", account="A", amount=2000}
            buy{date="2024-01-02", account="A", symbol="X", quantity=10, price=100}
            transfer{date="2024-03-01", from="A", to="B", symbol="X", quantity=10} quote{symbol="X", date="2024-03-01", close=100}
            """)
        #expect(try session.text("local c = contributions{account='B', base='EUR'} return c[1].amount, kinds(c)") == "nil, no_rate")
        #expect(
            try session.text("local s = snapshots{account='B', on='2024-03-01', base='EUR'} return s[1].value, s[1].contribution, s[1].gain, kinds(s)") == "1000, nil, nil, no_rate"
        )
        #expect(try session.text("contributions{account='B', base='EUR'}.warnings[1].message:find('2024%-01%-02') ~= nil") == "true")
        #expect(try session.text("local c = contributions{account='B', base='USD'} return c[1].amount, kinds(c)") == "1000, ")
    }

    private static let arrival = """
        record{type="transfer_in", date="2020-02-06", account="A", symbol="X", quantity=3} quote{symbol="X", date="2020-02-06", close=100}
        quote{symbol="X", date="2020-12-31", close=110} limit{name="L", accounts={"A"}, amount=5000, currency="USD"}
        """

    @Test("What units cost that nobody told is unknown in every contribution, until it is told")
    func unknownCosts() throws {
        let session = try session(Self.arrival, today: "2020-12-31")
        #expect(try session.text("local c = contributions{} return c[1].amount, kinds(c)") == "nil, unknown_cost")
        #expect(try session.text("local s = snapshots{on='2020-12-31'} return s[1].value, s[1].contribution, s[1].gain, kinds(s)") == "330, nil, nil, unknown_cost")
        #expect(try session.text("local r = returns{} return r[1].contribution, r[1].gain, r[1].twr, kinds(r)") == "nil, 30, 0.1, stale_price unknown_cost")
        #expect(try session.text("local l = limits{year=2020} return l[1].used, l[1].room, kinds(l)") == "nil, nil, unknown_cost")
        // Before the day, and of other parts, it is known.
        #expect(try session.text("local s = snapshots{on='2020-02-05'} return #s, kinds(s)") == "0, ")
        try session.run("deposit{date='2020-03-02', account='C', amount=50}")
        #expect(try session.text("last{account='C', on='2020-12-31'}.contribution") == "50")
        try session.run("transfer{date='2020-04-01', from='A', to='B', symbol='X', quantity=1}")
        for account in ["A", "B"] {
            #expect(try session.text("local s = snapshots{account='\(account)', on='2020-12-31'} return s[1].contribution, kinds(s)") == "nil, unknown_cost")
            #expect(try session.text("local c = contributions{account='\(account)'} return c[#c].amount, kinds(c)") == "nil, unknown_cost")
        }
        #expect(try session.text("returns{from='2020-05-01'}[1].contribution") == "0")
        try session.run("amend{id=activities{type='transfer_in'}[1].id, price=90}")
        #expect(try session.text("last{on='2020-12-31'}.contribution, last{account='B', on='2020-12-31'}.contribution, limits{year=2020}[1].used") == "320, 90, 270")
        #expect(try session.text("(kinds(contributions{}) .. kinds(snapshots{}) .. kinds(returns{}) .. kinds(limits{year=2020})):find('unknown')") == "nil")
    }

    @Test("A position told with its cost makes the contribution known from its day on")
    func toldAgain() throws {
        let session = try session(
            """
            account{name="P", currency="USD", tracking="holdings"} quote{symbol="X", date="2020-02-06", close=100}
            position{date="2020-02-06", account="P", symbol="X", quantity=3} position{date="2020-03-02", account="P", symbol="X", quantity=3, price=80}
            """, today: "2020-12-31")
        #expect(try session.text("last{on='2020-03-01'}.contribution, last{on='2020-03-02'}.contribution, last{on='2020-03-02'}.gain") == "nil, 240, 60")
        #expect(try session.text("contributions{to='2020-03-01'}[1].amount, contributions{}:sum('amount')") == "nil, 240")
        #expect(try session.text("returns{to='2020-03-01'}[1].contribution, returns{}[1].contribution") == "nil, 240")
    }

    @Test("By a method that averages, what leaves shares that its cost is unknown", arguments: ["average", "pooled"])
    func averages(method: String) throws {
        let session = try session(
            """
            setting("lot_method", "\(method)") deposit{date="2020-01-02", account="A", amount=1000} buy{date="2020-01-02", account="A", symbol="X", quantity=3, price=100}
            \(Self.arrival) transfer{date="2020-04-01", from="A", to="B", symbol="X", quantity=1}
            """, today: "2020-12-31")
        #expect(
            try session.text("last{account='A', on='2020-02-05'}.contribution, last{account='A', on='2020-12-31'}.contribution, last{account='B', on='2020-12-31'}.contribution")
                == "1000, nil, nil")
    }

    @Test("A goal tells what is there though nobody told what some of it cost")
    func goals() throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting('base_currency', 'EUR') account{name='A', currency='EUR'} instrument{symbol='U', currency='EUR'} quote{symbol='U', date='2014-01-15', close=9}
            deposit{account='A', amount=100, date='2014-01-10'} record{type='transfer_in', account='A', symbol='U', quantity=4, date='2014-01-15'}
            goal{name='G', amount=10000, by='2030-01-01', account='A'}
            """)
        #expect(
            try session.text("local g = goals{on='2014-01-16'}[1] return g.current, g.missing, g.needed ~= nil, g.saved, g.on_track, g.projected")
                == "136, 9864, true, nil, nil, nil")
        #expect(try session.text("local k = {} for _, w in ipairs(goals{on='2014-01-16'}.warnings) do k[#k + 1] = w.kind end return table.concat(k, ' ')") == "unknown_cost")
    }
}
