import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

@Suite("Files of OFX that are wrong, or drawn by chance")
struct OFXDamageTests {
    @Test(
        "Each mistake has its line and a sentence",
        arguments: [
            ("<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20140231<TRNAMT>-1<FITID>1</STMTTRN>", "\"20140231\" is no date"),
            ("<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20140103<TRNAMT>x<FITID>1</STMTTRN>", "\"x\" is no number"),
            ("<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20140103<FITID>1</STMTTRN>", "the amount is missing"),
            ("<STMTTRN><TRNTYPE>DEBIT<TRNAMT>-1<FITID>1</STMTTRN>", "the date is missing"),
            ("<STMTRNN><TRNTYPE>DEBIT<TRNAMT>-1<FITID>1</STMTRNN>", "<STMTRNN> is no transaction that is known"),
            ("<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20140103<TRNAMT>-1<FITID>1<TRNAMT>-2</STMTTRN>", "it has <TRNAMT> twice: two rows ran into one"),
            ("<BUYSTOCK><FITID>1<DTTRADE>20140103<UNIQUEID>S1<UNITS>3<UNITPRICE>10<TOTAL>-50</BUYSTOCK>", "3 units at 10 do not come to the 50 that moved"),
            ("<INCOME><FITID>1<DTTRADE>20140103<UNIQUEID>S1<INCOMETYPE>DVI<TOTAL>5</INCOME>", "\"DVI\" is no type of income"),
            ("<BUYMF><FITID>1<DTTRADE>20140103<UNITS>3<UNITPRICE>10<TOTAL>-30</BUYMF>", "the row does not tell of which security it is"),
        ])
    func mistakes(_ row: String, _ message: String) throws {
        let book = try OFXBook(bank: "\n" + row)
        #expect(book.plan.refusals.contains { $0.message == message && $0.line == 12 }, "\(book.plan.refusals)")
    }

    @Test("Verdicts go up where a record stands on the line of one that the file ends within")
    func oneLine() throws {
        let text =
            OFXBook.header + "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>USD\n<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>2014"
        let lines = try OFXBook(file: text).plan.verdicts.map(\.line)
        #expect(lines.count > 1 && zip(lines, lines.dropFirst()).allSatisfy { $0 < $1 }, "\(lines)")
    }

    @Test("A file that was cut off is refused, wherever it ends; entities are never unfolded")
    func cut() throws {
        let whole = OFXBook.bank(OFXBook.payment("1", "CREDIT", "20140102", "5") + "\n" + OFXBook.payment("2", "CREDIT", "20140103", "6"))
        for count in stride(from: OFXBook.header.count + 8, to: whole.count - 8, by: 7) {
            do {
                let book = try OFXBook(file: String(whole.prefix(count)))
                #expect(book.plan.refusedCount > 0, "\(whole.prefix(count).suffix(60))")
            } catch let issue as ImportIssue {
                #expect(!issue.message.isEmpty)
            }
        }
        #expect(throws: ImportIssue.self) { try OFXBook(file: "<?OFX OFXHEADER=\"200\"?><!DOCTYPE x [<!ENTITY a \"b\">]><OFX>&a;</OFX>") }
        let deep = OFXBook.header + "<OFX>" + String(repeating: "<A>", count: 100_000)
        #expect(throws: ImportIssue.self) { try OFXBook(file: deep) }
    }

    @Test("Damaged bytes end in a plan or a sentence, and money is never doubled")
    func damage() throws {
        var random = SeededRandom.forTest()
        let rows = ["1", "2", "3"].map { OFXBook.row("BUYSTOCK", $0, "S1", "<UNITS>1\($0)<UNITPRICE>10<TOTAL>-1\($0)0") }.joined(separator: "\n")
        let original = Array(OFXBook.broker(rows).utf8), noise = Array("<>/&;ABCSTMTRN0123456789.-,\n\r \u{0}\u{FF}".utf8)
        for _ in 0..<SeededRandom.rounds(400) {
            let ledger = Ledger(), bytes = random.damaged(original, by: noise)
            guard var plan = try? Formats.plan(bytes, options: ImportOptions(fileName: "a.ofx"), context: ImportContext(ledger)) else { continue }
            #expect(plan.refusals.allSatisfy { !$0.message.isEmpty && $0.line != nil })
            #expect(plan.activities.count <= 3)
            try? plan.check(against: ledger)
        }
    }

    @Test("Statements drawn by chance: cash is their sum, twice changes nothing, grown adds the rest")
    func chance() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<SeededRandom.rounds(20) {
            let count = random.int(2...30), known = random.int(1...count)
            var rows: [String] = [], sum = FixedDecimal.zero, firstSum = FixedDecimal.zero
            for number in 1...count {
                let amount = FixedDecimal(units: Int128(random.int(-99_999...99_999)) * FixedDecimal.unitsPerOne / 100)
                let month = random.int(1...9), date = random.int(10...28)
                rows.append(OFXBook.payment("r\(number)", random.pick(["DEBIT", "CREDIT", "INT", "FEE", "XFER", "OTHER"]), "20140\(month)\(date)", "\(amount)"))
                sum = try sum + amount
                if number == known { firstSum = sum }
            }
            // One that is below zero shows that amounts are signed.
            let signed = OFXBook.payment("s", "DEBIT", "20140101", "-1"), ledger = Ledger()
            let first = try OFXBook(bank: ([signed] + rows.prefix(known)).joined(separator: "\n"), into: ledger)
            #expect(try ledger.cash().reduce(FixedDecimal.zero) { try $0 + $1.balance } == firstSum - .one, "\(first.refusals)")
            let whole = ([signed] + rows).joined(separator: "\n")
            #expect(try OFXBook(bank: whole, into: ledger).plan.refusedCount == 0)
            #expect(try ledger.cash().reduce(FixedDecimal.zero) { try $0 + $1.balance } == sum - .one)
            #expect(try OFXBook(bank: whole, into: ledger).plan.addsNothing)
        }
    }
}
