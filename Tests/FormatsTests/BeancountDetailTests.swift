import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// What beancount makes of details of its files.
@Suite("Details of beancount's files")
struct BeancountDetailTests {
    @Test("Options are those of the first file, but for the operating currency")
    func options() throws {
        let trades = """
            option "booking_method" "LIFO"
            option "operating_currency" "EUR"
            2020-01-03 * "a"
              Assets:Broker:STK  10 STK {100.00 USD}
              Assets:Broker:Cash
            2020-01-04 * "b"
              Assets:Broker:STK  10 STK {110.00 USD}
              Assets:Broker:Cash
            2020-01-05 * "c"
              Assets:Broker:STK  -10 STK {} @ 120.00 USD
              Assets:Broker:Cash  1200.00 USD
              Income:Gains

            """
        let book = try BeancountLedger("option \"booking_method\" \"FIFO\"\ninclude \"a.beancount\"\n", files: ["a.beancount": trades], isWhole: true)
        #expect(try book.lots() == ["Broker STK 10 1100 2020-01-04"], "\(book.plan.refusals)")
        #expect(book.messages.contains { $0.hasPrefix("1 option of an included file left out") }, "\(book.messages)")
    }

    @Test("Purchases of one day in several files come in the order of their lines in their own files")
    func order() throws {
        func buy(_ price: Int, after lines: Int) -> String {
            String(repeating: "; a line\n", count: lines) + "2019-01-02 * \"Buy\"\n  Assets:B:AAA  10 AAA {\(price) USD}\n  Assets:B:Cash\n"
        }
        let sale = "2019-02-01 * \"Sale\"\n  Assets:B:AAA  -10 AAA {} @ 15 USD\n  Assets:B:Cash  150 USD\n  Income:Gains\n"
        let book = try BeancountLedger(
            "option \"booking_method\" \"FIFO\"\ninclude \"a.beancount\"\ninclude \"b.beancount\"\n" + sale,
            files: ["a.beancount": buy(10, after: 3), "b.beancount": buy(12, after: 0)], isWhole: true)
        #expect(try book.ledger.gains().map { "\($0.cost)" } == ["120"], "\(book.plan.refusals)")
    }

    @Test("Lots that go to another part of the same account are sold from there")
    func parts() throws {
        let book = try BeancountLedger(
            """
            2023-01-03 * "Buy"
              Assets:GB:Broker   100 VOD {2.00 USD}
              Assets:GB:Cash
            2023-02-01 * "Move"
              Assets:GB:Broker   -50 VOD {2.00 USD}
              Assets:GB:Broker2   50 VOD {2.00 USD, 2023-01-03}
            2023-02-03 * "Sell"
              Assets:GB:Broker2  -20 VOD {2.00 USD} @ 2.40 USD
              Assets:GB:Cash   48.00 USD
              Income:Gains
            2023-02-05 balance Assets:GB:Broker2 30 VOD

            """, isWhole: true)
        #expect(try book.plan.refusedCount == 0 && book.lots() == ["GB VOD 80 160 2023-01-03"], "\(book.plan.refusals)")
    }

    @Test("Units priced in what is no currency are left out by name, as those that an employer has promised")
    func promised() throws {
        let book = try BeancountLedger(
            """
            2014-04-02 * "Award"
              Income:Awards          -1680 AAA.UNVEST
              Assets:Unvested         1680 AAA.UNVEST
            2014-04-02 * "Pay"
              Assets:Bank   5 USD
              Income:Salary
            2015-06-02 price AAA.UNVEST  132.43 USD.UNVEST

            """, isWhole: true)
        #expect(try book.plan.refusedCount == 0 && book.cash() == ["Bank USD 5"], "\(book.plan.refusals)")
        #expect(book.messages.contains { $0.contains("AAA.UNVEST (") }, "\(book.messages)")
    }

    @Test("Figures that follow from computed ones have the digits that these have")
    func digits() throws {
        let book = try BeancountLedger(
            """
            2020-01-03 * "Product"
              Expenses:Food  1.50 * 2.25 USD
              Assets:Bank
            2020-01-03 * "Quotient"
              Expenses:Food  100.00 / 3 USD
              Assets:Other
            2020-01-03 * "One that ends"
              Expenses:Food  100.00 / 8 USD
              Assets:Third

            """, isWhole: true)
        #expect(try book.cash() == ["Bank USD -3.375", "Other USD -33.333333333333333333", "Third USD -12.5"])
    }

    @Test("Futures begin with a stroke, a part of a cost may be missing, and a price of zero is left out and told")
    func words() throws {
        let book = try BeancountLedger(
            """
            2020-01-03 * "Future"
              Assets:Broker:Futures  2 /ESZ20 {3500.25 USD}
              Assets:Broker:Cash
            2020-01-06 * "Charge"
              Assets:Broker:STK  3 STK {100 # USD}
              Assets:Broker:Cash  -305.03 USD
            2020-01-07 * "Divided"
              Assets:Broker:Cash  4 / 2 USD
              Income:Gifts  4/-2 USD
            2020-01-08 price STK 0.00 USD

            """, isWhole: true)
        #expect(
            try book.lots().map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == ["/ESZ20 2 7000.5 2020-01-03", "STK 3 305.03 2020-01-06"],
            "\(book.plan.refusals)")
        #expect(book.messages.contains { $0.hasPrefix("1 price of zero left out") } && book.plan.quotes.isEmpty, "\(book.messages)")
    }

    @Test("Purchases of one day at one cost are one lot, of which any part can be sold", arguments: ["STRICT", "STRICT_WITH_SIZE"])
    func oneLot(_ way: String) throws {
        let book = try BeancountLedger(
            """
            option "booking_method" "\(way)"
            2020-01-03 * "Buy"
              Assets:Broker:STK  2 STK {100.00 USD}
              Assets:Broker:STK  3 STK {100.00 USD}
              Assets:Broker:STK  1 STK {90.00 USD}
              Assets:Broker:Cash
            2020-01-04 * "Sell"
              Assets:Broker:STK  -4 STK {100.00 USD} @ 110.00 USD
              Assets:Broker:Cash  440.00 USD
              Income:Gains

            """, isWhole: true)
        #expect(try book.lots() == ["Broker STK 1 100 2020-01-03", "Broker STK 1 90 2020-01-03"], "\(book.plan.refusals)")
    }

    @Test("Accounts that differ in capitals alone stay apart, and the name that one gets is told")
    func capitals() throws {
        let book = try BeancountLedger(
            "2020-01-02 * \"x\"\n  Assets:ING  5 USD\n  Equity:O\n2020-01-02 * \"y\"\n  Assets:Ing  7 USD\n  Equity:O\n2020-01-03 balance Assets:ING 5 USD\n", isWhole: true)
        #expect(try Set(book.cash()) == ["ING USD 5", "Ing 2 USD 7"])
        #expect(book.messages.contains("\"Ing\" differs from another account in capitals alone, and is called \"Ing 2\""), "\(book.messages)")
        #expect(book.messages.contains("1 balance that the file tells agrees with its transactions"))
    }

    @Test("A sale of ledger's that names a lot that is not there takes the first units, and that is told")
    func wrongLot() throws {
        let text = """
            2024-01-03 Buy
                Assets:Broker:VTI      10 VTI {200.00 USD} [2024-01-03] @ 200.00 USD
                Assets:Broker:Cash
            2024-02-04 Sale, lot misspelt
                Assets:Broker:VTI      -10 VTI {211.00 USD} [2024-01-04] @ 230.00 USD
                Assets:Broker:Cash     2300.00 USD
                Income:Gains           -190.00 USD

            """
        let ledger = Ledger(), plan = try record(FormatsTests.plan(text, ImportOptions(fileName: "a.journal")), in: ledger)
        #expect(plan.refusals.isEmpty, "\(plan.refusals)")
        #expect(plan.notices(.changed).contains { $0.hasPrefix("1 sale names a lot that its account does not hold") }, "\(plan.notices(.changed))")
        #expect(try ledger.gains().map { "\($0.proceeds) \($0.cost)" } == ["2300 2000"])
    }

    private static let averaged = """
        2020-01-01 open Assets:B:AAA AAA "AVERAGE"
        2020-01-01 open Assets:B:BBB BBB "FIFO"
        2020-01-01 open Assets:B:Cash USD
        2020-01-03 * "Buy"
          Assets:B:AAA  10 AAA {10.00 USD}
          Assets:B:BBB  10 BBB {10.00 USD}
          Assets:B:Cash
        2020-01-04 * "Buy"
          Assets:B:AAA  10 AAA {20.00 USD}
          Assets:B:BBB  10 BBB {20.00 USD}
          Assets:B:Cash
        2020-01-05 * "Sell"
          Assets:B:AAA  -4 AAA {} @ 25.00 USD
          Assets:B:BBB  -4 BBB {} @ 25.00 USD
          Assets:B:Cash  200.00 USD
          Income:Gains

        """

    @Test("A new account that is booked AVERAGE counts its cost so, and what is booked otherwise beside it does not")
    func average() throws {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(Self.averaged, ImportOptions(fileName: "a.beancount")), in: ledger)
        #expect(plan.refusals.isEmpty, "\(plan.refusals)")
        #expect(plan.notices(.changed).contains("\"B\" is booked AVERAGE, and its setting lot_method is average for AAA"), "\(plan.notices(.changed))")
        #expect(try ledger.gains().map { "\(ledger[$0.instrument].symbol) \($0.proceeds) \($0.cost)" } == ["AAA 100 60", "BBB 100 40"])
    }

    @Test("An account that the book has is told to be booked AVERAGE, unless its cost is an average already")
    func averageOfKnown() throws {
        let ledger = Ledger()
        _ = try ledger.apply(.account(ledger.nextAccountID, Account(name: "B", kind: .securities, currency: .usd)), id: ledger.nextID)
        var context = ImportContext(ledger)
        func told() throws -> Bool {
            try FormatsTests.plan(Self.averaged, ImportOptions(fileName: "a.beancount"), context: context).notices(.changed).contains { $0.contains("give the setting lot_method") }
        }
        #expect(try told())
        context.sharesCosts = { _ in true }
        #expect(try !told())
    }
}

/// What goes out as beancount and comes back.
@Suite("Exports for beancount that come back")
struct BeancountReturnTests {
    private static let rows = """
        id,date,type,account,symbol,quantity,price,fee,amount,currency
        1,2020-01-01,deposit,US,,,,,1000,USD
        2,2020-01-03,buy,US,AAA,10,12,1,,USD
        3,2020-01-04,buy,US,AAA,5,13,1,,USD
        4,2020-02-03,sell,US,AAA,12,15,1,,USD
        5,2020-02-04,fee,US,,,,,2,USD

        """

    private func ledger(_ rows: String) throws -> Ledger {
        let ledger = Ledger(), plan = try record(FormatsTests.plan(rows), in: ledger)
        try #require(plan.refusedCount == 0, "\(plan.refusals)")
        return ledger
    }

    private func text(_ ledger: Ledger) throws -> (text: String, leftOut: [String]) {
        let quotes: [Quote] = [], rates: [Rate] = []
        return try Formats.beancount(ledger, quotes: quotes, rates: rates)
    }

    @Test("Its own book knows the entries of an export, and a sale added there names their lots")
    func own() throws {
        let ledger = try ledger(Self.rows), export = try text(ledger).text, options = ImportOptions(fileName: "a.beancount")
        let again = try FormatsTests.plan(export, options, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.refusedCount == 0, "\(again.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })")
        #expect(again.notices(.alreadyThere).contains("5 transactions are of this book, which wrote them"), "\(again.notices.map(\.message))")
        let lot = try #require(ledger.lots().first)
        let sale = "2020-03-01 * \"Sell\"\n  Assets:US:AAA  -1 AAA {2020-01-04, \"\(lot.id.rawValue)\"} @ 20.00 USD\n  Assets:US:Cash  20.00 USD\n  Income:AAA:Gains\n"
        let grown = try record(FormatsTests.plan(export + sale, options, context: ImportContext(ledger)), in: ledger)
        #expect(grown.activities.count == 1 && grown.refusedCount == 0, "\(grown.refusals)")
        #expect(try ledger.lots().map { "\($0.remaining) \($0.opened)" } == ["2 2020-01-04"])
        // Another book takes all of it.
        let other = try FormatsTests.plan(export, options, context: ImportContext(baseCurrency: .usd))
        #expect(other.notices(.alreadyThere).isEmpty && other.activities.count == 6, "\(other.activities.map(\.kind))")
    }

    @Test("A cost that nobody knows is told as it goes out, and unknown when it comes back")
    func unknown() throws {
        let rows = "date,type,account,symbol,quantity,price,amount,currency\n2020-01-12,transfer_in,Broker,WID,2,,,USD\n2020-01-13,sell,Broker,WID,1,10,,USD\n"
        let (text, leftOut) = try text(ledger(rows))
        #expect(leftOut.contains { $0.hasPrefix("that nobody knows what units of WID cost") }, "\(leftOut)")
        let back = Ledger(), plan = try record(FormatsTests.plan(text, ImportOptions(fileName: "a.beancount")), in: back)
        #expect(plan.refusedCount == 0, "\(plan.refusals)\n\(text)")
        #expect(try back.lots().map { "\($0.remaining) \($0.isCostKnown)" } == ["1 false"], "\(text)")
    }

    @Test("Names without capitals, and accounts below others, pass beancount's rules and come back")
    func names() throws {
        let rows = """
            date,type,account,amount,currency
            2020-01-01,deposit,日本 口座,1000,JPY
            2020-01-01,deposit,Bank:Cash,5,USD
            2020-01-01,deposit,Bank,6,USD

            """
        let export = try text(ledger(rows)).text
        for name in ["open Assets:X日本-口座:Cash", "open Assets:Bank:Cash\n", "open Assets:Bank:Cash-Account:Cash\n"] { #expect(export.contains(name), "\(export)") }
        let back = Ledger(), plan = try record(FormatsTests.plan(export, ImportOptions(fileName: "a.beancount")), in: back)
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(try Set(back.cash().filter { !$0.balance.isZero }.map { "\(back[$0.account].name) \($0.balance)" }) == ["日本 口座 1000", "Bank:Cash 5", "Bank 6"])
    }

    @Test("Units that an account booked NONE gives at a cost told by hand go out of the lots that came first, and that is told")
    func costsByHand() throws {
        let book = try BeancountLedger(
            """
            2023-01-01 open Assets:B:Cash
            2023-01-01 open Assets:B:N  N "NONE"
            2023-01-01 open Equity:O
            2023-01-01 open Income:PnL
            2023-01-01 * "o"
              Assets:B:Cash  10000 USD
              Equity:O
            2023-01-02 * "n1"
              Assets:B:N  10 N {100 USD}
              Assets:B:Cash
            2023-02-03 * "by hand"
              Assets:B:N  -5 N {105 USD} @ 120 USD
              Assets:B:Cash  600 USD
              Income:PnL  -75 USD
            2023-02-04 * "the rest"
              Assets:B:N  -5 N {105 USD} @ 120 USD
              Assets:B:Cash  600 USD
              Income:PnL  -75 USD
            """, isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(
            book.plan.notices.contains {
                $0.message.hasPrefix("line 12, and 1 more: an account booked NONE gives units at a cost told by hand: luca takes the lots that came first")
            },
            "\(book.plan.notices.map(\.message))")
    }
}
