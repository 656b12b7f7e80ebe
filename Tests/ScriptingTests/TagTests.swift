import LuaKit
import LuaSurface
import Testing

@testable import Scripting

@Suite("Tags")
struct TagTests {
    private let session: ScriptSession

    /// The small book: ten ORCL at 31.20 in Brokerage, entry 7; and what each test tags.
    init() throws { session = try ScriptSession.small() }

    @Test("A tag is the same in other capitals, shown as it was first written, and put on once")
    func onceOnly() throws {
        #expect(try session.text("tag{symbol='ORCL', tag='Tech'}[1].tag") == "Tech")
        try session.expectNothingRecorded {
            let told = try session.text("t = tag{symbol='ORCL', tag='TECH'} return #t, t.warnings[1].message")
            #expect(told == "0, ORCL has the tag \"Tech\" already")
        }
        #expect(try session.text("tag{account='Savings', tag='tech'}[1].tag") == "Tech")
        #expect(try session.text("tags{tag='tECH'}:list('name')") == "{\"Savings\", \"ORCL\"}")
        // Nothing has it any more, so that it may be written anew.
        #expect(try session.text("untag{symbol='ORCL', account='Savings', tag='tech'}:list('change')") == "{\"taken off\", \"taken off\"}")
        #expect(try session.text("tag{symbol='ORCL', tag='TECH'}[1].tag") == "TECH")
    }

    @Test("Letters of all alphabets have capitals", arguments: [("Straße", "STRASSE"), ("Écart", "écart"), ("ΟΔΟΣ", "οδος")])
    func capitals(_ first: String, _ other: String) throws {
        try session.run("tag{symbol='ORCL', tag='\(first)'}")
        #expect(try session.text("#tag{symbol='ORCL', tag='\(other)'}") == "0")
    }

    @Test("One call tags several things with several tags")
    func several() throws {
        let id = "activities{type='buy'}[1].id"
        #expect(try session.text("#tag{account={'Brokerage', 'Savings'}, symbol='SPY', id={\(id)}, tag={'a', 'b'}}") == "8")
        #expect(
            try session.text("tags{tag='a'}:csv()")
                == "tag,kind,name,id,date,count\r\na,account,Brokerage,,,2\r\na,account,Savings,,,0\r\na,instrument,SPY,,,0\r\na,activity,buy ORCL in Brokerage,7,2014-01-03,1\r\n"
                .replacing("\r\n", with: "\n"))
    }

    @Test("Mistakes get a sentence, and nothing is recorded")
    func mistakes() throws {
        try session.run("tag{symbol='ORCL', tag='tech'}")
        try session.expectNothingRecorded {
            for (source, sentence) in [
                ("tag{symbol='ORLC', tag='x'}", "did you mean \"ORCL\"?"), ("tag{account='Savngs', tag='x'}", "did you mean \"Savings\"?"),
                ("tag{id=1, tag='x'}", "entry 1 is not an activity"), ("tag{symbol='SPY', tag=''}", "a tag needs a word"),
                ("tag{tag='x'}", "tag: say what: account=, symbol= or id= (tag{symbol=\"ORCL\", tag=\"x\"})"),
                ("tag{symbol='SPY', tag='x\\n'}", "holds the character"), ("untag{symbol='ORCL', tag='tehc'}", "untag: nothing has the tag \"tehc\" (did you mean \"tech\"?)"),
                ("untag{symbol='SPY', tag='tech'}", "untag: SPY does not have the tag \"tech\" (it has none)"),
                ("holdings{tag='tehc'}", "holdings: nothing has the tag \"tehc\" (did you mean \"tech\"?)"), ("cash{tag='tech'}", "cash: the tag \"tech\" is on no account"),
            ] {
                let message = try session.message(source)
                #expect(message.contains(sentence), "\(source): \(message)")
            }
            for (source, kind) in [
                ("cash{tag='tech'}", "tag_out_of_reach"), ("lots{tag='x'}", "unknown_tag"), ("untag{symbol='ORCL', tag='x'}", "unknown_tag"),
                ("untag{account='Savings', tag='tech'}", "not_tagged"),
            ] {
                let met = try session.failure(source).kind
                #expect(met == kind, "\(source)")
            }
        }
    }

    @Test("An activity keeps its tags when it is amended, and has them in whatever state it is asked for")
    func amended() throws {
        try session.run("id = activities{type='buy'}[1].id tag{id=id, tag='tax'} a = amend{id=id, quantity=12}")
        try session.run("b = amend{id=a[1].id, fee=2}")
        #expect(try session.text("activities{tag='tax'}:list('quantity')") == "{12}")
        #expect(try session.text("activities{tag='tax', status='all'}:list('tags')") == "{\"tax\", \"tax\", \"tax\"}")
        // Any of its entries names it.
        #expect(try session.text("#tag{id=b[1].id, tag='TAX'}") == "0")
        try session.run("undo()")
        try session.run("untag{id=id, tag='tax'}")
        #expect(try session.text("#tags{}") == "0")
        try session.run("tag{id=id, tag='wrong'}")
        try session.run("void(activities{type='buy'}[1].id)")
        #expect(try session.text("#activities{tag='wrong'}, activities{tag='wrong', status='void'}[1].tags") == "0, wrong")
    }

    @Test("Undo takes a tag off and puts it back; a branch and a refused act leave none")
    func undone() throws {
        try session.run("tag{symbol='ORCL', tag='tech'}")
        try session.run("untag{symbol='ORCL', tag='tech'}")
        try session.run("undo()")
        #expect(try session.text("tags{}:list('tag')") == "{\"tech\"}")
        #expect(session.takePrinted().contains("tag tech of ORCL is as it was before"))
        try session.run("undo()")
        #expect(try session.text("#tags{}") == "0")
        try session.run("whatif(function() tag{symbol='ORCL', tag='x'} end)")
        try session.run("pcall(function() transaction(function() tag{symbol='ORCL', tag='y'} error('no') end) end)")
        #expect(try session.text("#tags{}, (verify())") == "0, true")
        // What was refused within an act leaves the spelling free.
        #expect(try session.text("tag{symbol='ORCL', tag='Y'}[1].tag") == "Y")
    }

    @Test("Every query takes what has the tag itself, by its account or by its instrument")
    func filters() throws {
        try session.run(
            """
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=2, price=100, fee=1}
            sell{date='2014-03-03', account='Brokerage', symbol='ORCL', quantity=4, price=40, fee=1}
            sell{date='2014-03-04', account='Brokerage', symbol='SPY', quantity=1, price=110}
            dividend{date='2014-04-01', account='Brokerage', symbol='ORCL', amount=3}
            interest{date='2014-04-02', account='Savings', amount=7}
            tag{symbol='ORCL', tag='tech'}
            tag{account='Savings', tag='reserve'}
            tag{id=activities{type='sell', symbol='SPY'}[1].id, tag='loss'}
            """)
        // 4 of 10 ORCL: 4 × 40 − 1 − 4/10 × 313 = 33.80; one SPY: 110 − 201/2 = 9.50.
        #expect(try session.text("gains{tag='tech'}:list('gain'), gains{tag='loss'}:list('gain'), gains{tag={'tech', 'loss'}}:sum('gain')") == "{33.8}, {9.5}, 43.3")
        #expect(try session.text("gains{tag='tech', base='USD'}:list('gain')") == "{33.8}")
        #expect(try session.text("holdings{tag='tech'}:list('quantity'), lots{tag='tech'}:list('remaining'), #holdings{tag='loss'}") == "{6}, {6}, 0")
        #expect(try session.text("income{tag='tech'}:list('amount'), income{tag='reserve'}:list('amount')") == "{3}, {7}")
        #expect(try session.text("fees{tag='tech'}:sum('amount'), #activities{tag='tech'}, #trades{tag='tech'}, #activities{tag={'tech', 'reserve', 'loss'}}") == "2, 3, 2, 5")
        #expect(
            try session.text("cash{tag='reserve'}:list('account'), accounts{tag='reserve'}:list('name'), instruments{tag='tech'}:list('symbol')")
                == "{\"Savings\"}, {\"Savings\"}, {\"ORCL\"}")
        #expect(try session.text("snapshots{tag='reserve', on='2014-12-31'}[1].value, #snapshots{tag='tech', on='2014-12-31'}") == "7, 1")
        #expect(try session.text("contributions{tag='reserve'}:count()") == "0")
        try session.run("tag{account='Savings', tag='tech'}")
        #expect(try session.message("returns{tag='tech'}").contains("on accounts and on instruments"))
        #expect(try session.text("#activities{tag='tech'}, #instruments{tag='tech'}") == "4, 1")
    }

    @Test("Tables show tags where anything has one")
    func columns() throws {
        #expect(try session.text("accounts{}:columns()").contains("tags") == false)
        try session.run("tag{symbol='ORCL', tag={'us', 'tech'}}")
        #expect(try session.text("instruments{symbol='ORCL'}[1].tags, accounts{}[1].tags, activities{}[1].tags") == "us, tech, nil, nil")
    }

    @Test("A row counts in each of its tags, and a warning says that the rows do not add up to the whole")
    func sums() throws {
        try session.run("tag{symbol='ORCL', tag={'tech', 'us'}} tag{account='Brokerage', tag='main'}")
        #expect(
            try session.text("f = by_tag(lots{}) return f:list('tag'), f.warnings[#f.warnings].message")
                == "{\"main\", \"tech\", \"us\"}, 1 row has several tags and counts in each, so the rows do not add up to the whole")
        let lots = try session.sentence("lots by tag")
        #expect(lots.contains("main") && lots.contains("us") && !lots.contains("total"))
        #expect(try session.text("by_tag(cash{}):list('tag')") == "{\"main\"}")
        #expect(try session.message("by_tag(accounts{}:select('type'))").contains("neither account nor symbol nor activity"))
    }

    @Test(
        "Sentences name the thing by its words, with or without quotes",
        arguments: [
            ("tag Savings reserve", "{\"Savings\"}"), ("tag savings reserve", "{\"Savings\"}"), ("tag ORCL reserve", "{\"ORCL\"}"),
            ("tag 7 reserve", "{\"buy ORCL in Brokerage\"}"),
            ("tag \"My ISA\" reserve", "{\"My ISA\"}"), ("tag My ISA reserve", "{\"My ISA\"}"),
        ])
    func sentences(_ line: String, _ names: String) throws {
        try session.run("account{name='My ISA', currency='USD'}")
        _ = try session.sentence(line)
        #expect(try session.text("tags{tag='reserve'}:list('name')") == names)
        _ = try session.sentence("un" + line)
        #expect(try session.text("#tags{}") == "0")
    }

    @Test("A tag of several words needs no quotes, and an unknown thing gets a sentence")
    func words() throws {
        _ = try session.sentence("tag ORCL long term")
        #expect(try session.sentence("tags long term").contains("ORCL"))
        let failure = #expect(throws: LuaFailure.self) { try session.sentence("tag ORLC x") }
        #expect(failure?.message == "nothing is called \"ORLC\"" && failure?.hint == "did you mean \"ORCL\"?")
    }

    @Test("A whole book keeps its tags, and a deleted account takes those of its activities along")
    func keeping() throws {
        try session.run("tag{account='Brokerage', tag='main'} tag{id=activities{type='buy'}[1].id, tag='tax'} tag{symbol='ORCL', tag='tech'}")
        let deletion = try session.message("delete_account{name='Brokerage'}")
        #expect(deletion.contains("2 entries of tags"))
        try session.run("delete_account{name='Brokerage', confirm=true}")
        #expect(try session.text("tags{}:list('tag'), (verify())") == "{\"tech\"}, true")
    }

    @Test("What was tagged later is not known at an earlier moment")
    func asRecorded() throws {
        try session.run("before = activities{status='all'}:max('recorded_at')")
        try session.run("tag{symbol='ORCL', tag='tech'}")
        #expect(try session.message("holdings{tag='tech', as_recorded=before}").contains("nothing has the tag"))
    }
}
