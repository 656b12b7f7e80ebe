import Testing
@testable import Scripting

@Suite("Recording activities")
struct RecordingTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test(
        "Each verb gives back what it recorded",
        arguments: [
            (#"buy{date="2014-02-03", account="Brokerage", symbol="ORCL", quantity=4, price=30}"#, "buy ORCL 4 30 120 -120"),
            (#"sell{date="2014-02-03", account="Brokerage", symbol="ORCL", quantity=4, price=35, fee=2}"#, "sell ORCL 4 35 140 138"),
            (#"deposit{date="2014-02-03", account="Savings", amount=500}"#, "deposit nil nil nil 500 500"),
            (#"withdraw{date="2014-02-03", account="Brokerage", amount="20.50"}"#, "withdrawal nil nil nil 20.5 -20.5"),
            (#"dividend{date="2014-02-03", account="Brokerage", symbol="ORCL", amount=12.50, tax=1.80}"#, "dividend ORCL nil nil 12.5 10.7"),
            (#"interest{date="2014-02-03", account="Savings", amount=3.10}"#, "interest nil nil nil 3.1 3.1"),
            (#"fee{date="2014-02-03", account="Brokerage", amount=2}"#, "fee nil nil nil 2 -2"),
            (#"tax{date="2014-02-03", account="Brokerage", amount=D"7"}"#, "tax nil nil nil 7 -7"),
            (#"record{type="buy", date="2014-02-03", account="Brokerage", symbol="ORCL", quantity=1, price=30}"#, "buy ORCL 1 30 30 -30"),
        ])
    func verbs(source: String, row: String) throws {
        let shown = try session.text(
            """
            (function() local f = \(source) local r = f[1]
            return ("%s %s %s %s %s %s %d"):format(r.type, r.symbol, r.quantity, r.price, r.amount, r.cash, #f) end)()
            """)
        #expect(shown == row + " 1")
    }

    @Test("What is left out is today, the account's currency, posted; notes and times are kept")
    func defaults() throws {
        try session.run("r = deposit{account='Savings', amount=5, notes='tip', time='2014-12-31T10:00:00Z'}[1]")
        #expect(try session.text("r.date, r.currency, r.status, r.notes") == "2014-12-31, USD, posted, tip")
        #expect(try session.text("activities{account='Savings'}[1].source, activities{account='Savings'}[1].recorded_at.date") == "test, 2014-05-13")
    }

    @Test("Every number is exact, however it is written", arguments: ["182.30", "'182.30'", "D'182.30'", "182.3", "1823 / D'10'"])
    func exactNumbers(written: String) throws {
        let row = try session.text("buy{account='Brokerage', symbol='ORCL', quantity=1, price=\(written)}[1].price")
        #expect(row == "182.3")
    }

    @Test("Accounts and instruments may stand for their names")
    func handles() throws {
        #expect(try session.text("deposit{account=account'Savings', amount=5}[1].account") == "Savings")
        #expect(try session.text("buy{account=account'Brokerage', symbol=instrument'ORCL', quantity=1, price=2}[1].symbol") == "ORCL")
    }

    @Test(
        "A mistake in a field gets a sentence that names it",
        arguments: [
            (#"buy{account="Brokerage", symbol="ORCL", quantity="ten", price=1}"#, #"buy: quantity must be a number, got string "ten""#),
            (#"buy{account="Brokerage", symbol="ORCL", quantity={}, price=1}"#, "buy: quantity must be a number, got a table"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=true, price=1}"#, "buy: quantity must be a number, got true"),
            (#"buy{account="Brokerage", symbol="ORCL", price=1}"#, "buy: quantity is missing; it must be a number"),
            (#"buy{symbol="ORCL", quantity=1, price=1}"#, "buy: account is missing; it must be the name of an account"),
            (#"buy{account="Brokerage", quantity=1, price=1}"#, #"buy: symbol is missing; it must be a symbol such as "ORCL""#),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1}"#, "a buy needs price or amount"),
            (#"buy{account="Brokerage", symbol="ORCL", quantty=1, price=1}"#, "buy: there is no field quantty (did you mean \"quantity\"?)"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, prise=1}"#, "buy: there is no field prise (did you mean \"price\"?)"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, colour=1}"#, "buy: there is no field colour (it takes "),
            (
                #"buy{account="Brokrage", symbol="ORCL", quantity=1, price=1}"#,
                #"unknown account "Brokrage"; did you mean "Brokerage"? (Define it with account{name="Brokrage", currency="USD"})"#
            ),
            (
                #"buy{account="Brokerage", symbol="OCRL", quantity=1, price=1}"#,
                #"unknown symbol "OCRL"; did you mean "ORCL"? (Define it with instrument{symbol="OCRL", currency="USD"})"#
            ),
            (#"buy{account="Brokerage", symbol=5, quantity=1, price=1}"#, #"buy: symbol must be a symbol such as "ORCL", got number 5"#),
            (#"buy{account=5, symbol="ORCL", quantity=1, price=1}"#, "buy: account must be the name of an account, got number 5"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=-1, price=1}"#, "the quantity of a buy cannot be negative, and -1 is (Record a sell instead)"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=0, price=1}"#, "the quantity of a buy cannot be zero"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=2, price=3, amount=7}"#, "2 at 3 are 6 USD, not 7"),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, currency="EUR"}"#, #"ORCL is priced in USD, but this trade in "Brokerage" is in EUR"#),
            (
                #"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, date="2015-01-01"}"#,
                #"2015-01-01 is after today, 2014-12-31, so it cannot have been posted (Say status="pending" until it has happened)"#
            ),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, date="1.1.2014"}"#, "buy: date: "),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, date=5}"#, #"buy: date must be a date such as "2014-03-03", got number 5"#),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, status="posed"}"#, #"unknown status "posed"; did you mean "posted"?"#),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1, time="noon"}"#, "buy: time: "),
            (#"buy{account="Brokerage", symbol="ORCL", quantity=1, price=1/3}"#, "0.333333333333333"),
            (
                #"sell{account="Brokerage", symbol="ORCL", quantity=11, price=1}"#,
                #""Brokerage" holds 10 ORCL on 2014-12-31, so it cannot sell 11 (If it may go short, say account{name="Brokerage", allow_short=true})"#
            ),
            (#"record{type="by", account="Brokerage"}"#, #"unknown activity type "by"; did you mean "buy"?"#),
            (#"record{account="Brokerage"}"#, "record: type is missing; it must be a string"),
            (#"deposit{account="Savings", amount=-5}"#, "the amount of a deposit cannot be negative, and -5 is (Record a withdrawal instead)"),
            (
                "buy{account='Brokerage', symbol='ORCL', date='2014-06-02', quantity=D'1e15', price=D'1e12'}",
                "the buy of ORCL on 2014-06-02: 1000000000000000 * 1000000000000 is beyond"
            ),
            (
                "transaction(function() buy{account='Brokerage', symbol='ORCL', date='2014-06-02', quantity=D'1e12', price=D'0.000001'} split{symbol='ORCL', ratio='1000000000000:1', date='2014-06-03'} end)",
                "the split of ORCL on 2014-06-03: "
            ),
            (#"deposit("Savings", 5)"#, "deposit: "),
            (#"deposit(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)"#, "deposit: "),
        ])
    func mistakes(source: String, part: String) throws {
        try session.expectNothingRecorded {
            let message = try session.message(source)
            #expect(message.contains(part), "\(source): \(message)")
        }
    }

    @Test("A script can catch a mistake and ask what it was")
    func caught() throws {
        try session.run("ok, e = pcall(sell, {account='Brokerage', symbol='ORCL', quantity=11, price=1})")
        #expect(try session.text("ok, e.kind, e.field") == "false, oversold, quantity")
        #expect(try session.text("e.message:find('holds 10 ORCL') ~= nil, e.hint:find('allow_short') ~= nil, tostring(e):find('test:1') ~= nil") == "true, true, true")
        try session.run("ok, e = pcall(buy, {account='Brokerage', symbol='ORCL', quantity='ten'})")
        #expect(try session.text("e.kind, e.field") == "argument, quantity")
    }

    @Test("An account that may go short sells what it does not hold")
    func short() throws {
        try session.run("account{name='Brokerage', allow_short=true}")
        try session.run("sell{account='Brokerage', symbol='ORCL', quantity=11, price=1}")
        #expect(try session.text("holdings{symbol='ORCL'}[1].quantity, lots{symbol='ORCL'}[1].side") == "-1, short")
    }

    @Test("Only what is posted counts; pending and drafts are on record")
    func statuses() throws {
        try session.run("deposit{account='Savings', amount=5, status='pending'} deposit{account='Savings', amount=7, status='draft', date='2015-06-01'}")
        #expect(try session.text("#cash{account='Savings'}, #activities{account='Savings'}, #activities{account='Savings', status='all'}") == "0, 0, 2")
        #expect(try session.text("activities{account='Savings', status='pending'}[1].amount") == "5")
    }
}
