import Glibc
import LuaKit
import Testing

/// The standard library as scripts find it: what is replaced does what Lua's own does.
@Suite struct LibraryTests {
    @Test(arguments: [
        // pcall, error, select
        ("pcall(error, 'x', 0)", "false, \"x\""), ("pcall(error)", "false, nil"), ("pcall(pcall, error, 'x')", "true, false, \"x\""),
        ("pcall(function(...) return select('#', ...), ... end, nil, nil)", "true, 2, nil, nil"), ("pcall(pcall)", "false, \"bad argument #1 to 'pcall' (value expected)\""),
        ("select('#', pcall(function() return table.unpack({}, 1, 200) end))", "201"), ("pcall(nil)", "false, \"attempt to call a nil value\""),
        // xpcall
        ("xpcall(function(...) return ... end, print, 1, 2, 3)", "true, 1, 2, 3"), ("xpcall(error, function(e) return e .. '!' end, 'x')", "false, \"x!\""),
        ("xpcall(error, function(e) return e, 'second' end, 'x')", "false, \"x\""), ("xpcall(error, function() end, 'x')", "false, nil"),
        ("pcall(xpcall, error)", "false, \"bad argument #2 to 'xpcall' (function expected, got no value)\""),
        ("xpcall(function() error({1}) end, function(e) return e[1] end)", "false, 1"),
        ("(xpcall(string.rep, function(e) return debug.traceback(e) end))", "false"),
        ("select(2, xpcall(function() error('deep') end, function(e) return debug.traceback(e, 1):match('test:%d+: in function') end))", "\"test:1: in function\""),
        // yields across pcall and xpcall
        (
            "(function() local co = coroutine.wrap(function() local r = {pcall(function() return coroutine.yield(1) end)} coroutine.yield(r[2]) error 'x' end) return co(), co(22) end)()",
            "1, 22"
        ),
        ("(function() local co = coroutine.wrap(function() return pcall(function() coroutine.yield(1) error('after', 0) end) end) return co(), co() end)()", "1, false, \"after\""),
        (
            "(function() local co = coroutine.wrap(function() return xpcall(function() coroutine.yield(1) error('after', 0) end, function(e) return e .. '!' end) end) return co(), co() end)()",
            "1, false, \"after!\""
        ),
        ("(function() local co = coroutine.wrap(function(...) return xpcall(coroutine.yield, print, ...) end) return co(1, 2) end)()", "1, 2"),
        (
            "(function() local co = coroutine.wrap(function() return pcall(pcall, pcall, coroutine.yield, 5) end) local a = co() return a, co('r') end)()",
            "5, true, true, true, \"r\""
        ),
        // coroutines
        ("coroutine.resume(coroutine.create(function(...) return select('#', ...), ... end), 1, nil)", "true, 2, 1, nil"),
        ("coroutine.resume(coroutine.create(function() error('x', 0) end))", "false, \"x\""),
        (
            "(function() local co = coroutine.create(function() end) coroutine.resume(co) return coroutine.status(co), coroutine.resume(co) end)()",
            "\"dead\", false, \"cannot resume dead coroutine\""
        ),
        ("pcall(coroutine.resume, 5)", "false, \"bad argument #1 to 'coroutine.resume' (coroutine expected, got number)\""),
        ("pcall(coroutine.close, 5)", "false, \"bad argument #1 to 'coroutine.close' (coroutine expected, got number)\""),
        ("coroutine.close(coroutine.create(print))", "true"), ("pcall(coroutine.close, coroutine.running())", "false, \"cannot close a running coroutine\""),
        (
            "(function() local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() error('c', 0) end}) coroutine.yield() end) coroutine.resume(co) return coroutine.close(co) end)()",
            "false, \"c\""
        ),
        ("coroutine.isyieldable(), select(2, coroutine.running())", "false, true"),
        ("coroutine.wrap(function() return coroutine.isyieldable(), select(2, coroutine.running()), select(2, pcall(coroutine.isyieldable)) end)()", "true, false, true"),
        ("coroutine.resume(coroutine.running())", "false, \"cannot resume non-suspended coroutine\""),
        (
            "coroutine.wrap(function() local co = coroutine.running() return coroutine.status(co), coroutine.resume(co) end)()",
            "\"running\", false, \"cannot resume non-suspended coroutine\""
        ),
        ("pcall(coroutine.yield)", "false, \"attempt to yield from outside a coroutine\""),
        // load
        ("load('return 1 + 1')()", "2"), ("load('x =')", "nil, \"[string \"x =\"]:1: unexpected symbol near <eof>\""), ("load('return ...', '=n')(5)", "5"),
        ("load('error(\"x\")', '=name')", "function"), ("pcall(load('error(\"x\")', '=name'))", "false, \"name:1: x\""),
        ("load('return x', 'n', 't', {x = 7})()", "7"), ("load('x = 8', 'n', 'bt', _G)() or x", "8"),
        ("pcall(load('return x', 'n', 't', nil))", "false, \"[string \"n\"]:1: attempt to index a nil value (upvalue '_ENV')\""),
        ("load((function() local p = {'return ', '4', '2'} local i = 0 return function() i = i + 1 return p[i] end end)())()", "42"),
        ("load(function() return nil end)", "function"), ("load(function() return {} end)", "nil, \"reader function must return a string\""),
        ("pcall(load, function() error('r', 0) end)", "true, nil, \"r\""), ("pcall(load)", "false, \"bad argument #1 to 'load' (string expected, got no value)\""),
        ("load('\\27Lua')", "nil, \"attempt to load a binary chunk (mode is 't')\""), ("string.dump", "nil"),
        ("pcall(load((function() local n = 0 return function() n = n + 1 return n == 1 and 'error \"e\"' or nil end end)()))", "false, \"(load):1: e\""),
        // the rest
        ("tostring(print):match('^%a+')", "\"function\""), ("math.type(1), math.type(1.0), math.maxinteger // -1", "\"integer\", \"float\", -9223372036854775807"),
        ("string.rep('', 1 << 62), #string.rep('ab', 3, ','), string.rep('x', -1), string.rep('x', 0)", "\"\", 8, \"\", \"\""),
        ("pcall(string.rep, 'x', 1 << 62)", "false, \"resulting string too large\""),
        ("pcall(string.rep)", "false, \"bad argument #1 to 'string.rep' (string expected, got no value)\""),
        ("('ab'):rep(2), #('x'):rep(10, 'yy')", "\"abab\", 28"), ("os.setlocale, package.loadlib, package.cpath", "nil, nil, \"\""),
    ])
    func expressions(expression: String, expected: String) throws {
        let text = try Harness().text("return " + expression)
        #expect(text == expected)
    }

    @Test func printGoesToTheHost() throws {
        let lua = try Harness()
        try lua.run("print() print(1, 'a', nil, 1.5) print(setmetatable({}, {__tostring = function() return 'mine' end})) print('\\0x')")
        #expect(lua.output == "\n1\ta\tnil\t1.5\nmine\n\0x\n")
        #expect(try lua.message("print(setmetatable({}, {__tostring = function() return {} end}))") == "'__tostring' must return a string")
    }

    @Test func filesAreTextOnly() throws {
        let folder = try temporaryFolder()
        defer { system("rm -r \(folder)") }
        let lua = try Harness()
        try write("return ..., 'loaded'", to: "\(folder)/module.lua")
        try write("\u{1B}Lua binary", to: "\(folder)/binary.lua")
        try write("x = ", to: "\(folder)/broken.lua")
        try lua.run("package.path = '\(folder)/?.lua'")
        #expect(try lua.text("return require 'module'") == "\"module\", \"\(folder)/module.lua\"")
        #expect(try lua.text("return package.loaded.module, require 'module'") == "\"module\", \"module\"")
        #expect(try lua.message("require 'binary'").contains("attempt to load a binary chunk (mode is 't')"))
        #expect(try lua.message("require 'broken'").contains("unexpected symbol near <eof>"))
        #expect(try lua.message("require 'absent'").contains("no file '\(folder)/absent.lua'"))
        #expect(try lua.text("package.preload.made = function(...) return {...} end return require 'made'") == "{1=\"made\", 2=\":preload:\"}, \":preload:\"")
        #expect(try lua.text("return dofile '\(folder)/module.lua'") == "nil, \"loaded\"")
        #expect(try lua.text("return loadfile('\(folder)/module.lua')(1)") == "1, \"loaded\"")
        #expect(try lua.text("return loadfile('\(folder)/binary.lua', 'b')").hasSuffix("attempt to load a binary chunk (mode is 't')\""))
        #expect(try lua.text("return (loadfile '\(folder)/absent.lua')") == "nil")
        #expect(try lua.message("dofile '\(folder)/binary.lua'").contains("binary chunk"))
        try write("return y", to: "\(folder)/environment.lua")
        #expect(try lua.text("return loadfile('\(folder)/environment.lua', 't', {y = 3})()") == "3")
        #expect(try lua.text("local co = coroutine.wrap(function() return dofile '\(folder)/yields.lua' end) return 1") == "1")
        try write("return coroutine.yield(1)", to: "\(folder)/yields.lua")
        #expect(try lua.text("local co = coroutine.wrap(function() return dofile '\(folder)/yields.lua' end) return co(), co(2)") == "1, 2")
    }

    @Test func metatablesAreLocked() throws {
        let lua = try Harness()
        #expect(try lua.text("return getmetatable(''), getmetatable(_G), getmetatable(_ENV)") == "\"string\", \"session\", \"session\"")
        #expect(try lua.message("setmetatable(_G, {})") == "cannot change a protected metatable")
        #expect(try lua.text("local ok, e = pcall(error) return ('x'):upper(), #'abc', ('%d'):format(3)") == "\"X\", 3, \"3\"")
    }

    @Test func functionsOfTheHostAreNotGivenOut() throws {
        let lua = try Harness()
        #expect(
            try lua.text("local function f() return debug.getinfo(1, 'f').func end return f() == f, debug.getinfo(1, 'l').currentline, debug.getinfo(f, 'S').what")
                == "true, 1, \"Lua\"")
        #expect(try lua.text("local function f() return debug.getinfo(2, 'S').what, debug.getinfo(0, 'n').name end return (f())") == "\"main\"")
        #expect(
            try lua.text(
                "local found = {} for level = 0, 9 do local i = debug.getinfo(level, 'fS') if i and i.what == 'C' then found[#found + 1] = type(i.func) end end return table.concat(found, ' ')"
            )
                == "\"nil nil\"")
        #expect(
            try lua.text(
                "local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co) return debug.getinfo(co, 0, 'f').func, debug.getinfo(co, 1, 'l').currentline, debug.getinfo(print, 'f').func == print, debug.getinfo(99)"
            )
                == "nil, 1, true, nil")
        #expect(try lua.message("debug.getinfo()").contains("bad argument #1"))
        #expect(try lua.message("debug.getinfo(1, 'X')").contains("invalid option"))
    }

    private func temporaryFolder() throws -> String {
        var template = Array("/tmp/luakit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Trouble(number: Int(errno)) }
        return template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    private func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else { throw Trouble(number: Int(errno)) }
        fputs(text, file)
        fclose(file)
    }
}
