import Charts
import Drawing
import Frames
import TestSupport
import Testing
import Values
@testable import Reports

@Suite("What reports say")
struct ContentTests {
    @Test("Columns of ours are headed by words, those that somebody named by their names")
    func headings() {
        #expect(ColumnHeading.of(.money("market_value")) == "Market value")
        #expect(ColumnHeading.of(.percent("annualized_twr")) == "Annualized TWR")
        #expect(ColumnHeading.of(.money("my_account").serial()) == "my_account")
        #expect(ColumnHeading.of(.text("ORCL_a")) == "ORCL_a")
        #expect(ColumnHeading.words("") == "" && ColumnHeading.words("_") == "_")
    }

    @Test("A long curve is told by the ends of its months, a longer one by the ends of its years, all rows of a day together")
    func chartTables() throws {
        let months = try ChartTable(Sample.history(), limit: 60)
        #expect(months.note == "the last day of each month; the chart was made of 900 rows" && months.frame.rowCount == 30)
        #expect(try months.frame.list("date").prefix(2) == [.day("2012-07-31"), .day("2012-08-31")] && months.frame.last("date") == Sample.history().last("date"))
        let years = try ChartTable(Sample.history(), limit: 10)
        #expect(years.note == "the last day of each year; the chart was made of 900 rows" && years.frame.rowCount == 3)
        #expect(try ChartTable(Sample.history(), limit: 900).note == "")
        #expect(try ChartTable(Sample.classes(), limit: 2).frame.rowCount == 4)
        var builder = FrameBuilder("quotes", [.day("date"), .text("symbol")])
        for day in ["2014-01-01", "2014-01-31", "2014-02-01"] { for symbol in ["A", "B"] { try builder.append([.day(day), .text(symbol)]) } }
        #expect(try ChartTable(builder.frame(), limit: 4).frame.list("date") == [.day("2014-01-31"), .day("2014-01-31"), .day("2014-02-01"), .day("2014-02-01")])
    }

    @Test("Of sentences that say the same of some days, the one of all of them is told")
    func spans() {
        func old(_ days: String, _ name: String = "A") -> String { "\(name) is valued \(days) at what was paid for it" }
        let year = old("on 211 days from 2024-03-15 to 2024-12-30"), two = old("from 2023-01-02 to 2024-12-30")
        let cases: [(said: [String], told: [String])] = [
            ([year, two], [two]), ([two, year], [two]), ([year, year + "!"], [year, year + "!"]), ([old("on 2024-05-01"), year], [year]),
            ([old("from 2024-03-15 to 2024-12-30"), year], [old("from 2024-03-15 to 2024-12-30")]),
            ([year, old("from 2022-01-02 to 2024-06-30")], [year, old("from 2022-01-02 to 2024-06-30")]),
            ([year, old("from 2023-01-02 to 2024-12-30", "B")], [year, old("from 2023-01-02 to 2024-12-30", "B")]),
            (["no days", "on time from here to there"], ["no days", "on time from here to there"]),
            (["no rate on 2024-01-31; store one", "no rate from 2024-01-01 to 2024-12-31; store one"], ["no rate from 2024-01-01 to 2024-12-31; store one"]),
        ]
        for (said, told) in cases { #expect(SpanSentences.widest(said) == told) }
    }

    @Test("What the frame of a chart lacks is told at the end of a report, and not in the caption")
    func captions() throws {
        let lacking = Sample.history().adding(warnings: (0..<4).map { FrameWarning(kind: "no_price", message: "A\($0) has no price") })
        let report = Report(title: "T", sections: [.init(blocks: [.chart(try Chart(lacking))])])
        guard case .chart(let chart) = report.sections[0].blocks[0] else { return #expect(Bool(false)) }
        #expect(!chart.data.notes.contains { $0.contains("has no price") } && !chart.data.notes.isEmpty)
        #expect(report.remarks(RenderOptions()) == ["A0 has no price; the same holds for A1, A2 and A3"])
    }

    @Test("Where amounts are masked, years, days and percentages stay in titles, and figures tell nothing of an amount")
    func masks() {
        let words = ReportWords(options: RenderOptions(privacy: true))
        #expect(words.title("Statement 2014") == "Statement 2014")
        #expect(words.title("On 2014-12-31 (2014), 2014 USD and 325,408.28 USD") == "On 2014-12-31 (2014), ••• USD and ••• USD")
        func value(_ text: String, isPrivate: Bool = true) -> String { words.value(of: .init(name: "x", value: text, isPrivate: isPrivate)) }
        #expect(value("325,408.28 USD") == "••• USD" && value("-3.00 USD") == "••• USD" && value("USD325") == "•••" && value("+1.2%") == "+1.2%")
        #expect(value("2014-12-31") == "2014-12-31" && value("12", isPrivate: false) == "12" && value("") == "unknown")
        #expect(words.mark(of: .init(name: "x", value: "3", sign: -1)) == "" && words.mark(of: .init(name: "x", value: "3", sign: -1, isPrivate: false)) == "▼ ")
    }

    @Test("With amounts masked, two books of other amounts and the same shares give the same report in every form")
    func privacy() throws {
        func report(_ scale: Int) throws -> Report {
            let dollars = try Currency("USD")
            var builder = FrameBuilder("holdings", [.text("symbol"), .money("value", in: dollars), .gain("gain", in: dollars), .share("weight"), .prose("why")])
            for (place, weight) in ["0.5", "0.3", "0.2"].enumerated() {
                let amount = FixedDecimal(scale * (7 - place))
                try builder.append([.text("S\(place)"), .decimal(amount), .decimal(place == 1 ? -amount : amount), .decimal(weight), .text("bought for \(scale * 3) USD")])
            }
            builder.add(warning: "no_rate", "\(scale).50 EUR were left out")
            let figures = [Report.Figure(name: "Net worth", value: "\(scale).10 USD", note: "\(scale) more, +1%", sign: scale > 50 ? 1 : -1)]
            return Report(
                title: "Of \(scale) dollars", subtitle: "In 2014: \(scale).00",
                sections: [.init(heading: "\(scale) in all", blocks: [.figures(figures), .text("It was \(scale)."), .table(builder.frame())])],
                notes: ["\(scale) missing"])
        }
        let options = RenderOptions(privacy: true), one = try report(41), other = try report(97)
        #expect(try one.text(options) == other.text(options) && one.markdown(options) == other.markdown(options))
        let page = PageOptions(options, hash: SHA256.hash), print = PrintOptions(options, details: FileDetails(created: "2014-12-31"))
        #expect(try one.html(page) == other.html(page) && one.printed(print) == other.printed(print))
        #expect(try one.text() != other.text() && one.printed(PrintOptions(details: FileDetails(created: ""))) != other.printed(PrintOptions(details: FileDetails(created: ""))))
    }

    @Test("What a form has no place for is told")
    func leftOut() throws {
        let report = try Sample.report(), none = Sample.report(of: Sample.holdings())
        #expect(ReportForm.allCases.allSatisfy { none.leftOut(for: $0).isEmpty })
        #expect(report.leftOut(for: .html).isEmpty && report.leftOut(for: .text).isEmpty && report.leftOut(for: .markdown, withPictures: true).isEmpty)
        #expect(report.leftOut(for: .markdown) == ["Markdown holds no pictures: the 4 charts became tables of figures"])
        #expect(report.leftOut(for: .pdf).isEmpty && report.leftOut(for: .xlsx).isEmpty)
    }

    @Test("Sentences that differ in a name alone are gathered where there are more than two, whatever else they hold")
    func alike() {
        func price(_ symbol: String, _ day: String = "2024-01-01") -> String { "\(symbol) has no price on \(day); store one with quote{symbol=\"\(symbol)\"}, or sync" }
        let five = ["A1", "B2", "C3", "D4", "E5"]
        #expect(AlikeSentences(five.map { price($0) } + ["5 rows"]).gathered == [price("A1") + "; the same holds for B2, C3, D4 and 1 more", "5 rows"])
        #expect(AlikeSentences(five.prefix(3).map { price($0) }).gathered == [price("A1") + "; the same holds for B2 and C3"])
        for kept in [[price("A1"), price("B2")], [price("A1"), price("B2", "2024-02-01"), price("C3", "2024-03-01")], ["1 row", "2 row", "3 row"], []] {
            #expect(AlikeSentences(kept).gathered == kept)
        }
    }

    @Test("A chart of which nothing is known is a sentence in every form, and what it lacks is told at the end")
    func nothingKnown() throws {
        var builder = FrameBuilder("snapshots", [.day("date"), .money("value", in: .usd, total: .none)])
        for number in 0..<3 { try builder.append([.day(Day(number: Int32(16_000 + number))), .none]) }
        builder.add(warning: "no_rate", "there is no rate from USD to EUR")
        var options = ChartOptions()
        options.title = "Net worth"
        let chart = try Chart(builder.frame(), options), sentence = "What would be drawn here is unknown: Net worth."
        let report = Report(title: "Of nothing", sections: [.init(blocks: [.chart(chart)])], notes: ["a"])
        guard case .text(let told)? = report.sections[0].blocks.first else { throw FrameError(.badArgument, "a chart of nothing is left") }
        #expect(told == sentence && report.notes == ["a", "there is no rate from USD to EUR"] && report.chartCount == 0)
        let page = try report.html(PageOptions(hash: SHA256.hash)).text
        #expect(page.contains(sentence) && !page.contains("<svg") && !page.contains("<details>") && !page.contains("no room here"))
    }

    @Test("On paper a note of a chart stands at the end only where its caption has no room for it, and says of which chart it is")
    func captionsOnPaper() throws {
        func chart(_ notes: [String]) -> Chart {
            let data = ChartData(kind: .bar, title: "Allocation", places: .names(["A", "B"]), series: [.init(name: "value", exact: [1, 2])], notes: notes)
            return Chart(data, of: FrameBuilder("rows", []).frame())
        }
        func remarks(_ notes: [String]) -> [String] { Report(title: "", sections: [.init(blocks: [.chart(chart(notes))])]).remarks(RenderOptions(), onPaper: true) }
        #expect(remarks(["2 small ones are gathered in \"other\""]) == [])
        let many = (1...9).map { "note \($0)" }
        #expect(remarks(many) == many.dropFirst(3).map { "Allocation: \($0)" })
        #expect(Report(title: "", sections: [.init(blocks: [.chart(chart(many))])]).remarks(RenderOptions()) == [])
    }

    @Test("The remarks at the end are the notes, then the warnings of tables and charts, each once")
    func remarks() {
        let report = Report(title: "x", sections: [.init(blocks: [.table(Sample.holdings()), .table(Sample.holdings())])], notes: ["a", "a", ""])
        #expect(report.remarks(RenderOptions()) == ["a", "XYZ has no price on or before 2014-12-31"])
    }
}
