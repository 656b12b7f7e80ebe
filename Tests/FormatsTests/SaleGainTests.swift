import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// What sales of beancount's ledgers bring and gain.
@Suite("Gains of sales in books of double entry")
struct SaleGainTests {
    private static let bought = """
        2020-01-02 * "Kauf"
          Assets:Depot:AAA   5 AAA {10.00 EUR}
          Assets:Depot:Cash  -50.00 EUR

        """

    private func book(_ postings: String, isRefused: Bool = false) throws -> BeancountLedger {
        let book = try BeancountLedger(Self.bought + "2020-01-03 * \"Verkauf\"\n" + postings, isWhole: true)
        #expect(book.plan.refusals.isEmpty != isRefused, "\(book.plan.refusals)")
        return book
    }

    private func gains(_ book: BeancountLedger) throws -> [String] { try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.gain)" } }

    @Test(
        "A sale brings its units at the price told, whatever the account of its gain is called, with a price and without",
        arguments: ["Income:Kursgewinne", "Income:Trading", "Income:Investments:LongTerm", "Equity:CapitalGains", "Income:Gains", "Income:PL:Depot", "Liabilities:Tax:Deferred"])
    func names(_ account: String) throws {
        let told = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  60.00 EUR\n  \(account)  -10.00 EUR\n")
        #expect(try gains(told) == ["5 60 10"] && told.cash() == ["Depot EUR 10"] && told.facts.count == 2, "\(told.facts)")
        #expect(!told.messages.contains { $0.contains("another sum") })
        let elided = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  59.00 EUR\n  Expenses:Fees  1.00 EUR\n  \(account)\n")
        #expect(try gains(elided) == ["5 59 9"] && elided.facts.last == "sell Depot AAA 5 @ 12 fee 1", "\(elided.facts)")
        guard account.hasPrefix("Income") else { return }
        let priceless = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR}\n  Assets:Depot:Cash  60.00 EUR\n  \(account)  -10.00 EUR\n")
        #expect(try gains(priceless) == ["5 60 10"] && priceless.facts.count == 2, "\(priceless.facts)")
    }

    @Test("What an account booked NONE sells of what it holds is no short sale, and its gain is held against luca's")
    func bookedNone() throws {
        let book = try BeancountLedger(
            """
            2020-01-01 open Assets:Depot:AAA  AAA "NONE"
            2020-01-02 * "Kauf"
              Assets:Depot:AAA   10 AAA {100 EUR}
              Assets:Depot:Cash  -1000 EUR
            2020-01-03 * "Kauf"
              Assets:Depot:AAA   10 AAA {110 EUR}
              Assets:Depot:Cash  -1100 EUR
            2020-02-03 * "Verkauf"
              Assets:Depot:AAA   -5 AAA {105 EUR} @ 120 EUR
              Assets:Depot:Cash  600 EUR
              Income:PnL  -75 EUR

            """, isWhole: true)
        #expect(try gains(book) == ["5 600 100"] && book.plan.gains.map(\.amount) == [75], "\(book.plan.refusals) \(book.plan.gains)")
        #expect(!book.messages.contains { $0.contains("short") } && book.ledger.accounts.allSatisfy { !$0.allowShort }, "\(book.messages)")
    }

    @Test("What is charged beside a dividend that became units is no part of what they cost; beside another purchase it is")
    func reinvested() throws {
        func bought(_ dividend: String, _ cash: String) throws -> BeancountLedger {
            try book(
                "  Assets:Depot:AAA  1 AAA {10.00 EUR}\n  Assets:Depot:Cash  \(cash) EUR\n  Expenses:Fees  1.00 EUR\n  Expenses:Taxes  2.50 EUR\n  Income:AAA:Dividends  -\(dividend) EUR\n"
            )
        }
        let whole = try bought("10.00", "-3.50")
        #expect(try whole.lots().last == "Depot AAA 1 10 2020-01-03" && whole.cash() == ["Depot EUR -53.5"], "\(whole.facts)")
        #expect(try whole.ledger.income().map { "\($0.amount) \($0.tax)" } == ["10 2.5"])
        let part = try bought("12.50", "-1.00")
        #expect(try part.lots().last == "Depot AAA 1 11 2020-01-03" && part.cash() == ["Depot EUR -51"], "\(part.facts)")
    }

    @Test("Losses of any name are losses, and a sale for nothing is one of all that was paid")
    func losses() throws {
        let lost = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 8.00 EUR\n  Assets:Depot:Cash  40.00 EUR\n  Expenses:Kursverluste  10.00 EUR\n")
        #expect(try gains(lost) == ["5 40 -10"])
        let worthless = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 0.00 EUR\n  Expenses:Kursverluste  50.00 EUR\n")
        #expect(try gains(worthless) == ["5 0 -50"] && worthless.cash() == ["Depot EUR -50"])
    }

    @Test("A gain in several accounts, or in one with something else, is what the price tells")
    func parts() throws {
        let wages = try book(
            "  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  60.00 EUR\n  Income:ESPP:Bargain  -6.00 EUR\n  Income:PnL  -4.00 EUR\n")
        #expect(try gains(wages) == ["5 60 10"] && wages.facts.count == 2, "\(wages.facts)")
        let terms = try book(
            "  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  60.00 EUR\n  Income:Lang  -6.00 EUR\n  Income:Kurz  -4.00 EUR\n")
        #expect(try gains(terms) == ["5 60 10"])
        let bonus = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  90.00 EUR\n  Income:PL:Employer  -40.00 EUR\n")
        #expect(try gains(bonus) == ["5 60 10"] && bonus.facts.last == "deposit Depot = 30 EUR", "\(bonus.facts)")
    }

    @Test("Without a price, of two postings of income neither is taken for the gain, and that is refused")
    func open() throws {
        let book = try book(
            "  Assets:Depot:AAA  -5 AAA {10.00 EUR}\n  Assets:Depot:Cash  90.00 EUR\n  Income:Lang  -10.00 EUR\n  Income:Employer  -30.00 EUR\n", isRefused: true)
        #expect(
            book.plan.refusals.first?.message == "units are sold without a price, and which of Income:Lang and Income:Employer is the gain is not told", "\(book.plan.refusals)")
    }

    @Test("A sale that brings another sum than its price says, as where charges are left out, has that sum, and it is told")
    func netted() throws {
        let book = try book("  Assets:Depot:AAA  -5 AAA {10.00 EUR} @ 12.00 EUR\n  Assets:Depot:Cash  59.50 EUR\n  Income:Gains  -9.50 EUR\n")
        #expect(try gains(book) == ["5 59.5 9.5"])
        #expect(book.messages.contains("1 transaction brings another sum than its price says for the units sold, and that sum counts"), "\(book.messages)")
    }

    @Test("What an exchange gained stays in what it brought")
    func exchange() throws {
        let book = try BeancountLedger(
            "2020-01-02 * \"Change\"\n  Assets:Bank  112.00 USD\n  Assets:Broker:Cash  -100.00 EUR @ 1.10 USD\n  Income:Gains  -2.00 USD\n", isWhole: true)
        #expect(try Set(book.cash()) == ["Bank USD 112", "Broker EUR -100"] && !book.facts.contains { $0.hasPrefix("deposit") }, "\(book.facts)")
    }

    @Test("What gains were paid out as keeps the cost told, and words of two letters decide nothing before others")
    func airdrop() throws {
        let book = try BeancountLedger(
            """
            2020-01-02 * "Pay"
              Assets:PL:Bank  5 PLN
              Income:PL:Employer
            2020-01-04 * "Airdrop"
              Assets:Wallet:TOK  10 TOK {5.00 USD}
              Income:Gains:Airdrop
            2020-01-05 * "Sold"
              Assets:Wallet:TOK  -10 TOK {5.00 USD} @ 6.00 USD
              Assets:Wallet:Cash  60.00 USD
              Income:Gains:Trading

            """, isWhole: true)
        #expect(try gains(book) == ["10 60 10"])
        #expect(book.plan.meanings.first { $0.account == "Income:PL:Employer" }?.meaning == "outside")
    }

    @Test("What is bought with an instrument is refused, with what to do")
    func swap() throws {
        let book = try book("  Assets:Depot:BBB  10 BBB {0.05 AAA}\n  Assets:Depot:AAA  -0.5 AAA\n", isRefused: true)
        let issue = try #require(book.plan.refusals.first)
        #expect(issue.message.hasPrefix("BBB is paid with AAA, which is no money") && issue.hint.hasPrefix("write two transactions: AAA sold for money"), "\(issue)")
    }

    @Test("Short lots that are covered at a price keep their own gains, and cost their part without one")
    func covers() throws {
        let sold = "2020-01-02 * \"A\"\n  Assets:B:AAA  -10 AAA {12.00 USD}\n  Assets:B:Cash\n2020-01-03 * \"B\"\n  Assets:B:AAA  -5 AAA {9.00 USD}\n  Assets:B:Cash\n"
        for price in [" @ 13.00 USD", ""] {
            let cover =
                "2020-01-06 * \"C\"\n  Assets:B:AAA  10 AAA {12.00 USD}\(price)\n  Assets:B:AAA  5 AAA {9.00 USD}\(price)\n  Assets:B:Cash  -195.00 USD\n  Income:Gains  30.00 USD\n"
            let opened = "2020-01-01 open Assets:B:AAA AAA \"STRICT\"\n"
            let plan = try FormatsTests.plan(opened + sold + cover, ImportOptions(fileName: "a.beancount"), context: ImportContext(baseCurrency: .usd))
            #expect(plan.activities.map { "\($0.kind.rawValue) \($0.quantity ?? .zero) \($0.amount ?? .zero)" }.suffix(2).allSatisfy { $0.hasPrefix("buy") }, "\(plan.refusals)")
            let paid = try plan.activities.suffix(2).map { try $0.amount ?? ($0.price ?? .zero) * ($0.quantity ?? .zero) }
            #expect(paid == [130, 65], "\(paid)")
        }
    }

    @Test("Units that come without cash keep the day of their lot, those of a lot renamed on its way as well; where cash is paid that is told")
    func days() throws {
        let vested = try BeancountLedger("2020-06-10 * \"Vested\"\n  Assets:Broker:STK  10 STK {90.00 USD, 2019-06-05}\n  Income:RSU\n", isWhole: true)
        #expect(try vested.lots() == ["Broker STK 10 900 2019-06-05"] && vested.cash() == [] && !vested.messages.contains { $0.contains("older day") })
        let renamed = try BeancountLedger(
            """
            2020-01-03 * "Buy"
              Assets:Broker:STK  4 STK {98.00 USD}
              Assets:Broker:Cash
            2020-03-07 * "Renamed"
              Assets:Broker:STK  -4 STK {}
              Assets:Other:STK2  4 STK2 {98.00 USD, 2020-01-03}

            """, isWhole: true)
        #expect(try renamed.lots() == ["Other STK2 4 392 2020-01-03"] && renamed.cash() == ["Broker USD -392"], "\(renamed.facts)")
    }
    @Test("What units cost rises against income that nobody pays: a notional distribution where lots keep their days, else a sale and a purchase")
    func deemed() throws {
        let bought = "2023-01-09 * \"Kauf\"\n  Assets:B:DDD  2 DDD {50.00 EUR}\n  Assets:B:Cash  -100.00 EUR\n"
        func book(_ rest: String) throws -> BeancountLedger {
            let book = try BeancountLedger(bought + "2023-06-11 * \"Jahr\"\n" + rest, isWhole: true)
            #expect(book.plan.refusals.isEmpty, "\(book.plan.refusals)")
            return book
        }
        let kept = try book("  Assets:B:DDD  -2 DDD {50.00 EUR, 2023-01-09}\n  Assets:B:DDD  2 DDD {60.00 EUR, 2023-01-09}\n  Income:DDD:Dividend  -20.00 EUR\n")
        #expect(try kept.facts.last == "notional_distribution B DDD = 20 EUR" && kept.ledger.lots().map { "\($0.cost) \($0.opened)" } == ["120 2023-01-09"], "\(kept.facts)")
        let anew = try book("  Assets:B:DDD  -2 DDD {50.00 EUR, 2023-01-09}\n  Assets:B:DDD  2 DDD {60.00 EUR}\n  Income:Deemed  -20.00 EUR\n")
        #expect(try anew.ledger.lots().map { "\($0.cost) \($0.opened)" } == ["120 2023-06-11"] && gains(anew) == ["2 120 20"], "\(anew.facts)")
        #expect(try anew.cash() == ["B EUR -100"], "\(anew.facts)")
    }

    @Test("Units that arrive in another account at another cost leave, and come in at that")
    func steppedUp() throws {
        let book = try BeancountLedger(
            "2023-01-09 * \"Kauf\"\n  Assets:B:DDD  2 DDD {50.00 EUR}\n  Assets:B:Cash  -100.00 EUR\n2023-06-11 * \"Erbe\"\n  Assets:B:DDD  -2 DDD {50.00 EUR}\n"
                + "  Assets:Erbin:DDD  2 DDD {60.00 EUR}\n  Equity:StepUp  -20.00 EUR\n", isWhole: true)
        #expect(try book.plan.refusals.isEmpty && book.ledger.lots().map { "\(book.ledger[$0.account].name) \($0.cost)" } == ["Erbin 120"], "\(book.facts) \(book.plan.refusals)")
    }
}
