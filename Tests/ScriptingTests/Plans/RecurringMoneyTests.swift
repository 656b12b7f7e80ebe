import Ledger
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values
@testable import Scripting

@Suite("The money of recurring rules")
struct RecurringMoneyTests {
    /// Accounts A to E in dollars, EU in euros; 100 in A, 50 in B.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession()
        try session.run(
            """
            for _, n in ipairs{"A", "B", "C", "D", "E"} do account{name=n, currency="USD", type="deposit", opened="2013-01-01"} end
            account{name="EU", currency="EUR", type="deposit", opened="2013-01-01"}
            setting("base_currency", "USD")
            deposit{account="A", amount=100, date="2014-01-05"}
            deposit{account="B", amount=50, date="2014-01-05"}
            """)
        return session
    }

    private static let months = #"every="month", day=20, from="2014-10-01""#

    @Test(
        "Nothing that takes money out fills an account, and only deposits and transfers are split",
        arguments: [
            (#"{type="withdrawal", account="A", amount="up to 10"}"#, "a record of type \"withdrawal\" fills no account"),
            (#"{type="fee", account="A", amount="up to the cap"}"#, "a record of type \"fee\" fills no account"),
            (#"{type="withdrawal", account="A", amount=10, split="plan"}"#, "a record of type \"withdrawal\" cannot be split"),
            (#"{type="deposit", account="A", amount=10, status="draft"}"#, "has no field status (the rule itself has one"),
        ])
    func refused(record: String, expected: String) throws {
        let session = try session()
        try session.expectNothingRecorded {
            let message = try session.message("recurring{name=\"r\", \(Self.months), record=\(record)}")
            #expect(message.contains(expected), "\(message)")
        }
    }

    @Test("A transfer up to a sum moves what is there and no more")
    func source() throws {
        let session = try session()
        try session.run("recurring{name='r', \(Self.months), record={type='transfer', from='A', to='C', amount='up to 150'}}")
        try session.run("recurring.run{}")
        #expect(try session.text("cash{account='A'}:count(), cash{account='C'}[1].balance") == "0, 100")
        let message = try { () -> String in
            try session.run("recurring{name='e', every='year', from='2014-12-01', record={type='transfer', from='B', to='EU', amount='up to 150'}}")
            return try session.message("recurring.run{name='e'}")
        }()
        #expect(message.contains("B is kept in USD and EU in EUR"), "\(message)")
    }

    @Test("Drafts that wait count: three months together fill what is lacking, and no more")
    func drafts() throws {
        let session = try session()
        try session.run("recurring{name='r', \(Self.months), status='draft', record={type='deposit', account='A', amount='up to 150'}}")
        #expect(try session.text("recurring.due{to='2015-03-31'}:list('amount')") == "{50}")
        #expect(try session.text("recurring.run{}:list('amount')") == "{50}")
        #expect(try session.text("recurring.approve{}:count(), cash{account='A'}[1].balance") == "1, 150")
        try session.run("tier{name='Buffer', target=300, accounts={'C', {account='D', cap=120}}}")
        try session.run("recurring{name='s', \(Self.months), status='draft', record={type='deposit', account='E', amount=200, split='plan'}}")
        try session.run("recurring{name='c', every='month', day=10, from='2014-10-01', status='draft', record={type='deposit', account='D', amount='up to the cap'}}")
        try session.run("recurring.run{}")
        #expect(try session.text(#"activities{account="D", type="deposit", status="draft"}:list("amount")"#) == "{120}")
        try session.run("recurring.approve{}")
        #expect(try session.text("cash{account='C'}[1].balance + cash{account='D'}[1].balance, cash{account='E'}[1].balance") == "300, 420")
    }

    @Test("Drafts count as they will count in cash: a capital return does, a reward in units does not")
    func draftsOfFinerSenses() throws {
        let session = try session()
        try session.run("instrument{symbol='X', currency='USD'}")
        try session.run("record{type='dividend', subtype='return_of_capital', status='draft', date='2014-06-01', account='A', symbol='X', amount=20}")
        try session.run("record{type='interest', subtype='staking_reward', status='draft', date='2014-06-01', account='A', symbol='X', quantity=3, amount=30}")
        try session.run("recurring{name='r', \(Self.months), record={type='deposit', account='A', amount='up to 150'}}")
        #expect(try session.text("recurring.due{to='2015-03-31'}:list('amount')") == "{30}")
    }

    @Test("Up to the cap reckons in the plan's currency with what the account is worth; a split transfer leaves the rest where it is")
    func currencies() throws {
        let session = try session()
        try session.run("deposit{account='EU', amount=100, date='2014-01-05'}")
        try session.run("tier{name='Buffer', target=1000, accounts={{account='EU', cap=200}}}")
        let rule = "recurring{name='r', every='year', from='2014-12-01', record={type='deposit', account='EU', amount='up to the cap'}}"
        try session.run(rule)
        #expect(try session.message("recurring.run{}").contains("what \"EU\" is worth on 2014-12-01 is not known"))
        try session.run("rate{from='EUR', to='USD', date='2014-12-01', rate='1.25'}")
        #expect(try session.text("recurring.due{}:list('amount'), recurring.due{}[1].currency") == "{75}, USD")
        try session.run("recurring.run{}")
        try session.run("recurring{name='m', every='year', from='2014-12-01', record={type='transfer', from='A', amount=60, split='plan', currency='EUR'}}")
        #expect(try session.message("recurring.run{}").contains("the reserve plan is in USD, and the record in EUR"))
        try session.run("tier{name='More', target=40, accounts={{account='C', cap=40}}}")
        try session.run("recurring{name='m', every='year', from='2014-12-01', record={type='transfer', from='A', amount=60, split='plan'}}")
        try session.run("recurring.run{}")
        #expect(try session.text("cash{account='A'}[1].balance, cash{account='C'}[1].balance") == "60, 40")
    }

    @Test("A function that records in another open book too is refused, as is known before it is due, and its rule is that of one book")
    func books() throws {
        let folder = try TemporaryFolder(), session = try session()
        try session.run("other = open('\(folder.path)/b.luca', false) other:account{name='Cash', currency='USD'}")
        try session.run(
            """
            recurring{name="f", every="year", from="2014-12-01", record=function(day)
              other:deposit{account="Cash", date=day, amount=1} deposit{account="A", date=day, amount=1} end}
            """)
        #expect(try session.text("recurring.due{}[1].what, other:activities{}:count()") == "cannot be recorded, 0")
        #expect(try session.text("other:recurring{name='f'}").contains("there is no recurring rule"))
        for isDry in [true, false] {
            let run = try session.runtime.runRecurring(to: nil, isDry: isDry) { _ in }
            #expect(run.posted == 0 && run.failures.count == 1 && run.failures[0].contains("has written b.luca"))
        }
        #expect(try session.message("recurring.run{}").contains("cannot be written here"))
        #expect(try session.text("other:activities{}:count(), activities{account='A'}:count()") == "0, 1")
        try session.run(
            """
            recurring{name="f", every="year", from="2014-12-01", record=function(day)
              deposit{account="A", date=day, amount=1 + other:cash{}:count()} end}
            """)
        try session.run("recurring.run{}")
        #expect(try session.text("other:activities{}:count(), activities{account='A'}:count()") == "0, 2")
    }

    @Test("A calendar that a rule goes by stays, and a rule that lost it holds up itself alone")
    func calendar() throws {
        let session = try session()
        try session.run("recurring.calendar{name='own', holidays={}} recurring{name='r', \(Self.months), calendar='own', record={type='deposit', account='A', amount=1}}")
        try session.expectNothingRecorded {
            let message = try session.message("recurring.calendar{name='own', remove=true}")
            #expect(message.contains("the rule \"r\" goes by the calendar \"own\""))
        }
        try session.run("recurring{name='s', \(Self.months), record={type='deposit', account='A', amount=2}}")
        let book = try #require(session.runtime.book)
        try book.keep(PlanDocument(kind: .calendar, name: "own", body: ""))
        #expect(try session.text("recurring.due{}:list('rule'), recurring.due{}.warnings[1].kind") == #"{"s", "s", "s"}, cannot_be_carried_out"#)
        let run = try session.runtime.runRecurring(to: nil, isDry: false) { _ in }
        #expect(run.posted == 3 && run.failures.count == 1 && run.failures[0].hasPrefix("\"r\" cannot be carried out: there is no calendar \"own\""), "\(run)")
        #expect(try session.text("recurring.list{}:list('due'), recurring.remove{name='r'}") == "{0, 0}, true")
    }

    @Test("What is no record is told, as are rules without a day, days ahead, and names whose rule is a script's")
    func told() throws {
        let session = try session()
        try session.run("recurring{name='f', every='year', from='2014-12-01', record=function() return 5 end}")
        #expect(try session.message("recurring.run{}").contains("which is no record"))
        #expect(try session.text("recurring.due{}:count()") == "1")
        #expect(
            try session.message("recurring{name='x', every='month', day=20, from='2014-10-21', to='2014-11-19', record={type='deposit', account='A', amount=1}}").contains(
                "has no day at all"))
        try session.run("recurring{name='f', every='year', from='2014-12-01', record={type='deposit', account='A', amount=1}} recurring.run{} recurring.remove{name='f'}")
        #expect(try session.message("recurring.skip{name='f'}").contains("it is one of a script"))
        try session.run("recurring{name='r', \(Self.months), status='draft', record={type='deposit', account='A', amount=1}} recurring.run{}")
        try session.run("void{id=activities{status='draft'}[1].id} recurring.approve{to='2014-11-30'}")
        #expect(try session.text("recurring.history{name='r'}:list('now')") == #"{"void", "posted", "draft"}"#)
        try session.run("recurring{name='p', \(Self.months), record={type='deposit', account='A', amount=1}}")
        #expect(try session.message("recurring.run{to='2015-02-01'}").contains("post up to today only"))
    }

    @Test("Where drafts are asked for, no function posts")
    func statuses() throws {
        let session = try session()
        try session.run("recurring{name='f', every='year', from='2014-12-01', record=function(day) deposit{account='A', date=day, amount=1} end}")
        try session.expectNothingRecorded {
            let message = try session.message("recurring.run{status='draft'}")
            #expect(message.contains("its function posts by itself"), "\(message)")
        }
        try session.run("recurring{name='f', every='year', from='2014-12-01', record=function() return {type='deposit', account='A', amount=1, status='posted'} end}")
        #expect(try session.text("recurring.run{status='draft'}[1].status") == "draft")
    }

    @Test("Drafts are approved whatever else their function recorded between them")
    func approvedBehindOthers() throws {
        let session = try session()
        try session.run(
            """
            recurring{name="f", \(Self.months), to="2014-10-31", status="draft", record=function(day)
                deposit{account="A", amount=1, date=day, status="draft"}
                account{name="Made on the way", currency="USD"}
                deposit{account="B", amount=2, date=day, status="draft"}
            end}
            """)
        #expect(try session.text("recurring.run{}:count(), recurring.history{name='f'}[1].now") == "2, draft")
        #expect(try session.text("recurring.approve{}:sum('amount'), recurring.approve{}:count(), recurring.history{name='f'}[1].now") == "3, 0, posted")
    }

    @Test("The price of a purchase is the last quote, whatever was paid since, by the rule itself or by hand")
    func lastQuote() throws {
        let session = try ScriptSession()
        try session.run(
            """
            account{name='A', currency='USD'} instrument{symbol='X', currency='USD'} deposit{account='A', date='2014-01-02', amount=9000}
            quote{symbol='X', date='2014-11-17', close=50} buy{account='A', symbol='X', date='2014-11-18', quantity=1, price=70}
            recurring{name='p', every='day', from='2014-11-19', to='2014-11-20', record={type='buy', symbol='X', account='A', amount=500}} recurring.run{}
            """)
        #expect(try session.text("trades{from='2014-11-19'}:list('quantity'), trades{from='2014-11-19'}:list('price')") == "{10, 10}, {50, 50}")
    }

    @Test(
        "A purchase in another currency than the account's spends the account's money, and one in pence is in pounds",
        arguments: [
            ("EU", "amount=550", "6.05 100 605 USD -550 EUR"), ("EU", "amount=550, whole_shares=true", "6 100 600 USD -545.45 EUR"),
            ("EU", "amount=550, currency='USD'", "5.5 100 550 USD -550 USD"),
            ("TR", "amount=550", "5.5 100 550 USD -550 USD"), ("EU", "amount='10% of cash'", "9.9 100 990 USD -900 EUR"),
            ("EU", "amount=550, fx_rate=0.5", "11 100 1100 USD -550 EUR"),
        ])
    func acrossCurrencies(account: String, more: String, shown: String) throws {
        let session = try ScriptSession()
        try session.run(
            """
            account{name='EU', currency='EUR'} account{name='TR', currency='EUR', settlement='trade'} instrument{symbol='AAA', currency='USD'}
            for _, n in ipairs{'EU', 'TR'} do deposit{account=n, date='2014-01-02', amount=9000} end
            rate{from='EUR', to='USD', date='2014-11-19', rate=1.1} quote{symbol='AAA', date='2014-11-19', close=100}
            recurring{name='p', every='month', day=20, from='2014-11-20', to='2014-11-30', record={type='buy', symbol='AAA', account='\(account)', \(more)}} recurring.run{}
            """)
        #expect(
            try session.text(
                "local t = trades{}[1] local paid = cash{account='\(account)'} local left = paid[#paid] for r in paid do if r.currency == (t.settle or t.currency) then left = r end end return ('%s %s %s %s %s %s'):format(t.quantity, t.price, t.amount or t.quantity * t.price, t.currency, (t.cash):round(2), t.settle or t.currency)"
            ) == shown)
        #expect(try session.text("#cash{}:where(function(c) return c.balance < 0 end)") == (shown.hasSuffix("USD") ? "1" : "0"))
    }

    @Test("The rate of the day, or that which the record tells, is the entry's, to the last digit", arguments: [("", "0.9"), (", fx_rate=0.8", "0.8")])
    func rateOfTheDay(more: String, rate: String) throws {
        let session = try ScriptSession()
        try session.run(
            """
            account{name='EU', currency='EUR'} instrument{symbol='V', currency='USD'} deposit{account='EU', date='2014-01-02', amount=9000}
            rate{from='USD', to='EUR', date='2014-11-19', rate=0.9} quote{symbol='V', date='2014-11-19', close=123.45}
            recurring{name='p', every='month', day=20, from='2014-11-20', to='2014-11-30', record={type='buy', symbol='V', account='EU', amount=500\(more)}} recurring.run{}
            """)
        // 500 / 0.9 / 123.45 = 4.50024…, and by 0.8 5.06277….
        let units = rate == "0.9" ? "4.500247" : "5.062778"
        #expect(try session.text("local t = trades{}[1] return t.quantity, t.fx_rate, t.cash") == "\(units), \(rate), -500")
    }

    @Test(
        "An amount in pence is so many pence, worked out or not",
        arguments: [
            ("{type='buy', symbol='VOD', account='UK', amount=50000, currency='GBX'}", "-500"), ("{type='withdrawal', account='UK', amount=5000, currency='GBX'}", "-50"),
            ("{type='withdrawal', account='UK', amount='10% of cash', currency='GBX'}", "-100"), ("{type='deposit', account='UK', amount='up to 150000', currency='GBX'}", "500"),
        ])
    func pence(record: String, cash: String) throws {
        let session = try ScriptSession()
        try session.run(
            """
            account{name='UK', currency='GBP'} instrument{symbol='VOD', currency='GBP'} deposit{account='UK', date='2014-01-02', amount=1000} quote{symbol='VOD', date='2014-11-19', close=2}
            recurring{name='p', every='month', day=20, from='2014-11-20', to='2014-11-30', record=\(record)} recurring.run{}
            """)
        #expect(try session.text("cash{}[1].balance - 1000") == cash)
    }

    @Test(
        "A purchase for an amount buys units at the day's price, fractions of them or whole ones",
        arguments: [
            ("", "25", "1000", "0"), (", whole_shares=true", "25", "1000", "0"), (", fee=2", "25", "1002", "-2"),
        ])
    func purchase(more: String, units: String, paid: String, left: String) throws {
        let session = try session()
        try session.run(
            """
            instrument{symbol="VTI", kind="etf", currency="USD"} deposit{account="A", amount=900, date="2014-01-05"}
            quote{symbol="VTI", date="2014-11-19", close=40}
            """)
        try session.run(
            "recurring{name='p', every='month', day=20, from='2014-11-20', to='2014-11-30', record={type='buy', symbol='VTI', account='A', amount=1000\(more)}} recurring.run{}")
        #expect(try session.text("trades{}[1].quantity, -trades{}[1].cash, cash{account='A'}:sum('balance'), trades{}[1].price") == "\(units), \(paid), \(left), 40")
    }

    @Test("Fractions are of a millionth, and all of the money is spent; whole units leave the rest")
    func fractions() throws {
        let session = try session()
        try session.run(
            """
            instrument{symbol="VTI", kind="etf", currency="USD"} instrument{symbol="VWCE", kind="etf", currency="EUR"}
            quote{symbol="VTI", date="2014-12-19", close=30} quote{symbol="VWCE", date="2014-12-19", close=80} rate{from="EUR", to="USD", date="2014-12-19", rate=1.25}
            """)
        func bought(_ record: String) throws -> String {
            try session.text(
                "whatif(function() recurring{name='p', every='month', day=20, from='2014-12-20', record=\(record)} recurring.run{} local t = trades{}[1] return tostring(t and t.quantity) .. ' ' .. tostring(t and t.cash) end)"
            )
        }
        #expect(try bought("{type='buy', symbol='VTI', account='A', amount=100}") == "3.333333 -100")
        #expect(try bought("{type='buy', symbol='VTI', account='A', amount=100, whole_shares=true}") == "3 -90")
        #expect(try bought("{type='buy', symbol='VTI', account='A', amount=20, whole_shares=true}") == "nil nil")
        #expect(try bought("{type='buy', symbol='VTI', account='A', amount='50% of cash'}") == "1.666666 -50")
        #expect(try bought("function() return {type='buy', symbol='VTI', account='A', amount=60} end") == "2 -60")
        #expect(
            try session.text(
                "whatif(function() recurring{name='p', every='month', day=20, from='2014-12-20', record={type='buy', symbol='VTI', account='A', amount=100}} recurring.run{} return trades{}[1].price end)"
            ) == "30")
        // 80 euros are 100 dollars.
        #expect(try bought("{type='buy', symbol='VWCE', account='A', amount=50}") == "0.5 -50")
        #expect(
            try session.message("recurring{name='q', every='month', from='2014-10-20', record={type='buy', symbol='VTI', account='A', amount=5}} recurring.run{}")
                .contains("VTI has no price on or before 2014-10-20"))
        #expect(
            try session.message("recurring{name='q', every='month', record={type='deposit', account='A', amount=5, whole_shares=true}}")
                .contains("whole_shares is of a purchase for an amount"))
    }
}
