import Foundation
import TestSupport
import Testing
@testable import Scripting

@Suite("Rates of interest and growth")
struct YearlyRateTests {
    @Test(
        "They are written with their sign",
        arguments: [
            ("account{name='CD', rate='2.5%'}.rate", "0.025"), ("account{name='CD', rate='0.9 %'}.rate", "0.009"), ("account{name='CD', rate='-0.5%'}.rate", "-0.005"),
            ("goal{name='G', amount=5, by='2030-01-01', account='Savings', rate='2%'}[1].rate", "0.02"),
            ("tier{name='T', target=5, accounts={{account='Savings', apy='3.9%'}}} return tiers{by='account'}[1].apy", "3.9"),
        ])
    func forms(source: String, shown: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.text(source.contains("return") ? source : "return " + source) == shown)
    }

    @Test(
        "A number alone is refused with the spelling",
        arguments: [
            ("account{name='CD', rate=2.5}", "rate must be a rate with its sign such as \"2.5%\", got 2.5"), ("account{name='CD', rate='0.9'}", "got \"0.9\""),
            ("account{name='CD', rate=D'0.025'}", "got 0.025"), ("goal{name='G', amount=5, by='2030-01-01', account='Savings', rate=0.02}", "got 0.02"),
            ("tier{name='T', target=5, accounts={{account='Savings', apy=3.9}}}", "apy of \"Savings\" must be a rate with its sign"),
            ("account{name='CD', rate='much%'}", "got \"much%\""),
        ])
    func refusals(source: String, part: String) throws {
        try ScriptSession.small().expectRefusal(of: source, saying: part)
    }

    @Test("The hint tells both that may be meant")
    func hint() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("local ok, err = pcall(account, {name='CD', rate=0.9}) return err.hint") == "write \"90%\" if 0.9 is a part of one, \"0.9%\" for 0.9 % a year")
        #expect(try session.text("local ok, err = pcall(account, {name='CD', rate=2.5}) return err.hint") == "write \"2.5%\" for 2.5 % a year")
    }

    @Test("Files of ours have the sign, and a number alone is refused in them")
    func files() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try session.run("account{name='CD', type='deposit', rate='4.125%'} export('\(folder.path)/accounts.csv', 'accounts') export('\(folder.path)/book', 'book')")
        #expect(try String(contentsOfFile: folder.path + "/accounts.csv", encoding: .utf8).contains(",4.125%,"))
        let other = try ScriptSession()
        try other.run("setting('base_currency', 'USD') import('\(folder.path)/accounts.csv')")
        #expect(try other.text("account'CD'.rate") == "0.04125")
        let third = try ScriptSession()
        try third.run("import('\(folder.path)/book')")
        #expect(try third.text("account'CD'.rate") == "0.04125")
        try "id,name,type,currency,rate\n1,Old,deposit,USD,0.04\n".write(toFile: folder.path + "/old.csv", atomically: true, encoding: .utf8)
        #expect(try other.text("import('\(folder.path)/old.csv'):list('verdict')") == "{\"refused\"}")
        #expect(try other.text("(account'Old')") == "nil")
    }

    @Test("A deposit's rate is used: what is due at maturity, and what comes in twelve months")
    func accrual() throws {
        let session = try ScriptSession.small()
        try session.run("account{name='CD', type='deposit', rate='3.65%', matures='2015-04-10'} deposit{date='2014-04-10', account='CD', amount=1000}")
        // 1000 × 3.65 % × 365 / 365.
        #expect(try session.text("local r = income_forecast{on='2014-12-31', account='CD'}[1] return r.date, r.type, r.amount") == "2015-04-10, interest, 36.5")
        try session.run(
            "account{name='Daily', type='cash', rate='3.65%'} deposit{date='2014-12-01', account='Daily', amount=200} interest{date='2014-12-31', account='Daily', amount=0.60}")
        // 200.60 × 3.65 % × 365 / 365, and not the 0.60 of December again.
        #expect(try session.text("income_forecast{on='2014-12-31', account='Daily'}:list('amount')") == "{7.32}")
        try session.run(
            "account{name='Term', type='deposit', rate='3.65%', matures='2014-06-30'} deposit{date='2014-04-01', account='Term', amount=1000} deposit{date='2014-05-31', account='Term', amount=1000}"
        )
        // 1000 × 90 + 1000 × 30 days, × 3.65 % / 365 = 12.
        #expect(try session.text("warnings{}:where{kind='interest_due'}[1].message").contains("interest due of \"Term\" at maturity on 2014-06-30: 12.00 USD"))
        try session.run("interest{date='2014-06-30', account='Term', amount=12}")
        #expect(try session.text("#warnings{}:where{kind='interest_due'}") == "0")
    }

    @Test("The forecast of a plan goes by the account's rate where the tier tells none, up to its maturity")
    func forecast() throws {
        let session = try ScriptSession.small()
        try session.run("account{name='CD', rate='12%', matures='2015-03-31'} deposit{date='2014-12-31', account='CD', amount=1000} tier{name='T', target=5, accounts={'CD'}}")
        // 1000 × 1.01³.
        #expect(try session.text("forecast{months=12, by='account'}[1].after, forecast{months=12, by='account'}[1].apy") == "1030.301, 12")
        #expect(try session.text("forecast{months=2}[1].after") == "1020.1")
    }
}
