import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values
@testable import Reports

@Suite("Reports as text and Markdown")
struct PlainTests {
    @Test("A report without charts is the text that is kept", arguments: [(40, true), (80, true), (80, false)])
    func text(width: Int, unicode: Bool) throws {
        let text = try Sample.withoutCharts().text(RenderOptions(width: width, unicode: unicode))
        try GoldenFile("report-\(width)\(unicode ? "" : "-ascii").txt").expect(text)
        for line in text.split(separator: "\n") { #expect(TextWidth.of(String(line)) <= width, "\(line)") }
    }

    @Test("A chart stands in a report as it stands alone, no higher than the terminal")
    func charts() throws {
        let options = RenderOptions(width: 80), chart = try Sample.chart(Sample.history(), .line, "Value")
        let text = try Report(title: "Worth", sections: [.init(blocks: [.chart(chart), .text("End.")])]).text(options, rows: 12)
        #expect(text == "Worth\n═════\n\n\(chart.text(options, rows: 12))\nEnd.\n")
    }

    @Test("Colour changes no letter of a report")
    func colour() throws {
        let report = try Sample.withoutCharts(), plain = try report.text(RenderOptions(width: 80), rows: 24)
        let coloured = try report.text(RenderOptions(width: 80, colour: true), rows: 24)
        let parts = coloured.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        #expect(parts.count > 10 && parts[0] + parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }.joined() == plain)
        #expect(coloured.contains("\u{1B}[1mHoldings\u{1B}[0m\n"))
    }

    @Test("A report with everything is the Markdown that is kept, with tables and with pictures in the place of charts")
    func markdown() throws {
        let tables = try Sample.report().markdown()
        try GoldenFile("report.md").expect(tables.text)
        #expect(tables.pictures.isEmpty)
        let linked = try Sample.report().markdown(pictures: "my pictures")
        #expect(linked.pictures.map(\.path) == (1...4).map { "my pictures/chart-\($0).svg" })
        #expect(linked.pictures.allSatisfy { $0.svg.contains("<svg") })
        #expect((1...4).allSatisfy { linked.text.contains("](my%20pictures/chart-\($0).svg)\n") })
    }

    @Test("What people wrote is no markup of Markdown")
    func escaping() {
        #expect(MarkdownText.escaped("a*b_c`d<e>[f](g)|h\\") == "a\\*b\\_c\\`d\\<e\\>\\[f\\](g)\\|h\\\\")
        #expect(["# a", "- b", "+ c", "1. d", "12) e", "=== f", "    g"].map(MarkdownText.line) == ["\\# a", "\\- b", "\\+ c", "1\\. d", "12\\) e", "\\=== f", "g"])
        #expect(MarkdownText.address("a b/ü(1).svg") == "a%20b/%C3%BC%281%29.svg")
    }
}
