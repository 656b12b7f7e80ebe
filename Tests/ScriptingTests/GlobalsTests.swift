import LuaKit
import Testing
@testable import Scripting

@Suite("Names of the session and built-in names")
struct GlobalsTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test("A name of the user's own takes the place of a built-in one, and nil brings it back")
    func shadowing() throws {
        try session.run("holdings = 5")
        #expect(try session.text("holdings, holdings + 1") == "5, 6")
        #expect(session.runtime.assignedNames == ["holdings"])
        try session.run("holdings = nil")
        #expect(try session.text("#holdings{}") == "1")
        #expect(session.runtime.assignedNames.isEmpty)
    }

    @Test("The session's own names are told whatever of Lua's functions they replace")
    func assignedLibraryNames() throws {
        try session.run("type = nil next = 5 pairs = 7 cash = 1")
        #expect(session.runtime.assignedNames == ["next", "pairs", "cash"])
    }

    @Test("Built-in code does not care what the user put in place of Lua's own functions")
    func shadowedLibraries() throws {
        try session.run("tostring = 5 type = nil pairs = 7 D = 3 report = nil ipairs = false select = {}")
        #expect(try session.text("('%.2f'):format(decimal'1.5')") == "1.50")
        #expect(try session.text("#holdings{}:by('symbol'):sum('quantity')") == "1")
        #expect(try session.text("#report.holdings{}") == "1")
        try session.run("string.format = nil math.floor = 7 table.concat = print")
        #expect(try session.text("#report.holdings{}, cash{}[1]") == "1, {account = \"Brokerage\", currency = \"USD\", balance = 687}")
        #expect(try session.text("#report.run('gains', {year=2014})") == "0")
    }

    @Test("A built-in that is replaced is not replaced in reports that ship")
    func replacedQuery() throws {
        try session.run("function holdings() return 'mine' end")
        #expect(try session.text("holdings()") == "mine")
        #expect(try session.text("#report.holdings{}") == "1")
    }

    @Test("Nor is it in sentences that ship")
    func replacedInSentences() throws {
        let plain = try ScriptSession.demo(), lines = ["net worth on 2014-12-31", "income by month", "every month on the 1st deposit 5 to Savings", "whatif deposit 5 to Savings"]
        let session = try ScriptSession.demo()
        try session.run("snapshots = 1 income = 2 recurring = nil whatif = print command = false error = 3 table.concat = nil table.unpack = 4 math.tointeger = 5")
        for line in lines { #expect(try session.sentence(line) == plain.sentence(line)) }
    }

    @Test("A script that empties every library, or puts a number in every place, breaks nothing that ships", arguments: ["nil", "7"])
    func emptiedLibraries(value: String) throws {
        let plain = try ScriptSession.demo(), session = try ScriptSession.demo()
        let id = try plain.text("activities{}[1].id")
        try session.emptyLibraries(value)
        for line in [
            "net worth on 2014-12-31", "income by month", "every month on the 1st deposit 5 to Savings", "amend \(id) note x", "rebalance in Brokerage to ORCL=60 NVDA=40",
        ] {
            #expect(try session.sentence(line) == plain.sentence(line), "\(line)")
        }
        for source in ["doctor():csv()", "holdings{}:by('symbol'):sum('quantity')", "gains{}:by('year'):sum('gain')"] {
            #expect(try session.text(source) == plain.text(source), "\(source)")
        }
        for file in ["interactive-brokers.csv", "interactive-brokers-flex.xml", "trading212-2026.csv", "degiro-account-de.csv"] {
            let importing = "import{path='\(BrokerFile.folder)/\(file)', dry_run=true}:by('verdict'):count()"
            #expect(try session.text(importing) == plain.text(importing), "\(file)")
        }
    }

    @Test(
        "A name that nothing has is an error, with the nearest one",
        arguments: [
            ("holdngs{}", "unknown name 'holdngs' (did you mean \"holdings\"?)"), ("prnt(1)", "unknown name 'prnt' (did you mean \"print\"?)"),
            ("print(undefined_thing)", "unknown name 'undefined_thing'"), ("x = undefined_thing", "unknown name 'undefined_thing'"),
            ("math.flor(1)", "flor"), ("report.incme{}", "there is no report incme (did you mean \"income\"?)"), ("string.foo('x')", "foo"),
        ])
    func unknown(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test("Names that were set, also to false, can be read; a local hides both")
    func defined() throws {
        try session.run("mine = false function twice(x) return 2 * x end")
        #expect(try session.text("mine, twice(4)") == "false, 8")
        #expect(try session.text("(function() local cash = 3 return cash end)()") == "3")
        #expect(try session.text("rawget(_G, 'nothing'), _G.mine") == "nil, false")
    }

    @Test("What one statement set, the next one sees; what failed stays set as Lua leaves it, and the book does not")
    func stateAfterFailure() throws {
        try session.expectNothingRecorded { _ = try session.failure("seen = 1 deposit{account='Savings', amount=5} error('stop')") }
        #expect(try session.text("seen") == "1")
    }

    @Test("The last result is kept as _")
    func lastResult() throws {
        try session.runtime.remember(session.run("holdings{}")[0])
        #expect(try session.text("#_") == "1")
        try session.runtime.remember(session.run("holdings{}[1]")[0])
        #expect(try session.text("_.symbol") == "ORCL")
    }

    @Test("Incomplete text is told from a mistake")
    func incomplete() throws {
        for source in ["holdings{", "for i = 1, 3 do", "x = [[", "function f()", "1 +", "if true then"] {
            guard case .incomplete = try session.runtime.evaluate(source, name: "=test", source: "test") else {
                Issue.record("\(source) was not taken for incomplete")
                continue
            }
        }
        for source in ["holdings}", "x = = 1", "\"open", "end", "for in do", "1 1"] {
            #expect(try session.failure(source).kind == "syntax", "\(source)")
        }
    }

    @Test("An expression gives its values, a statement none, a chunk what it returns")
    func results() throws {
        #expect(try session.text("1, 'a', nil") == "1, a, nil")
        #expect(try session.text("x = 5") == "")
        #expect(try session.text("local y = 2 return y, y + 1") == "2, 3")
        #expect(try session.text("") == "")
        #expect(try session.text("-- a remark") == "")
    }
}
