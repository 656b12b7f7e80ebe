import Foundation
import JSON
import Ledger
@testable import Quotes
import TestSupport
import Testing
import Values

/// Answers that Yahoo Finance gave; each file has the status and the body.
private let recordings = SharedData.file("data/yahoo")

@Suite("Recorded answers of Yahoo Finance", .enabled(if: recordings != nil, Comment(rawValue: SharedData.absence)))
struct YahooRecordingTests {
    /// A provider that answers everything with a recording. Its day is after all of them.
    private func provider(_ name: String) throws -> YahooProvider {
        let folder = try #require(recordings)
        let file = try JSONReader.read(Array(Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))))
        let body = try #require(file["body"]), status = try #require(file["status"]?.int)
        return YahooProvider(configuration(CannedTransport(status: status, body.written)))
    }

    private func history(_ name: String, _ currency: Currency) throws -> QuoteBatch {
        try provider(name).history(subject(name, currency), from: .min, to: day("2026-01-15"))
    }

    @Test("Floats become prices, times become days, with the split of its day and a dividend")
    func apple() throws {
        let batch = try history("chart-AAPL-split-dividend", .usd)
        #expect(batch.quotes.count == 49 && batch.issues.isEmpty)
        let first = try #require(batch.quotes.first), last = try #require(batch.quotes.last)
        #expect(first.date == day("2020-08-31") && first.close == number("129.04") && last.date == day("2020-11-06") && last.close == number("118.69"))
        #expect(batch.splits.map(\.date) == [day("2020-08-31")] && batch.splits.map(\.ratio.description) == ["4:1"])
        #expect(batch.dividends == [DividendEvent(date: day("2020-11-06"), amount: number("0.205"))])
        #expect(batch.quotes.allSatisfy { !$0.date.isWeekend && $0.volume?.isWhole == true && $0.adjusted != nil })
    }

    @Test("Before a split, prices are those that were paid")
    func nvidia() throws {
        let batch = try history("chart-NVDA-split", .usd)
        let before = try #require(batch.quotes.first { $0.date == day("2021-07-19") })
        let after = try #require(batch.quotes.first { $0.date == day("2021-07-20") })
        // 18.7798 and 18.6120 as recorded, of which the first day was traded at four times as much.
        #expect(batch.splits.map(\.date) == [day("2021-07-20")] && before.close > 74 && before.close < 76 && after.close > 18 && after.close < 19)
        #expect(try before.close > FixedDecimal(3) * after.close && (before.volume ?? 0) < (after.volume ?? 0))
    }

    @Test("Dividends on their days")
    func microsoft() throws {
        let batch = try history("chart-MSFT-dividends", .usd)
        #expect(batch.dividends.map(\.date.description) == ["2021-02-17", "2021-05-19", "2021-08-18", "2021-11-17"])
        #expect(batch.dividends.map(\.amount) == [number("0.56"), number("0.56"), number("0.56"), number("0.62")] && batch.quotes.count == 252)
    }

    @Test("Pence, pairs of currencies, gold, a crypto currency, a fund")
    func kinds() throws {
        #expect(try history("chart-OCDO.L-pence", .gbp).quotes.map(\.close) == [number("12.595")])
        #expect(try history("chart-EURUSD=X", .usd).quotes.map(\.date.description) == ["2020-01-01", "2020-01-02", "2020-01-03"])
        #expect(try history("chart-GC=F-gold", .usd).quotes.map(\.high) == [number("1528.7")])
        #expect(try history("chart-BTC-USD", .usd).quotes.map(\.volume) == [18_565_664_997, 20_802_083_465, 28_111_481_032])
        #expect(try history("chart-0P000071W8.TO-fund", .cad).quotes.map(\.date.description) == ["2020-01-02"])
        let error = #expect(throws: QuoteError.self) { try history("chart-0P000071W8.TO-fund", .usd) }
        #expect(error?.kind == .wrongCurrency)
    }

    @Test("The price of now is dated by its own time at the exchange")
    func latest() throws {
        let quote = try #require(try provider("chart-MSFT-dividends").latest(subject("MSFT"), onOrBefore: day("2026-01-15")))
        #expect(quote.date == day("2025-02-21") && quote.close == number("408.21"))
    }

    @Test("Searches")
    func search() throws {
        #expect(try provider("search-AAPL").search("AAPL").first == SymbolMatch(symbol: "AAPL", name: "Apple Inc.", exchange: "NASDAQ", kind: .stock))
        #expect(try provider("search-EURUSD=X").search("EURUSD").first?.kind == .fx)
    }
}

extension JSONValue {
    /// The value as JSON, its numbers as they were.
    fileprivate var written: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let digits): digits
        case .string(let text): Self.quoted(text)
        case .array(let items): "[" + items.map(\.written).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { Self.quoted($0.key) + ":" + $0.value.written }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar == "\"" || scalar == "\\" ? "\\u" + String(format: "%04x", scalar.value) : String(scalar)
        }
        return "\"" + escaped.joined() + "\""
    }
}
