import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// A journal of ledger or hledger as luca takes it in.
struct JournalBook {
    let plan: ImportPlan
    let ledger = Ledger()

    init(_ text: String, files: [String: String] = [:], name: String = "main.journal", currency: Currency? = .usd, today: String? = nil) throws {
        var options = ImportOptions(fileName: name)
        (options.neighbour, options.folder) = (files.neighbour, files.folder)
        options.day = today.map(day)
        let plan = try FormatsTests.plan(text, options, context: ImportContext(baseCurrency: currency))
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    func cash() throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }
    func lots() throws -> [String] { try ledger.lots().map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol) \($0.remaining) \($0.cost) \($0.opened)" } }
    var kinds: [String] { ledger.facts.map { "\($0.kind.rawValue) \(ledger[$0.account].name)" } }
    var messages: [String] { plan.notices.map(\.message) }
}

@Suite("Journals of ledger and hledger")
struct JournalTests {
    @Test("Trades at a price, with the price told by unit, in all, in brackets, or by the two sides alone")
    func prices() throws {
        for amount in ["4 AAPL @ $100.00", "4 AAPL @@ $400", "4 AAPL (@@) $400", "4 AAPL {$100.00} @ $100.00", "AAPL 4 @ 100.00 USD", "4 AAPL {$100.00} [2014-01-03]", "4 AAPL"] {
            let book = try JournalBook(
                """
                2014-01-03=2014-01-05 * (17) Broker | Buy  ; fund:core
                    assets:broker:AAPL    \(amount)
                    assets:broker:cash    $-400.00

                2014-02-03 Sell
                    assets:broker:cash  $150.00
                    assets:broker:AAPL  -1 AAPL @ $150.00
                """)
            #expect(book.plan.refusedCount == 0, "\(amount): \(book.plan.refusals)")
            #expect(try book.lots() == ["broker AAPL 3 300 2014-01-03"], "\(amount)")
            #expect(try book.cash() == ["broker USD -250"], "\(amount)")
            #expect(book.ledger.facts[0].notes == "Broker | Buy (17) ; fund:core")
        }
    }

    @Test("Units that go to another part of the same account keep their lots, and are no event")
    func parts() throws {
        let book = try JournalBook(
            """
            2023-01-03 Buy
              Assets:GB:Spot   100 VOD @ 2.00 USD
              Assets:GB:Cash
            2023-02-01 transfer
              Assets:GB:Spot   -50 VOD
              Assets:GB:Earn    50 VOD
            2023-02-03 sell
              Assets:GB:Earn   -20 VOD @ 2.40 USD
              Assets:GB:Cash
            2023-02-04 check
              Assets:GB:Earn   0 VOD = 30 VOD
              Assets:GB:Spot   0 VOD = 50 VOD

            """)
        #expect(try book.plan.refusedCount == 0 && book.lots() == ["GB VOD 80 160 2023-01-03"], "\(book.plan.refusals)")
        #expect(book.kinds == ["buy GB", "sell GB"] && book.messages.contains("2 balances that the file tells agree with its transactions"), "\(book.messages)")
    }

    @Test("A sign that several currencies share may be that of an account of the book, where the currency told is none of them")
    func signsOfAccounts() throws {
        let text = "2024-01-02 A\n  assets:b  $5\n  equity:c\n2024-01-02 B\n  assets:d  ¥700\n  equity:c\n"
        func plan(_ accounts: [Account]) throws -> ImportPlan {
            try FormatsTests.plan(text, ImportOptions(fileName: "main.journal"), context: ImportContext(accounts: accounts, baseCurrency: .usd))
        }
        let refused = #expect(throws: ImportIssue.self) { try plan([]) }
        #expect(refused?.hint == "USD is none of them: an account of the book in one says which, such as account{name=\"JPY\", currency=\"JPY\"}")
        let known = try plan([Account(name: "Yen", kind: .cash, currency: Currency("JPY"))])
        #expect(known.refusedCount == 0 && known.activities.map { "\($0.currency) \($0.amount ?? .zero)" } == ["USD 5", "JPY 700"])
    }

    @Test("A sale that names a lot of its own day takes it, though the purchase stands in a file behind")
    func lotOfTheSameDay() throws {
        let book = try JournalBook(
            """
            include sales.journal
            2014-01-02 Buy
                Assets:Broker:AAPL  4 AAPL {$100.00} [2014-01-02]
                Assets:Broker:Cash
            """,
            files: [
                "sales.journal": """
                2014-01-02 Sell
                    Assets:Broker:AAPL  -3 AAPL {$100.00} [2014-01-02] @ $120.00
                    Assets:Broker:Cash  $360.00
                    Income:Gains
                """
            ])
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.lots() == ["Broker AAPL 1 100 2014-01-02"])
        #expect(try book.cash() == ["Broker USD -40"])
    }

    @Test("A sale by lot takes the one it names, and its gain is what luca computes")
    func lots() throws {
        let buys = """
            2014-01-02 Buy
                Assets:Broker:AAPL  4 AAPL {$100.00} [2014-01-02] (first) @ $100.00
                Assets:Broker:Cash
            2014-01-03 Buy
                Assets:Broker:AAPL  4 AAPL @ $110.00
                Assets:Broker:Cash

            """
        // ledger counts the lot's cost and the gain, hledger the price.
        for gain in ["    Income:Capital Gains  $-20.00\n", ""] {
            let book = try JournalBook(
                buys + "2014-02-01 Sell\n    Assets:Broker:AAPL  -1 AAPL {$110.00} [2014-01-03] @ $130.00\n    Assets:Broker:Cash  $130.00\n" + gain)
            #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
            #expect(try book.lots() == ["Broker AAPL 4 400 2014-01-02", "Broker AAPL 3 330 2014-01-03"])
            #expect(try book.ledger.gains().map { "\($0.proceeds) \($0.cost)" } == ["130 110"])
            #expect(try book.cash() == ["Broker USD -710"])
        }
    }

    @Test("Directives: years, marks, accounts above others, aliases, types, comments, prices")
    func directives() throws {
        let book = try JournalBook(
            """
            decimal-mark ,
            ; a remark
            # another
            account Vermögen  ; type: A
            alias bank=assets:Bank
            Y2014
            comment
            2014-01-01 not read
                nothing
            end comment
            apply account assets
            01/02 Deposit
                Broker:cash       1.000,50 EUR
                Bank             -1.000,50 EUR
            end apply account
            01/02 Deposit
                bank              1.000,50 EUR
                equity:opening
            2014.1.3 Move
                bank           200,00 EUR
                assets:Broker:cash
            01-04 Save
                Vermögen:Tresor     10,00 EUR
                bank   -10,00 EUR = 190,00 EUR
            P 2014/01/31 00:00:00 EUR 1,10 USD
            P 2014-01-31 "MUTUAL 1" 10,50 EUR
            2014-01-05 Buy
                assets:Broker:stocks  2 "MUTUAL 1" @ 10,25 EUR
                assets:Broker:cash
            """)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.cash() == ["Bank EUR 190", "Broker EUR 780", "Tresor EUR 10"])
        #expect(try book.lots() == ["Broker MUTUAL 1 2 20.5 2014-01-05"])
        #expect(book.plan.rates.map { "\($0.from)\($0.to) \($0.rate)" } == ["EURUSD 1.1"] && book.plan.quotes.count == 1)
        #expect(book.messages.contains("1 balance that the file tells agrees with its transactions"))
    }

    @Test("Assertions that fail are told, and assignments bring the balance about")
    func assertions() throws {
        let book = try JournalBook(
            """
            2014-01-01 Begin
                assets:bank:a   = $100
                equity:opening
            2014-01-02 Pay
                assets:bank:a   $-20 = $80.00
                expenses:food
            2014-01-03 Pay
                assets:bank:a   $-20 = $70.00
                expenses:food
            2014-01-04 Look
                assets:bank:b   $5
                assets:bank:a   $-5 = $55
            2014-01-05 Look
                assets:bank     $0 =* $60
                expenses:food   $0
            """)
        #expect(try book.cash() == ["bank:a USD 55", "bank:b USD 5"])
        #expect(book.plan.notices(.changed) == ["assets:bank:a holds 60 USD after the transaction of 2014-01-03 by its transactions, and 70 by the file"])
        #expect(book.messages.contains("4 balances that the file tells agree with its transactions"))
    }

    @Test("Rules are not run, virtual postings are left out, and both are told")
    func rules() throws {
        let book = try JournalBook(
            """
            = expenses:food
                (budget:food)  *-1
            ~ monthly
                expenses:rent  $500
                assets:bank
            alias /(x+)+/ = y
            2014-01-02 ! Pay
                assets:bank   $-20
                expenses:food
                (budget:food)  $-20
                [assets:bank:saved]  $5
                [assets:bank]  $-5
            """)
        #expect(try book.cash() == ["bank USD -20"])
        for part in [
            "1 automatic rule not run", "1 periodic rule not run", "line 6: the alias /(x+)+/ = y is not followed", "1 virtual posting left out",
            "2 balanced virtual postings left out",
            "1 transaction marked ! counts",
        ] {
            #expect(book.messages.filter { $0.hasPrefix(part) }.count == 1, "\(part): \(book.messages)")
        }
    }

    @Test("Days of postings, second days, time clocks and comments without an end are told, as is every directive that is not used")
    func told() throws {
        let book = try JournalBook(
            """
            payee Shop
            N $
            A assets:bank
            i 2014-01-01 09:00:00 work
            o 2014-01-01 10:00:00
            comment
            endless is no end
            end comment
            2014-01-30 Pay
                expenses:food  $10
                assets:bank  ; date:2014-02-03
            2014-01-31=2014-02-02 Pay
                expenses:food  $1  ; [=2014-01-06]
                assets:bank
                ; [2014-02-05]
            2014-02-01 Only one side
                expenses:food  $4
            test
            2014-02-02 Never
                expenses:food  $100
            """)
        #expect(try book.cash() == ["bank USD -15"])
        for part in [
            "1 payee directive left out", "1 N directive left out", "2 lines of a time clock left out", "2 second dates left out", "1 comment without an end left out",
            "line 11, and 1 more: a posting with a day of its own counts here on the day of its transaction",
        ] {
            #expect(book.messages.contains { $0.hasPrefix(part) }, "\(part): \(book.messages)")
        }
    }

    @Test(
        "Each mistake has its line and a sentence",
        arguments: [
            ("accuont a\n", "1: \"accuont\" begins no statement (did you mean \"account\"?)"),
            ("01-02 A\n  a:b  $1\n", "1: the day 01-02 has no year (write a line such as Y 2014 above it)"),
            ("2014-02-30 A\n  a:b  $1\n", "1: \"2014-02-30\" is no day (write it as 2014-03-31)"),
            ("2014-01-02 A\n  assets:b  $1\n  assets:c  $-2\n", "1: its postings do not balance: -1 USD is left over"),
            ("2014-01-02 A\n  assets:b  $1,234\n  assets:c\n", "1: line 2: nothing in the file tells whether 1,234 has thousands or decimals"),
            ("2014-01-02 A\n  assets:b  (3 * $1 + 2)\n  assets:c\n", "1: line 2: USD and a bare number do not add up to one amount (write a posting for each)"),
            ("2014-01-02 A\n  assets:b  (3 * $1\n  assets:c\n", "1: line 2: a bracket is open: it ends with )"),
            ("2014-01-02 A\n  assets:b  ($3 / (2 - 2))\n  assets:c\n", "1: line 2: the amount ($3 / (2 - 2)) is divided by zero"),
            ("2014-01-02 A\n  assets:b  (3 * 5)\n  assets:c\n", "1: line 2: the amount (3 * 5) names no commodity (write what it is of at one of its numbers)"),
            ("2014-01-02 A\n  assets:b  ($3 * account)\n  assets:c\n", "1: line 2: a number is expected, and there is \")\""),
            ("2014-01-02 A\n  assets:b  ($900000000000000 * 900000000000000)\n  assets:c\n", "1: line 2: what is to be computed of it is too large, or has too many digits"),
            ("2014-01-02 A\n  assets:b  1 AAPL {$1\n  assets:c\n", "1: line 2: a cost is open: it ends with }"),
            ("2014-01-02 A\n  assets:b  1.2.3 USD\n  assets:c\n", "1: line 2: \"1.2.3\" is no number: its marks part no thousands (write it as 1000.00 or 1,000.00)"),
            (
                "2014-01-02 A\n  assets:b  1.12345678901234567890 USD\n  assets:c\n",
                "1: line 2: 1.12345678901234567890 has 20 digits behind the point, and luca keeps 18 (round it in the file)"
            ),
            ("14/01/02 A\n  assets:b  5 USD\n  assets:c\n", "1: the year of the day 14/01/02 has no four digits (write it as 2014-03-31)"),
            (
                "2014-01-02 A\n  assets:b  = 0\n  assets:c\n",
                "1: line 2: the balance names no commodity: ledger empties the account by it, and hledger changes nothing (write what it is of, such as = 0 USD)"
            ),
            ("2014-01-02 A\n  assets:b  5\n  assets:c\n", "1: line 2: the amount 5 names no commodity"),
            ("include *.journal\n2014-01-02 A\n  assets:b  $5\n  assets:c\n", "1: no file matches \"*.journal\""),
            ("include x.journal\n2014-01-02 A\n  assets:b  $5\n  assets:c\n", "1: there is no file \"x.journal\" beside this one"),
        ])
    func mistakes(_ text: String, _ message: String) throws {
        let found = try JournalBook(text).plan.refusals.map(\.description)
        #expect(found.contains { $0.hasPrefix("main.journal:" + message) }, "\(found)")
    }

    @Test("Amounts, prices and balances in brackets are computed as ledger does, with a division at the end")
    func computed() throws {
        let book = try JournalBook(
            """
            2014-01-02 Shop
              expenses:food  (5 * $3)
              assets:bank
            2014-01-03 A third of a dollar, six times
              expenses:rent  (1 / 3 * $6)
              assets:bank
            2014-01-04 Signs and brackets in one another
              expenses:rent  (-$10 + 2 * -($1.25 - $3.50) / 3 )
              assets:bank  ($15.00 / $3 + $3.50)
            2014-01-05 Buy
              assets:broker  (2 * 5 AAPL) @ ($100 / 4)
              assets:broker:cash
            2014-01-06 Buy
              assets:broker  10 AAPL @@ (3 * $30)  ; dear
              assets:broker:cash
            2014-01-07 Counted
              assets:bank  = (2 * $-6.00)
              expenses:rent
            """)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.cash() == ["bank USD -12", "broker USD -340"])
    }

    @Test("A balance alone tells the currency of its account, and a sign may stand apart from its minus")
    func alone() throws {
        let book = try JournalBook("2020-01-01 o\n  Assets:Bank  = 100 EUR\n  Equity:O\n2020-01-02 o\n  Assets:Cash  - $5.00\n  Equity:O\n")
        #expect(try book.plan.refusedCount == 0 && book.cash() == ["Bank EUR 100", "Cash USD -5"], "\(book.plan.refusals)")
        #expect(book.ledger.accounts.map { "\($0.name) \($0.currency)" } == ["Bank EUR", "Cash USD"])
    }

    @Test("Units with a lot and no price, whose other side is left to follow, are a purchase, which is told", arguments: ["main.journal", "main.ledger"])
    func elidedPurchase(_ name: String) throws {
        let text = "2023-01-01 o\n  Assets:Cash  $5,000.00\n  Equity:O\n2023-01-04 buy\n  Assets:Broker  10 AAPL {$120.00}\n  Assets:Cash"
        let told = "line 5: what is bought with its lot and without a price is paid by Assets:Cash here"
        let elided = try JournalBook(text + "\n", name: name), whole = try JournalBook(text + "  $-1,200.00\n", name: name)
        #expect(try elided.lots() == ["Broker AAPL 10 1200 2023-01-04"] && elided.messages.contains { $0.hasPrefix(told) }, "\(elided.messages)")
        #expect(!whole.messages.contains { $0.hasPrefix(told) }, "\(whole.messages)")
    }

    @Test("A sign of several currencies is not guessed")
    func signs() throws {
        let issue = #expect(throws: ImportIssue.self) { try JournalBook("2014-01-02 A\n  assets:b  $5\n  assets:c\n", currency: nil) }
        #expect(issue?.description == "main.journal:2: $ is the sign of several currencies: USD, CAD, AUD … (say which: currency=\"USD\", --currency USD on the command line)")
        #expect(try JournalBook("2014-01-02 A\n  assets:b  5 €\n  equity:c\n", currency: nil).cash() == ["b EUR 5"])
    }

    @Test("Files that are included follow, each with its own line numbers")
    func includes() throws {
        let book = try JournalBook(
            "include sub/a.journal\nY 2015\n01-02 A\n  assets:b  $5\n  equity:c\n",
            files: ["sub/a.journal": "Y 2014\ninclude b.journal\n", "sub/b.journal": "01-02 A\n  assets:b  $7\n  equity:c\n"])
        #expect(book.ledger.facts.map { "\($0.date) \($0.amount ?? .zero)" } == ["2014-01-02 7", "2015-01-02 5"])
        let wrong = try JournalBook("include a.journal\n", files: ["a.journal": "\nwhat\n"])
        #expect(wrong.plan.refusals.map(\.message) == ["a.journal:2: \"what\" begins no statement"])
        let chain = Dictionary(uniqueKeysWithValues: (1...40).map { ("f\($0)", "include f\($0 + 1)\n") })
        #expect(try JournalBook("include f1\n", files: chain).plan.refusals.contains { $0.message.contains("more than 16 deep") })
    }

    @Test("Damaged journals end in a plan or an issue, and never in half a transaction")
    func damage() throws {
        var random = SeededRandom.forTest()
        let original = Array(
            """
            2014-01-02 * (1) Buy | x ; remark
              assets:broker:AAPL  4 AAPL {$100.00} [2014-01-02] (n) @ $101.00
              expenses:fees  $1.50
              assets:broker:cash  $-401.50 = $-401.50
            2014-01-05 Sell
              assets:broker:AAPL  -2 AAPL @@ $240
              assets:broker:cash
            P 2014-01-06 AAPL $12.00

            """.utf8)
        let noise = Array("{}@*\"();,:-+/~# \n\t=[]09ZzUSD$€\u{0}".utf8)
        for _ in 0..<SeededRandom.rounds(300) {
            let bytes = random.damaged(original, by: noise)
            do throws(ImportIssue) {
                let plan = try Formats.plan(bytes, options: ImportOptions(fileName: "x.journal"), context: ImportContext(baseCurrency: .usd))
                let lines = Set(plan.verdicts.filter { $0.outcome == .refused }.map(\.line))
                #expect(plan.activities.indices.allSatisfy { !lines.contains(plan.activities.line(at: $0)) })
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
