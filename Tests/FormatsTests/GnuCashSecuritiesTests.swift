import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Securities of GnuCash")
struct GnuCashSecuritiesTests {
    /// A broker with two accounts of one security beside its money, and a unit in each.
    private static func twofold() -> GnuCashSample {
        var book = GnuCashSample.usual()
        book.account("Old", "STOCK", "AAPL", in: "Broker")
        book.account("New", "STOCK", "AAPL", in: "Broker")
        book.transaction("2014-01-06", "Buy", ["Old|1|100.00", "Broker|-100.00"])
        book.transaction("2014-01-07", "Buy", ["New|1|200.00", "Broker|-200.00"])
        return book
    }

    private static func bought() -> GnuCashSample {
        var book = GnuCashSample.usual()
        book.account("Micro", "STOCK", "MSFT", in: "Stock")
        book.transaction("2014-01-06", "Buy", ["Apple|10|1000.00", "Broker|-1000.00"])
        book.transaction("2014-01-07", "Buy", ["Micro|5|500.00", "Broker|-500.00"])
        return book
    }

    // MARK: accounts of one security

    @Test("Two accounts of one security beside the same money are two accounts, so that each is split and sold by itself")
    func apart() throws {
        var book = Self.twofold()
        book.transaction("2014-02-06", "Split", ["New|1|0|action=Split"])
        book.transaction("2014-03-06", "Sell", ["New|-1|-250.00", "Broker|250.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(try read.lots().sorted() == ["Broker AAPL 1 100 2014-01-06", "Broker:New AAPL 1 100 2014-01-07"])
        #expect(try read.ledger.gains().map { "\($0.proceeds) \($0.cost)" } == ["250 100"])
        #expect(try read.cash() == ["Broker USD -50"])
        #expect(read.messages.contains("AAPL is in several accounts of GnuCash beside the same money, and \"Broker:New\" is one of its own here"), "\(read.messages)")
        #expect(try GnuCashImport(book, into: read.ledger).plan.activities.isEmpty)
    }

    @Test("A split in each of two accounts of one security counts once in each, in one transaction or in two")
    func splitInBoth() throws {
        for isOne in [true, false] {
            var book = Self.twofold()
            if isOne {
                book.transaction("2014-02-06", "Split", ["Old|1|0|action=Split", "New|1|0|action=Split"])
            } else {
                book.transaction("2014-02-06", "Split", ["Old|1|0|action=Split"])
                book.transaction("2014-02-06", "Split", ["New|1|0|action=Split"])
            }
            let read = try GnuCashImport(book)
            #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
            #expect(try read.lots().sorted() == ["Broker AAPL 2 100 2014-01-06", "Broker:New AAPL 2 200 2014-01-07"])
            if isOne { #expect(read.ledger.facts.compactMap { $0.kind == .split ? $0.detail?.sourceID : nil } == ["t3/split", "t3/split/2"]) }
            #expect(try GnuCashImport(book, into: read.ledger).plan.activities.isEmpty)
        }
    }

    @Test("Units that go from one account of a security to another keep their cost and day")
    func moved() throws {
        var book = Self.twofold()
        book.transaction("2014-02-06", "Move", ["Old|1|200.00", "New|-1|-200.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(try read.lots().sorted() == ["Broker AAPL 1 100 2014-01-06", "Broker AAPL 1 200 2014-01-07"])
    }

    @Test("The account of a security that was used first keeps the name, whichever the file has first")
    func names() throws {
        var book = GnuCashSample.usual()
        book.account("A", "STOCK", "AAPL", in: "Broker")
        book.account("B", "STOCK", "AAPL", in: "Broker")
        book.transaction("2014-01-06", "Buy", ["B|1|100.00", "Broker|-100.00"])
        book.transaction("2014-01-07", "Buy", ["A|1|200.00", "Broker|-200.00"])
        #expect(try GnuCashImport(book).lots().sorted() == ["Broker AAPL 1 100 2014-01-06", "Broker:A AAPL 1 200 2014-01-07"])
    }

    @Test("Names that the book has stay where a forgotten purchase makes another account the one that was used first")
    func namesStay() throws {
        var book = Self.twofold()
        let read = try GnuCashImport(book)
        book.transaction("2014-01-03", "Buy", ["New|1|50.00", "Broker|-50.00"])
        let grown = try GnuCashImport(book, into: read.ledger)
        #expect(grown.plan.refusedCount == 0 && grown.plan.activities.count == 3, "\(grown.plan.refusals) \(grown.facts)")
        #expect(try grown.lots().sorted() == ["Broker AAPL 1 100 2014-01-06", "Broker:New AAPL 1 200 2014-01-07", "Broker:New AAPL 1 50 2014-01-03"])
    }

    @Test("Gains that stand in transactions of their own are left out, and counted")
    func leftOutGains() throws {
        var book = Self.bought()
        for day in ["2014-03-06", "2014-03-07"] { book.transaction(day, "Gain", ["Apple|0|30.00", "Capital Gains|-30.00"]) }
        #expect(try GnuCashImport(book).messages.contains("2 gains that luca computes itself left out, for which luca has no place"))
    }

    @Test("An account that was the only one of its security keeps the name that the book has when another of the security is opened")
    func onlyOne() throws {
        func book(_ isGrown: Bool) -> GnuCashSample {
            var book = GnuCashSample()
            book.account("Assets", "ASSET")
            book.account("Bank", "BANK", in: "Assets")
            book.account("Safe", "STOCK", "GOLD", in: "Assets")
            if isGrown { book.account("Vault", "STOCK", "GOLD", in: "Assets") }
            book.transaction("2014-01-06", "Buy", ["Safe|1|100.00", "Bank|-100.00"])
            if isGrown { book.transaction("2014-02-06", "Buy", ["Vault|1|200.00", "Bank|-200.00"]) }
            return book
        }
        let ledger = Ledger(), lots = try GnuCashImport(book(false), into: ledger).lots(), name = try #require(lots.first?.split(separator: " ").first)
        let grown = try GnuCashImport(book(true), into: ledger)
        #expect(grown.plan.refusedCount == 0, "\(grown.plan.refusals)")
        #expect(try grown.lots().sorted() == ["\(name) GOLD 1 100 2014-01-06", "Vault GOLD 1 200 2014-02-06"].sorted())
        #expect(try GnuCashImport(book(true), into: ledger).plan.addsNothing)
    }

    @Test("Where two are said to be one account, a split of one of them is refused")
    func together() throws {
        var book = Self.twofold()
        book.transaction("2014-02-06", "Split", ["New|1|0|action=Split"])
        var options = ImportOptions(fileName: "book.gnucash")
        options.accounts = ["Assets:Broker:New:AAPL": "Broker"]
        let plan = try FormatsTests.plan(book.text, options)
        #expect(
            plan.refusals.map(\.message) == ["it looks like a split of AAPL, but takes in only some of the units in Broker"], "\(plan.refusals)")
    }

    // MARK: payments

    @Test("A dividend that names two accounts of a security is each one's, by the money of the account whose name is nearest")
    func dividendOfTwo() throws {
        var book = GnuCashSample.usual()
        book.account("Other", "BANK", in: "Assets")
        book.account("Pears", "STOCK", "AAPL", in: "Other")
        book.transaction("2014-01-06", "Buy", ["Apple|10|1000.00", "Broker|-1000.00"])
        book.transaction("2014-01-07", "Buy", ["Pears|4|400.00", "Other|-400.00"])
        book.transaction("2014-02-06", "Paid", ["Other|8.00", "Broker|20.00", "Dividend Income|-28.00", "Apple|0|0", "Pears|0|0"])
        let read = try GnuCashImport(book)
        #expect(read.facts.suffix(2) == ["dividend Other AAPL = 8 USD", "dividend Broker AAPL = 20 USD"], "\(read.facts)")
        // Into one account, each beside its own payment.
        book.transaction("2014-03-06", "Paid", ["Bank|28.00", "Dividend Income|-8.00", "Pears|0|0", "Dividend Income|-20.00", "Apple|0|0"])
        let more = try GnuCashImport(book).facts.dropFirst(read.facts.count)
        #expect(more.filter { $0.hasPrefix("dividend") } == ["dividend Other AAPL = 8 USD", "dividend Broker AAPL = 20 USD"] && more.count == 6, "\(more)")
    }

    @Test("Units alone in several accounts are a split of each where the ratio is the same, and income that a fund keeps is that of each")
    func severalAccounts() throws {
        var book = GnuCashSample.usual()
        book.account("Other", "BANK", in: "Assets")
        book.account("Pears", "STOCK", "AAPL", in: "Other")
        book.transaction("2014-01-06", "Buy", ["Apple|10|1000.00", "Broker|-1000.00"])
        book.transaction("2014-01-07", "Buy", ["Pears|4|400.00", "Other|-400.00"])
        book.transaction("2014-02-03", "Split", ["Apple|30|0", "Pears|12|0"])
        book.transaction("2014-02-06", "Kept", ["Apple|0|10.00", "Pears|0|4.00", "Dividend Income|-14.00"])
        let read = try GnuCashImport(book)
        #expect(
            read.facts.suffix(4) == ["split Broker AAPL 40:10", "split Other AAPL 16:4", "notional_distribution Broker AAPL = 10 USD", "notional_distribution Other AAPL = 4 USD"],
            "\(read.facts)")
        var other = GnuCashSample.usual()
        other.transaction("2014-01-06", "Buy", ["Apple|10|600.00", "Broker|-600.00"])
        other.transaction("2014-02-03", "Split", ["Apple|-10|-600.00", "Apple|20|600.00"])
        let byValue = try GnuCashImport(other)
        #expect(byValue.facts.last == "split Broker AAPL 20:10", "\(byValue.facts) \(byValue.plan.refusals)")
    }

    @Test("A dividend with capital returned beside it stays a dividend")
    func dividendAndCapital() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Both", ["Broker|50.00", "Apple|0|-20.00", "Dividend Income|-30.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts.suffix(2) == ["return_of_capital Broker AAPL = 20 USD", "dividend Broker AAPL = 30 USD"], "\(read.facts) \(read.plan.refusals)")
        #expect(try read.lots().first == "Broker AAPL 10 980 2014-01-06")
        #expect(try read.cash() == ["Broker USD -1450"])
        var again = Self.bought()
        again.transaction("2014-02-06", "Reinvested", ["Apple|2|20.00", "Apple|0|-5.00", "Dividend Income|-15.00"])
        #expect(
            try GnuCashImport(again).facts.suffix(3) == ["buy Broker AAPL 2 @ 10", "return_of_capital Broker AAPL = 5 USD", "dividend Broker AAPL = 15 USD"])
    }

    @Test("A dividend whose security a split names is its account's, wherever the money goes; without one it is where the money is")
    func paidElsewhere() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Paid", ["Bank|4.00", "Apple|0|0", "Dividend Income|-4.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts.suffix(3) == ["dividend Broker AAPL = 4 USD", "transfer_out Broker = 4 USD", "transfer_in Bank = 4 USD"], "\(read.facts) \(read.plan.refusals)")
        #expect(try read.cash().sorted() == ["Bank USD 4", "Broker USD -1500"])
        #expect(try GnuCashImport(book, into: read.ledger).plan.activities.isEmpty)
    }

    @Test("Income that a fund keeps raises what its units cost, and is no gain; after all are sold it is one")
    func keptIncome() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Notional distribution", ["Apple|0|20.00", "Dividend Income|-20.00"])
        book.transaction("2014-03-06", "Sell", ["Apple|-10|-1100.00", "Broker|1100.00"])
        book.transaction("2014-03-07", "Gain", ["Apple|0|80.00", "Dividend Income|-80.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(read.facts.contains("notional_distribution Broker AAPL = 20 USD"), "\(read.facts)")
        #expect(try read.ledger.gains().map { "\($0.proceeds) \($0.cost)" } == ["1100 1020"])
        #expect(read.messages.contains("1 gain that luca computes itself left out, for which luca has no place"), "\(read.messages)")
        #expect(try GnuCashImport(book, into: read.ledger).plan.activities.isEmpty)
    }

    @Test("What a fraction cost is taken out beside what is paid in lieu of it: the gain is the split's, and no dividend")
    func costOfFraction() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Split", ["Apple|5|0|action=Split", "Broker|50.00", "Apple|0|-30.00", "Capital Gains|-20.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts.suffix(2) == ["split Broker AAPL = 20 USD 15:10", "return_of_capital Broker AAPL = 30 USD"], "\(read.facts) \(read.plan.refusals)")
        #expect(try read.lots().first == "Broker AAPL 15 970 2014-01-06")
        #expect(try read.cash() == ["Broker USD -1450"])
    }

    @Test("Capital that two securities return in one transaction is each one's own")
    func capitalOfTwo() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Capital", ["Broker|30.00", "Apple|0|-20.00", "Micro|0|-10.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(try read.lots() == ["Broker AAPL 10 980 2014-01-06", "Broker MSFT 5 490 2014-01-07"])
        #expect(try read.cash() == ["Broker USD -1470"])
    }

    @Test("Capital that is paid to another account is returned where the units are")
    func capitalElsewhere() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Capital", ["Bank|20.00", "Apple|0|-20.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(read.facts.contains("return_of_capital Broker AAPL = 20 USD"))
        #expect(try read.cash().sorted() == ["Bank USD 20", "Broker USD -1500"])
    }

    @Test("A dividend beside a split is of what was split; gains that a fund distributes, paid or reinvested, are no deposit")
    func distributions() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Split", ["Apple|10|0|action=Split", "Broker|5.00", "Dividend Income|-5.00"])
        book.transaction("2014-03-06", "Paid", ["Broker|12.00", "Capital Gains|-12.00", "Micro|0|0"])
        book.transaction("2014-04-06", "Reinvested", ["Micro|1|11.00", "Capital Gains|-11.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(
            read.facts.dropFirst(2) == [
                "split Broker AAPL 20:10", "dividend Broker AAPL = 5 USD", "dividend Broker MSFT = 12 USD", "buy Broker MSFT 1 @ 11", "dividend Broker MSFT = 11 USD",
            ])
        #expect(read.ledger.facts.compactMap(\.detail?.sourceID)[2...3] == ["t3/split", "t3"])
        #expect(try read.cash() == ["Broker USD -1483"])
    }

    @Test("A loss in two accounts of income beside a commission is the sale's own")
    func losses() throws {
        var book = Self.bought()
        book.account("Long Losses", "INCOME", in: "Income")
        book.transaction(
            "2014-02-06", "Sell", ["Broker|690.00", "Commissions|10.00", "Capital Gains|100.00", "Long Losses|200.00", "Apple|-10|-700.00", "Apple|0|-300.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts.last == "sell Broker AAPL 10 @ 70 fee 10", "\(read.facts) \(read.plan.refusals)")
        #expect(try read.cash() == ["Broker USD -810"])
    }

    // MARK: prices and currencies

    @Test("A price of 0 is left out and told; of prices of a day in two currencies the one in the currency of the security is kept")
    func prices() throws {
        var book = Self.bought()
        book.price("AAPL", "0", on: "2014-02-06 10:59:00 +0000")
        book.price("AAPL", "95.00", "EUR", on: "2014-02-07 10:59:00 +0000")
        book.price("AAPL", "103.00", on: "2014-02-07 10:59:00 +0000")
        book.price("AAPL", "104.00", on: "2014-02-08 10:59:00 +0000")
        book.price("AAPL", "96.00", "EUR", on: "2014-02-08 10:59:00 +0000")
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(read.plan.quotes.map(\.close) == [FixedDecimal(103), FixedDecimal(104)])
        for message in [
            "1 price of 0 or less left out, for which luca has no place", "2 prices of a day in another currency left out, for which luca has no place",
        ] {
            #expect(read.messages.contains(message), "\(message): \(read.messages)")
        }
    }

    @Test("A security that is traded in two currencies is refused with what can be done in GnuCash")
    func twoCurrencies() throws {
        var book = Self.bought()
        book.account("Euros", "BANK", "EUR", in: "Assets")
        book.transaction("2014-02-06", "Buy", ["Apple|1|90.00", "Euros|-90.00"], currency: "EUR")
        let refusals = try GnuCashImport(book).plan.refusals
        #expect(refusals.count == 1 && refusals[0].message.hasPrefix("AAPL is traded for USD in line "), "\(refusals)")
        #expect(
            refusals.first?.hint == "in GnuCash make a security of its own for one of the two, such as AAPL.EUR, with an account for it, and move these trades there")
    }

    @Test("Gains that the file tells, beside sales or after them, are held against those of the book")
    func gains() throws {
        var book = Self.bought()
        book.transaction("2014-02-06", "Sell", ["Apple|-1|-120.00", "Broker|120.00"])
        book.transaction("2014-02-06", "Gain", ["Apple|0|20.00", "Capital Gains|-20.00"])
        book.transaction("2014-02-09", "Sell", ["Apple|-1|-130.00", "Broker|130.00", "Apple|0|30.00", "Capital Gains|-30.00"])
        #expect(try GnuCashImport(book).differences() == [])
        book.transaction("2014-02-10", "Gain, once more", ["Apple|0|5.00", "Capital Gains|-5.00"])
        book.transaction("2014-03-06", "Sell", ["Apple|-1|-90.00", "Broker|90.00"])
        book.transaction("2014-03-31", "Loss of the month", ["Apple|0|-8.00", "Capital Gains|8.00"])
        let lines = try GnuCashImport(book).differences()
        #expect(lines.count == 2, "\(lines)")
        #expect(lines.first?.hasPrefix("what \"Broker\" sold of AAPL on 2014-02-09 gained 30 by the book, and 35 USD by 2 lines from line ") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("what \"Broker\" sold of AAPL on 2014-03-06 gained -10 by the book, and -8 USD by line ") == true, "\(lines)")
    }

    @Test("Prices of what is not held, and paid a dividend, come in from the first day on")
    func pricesOfPayers() throws {
        var book = GnuCashSample.usual()
        book.account("Micro", "STOCK", "MSFT", in: "Stock")
        book.transaction("2014-03-06", "Dividend", ["Micro|0|0.00", "Broker|10.00", "Dividend Income|-10.00"])
        book.price("MSFT", "50.00", on: "2014-02-06 10:59:00 +0000")
        book.price("MSFT", "51.00", on: "2014-03-07 10:59:00 +0000")
        let read = try GnuCashImport(book)
        #expect(read.facts == ["dividend Broker MSFT = 10 USD"])
        #expect(read.plan.quotes.map(\.close) == [FixedDecimal(50), FixedDecimal(51)])
    }
}
