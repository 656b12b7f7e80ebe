import SampleSentences
import Sentences
import Testing
import Values

@Suite("Sentences become Lua")
struct SentenceTests {
    @Test(
        "Each sentence has one Lua form",
        arguments: [
            ("buy 10 ORCL", #"buy{quantity=D"10", symbol="ORCL"}"#),
            (
                "buy 10 ORCL @ 31.20 fee 1 in Brokerage on 2014-03-03",
                #"buy{quantity=D"10", symbol="ORCL", price=D"31.20", fee=D"1", account="Brokerage", date="2014-03-03"}"#
            ),
            ("buy 10 ORCL on 2014-03-03 @31.20", #"buy{quantity=D"10", symbol="ORCL", price=D"31.20", date="2014-03-03"}"#),
            ("buy 0.5 BTC in Ray College Fund on 2014-03-03", #"buy{quantity=D"0.5", symbol="BTC", account="Ray College Fund", date="2014-03-03"}"#),
            (#"buy 1 X in "Ray College Fund""#, #"buy{quantity=D"1", symbol="X", account="Ray College Fund"}"#),
            ("buy 1 X in ray college fund", #"buy{quantity=D"1", symbol="X", account="Ray College Fund"}"#),
            ("buy 1 X in Cash on Hand on 2014-03-03", #"buy{quantity=D"1", symbol="X", account="Cash on Hand", date="2014-03-03"}"#),
            ("buy 1 X in Nobody's Place fee 2", #"buy{quantity=D"1", symbol="X", fee=D"2", account="Nobody's Place"}"#),
            ("buy 1 ON on 2014-03-03", #"buy{quantity=D"1", symbol="ON", date="2014-03-03"}"#),
            ("buy 1 X note a gift -- from Ray", #"buy{quantity=D"1", symbol="X", notes="a gift -- from Ray"}"#),
            (#"buy 1 X note "bought on a \"dip\"" on today"#, #"buy{quantity=D"1", symbol="X", date="2026-01-01", notes="bought on a \"dip\""}"#),
            ("buy 1 X on yesterday -- to be checked", #"buy{quantity=D"1", symbol="X", date="2025-12-31"}"#),
            ("sell 4 ORCL @ 40", #"sell{quantity=D"4", symbol="ORCL", price=D"40"}"#),
            ("split ORCL 2:1 on 2000-10-13", #"split{symbol="ORCL", ratio="2:1", date="2000-10-13"}"#),
            ("deposit 500 to Savings", #"deposit{amount=D"500", account="Savings"}"#),
            ("deposit 500 EUR on 2014-03-03 to Savings", #"deposit{amount=D"500", currency="EUR", account="Savings", date="2014-03-03"}"#),
            ("deposit -5 to Savings", #"deposit{amount=D"-5", account="Savings"}"#),
            ("withdraw 20 from Savings", #"withdraw{amount=D"20", account="Savings"}"#),
            ("dividend 12.50 ORCL tax 1.88", #"dividend{amount=D"12.50", symbol="ORCL", tax=D"1.88"}"#),
            ("interest 3.10 in Savings", #"interest{amount=D"3.10", account="Savings"}"#),
            ("fee 2 in Brokerage", #"fee{amount=D"2", account="Brokerage"}"#),
            ("tax 7 USD in Brokerage", #"tax{amount=D"7", currency="USD", account="Brokerage"}"#),
            ("holdings", "holdings{}"),
            ("  holdings  ", "holdings{}"),
            ("holdings -- all of them", "holdings{}"),
            ("holdings on 2012-12-31", #"holdings{on="2012-12-31"}"#),
            ("trades", "trades{}"),
            ("trades ORCL from 2014-01-01", #"trades{symbol="ORCL", from="2014-01-01"}"#),
            ("trades from 2013 to 2014-02", #"trades{from="2013-01-01", to="2014-02-28"}"#),
            ("gains 2014", "gains{year=2014}"),
            ("income in Savings", #"income{account="Savings"}"#),
            ("cash", "cash{}"),
            ("import trades.csv", #"import("trades.csv")"#),
            ("import ./trades.csv in Savings", #"import("./trades.csv", {account="Savings"})"#),
            ("import /tmp/trades.csv partial", #"import("/tmp/trades.csv", {partial=true})"#),
            ("import ~/trades.csv", #"import("/home/ray/trades.csv")"#),
            (#"import "my trades.csv""#, #"import("my trades.csv")"#),
            ("run due.lua", #"run("due.lua")"#),
            ("run due.lua --year 2014 -- on", #"run("due.lua", "--year", "2014", "--", "on")"#),
            ("report", "report()"),
            ("report income", #"report("income")"#),
            (
                #"report income 2014 account="Ray College Fund" from=2014-01-01 share=0.5"#,
                #"report("income", {2014, account="Ray College Fund", from="2014-01-01", share=D"0.5"})"#
            ),
            ("report income in=Savings end=2014-12-31", #"report("income", {["in"]="Savings", ["end"]="2014-12-31"})"#),
            ("undo", "undo()"),
            ("undo 7", "undo(7)"),
            ("help", "help()"),
            ("help gains:by", #"help("gains:by")"#),
            ("quit", "quit()"),
        ])
    func translation(line: String, lua: String) throws {
        #expect(try SampleSentences.lua(line) == lua)
    }

    @Test("Examples of the table fit their own patterns")
    func examples() throws {
        for pattern in SampleSentences.patterns {
            let match = try #require(try SampleSentences.table.match(pattern.example, SampleSentences.vocabulary))
            #expect(match.pattern.name == pattern.name)
        }
    }

    @Test(
        "A line is Lua where the first word is used as Lua uses a name",
        arguments: [
            "buy = 3", "buy{quantity=1}", "buy {quantity=1}", "holdings{}", "holdings{}:by('symbol')", "gains:by('symbol')",
            "gains : by('symbol')", "report.holdings{}", "report . holdings{}", "cash == 3", "cash - 1", "cash + 1", "cash, fee = 1, 2",
            "cash and 1", "fee or 0", "cash .. 'x'", "tax ~= 0", "tax / 2", "tax // 2", "cash[1]", "help('x')", "x = 3", "", "   ", "-- buy 3",
            "buying 3", "buy_it 3", #"report "income":show()"#, "(buy)", "fee; tax = 1", "1 + 2", "cash ^ 2", "#cash",
        ])
    func lua(line: String) throws {
        #expect(SampleSentences.table.commandWord(of: line) == nil)
    }

    @Test(
        "A line is a sentence where no Lua could be meant",
        arguments: [
            "buy", "holdings", "holdings on 2012-12-31", "help gains", "run ./due.lua", "run ../due.lua", "import /x.csv", "import ~/x.csv",
            "import .", "deposit -5 to Savings", #"import "x.csv""#, "report income 2014", "quit", "holdings -- now",
        ])
    func sentence(line: String) {
        #expect(SampleSentences.table.commandWord(of: line) != nil)
    }

    @Test("Any text is a Lua string")
    func quoting() {
        #expect(LuaForm.quoted("a\"b\\c\nd\u{7}1é") == #""a\"b\\c\nd\0071é""#)
    }

    @Test("The columns of arguments are kept")
    func columns() throws {
        let match = try #require(try SampleSentences.table.match("buy 10 ORCL @ 31.20", SampleSentences.vocabulary))
        #expect(match.columns == ["quantity": 5, "symbol": 8, "price": 15])
        #expect(match["price"] == .decimal(try FixedDecimal("31.20"), written: "31.20"))
        #expect(match["fee"] == nil)
    }
}
