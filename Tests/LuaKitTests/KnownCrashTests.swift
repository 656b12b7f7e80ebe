import LuaKit
import Testing

/// Scripts that overran or corrupted Lua 5.4.4, whose library some systems still ship.
@Suite struct KnownCrashTests {
    private func survives(_ source: String, limit: Int = 64 << 20) throws -> String {
        let lua = try Harness(memoryLimit: limit)
        lua.state.limitTime(.seconds(20))
        lua.state.define(
            LuaFunction("apply", [.required("f", .function, "")], summary: "", style: .positional) { call in
                call.reply(try call.state.call(try call.function("f")!))
            })
        let text: String
        do { text = try lua.text(source) } catch let failure as LuaFailure { text = failure.message }
        lua.state.limitTime(nil)
        #expect(try lua.text("return 1 + 1") == "2")
        return text
    }

    @Test func coroutinesThatCloseEachOther() throws {
        let chain = """
            local last
            for i = 1, 20000 do
                local previous = last
                last = coroutine.create(function()
                    local x <close> = setmetatable({}, {__close = function() if previous then CLOSE(previous) end end})
                    coroutine.yield()
                end)
                coroutine.resume(last)
            end
            """
        let closed = try survives(chain.replacing("CLOSE", with: "coroutine.close") + " return coroutine.close(last)")
        #expect(closed.contains("true") || closed.contains("too many"))
        let asserted = try survives(chain.replacing("CLOSE", with: "(function(c) assert(coroutine.close(c)) end)") + " return coroutine.close(last)")
        #expect(asserted.contains("coroutine.close: too many coroutines closing each other"))
    }

    @Test func wrappedCoroutinesThatFailInEachOther() throws {
        let text = try survives(
            """
            local last = function() end
            for i = 1, 20000 do
                local previous = last
                last = coroutine.wrap(function()
                    local x <close> = setmetatable({}, {__close = function() previous() end})
                    coroutine.yield()
                    error 'x'
                end)
                last()
            end
            return pcall(last)
            """)
        #expect(text.hasPrefix("false"))
    }

    @Test func deepRecursionOfEveryKindEnds() throws {
        for source in [
            "local function f() return pcall(f) end return f()",
            "local function f() return xpcall(f, f) end return f()",
            "local function f() return coroutine.wrap(f)() end return f()",
            "local function f() return coroutine.resume(coroutine.create(f)) end return f()",
            "local function f() return apply(f) end return f()",
            "local function f() return coroutine.wrap(function() return apply(f) end)() end return f()",
            "local function f() return apply(coroutine.wrap(f)) end return f()",
            "local function f() return (('x'):gsub('x', f)) end return f()",
            "local t = setmetatable({}, {}) getmetatable(t).__index = function() return t.x end return t.x",
            "local t = setmetatable({}, {}) getmetatable(t).__tostring = function() return tostring(t) end return tostring(t)",
            "local t = {} for i = 1, 300 do t = setmetatable({}, {__index = t}) end return t.x",
            "local t = {} for i = 1, 3000 do t = setmetatable({}, {__index = t}) end return t.x",
            "local function f() local x <close> = setmetatable({}, {__close = f}) error 'x' end return pcall(f)",
            "local function f() table.sort({3, 2, 1}, function(a, b) f() return a < b end) end return pcall(f)",
            "local function f() return load(f) end return f()",
            "local function f() return f() + 1 end return pcall(f)",
            "local function f() setmetatable({}, {__gc = f}) collectgarbage() end f() collectgarbage() return 1",
            "local function f(n) if n == 0 then return apply(function() return 1 end) end return coroutine.wrap(function() return pcall(f, n - 1) end)() end return f(150)",
        ] {
            #expect(try survives(source) != "", "\(source)")
        }
    }

    @Test func otherReportedScripts() throws {
        // A metatable whose own values are weak, while memory runs out.
        #expect(
            try survives(
                """
                local t = setmetatable({}, setmetatable({}, {__mode = 'v'}))
                getmetatable(t).__newindex = setmetatable({}, {__newindex = function() end})
                for i = 1, 1000 do pcall(function() t[i] = ('x'):rep(1000) end) end
                return 'well'
                """, limit: 300_000) != "")
        #expect(try survives("for _, c in utf8.codes('ab\\xff') do end").contains("invalid UTF-8 code"))
        #expect(try survives("local t = {} return pcall(table.insert, setmetatable(t, {__len = function() return math.maxinteger end}), 1)") == "true")
        #expect(try survives("return pcall(string.format, '%99999s', 'x')").hasPrefix("false"))
        #expect(try survives("return pcall(string.pack, 'c2000000000', 'x')").hasPrefix(""))
        #expect(try survives("return select('#', table.unpack({}, 1, 1e7))").contains("too many results to unpack"))
        #expect(try survives("return pcall(string.rep, 'x', 1 << 40)") != "")
        #expect(
            try survives(
                "local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() error(coroutine.running()) end}) coroutine.yield() end) coroutine.resume(co) return (coroutine.close(co))"
            ) == "false")
        #expect(try survives("local a <const> = 1 local function f() return _ENV[1 < 2] end return pcall(f)") != "")
        #expect(
            try survives(
                """
                local co = coroutine.create(function()
                    local y <close> = setmetatable({}, {__close = function() error 'second' end})
                    xpcall(function()
                        local x <close> = setmetatable({}, {__close = function() error 'first' end})
                        coroutine.yield()
                    end, function(e) return e end)
                end)
                coroutine.resume(co)
                return (coroutine.close(co))
                """) == "false")
    }
}
