import Charts
public import Drawing
public import Frames
import Values

/// How a report is printed.
public struct PrintOptions {
    /// How values are shown: privacy, locale, currencies, rows.
    public var rendering: RenderOptions
    /// The paper.
    public var paper: Paper
    /// How the paper is turned.
    public var orientation: PrintedDocument.Orientation
    /// What stands at the foot of each page beside its number; empty for nothing.
    public var footer: String
    /// What the file says of itself beside its title, with the day of its making.
    public var details: FileDetails

    /// Options of which only the day is told.
    public init(
        _ rendering: RenderOptions = RenderOptions(), paper: Paper = .a4, orientation: PrintedDocument.Orientation = .automatic, footer: String = "", details: FileDetails
    ) {
        (self.rendering, self.paper, self.orientation, self.footer, self.details) = (rendering, paper, orientation, footer, details)
    }
}

extension Report {
    /// The report as a document for paper, which `luca-draw` lays out on pages.
    public func printed(_ options: PrintOptions) throws(FrameError) -> PrintedDocument {
        var rendering = options.rendering
        (rendering.colour, rendering.width, rendering.unicode) = (false, nil, true)
        let words = ReportWords(options: rendering)
        var blocks: [PrintedDocument.Block] = []
        for section in sections {
            if !section.heading.isEmpty { blocks.append(.heading(words.title(section.heading), level: 1)) }
            for piece in section.pieces {
                switch piece {
                case .block(let block): blocks += try PrintedBlocks(words: words).blocks(block)
                case .charts(let charts): blocks += charts.rows.map { .scene(Scene.row(of: $0, rendering)) }
                }
            }
        }
        let remarks = remarks(rendering, onPaper: true)
        if !remarks.isEmpty {
            blocks.append(.heading("Notes", level: 1))
            blocks += remarks.map { .note($0) }
        }
        // What a file says of itself is shown by every file manager.
        var details = options.details
        (details.subject, details.author) = (words.title(details.subject), SafeText.cleaned(details.author))
        return PrintedDocument(
            title: words.title(title), subtitle: words.title(subtitle), footer: SafeText.cleaned(options.footer), paper: options.paper, orientation: options.orientation,
            details: details, decimalMark: rendering.locale.decimalMark, blocks: blocks)
    }
}

extension Frame {
    /// The frame alone as a document for paper.
    public func printed(_ options: PrintOptions) throws(FrameError) -> PrintedDocument {
        try Report(title: ColumnHeading.words(name), sections: [Report.Section(blocks: [.table(self)])]).printed(options)
    }
}

/// The pieces of a report as pieces of a document.
private struct PrintedBlocks {
    /// How sentences are shown.
    let words: ReportWords

    func blocks(_ block: Report.Block) throws(FrameError) -> [PrintedDocument.Block] {
        switch block {
        case .text(let text): [.paragraph(words.sentence(text))]
        case .figures(let figures): figures.isEmpty ? [] : [.figures(figures.map(figure))]
        case .chart(let chart): [.scene(Scene.row(of: [chart], words.options))]
        case .table(let frame): try table(frame)
        }
    }

    private func figure(_ figure: Report.Figure) -> PrintedFigure {
        let isMasked = words.options.privacy && figure.isPrivate
        let tone: Tone = figure.value.isEmpty ? .missing : figure.sign == 0 || isMasked ? .plain : figure.sign > 0 ? .gain : .loss
        return PrintedFigure(name: words.title(figure.name), value: words.mark(of: figure) + words.value(of: figure), note: words.note(of: figure), tone: tone)
    }

    private func table(_ frame: Frame) throws(FrameError) -> [PrintedDocument.Block] {
        let frame = try TextTable.withoutEmpty(frame), table = try TextTable(frame, options: words.options)
        let columns = table.columns.map { column in
            let alignment: PrintedTable.Alignment = column.isNumber ? (column.schema.type == .int ? .trailing : .decimal) : .leading
            return PrintedTable.Column(ColumnHeading.of(column.schema), alignment: alignment, priority: column.schema.rank.rawValue)
        }
        var rows = (0..<table.rowCount).map { row in PrintedTable.Row(table.columns.map { cell($0.cells[row]) }) }
        rows += (0..<table.totalCount).map { line in PrintedTable.Row(table.columns.map { $0.totals[line].map(total) ?? PrintedTable.Cell("") }, role: .total) }
        // What tells the rows apart stands again where a table goes on beside itself: the names at its beginning, no more than two.
        let names = table.columns.prefix { !$0.isNumber }.count
        let notices = ([table.more].compactMap { $0 } + table.notices.map(\.text)).map { PrintedDocument.Block.note($0) }
        guard !columns.isEmpty, !rows.isEmpty else { return notices }
        return [.table(PrintedTable(columns: columns, rows: rows, leadingColumns: min(max(names, 1), 2)))] + notices
    }

    /// A cell of a line at the foot; its label begins with a capital letter as headings do.
    private func total(_ total: Cell) -> PrintedTable.Cell {
        var printed = cell(total)
        if printed.text.hasPrefix("total") { printed.text = "T" + printed.text.dropFirst() }
        return printed
    }

    private func cell(_ cell: Cell) -> PrintedTable.Cell {
        switch cell.tone {
        case .plain: PrintedTable.Cell(cell.text)
        case .gain: PrintedTable.Cell(cell.text, tone: .gain)
        case .loss: PrintedTable.Cell(cell.text, tone: .loss)
        case .missing: PrintedTable.Cell(cell.text, tone: .missing)
        }
    }
}

extension Scene {
    /// One chart, or two side by side, as a picture whose title stands flush with the text above it.
    static func row(of charts: [Chart], _ options: RenderOptions) -> Scene {
        guard charts.count == 2 else { return charts[0].flushPicture(.paper, options) }
        let left = charts[0].flushPicture(.halfPaper, options), right = charts[1].flushPicture(.halfPaper, options), width = PictureSize.paper.size.width
        return Scene(
            width: width, height: max(left.height, right.height), title: [left.title, right.title].filter { !$0.isEmpty }.joined(separator: "; "),
            summary: [left.summary, right.summary].filter { !$0.isEmpty }.joined(separator: " "), elements: left.elements + right.moved(by: width - right.width).elements)
    }

    /// The picture with all that is in it farther to the right, by points.
    func moved(by distance: Double) -> Scene {
        var scene = self
        scene.elements = elements.map { element in
            switch element {
            case .shape(var shape):
                shape.outline = shape.outline.moved(by: distance)
                return .shape(shape)
            case .text(var text):
                text.place.x += distance
                return .text(text)
            }
        }
        return scene
    }
}

extension Chart {
    /// What is told of the chart at the end of the paper: what its frame was missing, and the notes for which its caption has no room, which say of what they are.
    func remarks(isAlone: Bool, _ options: RenderOptions) -> [String] {
        let size = (isAlone ? PictureSize.paper : .halfPaper).size, missing = frame.warnings.map(\.message)
        let told = Set(missing + missing.map(options.hidingFigures(in:)))
        let left = data.notesWithoutRoom(width: size.width + 2 * Chart.pictureMargin, height: height(isAlone ? .paper : .halfPaper), writing: options)
        return missing + left.filter { !told.contains($0) && !$0.contains(" more like it, ") }.map { data.title.isEmpty ? $0 : "\(data.title): \($0)" }
    }

    /// The picture without the room that it keeps at its left and right, where a page has a margin of its own.
    fileprivate func flushPicture(_ size: PictureSize, _ options: RenderOptions) -> Scene {
        var scene = picture(size, options, widerBy: 2 * Chart.pictureMargin).moved(by: -Chart.pictureMargin)
        scene.width = size.size.width
        return scene
    }
}

extension Shape.Outline {
    fileprivate func moved(by distance: Double) -> Shape.Outline {
        func moved(_ point: Point) -> Point { Point(point.x + distance, point.y) }
        switch self {
        case .path(let steps):
            return .path(
                steps.map { step in
                    switch step {
                    case .move(let point): .move(moved(point))
                    case .line(let point): .line(moved(point))
                    case .curve(let first, let second, let end): .curve(moved(first), moved(second), moved(end))
                    case .close: .close
                    }
                })
        case .rectangle(let corner, let width, let height): return .rectangle(moved(corner), width: width, height: height)
        case .circle(let centre, let radius): return .circle(moved(centre), radius: radius)
        }
    }
}
