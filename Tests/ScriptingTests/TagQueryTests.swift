import LuaKit
import LuaSurface
import Sentences
import Testing

@testable import Scripting

@Suite("Every question and tags")
struct TagQueryTests {
    private let session: ScriptSession

    /// The small book with a debt, targets, limits, goals and rules; Savings and entry 7 are of the `reserve`, ORCL is `tech`.
    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            account{name='ISA', owner='Ada', portfolio='Home', currency='USD'}
            deposit{date='2014-01-02', account='Savings', amount=100}
            deposit{date='2014-01-02', account='ISA', amount=900}
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=2, price=100}
            withdraw{date='2014-02-04', account='ISA', amount=950}
            quote{symbol='ORCL', date='2014-12-30', close=40} quote{symbol='SPY', date='2014-12-30', close=110}
            targets{name='two', weights={ORCL=60, SPY=40}}
            limit{name='Both', accounts={'ISA', 'Savings'}, amount=500} limit{name='Alone', account='ISA', amount=5000}
            goal{name='House', amount=5000, by='2020-12-31', account='Savings'} goal{name='Car', amount=500, by='2020-12-31', account='Brokerage'}
            recurring{name='save', every='month', day=1, from='2014-12-01', record={type='deposit', account='Savings', amount=5}}
            recurring{name='plan', every='month', day=1, from='2014-12-01', record={type='buy', account='Brokerage', symbol='ORCL', quantity=1, price=40}}
            watch{symbol='ORCL', above=1} watch{symbol='SPY', above=1}
            tag{account='Savings', tag='reserve'} tag{symbol='ORCL', tag='tech'}
            """)
    }

    /// What a call needs beside the tag.
    private static let needed = ["rebalance": "weights={ORCL=60, SPY=40}, ", "recurring.due": "to='2015-01-02', "]
    /// What puts tags on, and tells them.
    private static let verbs: Set = ["tag", "untag", "tags"]

    @Test("A function that takes a tag reads it: one that nothing has is refused, with the nearest that there is")
    func read() throws {
        let takers = session.runtime.functions.records.values.filter { function in function.parameters.contains { $0.name == "tag" } }.map(\.name)
            .filter { !Self.verbs.contains($0) && !$0.hasPrefix("report.") }.sorted()
        #expect(takers.count > 30)
        for name in takers {
            let message = try session.message("\(name){\(Self.needed[name] ?? "")tag='tehc'}")
            #expect(message == "\(name): nothing has the tag \"tehc\" (did you mean \"tech\"?)")
        }
    }

    /// Functions without a tag that ask nothing of the book, or that change it.
    private static let others: Set = [
        "undo", "redo", "void", "currency", "goal", "limit", "portfolio", "plan", "tier", "frame", "import", "by_tag", "compare", "value", "recurring", "recurring.skip",
        "recurring.pause", "recurring.resume", "recurring.calendar", "recurring.calendars", "provider.search", "sql", "watch",
    ]

    @Test("A function that answers with rows and takes no tag says why, and what to ask instead")
    func refused() throws {
        let functions = session.runtime.functions.records.values.filter { function in
            ["frame", "frame?"].contains(function.returns) && !function.parameters.contains { $0.name == "tag" } && !function.name.hasPrefix("report.")
        }
        for function in functions where !Self.others.contains(function.name) {
            let reason = session.runtime.whyNot(function.name, "tag")
            #expect(reason != nil, "\(function.name)")
        }
        for name in TagRefusals.functions {
            let function = try #require(session.runtime.record(named: name), "\(name)")
            if function.style == .positional { continue }
            let failure = try session.failure("\(name){tag='tech'}")
            #expect(failure.message == "\(name): there is no field tag" && failure.hint == session.runtime.whyNot(name, "tag"), "\(failure)")
        }
    }

    @Test(
        "Each question is narrowed to what has the tag",
        arguments: [
            ("portfolios{}:list('accounts'), #portfolios{tag='reserve'}", "{2}, 0"),
            ("limits{}:list('limit'), limits{tag='reserve'}:list('limit')", "{\"Both\", \"Alone\"}, {\"Both\"}"),
            ("limits{tag='reserve'}.warnings[1].message", "the limit \"Both\" is of all its accounts together, of which \"ISA\" does not have the tag \"reserve\""),
            ("#limits{tag='reserve'}.warnings", "1"),
            ("goals{}:list('name'), goals{tag='reserve'}:list('name')", "{\"House\", \"Car\"}, {\"House\"}"),
            ("targets{}:sum('value'), targets{tag='reserve'}:sum('value')", "620, 0"),
            ("recurring.list{tag='reserve'}:list('rule'), recurring.list{tag='tech'}:list('rule')", "{\"save\"}, {\"plan\"}"),
            ("recurring.due{tag='tech'}:list('rule'), recurring.next{tag='reserve', count=1}:list('rule')", "{\"plan\"}, {\"save\"}"),
            ("watch{tag='tech'}:list('symbol')", "{\"ORCL\"}"),
            ("quotes{tag='tech'}:list('symbol')", "{\"ORCL\"}"),
            ("#warnings{} > 0, #warnings{tag='reserve'}", "true, 1"),
        ])
    func narrowed(_ source: String, _ expected: String) throws { #expect(try session.text(source) == expected) }

    @Test("Warnings are of the accounts, instruments and activities that have the tag")
    func warnings() throws {
        try session.run("tag{account='ISA', tag='isa'}")
        #expect(try session.text("warnings{tag='isa'}:list('kind')") == "{\"negative_cash\", \"limit_exceeded\"}")
        #expect(try session.text("warnings{prices=true, on='2014-12-31', tag='tech'}:list('kind')") == "{}")
        try session.run("transfer{from='Brokerage', to='ISA', date='2014-03-01', symbol='SPY', quantity=1} void(activities{type='transfer_in'}[1].id)")
        #expect(try session.text("#warnings{tag='tech'}") == "0")
        let entry = try session.text("activities{type='transfer_out'}[1].id")
        if let id = Int(entry) {
            try session.run("tag{id=\(id), tag='lost'}")
            #expect(try session.text("#warnings{tag='lost'} > 0") == "true")
        }
        #expect(try session.text("#warnings{tag='reserve'}") == "1")
    }

    @Test("Trades are proposed in accounts with the tag, or of instruments with it, and what the targets name beside them is refused")
    func trades() throws {
        try session.run("tag{account='Brokerage', tag='main'}")
        #expect(try session.text("rebalance{targets='two', tag='main'}:distinct('account'):list('account')") == "{\"Brokerage\"}")
        let failure = try session.failure("rebalance{targets='two', tag='tech'}")
        #expect(failure.message == "rebalance: the targets name SPY, which does not have the tag \"tech\"" && failure.hint == "tag SPY tech, or leave the tag out")
        #expect(try session.failure("targets{tag='tech'}").kind == "tag_out_of_reach")
        try session.run("tag{symbol='SPY', tag='tech'}")
        #expect(try session.text("targets{tag='tech'}:sum('value')") == "620")
    }

    @Test("Targets by tag go by the tags of the book, unless they tell others")
    func targetsByTag() throws {
        try session.run("tag{symbol='SPY', tag={'index', 'us'}}")
        #expect(try session.text("targets{name='tags', by='tag', weights={Tech=50, index=50}}:list('value')") == "{400, 220}")
        #expect(try session.text("targets{name='own', by='tag', weights={tech=50, index=50}, tags={ORCL='index'}}:where{target='index'}:list('value')") == "{620}")
        let failure = try session.failure("targets{name='both', by='tag', weights={us=50, index=50}}")
        #expect(failure.message == "targets: SPY has the tags \"index\" and \"us\", and each is a target" || failure.message.contains("\"us\" and \"index\""), "\(failure)")
    }

    @Test("Worth and returns have a row for each tag and one for what has none, which add up where nothing has two")
    func byTag() throws {
        let worth = "on='2014-12-31', by='tag'"
        // ORCL 10 × 40; Savings 100; the rest is SPY 2 × 110, cash of Brokerage 1000 - 313 - 200, and the debt of ISA.
        #expect(try session.text("s = snapshots{\(worth)} return s:list('tag'), s:list('value')") == "{\"reserve\", \"tech\", \"untagged\"}, {100, 400, 657}")
        #expect(try session.text("snapshots{\(worth)}:sum('value') - snapshots{on='2014-12-31'}:sum('value')") == "0")
        #expect(try session.text("#snapshots{\(worth)}.warnings, returns{by='tag'}:list('tag')") == "0, {\"reserve\", \"tech\", \"untagged\"}")
        #expect(try session.text("returns{by='tag', tag='tech'}:list('tag'), snapshots{\(worth), account='Savings'}:list('tag')") == "{\"tech\"}, {\"reserve\"}")
    }

    @Test("What has two tags stands in both, and a warning says that the rows do not add up")
    func several() throws {
        try session.run("tag{account='Brokerage', tag={'main', 'tech'}} tag{id=activities{type='withdrawal'}[1].id, tag='spent'}")
        #expect(
            try session.text("s = snapshots{on='2014-12-31', by='tag'} return s:list('tag'), s:list('value')")
                == "{\"main\", \"reserve\", \"tech (accounts)\", \"tech (instruments)\", \"untagged\"}, {1107, 100, 1107, 400, -50}")
        #expect(
            try session.text("w = {} for _, x in ipairs(snapshots{on='2014-12-31', by='tag'}.warnings) do w[#w + 1] = x.kind end return table.concat(w, ' ')")
                == "tag_out_of_reach several_parts several_tags")
        for line in ["net worth by tag", "performance by tag"] {
            let told = try session.sentence(line)
            #expect(told.contains("untagged") && told.contains("tech (accounts)") && !told.contains("total"), "\(told)")
        }
    }

    @Test(
        "Sentences take a tag in both spellings",
        arguments: [
            ("limits", "Both"), ("goals", "House"), ("cash", "Savings"), ("accounts", "Savings"), ("recurring", "save"), ("net worth", "100"), ("performance", "100"),
            ("activities 2014", "Savings"), ("returns", "100"), ("snapshots day", "100"), ("contributions 2014 by account", "Savings"), ("warnings", "Both"),
        ])
    func sentences(_ line: String, _ expected: String) throws {
        for spelling in ["tag=reserve", "tagged reserve", "tag=\"reserve\""] {
            let told = try session.sentence("\(line) \(spelling)")
            #expect(told.contains(expected) && !told.contains("Brokerage") && !told.contains("ORCL"), "\(line) \(spelling): \(told)")
        }
    }

    @Test("A tag of several words is said in quotes")
    func severalWords() throws {
        try session.run("tag{account='Savings', tag='rainy day'}")
        #expect(try session.sentence("cash tagged \"rainy day\" by account").contains("Savings"))
        #expect(try session.sentence("cash tag=\"rainy day\"").contains("Savings"))
        for line in ["cash tagged rainy day", "cash tagged rainy day by account", "goals tag=rainy day"] {
            let failure = #expect(throws: CommandMismatch.self) { try session.sentence(line) }
            #expect(failure?.hint == "a tag of several words needs quotes: tagged \"rainy day\"", "\(line): \(String(describing: failure))")
        }
    }

    @Test("What has no tags says so in a sentence too", arguments: ["rates", "currencies", "settings", "plans", "tiers", "providers", "history 7", "buy 1 ORCL @ 40 in Brokerage"])
    func refusedSentences(_ line: String) throws {
        let word = line.split(separator: " ")[0]
        let failure = #expect(throws: CommandMismatch.self) { try session.sentence("\(line) tag=reserve") }
        #expect(failure?.message == "\(word) takes no tag" && failure?.hint?.contains("tag") == true && failure?.hint?.contains("{") == false, "\(String(describing: failure))")
    }
}
