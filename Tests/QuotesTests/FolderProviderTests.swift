import Foundation
import Glibc
import Ledger
import Quotes
import Testing
import Values

@Suite("Quotes from a folder")
struct FolderProviderTests {
    private func history(_ text: String, symbol: String = "X") throws -> QuoteBatch {
        let provider = FolderProvider { _ in Array(text.utf8) }
        return try provider.history(QuoteSubject(instrument: InstrumentID(1), symbol: symbol, currency: .usd), from: .min, to: .max)
    }

    @Test("A file as services export it, with all columns")
    func usual() throws {
        let batch = try history("Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,31.200001,32,30.5,31.75,30.123456,1234567\n")
        let quote = try #require(batch.quotes.first)
        #expect(batch.quotes.count == 1 && batch.issues.isEmpty)
        #expect(try quote.open == FixedDecimal("31.200001") && quote.high == 32 && quote.low == FixedDecimal("30.5"))
        #expect(try quote.close == FixedDecimal("31.75") && quote.adjusted == FixedDecimal("30.123456") && quote.volume == 1_234_567)
    }

    @Test("Columns in any order and case, others beside them, line ends of all systems, a byte order mark, quotes and blanks")
    func forms() throws {
        for text in [
            "\u{FEFF}close,DATE,note\r\n2, 2024-01-02 ,x\r\n\r\n3,2024-01-03,\"a, b\"\r\n", "Date,Close\r2024-01-02,2\r2024-01-03,3",
            "\"Date\",\"Close\"\n\"2024-01-03\",\"3\"\n2024-01-02,2\n\n",
        ] {
            let batch = try history(text)
            #expect(batch.quotes.map(\.close) == [2, 3] && batch.quotes.map(\.date.day) == [2, 3] && batch.issues.isEmpty)
        }
    }

    @Test("Rows that are no quote are told with their line, and the rest is read")
    func issues() throws {
        let batch = try history(
            """
            Date,Open,Close
            2024-01-02,1,2
            2024-01-03,null,null
            2024-02-30,1,2
            2024-01-04,1
            2024-01-05,1,twelve
            ,1,2
            2024-01-06,1,"1,234.5"
            2024-01-02,1,3
            2024-01-07,,5
            """)
        #expect(batch.quotes.map(\.close) == [3, 5])
        #expect(batch.issues.map(\.line) == [3, 4, 5, 6, 7, 8, 2])
        #expect(batch.issues.first?.description == "X.csv, line 3: 2024-01-03 has no close: left out")
        #expect(batch.issues.last?.message == "line 9 has the price of 2024-01-02 again, which counts")
    }

    @Test(
        "A file that is none of prices is an error with its columns",
        arguments: [
            ("", "X.csv is empty; its first line names the columns: Date, Close …"),
            ("a,b\n1,2\n", "X.csv has no column date; its columns are a, b"),
            ("Date,Price\n", "X.csv has no column close; its columns are Date, Price"),
            ("Date,Close,close\n", "X.csv has two columns close; leave one of them out"),
        ])
    func malformed(text: String, message: String) {
        let error = #expect(throws: QuoteError.self) { try history(text) }
        #expect(error?.kind == .malformed && error?.description == message)
    }

    @Test("A symbol is no path", arguments: ["../secret", "a/b", ".hidden", "", "a\0b"])
    func paths(symbol: String) {
        let error = #expect(throws: QuoteError.self) { try history("Date,Close\n", symbol: symbol) }
        #expect(error?.kind == .badArgument)
    }

    @Test("What cannot be read is an error that names the file")
    func unreadable() {
        struct Denied: Error, CustomStringConvertible { let description = "permission denied" }
        let provider = FolderProvider { _ in throw Denied() }
        let error = #expect(throws: QuoteError.self) {
            try provider.latest(QuoteSubject(instrument: InstrumentID(1), symbol: "X", currency: .usd), onOrBefore: .max)
        }
        #expect(error?.description == "X.csv cannot be read: permission denied")
    }

    @Test("Files of a folder on disk are read, also large ones; a missing one is an unknown symbol")
    func disk() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quotes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let rows = (0..<20_000).map { "\(Day(number: Int32($0))),\($0)" }
        try Data(("Date,Close\n" + rows.joined(separator: "\n")).utf8).write(to: folder.appending(path: "BIG.csv"))
        try FileManager.default.createDirectory(at: folder.appending(path: "DIR.csv"), withIntermediateDirectories: true)

        #expect(mkfifo(folder.appending(path: "PIPE.csv").path, 0o600) == 0)

        let provider = FolderProvider(folder: folder.path)
        func history(_ symbol: String) throws -> QuoteBatch {
            try provider.history(QuoteSubject(instrument: InstrumentID(1), symbol: symbol, currency: .usd), from: .min, to: .max)
        }
        #expect(try history("BIG").quotes.map(\.close) == (0..<20_000).map { FixedDecimal($0) })
        #expect((#expect(throws: QuoteError.self) { try history("SMALL") })?.kind == .unknownSymbol)
        for name in ["DIR", "PIPE"] { #expect((#expect(throws: QuoteError.self) { try history(name) })?.kind == .unreadable, "\(name)") }
    }
}
