import Drawing
import Frames
import Testing
import Values
@testable import Reports

@Suite("Reports on paper")
struct PaperTests {
    private let options = PrintOptions(footer: "luca", details: FileDetails(author: "Ray", created: "2014-12-31"))

    @Test("A report becomes headings, figures, pictures, tables with their totals, and notes, in its order")
    func order() throws {
        let document = try Sample.report().printed(options)
        let kinds = document.blocks.map { block in
            switch block {
            case .heading(let text, _): "# " + text
            case .paragraph(let text): text
            case .figures(let figures): figures.map { "\($0.name): \($0.value) (\($0.note)) \($0.tone)" }.joined(separator: "\n")
            case .table(let table): Self.text(table)
            case .scene(let scene): "scene \(Int(scene.width)) x \(Int(scene.height))"
            case .note(let text): "note: " + text
            }
        }
        try GoldenFile("printed.txt").expect(kinds.joined(separator: "\n\n") + "\n")
        #expect(document.title == "Family <b>dashboard</b> 2014" && document.footer == "luca" && document.details.author == "Ray")
    }

    @Test("What a masked file says of itself has no amounts either")
    func details() throws {
        var options = options
        options.rendering.privacy = true
        options.details.subject = "In 2014: 7654.25 EUR"
        let subject = try Sample.report().printed(options).details.subject
        #expect(subject.hasPrefix("In 2014: ") && !subject.contains("7654"))
    }

    private static func text(_ table: PrintedTable) -> String {
        let columns = table.columns.map { "\($0.heading) \($0.alignment)" }
        return "table: " + columns.joined(separator: ", ") + "\n" + table.rows.map(line).joined(separator: "\n")
    }

    private static func line(_ row: PrintedTable.Row) -> String {
        "  \(row.role): " + row.cells.map { $0.tone == .plain ? $0.text : "\($0.text) (\($0.tone))" }.joined(separator: " | ")
    }

    @Test("A table repeats the names at its beginning, two at most, where it goes on beside itself; a frame alone is headed by its name")
    func leading() throws {
        func leading(_ frame: Frame) throws -> Int? {
            try frame.printed(options).blocks.lazy.compactMap { if case .table(let table) = $0 { table.leadingColumns } else { nil } }.first
        }
        #expect(try leading(Sample.holdings()) == 2 && leading(Sample.months()) == 1 && leading(Sample.empty()) == nil)
        #expect(try Sample.holdings().printed(options).title == "Holdings")
    }

    @Test("The mark before the decimals is that of the locale")
    func locale() throws {
        var german = options
        german.rendering.locale = LocaleFormat(named: "de_DE")!
        #expect(try Sample.report().printed(german).decimalMark == "," && Sample.report().printed(options).decimalMark == ".")
    }
}
