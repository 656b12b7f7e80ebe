import LuaKit
import Testing
@testable import Scripting

@Suite("Reports that scripts define")
struct DefineReportTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            report.define {
              name = "echo", summary = "Gives its arguments back.", example = 'report.echo{year=2014}',
              parameters = {
                { name = "year", type = "integer", doc = "A year.", required = true },
                { name = "limit", type = "decimal", doc = "A number.", default = 2.5 },
                { name = "on", type = "date", doc = "A day." },
                { name = "account", type = "account", doc = "An account." },
                { name = "loud", type = "boolean", doc = "Whether." },
                { name = "word", doc = "Anything.", default = "a \\"quoted\\" word" },
              },
              run = function(p) last = p return p end,
            }
            """)
    }

    @Test("A report is called like a built-in one, its numbers exact, its dates dates, its defaults filled in")
    func call() throws {
        try session.run("report.echo{year=2014, limit=0.1, on='2014-03-03', loud=true}")
        #expect(try session.text("last.year, last.limit, last.on, last.loud, last.word, last.account") == "2014, 0.1, 2014-03-03, true, a \"quoted\" word, nil")
        #expect(try session.text("math.type(last.limit), last.on.month, math.type(last.year)") == "decimal, 3, integer")
        try session.run("report.echo(2014)")
        #expect(try session.text("last.limit, last.word") == "2.5, a \"quoted\" word")
        #expect(try session.text("math.type(last.limit)") == "decimal")
    }

    @Test("report.run takes texts as a command line gives them, by place or by name")
    func run() throws {
        try session.run("report.run('echo', {'2014', loud='true', limit='1e2', on='2014-03-03'})")
        #expect(try session.text("last.year, last.loud, last.limit, last.on.year") == "2014, true, 100, 2014")
        _ = try session.runtime.runReport("echo", arguments: ["2013", "account=Savings", "word=x=y"])
        #expect(try session.text("last.year, last.account, last.word") == "2013, Savings, x=y")
        // A name of the book goes where alone it can belong, whatever place it stands in.
        _ = try session.runtime.runReport("echo", arguments: ["savings", "2012", "3"])
        #expect(try session.text("last.year, last.account, last.limit") == "2012, Savings, 3")
        #expect(try session.sentence("report allocation 2013").contains("2013-12-31") && session.sentence("report allocation class 2013").contains("2013-12-31"))
    }

    @Test(
        "A sentence runs it",
        arguments: [
            ("report echo 2014", "2014, 2.5"), ("report echo 2014 limit=3", "2014, 3"), ("report echo year=2012 loud=true", "2012, 2.5"),
            ("report echo year 2011 limit 4", "2011, 4"), ("report echo loud 2014", "2014, 2.5"), ("report echo 2014 loud", "2014, 2.5"),
        ])
    func sentence(line: String, result: String) throws {
        _ = try session.sentence(line)
        #expect(try session.text("last.year, last.limit") == result)
    }

    @Test(
        "A truth needs no value, as a word or as an option, and takes one that is true or false",
        arguments: [
            ("{'loud', 2014}", "2014, true, nil"), ("{2014, 'loud'}", "2014, true, nil"), ("{2014, 'loud', account='Savings'}", "2014, true, Savings"),
            ("{'loud', 'false', 2014}", "2014, false, nil"), ("{'loud', false, 2014}", "2014, false, nil"), ("{'--loud', 2014, 'account', 'Savings'}", "2014, true, Savings"),
            ("{'--loud', 'false', 2014}", "2014, false, nil"), ("{'loud', 'year', 2014}", "2014, true, nil"),
        ])
    func truth(arguments: String, result: String) throws {
        try session.run("report.run('echo', \(arguments))")
        #expect(try session.text("last.year, last.loud, last.account") == result)
    }

    @Test(
        "A year in the place of a date is its end",
        arguments: [("{2014, on='2013'}", "2013-12-31"), ("{2014, on=2012}", "2012-12-31"), ("{2014, 'on', '2013-03-03'}", "2013-03-03")])
    func yearAsDate(arguments: String, day: String) throws {
        try session.run("report.run('echo', \(arguments))")
        #expect(try session.text("last.on") == day)
    }

    @Test(
        "Arguments are checked as those of built-in functions are",
        arguments: [
            ("report.echo{}", "report.echo: year is missing; it must be a whole number"),
            ("report.echo{year='x'}", "report.echo: year must be a whole number, got string \"x\""),
            ("report.echo{year=2014, limt=3}", "report.echo: there is no field limt (did you mean \"limit\"?)"),
            ("report.echo{year=2014, limit='much'}", "report.echo: limit must be a number, got string \"much\""),
            ("report.echo{year=2014, on='soon'}", "report.echo: on: "), ("report.echo{year=2014, loud=1}", "report.echo: loud must be true or false, got number 1"),
            ("report.run('echo', {'x'})", "report.echo: year must be a whole number, got \"x\""), ("report.run('ecco')", "there is no report ecco (did you mean \"echo\"?)"),
            ("report.run('echo', {1, 2, '2014-01-01', 'Savings', true, 'w', 7})", "report.echo takes 6 arguments"),
            ("report.ecco{}", "there is no report ecco (did you mean \"echo\"?)"),
            ("report.run('echo', {'--yeer', 2014})", "report.echo takes no option --yeer (did you mean \"--year\"?)"),
            (
                "report.run('echo', {'--xyzzy'})",
                "takes no option --xyzzy (its options are --year, --limit, --on, --account, --loud, --word; --text, --markdown, --html, --pdf, --xlsx, --paper say how it is written)"
            ),
            ("report.run('echo', {'--pdff'})", "report.echo takes no option --pdff (did you mean \"--pdf\"?)"),
            ("report.run('echo', {'--csv'})", "luca report echo --csv"),
            ("report.run('echo', {'--year'})", "--year needs a value (--year …, or year=…)"), ("report.run('echo', {2014, year=2013})", "report.echo: year is given twice"),
            ("report.run('echo', {'--year', 2014, '--year=2013'})", "report.echo: year is given twice"),
            ("report.run('echo', {'x'})", "other arguments have their name before them, as in limit=…: limit, on, account, loud, word"),
            ("report.run('echo', {'Savings'})", "report.echo: year is missing"),
            ("report.run('echo', {2014, 'to', 'e.doc'})", "no form of a report is called as e.doc is (its name ends in .txt, .md, .html, .pdf or .xlsx)"),
            ("report.run('echo', {2014, 'to'})", "to needs a file behind it"), ("report.run('--pdf')", "which report? its name comes before --pdf (report statement --pdf;"),
            ("report.run('2014')", "there is no report 2014; the report comes before its time (report dashboard 2014;"),
        ])
    func mistakes(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test("It is listed, has help and completion")
    func listed() throws {
        #expect(session.runtime.reportList.contains("echo"))
        #expect(session.runtime.record(named: "report.echo")?.parameters.map(\.name) == ["year", "limit", "on", "account", "loud", "word"])
        let help = try #require(session.runtime.help("echo"))
        for part in ["report.echo{year=, [limit=]", "Gives its arguments back.", "A year.", "(default 2.5)", "report.echo{year=2014}"] {
            #expect(help.contains(part), "\(part) in \(help)")
        }
        _ = try session.runtime.runReport(nil, arguments: [])
        #expect(session.takePrinted().contains("echo: Gives its arguments back.\n"))
    }

    @Test("Defined anew, the later definition counts, and it is listed once")
    func redefined() throws {
        try session.run("report.define{name='echo', summary='Another.', run=function() return 'new' end}")
        #expect(try session.text("report.echo{}") == "new")
        #expect(session.runtime.reportList.filter { $0 == "echo" }.count == 1)
        #expect(session.runtime.help("echo")?.contains("Another.") == true)
        #expect(try session.message("report.echo{year=1}").contains("there is no field year"))
    }

    @Test("A built-in report can be replaced, a function of report cannot")
    func replaced() throws {
        try session.run("report.define{name='gains', summary='Mine.', run=function() return 'mine' end}")
        #expect(try session.text("report.gains{}") == "mine")
        #expect(try session.sentence("report gains") == "mine")
        #expect(try session.message("report.define{name='run', summary='x', run=print}").contains("a name that report does not use itself"))
    }

    @Test(
        "What a definition lacks is told",
        arguments: [
            ("report.define{summary='x', run=print}", "report.define: name is missing"), ("report.define{name='x', run=print}", "report.define: summary is missing"),
            ("report.define{name='x', summary='x'}", "report.define: run is missing"),
            ("report.define{name='two words', summary='x', run=print}", "a name of letters, digits and _"),
            ("report.define{name='', summary='x', run=print}", "a name of letters"), ("report.define{name='x', summary='x', run=5}", "run must be a function"),
            ("report.define{name='x', summary='x', run=print, parameters={{type='date'}}}", "a parameter has no name"),
            ("report.define{name='x', summary='x', run=print, parameters={{name='y', type='dat'}}}", "parameter y has the unknown type dat (did you mean \"date\"?)"),
            ("report.define{name='x', summary='x', run=print, paramters={}}", "did you mean \"parameters\"?"),
            ("report.define{name='x', summary='x', run=print, parameters={'year'}}", "a parameter has no name"),
            ("report.define{name='x', summary='x', run=print, parameters={{name='y'}, {name='y'}}}", "y"),
        ])
    func badDefinitions(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test("A mistake within the report points into the report")
    func failing() throws {
        try session.run("report.define{name='bad', summary='x',\nrun=function(p)\nreturn holdings{account='Nobody'} end}")
        let failure = try session.failure("report.bad{}")
        #expect(failure.kind == "unknown_account")
        #expect(failure.position == LuaPosition(chunk: "test", line: 3))
    }

    @Test("A report may record, as part of the act that runs it")
    func recording() throws {
        try session.run("report.define{name='tip', summary='x', run=function() deposit{account='Savings', amount=1} return cash{} end}")
        #expect(try session.text("#report.tip{}") == "2")
        try session.expectNothingRecorded { _ = try session.failure("report.tip{} error('no')") }
    }
}
