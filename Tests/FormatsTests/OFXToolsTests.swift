import Foundation
import Ledger
import Testing
import TestSupport
import Values

@testable import Formats

/// Statements drawn by chance are read by ofxtools as luca reads them.
@Suite("OFX beside ofxtools", .enabled(if: OFXTools.isThere, "python3 has no module ofxtools; LUCA_PYTHON names one that has"))
struct OFXToolsTests {
    @Test("Accounts, ids, days and amounts are the same")
    func same() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<2 {
            var statements = "", expected: [String] = []
            for account in ["100", "200"] {
                let rows = (1...60).map { number in
                    let amount = FixedDecimal(units: Int128(random.int(1...999_999)) * FixedDecimal.unitsPerOne / 100 * (random.chance(oneIn: 2) ? -1 : 1))
                    let date = "20140\(random.int(1...9))\(random.int(10...28))"
                    let type = amount.isNegative ? random.pick(["DEBIT", "CHECK", "XFER"]) : random.pick(["CREDIT", "DEP", "INT"])
                    return OFXBook.payment("\(account)-\(number)", type, date + random.pick(["", "153000", "153000.250[-5:EST]", "120000[0:GMT]"]), "\(amount)", "<NAME>A &amp; B")
                }
                statements += OFXBook.bankStatement(rows.joined(separator: "\n"), number: account, balance: "<LEDGERBAL><BALAMT>0<DTASOF>20141231</LEDGERBAL>")
                    .replacing("<STMTTRNRS><STMTRS>", with: "<STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS>")
                    .replacing("<BANKTRANLIST>", with: "<BANKTRANLIST><DTSTART>20140101<DTEND>20141231").replacing("<BANKMSGSRSV1>", with: "").replacing(
                        "</BANKMSGSRSV1>", with: "")
            }
            let signOn = "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20141231<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>\n"
            let text = OFXTools.header + "<OFX>\n" + signOn + "<BANKMSGSRSV1>" + statements + "</BANKMSGSRSV1></OFX>\n"
            let book = try OFXBook(file: text)
            #expect(book.plan.refusedCount == 0)
            for fact in book.ledger.facts {
                let isOut = fact.kind == .withdrawal || fact.kind == .transferOut, amount = fact.amount ?? .zero
                expected.append("\(book.ledger[fact.account].name.replacing(" checking", with: ""))|\(fact.detail?.sourceID ?? "")|\(isOut ? -amount : amount)")
            }
            #expect(try OFXTools.lines(text).sorted() == expected.sorted() && expected.count == 120)
        }
    }
}

/// The library ofxtools, by a Python that has it.
enum OFXTools {
    static let header =
        "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n"
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"
    private static let script = """
        import sys
        from ofxtools.Parser import OFXTree
        tree = OFXTree()
        tree.parse(sys.argv[1])
        for statement in tree.convert().statements:
            for row in statement.transactions:
                print(statement.account.acctid, row.fitid, format(row.trnamt.normalize(), "f"), sep="|")
        """

    static let isThere = (try? run(["-c", "import ofxtools"])) != nil

    static func lines(_ text: String) throws -> [String] {
        let folder = try TemporaryFolder(), path = folder.path + "/statement.ofx"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try run(["-c", script, path]).split(separator: "\n").map(String.init)
    }

    private struct Failed: Error { let complaint: String }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments, process.standardOutput, process.standardError) = (URL(filePath: python), arguments, output, errors)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data(), complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(complaint: String(decoding: complaint.suffix(2000), as: UTF8.self)) }
        return String(decoding: text, as: UTF8.self)
    }
}
