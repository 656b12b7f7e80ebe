import SampleSentences
import Sentences
import Testing

@Suite("A sentence that does not fit says why")
struct MismatchTests {
    @Test(
        "The message, the column and the hint",
        arguments: [
            ("buy", 5, "buy needs a number such as 31.20 here", nil),
            ("buy ten ORCL", 5, #""ten" is not a number"#, nil),
            ("buy ORCL 10", 5, #""ORCL" is not a number"#, "the order is: buy QUANTITY SYMBOL"),
            ("buy 1,000 ORCL", 5, #""1,000" is not a number"#, "1000, or 1.000"),
            ("buy ORCL @ 31 in Brokerage", 5, #""ORCL" is not a number"#, "the quantity is missing: buy QUANTITY ORCL"),
            ("deposit 1'000 to Savings", 9, #""1'000" is not a number"#, "digits are not grouped: 1000"),
            ("withdraw 100 Savings", 14, "Savings is not a currency code", "withdraw 100 from Savings"),
            ("buy 10 in Brokerage", 8, "expected a symbol such as ORCL before in", nil),
            ("buy 10 ORCL @ 31.20 no 2014-03-03", 21, "no does not belong here", "did you mean \"on\"?"),
            ("buy 10 ORCL 31.20", 13, "31.20 does not belong here", "what can follow: @, fee, in, on, note"),
            ("buy 10 ORCL fee 1 fee 2", 19, "fee is given twice", nil),
            ("buy 10 ORCL fee=1", 13, "fee=1 is Lua, not a sentence", "write fee 1, or buy{fee=1, …}"),
            ("buy 10 ORCL on", 16, "expected a date such as 2014-03-03, today or yesterday after on", nil),
            ("buy 10 ORCL fee on 2014-03-03", 17, "expected a number such as 31.20 between fee and on", nil),
            ("buy 10 ORCL on 2014-02-30", 16, "2014-02-30 is not a date: February 2014 has 28 days", nil),
            ("buy 10 ORCL on 3/4/2014", 16, #""3/4/2014" is not a date"#, nil),
            ("holdings on 2012", 13, #""2012" is not a date"#, "a year is not a day; write 2012-12-31"),
            ("buy 10 ORCL note bought on a dip", 28, #""a" is not a date"#, "a note that holds a word of the command needs quotes"),
            ("deposit 500", 13, "deposit needs to ACCOUNT", nil),
            ("deposit 500 eur to Savings", 13, "eur is not a currency code", "write it in capitals: EUR"),
            ("deposit 500 in Savings", 13, "in does not belong here", "did you mean \"to\"?"),
            ("withdraw 500 to Savings", 14, "to does not belong here", "did you mean \"from\"?"),
            ("deposit 500 tp Savings", 13, "tp does not belong here", "did you mean \"to\"?"),
            ("gains 2014-12-31", 7, "2014-12-31 is not a year", "write the year alone: 2014"),
            ("undo it", 6, "it is not a whole number", nil),
            (#"import "trades.csv"#, 8, "the quote is not closed", "close it"),
            ("report income a=1 a=2", 19, "a is given twice", nil),
            ("run a.lua " + Array(repeating: "b", count: 201).joined(separator: " "), 411, "a sentence takes 200 arguments, and these are 201", "a file"),
            ("deposit 100 into Savings", 13, "into is not a currency code", "did you mean \"to\"?"),
            ("buy 10 ORCL at in Brokerage", 13, "at does not belong here", "a price stands behind @ or at"),
            ("dividend 10 ORCL tax 15% in Brokerage", 22, #""15%" is not a number"#, "15% of 10 is tax 1.5"),
            ("buy 10 ORCL @ 67.5 GBX fee 1", 28, "fee is told beside a price in GBX", "fee 1 GBP, which is fee 100 GBX, or fee 1 GBX"),
            ("quit now", 6, "now does not belong here", nil), ("buy 10 ORCL == 5", 13, "== does not belong here", "what can follow: @, fee"),
        ] as [(String, Int, String, String?)])
    func mismatch(line: String, column: Int, message: String, hint: String?) throws {
        let error = #expect(throws: CommandMismatch.self) { try SampleSentences.lua(line) }
        let mismatch = try #require(error)
        #expect(mismatch.column == column)
        #expect(mismatch.message.hasPrefix(message), "\(mismatch.message)")
        if let hint { #expect(mismatch.hint?.contains(hint) == true, "\(mismatch.hint ?? "no hint")") }
        #expect(mismatch.usage.hasPrefix(String(line.prefix { $0 != " " })))
    }

    @Test("Of several patterns with one word, the one that got furthest speaks")
    func overloads() throws {
        let table = CommandTable([
            try CommandPattern(usage: "move <n:decimal> to <a:account>", summary: "", example: "", action: .handler(1)),
            try CommandPattern(usage: "move <s:symbol> <n:decimal>", summary: "", example: "", action: .handler(2)),
        ])
        #expect(try table.match("move 5 to Savings", Vocabulary())?.lua == #"{n=D"5", a="Savings"}"#)
        #expect(try table.match("move ORCL 5", Vocabulary())?.lua == #"{s="ORCL", n=D"5"}"#)
        let error = #expect(throws: CommandMismatch.self) { try table.match("move ORCL five", Vocabulary()) }
        #expect(error?.column == 11)
    }
}
