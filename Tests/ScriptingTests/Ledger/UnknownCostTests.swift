import Foundation
import LuaSurface
import TestSupport
import Testing

/// Units that came in without a word of what they cost: cost and gain are unknown wherever they would count, and never nothing.
@Suite("What units cost that nobody told is unknown")
struct UnknownCostTests {
    /// Ten shares of an unknown cost, four of them sold at 20, and five bought at 10.
    private static let arrival = """
        account{name='A', currency='USD'} account{name='B', currency='USD'} instrument{symbol='X', currency='USD'}
        deposit{date='2014-01-02', account='A', amount=1000}
        record{type='transfer_in', date='2014-01-03', account='A', symbol='X', quantity=10}
        sell{date='2014-02-03', account='A', symbol='X', quantity=4, price=20}
        buy{date='2014-03-03', account='A', symbol='X', quantity=5, price=10}
        quote{symbol='X', date='2014-12-30', close=12}
        function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
        """

    private func session(at path: String? = nil, _ more: String = "") throws -> ScriptSession {
        let session = try ScriptSession(at: path)
        try session.run("setting('base_currency', 'USD') \(more)")
        try session.run(Self.arrival)
        return session
    }

    @Test("Lots, gains and holdings leave out what is unknown, and say so")
    func figures() throws {
        let session = try session()
        let answers = [
            (
                "local l = lots{} return l[1].cost_basis, l[1].unit_cost, l[1].unrealized_gain, l[1].market_value, l[2].cost_basis, l[2].unrealized_gain",
                "nil, nil, nil, 72, 50, 10"
            ),
            ("local g = gains{} return g[1].proceeds, g[1].cost_basis, g[1].gain, kinds(g)", "80, nil, nil, unknown_cost"),
            ("local h = holdings{} return h[1].cost_basis, h[1].average_cost, h[1].unrealized_gain, h[1].market_value, kinds(h)", "nil, nil, nil, 132, unknown_cost"),
            ("kinds(lots{})", "unknown_cost"), ("yields{}[1].cost_basis", "nil"),
            ("local g = gains{base='USD'} return g[1].cost_basis, g[1].gain, g[1].price_gain, kinds(g)", "nil, nil, nil, unknown_cost"),
            ("local h = holdings{base='USD'} return h[1].cost_basis, h[1].unrealized_gain, h[1].currency_gain", "nil, nil, nil"),
            ("explain(gains{}[1]).policies.gain", "what the units cost is unknown, and so is the gain"),
        ]
        for (source, shown) in answers { #expect(try session.text(source) == shown, "\(source)") }
    }

    @Test("It goes along with the units, and is known once it is told")
    func movedAndTold() throws {
        let session = try session()
        try session.run("transfer{date='2014-04-03', from='A', to='B', symbol='X', quantity=6}")
        #expect(try session.text("local t = {} for h in holdings{} do t[#t + 1] = h.account .. ' ' .. tostring(h.cost_basis) end return table.concat(t, ', ')") == "A 50, B nil")
        try session.run("amend{id=activities{type='transfer_in'}[1].id, price=7}")
        #expect(try session.text("gains{}[1].gain, holdings{account='B'}[1].cost_basis, #gains{}.warnings") == "52, 42, 0")
    }

    @Test("By a method that averages, all units that share the cost share that it is unknown", arguments: ["average", "pooled"])
    func averages(method: String) throws {
        let session = try session("setting('lot_method', '\(method)')")
        try session.run("sell{date='2014-05-05', account='A', symbol='X', quantity=8, price=20}")
        #expect(try session.text("gains{}:where(function(g) return g.gain ~= nil end):count(), holdings{}[1].cost_basis") == "0, nil")
        let before = try ScriptSession()
        try before.run("setting('base_currency', 'USD') setting('lot_method', '\(method)')")
        try before.run(
            """
            account{name='A', currency='USD'} instrument{symbol='X', currency='USD'} deposit{date='2014-01-02', account='A', amount=1000}
            buy{date='2014-01-02', account='A', symbol='X', quantity=2, price=10} sell{date='2014-01-03', account='A', symbol='X', quantity=2, price=11}
            record{type='transfer_in', date='2014-01-04', account='A', symbol='X', quantity=10}
            """)
        #expect(try before.text("gains{}[1].gain") == "2")
    }

    @Test("An average is of an account: others know what theirs cost until units come there")
    func otherAccounts() throws {
        let session = try session("setting('lot_method', 'average')")
        try session.run(
            "account{name='C', currency='USD'} buy{date='2014-01-02', account='B', symbol='X', quantity=1, price=5} buy{date='2014-01-02', account='C', symbol='X', quantity=1, price=6}"
        )
        let costs = "local t = {} for h in holdings{} do t[#t + 1] = h.account .. ' ' .. tostring(h.cost_basis) end return table.concat(t, ', ')"
        #expect(try session.text(costs) == "A nil, B 5, C 6")
        try session.run("transfer{date='2014-04-03', from='A', to='B', symbol='X', quantity=1}")
        #expect(try session.text(costs) == "A nil, B nil, C 6")
        #expect(try session.text("holdings{account='B', on='2014-04-02'}[1].cost_basis") == "5")
    }

    @Test("A first position without a cost has none that is known, and later ones cost what is")
    func positions() throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting('base_currency', 'USD') account{name='P', currency='USD', tracking='holdings'} instrument{symbol='X', currency='USD'}
            quote{symbol='X', date='2014-12-30', close=12}
            position{date='2014-02-03', account='P', symbol='X', quantity=5} position{date='2014-03-03', account='P', symbol='X', quantity=8}
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
            """)
        #expect(try session.text("local l = lots{} return l[1].cost_basis, l[2].cost_basis, kinds(l)") == "nil, nil, unknown_cost unknown_cost")
        #expect(try session.text("local h = holdings{} return h[1].cost_basis, h[1].unrealized_gain, h[1].market_value") == "nil, nil, 96")
        // Told with its cost, it is known from then on, and what comes later shares it.
        try session.run("position{date='2014-04-03', account='P', symbol='X', quantity=8, amount=80} position{date='2014-05-05', account='P', symbol='X', quantity=10}")
        #expect(try session.text("local h = holdings{} return h[1].cost_basis, h[1].unrealized_gain") == "100, 20")
        #expect(try session.text("holdings{on='2014-04-02'}[1].cost_basis") == "nil")
        try session.run("undo()")
        #expect(try session.text("holdings{}[1].cost_basis") == "nil")
    }

    @Test("Once a position is told with its cost, the book and its holdings say no more of it; what is asked of days before does")
    func toldAgain() throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting('base_currency', 'USD') account{name='P', currency='USD', tracking='holdings'} account{name='A', currency='USD'} instrument{symbol='X', currency='USD'}
            position{date='2014-02-03', account='P', symbol='X', quantity=5} quote{symbol='X', date='2014-02-03', close=12}
            function kinds(f) local t = {} for _, w in ipairs(f.warnings) do t[#t + 1] = w.kind end return table.concat(t, ' ') end
            function told() local n = 0 for w in warnings{} do n = n + (w.kind == 'unknown_cost' and 1 or 0) end return n end
            """)
        #expect(try session.text("told(), kinds(holdings{}), kinds(contributions{})") == "1, unknown_cost, unknown_cost")
        try session.run("position{date='2014-04-03', account='P', symbol='X', quantity=5, amount=80}")
        #expect(try session.text("told(), kinds(holdings{}), kinds(lots{}), holdings{}[1].cost_basis") == "0, , , 80")
        #expect(
            try session.text("kinds(holdings{on='2014-03-01'}), kinds(contributions{to='2014-03-01'}), contributions{to='2014-03-01'}[1].amount")
                == "unknown_cost, unknown_cost, nil")
        // A cost that is void was never told, though nothing is left of what it told of.
        try session.run("sell{date='2014-05-02', account='P', symbol='X', quantity=5, price=20}")
        #expect(try session.text("told(), gains{}[1].gain") == "0, 20")
        try session.run("void(activities{type='adjustment'}[2].id)")
        #expect(try session.text("told(), kinds(gains{}), gains{}[1].gain") == "1, unknown_cost, nil")
    }

    @Test("Units of an unknown cost that went on to another account are told of until theirs is known too")
    func toldWhereTheyCameFrom() throws {
        let session = try ScriptSession()
        try session.run(
            """
            setting('base_currency', 'USD') for _, n in ipairs{'P', 'Q'} do account{name=n, currency='USD', tracking='holdings'} end instrument{symbol='X', currency='USD'}
            record{type='transfer_in', date='2014-02-03', account='P', symbol='X', quantity=5}
            transfer{date='2014-03-03', from='P', to='Q', symbol='X', quantity=2} position{date='2014-04-03', account='P', symbol='X', quantity=3, amount=30}
            function told() local n = 0 for w in warnings{} do n = n + (w.kind == 'unknown_cost' and 1 or 0) end return n end
            """)
        #expect(try session.text("told(), holdings{account='P'}[1].cost_basis, holdings{account='Q'}[1].cost_basis") == "1, 30, nil")
        try session.run("position{date='2014-05-05', account='Q', symbol='X', quantity=2, amount=20}")
        #expect(try session.text("told(), holdings{account='Q'}[1].cost_basis") == "0, 20")
    }

    /// Two accounts tracked by what they hold; `came` brings units in without a word of their cost, `stands` tells a position.
    private static let told = """
        setting('base_currency', 'USD') for _, n in ipairs{'A', 'B'} do account{name=n, currency='USD', tracking='holdings', allow_short=true} end
        for _, s in ipairs{'X', 'Y'} do instrument{symbol=s, currency='USD'} end
        instrument{symbol='XC', kind='option', underlying='X', right='call', strike=50, expires='2024-12-20', currency='USD'}
        instrument{symbol='XP', kind='option', underlying='X', right='put', strike=50, expires='2024-12-20', currency='USD'}
        function came(day, n, symbol) record{type='transfer_in', date=day, account='A', symbol=symbol or 'X', quantity=n} end
        function stands(day, account, n, price, symbol) position{date=day, account=account, symbol=symbol or 'X', quantity=n, price=price} end
        function costs() local t = {} for l in lots{} do t[#t + 1] = tostring(l.cost_basis) end return table.concat(t, ' ') end
        function gained() local t = {} for g in gains{} do t[#t + 1] = tostring(g.gain) end return table.concat(t, ' ') end
        """

    @Test(
        "Lots carry that their cost is unknown, whatever becomes of them, and nothing made of them passes for a figure",
        arguments: [
            // Told on the same day, before or after they came.
            ("stands('2024-01-10', 'A', 5, 10) came('2024-01-10', 3)", "costs(), holdings{}[1].cost_basis", "50 nil, nil"),
            ("came('2024-01-10', 10) sell{date='2024-01-20', account='A', symbol='X', quantity=5, price=20} stands('2024-01-20', 'A', 5, 10)", "gained(), costs()", "nil, 50"),
            // Away while the rest was told, and back.
            (
                "came('2024-01-10', 10) transfer{date='2024-01-11', from='A', to='B', symbol='X', quantity=5} stands('2024-01-12', 'A', 5, 10) "
                    + "transfer{date='2024-01-13', from='B', to='A', symbol='X', quantity=5}", "costs(), holdings{}[1].cost_basis", "50 nil, nil"
            ),
            // Units told without a cost, beside some of an unknown one.
            ("came('2024-01-10', 10) transfer{date='2024-01-11', from='A', to='B', symbol='X', quantity=10} stands('2024-01-12', 'B', 12)", "costs()", "nil nil"),
            ("buy{date='2024-01-09', account='A', symbol='X', quantity=10, price=100} came('2024-01-10', 10) stands('2024-01-12', 'A', 30)", "costs()", "1000 nil nil"),
            // As another instrument.
            (
                "setting('lot_method', 'average') buy{date='2024-01-09', account='A', symbol='Y', quantity=10, price=100} came('2024-01-10', 10) "
                    + "record{type='merger', symbol='X', into='Y', ratio='1:1', account='A', date='2024-01-12'} sell{date='2024-01-15', account='A', symbol='Y', quantity=10, price=120}",
                "gained(), costs()", "nil, nil"
            ),
            (
                "came('2024-01-10', 10) record{type='symbol_change', symbol='X', into='Y', account='A', date='2024-01-12'} stands('2024-01-15', 'A', 10, 7, 'Y')",
                "costs(), #warnings{}:where(function(w) return w.kind == 'unknown_cost' end)", "70, 0"
            ),
            // What was sold short, covered by them.
            ("sell{date='2024-01-09', account='A', symbol='X', quantity=10, price=100} came('2024-01-10', 10)", "gained()", "nil"),
            // Options of an unknown cost, used.
            ("came('2024-01-10', 1, 'XC') exercise{date='2024-02-01', account='A', symbol='XC', quantity=1}", "costs()", "nil"),
            (
                "buy{date='2024-01-09', account='A', symbol='X', quantity=100, price=40} came('2024-01-10', 1, 'XP') exercise{date='2024-02-01', account='A', symbol='XP', quantity=1}",
                "gained():find('1000') == nil", "true"
            ),
            // A rule of the account goes before the book's method.
            (
                "setting('lot_method', 'average') setting('lot_method', 'fifo', {account='A'}) buy{date='2024-01-09', account='A', symbol='X', quantity=10, price=100} "
                    + "came('2024-01-10', 10) sell{date='2024-01-20', account='A', symbol='X', quantity=5, price=120}", "gained(), costs()", "100, 500 nil"
            ),
        ])
    func carried(book: String, question: String, answer: String) throws {
        let session = try ScriptSession(today: "2024-12-31")
        try session.run("\(Self.told) \(book)")
        #expect(try session.text(question) == answer, "\(book)")
    }

    @Test("What units cost that were sold before a position was told is never known, and counts in no gain, limit or goal")
    func soldBefore() throws {
        let session = try ScriptSession(today: "2024-12-31")
        try session.run(
            """
            \(Self.told) came('2024-01-10', 10) sell{date='2024-01-20', account='A', symbol='X', quantity=5, price=20} stands('2024-02-20', 'A', 5, 10)
            quote{symbol='X', date='2024-02-20', close=10}
            """)
        #expect(try session.text("local s = snapshots{on='2024-03-01'}[1] return s.value, s.contribution, s.gain") == "150, nil, nil")
        // None sold, the position told later is all of it; but it is no payment of its year.
        let whole = try ScriptSession(today: "2025-12-31")
        try whole.run(
            """
            \(Self.told) came('2024-03-10', 10) stands('2025-03-10', 'A', 10, 500) quote{symbol='X', date='2025-03-10', close=500}
            limit{name='L', accounts={'A'}, amount=1000, currency='USD'} goal{name='G', account='A', amount=10000, by='2030-01-01'}
            """)
        #expect(try whole.text("local s = snapshots{on='2025-04-01'}[1] return s.contribution, s.gain") == "5000, 0")
        #expect(try whole.text("local l = limits{from='2024-01-01', to='2025-12-31'} return l[1].year, l[1].used, l[1].room") == "2024, nil, nil")
        #expect(try whole.text("limits{year=2024}[1].used") == "nil")
    }

    @Test(
        "What is known beside it is known in another currency too, and counts once",
        arguments: [
            // Sold with the units that nobody told the cost of, at an average.
            (
                "setting('lot_method', 'average') came(10, 100) came(10) sell{date='2023-01-04', account='P', symbol='X', quantity=20, price=120} "
                    + "buy{date='2023-01-05', account='P', symbol='X', quantity=10, price=100}",
                "holdings{base='EUR'}[1].cost_basis, lots{base='EUR'}[1].cost_basis", "900, 900"
            ),
            // Told with the others as one position.
            (
                "came(10, 100) came(10) stands('P', 20, 3000)", "contributions{}:sum('amount'), contributions{base='EUR'}:sum('amount'), lots{base='EUR'}:sum('cost_basis')",
                "3000, 2700, 2700"
            ),
            (
                "came(10) buy{date='2023-01-04', account='P', symbol='X', quantity=5, price=20} stands('P', 15, 300)",
                "contributions{}:sum('amount'), contributions{base='EUR'}:sum('amount'), lots{base='EUR'}:sum('cost_basis')", "200, 180, 270"
            ),
            // Moved, and told where they went.
            (
                "came(10, 100) came(10) transfer{date='2023-01-04', from='P', to='Q', symbol='X', quantity=20} stands('Q', 20, 3000)",
                "contributions{level='account', account='P'}:sum('amount'), contributions{level='account', account='P', base='EUR'}:sum('amount'), "
                    + "contributions{level='account', account='Q', base='EUR'}:sum('amount')", "0, 0, 2700"
            ),
        ])
    func besides(book: String, question: String, answer: String) throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            setting('base_currency', 'EUR') instrument{symbol='X', currency='USD'} rate{from='USD', to='EUR', date='2022-12-31', rate=0.9}
            for _, name in ipairs{'P', 'Q'} do account{name=name, currency='USD', tracking='holdings'} end
            function came(quantity, price) record{type='transfer_in', date='2023-01-03', account='P', symbol='X', quantity=quantity, price=price} end
            function stands(account, quantity, amount) record{type='position', date='2023-02-01', account=account, symbol='X', quantity=quantity, amount=amount} end
            \(book)
            """)
        #expect(try session.text(question) == answer, "\(book)")
    }

    @Test("Explanations leave out what is unknown", arguments: ["fifo", "average"])
    func explained(method: String) throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            setting('lot_method', '\(method)') account{name='A', currency='USD'} instrument{symbol='X', currency='USD'}
            buy{date='2023-01-02', account='A', symbol='X', quantity=10, price=100} record{type='transfer_in', date='2023-01-03', account='A', symbol='X', quantity=10}
            sell{date='2023-01-04', account='A', symbol='X', quantity=15, price=120}
            function lines(frame) local t = {} for r in frame do t[#t + 1] = ('%s=%s'):format(r.amount, r.balance) end return table.concat(t, ' ') end
            """)
        #expect(try session.text("lines(explain{account='A', symbol='X'})") == "1000=1000 nil=nil nil=nil")
        #expect(try session.text("holdings{}[1].cost_basis, gains{}:reverse()[1].gain") == "nil, nil")
        let last = method == "fifo" ? "nil=nil nil=nil" : "1000=1000 nil=nil nil=nil"
        #expect(try session.text("lines(explain(gains{}[2]))") == last)
    }

    @Test("The state that a book saved says the same")
    func saved() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/book.luca"
        try session(at: path).runtime.close()
        let again = try ScriptSession(at: path)
        #expect(try again.text("holdings{}[1].cost_basis, holdings{}[1].market_value, lots{}[1].cost_basis, lots{}[2].cost_basis") == "nil, 132, nil, 50")
    }
}
