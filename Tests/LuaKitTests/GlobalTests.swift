import LuaKit
import Testing

/// The session's globals, with the built-ins behind them.
@Suite struct GlobalTests {
    private func harness(_ trust: LuaState.Trust = .trusted) throws -> Harness {
        let lua = try Harness(trust: trust)
        lua.state.define(LuaFunction("holdings", summary: "") { $0.reply("built in") })
        lua.state.define(LuaFunction("report.define", summary: "") { $0.reply("defines") })
        lua.state.define(LuaFunction("report.deep.one", summary: "") { $0.reply("deep") })
        return lua
    }

    @Test func aSessionShadowsBuiltIns() throws {
        let lua = try harness()
        #expect(try lua.text("holdings = 5 return holdings") == "5")
        #expect(try lua.text("return holdings, _G.holdings, _ENV.holdings") == "5, 5, 5")
        #expect(try lua.text("holdings = nil return holdings()") == "\"built in\"")
        #expect(try lua.text("_G.print = 1 return print") == "1")
        #expect(try lua.text("print = nil return type(print)") == "\"function\"")
        #expect(try lua.text("function pcall() return 'mine' end return pcall()") == "\"mine\"")
        #expect(try lua.text("pcall = nil return pcall(error, 'x')") == "false, \"x\"")
        #expect(try lua.text("return report.define(), report.deep.one()") == "\"defines\", \"deep\"")
    }

    @Test("A function whose name holds others is a table that is called, whichever of them is defined first", arguments: [["make", "make.one"], ["make.one", "make"]])
    func aTableThatIsCalled(names: [String]) throws {
        let lua = try Harness()
        for name in names {
            let parameters: [LuaParameter] = [.required("count", .integer, "How many."), .optional("of", .string, "What.")]
            lua.state.define(
                LuaFunction(name, parameters, summary: "") { call in
                    call.reply([.string(name), .integer(try call.integer("count") ?? 0), .string(try call.string("of") ?? "-")])
                })
        }
        #expect(try lua.text("return make{count=2, of='a'}") == "\"make\", 2, \"a\"")
        #expect(try lua.text("return make(3)") == "\"make\", 3, \"-\"")
        #expect(try lua.text("return make.one(4, 'b')") == "\"make.one\", 4, \"b\"")
        #expect(try lua.text("return pcall(make, 5)") == "true, \"make\", 5, \"-\"")
        #expect(try lua.message("make()") == "make: count is missing; it must be a whole number")
        let failure = try lua.failure("\nmake{cuont=1}")
        #expect(failure.message == "make: there is no field cuont" && failure.position == LuaPosition(chunk: "test", line: 2))
        #expect(lua.state.members(of: "make").map(\.name) == ["one"])
    }

    @Test func anUnknownNameIsAnError() throws {
        let lua = try harness()
        lua.state.nearestName = { name, known in known.first { $0.hasPrefix(name) } }
        let failure = try lua.failure("\nreturn hold")
        #expect(failure.message == "unknown name 'hold'" && failure.hint == "did you mean \"holdings\"?" && failure.kind == "unknown_name" && failure.field == "hold")
        #expect(failure.position == LuaPosition(chunk: "test", line: 2))
        #expect(try lua.text("return rawget(_G, 'nothing'), rawget(_G, 'holdings'), rawget(_G, 'print'), _G[1], _G[true]") == "nil, nil, nil, nil, nil")
        #expect(try lua.text("nothing = nil return pcall(function() return nothing end)").hasPrefix("false"))
        #expect(try lua.text("nothing = false return nothing") == "false")
        #expect(try lua.message("local _ENV = {} return nothing + 1").contains("attempt to perform arithmetic on a nil value"))
    }

    @Test func theSessionIsTheDefaultEnvironment() throws {
        let lua = try harness()
        try lua.run("x = 1 load('y = x + 1')()")
        #expect(try lua.text("return y, _G.y, load('return _G == ...')(_G), _ENV == _G") == "2, 2, true, true")
        #expect(try lua.text("local n = 0 for k in pairs(_G) do n = n + 1 end return n") == "2")
        #expect(try lua.text("return load('return z', 'n', 't', {z = 9})()") == "9")
    }

    @Test func namesAreFoundWithoutRunningAnything() throws {
        let lua = try harness()
        try lua.run("t = {inner = {value = 7, f = function() end}} u = setmetatable({}, {__index = t}) trap = setmetatable({}, {__index = function() error 'ran' end})")
        try lua.run("t.self = t text = 'abc'")
        let state = lua.state
        #expect(state.peek("t.inner.value").shown == "7")
        #expect(state.peek("holdings").shown == "function")
        #expect(state.peek("report.define").shown == "function")
        for path in ["nothing", "t.nothing", "t.inner.value.more", "trap.x", "", ".", "t.", "t..inner", ":", "text.x"] { #expect(state.peek(path).shown != "7", "\(path)") }
        #expect(state.members(of: "t").map(\.name) == ["inner", "self"])
        #expect(state.members(of: "t.inner").map { "\($0.name) \($0.isFunction)" } == ["f true", "value false"])
        #expect(state.members(of: "u").map(\.name) == ["inner", "self"])
        #expect(state.members(of: "trap").isEmpty && state.members(of: "nothing").isEmpty && state.members(of: "t.inner.value").isEmpty)
        #expect(state.members(of: "report").map(\.name) == ["deep", "define"])
        #expect(state.members(of: "text").contains { $0.name == "upper" && $0.isFunction })
        #expect(Set(state.members(of: "").map(\.name)).isSuperset(of: ["t", "holdings", "print", "string", "_G"]))
        let long = String(repeating: ".self", count: 5000)
        #expect(state.members(of: "t" + long).map(\.name) == ["inner", "self"])
        #expect(state.peek("t\(long).inner.value").shown == "7")
    }

    @Test func membersOfHostTypesAreTheirNames() throws {
        let lua = try Harness.withFrame()
        #expect(lua.state.members(of: "f").map(\.name) == ["each", "failing", "fills", "take"])
        #expect(lua.state.members(of: "f").filter(\.isFunction).map(\.name) == ["each", "failing", "take"])
        #expect(lua.state.typeName(at: "f") == "frame")
        #expect(lua.state.typeName(at: "print") == nil)
    }

    @Test func aSandboxReachesNothingOutside() throws {
        let lua = try harness(.sandboxed)
        for name in ["io", "package", "require", "dofile", "loadfile", "collectgarbage"] {
            #expect(try lua.message("return \(name)") == "unknown name '\(name)'")
        }
        for name in [
            "os.execute", "os.exit", "os.remove", "os.rename", "os.tmpname", "os.getenv", "os.setlocale", "debug.getinfo", "debug.sethook", "debug.getupvalue", "string.dump",
        ] {
            #expect(try lua.text("return \(name)") == "nil", "\(name)")
        }
        #expect(try lua.text("return type(os.time()), type(os.clock()), type(os.date()), type(debug.traceback())") == "\"number\", \"number\", \"string\", \"string\"")
        #expect(try lua.message("setmetatable({}, {__gc = function() end})") == "setmetatable: __gc is not allowed in a sandbox")
        #expect(try lua.message("setmetatable({}, {__gc = false})") == "setmetatable: __gc is not allowed in a sandbox")
        #expect(try lua.message("setmetatable(_G, {})") == "cannot change a protected metatable")
        #expect(try lua.text("return setmetatable({}, {__index = {x = 1}}).x, getmetatable(setmetatable({}, {__metatable = 7}))") == "1, 7")
        #expect(try lua.text("local t = setmetatable({}, {}) setmetatable(t, nil) return getmetatable(t)") == "nil")
        #expect(try lua.message("setmetatable({})").contains("nil or table expected"))
        #expect(try lua.text("return holdings()") == "\"built in\"")
    }
}
