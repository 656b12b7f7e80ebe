import TestSupport
import Testing
@testable import Scripting

@Suite("Two results side by side")
struct CompareTests {
    @Test("Holdings before and after a trade: columns that differ, rows that came and went")
    func holdings() throws {
        let session = try ScriptSession.small()
        try session.run("quote{symbol='ORCL', date='2014-06-01', close=40} quote{symbol='SPY', date='2014-06-01', close=190}")
        try session.run(
            """
            c = compare(holdings{}, whatif(function()
              sell{date='2014-06-02', account='Brokerage', symbol='ORCL', quantity=10, price=40}
              buy{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=3, price=190}
              return holdings{}
            end))
            """)
        #expect(try session.text("#c, c[1].symbol, c[1].quantity_before, c[1].quantity_after, c[1].quantity_change") == "2, ORCL, 10, nil, -10")
        #expect(try session.text("c[2].symbol, c[2].market_value_before, c[2].market_value_after, c[2].market_value_change") == "SPY, nil, 570, 570")
        #expect(try session.text("c[1].price_change, c:sum('market_value_change'), c[1].currency") == "nil, 170, USD")
        #expect(try session.text("#compare(holdings{}, holdings{}), compare(holdings{}, holdings{}).warnings[1].kind") == "1, no_difference")
    }

    @Test("Rows are joined by id, by texts and dates, or by the columns named")
    func keys() throws {
        let session = try ScriptSession.small()
        #expect(
            try session.text(
                """
                local c = compare(activities{}, whatif(function() amend{id=activities{}[1].id, amount=900} return activities{} end))
                return #c, c[1].id, c[1].account, c:sum('amount_change')
                """
            ).hasPrefix("3, "))
        #expect(
            try session.text("local c = compare(cash{}, whatif(function() deposit{account='Savings', amount=5} return cash{} end), {key='account'}) return #c, c[2].balance_change")
                == "2, 5")
        #expect(try session.text("local c = compare(cash{}, cash{}, {columns={'balance'}}) return #c, c[1].balance_before, c[1].balance_change") == "1, 687, 0")
        #expect(
            try session.text(
                "local c = compare(snapshots{every='month'}, whatif(function() deposit{account='Savings', amount=5} return snapshots{every='month'} end)) return c:last('contribution_change')"
            ) == "5")
        #expect(try session.message("local f = activities{}:select('account', 'amount') compare(f, f)").contains("told apart by account, and two of them agree"))
        #expect(try session.message("compare(cash{}, cash{}, {key='acount'})").contains("acount"))
        #expect(try session.message("compare(cash{}, cash{}, {keys='account'})").contains("no option keys"))
        #expect(try session.message("compare(cash{}, cash{}, {columns='account'})").contains("no column of numbers"))
    }

    @Test(
        "Values and tables of values",
        arguments: [
            ("compare(5, 7.5)[1].change", "2.5"), ("compare(D'1.10', 1)[1].change", "-0.1"), ("compare(nil, 1)[1].change", "nil"),
            ("compare(money(5, 'EUR'), money(7, 'EUR'))[1].change", "2"), ("compare({a=1, b=2}, {b=5, c=1}):csv()", "name,before,after,change\na,1,,\nb,2,5,3\nc,,1,\n"),
            ("compare({1, 2}, {1, 4})[2].change", "2"),
        ])
    func values(source: String, shown: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.text(source).replacing("\r", with: "") == shown)
    }

    @Test(
        "What cannot be compared is told",
        arguments: [
            ("compare(5, 'x')", "cannot be compared"), ("compare(cash{}, 5)", "cannot be compared"), ("compare(money(5, 'EUR'), money(5, 'USD'))", "EUR"),
            ("compare({a={}}, {a=1})", "only numbers are compared"),
        ])
    func refused(source: String, part: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.message(source).contains(part))
    }
}
