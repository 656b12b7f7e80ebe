import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// What stands in front of most ledgers here.
private let opening = """
    option "operating_currency" "USD"
    2014-01-01 open Assets:Broker:Cash
    2014-01-01 open Assets:Broker:ITOT ITOT "STRICT"
    2014-01-01 open Assets:Bank USD
    2014-01-01 open Equity:Opening-Balances

    """

/// A ledger of beancount as luca takes it in.
struct BeancountLedger {
    let plan: ImportPlan
    let ledger = Ledger()

    init(_ text: String, files: [String: String] = [:], isWhole: Bool = false) throws {
        var options = ImportOptions(fileName: "main.beancount")
        (options.neighbour, options.folder) = (files.neighbour, files.folder)
        let plan = try FormatsTests.plan((isWhole ? "" : opening) + text, options, context: ImportContext(baseCurrency: nil))
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    /// The activities in short: `buy Broker ITOT 4 @ 100 fee 1.5`.
    var facts: [String] {
        ledger.facts.map { activity in
            var words = [(activity.subtype?.rawValue ?? activity.kind.rawValue), ledger[activity.account].name]
            if let instrument = activity.instrument { words.append(ledger[instrument].symbol) }
            if let quantity = activity.quantity { words.append("\(quantity)") }
            if let price = activity.price { words.append("@ \(price)") }
            if let amount = activity.amount { words.append("= \(amount) \(activity.currency)") }
            if !activity.fee.isZero { words.append("fee \(activity.fee)") }
            if !activity.tax.isZero { words.append("tax \(activity.tax)") }
            if let ratio = activity.detail?.ratio { words.append("\(ratio)") }
            if let opened = activity.detail?.opened { words.append("since \(opened)") }
            return words.joined(separator: " ")
        }
    }

    /// The cash, as `Broker USD 12`.
    func cash() throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }

    /// The lots, as `Broker ITOT 4 400 2014-01-03`.
    func lots() throws -> [String] { try ledger.lots().map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol) \($0.remaining) \($0.cost) \($0.opened)" } }

    var messages: [String] { plan.notices.map(\.message) }
}

@Suite("Ledgers of beancount")
struct BeancountFileTests {
    @Test("Trades at cost, with the fee of the broker, and money brought in")
    func trades() throws {
        let book = try BeancountLedger(
            """
            2014-01-02 * "Deposit"
              Assets:Broker:Cash  1,000.00 USD
              Equity:Opening-Balances
            2014-01-03 * "Broker" "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD}
              Expenses:Commissions  1.50 USD
              Assets:Broker:Cash
            2014-05-03 * "Sell"
              Assets:Broker:ITOT  -1 ITOT {100.00 USD} @ 120.00 USD
              Assets:Broker:Cash  120.00 USD
              Income:PnL
            """)
        #expect(
            book.facts == [
                "deposit Broker = 1000 USD", "buy Broker ITOT 4 @ 100 fee 1.5", "sell Broker ITOT 1 @ 120",
            ])
        #expect(try book.cash() == ["Broker USD 718.5"])
        #expect(book.ledger.facts[1].notes == "Broker | Buy")
        #expect(book.ledger.facts[0].notes == "Deposit [Equity:Opening-Balances]")
    }

    @Test("An account that is new is in the currency in which most is told of it, be it by balances alone, unless the file has one for all")
    func currenciesOfAccounts() throws {
        let pad =
            "1970-01-01 open Assets:US:Broker:Cash USD\n1970-01-01 open Equity:O\n2024-01-02 pad Assets:US:Broker:Cash Equity:O\n2024-01-03 balance Assets:US:Broker:Cash 1000 USD\n"
        let padded = try BeancountLedger("option \"operating_currency\" \"EUR\"\n" + pad, isWhole: true)
        #expect(padded.ledger.accounts.map(\.currency) == [.usd] && padded.plan.refusedCount == 0, "\(padded.plan.refusals)")
        let mixed = "1970-01-01 open Assets:B:Cash\n1970-01-01 open Equity:O\n" + (1...3).map { "2024-01-0\($0) * \"In\"\n  Assets:B:Cash  5 USD\n  Equity:O\n" }.joined()
        let other = "2024-01-04 * \"In\"\n  Assets:B:Cash  5 CAD\n  Equity:O\n"
        #expect(try BeancountLedger(mixed + other, isWhole: true).ledger.accounts.map(\.currency) == [.usd])
    }

    @Test("A file of another kind by that name is read as what it is")
    func misnamed() throws {
        let text = "date,type,account,amount,currency\n2014-01-02,deposit,A,5,USD\n"
        #expect(try FormatsTests.plan(text, ImportOptions(fileName: "z.beancount")).format == "transactions")
    }

    @Test("A reduction takes the lots that it names, by cost, by day, by label, or by the way of booking of its account")
    func lots() throws {
        let buys = """
            2014-01-02 * "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD, "first"}
              Assets:Broker:Cash  -400.00 USD
            2014-01-03 * "Buy"
              Assets:Broker:ITOT  4 ITOT {{480.00 USD}}
              Assets:Broker:Cash  -480.00 USD
            2014-01-04 * "Buy"
              Assets:Broker:ITOT  4 ITOT {110.00 USD}
              Assets:Broker:Cash  -440.00 USD

            """
        func left(_ terms: String, _ booking: String = "STRICT") throws -> [String] {
            let sale = "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -3 ITOT \(terms) @ 130.00 USD\n  Assets:Broker:Cash  390.00 USD\n  Income:Gains\n"
            let book = try BeancountLedger(opening.replacing("STRICT", with: booking) + buys + sale, isWhole: true)
            #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
            return try book.ledger.lots().map { "\($0.opened.day): \($0.remaining)" }
        }
        #expect(try left("{100.00 USD}") == ["2: 1", "3: 4", "4: 4"])
        #expect(try left("{2014-01-03}") == ["2: 4", "3: 1", "4: 4"])
        #expect(try left("{\"first\"}") == ["2: 1", "3: 4", "4: 4"])
        #expect(try left("{}", "FIFO") == ["2: 1", "3: 4", "4: 4"])
        #expect(try left("{}", "LIFO") == ["2: 4", "3: 4", "4: 1"])
        #expect(try left("{}", "HIFO") == ["2: 4", "3: 1", "4: 4"])
        let strict = try BeancountLedger(buys + "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -3 ITOT {}\n  Assets:Broker:Cash  390.00 USD\n  Income:Gains\n")
        #expect(strict.plan.refusals.map(\.message) == ["it may be any of 3 lots of ITOT in Assets:Broker:ITOT, which is booked STRICT"])
    }

    @Test("Lots without a price bring what they cost and the gain that is told: together at one price, nothing where they are written off, and nothing is guessed")
    func pricelessSales() throws {
        let buys = """
            2014-01-02 * "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD}
              Assets:Broker:ITOT  6 ITOT {110.00 USD}
              Assets:Broker:VTI  5 VTI {10.00 USD}
              Assets:Broker:Cash

            """
        func figures(_ text: String) throws -> (gains: [String], cash: [String]) {
            let book = try BeancountLedger(buys + text)
            #expect(book.plan.refusals.isEmpty, "\(book.plan.refusals)")
            return (try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.gain)" }, try book.cash())
        }
        let lots = "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -4 ITOT {100.00 USD}\n  Assets:Broker:ITOT  -6 ITOT {110.00 USD}\n"
        let gained = try figures(lots + "  Assets:Broker:Cash  1200.00 USD\n  Income:Gains  -140.00 USD\n")
        #expect(gained.gains == ["4 480 80", "6 720 60"] && gained.cash == ["Broker USD 90"], "\(gained)")
        let lost = try figures(lots + "  Assets:Broker:Cash  9.00 USD\n  Expenses:Fees  1.00 USD\n  Income:Gains  1050.00 USD\n")
        #expect(lost.gains.map { String($0.prefix(3)) } == ["4 3", "6 6"] && lost.cash == ["Broker USD -1101"], "\(lost)")
        let writtenOff = try figures("2014-02-01 * \"Bankrupt\"\n  Assets:Broker:VTI  -5 VTI {10.00 USD}\n  Income:Gains  50.00 USD\n")
        #expect(writtenOff.gains == ["5 0 -50"] && writtenOff.cash == ["Broker USD -1110"], "\(writtenOff)")
        let priced = try figures(
            "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -4 ITOT {100.00,2014-01-02} @ 120.00 USD\n  Assets:Broker:VTI  -5 VTI {10.00 USD}\n"
                + "  Assets:Broker:Cash  550.00 USD\n  Income:Gains  -100.00 USD\n")
        #expect(priced.gains == ["4 480 80", "5 70 20"] && priced.cash == ["Broker USD -560"], "\(priced)")
        let moved = try figures(
            "2014-02-01 * \"Sell some, move some\"\n  Assets:Broker:ITOT  -4 ITOT {100.00 USD}\n  Assets:Broker:ITOT  -3 ITOT {110.00 USD}\n"
                + "  Assets:Other:ITOT  2 ITOT {110.00 USD}\n  Assets:Broker:Cash  600.00 USD\n  Income:Gains  -90.00 USD\n")
        #expect(moved.gains == ["4 480 80", "1 120 10"] && moved.cash == ["Broker USD -510"], "\(moved)")
        let both = "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -4 ITOT {100.00 USD}\n  Assets:Broker:VTI  -5 VTI {10.00 USD}\n  Assets:Broker:Cash  500.00 USD\n"
        let refused = try BeancountLedger(buys + both + "  Income:Gains  -50.00 USD\n").plan.refusals.map(\.description)
        #expect(refused.count == 1 && refused[0].contains("several instruments are sold without a price, and which of them gained 50"), "\(refused)")
    }

    @Test("A gain is compared by what its transaction may be off, whether the file tells it or has it follow", arguments: ["  -11.0 USD", ""])
    func roundedGains(_ gain: String) throws {
        let book = try BeancountLedger(
            """
            2014-01-01 open Expenses:Coffee
            2014-01-01 open Income:Gains
            2014-01-02 * "Deposit"
              Assets:Broker:Cash  1000.00 USD
              Equity:Opening-Balances
            2014-01-03 * "Buy"
              Assets:Broker:ITOT  3 ITOT {33.33 USD}
              Assets:Broker:Cash  -99.99 USD
            2014-01-04 * "Sell"
              Assets:Broker:ITOT  -1 ITOT {33.33 USD} @ 44.37 USD
              Expenses:Coffee  0.5 USD
              Assets:Broker:Cash  43.87 USD
              Income:Gains\(gain)

            """)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().map(\.gain) == [FixedDecimal("11.04")] && book.plan.gains.map(\.amount) == [11])
        #expect(book.plan.gains.map(\.tolerance) == [try FixedDecimal("0.05")])
    }

    @Test("Payments are told by the names of their accounts")
    func payments() throws {
        let book = try BeancountLedger(
            """
            2014-01-02 * "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD}
              Assets:Bank  -400.00 USD
            2014-03-01 * "Dividend"
              Assets:Broker:Cash  8.50 USD
              Expenses:Taxes:Withheld  1.50 USD
              Income:Broker:ITOT:Dividend  -10.00 USD
            2014-03-02 * "Interest"
              Assets:Bank  2.00 USD
              Income:Interest
            2014-03-03 * "Custody"
              Assets:Broker:Cash  -3.00 USD
              Expenses:BankFees
            2014-03-04 * "Coffee is no fee"
              Assets:Bank  -4.00 USD
              Expenses:Coffee
            2014-03-05 * "Dividend of ITOT, bought more of it"
              Income:Dividends  -100.00 USD
              Assets:Broker:ITOT  1 ITOT {100.00 USD}
            2014-03-06 * "German joins words"
              Assets:Broker:Cash  -2.00 USD
              Expenses:Depotgebühren  1.50 USD
              Expenses:Kapitalertragsteuer  0.50 USD
            """)
        #expect(
            book.facts == [
                "buy Broker ITOT 4 @ 100", "transfer_out Bank = 400 USD", "transfer_in Broker = 400 USD", "dividend Broker ITOT = 10 USD tax 1.5", "interest Bank = 2 USD",
                "fee Broker = 3 USD", "withdrawal Bank = 4 USD", "buy Broker ITOT 1 @ 100", "dividend Broker ITOT = 100 USD",
                "fee Broker = 1.5 USD", "tax Broker = 0.5 USD",
            ])
        #expect(try book.cash() == ["Bank USD -402", "Broker USD 3.5"])
    }

    @Test("Money of several currencies, changed and paid across accounts")
    func currencies() throws {
        let book = try BeancountLedger(
            """
            2014-01-02 * "Change"
              Assets:Bank  -110.00 USD
              Assets:Broker:Cash  100.00 EUR @ 1.10 USD
            2014-01-03 * "Paid in euros"
              Assets:Broker:ITOT  1 ITOT {55.00 USD}
              Assets:Broker:Cash  -50.00 EUR @@ 55.00 USD
            2014-01-04 price EUR 1.12 USD
            2014-01-04 price ITOT 56.00 USD
            """)
        #expect(try book.cash() == ["Bank USD -110", "Broker EUR 50"])
        #expect(
            book.facts.filter { $0.hasPrefix("exchange") } == ["exchange Broker = 100 EUR", "exchange Broker = -110 USD", "exchange Broker = -50 EUR", "exchange Broker = 55 USD"])
        #expect(book.plan.rates.count == 1 && book.plan.quotes.count == 1)
    }

    @Test("Units keep their lots as they go to another account, and are sold there by them; a split is one")
    func units() throws {
        let book = try BeancountLedger(
            """
            2014-01-01 open Assets:Other:ITOT ITOT
            2014-01-02 * "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD}
              Assets:Broker:ITOT  2 ITOT {90.00 USD}
              Assets:Bank
            2014-02-02 * "Move"
              Assets:Broker:ITOT  -3 ITOT {100.00 USD}
              Assets:Other:ITOT   3 ITOT {100.00 USD, 2014-01-02}
            2014-02-03 * "Move"
              Assets:Broker:ITOT  -2 ITOT {90.00 USD}
              Assets:Other:ITOT   2 ITOT {90.00 USD, 2014-01-02}
            2014-03-01 * "Split"
              Assets:Broker:ITOT  -1 ITOT {100.00 USD}
              Assets:Broker:ITOT  2 ITOT {50.00 USD}
            2014-04-01 * "Sell"
              Assets:Other:ITOT  -1 ITOT {90.00 USD} @ 95.00 USD
              Assets:Bank  95.00 USD
              Income:Gains  -5.00 USD
            """)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(
            try book.lots() == ["Broker ITOT 2 100 2014-01-02", "Other ITOT 1 90 2014-01-02", "Other ITOT 3 300 2014-01-02"]
                || book.lots() == ["Broker ITOT 2 100 2014-01-02", "Other ITOT 3 300 2014-01-02", "Other ITOT 1 90 2014-01-02"])
        #expect(book.facts.contains("split Broker ITOT 2:1"))
        #expect(try book.ledger.gains().map { "\($0.cost) \($0.proceeds)" } == ["90 95"])
    }

    @Test("What was there before the file begins has its cost and its day")
    func openings() throws {
        let book = try BeancountLedger(
            """
            2014-01-02 * "Opening"
              Assets:Broker:ITOT  4 ITOT {100.00 USD, 2009-05-05}
              Equity:Opening-Balances
            2014-01-03 * "Given away"
              Assets:Broker:ITOT  -1 ITOT {}
              Expenses:Gifts
            """)
        #expect(book.facts == ["opening Broker ITOT 4 @ 100 since 2009-05-05", "transfer_out Broker ITOT 1"])
        #expect(try book.cash() == [])
    }

    @Test("A pad brings about the next balance, and balances are compared with the book")
    func balances() throws {
        let text = """
            2014-01-02 pad Assets:Bank Equity:Opening-Balances
            2014-01-10 balance Assets:Bank 250.00 USD
            2014-01-12 * "Rent"
              Assets:Bank  -50.00 USD
              Expenses:Rent
            2014-01-13 balance Assets:Bank 200.00 USD
            2014-01-13 balance Assets:Broker 0.00 USD
            """
        var book = try BeancountLedger(text)
        #expect(try book.cash() == ["Bank USD 200"])
        #expect(book.messages.contains("3 balances that the file tells agree with its transactions"))
        var plan = book.plan
        try plan.checkBalances(book.ledger)
        #expect(plan.notices(.changed) == [])
        // Something that the book had before shifts them.
        try book.ledger.apply(
            .activity(Activity(date: day("2014-01-12"), kind: .deposit, account: try #require(book.ledger.account(named: "Bank")), amount: 7, currency: .usd)),
            id: book.ledger.nextID)
        plan = book.plan
        try plan.checkBalances(book.ledger)
        #expect(plan.notices(.changed) == ["\"Bank\" holds 207 USD at the end of 2014-01-12 by the book, and 200 by line 11 of the file"])
        book = try BeancountLedger(text + "\n2014-01-14 balance Assets:Bank 201.00 USD")
        #expect(book.plan.notices(.changed) == ["Assets:Bank holds 200 USD as 2014-01-14 begins by its transactions, and 201 by the file"])
    }

    @Test("What luca has no place for is told by name and count")
    func leftOut() throws {
        let book = try BeancountLedger(
            """
            plugin "beancount.plugins.auto_accounts"
            2014-01-02 note Assets:Bank "called"
            2014-01-02 event "place" "home"
            2014-01-03 event "place" "away"
            option "render_commas" "TRUE"
            2014-01-03 ! "Leave"
              receipt: "a.pdf"
              Assets:Leave  8 VACHR
              Income:Leave  -8 VACHR
            2014-01-04 * "On the card"
              Liabilities:Card  -8 USD
              Expenses:Food
            * A heading "with a quote
            2014-01-05 query "x" "SELECT
              account"
            """)
        #expect(book.plan.verdicts.count(.skipped) == 10, "\(book.plan.verdicts.map { "\($0.line) \($0.outcome.name) \($0.message)" })")
        for part in [
            "auto_accounts is not run", "1 note left out", "2 events left out", "1 query left out", "VACHR (2)", "1 metadata value left out", "1 option left out",
            "1 transaction marked ! counts",
        ] {
            #expect(book.messages.contains { $0.contains(part) }, "\(part): \(book.messages)")
        }
        #expect(book.plan.verdicts.contains { $0.message == "it is of no account that luca keeps: Liabilities:Card, Expenses:Food" })
    }

    @Test("A transaction that was corrected in part is refused with the entries that it was")
    func correctedInPart() throws {
        func text(_ dividend: String) -> String {
            opening + "2014-02-01 * \"Paid\"\n  Assets:Broker:Cash  \(dividend) USD\n  Income:ITOT:Dividends\n  Assets:Bank  5.00 USD\n  Equity:Opening-Balances  -5.00 USD\n"
        }
        let ledger = Ledger()
        _ = try record(FormatsTests.plan(text("6.80"), ImportOptions(fileName: "main.beancount"), context: ImportContext(baseCurrency: nil)), in: ledger)
        let again = try FormatsTests.plan(text("7.80"), ImportOptions(fileName: "main.beancount"), context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.refusals.map(\.kind) == [.changedRow], "\(again.verdicts.map(\.outcome))")
        #expect(again.refusals.first?.hint.contains("import again to take the file's") == true, "\(again.refusals)")
    }

    @Test("A book none of whose accounts is known to be one of assets is refused, with how to say which are")
    func unknownAccounts() throws {
        let found = #expect(throws: ImportIssue.self) {
            try FormatsTests.plan(
                "2014-01-02 Start\n  Vermoegen:Bank  10 EUR\n  Eigenkapital:Start\n", ImportOptions(fileName: "a.journal"), context: ImportContext(baseCurrency: nil))
        }
        #expect(found?.message == "none of its accounts is known to be one of assets: Vermoegen:Bank, Eigenkapital:Start" && found?.hint.contains("--accounts") == true)
    }

    @Test("A file that comes again adds nothing, even where its words were changed")
    func again() throws {
        let text = """
            2014-01-02 * "Buy"
              Assets:Broker:ITOT  4 ITOT {100.00 USD}
              Assets:Bank  -400.00 USD
            2014-01-03 * "Buy"
              Assets:Broker:ITOT  4 ITOT {110.00 USD}
              Assets:Bank  -440.00 USD

            """
        let sale = "2014-02-01 * \"Sell\"\n  Assets:Broker:ITOT  -3 ITOT {110.00 USD} @ 130.00 USD\n  Assets:Bank  390.00 USD\n  Income:Gains\n"
        let book = try BeancountLedger(text)
        let later = try plan(opening + text.replacing("\"Buy\"", with: "\"Bought\" #fund") + sale, ImportOptions(fileName: "main.beancount"), context: ImportContext(book.ledger))
        #expect(later.refusedCount == 0 && later.newAccounts.isEmpty && later.newInstruments.isEmpty)
        #expect(later.activities.count == 3, "a sale and the two sides of its money")
        _ = try record(later, in: book.ledger)
        #expect(try book.lots() == ["Broker ITOT 4 400 2014-01-02", "Broker ITOT 1 110 2014-01-03"])
        let last = try plan(opening + text + sale, ImportOptions(fileName: "main.beancount"), context: ImportContext(book.ledger))
        #expect(last.activities.isEmpty && last.newAccounts.isEmpty)
    }
}
