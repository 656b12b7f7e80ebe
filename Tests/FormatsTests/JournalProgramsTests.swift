import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("What journals mean to ledger and to hledger")
struct JournalProgramsTests {
    private static let rest = "2014-01-02 A\n  bank  $5\n  bank:a  $1\n  equity:b\n"

    @Test("An account's own line may tell other names of it, and that it takes what other postings leave over")
    func ofAccounts() throws {
        let told = "account assets:Bank\n    alias bank\n    default\n"
        #expect(try JournalBook(told + Self.rest + "2014-01-03 B\n  expenses:food  $2\n").cash().sorted() == ["Bank USD 3", "Bank:a USD 1"])
        #expect(try JournalBook("include a.ledger\n" + Self.rest, files: ["a.ledger": told]).cash().sorted() == ["Bank USD 5", "Bank:a USD 1"])
    }

    @Test("What goes through accounts of conversion, and is told by a price as well, counts once in hledger")
    func conversions() throws {
        let text = """
            account e:conv  ; type: V
            2022-01-02 shares
                assets:broker                   10 AAPL @ $15.00
                equity:conversion:AAPL-$:AAPL  -10 AAPL
                equity:conversion:AAPL-$:$      $150.00
                assets:dollars                $-150.00
            2022-01-03 euros
                assets:dollars       $-135.00
                e:conv                $135.00
                e:conv:b             -100.00 EUR
                assets:euros          100.00 EUR @ $1.35
            """
        let book = try JournalBook(text)
        #expect(try book.plan.refusedCount == 0 && book.lots() == ["broker AAPL 10 150 2022-01-02"], "\(book.plan.refusals)")
        #expect(try book.cash().sorted() == ["dollars USD -285", "euros EUR 100"])
        #expect(try JournalBook(text.replacing("$150.00\n", with: "$151.00\n")).plan.refusedCount == 1)
    }

    @Test("A sale that leaves open which lots it takes may tell its gain beside, as hledger 2 has it")
    func openLots() throws {
        let text = """
            account revenue:gains  ; type: G
            2026-03-01 buy
                assets:cash     -700 USD
                assets:broker      10 ETSY {70 USD}
            2026-11-01 sell
                assets:broker       -5 ETSY {} @ 90 USD
                assets:cash       450 USD
                revenue:gains     -100 USD

            """
        let book = try JournalBook(text)
        #expect(try book.plan.refusedCount == 0 && book.ledger.gains().map { "\($0.gain)" } == ["100"], "\(book.plan.refusals)")
        #expect(try JournalBook(text.replacing("-100 USD", with: "-90 USD")).plan.refusedCount == 1)
    }

    @Test("Of several prices of a day ledger takes that of the latest time, and hledger the last of the file")
    func priceTimes() throws {
        let text = "P 2024/01/02 17:00:00 AAPL $60\nP 2024/01/02 09:30:00 AAPL $50\nP 2024/01/03 AAPL $70\n2024-01-02 Buy\n  assets:b  1 AAPL @ $40\n  assets:c\n"
        func quotes(_ name: String) throws -> [String] { try JournalBook(text, name: name).plan.quotes.map { "\($0.date) \($0.close)" } }
        #expect(try quotes("main.ledger") == ["2024-01-02 60", "2024-01-03 70"])
        #expect(try quotes("main.journal").contains("2024-01-02 50"))
    }

    @Test("All units out and others in, with neither cost nor price, are a split")
    func plainSplit() throws {
        let buy = "2024-01-02 buy\n  assets:B:X  10 X @ 10.00 USD\n  assets:Bank\n", split = "2024-02-01 split 2:1\n  assets:B:X  -10 X\n  assets:B:X   20 X\n  equity:Split\n"
        let book = try JournalBook(buy + split + "2024-03-01 sell\n  assets:B:X  -5 X @ 8.00 USD\n  assets:Bank\n")
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().map { "\($0.gain)" } == ["15"] && book.lots() == ["B X 15 75 2024-01-02"], "\(book.kinds)")
        // Of a part it cannot be one.
        #expect(try !JournalBook(buy + split.replacing("-10", with: "-5")).kinds.contains { $0.hasPrefix("split") })
    }

    @Test("Aliases of a file that is included hold in ledger alone, and one is applied to what another made of a name in hledger alone")
    func aliases() throws {
        let files = ["a.journal": "alias bank=assets:Bank\n"]
        #expect(try JournalBook("include a.journal\n" + Self.rest + Self.assets, files: files, name: "main.ledger").cash().sorted() == ["Bank USD 5", "Bank:a USD 1", "x USD 1"])
        #expect(try JournalBook("include a.journal\n" + Self.rest + Self.assets, files: files).cash() == ["x USD 1"])
        let chain = "alias b=assets:Bank\nalias bank=b\n"
        #expect(try JournalBook(chain + Self.rest + Self.assets).cash().sorted() == ["Bank USD 5", "Bank:a USD 1", "x USD 1"])
        #expect(try JournalBook(chain + Self.rest + Self.assets, name: "main.ledger").cash() == ["x USD 1"])
    }

    private static let assets = "2014-01-05 X\n  assets:x  $1\n  equity:b\n"

    @Test("Aliases by pattern are followed in whatever case, with the groups of their matches, and those that would take too long are named")
    func patterns() throws {
        let text = "alias /^B(.*)k(:|$)/ = assets:B\\1k\\2\n" + Self.rest
        #expect(try JournalBook(text).cash().sorted() == ["Bank USD 5", "Bank:a USD 1"])
        let wrong = try JournalBook("alias /(b+)+/=assets\nalias /[/=assets\n" + Self.rest + Self.assets)
        for place in 1...2 { #expect(wrong.messages.contains { $0.hasPrefix("line \(place): the alias /") && $0.contains("is not followed") }, "\(wrong.messages)") }
    }

    @Test("What is applied ends with its own end, and a deferred posting counts")
    func applied() throws {
        let book = try JournalBook(
            """
            apply account assets
            apply tag core
            2014-01-02 A
              Bank  $5
              <Later>  $-2
              Other  $-3
            end apply
            apply year 2013
            01-03 A
              Bank  $5
              Till  $-5
            end apply year
            end apply account
            2014-01-04 A
              assets:Bank  $1
              equity:b
            """, name: "main.ledger")
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.cash().filter { $0.hasPrefix("Bank") || $0.hasPrefix("Later") || $0.hasPrefix("Till") }.sorted() == ["Bank USD 11", "Later USD -2", "Till USD -5"])
    }

    @Test("Balances that are set include the accounts below where they say so, and where the programs set others it is told")
    func balances() throws {
        let below = "2014-01-02 A\n  assets:bank:a  $5\n  assets:bank  $1\n  equity:o\n2014-01-03 B\n  assets:bank  =* $10\n  equity:o\n"
        #expect(try JournalBook(below).cash().sorted() == ["bank USD 5", "bank:a USD 5"])
        let late = try JournalBook("2014-01-10 A\n  assets:bank  $5\n  equity:o\n2014-01-02 B\n  assets:bank  = $7\n  equity:o\n")
        #expect(try late.cash() == ["bank USD 12"])
        #expect(late.messages.contains { $0.hasPrefix("line 5: a balance is brought about by the order of the days here, as in hledger") }, "\(late.messages)")
        let empty = "2014-01-01 A\n  assets:bank  $5\n  equity:o\n2014-01-02 B\n  assets:bank  = 0\n  equity:o\n"
        #expect(try JournalBook(empty, name: "main.ledger").cash() == [])
        #expect(try JournalBook(empty).plan.refusals.map(\.message) == ["line 5: the balance names no commodity: ledger empties the account by it, and hledger changes nothing"])
    }

    @Test("The money of a sale that is left to follow is its price in hledger and the cost of its lot in ledger, and which was taken is told")
    func elided() throws {
        let text = """
            2014-01-01 Open
                Assets:Cash  500 USD
                Equity:Opening
            2014-01-02 Buy
                Assets:Broker:AAPL  5 AAPL {30 USD} @ 30 USD
                Assets:Cash
            2014-02-03 Sell
                Assets:Broker:AAPL  -5 AAPL {30 USD} @ 50 USD
                Assets:Cash

            """
        for (name, cash, reading) in [("main.journal", "Cash USD 600", "its price, as in hledger"), ("main.ledger", "Cash USD 500", "what its lot cost, as in ledger")] {
            let book = try JournalBook(text, name: name)
            #expect(try book.cash() == [cash], "\(name)")
            // A gain that is told beside leaves no doubt.
            let told = try JournalBook(text + "    Income:Gains  -100 USD\n", name: name)
            #expect(try told.cash() == ["Cash USD 600"] && !told.messages.contains { $0.contains("left to follow") }, "\(name): \(told.messages)")
            #expect(book.messages.contains { $0.hasPrefix("line 8: the money of a sale is left to follow, and is \(reading)") }, "\(book.messages)")
        }
    }

    @Test("What is sold and bought again at one price in one transaction is a sale and a purchase")
    func boughtAgain() throws {
        let book = try JournalBook(
            """
            2014-01-02 Buy
                assets:broker:VTI  10 VTI @ $100
                assets:broker:cash
            2014-03-03 Harvest
                assets:broker:VTI  -10 VTI @ $150
                assets:broker:cash  $1500
                assets:broker:VTI  10 VTI @ $150
                assets:broker:cash  $-1500
            """)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.lots() == ["broker VTI 10 1500 2014-03-03"])
        #expect(try book.ledger.gains().map { "\($0.proceeds) \($0.cost)" } == ["1500 1000"])
    }

    @Test("A lot is told as hledger 2 does: day, name and cost in whatever order")
    func lots() throws {
        let buys = "2014-01-02 Buy\n  assets:b  4 AAPL {2014-01-02, \"first\", $100}\n  assets:c\n2014-01-03 Buy\n  assets:b  4 AAPL {$110.50, \"second\"}\n  assets:c\n"
        for lot in ["{\"second\"}", "{2014-01-03, $110.50}", "{\"second\", 2014-01-03}", "{$110.50, \"second\"}"] {
            let book = try JournalBook(buys + "2014-02-01 Sell\n  assets:b  -1 AAPL \(lot) @ $130\n  assets:c  $130\n")
            #expect(book.plan.refusedCount == 0, "\(lot): \(book.plan.refusals)")
            #expect(try book.lots() == ["b AAPL 4 400 2014-01-02", "b AAPL 3 331.5 2014-01-03"], "\(lot)")
        }
    }
}

@Suite("Files and accounts of journals")
struct JournalFilesTests {
    @Test("Accounts of no known kind are named with the number of their postings")
    func unknownAccounts() throws {
        let book = try JournalBook("2014-01-02 A\n  assets:b  $5\n  equity:o\n2014-01-03 B\n  Aktiva:Sparbuch  $2\n  assets:b\n")
        let told = "the postings of 1 account of no known kind count as outside: Aktiva:Sparbuch (1); say what it is, such as accounts={[\"Aktiva:Sparbuch\"]=\"Bank\"}"
        #expect(book.messages.contains(told), "\(book.messages)")
    }

    @Test("Files of other kinds are named and left out, and one that is no UTF-8 is read in its own encoding, which is told")
    func files() throws {
        var options = ImportOptions(fileName: "main.journal")
        options.neighbour = { name in name == "old.journal" ? Array("2014-01-02 K".utf8) + [0xF6] + Array("ln\n  assets:b  $5\n  equity:o\n".utf8) : nil }
        let plan = try FormatsTests.plan("include timedot:time.timedot\ninclude old.journal\n", options, context: ImportContext(baseCurrency: .usd)), ledger = Ledger()
        _ = try record(plan, in: ledger)
        #expect(ledger.facts[0].notes.hasPrefix("Köln"))
        let messages = plan.notices.map(\.message)
        #expect(
            messages.contains("line 1: timedot:time.timedot is no journal, and is left out") && messages.contains("\"old.journal\" is no UTF-8; it is read as Windows-1252"),
            "\(messages)")
    }

    @Test("A file is known as a journal by the ending of its name, whatever its words, and by days without a year below a line that tells it")
    func known() throws {
        for (text, name) in [
            ("2014-01-02 open savings account\n  assets:b  $5\n  equity:o\n", "a.journal"), ("Y2014\n\n01-02 A\n  assets:b  $5\n  equity:o\n", "a.dat"),
            ("year 2014\n\n01-02 A\n  assets:b  $5\n  equity:o\n", "a.dat"),
        ] {
            let plan = try FormatsTests.plan(text, ImportOptions(fileName: name), context: ImportContext(baseCurrency: .usd))
            #expect(plan.format == "journal" && plan.refusedCount == 0, "\(name): \(plan.refusals)")
        }
        for format in ["journal", "hledger", "ledger"] {
            let plan = try FormatsTests.plan(
                "2014-01-02 A\n  assets:b  $5\n  equity:c\n", ImportOptions(format: format, fileName: "x.txt"), context: ImportContext(baseCurrency: .usd))
            #expect(plan.format == "journal", "\(format)")
        }
    }

    private static let shares = """
        2014-01-02 Opening
            assets:broker:cash  $2000
            equity:opening
        2014-01-03 Buy
            assets:broker  5 AMD @ $140
            assets:broker:cash

        """

    @Test("A share whose symbol is the code of a currency is an instrument where it is bought and never spent, which is told, and the book decides otherwise")
    func codes() throws {
        let book = try JournalBook(Self.shares)
        #expect(try book.lots() == ["broker AMD 5 700 2014-01-03"])
        #expect(
            book.messages.contains(
                "AMD is taken for an instrument, though a currency has this code; where it is money, define an account in it before: account{name=\"Cash\", currency=\"AMD\"}"),
            "\(book.messages)")
        let spent = try JournalBook(Self.shares + "2014-01-04 Lunch\n    expenses:food  1 AMD\n    assets:broker\n")
        #expect(try spent.lots() == [])
        let told = "AMD is taken for money, as it is the code of a currency; where it is a share, define it before: instrument{symbol=\"AMD\", currency=\"USD\"}"
        #expect(spent.messages.contains(told), "\(spent.messages)")
        var context = ImportContext(baseCurrency: .usd)
        context.accounts = [Account(name: "Cash", kind: .cash, currency: try Currency("AMD"))]
        let kept = try FormatsTests.plan(Self.shares, ImportOptions(fileName: "main.journal"), context: context)
        #expect(!kept.notices.contains { $0.message.contains("AMD is taken") || $0.kind == .newInstrument })
        let money = try JournalBook("2014-01-02 Exchange\n    assets:bank  100 EUR @ $1.10\n    assets:cash\n")
        #expect(try money.lots() == [] && !money.messages.contains { $0.contains("EUR") && $0.contains("taken") }, "\(money.messages)")
        // Money that pays for something else stays money.
        let coins = try JournalBook(
            "2014-01-02 A\n    assets:a  1 BTC @ $400\n    assets:bank\n2014-01-03 B\n    assets:a  2 XYZ @ 0.1 BTC\n    assets:a  -0.2 BTC\n", currency: .usd)
        #expect(try coins.lots() == ["a XYZ 2 0.2 2014-01-03"], "\(coins.plan.refusals)")
    }

    @Test("A sale that stands before the purchase of its day takes units of that, and none of a lot that a later sale names")
    func soldBefore() throws {
        let journal = """
            2014-01-04 Sell
              assets:Depot:XA  -13 XA @ $20
              assets:Depot:USD  $260
            2014-01-04 Buy
              assets:Depot:XA  20 XA @ $10
              assets:Depot:USD  $-200
            2014-01-19 Buy
              assets:Depot:XA  13 XA {$15} [2014/01/19] (a note)
              assets:Depot:USD  $-195
            2014-06-14 Sell
              assets:Depot:XA  -9 XA @ $30
              assets:Depot:USD  $270
            2014-06-25 Sell
              assets:Depot:XA  -11 XA {$15} [2014/01/19] (a note) @ $30
              assets:Depot:USD  $330
              income:gains  $-165

            """
        let book = try JournalBook(journal, name: "main.ledger")
        #expect(book.plan.refusals.isEmpty, "\(book.plan.refusals)")
        #expect(try book.lots() == [] && book.ledger.gains().map { "\($0.quantity) \($0.cost)" } == ["13 130", "7 70", "2 30", "11 165"])
    }

    /// Envelopes, then interest that follows from the balance behind it.
    private static let envelopes = """
        2024-01-01 Opening
            Assets:Checking  1000.00 EUR
            Equity:Opening
        2024-01-02 Envelopes
            [Assets:Checking]  -200.00 EUR
            [Assets:Checking:Food]
        2024-01-31 Interest
            Assets:Checking  = 810.00 EUR
            Income:Interest
        2024-02-01 Checked
            Assets:Checking  0 EUR == 810.00 EUR
            Assets:Checking  0 EUR =* 1010.00 EUR
        """

    @Test("A balance counts virtual postings in hledger, and real ones alone in ledger")
    func virtualBalances() throws {
        let book = try JournalBook(Self.envelopes, currency: .eur)
        #expect(try book.cash() == ["Checking EUR 1010"], "\(book.plan.refusals)")
        #expect(book.messages.contains { $0.hasPrefix("line 8, and 1 more: a balance counts virtual postings, as in hledger") }, "\(book.messages)")
        #expect(book.plan.notices(.changed) == [])
        let ledger = try JournalBook(Self.envelopes, name: "main.ledger", currency: .eur)
        #expect(try ledger.cash() == ["Checking EUR 810"], "\(ledger.plan.refusals)")
        let unknown = try JournalBook(
            Self.envelopes.replacing("[Assets:Checking]  -200.00 EUR", with: "(Assets:Checking)  = 5 EUR"), currency: .eur)
        #expect(unknown.plan.refusals.contains { $0.description.contains("what they come to at Assets:Checking is not known") }, "\(unknown.plan.refusals)")
    }

    @Test("A balance is what an account holds behind its posting, and not behind those of the transaction that follow")
    func balancesWithin() throws {
        let book = try JournalBook(
            """
            2024-01-01 open
                Assets:A  100 EUR
                Equity:O
            2024-01-02 two postings, each with its balance
                Assets:A  -30 EUR = 70 EUR
                Assets:A  -20 EUR = 50 EUR
                Expenses:Food  50 EUR
            2024-01-03 set, then spend
                Assets:A  = 40 EUR
                Assets:A  -20 EUR
                Expenses:Food
            2024-01-04 off
                Assets:A  -5 EUR = 16 EUR
                Assets:A  -5 EUR = 10 EUR
                Expenses:Food
            """, currency: .eur)
        #expect(try book.cash() == ["A EUR 10"], "\(book.plan.refusals)")
        #expect(book.plan.notices(.changed) == ["Assets:A holds 15 EUR after the transaction of 2024-01-04 by its transactions, and 16 by the file"])
    }

    @Test("A line of options is left out, and told")
    func options() throws {
        let book = try JournalBook("--strict\n2024-01-01 A\n    Assets:A  5 EUR\n    Equity:O\n", name: "main.ledger", currency: .eur)
        #expect(try book.cash() == ["A EUR 5"], "\(book.plan.refusals)")
        #expect(book.messages.contains { $0.hasPrefix("1 option line left out") }, "\(book.messages)")
    }
}
