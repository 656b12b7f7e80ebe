import Testing
import Values

@Suite("Names, and text on a terminal")
struct NameRuleTests {
    @Test(
        "Names of every script and emoji pass",
        arguments: [
            "", "A", "Tagesgeld 2.0", "Ærøskøbing", "証券口座", "חשבון", "حساب", "👨‍👩‍👧‍👦 family", "a\u{A0}b", String(repeating: "é", count: 200), "O'Neil & Söhne (\"alt\")", "-1", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        ])
    func good(name: String) { #expect(NameRule.fault(in: name) == nil) }

    @Test(
        "A character that steers a terminal or turns the text is told by its number",
        arguments: [
            "\0", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}",
            "\u{2069}",
        ] as [Unicode.Scalar])
    func control(scalar: Unicode.Scalar) {
        for name in ["a\(scalar)b", "\(scalar)a", "a\(scalar)"] { #expect(NameRule.fault(in: name) == .control(scalar)) }
        #expect(NameRule.Fault.control(scalar).description.contains(SafeText.spelt(scalar)))
    }

    @Test("Blanks outside are refused, of whatever width", arguments: [" ", "\u{A0}", "\u{3000}", "\u{200B}", "\u{FEFF}", "\u{2060}"])
    func blanks(blank: String) {
        #expect(NameRule.fault(in: blank + "a") == .outerBlank)
        #expect(NameRule.fault(in: "a" + blank) == .outerBlank)
        #expect(NameRule.fault(in: blank) == .outerBlank)
        #expect(NameRule.fault(in: "a" + blank + "b") == nil)
    }

    @Test("More than 200 characters are too many, however few people see")
    func long() {
        #expect(NameRule.fault(in: String(repeating: "x", count: 200)) == nil)
        #expect(NameRule.fault(in: String(repeating: "x", count: 201)) == .tooLong(201))
        #expect(NameRule.fault(in: "e" + String(repeating: "\u{301}", count: 200)) == .tooLong(201))
    }

    @Test("What could steer a terminal is spelt out; lines stay where they are wanted")
    func safe() {
        #expect(SafeText.safe("a\u{1B}[31mb\u{202E}c\n\td\u{9B}") == "a\\27[31mb\\u{202e}c\\n\\td\\u{9b}")
        #expect(SafeText.safe("a\u{1B}[2J\n\tb\r", keepingLines: true) == "a\\27[2J\n\tb\\r")
        #expect(SafeText.safe("größer 👍") == "größer 👍")
        // A line end of two scalars is one character to Swift.
        #expect(SafeText.safe("a\r\nb") == "a\\r\\nb")
    }

    @Test("Bytes that are no UTF-8 are told by their line")
    func badBytes() {
        #expect(SafeText.lineOfBadBytes(in: Array("a\nb".utf8)) == nil)
        #expect(SafeText.lineOfBadBytes(in: Array("a\nb".utf8) + [10, 0xE9]) == 3)
    }

    @Test("A proposed command can be pasted")
    func words() {
        #expect(SafeText.shellWord("/home/ada/book.luca") == "/home/ada/book.luca")
        #expect(SafeText.shellWord("my book.luca") == "'my book.luca'")
        #expect(SafeText.shellWord("it's") == #"'it'\''s'"#)
        #expect(SafeText.shellWord("") == "''")
    }
}
