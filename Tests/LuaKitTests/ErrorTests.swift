import LuaKit
import Testing

/// Errors on their way between Swift and Lua: nothing of them is lost.
@Suite struct ErrorTests {
    /// An error with an identity.
    private final class Incident: Error {}

    private func harness() throws -> Harness {
        let lua = try Harness()
        lua.state.define(
            LuaFunction("fail", [.optional("number", .integer, "")], summary: "") { call in
                throw Trouble(number: try call.integer("number") ?? 0)
            })
        lua.state.define(LuaFunction("plain", summary: "") { _ in throw Incident() })
        lua.state.define(
            LuaFunction("apply", [.required("f", .function, ""), .optional("x", .any, "")], summary: "Calls f(x).", style: .positional) { call in
                guard let function = try call.function("f") else { return .nothing }
                return call.reply(try call.state.call(function, [try call.argument(1)]))
            })
        lua.state.define(
            LuaFunction("rescue", [.required("f", .function, "")], summary: "Calls f, gives what it threw as text.", style: .positional) { call in
                do {
                    return call.reply(try call.state.call(try call.function("f")!))
                } catch let failure as LuaFailure {
                    return call.reply("rescued: \(failure.message)")
                }
            })
        return lua
    }

    @Test func aScriptSeesWhatItIs() throws {
        let lua = try harness()
        #expect(
            try lua.text("local ok, e = pcall(fail) return ok, e.kind, e.message, e.field, e.hint, e.where")
                == "false, \"trouble\", \"it went wrong\", \"quantity\", \"mend it\", \"test:1\"")
        #expect(try lua.text("local ok, e = pcall(fail) return tostring(e), type(e)") == "\"test:1: it went wrong (mend it)\", \"userdata\"")
        #expect(try lua.text("local ok, e = pcall(plain) return e.kind, e.field, e.hint") == "\"error\", nil, nil")
        #expect(try lua.message("local ok, e = pcall(fail) return e.colour") == "an error has no colour")
    }

    @Test func itComesOutOfLuaAsItWentIn() throws {
        let lua = try harness()
        let failure = try lua.failure("\n\nfail(7)")
        #expect(failure.underlying as? Trouble == Trouble(number: 7))
        #expect(failure.kind == "trouble" && failure.message == "it went wrong" && failure.field == "quantity" && failure.hint == "mend it")
        #expect(failure.position == LuaPosition(chunk: "test", line: 3))
        #expect(failure.traceback?.contains("test:3: in main chunk") == true)
    }

    @Test func itPassesThroughSwiftAndLuaAgain() throws {
        let lua = try harness()
        for source in [
            "apply(fail, 7)", "apply(apply, function() end) apply(function() apply(function() fail(7) end) end)",
            "local ok, e = pcall(apply, fail, 7) error(e)", "local ok, e = pcall(apply, fail, 7) error(e, 2)",
            "coroutine.wrap(function() apply(fail, 7) end)()",
            "xpcall(apply, function(e) error(e) end, fail, 7) apply(function() fail(7) end)",
            "local co = coroutine.create(function(...) apply(...) end) local ok, e = coroutine.resume(co, fail, 7) error(e)",
            "local t <close> = setmetatable({}, {__close = function(t, e) error(e) end}) fail(7)",
        ] {
            let failure = try lua.failure(source)
            #expect(failure.underlying as? Trouble == Trouble(number: 7), "\(source)")
            #expect(failure.kind == "trouble" && failure.hint == "mend it", "\(source)")
            #expect(failure.position == LuaPosition(chunk: "test", line: 1), "\(source)")
        }
    }

    @Test func anErrorKeepsItsIdentity() throws {
        let lua = try harness(), incident = Incident()
        lua.state.define(LuaFunction("same", summary: "") { [incident] _ in throw incident })
        #expect(try lua.failure("apply(function() local ok, e = pcall(same) error(e) end)").underlying as? Incident === incident)
        #expect(try lua.text("local a, b = select(2, pcall(same)), select(2, pcall(apply, same)) return a == b, a == 5") == "false, false")
    }

    @Test func whatAScriptRaisesGoesThroughSwiftUnchanged() throws {
        let lua = try harness()
        #expect(
            try lua.text(
                """
                local thing = {kind = "own", message = "mine"}
                local ok, e = pcall(apply, function() error(thing) end)
                local ok2, e2 = pcall(apply, function() apply(function() error(thing) end) end)
                return ok, e == thing, e2 == thing
                """) == "false, true, true")
        #expect(try lua.text("return pcall(apply, function() error('text', 0) end)") == "false, \"text\"")
        #expect(try lua.text("return pcall(apply, function() error('text') end)") == "false, \"test:1: text\"")
        #expect(try lua.text("return pcall(apply, function() error(42) end)") == "false, 42")
        #expect(try lua.text("return pcall(apply, function() error(print) end)") == "false, function")
        #expect(try lua.text("return rescue(function() error({message='m'}) end), rescue(fail)") == "\"rescued: m\", \"rescued: it went wrong\"")
        #expect(try lua.text("local ok, e = pcall(apply, function() error(nil) end) return ok, type(e)") == "false, \"userdata\"")
    }

    @Test func swiftSeesWhatAScriptRaised() throws {
        let lua = try harness()
        let table = try lua.failure("error{kind='oversell', message='too many', field='quantity', hint='sell less', more={1}}")
        #expect(table.kind == "oversell" && table.message == "too many" && table.field == "quantity" && table.hint == "sell less")
        #expect(table.underlying == nil)
        let text = try lua.failure("\nerror 'plain text'")
        #expect(text.kind == "error" && text.message == "plain text" && text.position == LuaPosition(chunk: "test", line: 2))
        #expect(try lua.failure("error('a: 12: b', 0)").message == "a: 12: b")
        #expect(try lua.message("error()") == "error object: nil")
        #expect(try lua.message("error(7)") == "error object: number 7")
        #expect(try lua.message("error({})") == "error object: a table")
        #expect(try lua.message("error(setmetatable({}, {__tostring = function() error 'trap' end}))") == "error object: a table")
        #expect(try lua.message("local t = {} t.t = t error(t)") == "error object: a table")
        #expect(try lua.message("local x = nil + 1") == "attempt to perform arithmetic on a nil value")
    }

    @Test func thePlaceIsTheNearestLuaLine() throws {
        let lua = try harness()
        #expect(try lua.failure("local x\npcall(fail)\nlocal ok, e = pcall(fail, 1)\nerror(e)").position?.line == 3)
        let type = lua.state.define(LuaType("thing", summary: "", layout: .value, fields: [LuaFunction("broken", summary: "") { _ in throw Trouble(number: 1) }]))
        try lua.state.set("thing", .boxed(LuaBoxed(type: type, low: 0)))
        #expect(try lua.failure("\nreturn thing.broken").position?.line == 2)
        #expect(try lua.failure("\n\nreturn thing.missing").position?.line == 3)
        #expect(try lua.failure("\n\n\nreturn nonsense").position?.line == 4)
    }

    @Test func theTracebackGoesDownToTheFirstCause() throws {
        let lua = try harness()
        let failure = try lua.failure("local function inner() fail(1) end\nlocal function outer() apply(function()\ninner() end) end\nouter()")
        #expect(failure.traceback?.contains("test:1: in upvalue 'inner'") == true)
        #expect(failure.traceback?.contains("test:4: in main chunk") == true)
        // The one that was caught leaves nothing behind.
        let later = try lua.failure("pcall(apply, function()\nfail(1) end)\nlocal x = nil + 1")
        #expect(later.traceback?.contains("test:2") == false)
        #expect(later.traceback?.contains("test:3: in main chunk") == true)
        #expect(try lua.failure("error 'x'").traceback?.contains("stack traceback") == true)
    }

    @Test func anErrorWithinErrorsEnds() throws {
        let lua = try harness()
        #expect(try lua.text("return select('#', xpcall(fail, function(e) error('again') end))") == "2")
        #expect(try lua.text("local function f() return xpcall(f, f) end return type(f())") == "\"boolean\"")
        #expect(try lua.text("local function f() return apply(f) end local ok, e = pcall(f) return ok, tostring(e):match('stack overflow')") == "false, \"stack overflow\"")
        #expect(try lua.text("local function f() return 1 + f() end local ok, e = pcall(f) return ok, e:match('stack overflow')") == "false, \"stack overflow\"")
        #expect(try lua.text("return 'well'") == "\"well\"")
    }
}
