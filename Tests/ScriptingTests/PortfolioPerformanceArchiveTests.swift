import Foundation
import TestSupport
import Testing

/// What Portfolio Performance saves in an archive or encrypted, as a user imports it.
@Suite("Archives of Portfolio Performance")
struct PortfolioPerformanceArchiveTests {
    private static let file = """
        <client>
        <version>66</version><baseCurrency>EUR</baseCurrency><securities/>
        <accounts><account><uuid>c</uuid><name>Cash</name><currencyCode>EUR</currencyCode><transactions>
        <account-transaction><uuid>t</uuid><date>2024-01-02T00:00</date><currencyCode>EUR</currencyCode><amount>12345</amount><shares>0</shares><type>DEPOSIT</type></account-transaction>
        </transactions></account></accounts><portfolios/>
        </client>
        """

    @Test("A zipped file is its XML, and one that holds several says so; a binary one and an encrypted one say how to save them")
    func archives() throws {
        let folder = try TemporaryFolder(), session = try ScriptSession(today: "2025-01-01")
        for (name, bytes) in [
            ("zipped.portfolio", Array(SmallArchive.stored([("data.xml", Self.file)]))), ("binary.portfolio", Array(SmallArchive.stored([("data.portfolio", "PPPBV1")]))),
            ("several.portfolio", Array(SmallArchive.stored([("data.xml", Self.file), ("other.xml", Self.file)]))), ("locked.portfolio", Array("PORTFOLIO".utf8) + [1, 0, 7]),
        ] {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        #expect(try session.text("import('\(folder.path)/zipped.portfolio') return cash{}[1].balance") == "123.45")
        let several = try session.failure("import('\(folder.path)/several.portfolio')")
        #expect("\(several)".contains("and one file is wanted"), "\(several)")
        for (name, words) in [("binary", "binary file of Portfolio Performance"), ("locked", "encrypted file of Portfolio Performance")] {
            let failure = try session.failure("import('\(folder.path)/\(name).portfolio')")
            #expect("\(failure)".contains(words) && "\(failure)".contains("Save as, XML"), "\(failure)")
        }
    }
}
