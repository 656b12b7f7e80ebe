import Ledger
import LuaKit
import Storage
import TestSupport
import Testing
import Values
@testable import LuaSurface

@Suite("Contribution limits of accounts")
struct LimitTests {
    /// A book with two accounts that share a limit, one flexible one by itself, and one outside.
    private func session() throws -> ScriptSession {
        let session = try ScriptSession(today: "2025-01-15")
        try session.run(
            """
            account{name='ISA', currency='GBP'} account{name='LISA', currency='GBP'} account{name='Bank', type='cash', currency='GBP'}
            account{name='Flex', currency='GBP'}
            limit{name='ISA', accounts={'ISA', 'LISA'}, amount=20000, year_start='04-06', years={[2014]=15000}}
            limit{name='Flexible', account='Flex', amount=5000, year_start='04-06', flexible=true}
            deposit{account='Bank', amount=90000, date='2024-01-01'}
            """)
        return session
    }

    private let row = "local r = limits{}:where{limit='ISA'}[1] return r.used, r.room"

    @Test("A limit is defined, fetched, changed and taken away")
    func definition() throws {
        let session = try session()
        #expect(
            try session.text("local r = limit 'ISA'[1] return r.year, r['from'], r.to, r.allowed, r.currency, r.accounts") == "2024, 2024-04-06, 2025-04-05, 20000, GBP, ISA, LISA")
        try session.run("limit{name='ISA', amount=19000}")
        #expect(try session.text("local r = limit 'ISA'[1] return r.allowed, r.accounts, limits{year=2014}[1].allowed") == "19000, ISA, LISA, 15000")
        #expect(try session.text("limit 'ISB'") == "nil, there is no limit \"ISB\"; did you mean \"ISA\"?")
        try session.run("undo()")
        #expect(try session.text("limit 'ISA'[1].allowed") == "20000")
        #expect(try session.text("limit{name='ISA', remove=true}, #limits{}") == "true, 1")
        #expect(try session.text("(verify())") == "true")
    }

    @Test("What is asked of a day needs no rate of a later one")
    func laterRates() throws {
        let session = try session()
        try session.run("deposit{account='ISA', amount=4000, date='2024-05-01'} deposit{account='ISA', amount=50, currency='EUR', date='2024-09-01'}")
        #expect(try session.text("local f = limits{on='2024-06-01'}:where{limit='ISA'} return f[1].used, #limits{on='2024-06-01'}.warnings") == "4000, 0")
        #expect(try session.text("limits{on='2024-09-01'}:where{limit='ISA'}[1].used, limits{on='2024-09-01'}.warnings[1].kind") == "nil, no_rate")
        try session.run("rate{from='EUR', to='GBP', date='2024-05-01', rate=0.8}")
        #expect(
            try session.text("limits{on='2024-09-01'}:where{limit='ISA'}[1].used, limits{on='2024-09-01'}.warnings[1].kind, #limits{on='2024-06-01'}.warnings")
                == "4040, stale_rate, 0")
    }

    @Test("Deposits and transfers from outside count; what stays among the accounts, dividends and rebates do not")
    func counting() throws {
        let session = try session()
        try session.run(
            """
            deposit{account='ISA', amount=4000, date='2024-05-01'}
            transfer{from='Bank', to='ISA', amount=3000, date='2024-06-01'}
            transfer{from='ISA', to='LISA', amount=1000, date='2024-07-01'}
            bonus{account='LISA', amount=250, date='2024-07-02'}
            credit{account='LISA', amount=9, date='2024-07-02'} interest{account='ISA', amount=8, date='2024-07-03'}
            adjust{account='ISA', amount=7, date='2024-07-03'}
            withdraw{account='ISA', amount=500, date='2024-08-01'}
            transfer{from='ISA', to='Bank', amount=100, date='2024-08-01'}
            deposit{account='ISA', amount=77, date='2024-07-05', status='draft'}
            deposit{account='ISA', amount=11, date='2024-04-05'}
            """)
        #expect(try session.text(row) == "7250, 12750")
        #expect(try session.text("limits{on='2024-05-31'}:where{limit='ISA'}[1].used, limits{year=2023}[1].used") == "4000, 11")
        #expect(try session.text("#limits{from='2023-01-01', to='2025-01-01'}:where{limit='ISA'}") == "3")
    }

    @Test(
        "A year that there cannot be is refused with a sentence",
        arguments: [
            "year=9223372036854775807", "year=-9223372036854775808", "year=9999", "year=0", "to='9999-12-31'",
        ])
    func years(argument: String) throws {
        let session = try session()
        let message = try session.message("limits{\(argument)}")
        #expect(message.contains("the limit \"ISA\" has no year") && message.contains("the years 1 to 9998"), "\(message)")
        #expect(try session.text("#limits{year=9998}") == "2")
    }

    @Test("A withdrawal frees room of a flexible limit only")
    func flexible() throws {
        let session = try session()
        try session.run("deposit{account='Flex', amount=5000, date='2024-05-01'} withdraw{account='Flex', amount=1200, date='2024-06-01'}")
        #expect(try session.text("limit 'Flexible'[1].room") == "1200")
    }

    @Test("Units that are transferred in count with what they cost")
    func units() throws {
        let session = try session()
        try session.run(
            """
            instrument{symbol='VOD', currency='GBP'} buy{account='Bank', symbol='VOD', quantity=10, price=40, date='2024-02-01'}
            transfer{from='Bank', to='ISA', symbol='VOD', quantity=5, date='2024-05-01'}
            """)
        #expect(try session.text(row) == "200, 19800")
    }

    @Test(
        "Whoever breaks a limit by hand is warned, and warnings{} goes on telling it",
        arguments: [
            "deposit{account='ISA', amount=1000.01, date='2024-12-01'}", "transfer{from='Bank', to='LISA', amount=1000.01, date='2024-12-01'}",
            "record{type='deposit', account='LISA', amount=1000.01, date='2024-12-01'}", "bonus{account='LISA', amount=1000.01, date='2024-12-01'}",
            "amend{id=deposit{account='LISA', amount=1, date='2024-12-01'}[1].id, amount=1000.01}",
        ])
    func warned(source: String) throws {
        let session = try session()
        #expect(try session.text("#deposit{account='ISA', amount=19000, date='2024-05-01'}.warnings") == "0")
        let sentence = "\"ISA\" allows 20000.00 GBP from 2024-04-06 to 2025-04-05, and 20000.01 GBP were paid in: 0.01 GBP too much, since 2024-12-01"
        #expect(try session.text("local w = \(source).warnings return #w, w[1].kind, w[1].message") == "1, limit_exceeded, \(sentence)")
        #expect(try session.text("warnings{}:where{kind='limit_exceeded'}[1].message") == sentence)
        #expect(try session.text("#warnings{on='2024-11-30'}:where{kind='limit_exceeded'}") == "0")
        #expect(try session.text("limit 'ISA'[1].excess, limit 'ISA'[1].room") == "0.01, 0")
        // What is recorded elsewhere, or takes out, is not warned of.
        #expect(try session.text("#deposit{account='Bank', amount=1}.warnings + #withdraw{account='ISA', amount=1}.warnings") == "0")
    }

    @Test("The room of an account is the smallest of its limits, shared with what a proposal pays into the others")
    func room() throws {
        let session = try session()
        try session.run("limit{name='LISA', account='LISA', amount=4000, year_start='04-06'} deposit{account='ISA', amount=18000, date='2024-05-01'}")
        let book = try #require(session.runtime.book), day = try Day("2025-01-15")
        func id(_ name: String) throws -> AccountID { try #require(book.ledger.account(named: name)) }
        var limits = try ContributionLimits(book)
        #expect(try limits.room(for: id("Bank"), on: day) == nil)
        #expect(try limits.room(for: id("ISA"), on: day) == 2000)
        #expect(try limits.room(for: id("LISA"), on: day) == 2000)
        #expect(try limits.room(for: id("LISA"), on: Day("2025-04-06")) == 4000)
        try limits.propose(500, into: id("LISA"), on: day)
        #expect(try limits.room(for: id("ISA"), on: day) == 1500)
    }

    @Test("Money of another currency is converted by the rate of its day, and without one nothing is claimed")
    func currencies() throws {
        let session = try session()
        try session.run("deposit{account='ISA', amount=100, currency='USD', date='2024-05-01'}")
        #expect(try session.text(row) == "nil, nil")
        #expect(try session.text("limits{}.warnings[1].kind") == "no_rate")
        let book = try #require(session.runtime.book), account = try #require(try book.ledger.account(named: "ISA"))
        #expect(throws: LuaMisuse.self) { try ContributionLimits(book).room(for: account, on: Day("2025-01-15")) }
        try session.run("rate{from='USD', to='GBP', date='2024-04-30', rate=0.8}")
        #expect(try session.text(row) == "80, 19920")
    }

    @Test(
        "A mistake gets a sentence",
        arguments: [
            ("limit{name='X', account='ISB', amount=1}", "did you mean"),
            ("limit{name='X', account='ISA'}", "amount is missing"),
            ("limit{name='X', amount=1}", "has no account"),
            ("limit{name='X', account='ISA', amount=-1}", "below zero"),
            ("limit{name='X', account='ISA', amount=1, currency='USD'}", "is in GBP, and the limit in USD"),
            ("limit{name='X', account='ISA', amount=1, year_start='2-30'}", "no day that every year has"),
            ("limit{name='X', account='ISA', amount=1, years={a=1}}", "amounts by year"),
            ("limits{from='2024-02-01', to='2024-01-01'}", "is after"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try session()
        try session.expectRefusal(of: source, saying: part)
    }

    @Test("A limit whose account is not there says so, and goes with an account that is deleted")
    func unknownAccount() throws {
        let session = try session()
        try session.run("account{name='Spare', currency='GBP'} limit{name='Spare', account='Spare', amount=1}")
        try session.run("delete_account{name='Spare', confirm=true}")
        #expect(try session.text("limit 'Spare'").hasPrefix("nil"))
        // As another program may have left it.
        try session.runtime.requireBook().keep(PlanDocument(kind: .limit, name: "Spare", body: #"{"accounts":["Spare"],"amount":"1","currency":"GBP"}"#))
        #expect(try session.text("limit 'Spare'.warnings[1].message") == "the limit \"Spare\" names the account \"Spare\", which is not there")
    }
}
