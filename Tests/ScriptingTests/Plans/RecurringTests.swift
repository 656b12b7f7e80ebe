import Ledger
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing
import Values
@testable import Scripting

@Suite("Recurring rules in Lua")
struct RecurringTests {
    private static let savings =
        #"recurring{name="savings", every="month", on="first working day", from="2014-10-01", record={type="deposit", account="Savings", amount=500}}"#

    /// What was recorded by rules: day, status, amount and notes of each.
    private func recorded(_ session: ScriptSession) throws -> String {
        try session.text(#"activities{account="Savings", status="all"}:select("date", "type", "status", "amount", "notes"):csv()"#)
    }

    @Test("Nobody looks further ahead than a hundred years, nor at more days than can be read", arguments: ["due", "run"])
    func tooFar(verb: String) throws {
        let session = try ScriptSession.small()
        try session.run(Self.savings)
        try session.expectNothingRecorded {
            let failure = try session.failure("recurring.\(verb){to='9999-12-31'}")
            #expect(failure.kind == "beyond_bound" && failure.message.contains("more than 100 years ahead of today"), "\(failure.message)")
            #expect((failure.hint ?? "").contains("2114-12-31"), "\(failure.message)")
        }
        try session.run("recurring{name='old', every='day', from='0001-01-01', record={type='deposit', account='Savings', amount=5}}")
        #expect(try session.text("recurring.list{}[2].due > 700000") == "true")
        try session.expectNothingRecorded {
            let failure = try session.failure("recurring.\(verb){}")
            #expect(failure.kind == "beyond_bound" && failure.message.contains("50000 at once are the most"), "\(failure.message)")
        }
    }

    @Test("A rule is kept, shown, due, and posted once a day, oldest first")
    func once() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("return \(Self.savings)[1].due, recurring.list{}[1].what") == "3, deposit 500 in Savings")
        #expect(
            try session.text("recurring.due{}:csv()") == """
                rule,day,date,overdue,what,amount,currency
                savings,2014-10-01,2014-10-01,91,deposit in Savings,500,USD
                savings,2014-11-01,2014-11-03,58,deposit in Savings,500,USD
                savings,2014-12-01,2014-12-01,30,deposit in Savings,500,USD

                """)
        #expect(try session.text("recurring.run{}:list('date')").contains("2014-10-01, 2014-11-03, 2014-12-01"))
        #expect(try session.text("recurring.run{}:count(), recurring.due{}:count()") == "0, 0")
        #expect(
            try recorded(session) == """
                date,type,status,amount,notes
                2014-10-01,deposit,posted,500,savings
                2014-11-03,deposit,posted,500,savings
                2014-12-01,deposit,posted,500,savings

                """)
        #expect(try session.text("recurring.list{}[1].last, recurring.list{}[1].next, recurring.list{}[1].due") == "2014-12-01, 2015-01-01, 0")
        #expect(try session.text(#"recurring.history{name="savings"}:list("state")"#) == #"{"posted", "posted", "posted"}"#)
    }

    @Test("To keep a rule anew with other days does not post its past again, and leaves its first day as it was")
    func changed() throws {
        let session = try ScriptSession.small()
        try session.run("\(Self.savings) recurring.run{}")
        try session.run(#"recurring{name="savings", every="month", day=15, record={type="deposit", account="Savings", amount=600}}"#)
        // December is posted, on whichever day.
        #expect(try session.text("recurring.due{}:count(), recurring.next{count=1}:list('date')") == "0, {2015-01-15}")
        #expect(try session.text("recurring.list{}[1].when") == "every month on day 15 from 2014-10-01")
        try session.run(
            #"recurring{name="new year", every="month", on="first working day", from="2014-01-01", to="2014-01-31", record={type="deposit", account="Savings", amount=1}}"#)
        try session.run("recurring.run{}")
        // With another calendar January falls on the 2nd, and is the same January.
        try session.run(#"recurring{name="new year", every="month", on="first working day", to="2014-01-31", calendar="us", record={type="deposit", account="Savings", amount=1}}"#)
        #expect(try session.text("recurring.due{}:count()") == "0")
    }

    @Test("undo makes what a run posted due again, a void does not")
    func undo() throws {
        let session = try ScriptSession.small()
        try session.run(Self.savings)
        try session.run("recurring.run{}")
        try session.run("undo()")
        #expect(try session.text("recurring.due{}:count()") == "3")
        try session.run("recurring.run{}")
        try session.run(#"void{id=activities{account="Savings", status="posted"}[2].id, reason="bounced"}"#)
        #expect(try session.text("recurring.due{}:count(), recurring.list{}[1].last") == "0, 2014-12-01")
        #expect(try session.text(#"activities{account="Savings", status="posted"}:count()"#) == "2")
    }

    @Test("A run is one act: where one day fails, none is posted")
    func oneAct() throws {
        let session = try ScriptSession.small()
        try session.run(Self.savings)
        try session.run(
            """
            recurring{name="odd", every="month", day=20, from="2014-11-01", record=function(day) if day == date "2014-12-20" then error("no") end deposit{account="Savings", date=day, amount=1} end}
            """)
        try session.expectNothingRecorded {
            let message = try session.message("recurring.run{}")
            #expect(message.contains("\"odd\" for 2014-12-20: no"))
        }
        #expect(try session.text("recurring.due{}:count(), #recurring.due{}.warnings, recurring.due{}:where{what=\"cannot be recorded\"}:count()") == "5, 1, 1")
    }

    @Test("Skipped, paused, resumed, removed")
    func life() throws {
        let session = try ScriptSession.small()
        try session.run(Self.savings)
        try session.run(#"recurring.skip{name="savings", day="2014-11-03"}"#)
        #expect(try session.text("recurring.due{}:list('date')") == "{2014-10-01, 2014-12-01}")
        #expect(try session.message(#"recurring.skip{name="savings", day="2014-11-03"}"#).contains("\"savings\" is skipped for 2014-11-01 already"))
        #expect(try session.message(#"recurring.skip{name="savings", day="2014-11-04"}"#).contains("has no day 2014-11-04"))
        try session.run(#"recurring.pause{name="savings", from="2014-12-01"}"#)
        #expect(try session.text("recurring.due{}:list('date'), recurring.next{}:count()") == "{2014-10-01}, 0")
        try session.run(#"recurring.resume{name="savings", catch_up=true}"#)
        #expect(try session.text("recurring.due{}:count()") == "2")
        try session.run(#"recurring.pause{name="savings", from="2014-12-01"}"#)
        try session.run(#"recurring.resume{name="savings"}"#)
        #expect(try session.text("recurring.due{}:list('date')") == "{2014-10-01}")
        #expect(try session.text(#"recurring.history{name="savings"}:list("state")"#) == #"{"skipped", "skipped"}"#)
        try session.run(#"recurring.skip{name="savings"}"#)
        #expect(try session.text("recurring.due{}:count(), recurring.next{count=2}:list('date')") == "0, {2015-01-01, 2015-02-02}")
        #expect(try session.text(#"recurring.remove{name="savings"}"#) == "true")
        #expect(try session.text("recurring.list{}:count()") == "0")
        #expect(try session.message(#"recurring.remove{name="savings"}"#).contains("the book keeps days of \"savings\" but no such rule"))
        // It comes back with its days settled.
        #expect(try session.text("\(Self.savings)[1].due") == "0")
    }

    @Test("Drafts by setting, by rule and by call, approved at once; what was voided or posted meanwhile stays")
    func drafts() throws {
        let session = try ScriptSession.small()
        try session.run("\(Self.savings) setting('recurring_status', 'draft')")
        try session.run("recurring.run{}")
        #expect(try session.text(#"cash{account="Savings"}:count(), activities{status="draft"}:count(), recurring.list{}[1].status"#) == "0, 3, draft")
        try session.run(#"void{id=activities{status="draft"}[1].id}"#)
        try session.run(#"amend{id=activities{status="draft"}[1].id, amount=550}"#)
        #expect(try session.text(#"recurring.approve{to="2014-11-30"}:count()"#) == "1")
        #expect(try session.sentence("recurring approve of savings").contains("2014-12-01"))
        // Taken back, they wait again.
        try session.run("undo()")
        #expect(try session.text("recurring.approve{}:list('date')") == "{2014-12-01}")
        #expect(try session.text(#"cash{account="Savings"}[1].balance, recurring.approve{}:count(), recurring.due{}:count()"#) == "1050, 0, 0")
        try session.run(#"recurring{name="now", every="year", from="2014-06-01", status="posted", record={type="deposit", account="Savings", amount=1}}"#)
        #expect(try session.text(#"recurring.run{}[1].status"#) == "posted")
        try session.run(#"recurring{name="later", every="year", from="2014-06-01", status="posted", record={type="transfer", from="Brokerage", to="Savings", amount=1}}"#)
        #expect(try session.text(#"recurring.run{status="draft"}:list("status")"#) == #"{"draft", "draft"}"#)
        #expect(try session.text(#"recurring.approve{name="later"}:list("type")"#) == #"{"transfer_out", "transfer_in"}"#)
        #expect(try session.message(#"setting("recurring_status", "maybe")"#).contains("posted or draft"))
    }

    @Test("Amounts: a part of the cash, up to a sum, of each day as it is then")
    func amounts() throws {
        let session = try ScriptSession.small()
        try session.run("deposit{account='Savings', date='2014-01-02', amount=1000.10}")
        try session.run(#"recurring{name="tithe", every="month", day=31, from="2014-10-31", to="2014-11-30", record={type="withdrawal", account="Savings", amount="10% of cash"}}"#)
        #expect(try session.text("recurring.run{}:list('amount')") == "{100.01, 90}")
        try session.run(#"recurring{name="fill", every="month", day="last", from="2014-11-30", record={type="transfer", from="Brokerage", to="Savings", amount="up to 1000"}}"#)
        #expect(try session.text("recurring.due{}:list('amount')") == "{189.91}")
        #expect(try session.text("recurring.run{}:count()") == "2")
        // The second day had nothing to do, and is settled all the same.
        #expect(try session.text(#"recurring.history{name="fill"}:count(), recurring.due{}:count()"#) == "2, 0")
        try session.run(#"recurring{name="share", every="year", from="2014-12-30", record={type="deposit", account="Savings", amount="50% of cash in Brokerage"}}"#)
        #expect(try session.text("recurring.run{}[1].amount") == "248.54")
        #expect(try session.message(#"recurring{name="x", every="year", record={type="deposit", account="Savings", amount="a lot"}}"#).contains("\"a lot\" is no amount"))
    }

    @Test("Rules of scripts: a function that records, that gives what to record, or the amount alone")
    func functions() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            recurring{name="f", every="month", from="2014-11-30", record=function(day, rule)
              deposit{account="Savings", date=day, amount=rule.number, notes=rule.name .. " " .. tostring(rule.day)} end}
            recurring{name="g", every="month", from="2014-11-30", status="draft", shift="previous", record=function(day, rule)
              return {{type="deposit", account="Savings", amount=10}, {type="fee", account="Savings", amount=1}} end}
            recurring{name="h", every="month", from="2014-12-30", record={type="deposit", account="Savings", amount=function(day) return day.month > 11 and 7 or nil end}}
            """)
        try session.run("recurring.run{}")
        #expect(
            try session.text(#"activities{account="Savings", status="all"}:select("date", "type", "status", "amount", "notes"):csv()"#) == """
                date,type,status,amount,notes
                2014-11-28,deposit,draft,10,g
                2014-11-28,fee,draft,1,g
                2014-11-30,deposit,posted,1,f 2014-11-30
                2014-12-30,deposit,posted,2,f 2014-12-30
                2014-12-30,deposit,draft,10,g
                2014-12-30,fee,draft,1,g
                2014-12-30,deposit,posted,7,h

                """)
        #expect(try session.text("recurring.due{}:count(), recurring.approve{}:count(), recurring.list{}:list('kept')") == #"0, 4, {"script", "script", "script"}"#)
        #expect(try session.message(#"recurring{name="n", every="month", record=function() end}"#).hasPrefix("recurring: from is missing"))
        // The rest of a script's rule is kept by the book, so that it holds when the script makes the rule anew.
        #expect(try session.text(#"recurring.pause{name="f", from="2014-01-01"}[1].due, recurring.list{name="f"}[1].paused"#) == "0, 2014-01-01")
        #expect(try session.text(#"recurring.resume{name="f", catch_up=true}[1].paused"#) == "nil")
        try session.run(#"recurring{name="loop", every="year", from="2014-12-01", record=function() recurring.run{} end}"#)
        #expect(try session.message("recurring.run{}").contains("a rule cannot carry out rules"))
    }

    @Test("An amount is split by the reserve plan: to its accounts, or out of the one that takes it in; a cap is filled")
    func split() throws {
        let session = try ScriptSession.small()
        try session.run(#"recurring{name="direct", every="month", from="2014-10-31", to="2014-11-30", record={type="deposit", amount=500, split="plan"}}"#)
        #expect(try session.message("recurring.run{}") == "\"direct\" for 2014-10-31: the book has no reserve plan (plan{ready=true} begins one with six tiers)")
        try session.run(
            """
            account{name="Reserve", type="cash"}
            tier{name="Buffer", target=300, accounts={"Reserve"}}
            tier{name="Rest", target=350, accounts={{account="Savings", cap=450}}}
            """)
        // The second month finds 150 to be filled.
        #expect(try session.message("recurring.run{}").hasPrefix("\"direct\" for 2014-11-30: 350 of 500 has no place in the reserve plan (name an account that keeps it"))
        #expect(try session.text(#"recurring.run{to="2014-10-31"}:select("type", "account", "amount"):csv()"#) == "type,account,amount\ndeposit,Reserve,300\ndeposit,Savings,200\n")
        try session.run(#"recurring{name="direct", every="month", from="2014-10-31", to="2014-11-30", record={type="deposit", account="Brokerage", amount=500, split="plan"}}"#)
        #expect(
            try session.text("recurring.run{}:select('type', 'account', 'amount'):csv()") == """
                type,account,amount
                deposit,Brokerage,500
                transfer_out,Brokerage,150
                transfer_in,Savings,150

                """)
        try session.run(#"recurring{name="top", every="year", from="2014-12-02", record={type="deposit", account="Savings", amount="up to the cap"}}"#)
        #expect(try session.text("cash{account='Savings'}[1].balance, recurring.due{}:count()") == "350, 1")
        #expect(try session.text("recurring.run{}[1].amount") == "100")
    }

    @Test("On a calendar: holidays of a ready-made one, and of one's own")
    func calendars() throws {
        let session = try ScriptSession.small()
        try session.run(#"recurring{name="r", every="month", day=25, from="2014-12-01", shift="next", calendar="target", record={type="deposit", account="Savings", amount=1}}"#)
        #expect(try session.text("recurring.due{}:list('day'), recurring.due{}:list('date')") == "{2014-12-25}, {2014-12-29}")
        try session.run(#"recurring.calendar{name="target", holidays={"Christmas: 12-25"}}"#)
        #expect(try session.text("recurring.due{}:list('date'), recurring.calendars()[1].kept") == "{2014-12-26}, book")
        try session.run(#"recurring.calendar{name="target", remove=true}"#)
        #expect(try session.text("recurring.due{}:list('date')") == "{2014-12-29}")
        #expect(try session.text(#"recurring.calendar{name="own", weekend={"friday", "saturday"}, holidays={}}:count()"#) == "0")
        #expect(try session.message(#"recurring.calendar{name="own", holidays={"never"}}"#).contains("\"never\" is no holiday"))
        #expect(
            try session.message(#"recurring{name="s", every="month", calendar="targt", record={type="deposit", account="Savings", amount=1}}"#).contains("did you mean \"target\"?")
        )
    }

    @Test(
        "Slips of the pen are told at once, and nothing is kept",
        arguments: [
            (#"{name="r", every="moth", record={type="deposit", account="Savings", amount=1}}"#, "\"moth\" is no period (did you mean \"month\"?)"),
            (#"{name="r", every="month", on="third fryday", record={type="deposit", account="Savings", amount=1}}"#, "is no place in a month"),
            (#"{name="r", every="week", day=3, record={type="deposit", account="Savings", amount=1}}"#, "every week has no place within a month"),
            (#"{name="r", every="month", shift="up", record={type="deposit", account="Savings", amount=1}}"#, "shift must be next, previous or none"),
            (#"{name="r", every="month", status="void", record={type="deposit", account="Savings", amount=1}}"#, "status must be posted or draft"),
            (#"{name="r", every="month", record={type="deposit", account="Savngs", amount=1}}"#, "unknown account \"Savngs\""),
            (#"{name="r", every="month", record={type="deposit", account="Savings"}}"#, "amount"),
            (#"{name="r", every="month", record={type="depsit", account="Savings", amount=1}}"#, "depsit"),
            (#"{name="r", every="month", record={type="deposit", acount="Savings", amount=1}}"#, "has no field acount (did you mean \"account\"?)"),
            (#"{name="r", every="month", record={type="deposit", date="2014-01-01", account="Savings", amount=1}}"#, "has no field date (the rule says the day)"),
            (#"{name="r", every="month", record={type="deposit", account="Savings", amount={}}}"#, "amount of the record must be a text or a number"),
            (#"{name="r", every="month"}"#, "record is missing"), (#"{name="r", record={type="deposit"}}"#, "every is missing"),
            (#"{name=" ", every="month", record={type="deposit"}}"#, "name is empty"),
        ])
    func mistakes(arguments: String, expected: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let message = try session.message("recurring\(arguments)")
            #expect(message.contains(expected), "\(message)")
        }
        #expect(try session.text("recurring.list{}:count()") == "0")
    }

    @Test("What lies ahead may be looked at, and is not posted")
    func ahead() throws {
        let session = try ScriptSession.small()
        try session.run(Self.savings)
        #expect(try session.text(#"recurring.due{to="2015-02-28"}:list("overdue")"#) == "{91, 58, 30, 0, 0}")
        #expect(try session.message(#"recurring.run{to="2015-02-28"}"#).contains("2015-01-01 is after today"))
        #expect(try session.text(#"recurring.run{to="2015-02-28", status="draft"}:count()"#) == "5")
    }

    @Test("A bought share each month, and money moved: every field of a record is kept")
    func fields() throws {
        let session = try ScriptSession.small()
        try session.run(
            #"recurring{name="buy", every="quarter", from="2014-05-31", record={type="buy", account=account "Brokerage", symbol=instrument "ORCL", quantity=D"0.5", price="31.20", fee=1, notes="plan"}}"#
        )
        #expect(
            try session.text("recurring.run{}:select('date', 'symbol', 'quantity', 'price', 'fee', 'notes'):csv()") == """
                date,symbol,quantity,price,fee,notes
                2014-05-31,ORCL,0.5,31.2,1,plan
                2014-08-31,ORCL,0.5,31.2,1,plan
                2014-11-30,ORCL,0.5,31.2,1,plan

                """)
    }

    @Test("On a branch that is thrown away, in a dry run and in the sandbox nothing is posted; a rule of another book is tried there")
    func branches() throws {
        let folder = try TemporaryFolder()
        do {
            let session = try ScriptSession.small(at: folder.path + "/a.luca")
            try session.run(Self.savings)
            try session.expectNothingRecorded {
                let counts = try session.text("whatif(function() return recurring.run{}:count() end), recurring.due{}:count()")
                #expect(counts == "3, 3")
                let text = try session.runtime.dryRun("recurring.run{}", name: "due.lua", arguments: [])
                #expect(text.contains("3 activities and 3 occurrences would be recorded"), "\(text)")
            }
            try session.run("other = open('\(folder.path)/b.luca', false)")
            try session.run("other:account{name='Cash', currency='USD'}")
            try session.expectNothingRecorded {
                try session.run("other:recurring{name='rent', every='month', record={type='withdrawal', account='Cash', amount=9}}")
            }
            #expect(try session.text("recurring.list{}:count(), other:activities{}:count()") == "1, 0")
            session.runtime.close()
        }
        let stranger = try ScriptSession(at: folder.path + "/a.luca", isSandboxed: true)
        #expect(try stranger.text("recurring.due{}:count()") == "3")
        #expect(try stranger.failure("recurring.run{}").kind == "read_only")
        #expect(try stranger.text("recurring.due{}:count()") == "3")
    }
}
