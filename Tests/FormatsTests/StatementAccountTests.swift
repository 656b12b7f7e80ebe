import Ledger
import Testing
import Values

@testable import Formats

/// What tells accounts, rows and directions of statements apart, where files are less than exact.
@Suite("Accounts, ids and signs of statements")
struct StatementAccountTests {
    private static func file(_ statements: String...) -> String { OFXBook.header + "<OFX>\n" + statements.joined() + "</OFX>\n" }

    private static func statement(_ row: String, bank: String = "1", type: String = "CHECKING", currency: String = "USD") -> String {
        OFXBook.bankStatement(row, number: "4711").replacing("<BANKID>1", with: "<BANKID>\(bank)").replacing("CHECKING", with: type).replacing(">USD", with: ">\(currency)")
    }

    @Test("An account is found again whatever else is in the next file")
    func otherStatements() throws {
        let checking = Self.statement(OFXBook.payment("c1", "CREDIT", "20140102", "500")),
            savings = Self.statement(OFXBook.payment("s1", "CREDIT", "20140102", "900"), type: "SAVINGS")
        for files in [[Self.file(checking, savings), Self.file(checking)], [Self.file(checking), Self.file(checking, savings)]] {
            let first = try OFXBook(file: files[0]), second = try OFXBook(file: files[1], into: first.ledger)
            #expect(second.plan.refusedCount == 0)
            #expect(try second.cash() == ["4711 checking USD 500", "4711 savings USD 900"])
        }
    }

    @Test("A number of two banks is two accounts; one account may have statements in two currencies")
    func banksAndCurrencies() throws {
        let row = OFXBook.payment("1", "CREDIT", "20140102", "500")
        let banks = try OFXBook(file: Self.file(Self.statement(row, bank: "111"), Self.statement(row, bank: "222")))
        #expect(try banks.cash() == ["111 4711 checking USD 500", "222 4711 checking USD 500"])
        let currencies = try OFXBook(file: Self.file(Self.statement(row), Self.statement(row, currency: "EUR")))
        #expect(try currencies.cash() == ["4711 checking EUR 500", "4711 checking USD 500"])
    }

    @Test("An id that is no id loses no row; a correction under its own id takes the place of the row before")
    func ids() throws {
        let first = try OFXBook(bank: OFXBook.payment("0", "CREDIT", "20140102", "5") + OFXBook.payment("0", "CREDIT", "20140103", "7"))
        #expect(try first.cash() == ["4711 checking USD 12"])
        let second = try OFXBook(bank: OFXBook.payment("0", "CREDIT", "20140202", "9"), into: first.ledger)
        #expect(try second.cash() == ["4711 checking USD 21"])
        let corrected = try OFXBook(
            bank: OFXBook.payment("1", "CREDIT", "20140102", "20") + "\n" + OFXBook.payment("1", "CREDIT", "20140102", "25", "<CORRECTFITID>1<CORRECTACTION>REPLACE"))
        #expect(try corrected.cash() == ["4711 checking USD 25"])
        let mutual = try OFXBook(
            bank: OFXBook.payment("1", "CREDIT", "20140102", "20", "<CORRECTFITID>2<CORRECTACTION>REPLACE") + "\n"
                + OFXBook.payment("2", "CREDIT", "20140102", "25", "<CORRECTFITID>1<CORRECTACTION>REPLACE"))
        #expect(mutual.plan.refusedCount == 2)
    }

    @Test("Debits without a sign are turned only where no amount of the file has one; a rate has no groups; marks of another currency are refused")
    func figures() throws {
        let signed = try OFXBook(bank: OFXBook.payment("1", "POS", "20140102", "-20") + OFXBook.payment("2", "DEBIT", "20140103", "5"))
        #expect(try signed.cash() == ["4711 checking USD -15"])
        let rate = try OFXBook(
            bank: OFXBook.payment("1", "DEBIT", "20140102", "-20,00", "<CURRENCY><CURRATE>1,250<CURSYM>EUR</CURRENCY>") + OFXBook.payment("2", "CREDIT", "20140103", "500,00"))
        #expect(try rate.cash() == ["4711 checking USD 475"])
        #expect(try OFXBook(bank: OFXBook.payment("1", "CREDIT", "20140102", "€5.00")).plan.refusedCount == 1)
        #expect(try QIFBook(bank: ["D01/15/2014 T€5.00"]).plan.refusedCount == 1)
    }

    @Test("Income that is taken back moves back; a ratio beyond all numbers is refused; a second end of a record ends nothing")
    func registers() throws {
        let book = try QIFBook(invested: [
            "D01/15/2014 NXIn T100", "D01/16/2014 NShrsIn YAurum Q1 I1", "D01/17/2014 NDivX YAurum T-5 L[Checking] $-5", "D01/18/2014 NMiscExpX T3 L[Checking] $3",
            "D01/19/2014 NMiscExpX T-3 L[Checking] $-3",
        ])
        #expect(try book.ledger.cash().map(\.balance) == [100])
        #expect(try QIFBook(invested: ["D01/16/2014 NShrsIn YAurum Q1 I1", "D01/17/2014 NStkSplit YAurum Q170141183460469231731.687303715884105727"]).plan.verdicts.count == 5)
        #expect(try QIFBook(file: QIFBook.register("Checking", "Bank", ["D01/15/2014 T5"]) + "^\n").plan.refusedCount == 0)
    }
}
