import Charts
import Drawing
public import Frames
import Values

/// A report as Markdown, with the pictures that it links to.
public struct MarkdownReport: Hashable, Sendable {
    /// A picture to be written beside the text.
    public struct Picture: Hashable, Sendable {
        /// Where it is written, from the folder of the text, such as `pictures/chart-1.svg`.
        public var path: String
        /// The picture, as SVG.
        public var svg: String
    }

    /// The Markdown.
    public var text: String
    /// The pictures, in the order of the charts; none where no folder was named for them.
    public var pictures: [Picture]
}

extension Report {
    /// The report as Markdown: charts as tables of their figures, or with a folder named, as links to pictures, which come along to be written there.
    ///
    /// - Parameter pictures: the folder for the pictures, from the folder of the text; nil for none.
    public func markdown(_ options: RenderOptions = RenderOptions(), pictures folder: String? = nil) throws(FrameError) -> MarkdownReport {
        var writer = MarkdownWriter(options, folder: folder)
        let words = ReportWords(options: options)
        writer.heading(words.title(title), level: 1)
        writer.paragraph(words.title(subtitle))
        for section in sections {
            writer.heading(words.title(section.heading), level: 2)
            for block in section.blocks { try writer.block(block, of: section) }
        }
        let remarks = remarks(options)
        if !remarks.isEmpty {
            writer.heading("Notes", level: 2)
            writer.list(remarks)
        }
        return MarkdownReport(text: writer.text, pictures: writer.pictures)
    }
}

/// Writes the pieces of a report as Markdown.
private struct MarkdownWriter {
    private let options: RenderOptions
    private let words: ReportWords
    private let folder: String?
    /// The Markdown so far; a blank line stands between the pieces.
    private(set) var text = ""
    /// The pictures so far.
    private(set) var pictures: [MarkdownReport.Picture] = []
    private var charts = 0

    /// The most rows of a table in the place of a chart.
    private static let mostRows = 60

    init(_ options: RenderOptions, folder: String?) {
        var options = options
        options.colour = false
        (self.options, self.folder, words) = (options, folder, ReportWords(options: options))
    }

    mutating func heading(_ heading: String, level: Int) {
        guard !heading.isEmpty else { return }
        piece(String(repeating: "#", count: level) + " " + MarkdownText.escaped(heading))
    }

    mutating func paragraph(_ paragraph: String) {
        piece(paragraph.split(separator: "\n", omittingEmptySubsequences: false).map { MarkdownText.line(String($0)) }.joined(separator: "\n"))
    }

    mutating func list(_ sentences: [String]) {
        piece(sentences.map { "- " + MarkdownText.escaped($0.split(separator: "\n").joined(separator: " ")) }.joined(separator: "\n"))
    }

    mutating func block(_ block: Report.Block, of section: Report.Section) throws(FrameError) {
        switch block {
        case .text(let text): paragraph(words.sentence(text))
        case .table(let frame): piece(try TextTable.withoutEmpty(frame).markdown(options))
        case .chart(let chart): try self.chart(chart, isInTable: section.shows(chart.frame))
        case .figures(let figures): self.figures(figures)
        }
    }

    private mutating func figures(_ figures: [Report.Figure]) {
        list(
            figures.map { figure in
                let value = words.mark(of: figure) + words.value(of: figure), note = words.note(of: figure)
                return "\(words.title(figure.name)): \(value)" + (note.isEmpty ? "" : " (\(note))")
            })
    }

    private mutating func chart(_ chart: Chart, isInTable: Bool) throws(FrameError) {
        charts += 1
        let title = words.title(chart.data.title)
        if let folder {
            let path = (folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/") + "chart-\(charts).svg"
            let scene = chart.picture(.wide, options)
            pictures.append(MarkdownReport.Picture(path: path, svg: scene.svg()))
            piece("![\(MarkdownText.escaped(scene.title.isEmpty ? title : scene.title))](\(MarkdownText.address(path)))")
        } else {
            if !title.isEmpty { piece("**\(MarkdownText.escaped(title))**" + (isInTable ? ": the figures are in the table of this section" : "")) }
        }
        if folder == nil, !isInTable {
            let figures = try ChartTable(chart.frame, limit: Self.mostRows)
            var options = options
            options.maximumRows = min(options.maximumRows ?? Self.mostRows, Self.mostRows)
            options.totals = figures.note.isEmpty && options.totals
            piece(try TextTable.withoutEmpty(figures.frame).markdown(options))
            paragraph(figures.note)
        }
        for note in chart.data.notes { paragraph(words.sentence(note)) }
    }

    /// A piece behind a blank line; none where there is nothing to show.
    private mutating func piece(_ piece: String) {
        var piece = piece
        while piece.hasSuffix("\n") { piece.removeLast() }
        guard !piece.isEmpty else { return }
        if !text.isEmpty { text += "\n" }
        text += piece + "\n"
    }
}

/// Text that stays text in Markdown.
enum MarkdownText {
    /// A text that starts no markup, wherever in a line it stands.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\\`*_[]<>&|~$".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    /// A line that begins no heading, list, quote or rule either, and is no code though it is set in.
    static func line(_ line: String) -> String {
        let line = String(line.trimmed), escaped = escaped(line)
        guard let first = line.first else { return "" }
        if "#+-=".contains(first) { return "\\" + escaped }
        let digits = line.prefix { $0.isNumber }
        if let mark = line.dropFirst(digits.count).first, !digits.isEmpty, ".)".contains(mark) { return digits + "\\" + escaped.dropFirst(digits.count) }
        return escaped
    }

    /// A path as the address of a link: bytes that would end it, and those beyond ASCII, stand as `%20`.
    static func address(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.reduce(into: "") { result, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"()<>\"\\%?#[]".utf8.contains(byte)
            result += isPlain ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }
}
