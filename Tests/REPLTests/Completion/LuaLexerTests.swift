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

    @Test(
        "What is left open",
        arguments: [
            (#"x = "abc"#, true), (#"x = "abc\"#, true), (#"x = "abc\z"#, true), ("x = [[abc", true), ("x = --[[ abc", true),
            (#"x = "abc""#, false), ("x = 'a\nb", false),
        ])
    func open(source: String, isOpen: Bool) {
        #expect(LuaLexer.tokens(source).last?.isOpen == isOpen)
    }

    @Test("Any text is cut up without an end, and covers what it says")
    func anything() {
        for source in ["", "\\", "\"\\", "[", "[=", "[==", "--", "--[", "--[==", "é\u{301}\n\r\n\"", "'\\\r\n'"] {
            for token in LuaLexer.tokens(source) { #expect(token.range.upperBound <= source.count, "\(source)") }
        }
    }
}
