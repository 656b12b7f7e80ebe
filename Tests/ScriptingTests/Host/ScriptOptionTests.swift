import Foundation
import LuaKit
import TestSupport
import Testing
@testable import LuaSurface
@testable import Scripting

@Suite("Options of scripts and reports")
struct ScriptOptionTests {
    private static let script = """
        -- Shows what it was given.
        local given = options {
          year = { type = "integer", default = 2014, doc = "The year.", place = 1 },
          account = { type = "account", required = true, default = "Brokerage", doc = "Where." },
          min_trade = { type = "decimal", default = 50 },
          how = { type = "string", values = { "draft", "posted" } },
          symbols = { type = "symbol", list = true },
          on = { type = "date" },
          apply = { type = "boolean", doc = "Records it." },
        }
        return given.year, given.account, given.min_trade, given.how, given.symbols and #given.symbols, given.on, given.apply
        """

    /// What the script returns for its arguments.
    private func given(_ arguments: [String], _ session: ScriptSession) throws -> String {
        try session.runtime.runScript(Self.script, name: "folder/show.lua", arguments: arguments).map(session.runtime.shown).joined(separator: " ")
    }

    @Test(
        "They are read from a command line, checked and converted",
        arguments: [
            ([], "2014 Brokerage 50 nil nil nil nil"), (["2013"], "2013 Brokerage 50 nil nil nil nil"), (["--year", "2013", "--apply"], "2013 Brokerage 50 nil nil nil true"),
            (["year=2012", "--no-apply", "--min-trade=1.25"], "2012 Brokerage 1.25 nil nil nil false"), (["--account", "savings"], "2014 Savings 50 nil nil nil nil"),
            (["--how", "draft", "--on", "2014-02-03", "--symbols", "ORCL,SPY"], "2014 Brokerage 50 draft 2 2014-02-03 nil"),
            (["--symbols=ORCL", "--symbols=SPY", "--min_trade", "-3"], "2014 Brokerage -3 nil 2 nil nil"), (["--", "2011"], "2011 Brokerage 50 nil nil nil nil"),
        ])
    func values(arguments: [String], expected: String) throws {
        #expect(try given(arguments, .small()) == expected)
    }

    @Test(
        "What a script does not take, or cannot read, is refused with the nearest right name",
        arguments: [
            (["--yeer", "2013"], "show.lua takes no option --yeer", "did you mean \"--year\"?"), (["2013", "2014"], "show.lua takes no value \"2014\"", "--help tells"),
            (["--year", "x"], "show.lua: --year must be a whole number, got \"x\"", nil), (["--year"], "--year needs a value: --year INTEGER", nil),
            (["--account", "Savngs"], "the book has no account \"Savngs\"", "did you mean \"Savings\"?"), (["--how", "darft"], "one of draft, posted", "did you mean \"draft\"?"),
            (["--on", "3.2.2014"], "a date such as 2014-03-03", nil), (["--year=1", "--year=2"], "--year is given twice", nil),
            (["--symbols", "ORCX"], "no instrument \"ORCX\"", "ORCL"),
            (["--apply=perhaps"], "true or false", nil), (["--min-trade", "1,5"], "--min-trade must be a number", nil),
        ] as [([String], String, String?)])
    func refusals(arguments: [String], message: String, hint: String?) throws {
        let session = try ScriptSession.small()
        do {
            Issue.record("no error, but \(try given(arguments, session))")
        } catch let error as LuaFailure {
            #expect(error.kind == "option" && error.message.contains(message), "\(error)")
            if let hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
        }
    }

    @Test("An account that is needed is the book's only one, or asked for; a default that the book does not have is none")
    func needed() throws {
        let session = try ScriptSession()
        func why() -> String { do { return try given([], session) } catch { return "\((error as? LuaFailure)?.message ?? "") \((error as? LuaFailure)?.hint ?? "")" } }
        #expect(why() == "show.lua: --account NAME is needed: Where. the book has no accounts; make one: account Savings EUR")
        try session.run("account{name='Giro', currency='EUR'}")
        #expect(why() == "2014 Giro 50 nil nil nil nil")
        try session.run("account{name='Depot', currency='EUR'}")
        #expect(why() == "show.lua: --account NAME is needed: Where. the book has Giro, Depot")
    }

    @Test("--help tells the first comment and the options without running what comes behind them")
    func help() throws {
        let text = ScriptHelp(text: Self.script.replacing("return given", with: "error('it ran') return given"), name: "show.lua").text("folder/show.lua")
        for line in [
            "usage: luca run folder/show.lua [--year INTEGER]", "Shows what it was given.", "  --year INTEGER       The year. (default 2014)",
            "  --account NAME       Where. (default Brokerage, if the book has it)", "  --how draft|posted", "  --apply              Records it.", "--symbols SYMBOL,…",
        ] { #expect(text.contains(line), "\(line) in:\n\(text)") }
        #expect(ScriptHelp(text: "-- A script.\nprint(1)", name: "a.lua").text("a.lua").hasSuffix("A script.\n\nIt declares no options.\n"))
        let wrong = ScriptHelp(text: "-- A script.\nlocal o = options{year={type='integr'}}", name: "a.lua").text("a.lua")
        #expect(wrong.contains("A script.\n\nIts options cannot be told: options") && wrong.contains("integr") && wrong.contains("(line 2)"), "\(wrong)")
        // One that never comes to its options is given up.
        #expect(ScriptHelp(text: "while true do end options{a={}}", name: "a.lua").options == nil)
    }

    @Test("Completion asks one place for names and values, of reports and of scripts")
    func hints() throws {
        let session = try ScriptSession.small()
        try session.run("report.define{name='mine', summary='s', options={how={values={'a', 'b'}}, account={type='account'}}, run=function() return {} end}")
        let hints = session.runtime.options(of: "mine")
        // Behind its own stand those that write it to a file.
        #expect(
            hints.map(\.name) == ["account", "how", "pdf", "html", "xlsx", "markdown", "paper"] && hints[0].values == ["Brokerage", "Savings"] && hints[1].values == ["a", "b"],
            "\(hints)")
        #expect(session.runtime.options(of: "nothing").isEmpty && session.runtime.options(of: "nothing.lua").isEmpty)
        #expect(try session.message("report.mine{how='c'}").contains("how must be one of a, b, got string \"c\""))
        #expect(try session.text("report.run('mine', {'--help'})").isEmpty && session.takePrinted().contains("report.mine"))
    }

    @Test(
        "A declaration that makes no sense is refused",
        arguments: [
            ("options{year={type='intger'}}", "unknown type intger (did you mean \"integer\"?)"), ("options{year={typ='integer'}}", "has a field typ (did you mean \"type\"?)"),
            ("options{year={type='integer'}, month=3}", "write month={default=3}"), ("options{['a b']={}}", "no name of an option"),
            ("options{{name='a'}, {name='a'}}", "two parameters a"),
        ])
    func declarations(source: String, message: String) throws {
        #expect(try ScriptSession().message("return " + source).contains(message))
    }

    @Test("Without tables in it, options asks for open options as ever, and run takes a table of options")
    func others() throws {
        let session = try ScriptSession.small()
        #expect(try session.text("return #options{}, #options(), options{a={default=2}}.a") == "0, 0, 2")
        #expect(try session.message("options{acount='Savings'}").contains("did you mean \"account\"?"))
    }

    /// What a script that declares options gets for arguments, or why not.
    private func own(_ declaration: String, _ arguments: [String]) throws -> String {
        let session = try ScriptSession.small()
        let script =
            "local o = options\(declaration) local t = {} for k, v in pairs(o) do t[#t + 1] = k .. '=' .. (type(v) == 'table' and table.concat(v, '|') or tostring(v)) end "
        do {
            return try session.runtime.runScript(script + "table.sort(t) return table.concat(t, ' ')", name: "own.lua", arguments: arguments).map(session.runtime.shown).joined()
        } catch let error as LuaFailure { return "\(error.message) (\(error.hint ?? ""))" }
    }

    @Test(
        "Values behind -- are no options, an option is no value of another, and a list has commas in quotes",
        arguments: [
            ("{name={type='string', place=1}, year={type='string'}}", ["--", "year=2014"], "name=year=2014"),
            ("{name={type='string', place=1}, year={type='string'}}", ["year=2014"], "year=2014"),
            ("{name={type='string'}, apply={type='boolean'}}", ["--name", "--apply"], "own.lua: --name needs a value: --name NAME ()"),
            ("{name={type='string'}, apply={type='boolean'}}", ["--name", "--no-apply"], "own.lua: --name needs a value: --name NAME ()"),
            ("{name={type='string'}, year={type='string'}}", ["--name", "--year=2"], "own.lua: --name needs a value: --name NAME ()"),
            ("{name={type='string'}}", ["--name", "--other"], "name=--other"), ("{name={type='string'}}", ["--name=--name"], "name=--name"),
            ("{tags={list=true, default='a'}}", [], "tags=a"), ("{tags={list=true, default={'a', 'b'}}}", [], "tags=a|b"), ("{tags={list=true}}", [], ""),
            ("{tags={list=true}}", ["--tags", "a, b,,c"], "tags=a|b|c"), ("{tags={list=true}}", ["--tags", "\"Smith, John\", b"], "tags=Smith, John|b"),
            ("{tags={list=true}}", ["--tags", "a\"b,\"say \"\"x\"\"\",\"\""], "tags=a\"b|say \"x\"|"),
            ("{v={values={'a', 'b'}, default='c'}}", [], "options: the default \"c\" of v is none of its values (they are a, b)"),
            ("{v={values={'draft', 'posted'}, default='darft'}}", [], "options: the default \"darft\" of v is none of its values (did you mean \"draft\"?)"),
            ("{v={list=true, values={'a', 'b'}, default={'a', 'd'}}}", [], "options: the default \"d\" of v is none of its values (they are a, b)"),
            ("{v={type='integer', values={1, 2}, default=2}}", [], "v=2"),
            ("{v={type='string', values={'a', nil, 'c'}}}", [], "options: the values of v has an item at 3 and none at 2"),
            ("{[3]={name='v'}}", [], "options: the declaration has an item at 3 and none at 1"),
        ])
    func edges(declaration: String, arguments: [String], expected: String) throws {
        #expect(try own(declaration, arguments).hasPrefix(expected) == true && (expected != "" || own(declaration, arguments).isEmpty))
    }

    @Test("run gives a list as it is, with commas and quotes in its items")
    func runOfLists() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession.small()
        try "return options{names={list=true}}.names".write(toFile: folder.path + "/x.lua", atomically: true, encoding: .utf8)
        for list in ["{\"Smith, John\", \"Ray\"}", "{\" a \", \"\", \"b\"}", "{\"say \\\"x\\\"\", \"a,b\"}", "{\"a\"}"] {
            #expect(
                try session.text("local a, b = run('\(folder.path)/x.lua', {names=\(list)}), \(list) return table.concat(a, '|') == table.concat(b, '|'), #a == #b")
                    == "true, true", "\(list)")
        }
    }

    @Test("The help tells the default of a list that is given by one value")
    func helpOnLists() {
        #expect(ScriptHelp(text: "options{tags={list=true, default='a'}}", name: "a.lua").text("a.lua").contains("(default a)"))
    }
}
