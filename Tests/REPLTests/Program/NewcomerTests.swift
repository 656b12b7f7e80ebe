import LuaSurface
import Scripting
import Testing
import Values
@testable import REPL

@Suite("What a newcomer types first")
struct NewcomerTests {
    /// A prompt on the sample family's book, on the last day of it.
    private final class Prompt {
        let runtime: Runtime
        let output = RecordedOutput()
        let session: ShellSession

        init() throws {
            var configuration = Runtime.Configuration()
            configuration.today = try Day("2014-12-31")
            runtime = try Runtime(configuration)
            try runtime.openMemoryBook(named: "demo")
            try runtime.fillDemoBook()
            session = ShellSession(RuntimeInterpreter(runtime), output: output, display: Display(), isInteractive: true)
        }

        deinit { runtime.close() }

        /// What is proposed in the place of a line; nil where the line is answered.
        func proposed(for line: String) -> String? {
            _ = output.take()
            guard session.feed(line) != .done else { return nil }
            let shown = output.take()
            if let sentence = shown.firstMatch(of: /did you mean "(.*)"\?/) { return String(sentence.1) }
            return shown.firstMatch(of: /hint: (.*)/).map { String($0.1) } ?? shown
        }
    }

    /// What is typed, and the sentence that is proposed.
    static let guesses: [(line: String, sentence: String)] = [
        // Other words, and other programs' commands.
        ("balance", "cash"), ("bal", "cash"), ("bal Savings", "cash in Savings"), ("hledger bal", "cash"), ("register", "activities"), ("reg", "activities"),
        ("positions", "holdings"), ("portfolio of mine", "holdings"), ("stocks", "holdings"), ("show holdings", "holdings"), ("show portfolio", "holdings"),
        ("what do I own", "holdings"), ("cost basis", "holdings"), ("unrealized", "holdings"), ("print holdings", "holdings"), ("transactions", "activities"),
        ("list transactions", "activities"), ("trade", "trades"), ("gain", "gains"), ("profits 2014", "gains 2014"), ("p&l", "gains"), ("realised", "gains"),
        ("dividends 2014", "income 2014"), ("incomestatement", "income"), ("twr", "performance"), ("xirr", "performance"), ("networth", "net worth"), ("worth", "net worth"),
        ("balancesheet", "net worth"), ("bs", "net worth"), ("summary", "net worth"), ("value", "net worth"), ("cashflow", "contributions"), ("taxes 2014", "fees 2014"),
        ("tax 2014", "fees 2014"), ("prices ORCL", "quotes of ORCL"), ("tickers", "instruments"), ("symbols", "instruments"), ("reports", "report"), ("schedule", "recurring"),
        ("list accounts", "accounts"), ("accounts list", "accounts"), ("account list", "accounts"), ("currency", "currencies"), ("history", "activities"), ("ls", "accounts"),
        ("update prices", "sync"), ("fetch prices", "sync"), ("sync prices", "sync"),
        // Other verbs.
        ("add account Degiro EUR", "account Degiro EUR"), ("create account Degiro EUR", "account Degiro EUR"), ("add account Degiro", "account Degiro USD"),
        ("add price ORCL 45", "price ORCL 45"), ("bought 10 ORCL @ 31", "buy 10 ORCL @ 31 in Brokerage"), ("purchase 10 ORCL at 31 in Brokerage", "buy 10 ORCL at 31 in Brokerage"),
        ("sold 4 ORCL @ 40 in Brokerage", "sell 4 ORCL @ 40 in Brokerage"), ("add 500 to Savings", "deposit 500 to Savings"), ("pay in 500 to Savings", "deposit 500 to Savings"),
        ("spend 100", "withdraw 100 from Brokerage"), ("move 100 from Brokerage to Savings", "transfer 100 from Brokerage to Savings"),
        ("send 100 to Savings", "deposit 100 to Savings"),
        ("delete 412", "void 412"), ("remove 411", "void 411"), ("edit 410", "amend 410"), ("cancel", "undo"), ("load my.csv", "import my.csv"),
        ("how much is my portfolio worth", "net worth"), ("stock ORCL", "instrument ORCL"), ("gain ORCL", "gains of ORCL"), ("savings plan 200 ORCL monthly", "help recurring"),
        ("performance 2013 vs GSPC", "performance 2013 against GSPC"), ("asset allocation", "holdings"), ("how many ORCL do I have", "holdings"),
        ("when did I buy ORCL", "trades of ORCL"), ("monthly deposit 100 to Savings", "every month deposit 100 to Savings"),
        ("sell ORCL", "sell all ORCL @ 44 in Brokerage"), ("buy 10@31 ORCL", "buy 10 ORCL @ 31 in Brokerage"),
        ("buy 10x ORCL at 31", "buy 10 ORCL at 31 in Brokerage"), ("dividend 5 from ORCL", "dividend 5 ORCL in Brokerage"), ("goal House 50000 2030", "goal House 50000 by 2030"),
        ("deposit 5 to Savings on 31 Dec 2013", "deposit 5 to Savings on 2013-12-31"), ("deposit 5 to Savings on December 31st, 2013", "deposit 5 to Savings on 2013-12-31"),
        ("deposit 5 to Savings on 12/31/2013", "deposit 5 to Savings on 2013-12-31"), ("deposit 5 to Savings on 3. März 2014", "deposit 5 to Savings on 2014-03-03"),
        ("kaufe 10 ORCL zu 31", "buy 10 ORCL at 31 in Brokerage"), ("überweisung 50 von Brokerage nach Savings", "transfer 50 from Brokerage to Savings"),
        ("gewinne 2014", "gains 2014"),
        ("kontostand", "cash"), ("einzahlung 500 auf Savings", "deposit 500 to Savings"),
        ("buy 10 ORCL 31", "buy 10 ORCL @ 31 in Brokerage"), ("buy ORCL 10 31", "buy 10 ORCL @ 31 in Brokerage"),
        ("every month deposit 500", "every month deposit 500 to Brokerage"), ("every week buy 1 ORCL", "every week buy ORCL for 200 in Brokerage"),
        ("every month buy ORCL for 200", "every month buy ORCL for 200 in Brokerage"),
        ("every 2 weeks on friday deposit 500 in Savings", "every 2 weeks on friday deposit 500 to Savings"),
        // Another order, other little words, and what is left out.
        ("buy ORCL 10 @ 31", "buy 10 ORCL @ 31 in Brokerage"), ("buy 10 shares of ORCL at 31", "buy 10 ORCL at 31 in Brokerage"),
        ("buy 10 ORCL for 310 in Brokerage", "buy 10 ORCL @ 31 in Brokerage"), ("dividend ORCL 12.50", "dividend 12.50 ORCL in Brokerage"),
        ("deposit 500", "deposit 500 to Brokerage"),
        ("deposit 500 in Savings", "deposit 500 to Savings"), ("withdraw 100 to Savings", "withdraw 100 from Savings"),
        ("transfer 100 Brokerage Savings", "transfer 100 from Brokerage to Savings"), ("exchange 100 USD EUR in Brokerage at 0.8", "exchange 100 USD to EUR in Brokerage at 0.8"),
        ("performance ytd", "performance 2014"), ("trades last year", "trades 2013"), ("gains this year", "gains 2014"), ("income per month", "income by month"),
        // Times as people say them.
        ("gains in march 2014", "gains from 2014-03-01 to 2014-03-31"), ("trades Q1 2014", "trades from 2014-01-01 to 2014-03-31"),
        ("trades 2014-03", "trades from 2014-03-01 to 2014-03-31"), ("gains 2012-2013", "gains from 2012-01-01 to 2013-12-31"),
        ("trades from March 2013 to June 2013", "trades from 2013-03 to 2013-06"), ("gains 2013 2014", "gains from 2013-01-01 to 2014-12-31"),
        ("holdings at the end of 2013", "holdings on 2013-12-31"), ("holdings yesterday", "holdings on yesterday"), ("holdings 2013-12-31", "holdings on 2013-12-31"),
        ("net worth end of march 2014", "net worth on 2014-03-31"), ("dividends last year", "income 2013"), ("gains in 2014 of ORCL", "gains 2014 of ORCL"),
        // Numbers and days of the continent, misspelt and in capitals.
        ("deposit 1.234,50 to Savings", "deposit 1234.5 to Savings"), ("deposit 5 to Savings on 31.12.2013", "deposit 5 to Savings on 2013-12-31"),
        ("depsoit 500 to Savings", "deposit 500 to Savings"),
        ("hodlings", "holdings"), ("Holdings", "holdings"), ("BUY 10 ORCL @ 31", "buy 10 ORCL @ 31 in Brokerage"),
        // Names alone, and questions as they are asked.
        ("orcl", "lots ORCL"), ("ORCL", "lots ORCL"), ("get ORCL", "lots ORCL"), ("show ORCL", "lots ORCL"), ("Savings", "activities in Savings"), ("usd", "net worth in USD"),
        ("in eur", "net worth in EUR"), ("ytd", "performance 2014"), ("how much do i have", "net worth"), ("what did i earn", "income"),
        ("how am i doing", "performance"),
        ("what is my balance", "cash"), ("what is my return", "performance"), ("how much is ORCL", "price ORCL"), ("what is ORCL worth", "price ORCL"),
        ("price of ORCL", "price ORCL"),
        ("list", "holdings"), ("show all", "holdings"), ("what can i do", "help"), ("hello", "help start"), ("hi", "help start"), ("h", "help"), ("delete last", "undo"),
        ("tax report", "fees"),
        // The program.
        ("commands", "help"), ("man", "help"), ("?", "help"), ("help me", "help start"), (":q", "quit"),
    ]

    @Test("Each is answered, or by the sentence that was meant")
    func proposals() throws {
        let prompt = try Prompt()
        for (line, sentence) in Self.guesses { #expect(prompt.proposed(for: line) == sentence, "\(line)") }
    }

    @Test("Each sentence that is proposed works as it is typed")
    func sentencesWork() throws {
        let prompt = try Prompt()
        for sentence in Set(Self.guesses.map(\.sentence)).sorted() where !["quit", "sync", "import my.csv"].contains(sentence) {
            #expect(prompt.proposed(for: sentence) == nil, "\(sentence)")
        }
    }

    @Test(
        "What no sentence says is told how it is done",
        arguments: [
            ("exit()", "say quit, or press Ctrl-D"), ("cls", "Ctrl-L clears the screen"), ("version", "luca --version in a shell tells it"),
            ("price", "such as: price ORCL on 2014-12-31"),
            ("save", "what is recorded is in the book at once; backup FILE copies the book"),
            ("sell all ORCL", "add: @ PRICE and in ACCOUNT, such as: sell all ORCL @ 44 in Brokerage"),
            ("SELECT * FROM activities", "SQL goes through a function: sql(\"SELECT …\"), and help(\"sql\") names the tables"),
        ])
    func otherAdvice(line: String, hint: String) throws { #expect(try Prompt().proposed(for: line) == hint) }

    @Test("Lua that is wrong is told as Lua", arguments: ["x = holdngs{}", "for i = 1, 3 do print(j.k) end", "holdings{}.nothing.more"])
    func lua(line: String) throws {
        let hint = try Prompt().proposed(for: line)
        #expect(hint?.contains(" in ") != true && hint != "cash", "\(line): \(hint ?? "")")
    }
}
