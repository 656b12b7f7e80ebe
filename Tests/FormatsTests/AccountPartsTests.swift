import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("What one transaction of a book of double entry says for several accounts")
struct AccountPartsTests {
    private static let bought = """
        2020-01-15 * "Before"
          Assets:B:OLD    10 OLD {75 USD}
          Assets:IRA:OLD   4 OLD {76 USD}
          Equity:Opening

        """

    private func book(_ postings: String) throws -> BeancountLedger {
        let book = try BeancountLedger(Self.bought + "2020-08-31 * \"Both\"\n" + postings, isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        return book
    }

    @Test("A split, a spin-off and a purchase of two accounts are those of each, and no lot changes hands")
    func changes() throws {
        let split = try book(
            "  Assets:B:OLD  -10 OLD {75 USD}\n  Assets:B:OLD  40 OLD {18.75 USD, 2020-01-15}\n"
                + "  Assets:IRA:OLD  -4 OLD {76 USD}\n  Assets:IRA:OLD  16 OLD {19 USD, 2020-01-15}\n")
        #expect(try split.lots() == ["B OLD 40 750 2020-01-15", "IRA OLD 16 304 2020-01-15"] && split.facts.count == 4, "\(split.facts)")
        let spinOff = try book(
            "  Assets:B:OLD  -10 OLD {75 USD}\n  Assets:B:OLD  10 OLD {60 USD, 2020-01-15}\n  Assets:B:SPN  10 SPN {15 USD, 2020-01-15}\n"
                + "  Assets:IRA:OLD  -4 OLD {76 USD}\n  Assets:IRA:OLD  4 OLD {61 USD, 2020-01-15}\n  Assets:IRA:SPN  4 SPN {15 USD, 2020-01-15}\n")
        #expect(
            try spinOff.lots()
                == ["B OLD 10 600 2020-01-15", "B SPN 10 150 2020-01-15", "IRA OLD 4 244 2020-01-15", "IRA SPN 4 60 2020-01-15"], "\(spinOff.facts)")
        let purchase = try book(
            "  Assets:B:OLD  1 OLD {80 USD}\n  Assets:B:Cash  -80 USD\n  Assets:IRA:OLD  2 OLD {80 USD}\n  Assets:IRA:Cash  -160 USD\n")
        #expect(purchase.facts.suffix(2) == ["buy B OLD 1 @ 80", "buy IRA OLD 2 @ 80"], "\(purchase.facts)")
    }

    @Test("Units without a cost are split in each account where the ratio is the same, and go from one to the other where it is not")
    func plainUnits() throws {
        func journal(_ units: [Int]) throws -> [String] {
            let before = "2020-01-15 a\n  assets:B:X  10 X @ 75 USD\n  assets:IRA:X  4 X @ 76 USD\n  equity:o\n2020-08-31 both\n"
            let accounts = ["B", "B", "IRA", "IRA"]
            let book = try JournalBook(before + zip(accounts, units).map { "  assets:\($0):X  \($1) X\n" }.joined() + "  equity:o\n")
            return try book.lots()
        }
        #expect(try journal([-10, 40, -4, 16]) == ["B X 40 750 2020-01-15", "IRA X 16 304 2020-01-15"])
        #expect(try journal([-10, 4, -4, 10]) == ["B X 4 304 2020-01-15", "IRA X 10 750 2020-01-15"])
    }

    @Test("A payment to two accounts, and a charge of both, is for each what its cash tells, with its part of what was kept")
    func payments() throws {
        func payments(_ postings: String) throws -> [String] { try book(postings).facts.suffix(2).map(\.self) }
        #expect(try payments("  Assets:B:Cash  10 USD\n  Assets:IRA:Cash  4 USD\n  Income:OLD:Dividends\n") == ["dividend B OLD = 10 USD", "dividend IRA OLD = 4 USD"])
        #expect(
            try payments("  Assets:B:Cash  8.50 USD\n  Assets:IRA:Cash  3.40 USD\n  Expenses:Taxes:Withheld  2.10 USD\n  Income:OLD:Dividends  -14.00 USD\n")
                == ["dividend B OLD = 10 USD tax 1.5", "dividend IRA OLD = 4 USD tax 0.6"])
        #expect(try payments("  Assets:B:Cash  3 USD\n  Assets:IRA:Cash  2 USD\n  Income:Interest\n") == ["interest B = 3 USD", "interest IRA = 2 USD"])
        #expect(try payments("  Assets:B:Cash  -1 USD\n  Assets:IRA:Cash  -2 USD\n  Expenses:Fees\n") == ["fee B = 1 USD", "fee IRA = 2 USD"])
        // The bank holds nothing that pays dividends: it gets it from the account that does.
        let swept = try book("  Assets:B:Cash  10 USD\n  Assets:Bank  4 USD\n  Income:OLD:Dividends\n")
        #expect(swept.facts.contains("dividend B OLD = 14 USD") && swept.facts.contains { $0.hasPrefix("transfer_in Bank") }, "\(swept.facts)")
    }

    @Test("A split that is written lot by lot is one of all units, whatever stands beside it, and one of a part is refused")
    func splitByLot() throws {
        let before = """
            2020-01-15 * "a"
              Assets:B:X  10 X {75 USD}
              Equity:O
            2020-02-15 * "b"
              Assets:B:X  5 X {80 USD}
              Equity:O

            """
        func split(_ units: Int, _ cost: String, _ ratio: Int, _ each: String, _ bought: String) -> String {
            "2020-08-31 * \"split\"\n  Assets:B:X  -\(units) X {\(cost) USD}\n  Assets:B:X  \(units * ratio) X {\(each) USD, \(bought)}\n"
        }
        let first = split(10, "75", 4, "18.75", "2020-01-15"), second = split(5, "80", 4, "20", "2020-02-15")
        let rest = "2020-08-31 * \"pay\"\n  Assets:B:Cash  5 USD\n  Income:Interest\n"
        let book = try BeancountLedger(before + first + rest + second, isWhole: true)
        #expect(try book.lots() == ["B X 40 750 2020-01-15", "B X 20 400 2020-02-15"] && book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(book.plan.verdicts.contains { $0.message == "it is of the split on line 7" })
        #expect(try BeancountLedger(before + first, isWhole: true).plan.refusedCount == 1)
        #expect(try BeancountLedger(before + first + split(5, "80", 2, "40", "2020-02-15"), isWhole: true).plan.refusedCount == 2)
    }

    @Test("What pays dividends and was never held is known by the name of the account where the file declares it")
    func neverHeld() throws {
        let paid = "2020-01-02 open Income:MSFT:Dividends\n2020-03-16 * \"Dividend\"\n  Assets:B:Cash  5 USD\n  Income:MSFT:Dividends\n"
        let known = try BeancountLedger("2020-01-01 commodity MSFT\n" + paid, isWhole: true)
        #expect(known.facts == ["dividend B MSFT = 5 USD"] && known.ledger.instruments.map(\.currency) == [.usd], "\(known.facts)")
        #expect(try BeancountLedger(paid, isWhole: true).facts == ["credit B = 5 USD"])
        let journal = try JournalBook("commodity MSFT\n2020-03-16 Dividend\n  assets:b:cash  5 USD\n  income:MSFT:dividends\n")
        #expect(journal.kinds == ["dividend b"] && journal.ledger.instruments.map(\.symbol) == ["MSFT"], "\(journal.kinds)")
    }

    @Test("Units that come and are sold in part at what they cost, as to pay the tax, are sold")
    func soldToCover() throws {
        let book = try BeancountLedger(
            """
            2020-02-01 * "Vest"
              Assets:S:XYZ  10 XYZ {100 USD}
              Assets:S:XYZ  -4 XYZ {100 USD} @ 100 USD
              Income:RSU  -1000 USD
              Expenses:Taxes:Withheld  400 USD

            """, isWhole: true)
        #expect(try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.gain)" } == ["4 400 0"] && book.lots() == ["S XYZ 6 600 2020-02-01"], "\(book.facts)")
    }

    @Test("What goes through an account of conversion without a price is an exchange, or a purchase")
    func conversions() throws {
        func facts(_ postings: String) throws -> [String] {
            let book = try JournalBook("P 2020-01-01 AAPL 150 USD\n2020-01-15 a\n" + postings)
            return try book.kinds + book.cash() + book.lots()
        }
        let through = "  equity:conversion  110 USD\n  equity:conversion  -100 EUR\n"
        let exchange = try facts("  assets:a  -110 USD\n" + through + "  assets:a  100 EUR\n"), priced = try facts("  assets:a  -110 USD\n  assets:a  100 EUR @@ 110 USD\n")
        #expect(exchange == priced && !exchange.isEmpty, "\(exchange)")
        let between = try facts("  assets:a  -110 USD\n" + through + "  assets:b  100 EUR\n")
        #expect(between == ["adjustment a", "adjustment a", "transfer_out a", "transfer_in b", "a USD -110", "b EUR 100"])
        #expect(
            try facts("  assets:b:AAPL  10 AAPL\n  equity:conversion  -10 AAPL\n  equity:conversion  1500 USD\n  assets:b:cash  -1500 USD\n") .last == "b AAPL 10 1500 2020-01-15")
    }
}
