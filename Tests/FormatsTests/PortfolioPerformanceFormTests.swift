import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Forms of files of Portfolio Performance")
struct PortfolioPerformanceFormTests {
    private typealias Sample = PortfolioPerformanceSample

    private static let deposit = Sample.client(account: [Sample.row("DEPOSIT", "10000", id: "a")])

    /// A file with a trade of a portfolio whose reference account is in euros, paid from or to an account in dollars.
    private static func thirdCurrency(_ type: String, gross: String, security currency: String) -> String {
        """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency>
        <securities><security id="s"><uuid>s</uuid><name>Abc</name><currencyCode>\(currency)</currencyCode><tickerSymbol>ABC</tickerSymbol></security></securities>
        <accounts>
        <account id="a1"><uuid>a1</uuid><name>Konto</name><currencyCode>EUR</currencyCode><transactions/></account>
        <account id="a2"><uuid>a2</uuid><name>Dollars</name><currencyCode>USD</currencyCode><transactions>
        <account-transaction><uuid>d</uuid><date>2024-01-02T00:00</date><currencyCode>USD</currencyCode><amount>100000</amount><shares>0</shares><type>DEPOSIT</type></account-transaction>
        <account-transaction id="h"><uuid>h</uuid><date>2024-02-01T00:00</date><currencyCode>USD</currencyCode><amount>12750</amount><security reference="s"/><crossEntry reference="x"/><shares>0</shares><type>\(type)</type></account-transaction>
        </transactions></account>
        </accounts>
        <portfolios>
        <portfolio id="p"><uuid>p</uuid><name>Depot</name><referenceAccount reference="a1"/><transactions>
        <portfolio-transaction id="b"><uuid>b</uuid><date>2024-02-01T00:00</date><currencyCode>USD</currencyCode><amount>12750</amount><security reference="s"/><crossEntry reference="x"/><shares>10000000000</shares>
        <units><unit type="GROSS_VALUE"><amount currency="USD" amount="\(gross)"/><forex currency="\(currency)" amount="10000"/></unit><unit type="FEE"><amount currency="USD" amount="50"/></unit></units>
        <type>\(type)</type></portfolio-transaction>
        </transactions></portfolio>
        </portfolios>
        <pairs><crossEntry class="buysell" id="x"><portfolio reference="p"/><portfolioTransaction reference="b"/><account reference="a2"/><accountTransaction reference="h"/></crossEntry></pairs>
        </client>
        """
    }

    @Test(
        "What an account in a third currency pays for is exchanged there, at the rate of the trade, and priced where the security is", arguments: ["EUR", "GBP"],
        [("BUY", "12700", "872.5"), ("SELL", "12800", "1127.5")])
    func thirdCurrencies(currency: String, trade: (type: String, gross: String, dollars: String)) throws {
        let text = Self.thirdCurrency(trade.type, gross: trade.gross, security: currency), file = try Sample(text)
        #expect(try file.cash() == ["Dollars USD \(trade.dollars)"], "\(file.plan.refusals) \(file.facts)")
        #expect(
            file.facts.count == 6 && file.facts.contains { $0.hasPrefix("2024-02-01 \(trade.type.lowercased()) Depot ABC 100 @ 1 fee 0.39") && $0.hasSuffix(currency) },
            "\(file.facts)")
        #expect(try Sample(text, into: file.ledger).plan.activities.isEmpty)
    }

    @Test("A ledger with transactions of its own refuses the file, whatever else its accounts hold; an empty one is nothing")
    func ledgers() throws {
        do throws(ImportIssue) {
            _ = try plan(Self.deposit.replacing("</client>", with: "<ledger><entries><ledger-entry><uuid>x</uuid></ledger-entry></entries></ledger></client>"))
            Issue.record("it is read")
        } catch {
            #expect(error.message.contains("a part of its transactions is in <ledger>") && error.hint.contains("CSV"), "\(error)")
        }
        let file = try Sample(Self.deposit.replacing("</client>", with: "<ledger><entries/></ledger></client>"))
        #expect(try file.cash() == ["Cash EUR 100"])
        #expect(!file.messages.contains { $0.contains("ledger") }, "\(file.messages)")
    }

    @Test("Fees and taxes of deliveries out are told with their sums, and so are taxes that are a part of a cost")
    func deliveries() throws {
        func units(_ fee: String, _ tax: String) -> String {
            "<units><unit type=\"FEE\"><amount currency=\"EUR\" amount=\"\(fee)\"/></unit><unit type=\"TAX\"><amount currency=\"EUR\" amount=\"\(tax)\"/></unit></units>"
        }
        let text = Sample.transfers.replacing("<type>DELIVERY_OUTBOUND", with: "\(units("1000", "4000"))<type>DELIVERY_OUTBOUND")
            .replacing("<type>DELIVERY_INBOUND", with: "\(units("200", "400"))<type>DELIVERY_INBOUND")
        let file = try Sample(text)
        for sentence in [
            "1 delivery out has fees of 10 EUR and taxes of 40 EUR, left out, since no account pays them there; record them with fee{…} and tax{…}",
            "1 delivery in has taxes of 4 EUR, which are a part of what the units cost here, as in their value there",
        ] {
            #expect(file.messages.contains(sentence), "\(file.messages)")
        }
    }

    @Test("Notes, identifiers beside a symbol, ex-dividend days and the base currency are told")
    func leftOut() throws {
        let text = Sample.paths.replacing("<name>Depot</name>", with: "<name>Depot</name><note>N</note>").replacing(
            "<type>DIVIDENDS</type>", with: "<type>DIVIDENDS</type><exDate>2024-02-27T00:00</exDate>"
        ).replacing("<baseCurrency>EUR", with: "<baseCurrency>USD")
        let file = try Sample(text)
        for sentence in [
            "1 security's ISIN, WKN or ticker beside its symbol left out, for which luca has no place: \"ABC\"",
            "1 note of an account, a portfolio or a security left out, for which luca has no place: \"Depot\"",
            "1 ex-dividend day of a dividend left out, for which luca has no place",
            "the file sums up in USD, and the book has no currency for that yet: setting(\"base_currency\", \"USD\") says the same here",
        ] {
            #expect(file.messages.contains(sentence), "\(file.messages)")
        }
        #expect(!(try Sample(Sample.paths).messages.contains { $0.contains("sums up") }))
    }

    @Test("A newer version than those that are known is told; gross amounts that an old version has wrong say how to mend them")
    func versions() throws {
        #expect(try Sample(Self.deposit.replacing("<version>66", with: "<version>99")).messages.contains { $0.hasPrefix("the file is of version 99") })
        #expect(!(try Sample(Self.deposit).messages.contains { $0.contains("version") }))
        let units =
            "<units><unit type=\"GROSS_VALUE\"><amount currency=\"EUR\" amount=\"9400\"/><forex currency=\"USD\" amount=\"10000\"/></unit><unit type=\"FEE\"><amount currency=\"EUR\" amount=\"267\"/></unit></units>"
        let text = Sample.client(trade: ("BUY", "9400", "300000000", units), currency: "USD")
        let old = try #require(try Sample(text.replacing("<version>66", with: "<version>55")).plan.refusals.first)
        #expect(old.hint.contains("open it in a current Portfolio Performance"), "\(old)")
        #expect(try Sample(text).plan.refusals.first?.hint == "open the file in Portfolio Performance and mend the transaction")
    }

    @Test("Elements may stand as deep in one another as a chain of transfers is long")
    func deep() throws {
        let depth = 3000, nested = String(repeating: "<c>", count: depth) + "1" + String(repeating: "</c>", count: depth)
        #expect(try Sample(Self.deposit.replacing("</client>", with: "<extra>\(nested)</extra></client>")).cash() == ["Cash EUR 100"])
    }
}
