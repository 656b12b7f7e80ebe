import Foundation
import JSON
import Ledger
import LuaKit
import LuaSurface
import Plans
import Storage
import TestSupport
import Testing
@testable import Queries

@Suite("Reserve plans in Lua")
struct ReserveTests {
    let session: ScriptSession
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        session = try ScriptSession.small(at: folder.path + "/book.luca")
        try session.run(
            """
            deposit{date="2014-02-01", account="Savings", amount=800}
            account{name="Current", type="cash"}
            """)
    }

    func define() throws {
        try session.run(
            """
            plan{currency="USD"}
            tier{name="Buffer", purpose="bills", target=1000, preferred="Savings", accounts={{account="Savings", weight=2, cap=900, apy="12%"}, "Current"}}
            tier{name="Rest", purpose="Growth", priority=5, accounts={account "Current"}}
            """)
    }

    func rows(_ source: String) throws -> String { try session.text("(\(source)):csv()") }

    @Test("Without a plan nothing is planned, and that is told")
    func nothing() throws {
        #expect(try session.text("#plan(), plan().warnings[1].kind, plan 'X'") == "0, no_plan, nil, there is no reserve plan \"X\"")
        #expect(try session.text("tier 'Buffer'") == "nil, the book has no reserve plan; plan{ready=true} begins one")
        #expect(try session.text("#tiers(), allocate(5).warnings[1].kind, allocate(5)[1].amount, allocate(5)[1].tier") == "0, no_plan, 5, nil")
        #expect(try session.message("tiers{plan='X'}") == "tiers: there is no reserve plan \"X\" (plan{ready=true} begins one with six tiers)")
    }

    @Test("Plans and tiers are defined, fetched, changed and removed")
    func definitions() throws {
        #expect(
            try session.text("plan{ready=true}[1].tiers, tiers():list('name')")
                == #"6, {"Buffer", "Emergency", "Projects", "Growth", "Taxes", "Holding"}"#)
        #expect(try session.message("plan{ready=true}").hasPrefix("plan: \"Reserve\" has 6 tiers already"))
        #expect(
            try session.text("tier{name='Taxes', target=50}[1].purpose, tier{name='Taxes', remove=true}:count(), #tiers()")
                == "Taxes that will fall due, 0, 5")
        #expect(try session.text("tier 'Bufer'") == "nil, there is no tier \"Bufer\"; did you mean \"Buffer\"?")
        try session.run("plan{name='Second', currency='EUR'}")
        #expect(try session.text("plans():list('name'), #tiers(), #tiers{plan='Second'}") == #"{"Reserve", "Second"}, 5, 0"#)
        #expect(try session.text("plan{name='Second', remove=true}:count(), plans():count()") == "0, 1")
        try session.run("undo()")
        #expect(try session.text("plans():count()") == "2")
    }

    @Test(
        "What makes no sense is refused with the nearest right name",
        arguments: [
            ("tier{name='A', accounts={'Savins'}}", "unknown account \"Savins\"; did you mean \"Savings\"?"),
            ("tier{name='A', accounts={{account='Savings', wait=2}}}", "tier: an account has no field wait"),
            ("tier{name='A', accounts={{account='Savings', cap=-2}}}", "tier: cap of \"Savings\" must be a number, zero or more"),
            ("tier{name='A', accounts={'Savings', 'Savings'}}", "tier: \"Savings\" is named twice in \"A\""),
            ("tier{name='A', accounts={'Savings'}, preferred='Current'}", "tier: \"A\" cannot prefer \"Current\", which is not one of its accounts"),
            ("tier{name='A', target=-1}", "tier: target must be zero or more, got number -1"),
            ("allocate(5, {detial=true})", "allocate: there is no option detial"),
            ("allocate(5, {mode='perl'})", "allocate: mode must be \"python\", or left out, got \"perl\""),
            ("forecast{mode='perl'}", "forecast: mode must be \"python\", or left out, got \"perl\""),
            ("allocate(100.005)", "allocate: 100.005 is finer than the last digit of USD"),
            ("allocate{amount=5, on='2015-01-01'}", "allocate: on is 2015-01-01, and that is after today, 2014-12-31"),
            ("allocate(5):apply{date='2015-01-01'}", "apply: 2015-01-01 is after today, 2014-12-31"),
            ("tier{name='A', accounts={Savings='x'}}", "tier: weight of \"Savings\" must be a number, zero or more"),
            ("tier{name='A', accounts={'Current', Savings=2}}", "tier: accounts are a list, or names with their weights, and not both"),
            ("tier{name='none', remove=true}", "tier: the book has no reserve plan"),
            ("plan{ready=true} tier{name='Bufer', remove=true}", "tier: there is no tier \"Bufer\""),
            ("allocate(-5)", "-5 cannot be allocated"),
            ("forecast{by='day'}", "forecast: by must be account or tier"),
            ("forecast{months=-1}", "forecast: months must be 0 to 1200"),
            ("export('x', 'reserve')", "export: the book has no reserve plan"),
        ])
    func refused(_ source: String, _ message: String) throws {
        try session.expectNothingRecorded {
            let failure = try session.failure(source)
            #expect(failure.message.hasPrefix(message), "\(failure.message)")
        }
    }

    @Test("Tiers tell what they hold by the ledger; of an account that is worth something unknown the part that is known, and what that is without")
    func balances() throws {
        try define()
        #expect(try rows("tiers():select('name', 'target', 'balance', 'gap', 'covered')") == "name,target,balance,gap,covered\nBuffer,1000,800,200,80\nRest,0,0,0,\n")
        #expect(
            try rows("tiers{by='account'}:select('tier', 'account', 'balance', 'room', 'preferred')")
                == "tier,account,balance,room,preferred\nBuffer,Savings,800,100,true\nBuffer,Current,0,,false\nRest,Current,0,,false\n")
        #expect(try session.text("tiers{on='2014-01-31'}[1].balance, plan()[1].covered") == "0, 80")
        // A share without a price.
        try session.run("record{type='adjustment', date='2014-01-03', account='Brokerage', symbol='SPY', quantity=1}")
        try session.run("tier{name='Shares', target=5, accounts={'Brokerage'}}")
        let known = try session.text("snapshots{account='Brokerage', on='2014-12-31'}[1].value")
        #expect(
            try session.text("local t = tier('Shares')[1] return t.balance == D'\(known)', t.left_out, t.gap, t.covered, tiers().warnings[1].kind")
                == "true, SPY, nil, nil, left_out")
        #expect(
            try session.text("tiers().warnings[1].message, plan()[1].balance == D'800' + D'\(known)', plan()[1].left_out, plan()[1].gap")
                == "the balance of the tier \"Shares\" is without SPY; gap and covered need all of it, and are empty, true, SPY, nil")
        #expect(try session.text("local a = tiers{by='account'}:where{tier='Shares'}[1] return a.balance == D'\(known)', a.left_out, a.room") == "true, SPY, nil")
        for by in ["tier", "account"] {
            #expect(try session.text("local f = forecast{by='\(by)'}:where{tier='Shares'}[1] return f.balance == D'\(known)', f.growth, f.left_out") == "true, 0, SPY")
        }
        #expect(
            try session.text("local f = forecast{series=true} return f[1].balance == D'800' + D'\(known)', f[1].left_out, f.warnings[1].message")
                == "true, SPY, what is told is without SPY")
        #expect(try session.text("forecast{series=true, by='tier'}:where{tier='Buffer'}[1].left_out") == "nil")
        try session.run("quote{symbol='ORCL', date='2014-03-03', close=40} quote{symbol='SPY', date='2014-03-03', close=13}")
        #expect(try session.text("tier('Shares')[1].balance") == "1100")
    }

    @Test("Applying records the deposits as one act, or transfers out of an account; a preview shows the tiers before and after")
    func applying() throws {
        try define()
        #expect(try rows("allocate(500)") == "tier,amount\nBuffer,200\nRest,300\n")
        #expect(try rows("allocate(500, {detail=true})") == "tier,account,amount\nBuffer,Savings,100\nBuffer,Current,100\nRest,Current,300\n")
        #expect(try rows("allocate(500):preview():select('tier', 'before', 'after', 'gap_after')") == "tier,before,after,gap_after\nBuffer,800,1000,0\nRest,0,300,0\n")
        let recorded = try rows("allocate(500):apply{date='2014-03-01'}:select('date', 'type', 'status', 'account', 'amount', 'notes')")
        #expect(
            recorded == """
                date,type,status,account,amount,notes
                2014-03-01,deposit,posted,Savings,100,Buffer: allocation
                2014-03-01,deposit,posted,Current,100,Buffer: allocation
                2014-03-01,deposit,posted,Current,300,Rest: allocation

                """)
        try session.run("undo()")
        #expect(try session.text("#cash{account='Current'}, allocate(500):apply{status='draft'}[1].status, tier('Rest')[1].balance") == "0, draft, 0")
        let moved = try rows("allocate(50, {detail=true}):apply{from='Brokerage', date='2014-03-01'}:select('type', 'account', 'amount')")
        #expect(moved == "type,account,amount\ntransfer_out,Brokerage,50\ntransfer_in,Savings,50\n")
        #expect(try session.message("allocate(5):apply{status='void'}") == "apply: status must be posted or draft, got string \"void\"")
        #expect(try session.message("tiers():apply()").hasPrefix("apply: the frame tiers proposes nothing"))
    }

    @Test("Money without a place is a row and a warning, and is not recorded")
    func unplaced() throws {
        try session.run("tier{name='A', target=100, accounts={{account='Current', cap=60}}} tier{name='B', target=10}")
        #expect(try rows("allocate(90, {detail=true})") == "tier,account,amount\nA,Current,60\nB,,10\n,,20\n")
        #expect(try session.text("allocate(90).warnings[1].kind, allocate(90).warnings[2].kind, allocate(90):apply():sum('amount')") == "no_account, unplaced, 60")
    }

    @Test("What is kept of a plan whose tiers were changed one by one is what the plan as a whole would be kept as")
    func oneByOne() throws {
        func isWhole() throws -> Bool {
            let documents = try #require(session.runtime.book).plans.documents(.reserve)
            return try !documents.isEmpty && documents.allSatisfy { try ReserveQuestion.plan($0).json.text() == $0.body }
        }
        for source in [
            "tier{name='A \\\"1\\\"', target=100, accounts={'Current', {account='Savings', cap=60, notes='[]'}}}", "tier{name='B', target='10.50', purpose='},{'}",
            "tier{name='A \\\"1\\\"', target=90}",
            "plan{name='Other', currency='EUR'}", "tier{plan='Other', name='C', target=1}", "tier{plan='Reserve', name='D', target=1}",
            "tier{plan='Other', name='C', accounts={'Savings'}}",
            "undo()", "tier{plan='Other', name='E', target=2}", "tier{plan='Other', name='C', remove=true}", "plan{name='Other', currency='USD'}",
            "tier{plan='Other', name='E', target=3}",
            "whatif(function() tier{plan='Other', name='F', target=3} end)", "tier{plan='Other', name='G', target=4}", "tier{plan='Reserve', name='B', remove=true}",
        ] {
            try session.run(source)
            #expect(try isWhole(), "\(source)")
        }
        #expect(try rows("tiers{plan='Other'}:select('name', 'target')") == "name,target\nE,3\nG,4\n")
        #expect(try rows("tiers{plan='Reserve'}:select('name', 'target')") == "name,target\n\"A \"\"1\"\"\",90\nD,1\n")
        #expect(try session.message("tier{plan='Other', name='H', target='1e17'}").contains("target"))
        #expect(try session.message("tier{plan='Other', name='H\\u{202E}', target=1}").contains("name"))
        #expect(try session.text("(verify())") == "true")
    }

    @Test("Money of a message has the digits of its currency")
    func digits() throws {
        try session.run("tier{name='B', target=500.5}")
        #expect(try session.text("allocate(600).warnings[1].message").contains("has no account for 500.50 USD;"))
        #expect(try session.text("allocate(600).warnings[2].message").hasPrefix("99.50 USD find no place"))
    }

    @Test(
        "What was proposed is carried out once, and not once the book has changed",
        arguments: [
            "allocate(500)", "tier_transfers()", "allocate(500, {mode='python'})",
        ])
    func outdated(_ source: String) throws {
        try define()
        try session.run("tier{name='Rest', target=100, accounts={'Current'}} tier{name='Buffer', target=0} f = \(source)")
        #expect(try session.text("whatif(function() return #f:apply() > 0 end), #activities()") == "true, 3")
        try session.run("f:apply()")
        try session.expectNothingRecorded {
            let again = try session.failure("f:apply()")
            let late = try session.failure("whatif(function() local g = \(source) deposit{account='Savings', amount=1} g:apply() end)")
            #expect(again.kind == "outdated" && late.kind == "outdated")
        }
        // An entry of the same number that was undone is not the one that came.
        try session.run("pcall(transaction, function() deposit{account='Savings', amount=1} f = \(source) error('no') end) deposit{account='Savings', amount=2}")
        #expect(try ["outdated", "nothing_proposed"].contains(session.failure("f:apply()").kind))
    }

    @Test("What was proposed for another book is recorded there, wholly or not at all")
    func otherBook() throws {
        try define()
        try session.run("main, f = book, allocate(500)")
        try session.run("open('\(folder.path)/other.luca')")
        #expect(try session.text("#f:apply(), #activities(), #main:activities()") == "3, 0, 6")
        #expect(try session.failure("f:apply()").kind == "outdated")
    }

    @Test(
        "Asked for the desktop program's numbers, allocate takes any amount and any preferred account",
        arguments: [
            ("0.005", "0.01"), ("2.675", "2.67"), ("0.125", "0.12"), ("1.005", "1"), ("60", "60"),
        ])
    func desktopAmounts(amount: String, placed: String) throws {
        let session = try ScriptSession.small()
        let json = """
            {"tiers": [{"name": "T1", "purpose": "", "target": 100, "priority": 1, "preferred_account": "Brokerage", "accounts": [{"name": "Savings", "balance": 0}]}],
             "last_updated": "2014-08-30"}
            """
        try json.write(toFile: folder.path + "/r.json", atomically: true, encoding: .utf8)
        try session.run("import('\(folder.path)/r.json')")
        #expect(
            try session.text("allocate(\(amount), {mode='python'})[1].tier, allocate(\(amount), {mode='python'})[1].amount, #allocate(\(amount), {mode='python'})")
                == "T1, \(placed), 1")
        #expect(try session.message("allocate(\(amount), {mode='python', detail=true})").contains("prefers the account \"Brokerage\", which is not in it"))
        if amount != "60" { #expect(try session.message("allocate(\(amount))").contains("is finer than the last digit of USD")) }
    }

    @Test("Money is recorded in the currency of its account; without a rate it is refused, and the tier is left out")
    func currencies() throws {
        try session.run("account{name='EU', currency='EUR', type='deposit'} tier{name='A', target=500, accounts={'EU'}} tier{name='B', purpose='Growth', accounts={'Current'}}")
        #expect(try rows("allocate(90)") == "tier,amount\nA,90\n")
        try session.expectNothingRecorded {
            let failure = try session.failure("allocate(90):apply()")
            #expect(failure.kind == "no_rate")
        }
        try session.run("rate{from='EUR', to='USD', date='2014-12-31', rate=1.25}")
        #expect(try rows("allocate(90):apply():select('amount', 'currency')") == "amount,currency\n72,EUR\n")
        #expect(
            try rows("allocate(10):apply{from='Savings'}:select('type', 'amount', 'currency')")
                == "type,amount,currency\ntransfer_out,10,USD\ntransfer_in,8,EUR\n")
        #expect(try session.text("tier('A')[1].balance, allocate(10):apply().warnings[1].message") == "100, 10.00 USD are 8.00 EUR in \"EU\", by the rate of 2014-12-31")
        // The day before there was no rate.
        #expect(try rows("allocate{amount=90, on='2014-12-30'}") == "tier,amount\nA,90\n")
        try session.run("deposit{account='EU', amount=7, date='2014-12-29'}")
        for mode in ["", ", mode='python'"] {
            #expect(try rows("allocate{amount=90, on='2014-12-30'\(mode)}") == "tier,amount\nB,90\n")
            #expect(try session.text("allocate{amount=90, on='2014-12-30'\(mode)}.warnings[3].kind") == "left_out")
        }
    }

    @Test("The desktop program's own numbers: caps hold a row and not the whole, and each account is recorded once")
    func python() throws {
        try session.run("tier{name='Tier 4', target=1000, accounts={{account='Current', cap=300}, {account='Savings'}}}")
        let python = "allocate(1000, {mode='python', detail=true})"
        #expect(
            try session.text("#\(python), \(python):sum('amount'), \(python).warnings[1].kind, #\(python):apply(), cash{account='Current'}[1].balance")
                == "32, 999.99, python_numbers, 2, 600")
        #expect(try session.text("forecast{mode='python'}[1].growth") == "0")
    }

    @Test("Moves between tiers become transfers between their accounts, as far as there is cash")
    func transfers() throws {
        try session.run(
            """
            tier{name="A", target=300, accounts={"Savings"}}
            tier{name="B", target=400, accounts={{account="Current", cap=150}, "Brokerage"}}
            quote{symbol="ORCL", date="2014-03-03", close=0.01}
            withdraw{date="2014-03-01", account="Brokerage", amount=600}
            """)
        #expect(try rows("tier_transfers()") == "from,to,amount\nA,B,312.9\n")
        #expect(try rows("rebalance()") == rows("tier_transfers()") && rows("tier_transfers{mode='python'}") == rows("tier_transfers()"))
        #expect(try rows("rebalance():preview():select('tier', 'after')") == "tier,after\nA,487.1\nB,400\n")
        #expect(
            try rows("rebalance():apply{}:select('type', 'account', 'amount')")
                == "type,account,amount\ntransfer_out,Savings,150\ntransfer_in,Current,150\ntransfer_out,Savings,162.9\ntransfer_in,Brokerage,162.9\n")
        #expect(try session.text("#rebalance()") == "0")
        try session.run("tier{name='A', accounts={'Brokerage'}, target=0} tier{name='B', target=900, accounts={'Savings'}} quote{symbol='ORCL', date='2014-12-31', close=90}")
        #expect(try session.message("rebalance():apply()").hasPrefix("the accounts of the tier \"A\" have only 249.90 USD in cash of the 412.90 USD to move"))
        #expect(try session.text("rebalance():preview():list('after'), rebalance():preview().warnings[1].kind") == "{900, 737}, not_enough")
    }

    @Test("Forecasts by tier, by account and month by month")
    func forecasts() throws {
        try define()
        #expect(try rows("forecast{months=2}") == "tier,balance,growth,after,left_out\nBuffer,800,16.08,816.08,\nRest,0,0,0,\n")
        #expect(
            try rows("forecast{months=1, by='account'}")
                == "tier,account,apy,balance,growth,after,left_out\nBuffer,Savings,12,800,8,808,\nBuffer,Current,0,0,0,0,\nRest,Current,0,0,0,0,\n")
        #expect(try rows("forecast{months=2, series=true}") == "month,date,balance,growth,left_out\n0,2014-12-31,800,0,\n1,2015-01-31,808,8,\n2,2015-02-28,816.08,16.08,\n")
        #expect(try session.text("#forecast{months=2, series=true, by='tier'}, #forecast{months=2, series=true, by='account'}") == "6, 9")
    }

    @Test("Contribution limits hold in allocations, for all accounts of a limit together")
    func limits() throws {
        try session.run("tier{name='A', target=5000, accounts={'Savings', 'Current', 'Brokerage'}} quote{symbol='ORCL', date='2014-03-03', close=1}")
        try session.run("limit{name='ISA', accounts={'Savings', 'Current'}, amount=900, currency='USD'}")
        #expect(try rows("allocate(400, {detail=true})") == "tier,account,amount\nA,Savings,100\nA,Brokerage,300\n")
        try session.run("tier{name='A', accounts={'Savings'}}")
        #expect(try session.text("allocate(400).warnings[1].message").contains("nothing more may be paid in under \"ISA\""))
    }

    @Test("A name alone fetches and makes nothing; accounts may be told by their weights; a day asked about is the day recorded")
    func names() throws {
        try session.expectNothingRecorded {
            let text = try session.text("(plan{name='X'}), (tier{name='X'}), (plan{name='X', ready=false})")
            #expect(text == "nil, nil, nil")
        }
        #expect(
            try rows("tier{name='A', target=500, accounts={Savings=1, Current=3}} and tiers{by='account'}:select('account', 'weight')")
                == "account,weight\nCurrent,3\nSavings,1\n")
        try session.run("tier{name='A', target=5000}")
        #expect(try session.text("allocate{amount=4, on='2014-06-30'}:apply{}[1].date, allocate(4):apply{}[1].date") == "2014-06-30, 2014-12-31")
    }
}
