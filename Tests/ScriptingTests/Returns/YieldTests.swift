import Scripting
import TestSupport
import Testing
import Values

@Suite("What holdings pay")
struct YieldTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            setting("base_currency", "USD")
            instrument{symbol="PAY", currency="USD"}
            deposit{date="2013-01-02", account="Brokerage", amount=10000}
            buy{date="2013-01-02", account="Brokerage", symbol="PAY", quantity=10, price=100}
            dividend{date="2013-03-01", account="Brokerage", symbol="PAY", amount=5}
            dividend{date="2013-09-02", account="Brokerage", symbol="PAY", amount=20, tax=3}
            buy{date="2013-10-01", account="Brokerage", symbol="PAY", quantity=30, price=100}
            dividend{date="2014-03-03", account="Brokerage", symbol="PAY", amount=40}
            split{date="2014-06-02", symbol="PAY", ratio="2:1"}
            quote{symbol="PAY", date="2014-06-30", close=50}
            """)
    }

    @Test("A dividend counts by the unit: what was paid on 10 is paid on what is held now, and splits are undone")
    func yields() throws {
        // From 2013-07-01 on: 20 on 10 units and 40 on 40. Of today's 80, which were 40 before the split: 20 × 4 + 40.
        try session.run(#"y = yields{on="2014-06-30", symbol="PAY"}[1]"#)
        #expect(try session.text("y.quantity, y.payments, y.received, y.income") == "80, 2, 60, 120")
        // The units cost 4,000 and are worth 4,000.
        #expect(try session.text("y.cost_basis, y.market_value, y.yield_on_cost, y.yield_on_value") == "4000, 4000, 0.03, 0.03")
        // The day after 2013-09-02 came round again, only the last is of the twelve months.
        #expect(try session.text(#"yields{on="2014-09-02", symbol="PAY"}[1].payments"#) == "1")
        #expect(try session.text(#"yields{on="2014-09-01", symbol="PAY"}[1].payments"#) == "2")
    }

    @Test("The next twelve months are the last ones again, for the units held now")
    func forecast() throws {
        try session.run(#"f = income_forecast{on="2014-06-30", symbol="PAY"}"#)
        #expect(try session.text("#f, f[1].date, f[1].amount, f[1].based_on, f[1].paid") == "2, 2014-09-02, 80, 2013-09-02, 20")
        #expect(try session.text("f[2].date, f[2].amount") == "2015-03-03, 40")
        try session.run(#"sell{date="2014-06-30", account="Brokerage", symbol="PAY", quantity=80, price=50}"#)
        #expect(try session.text(#"#income_forecast{on="2014-06-30", symbol="PAY"}"#) == "0")
    }

    @Test("Interest on cash is taken as it was")
    func interest() throws {
        try session.run(#"interest{date="2014-05-30", account="Savings", amount=3.10}"#)
        #expect(try session.text(#"income_forecast{on="2014-06-30", account="Savings"}[1].amount"#) == "3.1")
    }

    @Test("What was paid in another currency than the holding's counts at the rate of its day, and is unknown without one")
    func paidElsewhere() throws {
        try session.run(#"paid = dividend{date="2014-04-01", account="Brokerage", symbol="PAY", amount=10, currency="EUR"}"#)
        try session.run("function lacks() local n = 0; for _, w in ipairs(holdings{symbol='PAY'}.warnings) do if w.kind == 'no_rate' then n = n + 1 end end return n end")
        func told() throws -> String { try session.text("holdings{symbol='PAY'}[1].income, yields{on='2014-06-30', symbol='PAY'}[1].received, lacks()") }
        #expect(try told() == "nil, nil, 1")
        try session.run(#"rate{from="EUR", to="USD", date="2014-03-31", rate=1.5}"#)
        // 65 in dollars, and 10 · 1.5.
        #expect(try told() == "80, 75, 0")
        #expect(try session.text("holdings{symbol='PAY', on='2014-03-31'}[1].income, holdings{symbol='PAY', base='EUR'}:columns() ~= nil") == "65, true")
        try session.run("void{id=paid[1].id}")
        #expect(try session.text("holdings{symbol='PAY'}[1].income") == "65")
    }

    @Test("In another currency by the rate of each payment's day, and the forecast by today's")
    func converted() throws {
        try session.run(#"rate{from="EUR", to="USD", date="2013-01-02", rate=1.25} rate{from="EUR", to="USD", date="2014-03-01", rate=1.6}"#)
        try session.run(#"y = yields{on="2014-06-30", symbol="PAY", base="EUR"}[1]"#)
        // 80 / 1.25 and 40 / 1.6, on a cost of 4,000 / 1.25.
        #expect(try session.text("y.income, y.cost_basis, y.currency") == "89, 3200, EUR")
        #expect(try session.text(#"income_forecast{on="2014-06-30", symbol="PAY", base="EUR"}:sum("amount")"#) == "75")
    }
}
