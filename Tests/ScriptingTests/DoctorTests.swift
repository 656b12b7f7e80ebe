import LuaKit
import LuaSurface
import Session
import TestSupport
import Testing
import Values
@testable import Scripting

@Suite("doctor tells what needs care, and what mends it")
struct DoctorTests {
    /// The rows of a check: its state, what was found and what mends it.
    private func look(_ session: ScriptSession, at check: String) throws -> String {
        try session.text(
            "local t = {} for _, row in ipairs(doctor()) do if row.check == '\(check)' then t[#t + 1] = row.state .. ': ' .. row.finding .. (row.mend and ' → ' .. row.mend or '') end end return table.concat(t, '; ')"
        )
    }

    @Test("Of the sample book everything is well but for a backup")
    func sample() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.demo(at: folder.path + "/demo.luca")
        #expect(
            try session.text("local t = {} for _, row in ipairs(doctor()) do if row.state ~= 'ok' then t[#t + 1] = row.check end end return table.concat(t, ', ')") == "backups")
        #expect(try look(session, at: "backups") == "mend: none was made yet → backup")
        try session.run("backup()")
        // Long ago, but nothing was recorded since: the clock of the test stands in May.
        #expect(try look(session, at: "backups") == "ok: the latest is of 2014-05-13")
        #expect(try look(session, at: "book") == "ok: 419 entries, sound")
    }

    @Test("Cash below zero and a transfer without its other side are told with where to look")
    func accounts() throws {
        let session = try ScriptSession.small()
        try session.run("withdraw{account='Savings', amount=20, date='2014-02-01'}")
        #expect(try look(session, at: "cash") == "mend: \"Savings\" has -20.00 USD in cash, below zero since 2014-02-01 → explain cash in Savings")
        try session.run("record{type='transfer_out', account='Brokerage', amount=100, date='2014-02-01'}")
        let told = try look(session, at: "transfers")
        #expect(told.hasPrefix("mend: the transfer_out of cash in \"Brokerage\"") && told.hasSuffix(" → history 9"), "\(told)")
    }

    @Test("Prices that are missing or older than a week are told by name")
    func prices() throws {
        let session = try ScriptSession.small()
        #expect(try look(session, at: "prices").contains("ORCL"))
        try session.run("quote{symbol='ORCL', date='2014-12-30', close=45}")
        #expect(try look(session, at: "prices") == "ok: of all that is held, none older than 10 days")
    }

    @Test("What waits is told: days of rules, drafts, and a base currency for accounts of several")
    func waiting() throws {
        let session = try ScriptSession.small()
        try session.run(
            "command.run('every month on the 1st from 2014-11-01 deposit 5 to Savings') record{type='deposit', account='Savings', amount=5, date='2014-03-01', status='draft'}")
        #expect(try look(session, at: "recurring") == "mend: 2 days are due → recurring run")
        #expect(try look(session, at: "drafts") == "mend: 1 waits for approval → recurring approve")
        let other = try ScriptSession()
        try other.run(
            "account{name='A', currency='EUR'} account{name='B', currency='USD'} deposit{account='A', amount=5, date='2014-01-02'} deposit{account='B', amount=5, date='2014-01-02'}"
        )
        #expect(try look(other, at: "base currency") == "mend: there are EUR, USD, and none is chosen for their sum → set base EUR")
    }

    @Test("It keeps to the built-in functions, whatever a session gives their names, and works in an empty book and in a sandbox")
    func anywhere() throws {
        let session = try ScriptSession()
        try session.run("cash = 1 holdings = 2 ipairs = 3 frame = 4")
        #expect(try session.text("return #doctor() > 5") == "true")
        #expect(try ScriptSession(isSandboxed: true).text("return #doctor() > 5") == "true")
    }

    @Test("Every command that it names is a sentence")
    func commands() throws {
        let session = try ScriptSession.small()
        try session.run("withdraw{account='Savings', amount=20, date='2014-02-01'}")
        let commands = try session.text("local t = {} for _, row in ipairs(doctor()) do t[#t + 1] = row.mend end return table.concat(t, '\\n')")
        for line in commands.split(separator: "\n") where !line.hasPrefix("luca ") && !line.hasPrefix("LANG=") {
            #expect(session.runtime.isSentence(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test("What it says of prices is what warnings say, by the age that the book has set")
    func ages() throws {
        let session = try ScriptSession.small()
        try session.run("setting('price_max_age', 60) quote{symbol='ORCL', date='2014-11-15', close=45}")
        #expect(try look(session, at: "prices") == "ok: of all that is held, none older than 60 days")
        try session.run("setting('price_max_age', 3) quote{symbol='ORCL', date='2014-12-26', close=45}")
        #expect(try look(session, at: "prices") == "mend: older than 3 days: ORCL → sync")
        #expect(try session.text("warnings{prices=true}[1].kind") == "stale_price")
    }

    @Test("Of cash below zero it says what the book's setting asks for")
    func quiet() throws {
        let session = try ScriptSession.small()
        try session.run("setting('negative_cash', 'quiet') withdraw{account='Savings', amount=20, date='2014-02-01'}")
        #expect(try look(session, at: "cash").hasPrefix("look: \"Savings\" has -20.00 USD in cash"))
    }

    @Test("A backup is asked for only where something was recorded after it")
    func untouched() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession(at: folder.path + "/a.luca", today: "2014-12-31")
        try session.run("account{name='A', currency='EUR'} deposit{account='A', amount=5, date='2014-01-02'}")
        try session.run("backup()")
        #expect(try look(session, at: "backups") == "ok: the latest is of 2014-05-13")
        session.secondsPassed += 3 * 86_400
        try session.run("deposit{account='A', amount=6, date='2014-01-02'}")
        #expect(try look(session, at: "backups") == "mend: the latest is of 2014-05-13 → backup")
    }

    @Test("Warnings of other kinds are counted, and lead to the list of them")
    func others() throws {
        let session = try ScriptSession.small()
        try session.run("record{type='transfer_in', account='Brokerage', symbol='SPY', quantity=3, date='2014-02-01', group='outside'}")
        #expect(try look(session, at: "warnings") == "look: 1 more of the book → warnings")
    }
}
