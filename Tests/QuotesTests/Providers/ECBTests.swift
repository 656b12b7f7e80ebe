import FetchWire
import Foundation
import Ledger
@testable import Quotes
import TestSupport
import Testing
import Values

@Suite("Reference rates of the ECB")
struct ECBTests {
    private static let table = "Date,USD,JPY,\n2026-10-30,1.1172,175.68,\n2026-10-29,1.113,N/A,\n"
    private static let packed = Array(Data(base64Encoded: "c0ksSdUJDXbR8QqI1OEyMjAy0zU00DU20DHUMzQ0N9IxNDfVM7NAyBhZgmWMdfz0HXW4AA==") ?? Data())
    private static let checkSum: UInt32 = 218_211_821

    private static func archive(_ text: String = table) -> [UInt8] {
        SmallArchive.bytes("eurofxref.csv", Array(text.utf8), checkSum: Deflate.checkSum(Array(text.utf8)))
    }

    private func rates(_ csv: String) throws(QuoteError) -> [Rate] { try ECBTable.rates(csv: Array(csv.utf8)) }

    private func told(_ rates: [Rate]) -> [String] { rates.map { "\($0.date) \($0.from)\($0.to) \($0.rate) \($0.source)" }.sorted() }

    private let expected = ["2026-10-29 EURUSD 1.113 ecb", "2026-10-30 EURJPY 175.68 ecb", "2026-10-30 EURUSD 1.1172 ecb"]

    @Test("The history's shape, the one day's shape, with and without the comma at the end, on all systems")
    func shapes() throws {
        #expect(try told(rates(Self.table)) == expected && rates(Self.table).map(\.date.day) == [29, 30, 30])
        #expect(try told(rates("Date, USD, JPY, \r\n30 October 2026, 1.1172, 175.68, \r\n29 October 2026, 1.113, , ")) == expected)
        #expect(try told(rates("\u{FEFF}Date,USD,JPY\n2026-10-29,1.113,\n\n2026-10-30,1.1172,175.68\n")) == expected)
        #expect(try rates("Date,USD\n").isEmpty)
    }

    @Test(
        "What is no table is an error with its line",
        arguments: [
            ("", "the ECB's table does not begin with Date"), ("<html>", "the ECB's table does not begin with Date"),
            ("Date,us dollar\n", "the ECB's table has a column \"us dollar\", which is no currency"),
            ("Date,USD\n2026-13-01,1\n", "line 2 of the ECB's table: \"2026-13-01\" is no day"),
            ("Date,USD\n2026-10-30,1\nsoon,1\n", "line 3 of the ECB's table: \"soon\" is no day"),
            ("Date,USD\n2026-10-30,1,2\n", "line 2 of the ECB's table: the row is longer than the first one"),
            ("Date,USD\n2026-10-30,-1\n", "line 2 of the ECB's table: \"-1\" is no rate of USD for one euro"),
            ("Date,USD\n2026-10-30,0\n", "line 2 of the ECB's table: \"0\" is no rate of USD for one euro"),
            ("Date,USD\n30 Brumaire 2026,1\n", "line 2 of the ECB's table: \"30 Brumaire 2026\" is no day"),
        ])
    func malformed(csv: String, message: String) {
        let error = failure { () throws(QuoteError) in try rates(csv) }
        #expect(error?.kind == .malformed && error?.message == message)
    }

    @Test("Archives: stored, deflated, with a comment behind")
    func archives() throws {
        #expect(try told(ECBTable.rates(zip: Self.archive())) == expected)
        let count = Self.table.utf8.count
        let deflated = SmallArchive.bytes("a.csv", Self.packed, method: 8, size: count, checkSum: Self.checkSum, comment: "by hand")
        #expect(try told(ECBTable.rates(zip: deflated)) == expected)
    }

    @Test("Broken archives are told, whatever is broken of them")
    func brokenArchives() {
        let count = Self.table.utf8.count
        for bytes in [
            [], Array("<html>".utf8), Array(Self.archive().dropLast(30)), SmallArchive.bytes("a.txt", [], checkSum: 0),
            SmallArchive.bytes("a.csv", [1], checkSum: 0),
            SmallArchive.bytes("a.csv", Self.packed, method: 8, size: count - 1, checkSum: Self.checkSum),
            SmallArchive.bytes("a.csv", Self.packed, method: 9, size: count, checkSum: Self.checkSum),
            SmallArchive.bytes("a.csv", Array(Self.packed.dropLast(4)), method: 8, size: count, checkSum: Self.checkSum),
        ] as [[UInt8]] {
            let error = failure { () throws(QuoteError) in try ECBTable.rates(zip: bytes) }
            #expect(error?.kind == .malformed && error?.hint == "download it again: eurofxref-hist.zip")
        }
        var random = SeededRandom.forTest()
        let good = SmallArchive.bytes("a.csv", Self.packed, method: 8, size: count, checkSum: Self.checkSum)
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<random.int(1...3) { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255)) }
            // Whatever comes of it, it ends, and what is read is what was packed.
            if let rates = try? ECBTable.rates(zip: bytes) { #expect(told(rates) == expected) }
        }
    }

    @Test("For the last day the small file does; for more, or where it is of a later day, it is the history")
    func provider() throws {
        func asked(_ from: String, _ to: String, on today: String) throws -> (names: [String], days: [String]) {
            let transport = CannedTransport { request, _ in
                let text = request.url.hasSuffix("hist.zip") ? Self.table : "Date, USD, \n30 October 2026, 1.1172, \n"
                return .success(HTTPResponse(status: 200, body: Self.archive(text)))
            }
            let rates = try ECBProvider(configuration(transport, on: today)).rates(from: day(from), to: day(to))
            return (transport.requests.map { String($0.url.split(separator: "/").last ?? "") }, Set(rates.map(\.date.description)).sorted())
        }
        #expect(try asked("2026-10-30", "2026-10-31", on: "2026-10-30") == (["eurofxref.zip"], ["2026-10-30"]))
        #expect(try asked("2026-10-29", "2026-10-30", on: "2026-10-30") == (["eurofxref.zip", "eurofxref-hist.zip"], ["2026-10-29", "2026-10-30"]))
        #expect(try asked("2026-10-01", "2026-10-29", on: "2026-10-30") == (["eurofxref-hist.zip"], ["2026-10-29"]))
        #expect(try asked("2026-11-02", "2026-11-02", on: "2026-10-30") == ([], []))
        let gone = ECBProvider(configuration(CannedTransport(status: 404, ""), on: "2026-10-30"))
        #expect(failure { () throws(QuoteError) in try gone.rates(from: .min, to: .max) }?.kind == .server)
    }

    @Test("All rates that the ECB has published", .enabled(if: SharedData.file("data/ecb/eurofxref-hist.zip") != nil, Comment(rawValue: SharedData.absence)))
    func everything() throws {
        let path = try #require(SharedData.file("data/ecb/eurofxref-hist.zip"))
        let rates = try ECBTable.rates(zip: Array(Data(contentsOf: URL(filePath: path))))
        #expect(rates.count > 200_000 && rates.first?.date == day("1999-01-04"))
        #expect(zip(rates, rates.dropFirst()).allSatisfy { $0.date <= $1.date })
        let last = rates.filter { $0.date == day("2026-10-30") }
        #expect(last.first { $0.to == .usd }?.rate == number("1.1172") && last.first { $0.to.code == "IDR" }?.rate == number("20275.17"))
        let daily = try #require(SharedData.file("data/ecb/eurofxref.csv"))
        #expect(try told(ECBTable.rates(csv: Array(Data(contentsOf: URL(filePath: daily))))) == told(last))
    }
}
