import TestSupport
import Testing

@Suite("What contributions tells and what snapshots, returns and attribution count is the same")
struct ContributionPartsTests {
    @Test("A spin-off whose units have no price that day is known in contribution and gain by symbol")
    func spinoff() throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            account{name='A', currency='USD'} instrument{symbol='S', currency='USD'} instrument{symbol='P', currency='USD'}
            deposit{account='A', amount=200, date='2023-01-10'} buy{account='A', symbol='S', quantity=10, price=20, date='2023-01-10'}
            spinoff{symbol='S', into='P', ratio='1:2', share=0.3, date='2023-02-01'}
            quote{symbol='S', date='2023-02-01', close=16} quote{symbol='P', date='2023-02-02', close=16}
            """)
        try session.run("function part(s) for _, r in ipairs(snapshots{by='symbol', on='2023-02-03'}) do if r.symbol == s then return r.contribution, r.gain end end end")
        #expect(try session.text("part('S')") == "140, 20")
        #expect(try session.text("part('P')") == "60, 20")
        #expect(try session.text("local s = snapshots{on='2023-02-03'}[1] return s.contribution, s.gain") == "200, 40")
    }

    @Test("Of an account tracked by value, the first worth told and what is left at its end", arguments: ["", "base='EUR', "])
    func worths(base: String) throws {
        let session = try ScriptSession(today: "2023-12-31")
        try session.run(
            """
            account{name='V', currency='USD', tracking='value'} account{name='W', currency='USD', tracking='value'}
            rate{from='USD', to='EUR', date='2023-01-01', rate=0.5}
            deposit{account='W', amount=100, date='2023-01-05'} value{account='W', amount=120, date='2023-01-10'}
            value{account='V', amount=4000, date='2023-01-10'} value{account='V', amount=5000, date='2023-01-10'} value{account='V', amount=6000, date='2023-02-10'}
            withdraw{account='V', amount=500, date='2023-02-15'}
            """)
        let half = base.isEmpty ? 1 : 2
        func agree(_ date: String) throws -> String {
            try session.text("(contributions{\(base)to='\(date)', level='account'}:sum('amount')) - snapshots{\(base)on='\(date)'}[1].contribution")
        }
        #expect(
            try session.text("local c = contributions{\(base)account='V'} return #c, c[1].type, c[1].date, c[1].amount, c[1].symbol") == "2, value, 2023-01-10, \(5000 / half), nil"
        )
        #expect(try session.text("contributions{\(base)account='V'}[1].id == values{account='V', on='2023-01-10'}[1].id") == "true")
        #expect(try session.text("#contributions{account='W'}, #contributions{account='V', from='2023-01-11'}, #contributions{account='V', currency='EUR'}") == "1, 1, 0")
        #expect(try agree("2023-03-31") == "0")
        try session.run("account{name='V', closed='2023-03-01'}")
        #expect(
            try session.text("local c = contributions{\(base)account='V'} return #c, c[3].type, c[3].date, c[3].amount, c[3].id") == "3, value, 2023-03-02, \(-5500 / half), nil")
        for date in ["2023-01-09", "2023-01-10", "2023-02-20", "2023-03-01", "2023-03-02", "2023-12-31"] where date > "2023-01-09" || base.isEmpty {
            #expect(try agree(date) == "0", "\(date)")
        }
    }
}
