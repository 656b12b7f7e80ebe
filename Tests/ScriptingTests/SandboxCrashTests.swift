import Foundation
import TestSupport
import Testing

/// The crashes of Lua 5.4.4 that are known, each a script: where it crashes, it ends its own process and nothing else.
@Suite("Known crashes of Lua 5.4.4 in the sandbox", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxCrashTests {
    private let small: SandboxedBook
    private var folder: TemporaryFolder { small.folder }
    private var book: String { small.path }

    init() throws { small = try SandboxedBook() }

    private static let scripts: [(commit: String, script: String)] = [
        (
            "983bc433: luaV_finishset uses a metatable that a collection has freed",
            """
            for round = 1, 2000 do
              local t = setmetatable({}, setmetatable({__newindex = function() end, __mode = "kv"}, {__mode = "kv"}))
              local mt = getmetatable(t)
              setmetatable(mt, mt)
              mt.__newindex = setmetatable({}, {__newindex = {}, __mode = "k"})
              pcall(function() for i = 1, 50 do t[("x"):rep(i * 1000) .. round] = i end end)
            end
            local big = {}
            for i = 1, 400000 do
              local t = setmetatable({}, {__newindex = setmetatable({}, {__mode = "v"}), __mode = "v"})
              t[i .. "key"] = ("y"):rep(100)
              big[i % 5000] = t
            end
            """
        ),
        (
            "196bb94d: a to-be-closed variable while the stack moves",
            """
            local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end
            for i = 1, 300 do
              pcall(function()
                local a <close> = setmetatable({}, {__close = function() deep(150 + i) error("again") end})
                local b <close> = setmetatable({}, {__close = function() deep(300 + i) end})
                error("first")
              end)
              local co = coroutine.wrap(function()
                local c <close> = setmetatable({}, {__close = function() coroutine.yield(deep(400 + i)) end})
                return table.unpack({}, 1, 200)
              end)
              co() pcall(co)
            end
            """
        ),
        (
            "1e64c139: coroutines that close each other overrun the stack of C",
            """
            local last
            for i = 1, 100000 do
              local previous = last
              last = coroutine.create(function()
                local x <close> = setmetatable({}, {__close = function() if previous then coroutine.close(previous) end end})
                coroutine.yield()
              end)
              coroutine.resume(last)
            end
            coroutine.close(last)
            """
        ),
        (
            "603b2c64: concatenation uses a stack that moved",
            """
            local function deep(n) if n > 0 then return deep(n - 1) .. "" end return "x" end
            local mt = {}
            mt.__concat = function(a, b) deep(180) return setmetatable({}, mt) end
            for i = 1, 200 do
              local a = setmetatable({}, mt)
              pcall(coroutine.wrap(function() local b = a .. "x" .. a .. "y" .. a .. ("z"):rep(i) .. a return b .. b end))
            end
            """
        ),
        (
            "7923dbbf: the name of what failed is looked for in recursion",
            """
            local parts = {"local a0 = nil\\n"}
            for i = 1, 180 do parts[#parts + 1] = "local a" .. i .. " = a" .. (i - 1) .. "\\n" end
            parts[#parts + 1] = "return a180.x.y.z"
            for _ = 1, 50 do pcall(load(table.concat(parts))) end
            local upvalues = "local x\\n" .. ("local function f() return x[x[x[x]]] end f = f\\n"):rep(150) .. "return f()"
            for _ = 1, 50 do pcall(load(upvalues) or error) end
            """
        ),
        (
            "5853c37a: lengths near 2^63 in a concatenation",
            """
            local s = ("x"):rep(1 << 20)
            pcall(string.rep, s, (1 << 43) - 1) pcall(string.rep, s, 1 << 62, s) pcall(string.rep, "x", math.maxinteger)
            local t = {} for i = 1, 200 do t[i] = "s" end
            pcall(load("local s = ... return " .. table.concat(t, " .. ")), s)
            """
        ),
        (
            "2db966fc: a traceback with a full stack",
            """
            local function fill(n) if n == 0 then return debug.traceback("x", 1) end return fill(n - 1), n end
            for n = 1, 190 do pcall(fill, n) end
            local function over(...) return over(1, ...) end
            pcall(over)
            xpcall(over, debug.traceback)
            xpcall(function() local function f() return 1 + f() end f() end, function(m) return debug.traceback(m) .. debug.traceback(m) end)
            """
        ),
        (
            "25da574f: raising the error of an error",
            """
            local function handler(m) return handler(m) .. m end
            for _ = 1, 50 do xpcall(error, handler, "x") end
            local t = setmetatable({}, {__index = function(t, k) return t[k .. "x"] end})
            for _ = 1, 3 do pcall(function() return t.x end) end
            local memory = {} pcall(function() while true do memory[#memory + 1] = ("x"):rep(1 << 20) .. #memory end end)
            """
        ),
        (
            "3fe7be95: a message handler that is overwritten",
            """
            local co = coroutine.wrap(function() return xpcall(function(...) coroutine.yield(1) error({...}) end, function(m) return debug.traceback("h") end, 1, 2, 3) end)
            co() co()
            for i = 1, 200 do xpcall(function() local a <close> = setmetatable({}, {__close = function() error(i) end}) error("a") end, function(m) return m end) end
            """
        ),
        (
            "267ef461: a constructor with more fields than its counter holds",
            """
            local text = "return {" .. ("[1]=1,"):rep(300000) .. "}"
            pcall(load(text) or error)
            pcall(load("return {" .. ("1,"):rep(300000) .. "}") or error)
            """
        ),
        (
            "ae9a0cbb and 782ef85b: assignments that overlap, indices with comparisons",
            """
            for i = 1, 250 do
              local names = {} for n = 1, 190 do names[n] = "a" .. n end
              local text = "local " .. table.concat(names, ",") .. " a1, a2.x, a1[a1 == a2], a3 = a2, a1, a3, a1 return a1 < a2 == a3"
              pcall(load(text) or error)
            end
            """
        ),
        ("ab859fe5: a chunk of bytecode", "for i = 0, 255 do pcall(load, '\\27Lua\\84\\0\\25\\147\\r\\n\\26\\n' .. string.char(4, 8, 8, i):rep(200), 'x', 'b') end"),
        (
            "1f3c6f45 and 42d40581, mended in Debian: a constant _ENV, and errors while the stack of C is full",
            """
            pcall(load([[local _ENV <const> = 1 return function() x = y z() end]]) or error)
            local function f() return pcall(f) end f()
            local function g() return xpcall(g, g) end pcall(g)
            local s = ("(" ):rep(250) .. "1" .. (")"):rep(250) pcall(load("return " .. s) or error)
            string.gsub("x", ".", function() return string.gsub("x", ".", function() error("x", 0) end) end)
            """
        ),
    ]

    @Test("The script ends or is ended, luca tells of it, and the book is the same to the byte", arguments: scripts.map(\.commit))
    func crash(commit: String) throws {
        let script = try #require(Self.scripts.first { $0.commit == commit }).script
        let bytes = FileManager.default.contents(atPath: book), names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let result = try small.run(script, ["--time", "5"])
        // 128 and more would be luca itself, ended by a signal.
        #expect([0, 1, 124, 125].contains(result.code), "\(commit): \(result)")
        #expect(result.code == 0 || !result.errors.isEmpty, "\(commit): \(result)")
        #expect(FileManager.default.contents(atPath: book) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "script.lua" }.sorted() == names)
    }

    @Test("A script that does crash Lua, by a concatenation whose metamethod moves the stack (603b2c64), ends its own process")
    func concatenation() throws {
        let bytes = FileManager.default.contents(atPath: book)
        let result = try small.run(
            """
            local mt = {__concat = function() return table.unpack(('x'):rep(70000)) end}
            local t = setmetatable({}, mt)
            for i = 1, 50 do
              pcall(function() return t .. t end)
              coroutine.wrap(function() pcall(function() return t .. t end) end)()
            end
            """)
        // A Lua in which it is mended runs it to its end.
        #expect(result.code == 0 || result.code == 1 && result.errors.contains("crashed the process"), "\(result)")
        #expect(FileManager.default.contents(atPath: book) == bytes)
    }

    @Test("A process that crashes in truth is told by its signal", arguments: [("SIGSEGV", "system_call(9, 0, 1 << 40, 3, 34, -1, 0) "), ("SIGABRT", "")])
    func truth(signal: String, before: String) throws {
        let number = signal == "SIGABRT" ? 6 : 11
        // Only abort() of its own process is let through; the other is made by writing where nothing is.
        let script = number == 6 ? "local me = system_call(39) system_call(234, me, me, 6)" : "system_call(228, 0, 8)\nsystem_call(0 + 15)"
        let result = try small.run(before + script, environment: ["LUCA_SANDBOX_PROBE": "1"])
        #expect(result.code == 1 && result.errors.contains(signal), "\(result)")
    }
}
