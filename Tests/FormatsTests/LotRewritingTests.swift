import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// Lots that leave an account and come back as others.
@Suite("Lots that become others in books of double entry")
struct LotRewritingTests {
    private static let bought = """
        2013-01-01 open Assets:Broker:ITOT "STRICT"
        2013-01-01 open Assets:Broker:Cash
        2013-01-01 open Equity:Opening
        2014-01-02 * "In"
          Assets:Broker:Cash  2000 USD
          Equity:Opening
        2014-01-03 * "Buy"
          Assets:Broker:ITOT  10 ITOT {100 USD}
          Assets:Broker:Cash  -1000 USD
        2014-01-04 * "Buy"
          Assets:Broker:ITOT  5 ITOT {50 USD}
          Assets:Broker:Cash  -250 USD

        """

    private func book(_ postings: String) throws -> BeancountLedger {
        let book = try BeancountLedger(Self.bought + "2014-03-01 * \"Change\"\n" + postings, isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        return book
    }

    @Test("A cost that is written down moves no money")
    func writtenDown() throws {
        let book = try book(
            "  Assets:Broker:ITOT  -10 ITOT {100 USD}\n  Assets:Broker:ITOT  10 ITOT {90 USD, 2014-01-03}\n  Expenses:WriteDown  100 USD\n")
        #expect(try book.lots() == ["Broker ITOT 10 900 2014-01-03", "Broker ITOT 5 250 2014-01-04"] && book.cash() == ["Broker USD 750"])
        #expect(book.facts.count { $0.hasPrefix("deposit") || $0.hasPrefix("withdrawal") } == 1, "\(book.facts)")
    }

    @Test("Capital that is returned to one lot of several leaves the others as they are; returned to all, it is a payment of capital")
    func givenBack() throws {
        let some = try book("  Assets:Broker:ITOT  -10 ITOT {100 USD}\n  Assets:Broker:ITOT  10 ITOT {90 USD, 2014-01-03}\n  Assets:Broker:Cash  100 USD\n")
        #expect(try some.lots() == ["Broker ITOT 10 900 2014-01-03", "Broker ITOT 5 250 2014-01-04"] && some.cash() == ["Broker USD 850"])
        let all = try book(
            "  Assets:Broker:ITOT  -10 ITOT {100 USD}\n  Assets:Broker:ITOT  10 ITOT {90 USD, 2014-01-03}\n"
                + "  Assets:Broker:ITOT  -5 ITOT {50 USD}\n  Assets:Broker:ITOT  5 ITOT {40 USD, 2014-01-04}\n  Assets:Broker:Cash  150 USD\n")
        #expect(try all.lots() == ["Broker ITOT 10 900 2014-01-03", "Broker ITOT 5 200 2014-01-04"] && all.cash() == ["Broker USD 900"])
        #expect(all.facts.last?.hasPrefix("return_of_capital") == true, "\(all.facts)")
    }

    @Test("A lot that is bought for money later than the file tells has the day of the purchase, and that is told")
    func olderLots() throws {
        let book = try BeancountLedger(Self.bought + "2014-03-01 * \"Buy\"\n  Assets:Broker:ITOT  1 ITOT {90 USD, 2010-01-04}\n  Assets:Broker:Cash\n", isWhole: true)
        #expect(try book.lots().last == "Broker ITOT 1 90 2014-03-01")
        #expect(book.messages.contains { $0.hasPrefix("1 lot has an older day than the purchase that paid for it") }, "\(book.messages)")
    }

    @Test("What is returned beyond what lots cost is a gain")
    func givenBackBeyondCost() throws {
        let book = try book(
            "  Assets:Broker:ITOT  -10 ITOT {100 USD}\n  Assets:Broker:ITOT  10 ITOT {0 USD, 2014-01-03}\n  Assets:Broker:ITOT  -5 ITOT {50 USD}\n"
                + "  Assets:Broker:ITOT  5 ITOT {0 USD, 2014-01-04}\n  Assets:Broker:Cash  1800 USD\n  Income:Gains  -550 USD\n")
        #expect(try book.lots() == ["Broker ITOT 10 0 2014-01-03", "Broker ITOT 5 0 2014-01-04"] && book.cash() == ["Broker USD 2550"])
        #expect(try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.cost)" } == ["0 200 0", "0 350 0"])
    }

    @Test("Capital returned to a part of a purchase makes a lot of its own of it, by which it is sold")
    func givenBackInPart() throws {
        let moved = "2014-02-01 * \"Move\"\n  Assets:Broker:ITOT  -6 ITOT {100 USD}\n  Assets:Other:ITOT  6 ITOT {100 USD, 2014-01-03, \"x\"}\n"
        let book = try BeancountLedger(
            Self.bought + moved + "2014-03-01 * \"Back\"\n  Assets:Other:ITOT  -6 ITOT {100 USD}\n  Assets:Other:ITOT  6 ITOT {90 USD, 2014-01-03, \"y\"}\n"
                + "  Assets:Other:Cash  60 USD\n2014-03-02 * \"Home\"\n  Assets:Other:ITOT  -6 ITOT {90 USD}\n  Assets:Broker:ITOT  6 ITOT {90 USD, 2014-01-03, \"y\"}\n"
                + "2014-03-03 * \"Sell\"\n  Assets:Broker:ITOT  -6 ITOT {\"y\"} @ 120 USD\n  Assets:Broker:Cash  720 USD\n  Income:Gains\n", isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.cost)" } == ["6 720 540"])
        #expect(try book.lots() == ["Broker ITOT 4 400 2014-01-03", "Broker ITOT 5 250 2014-01-04"])
    }

    @Test("A lot that was bought the same day is no sale where it is taken at its cost and brought again at another")
    func changedOnItsDay() throws {
        let book = try BeancountLedger(
            Self.bought + "2014-03-01 * \"Buy\"\n  Assets:Broker:ITOT  4 ITOT {80 USD}\n  Assets:Broker:Cash  -320 USD\n"
                + "2014-03-01 * \"Change\"\n  Assets:Broker:ITOT  -4 ITOT {80 USD, 2014-03-01} @ 80 USD\n  Assets:Broker:ITOT  4 ITOT {60 USD, 2014-03-01} @ 60 USD\n"
                + "  Equity:Opening  80 USD\n", isWhole: true)
        #expect(book.plan.refusedCount == 0, "\(book.plan.refusals)")
        #expect(try book.ledger.gains().isEmpty && book.lots().last == "Broker ITOT 4 240 2014-03-01", "\(book.facts)")
    }

    @Test("Lots sold beside an older one that comes in stay sales of theirs")
    func soldBeside() throws {
        let book = try book(
            "  Assets:Broker:ITOT  -4 ITOT {100 USD}\n  Assets:Broker:ITOT  7 ITOT {60 USD, 2013-06-01}\n  Assets:Broker:Cash  30 USD\n  Income:Gains  -50 USD\n")
        #expect(try book.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.cost)" } == ["4 450 400"] && book.cash() == ["Broker USD 780"])
    }

    @Test("A gain that nothing was sold for is refused")
    func gainOfNothing() throws {
        let book = try BeancountLedger(
            Self.bought + "2014-03-01 * \"Up\"\n  Assets:Broker:ITOT  -10 ITOT {100 USD}\n  Assets:Broker:ITOT  10 ITOT {110 USD, 2014-01-03}\n  Income:Gains  -100 USD\n",
            isWhole: true)
        #expect(book.plan.refusals.count == 1 && book.plan.refusals[0].message.hasPrefix("it tells a gain of 100 USD"), "\(book.plan.refusals)")
    }
}
