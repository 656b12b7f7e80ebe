import Charts
import Foundation
import Frames
import Messages
import Testing
import TestSupport
import Values
import Workbooks
@testable import Reports

/// Workbooks read back cell by cell by another program (`pip install openpyxl`; `LUCA_PYTHON` names another interpreter than python3).
@Suite("Workbooks read back", .enabled(if: ReadWorkbook.isPossible, "python3 has no module openpyxl; LUCA_PYTHON names one that has"))
struct SpreadsheetTests {
    private func read(_ workbook: Workbook) throws -> ReadWorkbook { try ReadWorkbook(try SheetFile.written(workbook).bytes) }

    @Test("Each value comes back with its type and its format, and what is unknown is blank")
    func cells() throws {
        let book = try read(try SpreadsheetSample.holdings().workbook(SpreadsheetSample.options))
        #expect(book.title == "Holdings" && book.created.hasPrefix("2014-12-31T10:00:00"))
        let sheet = try book.sheet("Holdings")
        let heads = [
            "Symbol", "Quantity", "Currency", "Price", "Market value", "Market value exact", "Gain percent", "Weight", "Opened", "Recorded at", "Is open", "Lot", "Lot exact",
        ]
        for (place, head) in heads.enumerated() { #expect(sheet.text(CellAddress.letters(place) + "1") == head) }
        #expect(sheet.number("B2") == 10 && sheet.number("B3") == 2.5 && sheet.cells["B2"]?.format == "#,##0.0")
        #expect(sheet.number("D3") == 120.125 && sheet.cells["D3"]?.format == "#,##0.000" && sheet.number("E4") == 300_000.01)
        #expect(sheet.cells["E2"]?.format == "#,##0.00" && sheet.number("E3") == 0.1234567890123457 && sheet.text("F3") == "0.123456789012345678")
        #expect(sheet.number("G2") == 0.125 && sheet.number("G3") == -0.039484 && sheet.cells["G2"]?.format.contains("0.00%") == true && sheet.number("H2") == 0.125)
        #expect(sheet.kind("I2") == "day" && sheet.text("I2") == "2014-03-05" && sheet.kind("I3") == "text" && sheet.text("I3") == "1899-12-31" && sheet.number("I4") == nil)
        #expect(sheet.kind("J2") == "instant" && sheet.text("J2") == "2014-03-05T09:30:15" && sheet.kind("K3") == "truth" && sheet.text("K3") == "false")
        #expect(sheet.number("L4") == 1.234_567_890_123_457e18 && sheet.text("M4") == "1234567890123456789")
        for column in ["D", "E", "G", "H", "I", "J", "K", "L"] { #expect(sheet.kind(column + "5") == "nothing", "an unknown value is a blank cell, not zero: \(column)") }
    }

    @Test("Text is text, whatever it begins with, and what looks like an escape comes back as it was")
    func injection() throws {
        let sheet = try read(try SpreadsheetSample.holdings().workbook(SpreadsheetSample.options)).sheet("Holdings")
        for (address, text) in [("A3", "=1+1"), ("A4", "+cmd|'/C calc'!A0"), ("A5", "_x0041_ _x0007_")] {
            #expect(sheet.kind(address) == "text" && sheet.text(address) == text && sheet.formula(address).isEmpty)
        }
        let hostile = ["-2+3", "@SUM(A1)", "\t=1", " =1", "=HYPERLINK(\"http://x\")", "{=1}", "_x000D_", "<b>&amp;\u{1F600}", "line\nline"]
        var builder = FrameBuilder("texts", [.text("text")])
        for text in hostile { try builder.append([.text(text)]) }
        let again = try read(try builder.frame().workbook(title: "=1+1", SpreadsheetSample.options)).sheets[0]
        for (row, text) in hostile.enumerated() { #expect(again.text("A\(row + 2)") == text && again.formula("A\(row + 2)").isEmpty) }
    }

    @Test("The name of a figure tells no amount where amounts are masked")
    func figureNames() throws {
        var options = SpreadsheetSample.options
        options.render.privacy = true
        let report = Report(title: "Goals", sections: [.init(heading: "All", blocks: [.figures([.init(name: "goal 7654.25 EUR", value: "1")])])])
        let sheet = try read(try report.workbook(options)).sheets[0]
        #expect(!sheet.cells.isEmpty && sheet.cells.values.allSatisfy { !"\($0)".contains("7654") })
    }

    @Test("Figures are numbers with their currency, percentages and dates; digits that a spreadsheet would lose stand beside, unless they are those of a ratio")
    func figures() throws {
        let usd = try Currency("USD"), long = try FixedDecimal("123456789012.345678"), third = try FixedDecimal("0.333333333333333333")
        let figures: [Report.Figure] = [
            .init(name: "Net worth", value: "325,408.28 USD", measure: .money(try FixedDecimal("325408.28"), currency: usd, digits: 2), note: "of all"),
            .init(name: "Return", value: "33.33%", measure: .number(third, .share), sign: 1, isPrivate: false),
            .init(name: "Gain", value: "12.50%", measure: .number(try FixedDecimal("12.5"), .percent), isPrivate: false),
            .init(name: "Since", value: "2014-03-05", measure: .day(try Day("2014-03-05")), isPrivate: false), .init(name: "Unknown", value: ""),
            .init(name: "Text", value: "2 of 3"),
        ]
        let section = Report.Section(heading: "All", blocks: [.figures(figures)])
        let sheet = try read(try Report(title: "Worth", sections: [section]).workbook(SpreadsheetSample.options)).sheets[0]
        #expect(sheet.number("B3") == 325_408.28 && sheet.cells["B3"]?.format == "#,##0.00 \"USD\"" && sheet.text("C3") == "of all")
        #expect(sheet.number("B4") == 0.333333333333333333 && sheet.cells["B4"]?.format == "[Color10]0.00%;[Red]-0.00%;0.00%" && sheet.kind("C4") == "nothing")
        #expect(sheet.number("B5") == 0.125 && sheet.kind("B6") == "day" && sheet.text("B6") == "2014-03-05" && sheet.text("B7") == "unknown" && sheet.text("B8") == "2 of 3")
        let exact = Report.Section(heading: "Long", blocks: [.figures([.init(name: "Net worth", value: "…", measure: .money(long, currency: usd, digits: 2), note: "of all")])])
        let sheets = try read(try Report(title: "Worth", sections: [exact]).workbook(SpreadsheetSample.options)).sheets
        #expect(sheets[0].kind("B3") == "number" && sheets[0].text("C3") == "of all" && sheets[0].kind("D3") == "nothing")
        #expect(sheets[1].text("A1") == "All digits of \"Net worth\", of which a spreadsheet keeps 15: 123456789012.345678 USD")
        var options = SpreadsheetSample.options
        options.render.privacy = true
        let masked = try read(try Report(title: "Worth", sections: [section]).workbook(options)).sheets[0]
        #expect(masked.kind("B3") == "text" && masked.number("B4") != nil && masked.kind("B6") == "day")
    }

    @Test("Columns of exact text are folded up beside their numbers; ratios, of which fifteen digits are enough, have none")
    func folded() throws {
        var builder = FrameBuilder("rows", [.text("name"), .money("amount", in: try Currency("USD")), .percent("gain_percent"), .share("weight")])
        let third = SpreadsheetSample.decimal("33.333333333333333333")
        try builder.append([.text("a"), third, third, third])
        let sheet = try read(try builder.frame().workbook(SpreadsheetSample.options)).sheets[0]
        #expect(["A1", "B1", "C1", "D1", "E1", "F1"].map(sheet.text) == ["Name", "Amount (USD)", "Amount (USD) exact", "Gain percent", "Weight", ""])
        #expect(sheet.folded == ["C"] && sheet.text("C2") == "33.333333333333333333")
        #expect(sheet.cells.values.contains { $0.value.hasPrefix("A spreadsheet keeps 15 digits of a number; \"Amount (USD)\" needs more.") })
    }

    @Test("The title of a chart is no formula, and leaves the file whole whatever it is made of")
    func chartTitles() throws {
        var builder = FrameBuilder("rows", [.text("name"), .decimal("value")])
        for number in 1...3 { try builder.append([.text("n\(number)"), .decimal(FixedDecimal(number))]) }
        var options = ChartOptions()
        options.title = "=1+1 \u{1}\u{FFFE}<&\"\u{1B}"
        let report = Report(title: "Rows", sections: [.init(heading: "All", blocks: [.chart(try Chart(builder.frame(), options))])])
        let sheet = try read(try report.workbook(SpreadsheetSample.options)).sheets[0]
        #expect(sheet.charts.count == 1)
    }

    @Test("Totals are formulas, one a currency, with exact sums as their values")
    func totals() throws {
        let sheet = try read(try SpreadsheetSample.holdings().workbook(SpreadsheetSample.options)).sheet("Holdings")
        #expect(
            sheet.text("A6") == "Total EUR" && sheet.text("C6") == "EUR" && sheet.formula("E6") == "=SUMIF($C$2:$C$5,\"EUR\",E2:E5)" && sheet.number("E6") == 0.1234567890123457)
        #expect(sheet.text("A7") == "Total USD" && sheet.formula("E7") == "=SUMIF($C$2:$C$5,\"USD\",E2:E5)" && sheet.number("E7") == 301_823.01 && sheet.text("F7") == "301823.01")
        #expect(sheet.address(of: "1 row has no market_value: not in the total") != nil)
        #expect(sheet.address(of: "_x0041_ has no price on or before 2014-12-31") != nil)
        #expect(sheet.frozen == "A2" && sheet.filter == "A1:M5" && sheet.repeated.contains("1:$1") && sheet.paper == 9 && sheet.landscape && sheet.footer.contains("&P"))
    }

    @Test("Where no column tells the currencies, one is added beside the amounts")
    func hiddenCurrencies() throws {
        let sheet = try read(try SpreadsheetSample.hiddenCurrencies().workbook(SpreadsheetSample.options)).sheet("Holdings")
        #expect(sheet.text("D1") == "Market value currency" && sheet.text("D3") == "EUR")
        #expect(sheet.formula("B6") == "=SUMIF($D$2:$D$5,\"EUR\",B2:B5)")
        let one = try SpreadsheetSample.holdings().filter("currency", equals: "USD").select(["symbol", "market_value"])
        let single = try read(try one.workbook(SpreadsheetSample.options)).sheet("Holdings")
        #expect(single.text("B1") == "Market value (USD)" && single.formula("B5") == "=SUM(B2:B4)" && single.number("B5") == 301_823.01 && single.text("A5") == "Total")
    }

    @Test("A report has a sheet for each table and chart, charts of the program's own, and notes")
    func report() throws {
        let book = try read(try SpreadsheetSample.report().workbook(SpreadsheetSample.options))
        #expect(book.sheets.map(\.name) == ["Family 2014", "Net worth", "Allocation", "=Income", "Tree", "Returns", "Holdings- -all--now", "Holdings- -all--now (2)", "Notes"])
        let first = book.sheets[0]
        #expect(first.text("A1") == "Family 2014" && first.text("A2") == "Ray & Ann" && first.text("A3") == "Net worth" && first.text("B3") == "325,408.28 USD")
        #expect(book.sheets.map(\.charts) == [[], ["ScatterChart"], ["DoughnutChart"], ["BarChart"], [], [], [], [], []])
        let curve = try book.sheet("Net worth")
        #expect(curve.text("A1") == "Net worth" && curve.text("B3") == "value (USD)" && curve.kind("A4") == "day" && curve.number("B4") == 100.5 && curve.kind("B5") == "nothing")
        #expect(try book.sheet("Returns").colours == ["B4:C5"] && book.sheet("Tree").address(of: "Spreadsheets draw no treemap: the figures stand in the table.") != nil)
        #expect(book.sheets.last?.address(of: "2 rows were left out") != nil && book.sheets[7].address(of: "These are priced at the close.") != nil)
    }

    @Test("Where amounts are masked, no number of them is in the workbook, nor a chart")
    func privacy() throws {
        var options = SpreadsheetSample.options
        options.render.privacy = true
        let book = try read(try SpreadsheetSample.report().workbook(options))
        let sheet = try book.sheet("Holdings- -all--now")
        let amounts = sheet.cells.filter { $0.key.first.map { "BDE".contains($0) } == true && $0.value.kind == "number" }
        #expect(amounts.isEmpty, "\(amounts)")
        #expect(sheet.text("E4") == "•••" && sheet.text("E8") == "•••" && sheet.kind("E7") == "nothing" && sheet.number("F4") == 0.125)
        #expect(try book.sheet("Net worth").charts.isEmpty && book.sheet("Tree").number("B4") == 0.6)
        for sheet in book.sheets {
            for cell in sheet.cells.values { #expect(!cell.value.contains("325,408") && !cell.value.contains("1,500") && !cell.value.contains("300000"), "\(cell.value)") }
        }
    }

    @Test("More rows than a sheet takes go on in further sheets, and the totals are of all")
    func parts() throws {
        var builder = FrameBuilder("trades", [.day("date"), .money("amount", in: try Currency("USD"))])
        for row in 1...25 { try builder.append([SpreadsheetSample.day("2014-03-05"), .decimal(FixedDecimal(row))]) }
        var options = SpreadsheetSample.options
        options.rowsPerSheet = 10
        let book = try read(try builder.frame().workbook(options))
        #expect(book.sheets.map(\.name) == ["Trades", "Trades (2)", "Trades (3)"])
        #expect(book.sheets[1].number("B4") == 11 && book.sheets[2].number("B8") == 25)
        #expect(book.sheets[2].formula("B9") == "=SUM('Trades'!B2:B11,'Trades (2)'!B4:B13,B4:B8)" && book.sheets[2].number("B9") == 325)
    }
}

@Suite("Workbooks of reports")
struct ReportWorkbookTests {
    @Test("The same report is the same file, and every kind of chart is written, small and large")
    func same() throws {
        let first = try SheetFile.written(try SpreadsheetSample.report().workbook(SpreadsheetSample.options))
        let second = try SheetFile.written(try SpreadsheetSample.report().workbook(SpreadsheetSample.options))
        #expect(first.bytes == second.bytes && first.bytes.starts(with: Data("PK".utf8)))
        #expect(first.warnings.contains { $0.contains("1 date before 1900 is text") })
        var large = try SpreadsheetSample.report().workbook(SpreadsheetSample.options)
        large.properties.isLarge = true
        #expect(try SheetFile.written(large).bytes == SheetFile.written(large).bytes)
    }

    @Test("Long texts are cut and told, and too many columns are refused with a sentence")
    func limits() throws {
        var builder = FrameBuilder("texts", [.text("text")])
        try builder.append([.text(String(repeating: "é", count: 40_000))])
        let (_, warnings) = try SheetFile.written(try builder.frame().workbook(SpreadsheetSample.options))
        #expect(warnings == ["Texts: 1 text was cut to 32767 characters, which is what a cell holds"])
        let columns = (0...16_384).map { place in Column.ints(.int("c\(place)"), count: 1) { (_) throws(FrameError) in 1 } }
        let error = #expect(throws: FrameError.self) { _ = try Frame("wide", rowCount: 1, columns: columns).workbook(SpreadsheetSample.options) }
        #expect(error?.message == "the table \"Wide\" has 16385 columns, and a sheet holds 16384 at most: select the columns you need")
    }

    @Test("What is no workbook is answered by a sentence")
    func broken() throws {
        var request: [UInt8] = []
        try SpreadsheetSample.report().workbook(SpreadsheetSample.options).write { request += $0 }
        #expect(try SheetFile.answered([]).0 == .failure("the workbook broke off before its end"))
        #expect(try SheetFile.answered(Array("GET / HTTP/1.1".utf8)).0 == .failure("what came is no workbook"))
        #expect(try SheetFile.answered(Array(request.dropLast(1))).0 == .failure("the workbook broke off before its end"))
        var properties = WorkbookProperties(created: SpreadsheetSample.created)
        #expect(try SheetFile.answered(WorkbookMessage.begin(properties).frame + WorkbookMessage.end.frame).0 == .failure("a workbook needs at least one sheet"))
        properties.temporaryFolder = "/nowhere"
        #expect(try SheetFile.answered(WorkbookMessage.begin(properties).frame).0 == .failure("no temporary file can be made in /nowhere: No such file or directory"))
    }
}
