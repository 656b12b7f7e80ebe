import LuaKit
import LuaSurface
import Testing
@testable import Scripting

@Suite("Commands that scripts define")
struct DefineCommandTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test("A sentence with a function of its own")
    func handler() throws {
        try session.run(
            """
            command.define {
              usage = "save <amount:decimal> [for <what:text>] [on <date:date>] [twice]", summary = "Puts money aside.", example = "save 50 for a boat",
              run = function(p)
                last = p
                return deposit { account = "Savings", amount = p.amount, notes = p.what, date = p.date }
              end,
            }
            """)
        #expect(try session.sentence("save 12.50 for a new boat on 2014-03-03 twice").contains("a new boat"))
        #expect(try session.text("last.amount, math.type(last.amount), last.what, last.date, last.twice") == "12.5, decimal, a new boat, 2014-03-03, true")
        #expect(try session.text("activities{account='Savings'}[1].source") == "command save")
        #expect(session.runtime.help("save")?.contains("save AMOUNT [for WHAT] [on DATE] [twice]\n  Puts money aside.\n  for example  save 50 for a boat") == true)
        #expect(session.runtime.topics.contains("save"))
    }

    @Test("A handler that fails leaves nothing")
    func failingHandler() throws {
        try session.run("command.define{usage='waste', summary='x', example='waste', run=function() deposit{account='Savings', amount=1} error('no') end}")
        try session.expectNothingRecorded { #expect(throws: LuaFailure.self) { try session.sentence("waste") } }
    }

    @Test("A sentence that stands for a Lua call")
    func template() throws {
        try session.run("function double(x, how) return x * 2, how and how.loud end")
        try session.run("command.define{usage='double <n:decimal> [loud]', summary='Doubles.', example='double 2', lua='double(<n>, <*>)'}")
        #expect(try session.sentence("double 2.1") == "4.2, nil")
        #expect(try session.sentence("double 2.1 loud") == "4.2, true")
        #expect(session.runtime.help("double")?.contains("in Lua       double(D\"2\")") == true)
    }

    @Test("Defined anew it replaces the sentence of the same usage; another usage stands beside it")
    func redefined() throws {
        let count = session.runtime.functions.commands.count
        try session.run("command.define{usage='hey', summary='One.', example='hey', run=function() return 1 end}")
        try session.run("command.define{usage='hey', summary='Two.', example='hey', run=function() return 2 end}")
        #expect(try session.sentence("hey") == "2")
        #expect(session.runtime.functions.commands.count == count + 1)
        try session.run("command.define{usage='hey <name:word>', summary='Three.', example='hey you', run=function(p) return p.name end}")
        #expect(try session.sentence("hey you") == "you")
        #expect(try session.sentence("hey") == "2")
    }

    @Test("A shipped sentence can be given another meaning")
    func replaced() throws {
        try session.run("command.define{usage='cash [on <on:date>] [in <account:account>]', summary='Mine.', example='cash', run=function() return 'mine' end}")
        #expect(try session.sentence("cash") == "mine")
        #expect(try session.text("#cash{}") == "1")
    }

    @Test(
        "What is wrong with a definition is told",
        arguments: [
            ("command.define{usage='x', summary='x'}", "command.define: lua or run is missing (say what the sentence does)"),
            ("command.define{usage='', summary='x', run=print}", "command.define: usage: a usage begins with the command word"),
            ("command.define{usage='x <a:decimal', summary='x', run=print}", "a < is not closed by >"),
            ("command.define{usage='x [in <a:account>', summary='x', run=print}", "a [ is not closed by ]"),
            ("command.define{usage='x <a:decimel>', summary='x', run=print}", "decimel"), ("command.define{usage='x <a:word> <a:account>', summary='x', run=print}", "a"),
            ("command.define{usage='x <a:word>', summary='x', lua='f(<a>'}", "the template does not end in )"),
            ("command.define{usage='x <a:word>', summary='x', lua='f(<b>)'}", "b"),
            ("command.define{summary='x', run=print}", "command.define: usage is missing"), ("command.define{usage='x', run=print}", "command.define: summary is missing"),
            ("command.define{usage=5, summary='x', run=print}", "command.define: usage must be a string"),
            ("command.define{usage='x', summary='x', run='print'}", "run must be a function"),
        ])
    func badDefinitions(source: String, part: String) throws {
        let count = session.runtime.functions.commands.count
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
        #expect(session.runtime.functions.commands.count == count)
    }
}
