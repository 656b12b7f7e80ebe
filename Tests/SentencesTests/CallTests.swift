import SampleSentences
import Sentences
import Testing
import Values

@Suite("A sentence is a call with typed arguments")
struct CallTests {
    private func call(_ line: String) throws -> Call? { try SampleSentences.table.match(line, SampleSentences.vocabulary)?.call }

    private func decimal(_ digits: String) throws -> Call.Value { .decimal(try FixedDecimal(digits), written: digits) }

    @Test("Numbers, names, notes and days have the type of their place")
    func named() throws {
        let expected = Call(
            "buy",
            .named([
                Call.Field("quantity", try decimal("10")), Call.Field("symbol", .text("ORCL")), Call.Field("price", try decimal("31.20")),
                Call.Field("account", .text("Brokerage")), Call.Field("date", .date(try Day("2025-12-31"))), Call.Field("notes", .text("a gift")),
            ]))
        #expect(try call("buy 10 ORCL @ 31.20 in Brokerage on yesterday note a gift") == expected)
        #expect(try call("gains 2014") == Call("gains", .named([Call.Field("year", .integer(2014))])))
        #expect(try call("holdings") == Call("holdings", .named([])))
    }

    @Test("A template with places gets values in order: lists are spread, what is left out at the end is dropped")
    func positional() throws {
        #expect(try call("run due.lua --year 2014") == Call("run", .positional([.text("due.lua"), .text("--year"), .text("2014")])))
        #expect(try call("import x.csv partial") == Call("import", .positional([.text("x.csv"), .table([Call.Field("partial", .boolean(true))])])))
        #expect(try call("undo") == Call("undo", .positional([])))
        let options = Call.Value.table([
            Call.Field(nil, .integer(2014)), Call.Field("share", try decimal("0.50")), Call.Field("from", .date(try Day("2014-01-01"))), Call.Field("account", .text("Ray")),
        ])
        #expect(try call("report income 2014 share=0.50 from=2014-01-01 account=Ray") == Call("report", .positional([.text("income"), options])))
    }

    @Test("The digits that were typed are shown, and the number counts")
    func digits() throws {
        let typed = try #require(try call("deposit 500.00 to Savings"))
        #expect(typed.lua == #"deposit{amount=D"500.00", account="Savings"}"#)
        guard case .named(let fields) = typed.arguments, case .decimal(let number, "500.00") = fields[0].value else {
            Issue.record("no decimal in \(typed)")
            return
        }
        #expect(number == FixedDecimal(500))
    }

    @Test(
        "What a template gives every call is a value where it is plain, and Lua source where it is not",
        arguments: [
            (#"sell{quantity="all"}"#, #"sell{quantity="all", n=7}"#, false), ("f{a=1, b=true}", "f{a=1, b=true, n=7}", false), ("f{}", "f{n=7}", false),
            ("f{1, 2}", "f{1, 2, n=7}", true), ("f{d=os.time{year=2000}}", "f{d=os.time{year=2000}, n=7}", true), (#"f{a="x,y"}"#, #"f{a="x,y", n=7}"#, true),
            ("f(<n>, nil, true, 3)", "f(7, nil, true, 3)", false), ("f(nil, <n>)", "f(nil, 7)", false), ("f(<n>, nil)", "f(7)", false), ("f(<m>, <*>)", "f(nil, {n=7})", false),
            ("f('a', <n>)", "f('a', 7)", true), ("f(1+1, <n>)", "f(1+1, 7)", true), ("f()", "f()", false), ("a.b.f", "a.b.f{n=7}", false),
            ("holdings():sum('x')", "holdings():sum('x')", true),
        ])
    func templates(template: String, lua: String, holdsCode: Bool) throws {
        let call = try LuaForm(template).call([Call.Field("n", .integer(7))])
        #expect(call.lua == lua)
        #expect(call.holdsCode == holdsCode)
    }

    @Test("A place for Lua source makes a call of it that must be run as text; a handler gets one table")
    func code() throws {
        let table = CommandTable([
            try CommandPattern(usage: "lua <source:code>", summary: "", example: "", action: .lua(try LuaForm("print(<source>)"))),
            try CommandPattern(usage: "note <text:text>", summary: "", example: "", action: .handler(0)),
        ])
        let lua = try #require(try table.match("lua 1 + 1", Vocabulary()))
        #expect(lua.call?.holdsCode == true)
        #expect(lua.lua == "print(1 + 1)")
        let note = try #require(try table.match("note as it is", Vocabulary()))
        #expect(note.call == nil)
        #expect(note.table == .table([Call.Field("text", .text("as it is"))]))
        #expect(note.lua == #"{text="as it is"}"#)
    }
}
