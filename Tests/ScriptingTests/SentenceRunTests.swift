import LuaKit
import LuaSurface
import Sentences
import Testing
@testable import Scripting

@Suite("A sentence is carried out as the call that it is")
struct SentenceRunTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        // Tells the type and the text of all that a function gets.
        try session.run(
            """
            function told(...)
              local function text(v)
                if type(v) ~= "table" then return ("%s %s"):format(math.type(v) or type(v), tostring(v)) end
                local parts = {}
                for name, item in pairs(v) do parts[#parts + 1] = tostring(name) .. "=" .. text(item) end
                table.sort(parts)
                return "{" .. table.concat(parts, ", ") .. "}"
              end
              local all = table.pack(...)
              for i = 1, all.n do all[i] = text(all[i]) end
              return all.n .. ": " .. table.concat(all, "; ")
            end
            deep = { down = { told = told } }
            callable = setmetatable({}, { __call = function(_, ...) return told(...) end })
            """)
    }

    @Test(
        "Lua gets what the Lua form says, whatever the sentence and its template",
        arguments: [
            ("<n:decimal> [on <day:date>] [loud]", "told", "say 2.50 on 2014-03-03 loud"), ("<n:decimal>", "told{fixed=\"all\", more=1}", "say -0.5"),
            ("<n:integer>", "told(<n>)", "say 7"), ("[<n:integer>] [to <m:money>]", "told(<n>, <m>)", "say to 5"), ("[<n:integer>] [to <m:money>]", "told(<n>, <m>)", "say"),
            ("<f:path> [<words:arguments>]", "told(<f>, <words>)", "say x.lua --year 2014 'a b'"), ("<t:text>", "told(<t>)", "say \"a \\\"b\\\" \\\\n c\""),
            ("<o:options>", "told(<o>)", "say 2014 word a=1.50 b=2014-03-03 c=\"x y\" d=7"), ("<o:options>", "told", "say 2014 in=Savings"), ("<n:year>", "told(<*>)", "say 2014"),
            ("<n:integer>", "deep.down.told", "say 7"), ("<n:integer>", "callable", "say 7"), ("<n:integer>", "callable(nil, <n>)", "say 7"),
            ("<n:integer>", "told(1 + 1, <n>, 'x', {1, 2})", "say 7"),
            ("<c:code>", "told(<c>)", "say 1 + 1, 'x'"), ("<r:ratio> <s:symbol>", "told", "say 10 for 1 ORCL"), ("<t:topic>", "told(<t>)", "say qualified dividend"),
        ])
    func values(usage: String, template: String, line: String) throws {
        try session.runtime.run(defining: "say \(usage)", as: template)
        let match = try #require(try CommandTable(session.runtime.functions.commands).match(line, session.runtime.vocabulary()))
        #expect(try session.sentence(line) == session.text(match.lua))
    }

    @Test("No Lua stands between: what names mean in it does not matter to values")
    func noText() throws {
        try session.run("D = 5")
        #expect(try session.sentence("deposit 5 to Savings on 2014-03-03").contains("5.00"))
        try session.run("D = nil")
    }

    @Test("A function that the session gave another meaning is the one that is called")
    func shadowed() throws {
        try session.run("function symbol_change(t) return 'mine: ' .. t.into end")
        #expect(try session.sentence("rename ORCL to NVDA") == "mine: NVDA")
        try session.run("symbol_change = nil")
        #expect(try session.sentence("rename ORCL to SPY on 2014-07-01").contains("symbol_change"))
    }

    @Test("The shipped sentences call functions that are there, so that none goes through text")
    func direct() throws {
        for pattern in session.runtime.functions.commands {
            guard case .lua(let form) = pattern.action else { continue }
            #expect(session.runtime.lua.callable(at: form.function) != nil, "\(pattern.usage) calls \(form.function)")
            let match = try #require(try CommandTable([pattern]).match(pattern.example, session.runtime.vocabulary()))
            #expect(match.call?.holdsCode == false, "\(pattern.example)")
        }
    }

    @Test("No two of the shipped sentences are the same, and each that stands for no call has its function")
    func different() throws {
        let commands = session.runtime.functions.commands
        #expect(Set(commands.map(\.usage)).count == commands.count)
        for handler in session.runtime.functions.handlers { #expect(throws: Never.self) { _ = try session.runtime.function(of: handler) } }
    }

    @Test("Each shipped sentence is told from Lua by its looks, before the sentences are read")
    func looks() throws {
        for pattern in session.runtime.functions.commands {
            #expect(CommandTable.mayShip(pattern.name) && CommandTable.mayShip(pattern.example), "\(pattern.example)")
        }
        for line in ["1", "return holdings", "x = 5", "holdings{}", "holdings {}", "local cash = 1", "deposit(5)", "_", "X 5", "", "  ", "# x", "gains:by('symbol')"] {
            #expect(!CommandTable.mayShip(line), "\(line)")
        }
    }

    @Test("The sentences are read once somebody asks for one, whatever limits the script that does, and whatever it put in the place of Lua's functions")
    func reading() throws {
        let runtime = try Runtime(Runtime.Configuration())
        try runtime.openMemoryBook(named: "empty")
        #expect(!runtime.functions.hasReadSentences)
        runtime.lua.limitInstructions(500)
        _ = try runtime.evaluate("string.gsub, string.format = nil, nil f = command.parse('deposit 500 to Savings')", name: "=t", source: "test")
        runtime.lua.limitInstructions(nil)
        #expect(runtime.functions.hasReadSentences && runtime.functions.commands.count > 100)
        #expect(runtime.lua.peek("f").stringValue == "deposit")
    }

    @Test("A command that a script defines stands behind those that ship")
    func order() throws {
        let runtime = try Runtime(Runtime.Configuration())
        _ = try runtime.evaluate("command.define{usage='buy <thing:text>', summary='Mine.', run=function() end}", name: "=t", source: "test")
        let commands = runtime.functions.commands
        #expect(commands.count > 100 && commands.last?.summary == "Mine." && commands.first?.name == "buy")
        guard case .handler(let number)? = commands.last?.action, case .defined = runtime.functions.handlers[number] else {
            Issue.record("the command has no function of its own")
            return
        }
    }

    @Test("The journal tells the command as the source of the act")
    func source() throws {
        _ = try session.sentence("deposit 5 to Savings")
        #expect(try session.text("activities{account='Savings'}[1].source") == "command deposit")
    }

    @Test(
        "What is called in vain is told by Lua",
        arguments: [
            ("nowhere", "unknown name 'nowhere'"), ("tol", "did you mean \"told\"?"), ("told.more", "attempt to index a function value"), ("deep", "attempt to call a table value"),
            ("told(<c>", "does not end in )"), ("told(<c>, ))", "near ')'"),
        ])
    func vain(template: String, message: String) throws {
        let failure = #expect(throws: (any Error).self) {
            try session.runtime.run(defining: "say <c:word>", as: template)
            _ = try session.sentence("say hello")
        }
        let lua = failure as? LuaFailure, told = (lua?.message ?? "") + " " + (lua?.hint ?? "")
        #expect(told.contains(message), "\(told)")
    }

    @Test("Source in a sentence for a handler is run first, and a mistake in it is told")
    func codeForHandler() throws {
        try session.run("command.define{usage='weigh <c:code>', summary='x', example='weigh 1', run=function(p) return told(p) end}")
        #expect(try session.sentence("weigh 1 + 1") == "1: {c=integer 2}")
        #expect(throws: LuaFailure.self) { try session.sentence("weigh 1 + * 2") }
        #expect(throws: LuaMisuse.self) { try session.sentence("weigh (1 +") }
    }
}

extension Runtime {
    /// Defines a sentence that stands for a Lua call.
    fileprivate func run(defining usage: String, as template: String) throws {
        _ = try evaluate("command.define{usage=\(LuaForm.quoted(usage)), summary='x', example='x', lua=\(LuaForm.quoted(template))}", name: "=test", source: "test")
    }
}
