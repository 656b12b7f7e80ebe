import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

/// A file of Portfolio Performance as luca takes it in.
struct PortfolioPerformanceSample {
    let plan: ImportPlan
    let ledger: Ledger

    init(_ text: String, into ledger: Ledger = Ledger()) throws {
        self.ledger = ledger
        let plan = try FormatsTests.plan(text, ImportOptions(fileName: "book.xml"), context: ImportContext(ledger))
        #expect(plan.format == "portfolio-performance")
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    var messages: [String] { plan.notices.map(\.message) }

    /// The activities of the book in short.
    var facts: [String] {
        ledger.facts.map { activity in
            var words = ["\(activity.date)", activity.detail?.into == nil ? activity.kind.rawValue : "?", ledger[activity.account].name]
            if let instrument = activity.instrument { words.append(ledger[instrument].symbol) }
            if let quantity = activity.quantity { words.append("\(quantity)") }
            if let price = activity.price { words.append("@ \(price)") }
            if let amount = activity.amount { words.append("= \(amount)") }
            if !activity.fee.isZero { words.append("fee \(activity.fee)") }
            if !activity.tax.isZero { words.append("tax \(activity.tax)") }
            return (words + [activity.currency.code]).joined(separator: " ")
        }
    }

    func cash() throws -> [String] { try ledger.cash(on: nil).filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }

    // MARK: small files

    /// A transaction of an account.
    static func row(_ type: String, _ amount: String, id: String = "", date: String = "2024-01-02T00:00", currency: String = "EUR", more: String = "") -> String {
        "<account-transaction>\(id.isEmpty ? "" : "<uuid>\(id)</uuid>")<date>\(date)</date><currencyCode>\(currency)</currencyCode><amount>\(amount)</amount><shares>0</shares>\(more)<type>\(type)</type></account-transaction>"
    }

    /// A file with one account.
    static func client(account rows: [String]) -> String {
        """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency><securities/>
        <accounts><account><uuid>c</uuid><name>Cash</name><currencyCode>EUR</currencyCode><transactions>
        \(rows.joined(separator: "\n"))
        </transactions></account></accounts><portfolios/>
        </client>
        """
    }

    /// A file with one trade, of an account in euros.
    static func client(trade: (type: String, amount: String, shares: String, units: String), currency: String) -> String {
        """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency>
        <securities><security><uuid>s</uuid><name>Abc</name><currencyCode>\(currency)</currencyCode><tickerSymbol>ABC</tickerSymbol></security></securities>
        <accounts><account><uuid>c</uuid><name>Konto</name><currencyCode>EUR</currencyCode><transactions>
        <account-transaction><uuid>a</uuid><date>2024-01-03T00:00</date><currencyCode>EUR</currencyCode><amount>\(trade.amount)</amount>
        <security reference="../../../../../securities/security"/><crossEntry class="buysell">
        <portfolio><uuid>p</uuid><name>Depot</name><referenceAccount reference="../../../../.."/><transactions>
        <portfolio-transaction><uuid>b</uuid><date reference="../../../../../date"/><currencyCode>EUR</currencyCode><amount>\(trade.amount)</amount>
        <security reference="../../../../../../../../../securities/security"/><crossEntry class="buysell" reference="../../../.."/><shares>\(trade.shares)</shares>\(trade.units)<type>\(trade.type)</type></portfolio-transaction>
        </transactions></portfolio>
        <portfolioTransaction reference="../portfolio/transactions/portfolio-transaction"/><account reference="../../../.."/><accountTransaction reference="../.."/>
        </crossEntry><shares>0</shares><type>\(trade.type)</type></account-transaction>
        </transactions></account></accounts>
        <portfolios><portfolio reference="../../accounts/account/transactions/account-transaction/crossEntry/portfolio"/></portfolios>
        </client>
        """
    }

    // MARK: the two styles

    private static let dividend = """
        <units>
        <unit type="TAX"><amount currency="EUR" amount="50"/></unit>
        </units>
        """

    /// Objects by paths, the portfolio within the first purchase.
    static let paths = """
        <?xml version="1.0" encoding="UTF-8"?>
        <client>
        <version>66</version>
        <baseCurrency>EUR</baseCurrency>
        <securities>
        <security>
        <uuid>s1</uuid><name>Abc AG</name><currencyCode>EUR</currencyCode><isin>DE000ABC</isin><tickerSymbol>ABC</tickerSymbol>
        <prices>
        <price t="2024-01-03" v="5012345678"/>
        <price t="2024-02-01" v="6000000000"/>
        </prices>
        </security>
        <security>
        <uuid>s2</uuid><name>An index</name><isRetired>false</isRetired>
        </security>
        </securities>
        <accounts>
        <account>
        <uuid>a1</uuid><name>Konto</name><currencyCode>EUR</currencyCode>
        <transactions>
        <account-transaction>
        <uuid>t1</uuid><date>2024-01-02T00:00</date><currencyCode>EUR</currencyCode><amount>100000</amount><shares>0</shares><type>DEPOSIT</type>
        </account-transaction>
        <account-transaction>
        <uuid>t2</uuid><date>2024-01-03T00:00</date><currencyCode>EUR</currencyCode><amount>10150</amount>
        <security reference="../../../../../securities/security"/>
        <crossEntry class="buysell">
        <portfolio>
        <uuid>p1</uuid><name>Depot</name><isRetired>false</isRetired>
        <referenceAccount reference="../../../../.."/>
        <transactions>
        <portfolio-transaction>
        <uuid>t3</uuid><date reference="../../../../../date"/><currencyCode>EUR</currencyCode><amount>10150</amount>
        <security reference="../../../../../../../../../securities/security[1]"/>
        <crossEntry class="buysell" reference="../../../.."/>
        <shares>200000000</shares>
        <units>
        <unit type="FEE"><amount currency="EUR" amount="100"/></unit>
        <unit type="TAX"><amount currency="EUR" amount="50"/></unit>
        </units>
        <type>BUY</type>
        </portfolio-transaction>
        <portfolio-transaction>
        <uuid>t4</uuid><date>2024-02-01T00:00</date><currencyCode>EUR</currencyCode><amount>5925</amount>
        <security reference="/client/securities/security"/>
        <crossEntry class="buysell">
        <portfolio reference="../../../.."/>
        <portfolioTransaction reference="../.."/>
        <account reference="../../../../../../../.."/>
        <accountTransaction>
        <uuid>t5</uuid><date>2024-02-01T00:00</date><currencyCode>EUR</currencyCode><amount>5925</amount>
        <security reference="/client/securities/security"/>
        <crossEntry class="buysell" reference="../.."/>
        <shares>0</shares><type>SELL</type>
        </accountTransaction>
        </crossEntry>
        <shares>100000000</shares>
        <units>
        <unit type="FEE"><amount currency="EUR" amount="100"/></unit>
        </units>
        <type>SELL</type>
        </portfolio-transaction>
        </transactions>
        </portfolio>
        <portfolioTransaction reference="../portfolio/transactions/portfolio-transaction"/>
        <account reference="../../../.."/>
        <accountTransaction reference="../.."/>
        </crossEntry>
        <shares>0</shares><type>BUY</type>
        </account-transaction>
        <account-transaction reference="../account-transaction[2]/crossEntry/portfolio/transactions/portfolio-transaction[2]/crossEntry/accountTransaction"/>
        <account-transaction>
        <uuid>t6</uuid><date>2024-03-01T00:00</date><currencyCode>EUR</currencyCode><amount>150</amount>
        <security reference="../../../../../securities/security"/><shares>100000000</shares>
        \(dividend)
        <type>DIVIDENDS</type>
        </account-transaction>
        </transactions>
        </account>
        </accounts>
        <portfolios>
        <portfolio reference="../../accounts/account/transactions/account-transaction[2]/crossEntry/portfolio"/>
        </portfolios>
        </client>
        """

    /// Objects by numbers.
    static let numbered = """
        <client id="1">
        <version>66</version>
        <baseCurrency>EUR</baseCurrency>
        <securities id="2">
        <security id="3">
        <uuid>s1</uuid><name>Abc AG</name><currencyCode>EUR</currencyCode><isin>DE000ABC</isin><tickerSymbol>ABC</tickerSymbol>
        <prices id="4">
        <price t="2024-01-03" v="5012345678"/>
        <price t="2024-02-01" v="6000000000"/>
        </prices>
        </security>
        <security id="5">
        <uuid>s2</uuid><name>An index</name><isRetired>false</isRetired>
        </security>
        </securities>
        <accounts id="6">
        <account id="7">
        <uuid>a1</uuid><name>Konto</name><currencyCode>EUR</currencyCode>
        <transactions id="8">
        <account-transaction id="9">
        <uuid>t1</uuid><date>2024-01-02T00:00</date><currencyCode>EUR</currencyCode><amount>100000</amount><shares>0</shares><type>DEPOSIT</type>
        </account-transaction>
        <account-transaction id="10">
        <uuid>t2</uuid><date>2024-01-03T00:00</date><currencyCode>EUR</currencyCode><amount>10150</amount>
        <security reference="3"/>
        <crossEntry class="buysell" id="11">
        <portfolio id="12">
        <uuid>p1</uuid><name>Depot</name><isRetired>false</isRetired>
        <referenceAccount reference="7"/>
        <transactions id="13">
        <portfolio-transaction id="14">
        <uuid>t3</uuid><date>2024-01-03T00:00</date><currencyCode>EUR</currencyCode><amount>10150</amount>
        <security reference="3"/>
        <crossEntry class="buysell" reference="11"/>
        <shares>200000000</shares>
        <units id="15">
        <unit id="16" type="FEE"><amount currency="EUR" amount="100"/></unit>
        <unit id="17" type="TAX"><amount currency="EUR" amount="50"/></unit>
        </units>
        <type>BUY</type>
        </portfolio-transaction>
        <portfolio-transaction id="18">
        <uuid>t4</uuid><date>2024-02-01T00:00</date><currencyCode>EUR</currencyCode><amount>5925</amount>
        <security reference="3"/>
        <crossEntry class="buysell" id="19">
        <portfolio reference="12"/>
        <portfolioTransaction reference="18"/>
        <account reference="7"/>
        <accountTransaction id="20">
        <uuid>t5</uuid><date>2024-02-01T00:00</date><currencyCode>EUR</currencyCode><amount>5925</amount>
        <security reference="3"/>
        <crossEntry class="buysell" reference="19"/>
        <shares>0</shares><type>SELL</type>
        </accountTransaction>
        </crossEntry>
        <shares>100000000</shares>
        <units id="21">
        <unit id="22" type="FEE"><amount currency="EUR" amount="100"/></unit>
        </units>
        <type>SELL</type>
        </portfolio-transaction>
        </transactions>
        </portfolio>
        <portfolioTransaction reference="14"/>
        <account reference="7"/>
        <accountTransaction reference="10"/>
        </crossEntry>
        <shares>0</shares><type>BUY</type>
        </account-transaction>
        <account-transaction reference="20"/>
        <account-transaction id="23">
        <uuid>t6</uuid><date>2024-03-01T00:00</date><currencyCode>EUR</currencyCode><amount>150</amount>
        <security reference="3"/><shares>100000000</shares>
        \(dividend)
        <type>DIVIDENDS</type>
        </account-transaction>
        </transactions>
        </account>
        </accounts>
        <portfolios id="24">
        <portfolio reference="12"/>
        </portfolios>
        </client>
        """

    // MARK: transfers

    private static func move(_ name: String, _ cross: Int, _ id: String, _ amount: String, _ currency: String, _ type: String, shares: String = "0", security: Bool = false)
        -> String
    {
        "<\(name) id=\"\(id)\"><uuid>\(id)</uuid><date>2024-02-01T00:00</date><currencyCode>\(currency)</currencyCode><amount>\(amount)</amount>"
            + (security ? "<security reference=\"s\"/>" : "") + "<crossEntry reference=\"x\(cross)\"/><shares>\(shares)</shares><type>\(type)</type></\(name)>"
    }

    private static func cross(_ number: Int, _ kind: String, _ from: String, _ to: String) -> String {
        "<crossEntry class=\"\(kind)\" id=\"x\(number)\"><transactionFrom reference=\"\(from)\"/><transactionTo reference=\"\(to)\"/></crossEntry>"
    }

    /// Two accounts in euros and one in dollars, two portfolios; the objects that tie the sides stand apart.
    static let transfers = """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency>
        <securities><security id="s"><uuid>s</uuid><name>Abc</name><currencyCode>EUR</currencyCode><tickerSymbol>ABC</tickerSymbol></security></securities>
        <accounts>
        <account id="a1"><uuid>a1</uuid><name>One</name><currencyCode>EUR</currencyCode><transactions>
        <account-transaction><uuid>d1</uuid><date>2024-01-01T00:00</date><currencyCode>EUR</currencyCode><amount>50000</amount><shares>0</shares><type>DEPOSIT</type></account-transaction>
        \(move("account-transaction", 1, "t1", "10000", "EUR", "TRANSFER_OUT"))
        \(move("account-transaction", 2, "t3", "10000", "EUR", "TRANSFER_OUT"))
        </transactions></account>
        <account id="a2"><uuid>a2</uuid><name>Two</name><currencyCode>EUR</currencyCode><transactions>
        \(move("account-transaction", 1, "t2", "10000", "EUR", "TRANSFER_IN"))
        </transactions></account>
        <account id="a3"><uuid>a3</uuid><name>Dollars</name><currencyCode>USD</currencyCode><transactions>
        \(move("account-transaction", 2, "t4", "11000", "USD", "TRANSFER_IN"))
        </transactions></account>
        </accounts>
        <portfolios>
        <portfolio><uuid>p1</uuid><name>One</name><referenceAccount reference="a1"/><transactions>
        <portfolio-transaction><uuid>i1</uuid><date>2024-01-01T00:00</date><currencyCode>EUR</currencyCode><amount>100000</amount><security reference="s"/><shares>1000000000</shares><type>DELIVERY_INBOUND</type></portfolio-transaction>
        \(move("portfolio-transaction", 3, "u1", "30000", "EUR", "TRANSFER_OUT", shares: "300000000", security: true))
        <portfolio-transaction><uuid>o1</uuid><date>2024-03-01T00:00</date><currencyCode>EUR</currencyCode><amount>12000</amount><security reference="s"/><shares>100000000</shares><type>DELIVERY_OUTBOUND</type></portfolio-transaction>
        </transactions></portfolio>
        <portfolio><uuid>p2</uuid><name>Second</name><referenceAccount reference="a1"/><transactions>
        \(move("portfolio-transaction", 3, "u2", "30000", "EUR", "TRANSFER_IN", shares: "300000000", security: true))
        </transactions></portfolio>
        </portfolios>
        <pairs>\(cross(1, "account-transfer", "t1", "t2"))\(cross(2, "account-transfer", "t3", "t4"))\(cross(3, "portfolio-transfer", "u1", "u2"))</pairs>
        </client>
        """
}

/// A book that chance made, as Portfolio Performance writes it and as luca keeps it.
struct PortfolioPerformanceBook {
    private var accountRows: [String] = []
    private var portfolioRows: [String] = []
    /// What luca is to have, in short.
    private(set) var facts: [String] = []
    private var held: Int64 = 0
    private var day = 0, next = 0

    init(_ random: inout SeededRandom) throws { for _ in 0..<random.int(1...15) { try add(&random) } }

    mutating func grow(_ random: inout SeededRandom) throws { for _ in 0..<random.int(1...5) { try add(&random) } }

    private static func money(_ cents: Int64) -> FixedDecimal { FixedDecimal(units: Int128(cents) * FixedDecimal.unitsPerOne / 100) }

    private mutating func add(_ random: inout SeededRandom) throws {
        next += 1
        day += random.int(0...3)
        let date = try Day("2024-01-02").adding(days: day), stamp = "\(date)T00:00"
        let cents = Int64(random.int(100...500_000)), id = "id-\(next)"
        let kind = random.int(0...5)
        if kind == 0 || (kind == 1 && held == 0) {
            let type = random.pick([("DEPOSIT", "deposit", 1), ("REMOVAL", "withdrawal", 1), ("FEES", "fee", 1), ("TAX_REFUND", "tax", -1), ("INTEREST_CHARGE", "interest", -1)])
            accountRows.append(
                "<account-transaction><uuid>\(id)</uuid><date>\(stamp)</date><currencyCode>EUR</currencyCode><amount>\(cents)</amount><shares>0</shares><type>\(type.0)</type></account-transaction>"
            )
            facts.append("\(date) \(type.1) Depot = \(Self.money(cents * Int64(type.2))) EUR")
            return
        }
        let isSale = kind == 1, shares = isSale ? max(1, held / Int64(random.int(1...4))) : Int64(random.int(1...2_000_000_000))
        let fee = Int64(random.int(0...99)), total = isSale ? cents - min(cents, fee) : cents + fee, charge = isSale ? min(cents, fee) : fee
        held += isSale ? -shares : shares
        let type = isSale ? "SELL" : "BUY", units = charge == 0 ? "" : "<units><unit type=\"FEE\"><amount currency=\"EUR\" amount=\"\(charge)\"/></unit></units>"
        portfolioRows.append(
            """
            <portfolio-transaction><uuid>\(id)</uuid><date>\(stamp)</date><currencyCode>EUR</currencyCode><amount>\(total)</amount><security reference="../../../../../securities/security"/>
            <crossEntry class="buysell"><portfolio reference="../../../.."/><portfolioTransaction reference="../.."/><account reference="../../../../../../accounts/account"/>
            <accountTransaction><uuid>\(id)-cash</uuid><date>\(stamp)</date><currencyCode>EUR</currencyCode><amount>\(total)</amount><crossEntry class="buysell" reference="../.."/><shares>0</shares><type>\(type)</type></accountTransaction></crossEntry>
            <shares>\(shares)</shares>\(units)<type>\(type)</type></portfolio-transaction>
            """)
        accountRows.append(
            "<account-transaction reference=\"../../../../portfolios/portfolio/transactions/portfolio-transaction[\(portfolioRows.count)]/crossEntry/accountTransaction\"/>")
        let quantity = FixedDecimal(units: Int128(shares) * FixedDecimal.unitsPerOne / 100_000_000), gross = Self.money(cents), price = try gross / quantity
        let money = (try? price * quantity) == gross ? "@ \(price)" : "= \(gross)"
        facts.append("\(date) \(type.lowercased()) Depot ABC \(quantity) \(money)\(charge == 0 ? "" : " fee \(Self.money(charge))") EUR")
    }

    /// The file.
    var xml: String {
        """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency>
        <securities><security><uuid>s</uuid><name>Abc</name><currencyCode>EUR</currencyCode><tickerSymbol>ABC</tickerSymbol></security></securities>
        <accounts><account><uuid>a</uuid><name>Konto</name><currencyCode>EUR</currencyCode><transactions>
        \(accountRows.joined(separator: "\n"))
        </transactions></account></accounts>
        <portfolios><portfolio><uuid>p</uuid><name>Depot</name><referenceAccount reference="../../../accounts/account"/><transactions>
        \(portfolioRows.joined(separator: "\n"))
        </transactions></portfolio></portfolios>
        </client>
        """
    }
}
