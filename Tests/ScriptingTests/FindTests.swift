import LuaSurface
import Testing

@testable import Scripting

@Suite("Looking for a text in everything")
struct FindTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            deposit{date='2014-02-01', account='Savings', amount=5, notes='Bonus of Oracle'}
            deposit{date='2014-03-01', account='Savings', amount=6, notes='oracle café'}
            deposit{date='2014-04-01', account='Savings', amount=7, notes='miracle'}
            tag{account='Savings', tag='oracles'}
            goal{name='Oracle stake', amount=5000, by='2020-12-31'}
            """)
    }

    @Test("The most relevant comes first: the whole, the beginning, a word, a part of one")
    func order() throws {
        #expect(
            try session.text("f = find('ORACLE') return f:list('kind'), f:list('score')")
                == "{\"instrument\", \"tag\", \"plan\", \"activity\", \"activity\"}, {100, 80, 80, 80, 60}")
        #expect(
            try session.text("f = find('racle') return f:list('what'), f:list('where')[1]").hasPrefix(
                "{\"Oracle\", \"oracles\", \"Oracle stake\", \"miracle\", \"oracle café\", \"Bonus of Oracle\"}, name"))
    }

    @Test(
        "It looks in each of these places",
        arguments: [
            ("brokerage", "account", "name"), ("Home", "account", "portfolio"), ("ada", "account", "owner"), ("SPY", "instrument", "symbol"), ("cafe", "activity", "notes"),
            ("oracles", "tag", "tag"), ("stake", "plan", "goal"), ("income_by", "report", "name"), ("rebalance", "help", "topic"),
        ])
    func places(_ text: String, _ kind: String, _ place: String) throws {
        #expect(try session.text("f = find('\(text)'):where{kind='\(kind)'}[1] return f.kind, f.where") == "\(kind), \(place)")
    }

    @Test("An activity is told by its id and day, once, as it stands")
    func activities() throws {
        #expect(try session.text("f = find{text='cafe', kind='activity'}[1] return f.name, f.date, f.what") == "deposit in Savings, 2014-03-01, oracle café")
        try session.run("id = find('cafe')[1].id amend{id=id, notes='café au lait'}")
        #expect(try session.text("find('cafe'):list('what'), #find{text='oracle cafe', kind='activity'}") == "{\"café au lait\"}, 0")
    }

    @Test("Nearly so is found last; so many rows at most, and how many more there are is told")
    func bounds() throws {
        #expect(try session.text("f = find('orcale')[1] return f.name, f.score") == "ORCL, 10")
        let told = try session.text("f = find('orcale') return #f.warnings, f.warnings[1].message, #find('oracle').warnings")
        #expect(told == "1, nothing has \"orcale\" itself in its name, its notes or its tags: these are spelt nearly so, 0")
        #expect(try session.text("f = find{text='oracle', count=2} return #f, f.warnings[1].message") == "2, 3 more are left out; count=5 shows all")
        #expect(try session.text("f = find('zzzz') return #f, f.warnings[1].kind") == "0, not_found")
    }

    @Test("Mistakes get a sentence")
    func mistakes() throws {
        #expect(try session.message("find('  ')").hasPrefix("find: there is nothing to look for"))
        #expect(try session.message("find{text='x', kind='acount'}") == "find: there is no kind \"acount\" (did you mean \"account\"?)")
        #expect(try session.message("find{text='x', count=0}").contains("count must be one or more"))
    }

    @Test("The sentence is the function, and Lua's own find stays what it is")
    func sentence() throws {
        let said = try session.sentence("find oracle"), called = try session.text("find 'oracle'")
        #expect(said == called)
        #expect(try session.text("(string.find('abc', 'b')), ('abc'):find('c')") == "2, 3, 3")
    }
}
