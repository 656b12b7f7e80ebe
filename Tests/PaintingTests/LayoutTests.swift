import Drawing
import TestSupport
import Testing

@testable import Painting

@Suite("Documents laid out on pages")
struct LayoutTests {
    private static let words = ["net", "worth", "Oracle", "Aktiengesellschaft", "1,234.50", "–", "Société", String(repeating: "W", count: 90), "gain", "of", "the", "year"]

    @Test("A text of a hundred thousand characters is printed whole, with and without blanks", arguments: ["word ", "W"])
    func longTexts(_ piece: String) {
        let count = 200_000 / piece.count, text = String(repeating: piece, count: count)
        let lines = TextBreaker(typesetter: Typesetter()).lines(of: text, Typesetter.Font(size: 8), width: 300)
        #expect(lines.joined().count { $0 == piece.first } == count && lines.allSatisfy { $0.count < 200 })
    }

    @Test("Whatever the document: nothing stands beyond the margins, and no text is lost")
    func allTexts() {
        var random = SeededRandom.forTest()
        let typesetter = Typesetter()
        for _ in 0..<SeededRandom.rounds(40) {
            let document = Self.document(&random)
            let layout = DocumentLayout(document, typesetter)
            var printed: [Character: Int] = [:]
            for (number, page) in layout.pages.enumerated() {
                var isFoot = false
                for item in page.items {
                    guard case .element(.text(let text)) = item else { continue }
                    for character in text.string where !character.isWhitespace { printed[character, default: 0] += 1 }
                    let width = typesetter.width(of: text.string, Typesetter.Font(size: text.size, isBold: text.isBold))
                    let left = text.anchor == .start ? text.place.x : text.anchor == .middle ? text.place.x - width / 2 : text.place.x - width
                    #expect(left > PageFlow.margin - 0.5 && left + width < page.width - PageFlow.margin + 0.5, "\(text.string)")
                    // What stands at the foot comes last: the number of the page, then the footer.
                    isFoot = isFoot || text.string == "\(number + 1) of \(layout.pages.count)"
                    #expect(text.place.y > 30 && text.place.y < page.height - (isFoot ? 29 : 53), "\(text.string)")
                }
            }
            // Heads are printed again on further pages, so there may be more of a character, never less.
            for (character, count) in Self.characters(of: document) { #expect(printed[character, default: 0] >= count, "\(character)") }
        }
    }

    @Test("A picture is made a little smaller rather than leave a page half empty, and not much smaller")
    func picturesFit() {
        for (height, pages) in [(280.0, 1), (340, 1), (420, 2)] {
            let scenes = [400, height].map { PrintedDocument.Block.scene(Scene(width: 500, height: $0, title: "", summary: "", elements: [])) }
            #expect(DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: scenes), Typesetter()).pages.count == pages, "\(height)")
        }
    }

    @Test("No row of a table stands on two pages, sums stay with what they sum, names of groups with what they name")
    func rowsWhole() {
        var random = SeededRandom.forTest()
        let typesetter = Typesetter()
        for _ in 0..<SeededRandom.rounds(20) {
            let count = random.int(1...160)
            var rows: [PrintedTable.Row] = []
            for index in 0..<count {
                if random.chance(oneIn: 9) { rows.append(.init([.init("group\(index)")], role: .group)) }
                let lines = (0..<random.int(1...6)).map { "row\(index)line\($0)" }
                rows.append(.init([.init("first\(index)"), .init(lines.joined(separator: "\n")), .init("last\(index)")]))
                if random.chance(oneIn: 9) { rows.append(.init([.init("sum\(index)")], role: .subtotal)) }
            }
            rows.append(.init([.init("total\(count)")], role: .total))
            let table = PrintedTable(columns: [.init("A"), .init("B"), .init("C", alignment: .trailing)], rows: rows)
            let layout = DocumentLayout(
                PrintedDocument(title: "T", details: Samples.details, blocks: [.paragraph(Self.text(&random)), .heading("heading", level: 1), .table(table)]), typesetter)
            let pages = layout.pages.map(Self.texts)
            let page = { (text: String) in pages.firstIndex { $0.contains(text) } }
            for (index, row) in rows.enumerated() {
                let places = Set(row.cells.flatMap { $0.text.split(separator: "\n") }.map { page(String($0)) })
                #expect(places.count == 1 && !places.contains(nil), "\(row.cells[0].text)")
                guard index > 0 else { continue }
                let before = page(rows[index - 1].cells[0].text)
                if row.role == .subtotal || row.role == .total || rows[index - 1].role == .group { #expect(places.first == before, "\(row.cells[0].text)") }
            }
            #expect(page("heading") == page(rows[0].cells[0].text))
            #expect(page("heading") == page(rows[1].cells[0].text))
        }
    }

    @Test("Rows that stay together leave room for the caption above them", arguments: 20...64)
    func longCaption(_ count: Int) {
        let rows = (0..<count).map { PrintedTable.Row([.init("row\($0)")], role: .group) } + [.init([.init("last")])]
        let table = PrintedTable(caption: String(repeating: "what the table is of ", count: 90), columns: [.init("A")], rows: rows)
        let layout = DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: [.table(table)]), Typesetter())
        for page in layout.pages {
            for item in page.items {
                if case .element(.text(let text)) = item, text.string.hasPrefix("row") || text.string == "last" { #expect(text.place.y < page.height - 53, "\(text.string)") }
            }
        }
    }

    @Test("A heading never stands at the end of a page without what it is about", arguments: 30...60)
    func headings(count: Int) {
        let before = (0..<count).map { PrintedDocument.Block.note("note \($0)") }
        let table = PrintedTable(columns: [.init("A")], rows: (0..<5).map { .init([.init("row\($0)")]) })
        let follow: [PrintedDocument.Block] = [.heading("one", level: 1), .paragraph("what comes"), .heading("two", level: 2), .table(table)]
        let pages = DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: before + follow), Typesetter()).pages.map(Self.texts)
        let page = { (text: String) in pages.firstIndex { $0.contains(text) } }
        #expect(page("one") != nil && Set(["what comes", "two", "A", "row0", "row1"].map(page)) == [page("one")])
    }

    @Test("A table that fits on a page is not split where no more than a third of a page stays blank for that; else three rows at least stand on each page")
    func wholeTables() {
        let names = (0..<14).map { "row\($0)" }
        let table = PrintedTable(columns: [.init("A")], rows: names.map { .init([.init($0)]) } + [.init([.init("sum")], role: .total)])
        var splitCount = 0
        for count in 0..<70 {
            let before = (0..<count).map { PrintedDocument.Block.note("note \($0)") },
                follow: [PrintedDocument.Block] = [.heading("one", level: 1), .paragraph("what comes"), .table(table)]
            let layout = DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: before + follow), Typesetter())
            let pages = layout.pages.map(Self.texts)
            let rows = pages.map { page in (names + ["sum"]).count(where: page.contains) }.filter { $0 > 0 }
            #expect(rows.allSatisfy { $0 >= 3 } && rows.reduce(0, +) == 15)
            guard let last = layout.bookmarks.last else { continue }
            if last.y > layout.pages[last.page - 1].height * 0.7 { #expect(rows.count == 1, "the heading stands at \(last.y)") }
            if rows.count > 1 { splitCount += 1 }
        }
        #expect(splitCount == 0, "it is no higher than a third of a page")
    }

    @Test("All is set tighter where that saves a last page that is next to empty, and only there")
    func tighter() throws {
        func layout(_ rows: Int) -> DocumentLayout {
            let table = PrintedTable(columns: [.init("A")], rows: (0..<rows).map { .init([.init("row\($0)")]) })
            return DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: [.table(table), .paragraph("end")]), Typesetter())
        }
        func pace(_ layout: DocumentLayout) throws -> Double {
            let heights = layout.pages[0].items.compactMap { if case .element(.text(let text)) = $0, ["row4", "row5"].contains(text.string) { text.place.y } else { nil } }
            return try #require(heights.last) - #require(heights.first)
        }
        let usual = try pace(layout(10)), most = try #require((10..<100).last { layout($0).pages.count == 1 })
        #expect(try pace(layout(most)) < usual, "the last that fit are set tighter")
        #expect(try layout(most + 1).pages.count == 2 && abs(pace(layout(most + 1)) - usual) < 1e-9)
        let texts = layout(most).pages.flatMap(Self.texts)
        #expect((0..<most).allSatisfy { texts.contains("row\($0)") } && texts.contains("end"))
    }

    @Test("A row that is higher than a page goes on upon the next, and is all there")
    func highRow() {
        let text = (0..<300).map { "line\($0)" }.joined(separator: "\n")
        let table = PrintedTable(columns: [.init("A"), .init("B")], rows: [.init([.init("a"), .init(text)]), .init([.init("z"), .init("end")])])
        let pages = DocumentLayout(PrintedDocument(title: "", details: Samples.details, blocks: [.table(table)]), Typesetter()).pages.map(Self.texts)
        #expect(pages.flatMap { $0 }.filter { $0.hasPrefix("line") } == (0..<300).map { "line\($0)" })
        #expect(pages.count > 3 && pages.allSatisfy { $0.contains("B") })
    }

    @Test("Numbers with a differing count of decimals have their marks below one another, whatever the mark", arguments: [".", ","] as [Character])
    func decimals(mark: Character) {
        let typesetter = Typesetter()
        let numbers = ["1", "12\(mark)5", "1000\(mark)125", "-3\(mark)25 %"]
        let table = PrintedTable(columns: [.init("N", alignment: .decimal)], rows: numbers.map { .init([.init($0)]) })
        let layout = DocumentLayout(PrintedDocument(title: "", details: Samples.details, decimalMark: mark, blocks: [.table(table)]), typesetter)
        let marks = layout.pages.flatMap(\.items).compactMap { item -> Double? in
            guard case .element(.text(let text)) = item, numbers.contains(text.string) else { return nil }
            let whole = text.string.prefix { $0 != mark }
            return text.place.x + typesetter.width(of: String(whole), Typesetter.Font(size: text.size))
        }
        #expect(marks.count == 4 && marks.allSatisfy { abs($0 - marks[0]) < 0.01 })
    }

    @Test("Values of figures side by side stand on one line, whatever the length of their names")
    func figures() {
        let figures = [PrintedFigure(name: "Cash", value: "1"), PrintedFigure(name: String(repeating: "a long name ", count: 30), value: "2"), PrintedFigure(name: "", value: "3")]
        let pages = DocumentLayout(PrintedDocument(title: "", details: Samples.details, blocks: [.figures(figures)]), Typesetter()).pages
        let heights = pages.flatMap(\.items).compactMap { if case .element(.text(let text)) = $0, ["1", "2", "3"].contains(text.string) { text.place.y } else { nil } }
        #expect(heights.count == 3 && Set(heights).count == 1)
    }

    @Test("Bookmarks have the page and the level of their headings")
    func bookmarks() {
        let blocks: [PrintedDocument.Block] = [.heading("A", level: 1), .heading("B", level: 2), .table(Samples.holdings(60)), .heading("C", level: 7), .paragraph("c")]
        let layout = DocumentLayout(PrintedDocument(title: "T", details: Samples.details, blocks: blocks), Typesetter())
        #expect(layout.bookmarks.map(\.text) == ["A", "B", "C"])
        #expect(layout.bookmarks.map(\.level) == [1, 2, 3])
        for bookmark in layout.bookmarks { #expect(Self.texts(layout.pages[bookmark.page - 1]).contains(bookmark.text)) }
    }

    @Test("Lines are broken between words, within a word only where it is wider than a line, and where the text breaks them")
    func lines() {
        let breaker = TextBreaker(typesetter: Typesetter()), font = Typesetter.Font(size: 10)
        let room = breaker.typesetter.width(of: "net worth", font)
        #expect(breaker.lines(of: "net worth of the year", font, width: room) == ["net worth", "of the", "year"])
        #expect(breaker.lines(of: "a\n\nb", font, width: room) == ["a", "", "b"])
        #expect(breaker.lines(of: "", font, width: room) == [""])
        let long = String(repeating: "W", count: 1_000)
        let pieces = breaker.lines(of: "a \(long) b", font, width: room)
        #expect(pieces.first == "a" && pieces.joined().filter { $0 == "W" }.count == 1_000)
        #expect(pieces.allSatisfy { breaker.typesetter.width(of: $0, font) <= room + 0.01 })
        #expect(breaker.lines(of: "WW", font, width: 0.5) == ["W", "W"])
        #expect(breaker.shortened("net worth of the year", font, width: room).hasSuffix("…"))
    }

    private static func texts(_ page: Page) -> [String] {
        page.items.compactMap { if case .element(.text(let text)) = $0 { text.string } else { nil } }
    }

    private static func text(_ random: inout SeededRandom) -> String { (0..<random.int(0...60)).map { _ in random.pick(words) }.joined(separator: " ") }

    private static func document(_ random: inout SeededRandom) -> PrintedDocument {
        let blocks = (0..<random.int(0...12)).map { _ -> PrintedDocument.Block in
            switch random.int(0...4) {
            case 0: return .heading(random.pick(words), level: random.int(1...3))
            case 1: return .paragraph(text(&random))
            case 2: return .note(text(&random))
            case 3: return .figures((0..<random.int(1...7)).map { _ in PrintedFigure(name: random.pick(words), value: random.pick(words), note: random.pick(words)) })
            default: return .table(table(&random))
            }
        }
        return PrintedDocument(
            title: random.pick(words), subtitle: random.pick(words), footer: random.pick(words), paper: random.pick(Paper.allCases),
            orientation: random.pick(PrintedDocument.Orientation.allCases), details: Samples.details, blocks: blocks)
    }

    private static func table(_ random: inout SeededRandom) -> PrintedTable {
        let count = random.int(1...(random.chance(oneIn: 4) ? 30 : 8))
        let columns = (0..<count).map { _ in PrintedTable.Column(random.pick(words), alignment: random.pick(PrintedTable.Alignment.allCases), priority: random.int(0...2)) }
        let rows = (0..<random.int(0...30)).map { _ in
            let cells = (0..<random.int(1...count)).map { _ in PrintedTable.Cell(random.chance(oneIn: 15) ? text(&random) : random.pick(words)) }
            return PrintedTable.Row(cells, role: random.chance(oneIn: 6) ? random.pick(PrintedTable.Role.allCases) : .body)
        }
        return PrintedTable(caption: random.pick(["", "net worth"]), columns: columns, rows: rows, leadingColumns: random.int(0...3))
    }

    /// The characters that a document must print at least, and how often.
    private static func characters(of document: PrintedDocument) -> [Character: Int] {
        var all = [document.title, document.subtitle, document.footer]
        for block in document.blocks {
            switch block {
            case .heading(let text, _), .paragraph(let text), .note(let text): all.append(text)
            case .figures(let figures): all += figures.flatMap { [$0.name, $0.value, $0.note] }
            case .table(let table): all += [table.caption] + table.columns.map(\.heading) + table.rows.flatMap { $0.cells.map(\.text) }
            case .scene: break
            }
        }
        var counts: [Character: Int] = [:]
        for character in all.joined() where !character.isWhitespace { counts[character, default: 0] += 1 }
        return counts
    }
}
