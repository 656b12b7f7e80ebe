import Testing

@testable import REPL

@Suite("Carets")
struct CaretTests {
    @Test(
        "The place that a message names",
        arguments: [
            ("attempt to call a nil value (global 'foo')", "x = foo()", 5),
            ("attempt to index a nil value (field 'b')", "a.b.c = ab", 3),
            ("unexpected symbol near '+'", "1 + + 2", nil),
            ("unexpected symbol near '*'", "1 +* 2", 4),
            ("'end' expected near <eof>", "for i = 1, 2 do  ", 16),
            ("no name here", "x", nil),
            ("about 'y'", "x", nil),
            ("about ''", "x", nil),
            ("about 'longer than the line'", "x", nil),
        ] as [(String, String, Int?)])
    func column(message: String, line: String, column: Int?) {
        #expect(Caret.column(of: message, in: line) == column)
    }

    @Test("The text under the caret is the line as it was typed, tabs too")
    func tabs() {
        let failure = Failure(kind: "type", message: "no", column: 3, sourceLine: "\tx = y")
        #expect(FailureText(style: TextStyle(isColoured: false)).text(failure) == "error[type]: no\n  \tx = y\n  \t ^\n")
    }

    @Test(
        "A duration in the unit that suits it",
        arguments: [
            (Duration.microseconds(12), "took 12 µs\n"), (.microseconds(1_299), "took 1.2 ms\n"), (.milliseconds(2_950), "took 2.9 s\n"),
        ])
    func timing(duration: Duration, text: String) {
        #expect(Timing.text(duration) == text)
    }
}
