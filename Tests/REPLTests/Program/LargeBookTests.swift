import Foundation
import TestSupport
import Testing

/// Books of other programs that are XML of more than a hundred megabytes, read by the program itself.
@Suite("Large books", .enabled(if: SeededRandom.isSlow, "LUCA_SLOW=1 reads them"), .serialized)
struct LargeBookTests {
    private static let megabytes = 110
    /// Four times the file, with what the book itself needs: a tree of all elements would take eight.
    private static let most = 480 << 20

    /// Writes parts of a file until it is large enough.
    private static func write(_ path: String, head: String, tail: String, part: (Int) -> String) throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data(head.utf8))
        var count = 0, size = 0
        while size < megabytes << 20 {
            let text = Data(part(count).utf8)
            try file.write(contentsOf: text)
            (count, size) = (count + 1, size + text.count)
        }
        try file.write(contentsOf: Data(tail.utf8))
    }

    private static func check(_ name: String, head: String, tail: String, part: (Int) -> String) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/" + name
        try write(path, head: head, tail: tail, part: part)
        let run = try BuiltProgram.peakMemory(["import", path, "--book", folder.path + "/book.luca", "--dry-run"], home: folder.path)
        #expect(run.code == 0)
        #expect(run.bytes < most, "\(run.bytes >> 20) MB for a file of \(megabytes) MB")
    }

    @Test("Portfolio Performance: prices of many securities")
    func prices() throws {
        let days = (0..<5000).map { "\(1990 + $0 / 360)-\(pad($0 / 30 % 12 + 1))-\(pad($0 % 28 + 1))" }
        try Self.check(
            "prices.xml", head: "<client>\n<version>66</version>\n<baseCurrency>EUR</baseCurrency>\n<securities>\n", tail: "</securities>\n<accounts/>\n<portfolios/>\n</client>\n"
        ) { number in
            "<security>\n<name>Security \(number)</name>\n<currencyCode>EUR</currencyCode>\n<tickerSymbol>T\(number)</tickerSymbol>\n<prices>\n"
                + days.enumerated().map { "        <price t=\"\($0.element)\" v=\"\(10_000_000_000 + $0.offset * 1_000_000 + number)\"/>\n" }.joined() + "</prices>\n</security>\n"
        }
    }

    @Test("GnuCash: transactions of many years")
    func transactions() throws {
        let money = "<cmdty:space>CURRENCY</cmdty:space><cmdty:id>USD</cmdty:id>"
        func account(_ name: String, _ type: String) -> String {
            "<gnc:account>\n<act:name>\(name)</act:name>\n<act:id>\(name)</act:id>\n<act:type>\(type)</act:type>\n<act:commodity>\(money)</act:commodity>\n</gnc:account>\n"
        }
        func split(_ number: Int, _ account: String, _ sign: String) -> String {
            "  <trn:split>\n    <split:id type=\"guid\">\(String(repeating: "0", count: 24))\(number)</split:id>\n    <split:reconciled-state>n</split:reconciled-state>\n"
                + "    <split:value>\(sign)\(1000 + number)/100</split:value>\n    <split:quantity>\(sign)\(1000 + number)/100</split:quantity>\n"
                + "    <split:account type=\"guid\">\(account)</split:account>\n  </trn:split>\n"
        }
        try Self.check(
            "book.gnucash", head: "<gnc-v2>\n<gnc:book>\n" + account("Bank", "BANK") + account("Salary", "INCOME"), tail: "</gnc:book>\n</gnc-v2>\n"
        ) { part in
            (0..<50).map { row in
                let number = part * 50 + row, day = "\(1990 + number / 36_000 % 35)-\(pad(number / 3000 % 12 + 1))-\(pad(number / 100 % 28 + 1))"
                return "<gnc:transaction>\n  <trn:id type=\"guid\">\(String(repeating: "f", count: 24))\(number)</trn:id>\n  <trn:currency>\(money)</trn:currency>\n"
                    + "  <trn:date-posted>\n    <ts:date>\(day) 10:59:00 +0000</ts:date>\n  </trn:date-posted>\n  <trn:description>Pay \(number)</trn:description>\n"
                    + "  <trn:splits>\n" + split(number, "Bank", "") + split(number, "Salary", "-") + "  </trn:splits>\n</gnc:transaction>\n"
            }.joined()
        }
    }

    private func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
