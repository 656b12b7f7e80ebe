import Testing

@testable import REPL

@Suite("Pieces of Lua")
struct LuaLexerTests {
    private func texts(_ source: String) -> [String] { LuaLexer.tokens(source).map(\.text) }

    @Test("Names, numbers, strings, comments and signs")
    func pieces() {
        #expect(texts(#"x1 = 0xFF + 1.5e3 .. "a\"b" -- c"#) == ["x1", "=", "0xFF", "+", "1.5e3", ".", ".", #"a\"b"#, "-- c"])
        #expect(texts("[[a]]]==]x [==[b]]]==]") == ["a", "]", "=", "=", "]", "x", "b]]"])
        #expect(texts("--[[ a\nb ]] c") == [" a\nb ", "c"])
        #expect(texts("a[1]") == ["a", "[", "1", "]"])
    }

    @Test("What is left open, and whether a later line can close it", arguments: [
        (#"x = "abc"#, true, true), (#"x = "abc\"#, true, false), (#"x = "abc\z"#, true, false), ("x = [[abc", true, false),
        ("x = --[[ abc", true, false), (#"x = "abc""#, false, false), ("x = 'a\nb", false, false),
    ])
    func open(source: String, isOpen: Bool, isBroken: Bool) {
        let last = LuaLexer.tokens(source).last
        #expect(last?.isOpen == isOpen)
        #expect(last?.isBroken == isBroken)
    }

    @Test("Any text is cut up without an end, and covers what it says")
    func anything() {
        for source in ["", "\\", "\"\\", "[", "[=", "[==", "--", "--[", "--[==", "é\u{301}\n\r\n\"", "'\\\r\n'"] {
            for token in LuaLexer.tokens(source) { #expect(token.range.upperBound <= source.count, "\(source)") }
        }
    }
}
