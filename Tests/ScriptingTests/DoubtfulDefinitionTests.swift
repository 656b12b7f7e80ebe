import LuaSurface
import Testing

@Suite("Definitions that may be slips are told")
struct DoubtfulDefinitionTests {
    private let session: ScriptSession
    private let told = Notices()

    private final class Notices {
        var text = ""
    }

    init() throws {
        session = try ScriptSession.small()
        let told = told
        session.runtime.console.notice = { told.text += $0 + "\n" }
    }

    @Test("An account that is closed with something in it is told of, at once and in warnings, until it is empty")
    func closed() throws {
        let left = "\"Brokerage\" is closed on 2014-06-30 and still holds 10 ORCL, 687.00 USD"
        try session.run("account{name='Brokerage', closed='2014-06-30'}")
        #expect(told.text.contains(left), "\(told.text)")
        #expect(try session.text("warnings{}:where{kind='closed_account'}[1].message").contains(left))
        #expect(try session.text("#warnings{on='2014-06-29'}:where{kind='closed_account'}") == "0")
        told.text = ""
        try session.run("account{name='Brokerage', owner='Ben'} account{name='Savings', closed='2014-06-30'}")
        #expect(told.text == "")
        try session.run(
            "account{name='Brokerage', closed=false} sell{account='Brokerage', symbol='ORCL', quantity=10, price=31, date='2014-02-01'} "
                + "withdraw{account='Brokerage', amount=997, date='2014-02-02'} account{name='Brokerage', closed='2014-06-30'}")
        #expect(told.text == "")
        #expect(try session.text("#warnings{}:where{kind='closed_account'}") == "0")
    }

    @Test("An account whose entries are in another currency than it is in now is told of")
    func currency() throws {
        try session.run("account{name='Brokerage', currency='EUR'}")
        #expect(
            told.text.contains("\"Brokerage\" is in EUR now: its 2 entries in USD stay as they are, and what is recorded without a currency is in EUR from now on"), "\(told.text)")
        told.text = ""
        try session.run("account{name='Savings', currency='EUR'}")
        #expect(told.text == "")
    }

    @Test("Undo tells which accounts and instruments it leaves, and how an empty account goes")
    func undo() throws {
        try session.run("account{name='Deepot', currency='USD'} instrument{symbol='SAPP', currency='USD'} buy{account='Deepot', symbol='SAPP', quantity=1, price=5}")
        try session.run("undo()")
        #expect(
            told.text.contains(
                "the account \"Deepot\" and the instrument SAPP stay, as undo takes no new definition back; delete account \"Deepot\" confirm takes the account away"),
            "\(told.text)")
        // What the act before it defined, or what was only changed, is not told.
        told.text = ""
        try session.run("account{name='Savings', owner='Ada'} deposit{account='Savings', amount=5}")
        try session.run("undo()")
        #expect(told.text == "")
        // An account that is in use by now is not offered for deletion.
        try session.run("account{name='Depot', currency='USD'} deposit{account='Depot', amount=5}")
        let first = try session.text("activities{account='Depot'}[1].id")
        try session.run("void{id=\(first)} deposit{account='Depot', amount=6}")
        try session.run("undo()")
        try session.run("undo()")
        #expect(told.text.contains("\"Depot\" stays") == told.text.contains("delete account \"Depot\""))
    }

    @Test("A name that differs from another in capitals or blanks only is told, where it is new")
    func alike() throws {
        try session.run("account{name='brokerage', currency='USD', portfolio='Family', group='Long term'}")
        #expect(told.text == "the account \"brokerage\" is new, beside \"Brokerage\", which differs in capitals or blanks only\n")
        told.text = ""
        try session.run("account{name='Depot', currency='USD', portfolio='family', group='long-term', owner='Ada'} account{name='Savings', group='LONGTERM', owner='ada'}")
        #expect(
            told.text.split(separator: "\n") == [
                "the portfolio \"family\" is new, beside \"Family\", which differs in capitals or blanks only",
                "the owner \"ada\" is new, beside \"Ada\", which differs in capitals or blanks only",
                "the group \"LONGTERM\" is new, beside \"Long term\", which differs in capitals or blanks only",
            ])
        told.text = ""
        try session.run("account{name='Savings', portfolio='family', group='LONGTERM'} instrument{symbol='orcl', currency='USD'} instrument{symbol='orcl', name='x'}")
        #expect(told.text == "the instrument \"orcl\" is new, beside \"ORCL\", which differs in capitals or blanks only\n")
    }

    @Test("A tier that is nearly another is new, and told")
    func tier() throws {
        try session.run("plan{ready=true}")
        try session.run("tier{name='Bufer', target=5}")
        #expect(told.text.contains("the tier \"Bufer\" is new, beside \"Buffer\""), "\(told.text)")
        told.text = ""
        try session.run(
            "tier{name='Buffer', target=5} tier{name='Holidays', target=7} tier{name='Bills 2023', target=5} tier{name='Bills 2024', target=5} tier{name='T1', target=5} tier{name='T2', target=5}"
        )
        #expect(told.text == "")
    }

    @Test(
        "A currency called by its name is told its code",
        arguments: [
            ("Euro", "did you mean \"EUR\"?"), ("euro", "did you mean \"EUR\"?"), ("EURO", "did you mean \"EUR\"?"), ("Dollar", "\"USD\", \"CAD\""),
            ("Pfund", "did you mean \"GBP\"?"),
            ("Złoty", "did you mean \"PLN\"?"), ("eur", "did you mean \"EUR\"?"), ("RMB", "did you mean \"CNY\"?"),
        ])
    func currencyNames(word: String, told: String) throws {
        #expect(try session.message("account{name='Giro', currency='\(word)'}").contains(told))
        #expect(try session.message("rate{from='\(word)', to='USD', rate=1}").contains(told))
    }

    @Test("Money in warnings has the digits of its currency, and nothing is hidden by that")
    func digits() throws {
        try session.run("limit{name='IRA', account='Savings', amount=1} deposit{account='Savings', amount='2.3333333', date='2014-03-03'}")
        #expect(try session.text("warnings{}:where{kind='limit_exceeded'}[1].message").contains("and 2.33 USD were paid in: 1.33 USD too much"))
        try session.run("setting('negative_cash', 'quiet') account{name='Thin', currency='USD'} withdraw{account='Thin', amount='0.001', date='2014-03-03'}")
        #expect(try session.text("warnings{}:where{kind='negative_cash'}[1].message").contains("has -0.001 USD in cash"))
        try session.run("withdraw{account='Thin', amount='6801.699', date='2014-03-04'}")
        #expect(try session.text("warnings{}:where{kind='negative_cash'}[1].message").contains("has -6801.70 USD in cash"))
    }

    @Test("A report by month has a row for each currency")
    func months() throws {
        try session.run("account{name='E', currency='EUR'} interest{account='E', amount=3, date='2014-03-03'} interest{account='Savings', amount=5, date='2014-03-04'}")
        #expect(try session.text("local r = report.income_by_month{year=2014} return #r, r[1].currency, r[1]['03'], r[2].currency, r[2]['03']") == "2, EUR, 3, USD, 5")
    }

    @Test("A rule that lacks a price tells the day and the ways on")
    func stale() throws {
        try session.run("quote{symbol='ORCL', date='2014-01-03', close=31}")
        try session.run("recurring{name='plan', every='month', day=20, from='2014-11-20', record={type='buy', symbol='ORCL', account='Brokerage', amount=50}}")
        let message = try session.message("recurring.run{}")
        #expect(message.contains("\"plan\" for 2014-11-20") && message.contains("recurring skip plan on 2014-11-20") && message.contains("calendar="), "\(message)")
    }
}
