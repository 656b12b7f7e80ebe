import Drawing
import Foundation
import Painting
import Testing

@Suite("Documents as PDF, read by another program", .enabled(if: Poppler.isInstalled, Poppler.absence))
struct PaperTests {
    @Test("A statement reads as it stands in the golden file; LUCA_UPDATE=1 writes it anew")
    func statement() throws {
        let text = try Poppler.pages(of: drawn(.document(Samples.statement))).joined(separator: "\n====\n")
        let path = Golden.path("statement.txt")
        if Golden.isUpdating { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("The file says what it is, and of which day, and has its headings as bookmarks")
    func details() throws {
        let pdf = try drawn(.document(Samples.statement))
        let info = try Poppler.info(of: pdf)
        for line in ["Title:Account statement 2014", "Author:Ray Miller", "Subject:Account statement", "Creator:luca", "CreationDate:Wed Dec 31 00:00:00 2014 UTC"] {
            let parts = line.split(separator: ":", maxSplits: 1)
            #expect(info.split(separator: "\n").contains { $0.hasPrefix(parts[0] + ":") && $0.hasSuffix(" " + parts[1]) }, "\(line) in \(info)")
        }
        #expect(info.contains("595.276 x 841.89 pts (A4)"))
        let text = String(decoding: pdf, as: UTF8.self)
        for heading in ["Course of the year", "Holdings", "By account", "Income"] { #expect(text.contains("Title (\(heading))")) }
    }

    @Test("Fonts are embedded, and in parts")
    func fonts() throws {
        let fonts = try Poppler.fonts(of: drawn(.document(Samples.statement)))
        #expect(fonts.count >= 2)
        for font in fonts { #expect(font.contains("yes yes yes"), "\(font)") }
    }

    @Test("A table of 200 rows has its head on each page, all rows, and pages that are counted", arguments: [Paper.a4, .letter])
    func longTable(paper: Paper) throws {
        let document = PrintedDocument(title: "Holdings", paper: paper, details: Samples.details, blocks: [.heading("All", level: 1), .table(Samples.holdings(200))])
        let pages = try Poppler.pages(of: drawn(.document(document)))
        #expect(pages.count > 3)
        for (index, page) in pages.enumerated() {
            #expect(page.contains("\nSymbol Name Quantity Market value"), "page \(index + 1)")
            #expect(page.contains("\(index + 1) of \(pages.count)"))
        }
        let rows = pages.flatMap { $0.split(separator: "\n") }
        for index in 0..<200 { #expect(rows.filter { $0.hasPrefix("S\(index) ") }.count == 1, "row \(index)") }
        #expect(try Poppler.info(of: drawn(.document(document))).contains(paper == .a4 ? "(A4)" : "(letter)"))
    }

    @Test("A table too wide for an upright page gets pages across, the texts around it do not")
    func turned() throws {
        let document = PrintedDocument(
            title: "Years", details: Samples.details,
            blocks: [
                .paragraph("before"), .table(Samples.holdings(3)), .heading("Wide", level: 1), .table(Samples.holdings(3, years: 7)), .heading("After", level: 1),
                .paragraph("after"),
            ])
        let pdf = try drawn(.document(document))
        let sizes = try Poppler.info(of: pdf, ["-f", "1", "-l", "9"]).split(separator: "\n").filter { $0.hasPrefix("Page ") && $0.contains(" size:") }
        #expect(sizes.map { $0.contains("595.276 x 841.89") } == [true, false, true])
        let pages = try Poppler.pages(of: pdf)
        #expect(pages[1].contains("Wide") && !pages[0].contains("Wide") && pages[2].contains("After"))
    }

    @Test("Columns that no page holds go on in a further table, which begins with the leading columns")
    func columnsGoOn() throws {
        var table = Samples.holdings(4, years: 30)
        table.caption = "Values"
        let pages = try Poppler.pages(of: drawn(.document(PrintedDocument(title: "", details: Samples.details, blocks: [.table(table)]))))
        let text = pages.joined(separator: "\n")
        #expect(text.contains("Values (continued)"))
        for year in 0..<30 { #expect(text.contains("\(1_003_000 + year).25"), "year \(year)") }
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("S3 ") }.count >= 3)
    }

    @Test("Characters that no font has are named, each once")
    func unknownCharacters() throws {
        // Places for private use that no font of a system fills.
        func document(_ title: String) -> DrawingRequest { .document(PrintedDocument(title: title, details: Samples.details, blocks: [.note("é \u{10FFF0}")])) }
        _ = try drawn(
            document("\u{10FFF0} and \u{10FFF0}"), warnings: ["no installed font has the character \u{10FFF0}, which is drawn as a box: install a font that has it"])
        _ = try drawn(
            document("\u{10FFF1} and \u{10FFF2}"),
            warnings: ["no installed font has the 3 characters \u{10FFF1} \u{10FFF2} \u{10FFF0}, which are drawn as boxes: install a font that has them"])
    }
}
