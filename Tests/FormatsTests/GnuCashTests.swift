import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// A book of GnuCash as luca takes it in.
struct GnuCashImport {
    let plan: ImportPlan
    let ledger: Ledger

    init(_ text: String, into ledger: Ledger = Ledger()) throws {
        self.ledger = ledger
        var context = ImportContext(ledger)
        context.baseCurrency = nil
        let plan = try FormatsTests.plan(text, ImportOptions(fileName: "book.gnucash"), context: context)
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
    }

    init(_ book: GnuCashSample, into ledger: Ledger = Ledger()) throws { try self.init(book.text, into: ledger) }

    /// The activities in short: `buy Broker AAPL 4 @ 100 fee 1.5`.
    var facts: [String] {
        ledger.facts.map { activity in
            var words = [activity.subtype?.rawValue ?? activity.kind.rawValue, ledger[activity.account].name]
            if let instrument = activity.instrument { words.append(ledger[instrument].symbol) }
            if let quantity = activity.quantity { words.append("\(quantity)") }
            if let price = activity.price { words.append("@ \(price)") }
            if let amount = activity.amount { words.append("= \(amount) \(activity.currency)") }
            if !activity.fee.isZero { words.append("fee \(activity.fee)") }
            if !activity.tax.isZero { words.append("tax \(activity.tax)") }
            if let ratio = activity.detail?.ratio { words.append("\(ratio)") }
            return words.joined(separator: " ")
        }
    }

    func cash() throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }
    func lots() throws -> [String] { try ledger.lots().map { "\(ledger[$0.account].name) \(ledger[$0.instrument].symbol) \($0.remaining) \($0.cost) \($0.opened)" } }
    func differences() throws -> [String] { try plan.differences(ledger).map(\.message) }
    var messages: [String] { plan.notices.map(\.message) }
}

@Suite("Books of GnuCash")
struct GnuCashTests {
    @Test("Money in, a purchase with its commission, a dividend, a sale with its gain beside it")
    func trades() throws {
        var book = GnuCashSample.usual()
        book.commodity("AAPL", "Apple & Co")
        book.transaction("2014-01-02", "Savings", ["Bank|2000.00", "Opening Balances|-2000.00"])
        book.transaction("2014-01-03", "To the broker", ["Broker|1500.00", "Bank|-1500.00"])
        book.transaction("2014-01-06", "Buy", ["Apple|8|640.00|action=Buy", "Commissions|1.00", "Broker|-641.00"])
        book.transaction("2014-06-30", "Quarterly", ["Broker|6.80", "Dividend Income|-6.80", "Apple|0|0|action=Dividend"])
        book.transaction("2014-09-01", "Sell", ["Broker|270.00", "Apple|-3|-270.00|action=Sell", "Apple|0|30.00", "Capital Gains|-30.00"])
        book.transaction("2014-09-30", "Food", ["Groceries|12.00", "Bank|-12.00"])
        book.price("AAPL", "92.50", on: "2014-12-30 10:59:00 +0000")
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(
            read.facts == [
                "deposit Bank = 2000 USD", "transfer_out Bank = 1500 USD", "transfer_in Broker = 1500 USD", "buy Broker AAPL 8 @ 80 fee 1", "dividend Broker AAPL = 6.8 USD",
                "sell Broker AAPL 3 @ 90", "withdrawal Bank = 12 USD",
            ])
        #expect(try read.cash() == ["Bank USD 488", "Broker USD 1135.8"])
        #expect(read.ledger.facts.last?.notes == "Food [Expenses:Groceries]")
        #expect(read.ledger.facts[0].detail?.sourceID == "t1" && read.ledger.facts[2].detail?.sourceID == "t2/2")
        #expect(read.plan.quotes.count == 1)
        #expect(read.ledger.instrument(named: "AAPL").map { read.ledger[$0].name } == "Apple & Co")
    }

    @Test("A gain beside a sale is held against luca's, whether it stands in the sale or in a split without units", arguments: [true, false])
    func gainsBeside(isInSale: Bool) throws {
        var book = GnuCashSample.usual()
        book.transaction("2022-01-10", "Buy", ["Apple|10|800.00", "Broker|-800.00"])
        book.transaction("2022-02-10", "Buy", ["Apple|10|1200.00", "Broker|-1200.00"])
        let sale = isInSale ? ["Apple|-5|-500.00", "Broker|600.00"] : ["Apple|-5|-600.00", "Broker|600.00", "Apple|0|100.00"]
        book.transaction("2022-06-01", "Sell", sale + ["Capital Gains|-100.00"])
        let read = try GnuCashImport(book)
        #expect(try read.ledger.gains().map { "\($0.gain)" } == ["200"], "\(read.facts)")
        #expect(read.plan.gains.map(\.amount) == (isInSale ? [FixedDecimal(100)] : []) && read.plan.heldGains.map(\.amount) == (isInSale ? [] : [FixedDecimal(100)]))
    }

    @Test("A total stays exact where its price of a unit does not end")
    func totals() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|3|100.00", "Broker|-100.00"])
        book.transaction("2014-01-07", "Buy", ["Apple|1234567/100000|1000.01", "Broker|-1000.01"])
        book.transaction("2014-02-06", "Sell", ["Apple|-7|-700.03", "Broker|700.03"])
        let read = try GnuCashImport(book)
        #expect(try read.cash() == ["Broker USD -399.98"])
        #expect(
            try read.ledger.lots().map(\.cost).reduce(FixedDecimal.zero) { try $0 + $1 } == decimal("1100.01") - decimal("100") - (decimal("1000.01") * decimal("4"))
                / decimal("12.34567"))
    }

    @Test("A split of shares, alone or with cash for a fraction, keeps what was paid")
    func shareSplits() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|4|400.00", "Broker|-400.00"])
        book.transaction("2014-06-09", "Seven for one", ["Apple|24|0|action=Split"])
        book.transaction("2014-07-09", "Sell", ["Apple|-7|-140.00", "Broker|140.00"])
        book.transaction("2014-08-09", "Three for two, and cash", ["Apple|10|0|action=Split", "Broker|5.00", "Capital Gains|-5.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(read.facts == ["buy Broker AAPL 4 @ 100", "split Broker AAPL 28:4", "sell Broker AAPL 7 @ 20", "split Broker AAPL = 5 USD 31:21"])
        #expect(try read.lots() == ["Broker AAPL 31 300 2014-01-06"])
        #expect(try read.ledger.gains().map { "\($0.quantity) \($0.proceeds) \($0.cost)" } == ["7 140 100", "0 5 0"])
        #expect(try read.cash() == ["Broker USD -255"])
    }

    @Test("Money for units that stay is capital returned; gains alone are left to luca")
    func capital() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|4|400.00", "Broker|-400.00"])
        book.transaction("2014-02-06", "Capital back", ["Apple|0|-40.00", "Broker|40.00"])
        book.transaction("2014-03-06", "Gain", ["Apple|0|30.00", "Capital Gains|-30.00"])
        let read = try GnuCashImport(book)
        #expect(read.facts == ["buy Broker AAPL 4 @ 100", "return_of_capital Broker AAPL = 40 USD"])
        #expect(try read.lots() == ["Broker AAPL 4 360 2014-01-06"])
        #expect(read.messages.contains("1 gain that luca computes itself left out, for which luca has no place"))
    }

    @Test("A sale takes the lot that GnuCash names")
    func lots() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|4|400.00|lot=l1", "Broker|-400.00"])
        book.transaction("2014-01-07", "Buy", ["Apple|4|440.00|lot=l2", "Broker|-440.00"])
        book.transaction("2014-02-06", "Sell", ["Apple|-3|-390.00|lot=l2", "Broker|390.00"])
        #expect(try GnuCashImport(book).lots() == ["Broker AAPL 4 400 2014-01-06", "Broker AAPL 1 110 2014-01-07"])
    }

    @Test("A sale from a lot that was bought on the same day takes it, though it stands before it in the file and other lots are there")
    func lotOfTheSameDay() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|4|400.00|lot=l1", "Broker|-400.00"])
        book.transaction("2014-01-07", "Sell", ["Apple|-3|-390.00|lot=l2", "Broker|390.00"])
        book.transaction("2014-01-07", "Buy", ["Apple|4|440.00|lot=l2", "Broker|-440.00"])
        #expect(try GnuCashImport(book).lots() == ["Broker AAPL 4 400 2014-01-06", "Broker AAPL 1 110 2014-01-07"])
    }

    @Test("Transactions of a day come in the order in which they were entered")
    func orderOfEntry() throws {
        func entered(_ time: String) -> String { "<trn:date-entered>\n<ts:date>2014-01-20 \(time) +0000</ts:date>\n</trn:date-entered>\n" }
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Second", ["Apple|4|440.00", "Broker|-440.00"], extra: entered("10:00:02"))
        book.transaction("2014-01-06", "First", ["Apple|4|400.00", "Broker|-400.00"], extra: entered("10:00:01"))
        book.transaction("2014-02-06", "Sell", ["Apple|-4|-390.00", "Broker|390.00"])
        #expect(try GnuCashImport(book).lots() == ["Broker AAPL 4 440 2014-01-06"])
    }

    @Test("Several currencies, with and without trading accounts")
    func currencies() throws {
        for trades in [false, true] {
            var book = GnuCashSample.usual()
            book.account("Euros", "BANK", "EUR", in: "Assets")
            book.account("Trading", "TRADING")
            book.account("T-EUR", "TRADING", "EUR", in: "Trading")
            book.account("T-USD", "TRADING", "USD", in: "Trading")
            book.transaction(
                "2014-01-06", "Change", ["Bank|-120.00", "Euros|100.00|120.00"] + (trades ? ["T-EUR|-100.00|-120.00", "T-USD|120.00"] : []))
            book.price("EUR", "6/5", on: "2014-01-06 10:59:00 +0000")
            let read = try GnuCashImport(book)
            #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
            #expect(try read.cash() == ["Bank USD -120", "Euros EUR 100"])
            #expect(read.plan.rates.map(\.rate) == [decimal("1.2")])
        }
    }

    @Test("Units move between accounts with their cost; units from equity open a lot; shares may be sold short")
    func units() throws {
        var book = GnuCashSample.usual()
        book.account("Other", "BANK", in: "Assets")
        book.account("Apple there", "MUTUAL", "AAPL", in: "Other")
        book.transaction("2014-01-05", "Opening", ["Apple|2|150.00", "Opening Balances|-150.00"])
        book.transaction("2014-01-06", "Moved", ["Apple there|2|160.00", "Apple|-2|-160.00"])
        book.transaction("2014-01-07", "Short", ["Apple|-1|-90.00", "Broker|90.00"])
        book.transaction("2014-01-08", "Cover", ["Apple|1|80.00", "Broker|-80.00"])
        let read = try GnuCashImport(book)
        #expect(read.plan.refusedCount == 0, "\(read.plan.refusals)")
        #expect(try read.lots() == ["Other AAPL 2 150 2014-01-05"])
        #expect(try read.cash() == ["Broker USD 10"])
    }

    @Test("What luca has no place for is told by name and count, and not taken for entries")
    func leftOut() throws {
        var book = GnuCashSample.usual()
        book.account("Imbalance-USD", "BANK")
        book.account("Card", "CREDIT")
        book.transaction(
            "2014-01-02", "Void", ["Bank|0", "Salary|0"], slots: "<slot>\n<slot:key>void-reason</slot:key>\n<slot:value type=\"string\">twice</slot:value>\n</slot>\n")
        book.transaction("2014-01-03", "Odd", ["Bank|5.00|memo=why|reconciled-state=y", "Imbalance-USD|-5.00"], extra: "<trn:num>17</trn:num>\n")
        book.transaction("2014-01-04", "Card", ["Card|-7.00", "Groceries|7.00"])
        book.other("<gnc:schedxaction version=\"2.0.0\">\n<sx:id>s</sx:id>\n</gnc:schedxaction>")
        book.other(
            "<gnc:template-transactions>\n<gnc:account>\n<act:name>T</act:name>\n<act:id>T</act:id>\n<act:type>BANK</act:type>\n</gnc:account>\n</gnc:template-transactions>")
        book.other("<gnc:GncInvoice>\n<invoice:id>1</invoice:id>\n</gnc:GncInvoice>\n<gnc:GncEntry>\n</gnc:GncEntry>\n<gnc:GncEntry>\n</gnc:GncEntry>")
        let read = try GnuCashImport(book)
        #expect(read.facts == ["deposit Bank = 5 USD"])
        #expect(read.ledger.accounts.map(\.name) == ["Bank"])
        for message in [
            "1 voided transaction left out, for which luca has no place", "1 scheduled transaction left out, for which luca has no place",
            "1 invoice left out, for which luca has no place", "2 invoice entries left out, for which luca has no place", "1 memo on a split left out, for which luca has no place",
            "1 number on a transaction left out, for which luca has no place", "1 mark on a split that it is cleared or reconciled left out, for which luca has no place",
            "1 split is in Imbalance-USD, where GnuCash keeps what does not balance; look at them there",
        ] {
            #expect(read.messages.contains(message), "\(message): \(read.messages)")
        }
    }

    @Test("Days are those of the place where they were kept")
    func days() throws {
        func day(_ moment: String, slot: String = "") throws -> String { try "\(GnuCashFigures.day(moment, told: slot))" }
        #expect(try day("2014-01-02 10:59:00 +0000") == "2014-01-02")
        #expect(try day("2014-01-02 00:00:00 +0100") == "2014-01-02")
        #expect(try day("2014-01-01 23:00:00 +0000") == "2014-01-02")
        #expect(try day("2014-01-02 05:00:00") == "2014-01-02")
        #expect(try day("2013-12-31 23:00:00") == "2014-01-01")
        #expect(try day("2014-01-02 23:00:00 +0100") == "2014-01-02")
        #expect(try day("2014-01-02 10:59:00 +0000", slot: "2014-01-03") == "2014-01-03")
        for wrong in ["", "2014", "2014-02-30 10:59:00 +0000"] { #expect(throws: ImportIssue.self) { try day(wrong) } }
    }

    @Test("Numbers are fractions of whole numbers, exact or rounded to the last digit")
    func numbers() throws {
        #expect(try GnuCashFigures.number("12345/100") == decimal("123.45"))
        #expect(try GnuCashFigures.number("-5/1000000") == decimal("-0.000005"))
        #expect(try GnuCashFigures.number("7") == decimal("7"))
        #expect(try GnuCashFigures.number("2/3") == decimal("0.666666666666666667"))
        #expect(try GnuCashFigures.number("-2/3") == decimal("-0.666666666666666667"))
        for wrong in ["", "1/0", "1/-5", "a/2", "1.5", "1/2/3", "99999999999999999999/1"] { #expect(throws: ImportIssue.self) { try GnuCashFigures.number(wrong) } }
    }

    @Test("What is wrong with a transaction is said with its line, and what to do")
    func faults() throws {
        func refusal(_ change: (inout GnuCashSample) -> Void) throws -> [String] {
            var book = GnuCashSample.usual()
            change(&book)
            return try GnuCashImport(book).plan.refusals.map(\.message)
        }
        #expect(try refusal { $0.transaction("2014-01-02", "x", ["Bank|5.00", "Salary|-4.00"]) } == ["its splits do not balance: 1 USD is left over"])
        #expect(try refusal { $0.transaction("2014-02-30", "x", ["Bank|5.00", "Salary|-5.00"]) } == ["2014-02-30 10:59:00 +0000 is no date"])
        #expect(try refusal { $0.transaction("2014-01-02", "x", ["Bank|5/0|5.00", "Salary|-5.00"]) } == ["5/0 is no number"])
        #expect(try refusal { $0.transaction("2014-01-02", "x", ["Apple|5|-5.00", "Bank|5.00"]) } == ["a split of 5 AAPL is worth -5 USD, which has the other sign"])
        #expect(try refusal { $0.transaction("2014-01-02", "x", ["Bank|5.00|6.00", "Salary|-6.00"]) } == ["a split of 5 USD is worth 6 USD"])
        #expect(try refusal { $0.account("Odd", "STOK") } == ["\"STOK\" is no type of account"])
        #expect(try refusal { $0.price("AAPL", "x", on: "2014-01-02 10:59:00 +0000") } == ["x is no number"])
        let cut = String(GnuCashSample.usual().text.dropLast(30))
        #expect(throws: ImportIssue.self) { try GnuCashImport(cut) }
        let bomb = GnuCashSample.usual().text.replacing("<gnc-v2", with: "<!DOCTYPE g [<!ENTITY a \"aaaa\">]>\n<gnc-v2")
        do {
            _ = try GnuCashImport(bomb)
            Issue.record("entities were read")
        } catch let issue as ImportIssue {
            #expect(issue.kind == .badXML && issue.message.contains("DOCTYPE"))
        }
    }

    @Test("A split without its account is told, and its money counts")
    func orphans() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-02", "x", ["Bank|5.00", "nowhere|-5.00"])
        let read = try GnuCashImport(book)
        #expect(try read.cash() == ["Bank USD 5"])
        #expect(read.messages.contains("1 split is in no account, where GnuCash keeps what does not balance; look at them there"))
    }

    @Test("A security whose mnemonic is a currency's code is no currency")
    func codes() throws {
        var book = GnuCashSample.usual()
        book.account("Allstate", "STOCK", "NYSE:ALL", in: "Stock")
        book.transaction("2014-01-06", "Buy", ["Allstate|4|400.00", "Broker|-400.00"])
        book.price("NYSE:ALL", "110.00", on: "2014-02-06 10:59:00 +0000")
        let read = try GnuCashImport(book)
        #expect(try read.lots() == ["Broker ALL.NYSE 4 400 2014-01-06"])
        #expect(read.plan.rates.isEmpty && read.plan.quotes.count == 1)
    }

    @Test("Of several prices of a day the latest holds")
    func prices() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|4|400.00", "Broker|-400.00"])
        book.price("AAPL", "102.00", on: "2014-01-07 10:00:00 +0000")
        book.price("AAPL", "103.00", on: "2014-01-07 11:00:00 +0000")
        book.price("AAPL", "101.00", on: "2014-01-07 09:00:00 +0000")
        let read = try GnuCashImport(book)
        #expect(read.plan.quotes.count == 1 && read.messages.contains("2 earlier prices on the same day left out, for which luca has no place"))
    }

    @Test("The same file again adds nothing; one that grew adds what is new; a corrected and a voided transaction are refused")
    func again() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-02", "Savings", ["Bank|2000.00", "Opening Balances|-2000.00"])
        book.transaction("2014-01-03", "To the broker", ["Broker|1500.00", "Bank|-1500.00"])
        book.transaction("2014-01-06", "Buy", ["Apple|8|640.00|action=Buy", "Commissions|1.00", "Broker|-641.00"])
        let ledger = Ledger()
        _ = try GnuCashImport(book, into: ledger)
        let before = ledger.facts.count
        #expect(before == 4)
        #expect(try GnuCashImport(book, into: ledger).plan.activities.isEmpty)
        var grown = book
        grown.transaction("2014-01-06", "Buy", ["Apple|8|640.00|action=Buy", "Commissions|1.00", "Broker|-641.00"])
        #expect(try GnuCashImport(grown, into: ledger).plan.activities.count == 1)
        #expect(ledger.facts.count == before + 1)
        let corrected = grown.text.replacing("64000/100", with: "63900/100").replacing("-64100/100", with: "-64000/100")
        #expect(try GnuCashImport(corrected, into: ledger).plan.refusals.allSatisfy { $0.kind == .changedRow })
        #expect(try GnuCashImport(corrected, into: ledger).plan.refusedCount == 2)
        let slot = "<trn:slots>\n<slot>\n<slot:key>void-reason</slot:key>\n<slot:value type=\"string\">x</slot:value>\n</slot>\n</trn:slots>\n<trn:splits>"
        let voided = grown.text.replacing("<trn:splits>", with: slot, maxReplacements: 1)
        let refused = try GnuCashImport(voided, into: ledger)
        #expect(refused.plan.refusals.map(\.message) == ["it is void in GnuCash, and the book has it as entry 4"])
    }

    @Test("An account that was renamed, and a transaction in other parts, are refused and not counted twice")
    func moved() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-02", "Savings", ["Bank|2000.00", "Opening Balances|-2000.00"])
        book.transaction("2014-01-06", "Buy", ["Apple|8|640.00", "Broker|-640.00"])
        let ledger = Ledger()
        _ = try GnuCashImport(book, into: ledger)
        let renamed = book.text.replacing("<act:name>Bank<", with: "<act:name>Giro<")
        let refused = try GnuCashImport(renamed, into: ledger).plan
        #expect(refused.activities.isEmpty && refused.refusedCount == 1)
        #expect(refused.refusals[0].message == "the book has it as entry 4 in \"Bank\", and by now it is of other accounts or in other parts", "\(refused.refusals)")
        var parted = GnuCashSample.usual()
        parted.transaction("2014-01-02", "Savings", ["Bank|1500.00", "Broker|500.00", "Opening Balances|-2000.00"])
        let parts = try GnuCashImport(parted, into: ledger).plan
        #expect(parts.activities.isEmpty && parts.refusedCount == 1 && parts.refusals[0].hint.hasPrefix("void(4) and import again"))
    }

    @Test("One long line is told by the numbers of its elements")
    func oneLine() throws {
        var book = GnuCashSample.usual()
        book.transaction("2014-01-02", "Savings", ["Bank|2000.00", "Opening Balances|-2000.00"])
        book.transaction("2014-01-02", "Odd", ["Bank|2.00", "Salary|-1.00"])
        let read = try GnuCashImport(book.text.replacing("\n", with: " "))
        #expect(read.plan.refusals.count == 1 && read.plan.activities.count == 1)
    }

    @Test("The tables of its SQLite file say the same")
    func tables() throws {
        let xml = GnuCashTables(
            rows: [
                "books": [["guid": "k", "root_account_guid": "root", "root_template_guid": "tr"]],
                "commodities": [
                    ["guid": "usd", "namespace": "CURRENCY", "mnemonic": "USD"], ["guid": "aapl", "namespace": "NASDAQ", "mnemonic": "AAPL", "fullname": "Apple <&>"],
                ],
                "accounts": [
                    ["guid": "root", "name": "Root", "account_type": "ROOT"], ["guid": "tr", "name": "Template Root", "account_type": "ROOT"],
                    ["guid": "tb", "name": "T", "account_type": "BANK", "commodity_guid": "usd", "parent_guid": "tr"],
                    ["guid": "b", "name": "Broker", "account_type": "BANK", "commodity_guid": "usd", "parent_guid": "root"],
                    ["guid": "a", "name": "Apple", "account_type": "STOCK", "commodity_guid": "aapl", "parent_guid": "b"],
                ],
                "transactions": [
                    ["guid": "t1", "currency_guid": "usd", "post_date": "20140105230000", "description": "Buy & hold"],
                    ["guid": "t2", "currency_guid": "usd", "post_date": "2014-01-07 10:59:00", "description": "Template"],
                ],
                "splits": [
                    ["tx_guid": "t1", "account_guid": "a", "value_num": "40000", "value_denom": "100", "quantity_num": "4", "quantity_denom": "1"],
                    ["tx_guid": "t1", "account_guid": "b", "value_num": "-40000", "value_denom": "100", "quantity_num": "-40000", "quantity_denom": "100"],
                    ["tx_guid": "t2", "account_guid": "tb", "value_num": "0", "value_denom": "1", "quantity_num": "0", "quantity_denom": "1"],
                ],
                "prices": [["commodity_guid": "aapl", "currency_guid": "usd", "date": "2014-01-08 10:59:00", "value_num": "101", "value_denom": "1"]],
            ], counts: ["schedxactions": 2]
        ).xml
        let read = try GnuCashImport(xml)
        #expect(read.facts == ["buy Broker AAPL 4 @ 100"])
        #expect(read.ledger.facts[0].date == day("2014-01-06") && read.ledger.facts[0].notes == "Buy & hold")
        #expect(read.plan.quotes.count == 1 && read.messages.contains("2 scheduled transactions left out, for which luca has no place"))
    }

    @Test("Damaged files are refused or read, and never more")
    func damage() throws {
        var random = SeededRandom.forTest("damaged books of GnuCash")
        var book = GnuCashSample.usual()
        book.transaction("2014-01-06", "Buy", ["Apple|8|640.00|lot=l", "Commissions|1.00", "Broker|-641.00"])
        book.transaction("2014-02-06", "Split", ["Apple|8|0|action=Split"])
        book.transaction("2014-03-06", "Sell", ["Apple|-3|-270.00|lot=l", "Broker|270.00"])
        let original = Array(book.text.utf8), noise = Array("<>/&;-0123456789 \"\u{0}\u{FF}ABSTOCK".utf8)
        var read = 0
        for _ in 0..<SeededRandom.rounds(300) {
            let bytes = random.damaged(original, by: noise)
            do throws(ImportIssue) {
                let plan = try Formats.plan(bytes, options: ImportOptions(fileName: "book.gnucash"), context: ImportContext(baseCurrency: nil))
                #expect(plan.refusals.allSatisfy { !$0.message.isEmpty && $0.line != nil })
                read += 1
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
        #expect(read > 0)
    }
}
