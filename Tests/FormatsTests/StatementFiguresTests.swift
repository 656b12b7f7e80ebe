import Ledger
import Testing
import Values

@testable import Formats

/// What statements of brokers tell in more than one way, or against themselves.
@Suite("Figures of statements that need a second look")
struct StatementFiguresTests {
    private static func cash(_ rows: String...) -> String { "<INVBANKTRAN>" + rows.joined() + "<SUBACCTFUND>CASH</INVBANKTRAN>" }

    private static func listed(_ id: String, _ name: String, _ ticker: String) -> String {
        "<STOCKINFO><SECINFO><SECID><UNIQUEID>\(id)<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>\(name)<TICKER>\(ticker)</SECINFO></STOCKINFO>\n"
    }

    /// The file of a broker with a list of securities of its own.
    private static func file(_ rows: String, _ securities: String, positions: String = "") -> String {
        let whole = OFXBook.broker(rows, positions: positions)
        return whole.replacing(OFXBook.securities, with: securities.isEmpty ? "" : "<SECLISTMSGSRSV1><SECLIST>\n\(securities)</SECLIST></SECLISTMSGSRSV1>")
    }

    @Test(
        "A dividend among rows of cash is of the security whose name stands in its text; an ordinary word is no symbol, and where names and symbols differ it is a credit",
        arguments: [
            ("DIVIDEND ON COCA COLA CO", "dividend KO = 4.6 USD"), ("ON SEMICONDUCTOR DIV", "dividend ON = 4.6 USD"), ("KO CASH DIV", "dividend KO = 4.6 USD"),
            ("DIVIDEND ON SHARES", "credit = 4.6 USD"), ("KO ON SEMICONDUCTOR", "credit = 4.6 USD"), ("SOMETHING ELSE", "credit = 4.6 USD"),
        ])
    func dividends(text: String, fact: String) throws {
        let rows = Self.cash(OFXBook.payment("1", "DIV", "20140602", "4.60", "<NAME>\(text)"))
        let securities = Self.listed("111", "ON SEMICONDUCTOR CORP", "ON") + Self.listed("112", "COCA-COLA COMPANY", "KO")
        #expect(try OFXBook(file: Self.file(rows, securities)).facts == [fact])
    }

    @Test("What units that came in have cost is of one, unless only the cost of all is near what they are worth; an option's is that of a contract")
    func costs() throws {
        func position(_ tag: String, _ id: String, _ units: String, _ price: String, _ worth: String) -> String {
            "<\(tag)><INVPOS><SECID><UNIQUEID>\(id)</SECID><POSTYPE>LONG<UNITS>\(units)<UNITPRICE>\(price)<MKTVAL>\(worth)<DTPRICEASOF>20141230</INVPOS></\(tag)>"
        }
        func moved(_ id: String, _ units: String, _ cost: String) -> String {
            OFXBook.row("TRANSFER", id, id, "<UNITS>\(units)<TFERACTION>IN<POSTYPE>LONG<AVGCOSTBASIS>\(cost)")
        }
        let whole = try OFXBook(broker: moved("S1", "30", "1200"), positions: position("POSSTOCK", "S1", "30", "56", "1680"))
        #expect(
            whole.facts == ["transfer_in AUR 30 = 1200 USD"] && whole.messages.contains { $0.hasPrefix("1 transfer tells a cost (AVGCOSTBASIS) that is near") }, "\(whole.messages)"
        )
        let one = try OFXBook(broker: moved("S1", "30", "40"), positions: position("POSSTOCK", "S1", "30", "56", "1680"))
        #expect(one.facts == ["transfer_in AUR 30 @ 40"] && !one.messages.contains { $0.contains("AVGCOSTBASIS") }, "\(one.messages)")
        let bond = try OFXBook(broker: moved("D1", "5000", "98.50"), positions: position("POSDEBT", "D1", "5000", "99", "4950"))
        #expect(bond.facts == ["transfer_in D1 5000 @ 0.985"])
        let option = try OFXBook(broker: moved("O1", "2", "350"), positions: position("POSOPT", "O1", "2", "3.60", "720"))
        #expect(option.facts.map { $0.hasSuffix(" 2 @ 3.5") } == [true], "\(option.facts)")
        let pence = try OFXBook(broker: moved("S1", "100", "1.50"), positions: position("POSSTOCK", "S1", "100", "155", "155.00"))
        #expect(try pence.plan.quotes.map(\.close) == [FixedDecimal("1.55")])
        let alone = try OFXBook(broker: moved("S1", "30", "40"))
        #expect(alone.facts == ["transfer_in AUR 30 @ 40"] && alone.messages.contains { $0.contains("no price of the file is near it") }, "\(alone.messages)")
        let unknown = try OFXBook(broker: moved("O1", "2", "350"))
        #expect(
            unknown.facts.map { $0.contains("@") } == [false] && unknown.messages.contains { $0.hasPrefix("1 cost (AVGCOSTBASIS) of an option is left out") }, "\(unknown.messages)"
        )
    }

    @Test("Sides of transfers that name accounts which are not each other's are no pair")
    func counterparties() throws {
        func groups(_ out: String, _ back: String) throws -> Set<String> {
            let book = try OFXBook(
                file: OFXBook.header + "<OFX>\n"
                    + OFXBook.bankStatement(OFXBook.payment("1", "XFER", "20140105", "-50", out.isEmpty ? "" : "<BANKACCTTO><BANKID>9<ACCTID>\(out)</BANKACCTTO>"), number: "10001")
                    + OFXBook.bankStatement(
                        OFXBook.payment("1", "XFER", "20140106", "50", back.isEmpty ? "" : "<BANKACCTTO><BANKID>8<ACCTID>\(back)</BANKACCTTO>"), number: "20002")
                    + "</OFX>")
            return Set(book.ledger.facts.compactMap { $0.detail?.group })
        }
        #expect(try groups("OUTSIDE", "GRANNY") == ["outside"])
        #expect(try groups("OUTSIDE", "") == ["outside"])
        for (out, back) in [("20002", "10001"), ("XXX0002", ""), ("", "10001"), ("10001", "")] {
            let tied = try groups(out, back)
            #expect(tied.count == 1 && tied.first != "outside", "\(out) \(back): \(tied)")
        }
    }

    @Test(
        "The ratio of a split is held against the units before and after, of which a fraction may be paid out",
        arguments: [("100", "300", "2", "1", false), ("100", "200", "2", "1", true), ("101", "151", "3", "2", true), ("101", "151", "2", "3", true), ("0", "0", "2", "1", true)])
    func splits(old: String, new: String, up: String, down: String, isTaken: Bool) throws {
        let buy = OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>\(old == "0" ? "100" : old)<UNITPRICE>10<TOTAL>-\(old == "0" ? "1000" : old + "0")", day: "20140102")
        let split = OFXBook.row("SPLIT", "2", "S1", "<OLDUNITS>\(old)<NEWUNITS>\(new)<NUMERATOR>\(up)<DENOMINATOR>\(down)")
        let book = try OFXBook(broker: buy + "\n" + split)
        #expect(book.refusals == (isTaken ? [] : ["100 units that become 300 are no split of 2:1"]))
        if isTaken { #expect(book.facts.last == (up == "2" && down == "1" ? "split AUR 2:1" : "split AUR 3:2")) }
    }

    @Test("A trade that takes another back with its commission brings what that moved, whatever sign the commission has", arguments: ["-7.95", "7.95"])
    func cancelled(commission: String) throws {
        let buy = OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>84.25<COMMISSION>7.95<TOTAL>-850.45", day: "20140102")
        let back = OFXBook.row("BUYSTOCK", "2", "S1", "<UNITS>-10<UNITPRICE>84.25<COMMISSION>\(commission)<TOTAL>850.45", day: "20140103")
        let book = try OFXBook(broker: buy + "\n" + back)
        #expect(book.facts == ["buy AUR 10 @ 84.25 fee 7.95", "sell AUR 10 = 850.45 USD"], "\(book.refusals)")
        #expect(try book.cash().isEmpty)
        // A sale of its own costs its commission.
        let own = OFXBook.row("BUYSTOCK", "2", "S1", "<UNITS>-10<UNITPRICE>84.25<COMMISSION>7.95<TOTAL>834.55", day: "20140103")
        #expect(try OFXBook(broker: buy + "\n" + own).facts.last == "sell AUR 10 @ 84.25 fee 7.95")
    }

    @Test("Units of a fraction that were bought for a round sum are taken at that sum")
    func fractions() throws {
        let ofx = try OFXBook(broker: OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>0.333<UNITPRICE>300.12<TOTAL>-100.00"))
        #expect(ofx.facts == ["buy AUR 0.333 = 100 USD"], "\(ofx.refusals)")
        let qif = try QIFBook(invested: ["D01/16/2014 NBuy YAurum I300.12 Q0.333 T100.00"])
        #expect(qif.facts == ["buy AUR 0.333 = 100"], "\(qif.refusals)")
    }

    @Test("A return of capital that the bank converted lowers the cost in the currency of its security; one below zero is refused with a way out")
    func returnsOfCapital() throws {
        let buy = OFXBook.row("BUYSTOCK", "1", "S1", "<UNITS>10<UNITPRICE>100<CURRENCY><CURRATE>1.10<CURSYM>EUR</CURRENCY><TOTAL>-1000", day: "20140102")
        let ledger = Ledger()
        _ = try OFXBook(broker: buy, into: ledger)
        let book = try OFXBook(broker: OFXBook.row("RETOFCAP", "2", "S1", "<TOTAL>5.50<ORIGCURRENCY><CURRATE>1.10<CURSYM>EUR</ORIGCURRENCY>"), into: ledger)
        #expect(book.facts.last == "return_of_capital AUR = 5 EUR", "\(book.refusals)")
        #expect(try book.cash().contains { $0.hasSuffix("USD 5.5") })
        let ofx = try OFXBook(broker: OFXBook.row("RETOFCAP", "2", "S1", "<TOTAL>-18")).plan.refusals
        let qif = try QIFBook(invested: ["D01/15/2014 NShrsIn YAurum Q1 I50", "D01/16/2014 NRtrnCap YAurum T-5"]).plan.refusals
        for refusals in [ofx, qif] { #expect(refusals.map(\.kind) == [.wrongSign] && refusals[0].hint.hasPrefix("void the entry"), "\(refusals)") }
    }

    @Test("A security is known again by its CUSIP: under another ticker, and without a list of securities")
    func identities() throws {
        let ledger = Ledger(), buy = OFXBook.row("BUYSTOCK", "1", "30303M102", "<UNITS>10<UNITPRICE>10<TOTAL>-100", day: "20140102")
        let first = Self.file(buy, Self.listed("30303M102", "FACEBOOK", "FB"))
        _ = try OFXBook(file: first, into: ledger)
        #expect(try OFXBook(file: first, into: ledger).plan.addsNothing)
        let sell = OFXBook.row("SELLSTOCK", "2", "30303M102", "<UNITS>-5<UNITPRICE>11<TOTAL>55", day: "20140203")
        let renamed = try OFXBook(file: Self.file(sell, Self.listed("30303M102", "META PLATFORMS", "META")), into: ledger)
        #expect(renamed.facts.last == "sell FB 5 @ 11" && renamed.messages.contains { $0.hasPrefix("CUSIP 30303M102 is META in the file, and stays FB") }, "\(renamed.messages)")
        let unlisted = OFXBook.row("BUYSTOCK", "3", "30303M102", "<UNITS>1<UNITPRICE>12<TOTAL>-12", day: "20140303")
        #expect(try OFXBook(file: Self.file(unlisted, ""), into: ledger).facts.last == "buy FB 1 @ 12")
        #expect(ledger.instruments.map(\.symbol) == ["FB"])
    }

    @Test("A security is known by its CUSIP before its ticker, and a ticker of another number stays apart under its own")
    func reusedTickers() throws {
        let ledger = Ledger()
        func buy(_ id: String, _ number: String, _ units: String) -> String {
            OFXBook.row("BUYSTOCK", id, number, "<UNITS>\(units)<UNITPRICE>10<TOTAL>-\(units)0", day: "20140102")
        }
        let both = Self.listed("53656F417", "METAVERSE", "METV") + Self.listed("30303M102", "META PLATFORMS", "META")
        _ = try OFXBook(file: Self.file(buy("1", "53656F417", "100") + "\n" + buy("2", "30303M102", "10"), both), into: ledger)
        let old = try OFXBook(file: Self.file(buy("3", "53656F417", "50"), Self.listed("53656F417", "METAVERSE", "META")), into: ledger)
        #expect(old.facts.last == "buy METV 50 @ 10", "\(old.messages)")
        let reused = Self.file(buy("4", "777777777", "7"), Self.listed("777777777", "NEW THING", "META")), third = try OFXBook(file: reused, into: ledger)
        #expect(third.facts.last == "buy 777777777 7 @ 10")
        #expect(third.messages.contains { $0.hasPrefix("CUSIP 777777777 has the ticker META, which is CUSIP 30303M102 in the book") }, "\(third.messages)")
        #expect(try OFXBook(file: reused, into: ledger).plan.addsNothing)
    }

    @Test("Files of one number at a bank, with a card and at brokers come again and add nothing, in whatever order they came")
    func sharedNumbers() throws {
        let org = "<SIGNONMSGSRSV1><SONRS><FI><ORG>NORTHGATE</FI></SONRS></SIGNONMSGSRSV1>\n"
        func bank(_ type: String, _ id: String) -> String {
            OFXBook.bankStatement(OFXBook.payment(id, "CREDIT", "20140102", "5"), number: "4711").replacing("CHECKING", with: type)
        }
        let card =
            "<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>\n<CURDEF>USD\n<CCACCTFROM><ACCTID>4711</CCACCTFROM>\n<BANKTRANLIST>\n"
            + OFXBook.payment("c", "DEBIT", "20140102", "-2") + "\n</BANKTRANLIST>\n</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>\n"
        func broker(_ id: String) -> String {
            "<INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS>\n<CURDEF>USD\n<INVACCTFROM><BROKERID>\(id)<ACCTID>4711</INVACCTFROM>\n<INVTRANLIST>\n"
                + Self.cash(OFXBook.payment("b", "CREDIT", "20140104", "10")) + "\n</INVTRANLIST>\n</INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>\n"
        }
        func file(_ statements: String) -> String { OFXBook.header + "<OFX>\n" + org + statements + "</OFX>\n" }
        let checking = bank("CHECKING", "a"), savings = bank("SAVINGS", "s")
        for parts in [
            [checking + savings + card], [checking + broker("one.com")], [broker("one.com") + broker("two.com")], [checking, broker("one.com")], [broker("one.com"), checking],
            [card + broker("one.com")],
        ] {
            let ledger = Ledger(), count = parts.joined().components(of: "<CURDEF>")
            for part in parts { #expect(try OFXBook(file: file(part), into: ledger).refusals == []) }
            #expect(ledger.accounts.count == count, "\(ledger.accounts.map(\.name))")
            for part in parts {
                let again = try OFXBook(file: file(part), into: ledger)
                #expect(again.refusals == [] && again.plan.addsNothing, "\(ledger.accounts.map(\.name)): \(again.refusals) \(again.messages)")
            }
        }
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
