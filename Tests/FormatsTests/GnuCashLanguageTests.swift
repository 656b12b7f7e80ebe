import Testing
import TestSupport

@testable import Formats

@Suite("Charts of GnuCash in other languages")
struct GnuCashLanguageTests {
    @Test(
        "Accounts of charts in other languages are known by their words: gains, charges and taxes",
        arguments: [
            ("Kursgewinne", "Komissionen", "Steuern"), ("Plus-values", "Frais", "Impôts"), ("Ganancias de capital", "Comisiones", "Impuestos"),
            ("Plusvalenze", "Commissioni", "Imposte"),
        ])
    func languages(gains: String, fees: String, taxes: String) throws {
        let read = try GnuCashImport(Self.sale(gains: gains, fees: fees, taxes: taxes))
        #expect(read.facts.count == 3 && read.facts[1] == "buy Broker AAPL 10 @ 100 fee 10", "\(read.facts) \(read.plan.refusals)")
        #expect(read.facts.last?.hasPrefix("sell Broker AAPL 5 ") == true && read.facts.last?.hasSuffix("tax 19.78") == true, "\(read.facts)")
        #expect(try read.cash() == ["Broker USD 1545.22"])
        #expect(!read.messages.contains { $0.hasPrefix("beside trades") })
    }

    @Test(
        "Dividends, interest and charges of GnuCash's own charts are known in their languages",
        arguments: [
            ("Dividenduitkering", "Spaarrente", "Commissies"), ("Przychód z dywidendy", "Odsetki z oszczędności", "Prowizje"), ("Dividendový příjem", "Úrok dluhopisu", "Poplatky"),
            ("Osztalék", "Kamat", "Jutalék"), ("Ingressos per dividents", "Interessos de bons", "Comissions"), ("配当収入", "利子収入", "委託手数料"),
        ])
    func payments(dividends: String, interest: String, fees: String) throws {
        var book = GnuCashSample.usual()
        for (name, kind, parent) in [(dividends, "INCOME", "Income"), (interest, "INCOME", "Income"), (fees, "EXPENSE", "Expenses")] { book.account(name, kind, in: parent) }
        book.transaction("2014-01-06", "Buy", ["Apple|10|1000.00", "Broker|-1000.00"])
        book.transaction("2014-02-06", "Paid", ["Broker|10.00", "\(dividends)|-10.00", "Apple|0|0"])
        book.transaction("2014-03-06", "Saved", ["Broker|20.00", "\(interest)|-20.00"])
        book.transaction("2014-04-06", "Kept", ["Broker|-4.00", "\(fees)|4.00"])
        let facts = try GnuCashImport(book).facts
        #expect(facts.dropFirst() == ["dividend Broker AAPL = 10 USD", "interest Broker = 20 USD", "fee Broker = 4 USD"], "\(facts)")
    }

    @Test("Income and expenses beside trades that nothing knows are named with their counts, and a tax beside them is not lost")
    func unknownBesideTrades() throws {
        let read = try GnuCashImport(Self.sale(gains: "Erlebnis", fees: "Dies", taxes: "Steuern"))
        #expect(read.facts.contains { $0.hasPrefix("sell Broker AAPL 5") && $0.hasSuffix("tax 19.78") }, "\(read.facts)")
        let notice = try #require(read.messages.first { $0.hasPrefix("beside trades") })
        #expect(notice.contains("Expenses:Dies (1), Income:Erlebnis (1)") && notice.contains("accounts={[\"Expenses:Dies\"]=\"fee\"}"), "\(notice)")
    }

    /// A purchase with a charge, and a sale at its cost with the gain and a tax beside it.
    private static func sale(gains: String, fees: String, taxes: String) -> GnuCashSample {
        var book = GnuCashSample.usual()
        for (name, kind, parent) in [(gains, "INCOME", "Income"), (fees, "EXPENSE", "Expenses"), (taxes, "EXPENSE", "Expenses")] { book.account(name, kind, in: parent) }
        book.transaction("2014-01-02", "Savings", ["Broker|2000.00", "Opening Balances|-2000.00"])
        book.transaction("2014-01-06", "Buy", ["Apple|10|1000.00", "\(fees)|10.00", "Broker|-1010.00"])
        book.transaction("2014-09-01", "Sell", ["Broker|555.22", "\(taxes)|19.78", "Apple|-5|-500.00", "\(gains)|-75.00"])
        return book
    }

    @Test("What accounts mean is said in other forms of the words too", arguments: [("gain", "gains"), ("fees", "fee"), ("taxes", "tax"), ("dividends", "dividend")])
    func otherForms(word: String, known: String) { #expect(MeaningWords.role(word) == MeaningWords.role(known)) }
}
