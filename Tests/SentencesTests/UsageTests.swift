import SampleSentences
import Sentences
import Testing

@Suite("Usage texts")
struct UsageTests {
    @Test("The synopsis is the usage as people read it")
    func synopsis() throws {
        let pattern = SampleSentences.table.patterns(named: "deposit")[0]
        #expect(pattern.synopsis == "deposit AMOUNT [CURRENCY] to ACCOUNT [on DATE] [note NOTES]")
        #expect(SampleSentences.table.patterns(named: "run")[0].synopsis == "run PATH [ARGUMENTS…]")
        #expect(SampleSentences.table.patterns(named: "import")[0].synopsis == "import PATH [in ACCOUNT] [partial]")
    }

    @Test(
        "A usage that cannot be matched is refused where it is wrong",
        arguments: [
            ("", 1), ("buy <quantity>", 6), ("buy <quantity:coins>", 6), ("buy <quantity:decimal", 6), ("buy [@ <price:decimal>", 23),
            ("buy [@ <price:decimal>] <x:word>", 33), ("buy <a:word> <a:word>", 22), ("buy [in <a:word>] [in <b:word>]", 32),
            ("run <x:arguments> <y:word>", 27), ("buy ]", 5),
        ])
    func refused(usage: String, column: Int) throws {
        let error = #expect(throws: CommandUsageError.self) {
            try CommandPattern(usage: usage, summary: "", example: "", action: .handler(0))
        }
        #expect(error?.column == column, "\(error?.description ?? "")")
    }

    @Test("A template that does not close is refused", arguments: ["run(<path>", "run(<path)"])
    func template(text: String) {
        #expect(throws: CommandUsageError.self) { try LuaForm(text) }
    }

    @Test(
        "What may follow is known at each point of a sentence",
        arguments: [
            ("buy", [.place(.decimal, name: "quantity", column: 5)]),
            ("buy 10", [.place(.symbol, name: "symbol", column: 8)]),
            ("buy 10 ORCL", [.keywords(["@", "fee", "in", "on", "note"])]),
            ("buy 10 ORCL fee 1 in", [.place(.account, name: "account", column: 22)]),
            ("buy 10 ORCL in Ray", [.place(.account, name: "account", column: 16), .keywords(["@", "fee", "on", "note"])]),
            ("deposit 5", [.place(.currency, name: "currency", column: 11), .keywords(["to", "on", "note"])]),
            ("holdings{", []),
        ] as [(String, [CommandExpectation])])
    func expectations(line: String, expected: [CommandExpectation]) {
        #expect(SampleSentences.table.expectations(after: line, SampleSentences.vocabulary) == expected)
    }
}
