import CLua
import Foundation
import LuaKit
import TestSupport
import Testing

/// luca's own matching of patterns, and its functions over long ranges, held against those of the Lua that is installed.
@Suite struct PatternTests {
    /// Runs a script in a plain Lua without anything of luca's; its result is a text.
    private static func plain(_ source: String) throws -> String {
        let plain = try #require(luaL_newstate())
        defer { lua_close(plain) }
        luaL_openlibs(plain)
        guard luaL_loadbufferx(plain, source, source.utf8.count, "=test", nil) == LUA_OK, lua_pcallk(plain, 0, 1, 0, 0, nil) == LUA_OK else {
            return "failed: " + (lua_tolstring(plain, -1, nil).map { String(cString: $0) } ?? "")
        }
        var length = 0
        let bytes = try #require(lua_tolstring(plain, -1, &length))
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// The functions that random patterns and texts are made with, the same in both; chance is luca's own, since each Lua may have another.
    private static let helpers = #"""
        local seed = SEED
        local function R(a, b)
          seed = (seed * 1103515245 + 12345) % 2147483648
          local number = seed // 65536
          if b then return a + number % (b - a + 1) end
          return 1 + number % a
        end
        local pieces = {"a", "b", "x", ".", " ", "%", "%a", "%d", "%s", "%w", "%A", "%W", "%p", "%l", "%u", "%x", "%g", "%c", "%z", "%q", "%.", "%%", "[", "]",
          "[ab]", "[^ab]", "[a-c]", "[%a_]", "[^%s]", "[]]", "[^]]", "[a-]", "[%-x]", "[a-%z]", "[x%]", "(", ")", "()", "(a)", "%1", "%2", "%0", "%9", "%b()",
          "%bab", "%b", "%bx", "%f[%a]", "%f", "%f[^a]", "*", "+", "-", "?", "^", "$", "a*", "a-", "b+", ".-", ".*", "%w+", "(.-)", "(%a+)", "\0", "\200", "é",
          "[\128-\255]", "%f[\0]"}
        local letters = {"a", "b", "x", "ab", "(", ")", "()", " ", "1", "2", "aa", "A", "_", "-", ".", "%", "\0", "\200", "é", "]", "[", "$", "^", "\n"}
        local function made(list, most)
          local t = {}
          for i = 1, R(0, most) do t[i] = list[R(#list)] end
          return table.concat(t)
        end
        local function shown(...)
          local t = table.pack(...)
          for i = 1, t.n do t[i] = math.type(t[i]) == "integer" and "#" .. t[i] or tostring(t[i]):gsub("table: .*", "T") end
          return table.concat(t, "|")
        end
        local function walked(s, p, i)
          local t, n = {}, 0
          for a, b, c in string.gmatch(s, p, i) do
            n = n + 1
            t[n] = shown(a, b, c)
            if n > 50 then break end
          end
          return table.concat(t, ";")
        end
        """#

    private static let questions = #"""
        local replacements = {"<%0>", "<%1>", "%2", "%%", "%", "%x", "x", "", function(a, b) if a == "a" then return nil end return b and "2" or "f" end,
          setmetatable({a = "Q", b = false}, {__index = function(_, k) return k == "x" and 5 or nil end}), function() return {} end, {x = {}}, 7, true}
        local answers = {}
        for k = 1, COUNT do
          local s, p = made(letters, 12), made(pieces, R(7))
          if k % 50 == 0 then p = p:rep(R(1, 80)) end
          if k % 500 == 0 then
            p = (({"a?", "a*", "()", "(a*)", "b-", "a-"})[R(6)]):rep(R(190, 210)) .. ({"", "%b", "(", "%1", "[a"})[R(5)]
            if R(2) == 1 then s = ("a"):rep(R(150, 300)) end
          end
          local init, plain = R(3) == 1 and R(-15, 15) or nil, R(10) == 1
          local replacement, most = replacements[R(#replacements)], R(4) == 1 and R(-1, 4) or nil
          local count, separator = R(-2, 40), R(2) == 1 and made(letters, 3) or nil
          answers[k] = string.format("%q %q %s %s\n", s, p, init, most) .. shown(pcall(string.find, s, p, init, plain)) .. "\n"
            .. shown(pcall(string.match, s, p, init)) .. "\n" .. shown(pcall(walked, s, p, init)) .. "\n"
            .. shown(pcall(string.gsub, s, p, replacement, most)) .. "\n" .. shown(pcall(string.rep, s, count, separator))
        end
        return (table.concat(answers, "\1"):gsub("[^\1\n\32-\126]", function(c) return string.format("\\%d", c:byte()) end))
        """#

    @Test(arguments: 1...(SeededRandom.isSlow ? 20 : 6)) func theyAnswerWhatLuaAnswers(seed: Int) throws {
        let source = "local SEED, COUNT = \(seed * 7919), 10000\n" + Self.helpers + "\n" + Self.questions
        let theirs = try Self.plain(source).split(separator: "\u{1}", omittingEmptySubsequences: false)
        let lua = try Harness()
        let ours = try #require(try lua.run(source).first?.stringValue).split(separator: "\u{1}", omittingEmptySubsequences: false)
        #expect(theirs.count == 10000 && ours.count == theirs.count)
        #expect(zip(ours, theirs).first { $0 != $1 }.map { "ours \($0)\ntheirs \($1)" } == nil)
        // What is tried is worth trying.
        #expect(theirs.contains { $0.contains("invalid pattern capture") } && theirs.contains { $0.contains("malformed pattern") })
    }

    @Test func sortMoveAndConcatAnswerWhatLuaAnswers() throws {
        let source = #"""
            local seed = 5
            local function R(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 65536 % n end
            local answers = {}
            local function note(...) answers[#answers + 1] = table.concat({...}, " ") end
            for _, spread in ipairs{1, 2, 1000, 1000000} do
              local t = {}
              for i = 1, 50000 do t[i] = R(spread) end
              local copy = table.move(t, 1, #t, 1, {})
              table.sort(copy)
              note(#copy, copy[1], copy[25000], copy[50000], table.concat(copy, ",", 100, 40000))
              table.sort(copy, function(a, b) return a > b end)
              note(table.concat(copy, ";"))
              table.move(t, 1, 40000, 10001)
              note(table.concat(t, " "))
              table.move(t, 10001, 50000, 1)
              note(table.concat(t, " "))
            end
            local t = {}
            for i = 1, 30000 do t[i] = i end
            t[29999] = {}
            note(tostring(select(2, pcall(table.concat, t))), tostring((pcall(table.sort, t))))
            t[29999] = 1
            note(tostring(pcall(table.sort, t, function() return true end)))
            note(tostring(select(2, pcall(table.move, t, -1, math.maxinteger, 2))), tostring(select(2, pcall(table.move, t, 1, math.maxinteger, 2))))
            note(tostring(select(2, pcall(table.move, t, 1, 9, 2, 5))), tostring(select(2, pcall(table.concat, t, {}))), tostring(select(2, pcall(table.sort, t, 1))))
            return table.concat(answers, "\n")
            """#
        let ours = try #require(try Harness().run(source).first?.stringValue), theirs = try Self.plain(source)
        #expect(ours == theirs)
    }
}
