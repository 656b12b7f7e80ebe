import Foundation
import TestSupport
import Testing
import Values
@testable import Frames

@Suite("Tables where there is little room")
struct NarrowTableTests {
    private static func holdings(_ currencies: [String] = ["EUR"]) throws -> Frame {
        var builder = FrameBuilder(
            "holdings",
            [
                .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("currency").ranked(.deciding), .money("cost_basis"),
                .money("market_value").ranked(.deciding), .gain("unrealized_gain").ranked(.deciding), .percent("weight").ranked(.useful), .remark("left_out"),
            ])
        for (place, account) in ["Interactive Brokers Europe", "Interactive Brokers Overseas", "Savings"].enumerated() {
            try builder.append([.text(account), "VWCE", .text(currencies[place % currencies.count]), 900, .decimal(1000), .decimal(100), .decimal(33), .none])
        }
        return builder.frame()
    }

    @Test("Headings go on in a further line, names are shortened in their middle, one currency is told once, and no sum is lost")
    func fitted() throws {
        var options = RenderOptions(width: 56)
        options.widening = ".width all"
        let text = try Self.holdings().text(options)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].contains("unrealized_") && lines[1].contains("gain") && lines[1].contains("weight"), "\(text)")
        #expect(text.contains("amounts in EUR; not shown for want of width: cost_basis\n  (total 2,700.00); cut short: account; .width all shows\n  all\n"), "\(text)")
        #expect(text.contains("Interact…s Europe") && text.contains("Interact…Overseas") && lines.allSatisfy { $0.count <= 56 }, "\(text)")
    }

    @Test("Columns of one kind go on in further tables, each with what tells the rows apart and its own sums")
    func serial() throws {
        var builder = FrameBuilder("income", [.text("symbol").ranked(.deciding), .int("year"), .text("currency"), .money("amount")])
        for symbol in ["ORCL", "VWCE"] { for year in 2001...2012 { try builder.append([.text(symbol), .int(Int64(year)), "EUR", .decimal(FixedDecimal(year * 10))]) } }
        let pivot = try builder.frame().pivot(rows: ["symbol"], across: "year", values: "amount")
        for width in [30, 48, 60, 80, 200] {
            let text = try pivot.readable(RenderOptions(width: width)), tables = text.components(separatedBy: "\n\n")
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
            #expect(tables.allSatisfy { $0.hasPrefix("symbol") && $0.contains("\nORCL") && $0.contains("\nVWCE") && $0.contains("\ntotal") }, "\(text)")
            #expect(!text.contains("not shown") && (2001...2012).allSatisfy { text.contains(" \($0)") }, "\(text)")
            #expect((2001...2012).allSatisfy { text.contains("\(($0 * 20) / 1000),\(String(($0 * 20) % 1000 + 1000).dropFirst()).00") }, "\(text)")
            #expect((tables.count == 1) == (width == 200))
        }
        let months = (1...6).map { ColumnSchema.share("month\($0)").serial() }
        var years = FrameBuilder("years", [.int("year").ranked(.deciding)] + months + [.share("total").ranked(.deciding), .bool("whole").ranked(.minor)])
        try years.append([2001] + (1...6).map { .decimal(FixedDecimal($0)) } + [.decimal(7), .bool(true)])
        let tables = try years.frame().readable(RenderOptions(width: 40)).components(separatedBy: "\n\n")
        #expect(
            tables.map { $0.prefix { $0 != "\n" }.split(separator: " ").joined(separator: " ") } == ["year month1 month2 month3 total", "year month4 month5 month6 whole"],
            "\(tables)")
        // Where not even one of them has room beside the names the rows are read one field a line, or cut as ever.
        #expect(try !pivot.readable(RenderOptions(width: 10)).isEmpty)
    }

    @Test("Two currencies keep their column")
    func severalCurrencies() throws {
        let text = try Self.holdings(["EUR", "USD"]).text(RenderOptions(width: 62))
        #expect(text.contains("currency") && !text.contains("amounts in"), "\(text)")
        #expect(text.contains("cost_basis (total 1,800.00 EUR\n  and 900.00 USD)"), "\(text)")
    }

    @Test("What is empty throughout and says nothing is not shown, unless it is asked for by name; unknown figures are")
    func emptyColumns() throws {
        var builder = FrameBuilder("rows", [.text("name"), .text("note"), .day("closed"), .money("value"), .decimal("rate").optional(), .text("currency")])
        for row in 0..<2 { try builder.append([.text("row \(row)"), .none, .none, .none, .none, "EUR"]) }
        let frame = builder.frame()
        #expect(try frame.text().hasPrefix("name   value  currency\n"))
        #expect(try frame.readable().hasPrefix("name   value  currency\n"))
        #expect(try frame.select(["name", "note", "rate"]).shownEmpty().text().hasPrefix("name   note  rate\n"))
        #expect(try frame.csv().hasPrefix("name,note,closed,value,rate,currency"))
        #expect(try frame.records().contains("closed:\n"))
        #expect(try frame.slice(from: 0, count: 0).text().hasPrefix("name  note  closed"))
    }

    @Test("Rows go one field a line where what decides has no room side by side, and only then")
    func automatic() throws {
        let frame = try Self.holdings()
        #expect(try frame.readable(RenderOptions(width: 56)) == frame.text(RenderOptions(width: 56)))
        #expect(try frame.readable(RenderOptions(width: 40)) == frame.text(RenderOptions(width: 40)))
        let narrow = try frame.readable(RenderOptions(width: 24))
        #expect(narrow.contains("         symbol: VWCE\n") && narrow.contains("unrealized_gain: 100.00\n") && !narrow.contains("left_out") && !narrow.contains("─"), "\(narrow)")
        #expect(try frame.rendered(as: .auto) == frame.text())
    }

    @Test("Names that differ never look the same, however narrow, whatever they begin and end with")
    func namesApart() throws {
        var random = SeededRandom.forTest("names apart")
        for _ in 0..<200 {
            var builder = FrameBuilder("rows", [.text("account").ranked(.leading), .text("group"), .int("count").ranked(.deciding), .text("name").ranked(.useful)])
            let words = ["Depot", "Broker", "A", "Girokonto der Familie", "EUR", "USD", "1", "2", "(alt)"]
            func name() -> String { (0..<random.int(1...4)).map { _ in random.pick(words) }.joined(separator: " ") }
            for row in 0..<random.int(2...9) { try builder.append([.text(name()), .text(name()), .int(Int64(row)), .text(name())]) }
            let frame = builder.frame()
            for width in [16, 24, 40, 60] {
                let lines = try frame.text(RenderOptions(width: width, totals: false)).split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
                let rule = try #require(lines.firstIndex { $0.first == "─" }), headings = lines[rule - 1]
                for start in lines[rule].indices where lines[rule][start] == "─" && (start == 0 || lines[rule][start - 1] == " ") {
                    let end = lines[rule][start...].prefix { $0 == "─" }.endIndex
                    func cell(_ line: [Character]) -> String { String(line.indices.contains(start) ? line[start..<min(end, line.count)] : []).trimmingSpaces }
                    let whole = try frame.list(cell(headings)).map(\.description)
                    #expect(Set(lines[rule + 1..<rule + 1 + whole.count].map(cell)).count == Set(whole).count, "\(cell(headings)) at \(width): \(whole)")
                }
            }
        }
        for _ in 0..<300 {
            let names = Set((0..<random.int(1...6)).map { _ in (0..<random.int(1...4)).map { _ in random.pick(["日本", "🙂", "é", "abc", "b", " "]) }.joined() })
            let width = TextWidth.tellingApart(names, from: 3, ellipsis: "…")
            for more in width..<width + 8 {
                let shown = names.map { TextWidth.shortened($0, to: more, ellipsis: "…") }
                #expect(Set(shown).count == names.count && shown.allSatisfy { TextWidth.of($0) <= more }, "\(names) at \(more): \(shown)")
            }
        }
    }

    @Test("Of groups the keys stay before their sums; of rows of which nobody said what decides, the first column")
    func keys() throws {
        var builder = FrameBuilder("rows", [.text("kind"), .money("amount"), .money("fee"), .text("currency")])
        for row in 0..<4 { try builder.append([.text(row < 2 ? "dividend" : "interest"), 1000, 5, "EUR"]) }
        let frame = builder.frame()
        for width in [20, 24, 30] {
            #expect(try frame.text(RenderOptions(width: width)).hasPrefix("kind "), "\(width)")
            let sums = try frame.group(by: ["kind"]).aggregate([Aggregate(.sum, "amount"), Aggregate(.sum, "fee"), Aggregate(.count, "currency", as: "payments")])
            #expect(try sums.text(RenderOptions(width: width)).hasPrefix("kind "), "\(width)")
        }
        #expect(try frame.text(RenderOptions(width: 20)).contains("fee (total 20.00)"))
    }

    @Test("What was worked out has six digits at most, exact numbers all of theirs, and files every digit of either")
    func computed() throws {
        var schema = ColumnSchema.decimal("ratio")
        schema.isComputed = true
        var builder = FrameBuilder("rows", [schema, .decimal("exact")])
        for text in ["1.724160813257", "0.000123456789", "12", "-3.5"] { try builder.append([.decimal(text), .decimal("0.123456789012")]) }
        let text = try builder.frame().text()
        #expect(text.contains(" 1.724161 ") && text.contains(" 0.0001234568 ") && text.contains("0.123456789012") && text.contains("-3.5 "), "\(text)")
        #expect(try builder.frame().csv().contains("1.724160813257,0.123456789012"))
    }
}

extension String {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
