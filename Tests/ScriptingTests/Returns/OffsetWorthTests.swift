import Testing
@testable import Scripting

@Suite("What comes to nothing together is there all the same")
struct OffsetWorthTests {
    private func session(_ source: String) throws -> ScriptSession {
        let session = try ScriptSession(today: "2024-02-10")
        try session.run(
            "setting('base_currency', 'EUR') for _, n in ipairs{'A', 'B'} do account{name=n, currency='EUR', portfolio=n, owner=n} end instrument{symbol='S', currency='EUR', class='shares'} \(source)"
        )
        return session
    }

    private static let bought = "deposit{account='B', amount=500, date='2024-01-02'} buy{account='A', symbol='S', quantity=10, price=20, date='2024-01-03'} "

    @Test("An account of shares bought with money that is owed has its row, so that parts add up to the whole", arguments: ["account", "portfolio", "owner"])
    func parts(by: String) throws {
        let session = try session(Self.bought + "notional_distribution{account='A', symbol='S', amount=7, date='2024-01-05'}")
        let shown =
            "local t = {} for r in attribution{by='\(by)'} do t[#t + 1] = r.\(by) .. ' ' .. tostring(r.price_gain) .. ' ' .. tostring(r.income) end return table.concat(t, ', ')"
        #expect(try session.text(shown) == "A -7 7, B 0 0")
        for sum in ["price_gain", "income", "gain", "closing"] {
            #expect(try session.text("attribution{by='\(by)'}:sum('\(sum)') == attribution{}[1].\(sum)") == "true")
        }
        #expect(
            try session.text(
                "attribution{\(by)='A'}[1].income, #snapshots{\(by)='A', on='2024-01-31'}, snapshots{\(by)='A', on='2024-01-31'}[1].value, #returns{\(by)='A'}, returns{\(by)='A'}[1].gain"
            ) == "7, 1, 0, 1, 0")
        #expect(try session.text("#attribution{\(by)='A', year=2024, every='month'}") == "2")
    }

    @Test("By class, kind and symbol, a position of one account and what another owes of it have their row, too", arguments: ["class", "kind", "symbol"])
    func instruments(by: String) throws {
        let session = try session(
            """
            deposit{account='A', amount=500, date='2024-01-02'} buy{account='A', symbol='S', quantity=10, price=20, date='2024-01-03'}
            record{type='sell', subtype='sell_to_open', account='B', symbol='S', quantity=10, price=20, date='2024-01-03'}
            notional_distribution{account='A', symbol='S', amount=7, date='2024-01-05'}
            """)
        #expect(try session.text("attribution{by='\(by)'}:sum('income'), attribution{}[1].income") == "7, 7")
    }

    @Test("What is worth nothing, is gone, or is told to be worth nothing, ends as before")
    func gone() throws {
        let session = try session(
            Self.bought
                + "quote{symbol='S', date='2024-01-08', close=25} sell{account='A', symbol='S', quantity=10, price=25, date='2024-01-09'} withdraw{account='A', amount=50, date='2024-01-10'}"
        )
        #expect(try session.text("local r = attribution{account='A'}[1] return r.from, r.to, r.gain") == "2024-01-03, 2024-01-10, 50")
        let told = try self.session("account{name='V', currency='EUR', tracking='value'} value{account='V', date='2024-01-02', amount=0}")
        #expect(try told.text("#attribution{account='V'}, #attribution{account='A'}") == "0, 0")
    }

    @Test("A day worth nothing between others is one of the span") func between() throws {
        let session = try session(
            Self.bought + "quote{symbol='S', date='2024-01-04', close=20} quote{symbol='S', date='2024-01-08', close=30} quote{symbol='S', date='2024-01-20', close=20}")
        #expect(try session.text("local r = returns{account='A'}[1] return r.from, r.to, r.gain") == "2024-01-03, 2024-02-10, 0")
        #expect(try session.text("snapshots{account='A', every='week'}:list('value')").hasPrefix("{0, 100, 0, 0"))
    }
}
