import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// A statement of OFX as luca takes it in.
struct OFXBook {
    private(set) var plan: ImportPlan
    let ledger: Ledger

    /// A file as it is.
    init(file text: String, into ledger: Ledger = Ledger(), _ told: ImportOptions = ImportOptions()) throws {
        var options = told
        options.fileName = "statement.qfx"
        self.ledger = ledger
        let plan = try FormatsTests.plan(text, options, context: ImportContext(ledger))
        self.plan = plan.refusedCount == 0 ? try record(plan, in: ledger) : plan
        if plan.refusedCount == 0 { for document in plan.documents { try ledger.apply(.plan(document), id: ledger.nextID) } }
    }

    /// Rows of a bank's statement.
    init(bank rows: String, into ledger: Ledger = Ledger(), _ options: ImportOptions = ImportOptions()) throws {
        try self.init(file: Self.bank(rows), into: ledger, options)
    }

    /// Rows of a broker's statement, and its list of securities.
    init(broker rows: String, positions: String = "", balance: String = "", into ledger: Ledger = Ledger(), _ options: ImportOptions = ImportOptions()) throws {
        try self.init(file: Self.broker(rows, positions: positions, balance: balance), into: ledger, options)
    }

    static let header = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n\n"

    static func bank(_ rows: String, number: String = "4711", balance: String = "") -> String {
        header + "<OFX>\n" + bankStatement(rows, number: number, balance: balance) + "</OFX>\n"
    }

    static func bankStatement(_ rows: String, number: String, balance: String = "") -> String {
        "<BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>USD\n<BANKACCTFROM><BANKID>1<ACCTID>\(number)<ACCTTYPE>CHECKING</BANKACCTFROM>\n<BANKTRANLIST>\n" + rows
            + "\n</BANKTRANLIST>\n" + balance + "\n</STMTRS></STMTTRNRS></BANKMSGSRSV1>\n"
    }

    static func broker(_ rows: String, positions: String = "", balance: String = "") -> String {
        header + "<OFX>\n<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS>\n<DTASOF>20141231\n<CURDEF>USD\n<INVACCTFROM><BROKERID>b<ACCTID>77</INVACCTFROM>\n<INVTRANLIST>\n" + rows
            + "\n</INVTRANLIST>\n<INVPOSLIST>\n" + positions + "\n</INVPOSLIST>\n" + balance + "\n</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>\n" + securities + "\n</OFX>\n"
    }

    static let securities = """
        <SECLISTMSGSRSV1><SECLIST>
        <STOCKINFO><SECINFO><SECID><UNIQUEID>S1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Aurum &amp; Co<TICKER>AUR</SECINFO></STOCKINFO>
        <DEBTINFO><SECINFO><SECID><UNIQUEID>D1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Aurum 4% 2020<TICKER>AUR</SECINFO></DEBTINFO>
        <OPTINFO><SECINFO><SECID><UNIQUEID>O1<UNIQUEIDTYPE>OTHER</SECID><SECNAME>Aurum put</SECINFO><OPTTYPE>PUT<STRIKEPRICE>80<DTEXPIRE>20140719<SHPERCTRCT>100<SECID><UNIQUEID>S1<UNIQUEIDTYPE>CUSIP</SECID></OPTINFO>
        </SECLIST></SECLISTMSGSRSV1>
        """

    static func payment(_ id: String, _ type: String, _ day: String, _ amount: String, _ more: String = "") -> String {
        "<STMTTRN><TRNTYPE>\(type)<DTPOSTED>\(day)<TRNAMT>\(amount)<FITID>\(id)\(more)</STMTTRN>"
    }

    /// A row of a security: `trade("BUYSTOCK", "1", "S1", "<UNITS>1<TOTAL>-5")`.
    static func row(_ tag: String, _ id: String, _ security: String, _ rest: String, day: String = "20140602") -> String {
        "<\(tag)><INVTRAN><FITID>\(id)<DTTRADE>\(day)</INVTRAN><SECID><UNIQUEID>\(security)<UNIQUEIDTYPE>CUSIP</SECID>\(rest)</\(tag)>"
    }

    /// The activities in short.
    var facts: [String] {
        ledger.facts.map { activity in
            var words = [(activity.subtype?.rawValue ?? activity.kind.rawValue)]
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

    var messages: [String] { plan.notices.map(\.message) }
    var refusals: [String] { plan.refusals.map(\.message) }
    func cash() throws -> [String] { try ledger.cash().filter { !$0.balance.isZero }.map { "\(ledger[$0.account].name) \($0.currency) \($0.balance)" } }
}

@Suite("Files of OFX and QFX")
struct OFXTests {
    @Test("Rows of a bank, by their types")
    func bank() throws {
        let rows = [
            OFXBook.payment("1", "CREDIT", "20140102", "500.00", "<NAME>Salary &amp; bonus"), OFXBook.payment("2", "CHECK", "20140103120000[-5:EST]", "-20", "<CHECKNUM>101"),
            OFXBook.payment("3", "INT", "20140131", "1.25"), OFXBook.payment("4", "SRVCHG", "20140131", "-3"), OFXBook.payment("5", "DIV", "20140131", "2"),
            OFXBook.payment("6", "XFER", "20140131", "-100"), OFXBook.payment("7", "HOLD", "20140131", "-9"), OFXBook.payment("8", "OTHER", "20140131", "0"),
        ]
        let book = try OFXBook(bank: rows.joined(separator: "\n"))
        #expect(
            book.facts == [
                "deposit = 500 USD", "withdrawal = 20 USD", "interest = 1.25 USD", "fee = 3 USD", "credit = 2 USD", "transfer_out = 100 USD",
            ])
        #expect(book.ledger.facts.map(\.notes).prefix(2) == ["Salary & bonus", "check 101"])
        #expect(book.ledger.facts[1].time == nil)
        #expect(book.plan.verdicts.count(.skipped) == 2)
        #expect(try book.cash() == ["4711 checking USD 380.25"])
        #expect(book.messages.contains("1 dividend does not tell what paid it, and is a credit"))
    }

    @Test("Trades: charges within the total, bonds in percent, options by the contract")
    func trades() throws {
        let book = try OFXBook(
            broker: [
                "<INVBANKTRAN>" + OFXBook.payment("0", "CREDIT", "20140102", "20000") + "<SUBACCTFUND>CASH</INVBANKTRAN>",
                OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>84.25<COMMISSION>7.95<TAXES>1<TOTAL>-851.45<BUYTYPE>BUY"),
                OFXBook.row("BUYDEBT", "2", "D1", "<UNITS>5000<UNITPRICE>99.5<TOTAL>-4987.25<ACCRDINT>12.25"),
                OFXBook.row("SELLOPT", "3", "O1", "<UNITS>-1<UNITPRICE>1.5<COMMISSION>1<TOTAL>149<OPTSELLTYPE>SELLTOOPEN<SHPERCTRCT>100"),
                OFXBook.row("SELLSTOCK", "4", "S1", "<UNITS>-4<UNITPRICE>90<FEES>0.02<TOTAL>359.98<SELLTYPE>SELL", day: "20140701"),
                OFXBook.row("CLOSUREOPT", "5", "O1", "<OPTACTION>EXPIRE<UNITS>1<SHPERCTRCT>100", day: "20140719"),
            ].joined(separator: "\n"))
        #expect(
            book.facts == [
                "deposit = 20000 USD", "buy AUR 10 @ 84.25 fee 7.95 tax 1", "buy D1 5000 @ 0.995", "interest D1 = -12.25 USD",
                "sell_to_open AUR 2014-07-19 80 P 1 @ 1.5 fee 1", "sell AUR 4 @ 90 fee 0.02", "expiry AUR 2014-07-19 80 P 1",
            ])
        #expect(try book.cash() == ["77 USD 14670.28"] || book.cash() == ["b 77 USD 14670.28"])
        #expect(book.ledger.instruments.map(\.kind) == [.stock, .bond, .option] && book.ledger.instruments[0].name == "Aurum & Co")
    }

    @Test("An option that was assigned takes the trade of its shares with it, once")
    func assignment() throws {
        let rows = [
            OFXBook.row("SELLOPT", "1", "O1", "<UNITS>-1<UNITPRICE>1.5<TOTAL>150<OPTSELLTYPE>SELLTOOPEN", day: "20140601"),
            OFXBook.row("BUYSTOCK", "2", "S1", "<UNITS>100<UNITPRICE>80<COMMISSION>5<TOTAL>-8005", day: "20140719"),
            OFXBook.row("CLOSUREOPT", "3", "O1", "<OPTACTION>ASSIGN<UNITS>1<RELFITID>2", day: "20140719"),
        ]
        let book = try OFXBook(broker: rows.joined(separator: "\n"))
        #expect(book.facts == ["sell_to_open AUR 2014-07-19 80 P 1 @ 1.5", "assignment AUR 2014-07-19 80 P 1 @ 80 fee 5"])
        #expect(try book.cash().first?.hasSuffix("USD -7855") == true)
        let alone = try OFXBook(broker: [rows[0], rows[2]].joined(separator: "\n"))
        #expect(alone.refusals == ["the file has no trade of the underlying at the strike that belongs to it"])
    }

    @Test("The gain that a broker tells of a sale is held against luca's, and the average cost of one is told")
    func gains() throws {
        func rows(_ gain: String) -> String {
            [
                OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>100<TOTAL>-1000", day: "20140103"),
                OFXBook.row("BUYSTOCK", "2", "S1", "<UNITS>10<UNITPRICE>120<TOTAL>-1200", day: "20140104"),
                OFXBook.row("SELLSTOCK", "3", "S1", "<UNITS>-5<UNITPRICE>130<TOTAL>650<GAIN>\(gain)<SELLTYPE>SELL", day: "20140401"),
                OFXBook.row("SELLMF", "4", "S1", "<UNITS>-5<UNITPRICE>130<TOTAL>650<SELLTYPE>SELL<AVGCOSTBASIS>110", day: "20140402"),
            ].joined(separator: "\n")
        }
        let own = try OFXBook(broker: rows("150"))
        #expect(own.plan.refusedCount == 0 && own.plan.gains.map(\.amount) == [FixedDecimal(150)])
        #expect(own.plan.notices.contains { $0.message == "1 cost of a sale at the average (AVGCOSTBASIS) left out, for which luca has no place" })
        #expect(try OFXBook(broker: rows("50")).plan.gains.map(\.amount) == [FixedDecimal(50)])
    }

    @Test("Income, charges, reinvestments, splits, returns of capital and transfers")
    func others() throws {
        let book = try OFXBook(
            broker: [
                OFXBook.row("TRANSFER", "1", "S1", "<UNITS>8<TFERACTION>IN<POSTYPE>LONG<AVGCOSTBASIS>50<DTPURCHASE>20120102"),
                OFXBook.row("REINVEST", "2", "S1", "<INCOMETYPE>CGLONG<TOTAL>-4.50<UNITS>0.0523<UNITPRICE>86.04"),
                OFXBook.row("INCOME", "3", "S1", "<INCOMETYPE>DIV<TOTAL>8.50<WITHHOLDING>1.50"),
                OFXBook.row("INCOME", "4", "S1", "<INCOMETYPE>DIV<TOTAL>-8.50<WITHHOLDING>1.50"),
                OFXBook.row("INVEXPENSE", "5", "S1", "<TOTAL>-2"), "<MARGININTEREST><INVTRAN><FITID>6<DTTRADE>20140602</INVTRAN><TOTAL>-0.75</MARGININTEREST>",
                OFXBook.row("RETOFCAP", "7", "S1", "<TOTAL>3"), OFXBook.row("SPLIT", "8", "S1", "<OLDUNITS>8.0523<NEWUNITS>16.1046<NUMERATOR>1<DENOMINATOR>2"),
                OFXBook.row("JRNLSEC", "9", "S1", "<SUBACCTTO>MARGIN<SUBACCTFROM>CASH<UNITS>1"),
            ].joined(separator: "\n"))
        #expect(
            book.facts == [
                "transfer_in AUR 8 @ 50", "dividend AUR = 4.5 USD", "buy AUR 0.0523 @ 86.04 = 4.5 USD", "dividend AUR = 10 USD tax 1.5", "dividend AUR = -10 USD tax -1.5",
                "fee AUR = 2 USD", "interest = -0.75 USD", "return_of_capital AUR = 3 USD", "split AUR 2:1",
            ])
        #expect(book.ledger.facts[0].detail?.opened == day("2012-01-02"))
        // The price of the day tells what units cost of which nothing else does.
        let priced = try OFXBook(broker: OFXBook.row("TRANSFER", "1", "S1", "<UNITS>10<TFERACTION>IN<POSTYPE>LONG<UNITPRICE>20"))
        #expect(priced.plan.quotes.map { "\($0.date) \($0.close)" } == ["2014-06-02 20"] && priced.plan.refusedCount == 0, "\(priced.plan.refusals)")
        #expect(try book.cash().first?.hasSuffix("USD 0.25") == true)
    }

    @Test("The same file again adds nothing, a grown one what is new, one with another figure is refused")
    func again() throws {
        let ledger = Ledger()
        let first = OFXBook.payment("1", "CREDIT", "20140102", "500"), second = OFXBook.payment("2", "DEBIT", "20140103", "-7.5")
        _ = try OFXBook(bank: first, into: ledger)
        #expect(try OFXBook(bank: first, into: ledger).plan.addsNothing)
        let grown = try OFXBook(bank: first + "\n" + second + "\n" + second, into: ledger)
        #expect(grown.plan.activities.count == 1 && grown.plan.verdicts.count(.skipped) == 1)
        #expect(try grown.cash() == ["4711 checking USD 492.5"])
        #expect(try OFXBook(bank: OFXBook.payment("1", "CREDIT", "20140102", "501"), into: ledger).refusals.count == 1)
    }

    @Test("A statement that comes under another account's name tells that its rows are entries of the first")
    func otherName() throws {
        let row = OFXBook.payment("1", "CREDIT", "20140102", "500"), ledger = Ledger(), first = try OFXBook(bank: row, into: ledger)
        #expect(!first.messages.contains { $0.contains("the id and the figures") })
        let plan = try FormatsTests.plan(OFXBook.bank(row), ImportOptions(account: "Joint"), context: ImportContext(ledger))
        #expect(plan.activities.count == 1)
        #expect(plan.notices(.nearlyThere).contains { $0.hasPrefix("1 row has the id and the figures of an entry of \"4711 checking\"") }, "\(plan.notices)")
        let other = try FormatsTests.plan(OFXBook.bank(OFXBook.payment("1", "CREDIT", "20140102", "501")), ImportOptions(account: "Joint"), context: ImportContext(ledger))
        #expect(other.notices(.nearlyThere).isEmpty)
    }

    @Test("A reversal takes back the row that it names, in the file or in the book")
    func reversals() throws {
        let buy = OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>10<TOTAL>-100"), ledger = Ledger()
        let back = "<BUYSTOCK><INVTRAN><FITID>2<DTTRADE>20140603<REVERSALFITID>1</INVTRAN><SECID><UNIQUEID>S1</SECID><UNITS>-10<UNITPRICE>10<TOTAL>100</BUYSTOCK>"
        #expect(try OFXBook(broker: buy + "\n" + back).facts.isEmpty)
        _ = try OFXBook(broker: buy, into: ledger)
        #expect(try OFXBook(broker: buy + "\n" + back, into: ledger).facts.isEmpty)
        #expect(try OFXBook(broker: buy + "\n" + back, into: ledger).plan.addsNothing)
        #expect(try OFXBook(broker: back).refusals[0].contains("neither the file nor the book has"))
        // A later statement may begin between a row and the one that takes it back, both of which the first one had.
        let rest = OFXBook.row("BUYSTOCK", "4", "S1", "<UNITS>1<UNITPRICE>10<TOTAL>-10", day: "20140605"), other = Ledger()
        _ = try OFXBook(broker: buy + "\n" + back + "\n" + rest, into: other)
        let later = try OFXBook(broker: back + "\n" + rest, into: other)
        #expect(later.plan.addsNothing && later.refusals.isEmpty, "\(later.refusals)")
        let turned = try OFXBook(broker: buy + "\n" + OFXBook.row("BUYSTOCK", "3", "S1", "<UNITS>-4<UNITPRICE>10<TOTAL>40"))
        #expect(turned.facts == ["buy AUR 10 @ 10", "sell AUR 4 @ 10"] && turned.messages.contains { $0.contains("a purchase taken back is a sale") })
    }

    @Test("Both sides of a transfer between two accounts of one file are a pair")
    func transfers() throws {
        let book = try OFXBook(
            file: OFXBook.header + "<OFX>\n" + OFXBook.bankStatement(OFXBook.payment("1", "XFER", "20140105", "-50"), number: "1")
                + OFXBook.bankStatement(OFXBook.payment("1", "XFER", "20140106", "50"), number: "2") + "</OFX>")
        let groups = Set(book.ledger.facts.compactMap { $0.detail?.group })
        #expect(book.facts == ["transfer_out = 50 USD", "transfer_in = 50 USD"] && groups.count == 1 && groups.first != "outside")
        #expect(throws: ImportIssue.self) {
            try OFXBook(
                file: OFXBook.header + "<OFX>\n" + OFXBook.bankStatement(OFXBook.payment("1", "XFER", "20140105", "-50"), number: "1")
                    + OFXBook.bankStatement(OFXBook.payment("1", "XFER", "20140106", "50"), number: "2") + "</OFX>", ImportOptions(account: "Mine"))
        }
    }

    @Test("Money of another currency: as it is told, converted, or at a rate")
    func currencies() throws {
        let bank = try OFXBook(bank: OFXBook.payment("1", "DEBIT", "20140105", "-10", "<CURRENCY><CURRATE>1.37<CURSYM>EUR</CURRENCY>"))
        #expect(try bank.cash() == ["4711 checking USD -13.7"])
        let converted = try OFXBook(bank: OFXBook.payment("1", "DEBIT", "20140105", "-10", "<ORIGCURRENCY><CURRATE>1.37<CURSYM>EUR</ORIGCURRENCY>"))
        #expect(try converted.cash() == ["4711 checking USD -10"] && converted.messages.contains { $0.contains("converted by the bank") })
        let trade = try OFXBook(broker: OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>2<UNITPRICE>10<CURRENCY><CURRATE>1.37<CURSYM>EUR</CURRENCY><TOTAL>-20"))
        #expect(try trade.cash().first?.hasSuffix("EUR -20") == true && trade.ledger.instruments[0].currency.code == "EUR")
    }

    @Test("Positions and balances are compared with the book, and prices are quotes")
    func balances() throws {
        let rows = OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>10<TOTAL>-100"), stock = "<POSSTOCK><INVPOS><SECID><UNIQUEID>S1</SECID><POSTYPE>LONG<UNITS>"
        let position = "10<UNITPRICE>11<MKTVAL>110<DTPRICEASOF>20141230</INVPOS></POSSTOCK>"
        var right = try OFXBook(broker: rows, positions: stock + position, balance: "<INVBAL><AVAILCASH>-100</INVBAL>").plan
        let book = try OFXBook(broker: rows, positions: stock + position, balance: "<INVBAL><AVAILCASH>-100</INVBAL>")
        let before = right.notices.count
        try right.checkBalances(book.ledger)
        #expect(right.notices.count == before && right.quotes.count == 1 && right.balances.count == 2)
        var wrong = try OFXBook(broker: rows, positions: stock + "1" + position, balance: "<INVBAL><AVAILCASH>-90</INVBAL>").plan
        try wrong.checkBalances(book.ledger)
        #expect(wrong.notices(.changed).filter { $0.contains("at the end of 2014-12-31 by the book") }.count == 2, "\(wrong.notices)")
    }

    @Test("Version 2 in one line of XML, decimal commas, and text in CDATA")
    func dialects() throws {
        let xml =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><?OFX OFXHEADER=\"200\" VERSION=\"211\"?>"
            + OFXBook.bank(
                "<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20140103</DTPOSTED><TRNAMT>-1234,50</TRNAMT><FITID>1</FITID><NAME><![CDATA[A < B & C]]></NAME><MEMO/></STMTTRN>"
            ).dropFirst(OFXBook.header.count).replacing("\n", with: "").replacing("<CURDEF>USD", with: "<CURDEF>EUR</CURDEF>")
        let book = try OFXBook(file: xml)
        #expect(book.facts == ["withdrawal = 1234.5 EUR"] && book.ledger.facts[0].notes == "A < B & C")
        #expect(book.messages.contains { $0.contains("\"line\" counts its records") })
        let crlf = try OFXBook(file: OFXBook.bank(OFXBook.payment("1", "CREDIT", "20140102", "5", "<NAME>AT&T")).replacing("\n", with: "\r\n"))
        #expect(crlf.plan.verdicts.last?.line == 11 || crlf.plan.verdicts.count == 2)
        #expect(crlf.ledger.facts[0].notes == "AT&T")
    }
}
