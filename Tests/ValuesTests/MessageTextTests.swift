import Testing
import Values

@Suite("The words of messages")
struct MessageTextTests {
    @Test("A suggestion asks for the nearest name, always in quotes")
    func suggestion() throws {
        let names = ["quantity", "price", "My ISA"]
        let found = try #require(Suggestion(for: "quantitty", in: names))
        #expect(found.name == "quantity")
        #expect(found.question == #"did you mean "quantity"?"#)
        #expect(found.clause == #"; did you mean "quantity"?"#)
        #expect(found.sentence == #"Did you mean "quantity"?"#)
        #expect(Suggestion(for: "my is", in: names)?.question == #"did you mean "My ISA"?"#)
        #expect(Suggestion(for: "elephant", in: names) == nil)
        #expect(Suggestion("USD").clause == #"; did you mean "USD"?"#)
    }

    @Test("A text in quotes stays as it is; one for a message is cut where it is long")
    func quotes() {
        #expect(quoted("a b") == "\"a b\"")
        #expect(quoted(#"say "x""#) == #""say "x"""#)
        #expect(quoted("ab".dropFirst()) == "\"b\"")
        let long = String(repeating: "é", count: 48)
        #expect(clipped(long) == long)
        #expect(clipped(long + "x") == long + "…")
    }

    @Test(
        "The article is an before a vowel that is spoken",
        arguments: [
            ("sell", "a sell"), ("buy", "a buy"), ("interest", "an interest"), ("adjustment", "an adjustment"), ("unknown", "an unknown"), ("ETF", "an ETF"),
            ("unit", "a unit"), ("user", "a user"), ("euro", "a euro"), ("one-time payment", "a one-time payment"), ("", "a "),
        ])
    func articles(noun: String, expected: String) {
        #expect(article(noun) == expected)
    }

    @Test(
        "Trimming takes white space from the ends only, and none from the middle",
        arguments: [
            ("", "", ""), (" \t\n ", "", ""), ("a", "a", "a"), (" a b ", "a b", " a b"), ("\u{A0}a\r\n", "a", "\u{A0}a"), ("\na", "a", "\na"),
        ])
    func trimming(text: String, both: String, end: String) {
        #expect(text.trimmed == both)
        #expect(text.trimmedAtEnd == end)
        #expect(text[...].trimmed == both)
    }

    @Test("Checked arithmetic gives its result, or the caller's own error")
    func checked() throws {
        #expect(try MoneyError.checked { () throws(DecimalError) in try FixedDecimal(2) + 3 } == 5)
        #expect(throws: MoneyError.decimal(.divisionByZero)) {
            try MoneyError.checked { () throws(DecimalError) in try FixedDecimal(2) / 0 }
        }
    }

    @Test("A name has letters of ASCII, digits and _, and no digit in the first place")
    func identifiers() {
        for name in ["a", "_", "_1", "aB_9", "Z"] { #expect(name.isIdentifier, "\(name)") }
        for name in ["", "1a", "a b", "a-b", "é", "aé", "a.b", "٣", "a٣", "a\n", "e\u{301}"] { #expect(!name.isIdentifier, "\(name)") }
    }
}
