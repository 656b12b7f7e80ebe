import Ledger
import LuaSurface
import Storage
import TestSupport
import Testing

@Suite("Goals of a book")
struct GoalsTests {
    /// 3000 paid into Savings over the last year, 200 of interest, and 500 of an earlier year.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession.small()
        try session.run(
            """
            deposit{account='Savings', amount=500, date='2013-12-31'}
            for month = 1, 12 do deposit{account='Savings', amount=300, date=('2014-%02d-01'):format(month)} end
            withdraw{account='Savings', amount=600, date='2014-08-01'}
            interest{account='Savings', amount=200, date='2014-12-30'}
            goal{name='House', amount=10000, by='2016-12-31', account='Savings'}
            """)
        return session
    }

    @Test("What is there, what is missing, what is needed and what was saved")
    func standing() throws {
        let session = try session()
        #expect(
            try session.text("local g = goal 'House'[1] return g.of, g.current, g.missing, g.months, g.needed, g.saved, g.on_track, g.projected, g.currency")
                == "account Savings, 3700, 6300, 24, 262.5, 250, false, 2017-02-28, USD")
        #expect(try session.text("local g = goals{on='2014-06-30'}[1] return g.current, g.months, g.saved") == "2300, 30, 191.666666666666666667")
        #expect(try session.text("goal{name='House', rate='5%'}[1].on_track, goal 'House'[1].rate, goal 'House'[1].target") == "true, 0.05, 10000")
    }

    @Test("Prices are no saving, and transfers within a portfolio neither")
    func portfolio() throws {
        let session = try session()
        try session.run(
            """
            account{name='Savings', portfolio='Home'} quote{symbol='ORCL', date='2014-12-30', close=44}
            transfer{from='Savings', to='Brokerage', amount=100, date='2014-09-01'}
            """)
        #expect(
            try session.text("local g = goal{name='All', amount=9000, by='2015-12-31', portfolio='Home'}[1] return g.current, g.saved, g.of")
                == "4827, 333.333333333333333333, portfolio Home")
    }

    @Test("Of a tier of the reserve plan")
    func tier() throws {
        let session = try session()
        try session.run("plan{ready=true} tier{name='Emergency', accounts={'Savings'}, target=5000}")
        #expect(
            try session.text("local g = goal{name='Buffer', amount=5000, by='2015-12-31', tier='Emergency'}[1] return g.current, g.of, g.needed") == "3700, tier Emergency, 108.34")
        #expect(try session.message("goal{name='X', amount=1, by='2015-12-31', tier='Emergenzy'}").contains("did you mean \"Emergency\"?"))
    }

    @Test("Of an account in several tiers counts what the tier has of it")
    func sharedTier() throws {
        let session = try session()
        try session.run("tier{name='First', target=3000, accounts={'Savings'}} tier{name='Second', target=5000, accounts={'Savings'}}")
        #expect(
            try session.text("local g = goal{name='B', amount=5000, by='2015-12-31', tier='Second'} return g[1].current, g[1].saved, g.warnings[1].kind")
                == "700, 250, shared_account")
        #expect(try session.text("goal{name='E', amount=5000, by='2015-12-31', tier='First'}[1].current, goal{name='E', currency='EUR'}[1].current") == "3000, nil")
        // What an unknown tier takes of the account is unknown.
        try session.run("record{type='adjustment', date='2014-01-03', account='Brokerage', symbol='SPY', quantity=1}")
        try session.run("tier{name='First', accounts={'Savings', 'Brokerage'}}")
        #expect(try session.text("goal('B')[1].current, tiers():list('balance')[2]") == "nil, nil")
    }

    @Test("A day that has passed is told, and a rate that lacks is told once")
    func warnings() throws {
        let session = try session()
        #expect(try session.text("goal{name='House', by='2014-01-31'}.warnings[1].message") == "the day of the goal \"House\", 2014-01-31, has passed; say by=… for a later one")
        #expect(try session.text("#goal{name='House', amount=10}.warnings") == "0")
        let warnings = "local g = goal{name='Abroad', amount=9, by='2015-12-31', account='Savings', currency='EUR'} return #g.warnings, g.warnings[1].kind, g.warnings[2].kind"
        #expect(try session.text(warnings) == "2, unknown_worth, no_rate")
    }

    @Test("Where nothing was saved no day is told, and where a worth is unknown nothing is")
    func unknown() throws {
        let session = try ScriptSession.small()
        #expect(
            try session.text("local g = goal{name='A', amount=9, by='2015-12-31', account='Savings'} return g[1].projected, g[1].on_track, g.warnings[1].message")
                == "nil, false, nothing was saved for \"A\" from 2014-01-01 to 2014-12-31, so no day can be told")
        try session.run("record{type='adjustment', date='2014-01-03', account='Brokerage', symbol='SPY', quantity=1}")
        // What has a price is told, and what that is without; what is lacking to the goal needs all of it.
        #expect(
            try session.text(
                "local g = goal{name='B', amount=2000, by='2015-12-31', account='Brokerage'} local r = g[1] return r.current, r.left_out, r.months, r.saved, r.missing, r.needed, r.on_track, r.projected, g.warnings[1].kind"
            )
                == "999, SPY, 12, 83.333333333333333333, nil, nil, nil, nil, unknown_worth")
        #expect(try session.text("goal('B').warnings[1].message").hasPrefix("what \"Brokerage\" is worth on 2014-12-31 is not known; what is told of it is without SPY"))
        #expect(
            try session.text("(function() for _, w in ipairs(goals{}.warnings) do if w.kind == 'left_out' then return w.message end end end)()")
                == "the 999.00 USD there of the goal \"B\" are without SPY; missing, needed, on_track and projected need all that is there, and are empty")
        // A portfolio is known in part where one of its accounts is, and a tier too; where nothing has a price, nothing is told.
        try session.run(
            "account{name='Savings', portfolio='Home'} deposit{account='Savings', amount=50, date='2014-06-02'} tier{name='T', target=500, accounts={'Brokerage', 'Savings'}}")
        #expect(try session.text("local g = goal{name='P', amount=2000, by='2015-12-31', portfolio='Home'}[1] return g.current, g.left_out, g.needed") == "1049, SPY, nil")
        #expect(try session.text("local g = goal{name='Q', amount=2000, by='2015-12-31', tier='T'}[1] return g.current, g.left_out, g.needed") == "1049, SPY, nil")
        #expect(
            try session.text("local g = goal{name='R', amount=9, by='2015-12-31', account='Brokerage', currency='EUR'}[1] return g.current, g.left_out, g.months")
                == "nil, nil, nil")
    }

    @Test("Goals are changed, taken away, undone, and rehearsed")
    func documents() throws {
        let session = try session()
        try session.run("goal{name='House', amount=12000}")
        try session.run("undo()")
        #expect(try session.text("goal 'House'[1].target") == "10000")
        #expect(try session.text("compare(goals{}, whatif(function() deposit{account='Savings', amount=1200} return goals{} end))[1].needed_change") == "-50")
        #expect(try session.text("goal{name='House', remove=true}, #goals{}") == "true, 0")
        #expect(try session.text("goal 'Hose'") == "nil, there is no goal \"Hose\"")
        #expect(try session.message("goal{name='House', remove=true}").contains("there is no goal \"House\""))
        #expect(try session.text("(verify())") == "true")
    }

    @Test("What it is of may not be there, and is told")
    func gone() throws {
        let session = try session()
        // As another program may have left it.
        try session.runtime.requireBook().keep(
            PlanDocument(kind: .goal, name: "Pot", body: #"{"amount":"5","by":"2015-12-31","account":"Pot","currency":"USD"}"#))
        #expect(try session.text("local g = goal 'Pot' return g[1].current, g.warnings[1].message") == "nil, the goal \"Pot\" is of the account \"Pot\", which is not there")
    }

    @Test(
        "A mistake gets a sentence",
        arguments: [
            ("goal{name='X', by='2015-12-31', account='Savings'}", "amount is missing"), ("goal{name='X', amount=5, account='Savings'}", "by is missing"),
            ("goal{name='X', amount=5, by='2015-12-31', account='Savinks'}", "Savings"),
            ("goal{name='X', amount=5, by='2015-12-31', portfolio='Hone'}", "did you mean \"Home\"?"),
            ("goal{name='X', amount=5, by='2015-12-31', account='Savings', portfolio='Home'}", "one of them only"),
            ("goal{name='X', amount=-5, by='2015-12-31', account='Savings'}", "above zero"),
            ("goal{name='X', amount=5, by='2015-12-31', account='Savings', rate='500%'}", "five percent"),
            ("goal{name='X', amount=5, by='2015-12-31', tier='Emergency'}", "reserve plan"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try session()
        try session.expectRefusal(of: source, saying: part)
    }
}
