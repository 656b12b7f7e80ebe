import Charts
public import Frames
public import Values
public import Workbooks

extension Report {
    /// The report as a workbook: a sheet for each table and each chart, with the texts and figures that stand before it, and a last one for the notes.
    ///
    /// Columns are computed now; rows are put together while the workbook is written. Where amounts are masked, the workbook has none. Throws where a column
    /// cannot be computed, or a table has more columns than a sheet.
    public func workbook(_ options: SpreadsheetOptions) throws(FrameError) -> Workbook {
        let words = ReportWords(options: options.render)
        var drafts: [SheetDraft] = [], longFigures: [String] = []
        var lines = title.isEmpty ? [] : [SheetLine(.title, words.title(title))]
        if !subtitle.isEmpty { lines.append(SheetLine(.note, words.title(subtitle))) }
        for section in sections {
            if !section.heading.isEmpty { lines.append(SheetLine(.heading, words.title(section.heading))) }
            let before = drafts.count, heading = section.heading.isEmpty ? title : section.heading
            for block in section.blocks {
                switch block {
                case .text(let text): lines += SheetText.lines(.plain, words.sentence(text))
                case .figures(let figures):
                    lines += FigureLines(words: words).lines(figures)
                    longFigures += FigureLines(words: words).allDigits(figures)
                case .table(let frame):
                    // Rows that a script has made say nothing by their name. A sheet is called as its section: which query its rows are of tells a reader nothing.
                    let isFirst = drafts.count == before, name = isFirst || frame.name == "rows" ? heading : ColumnHeading.words(frame.name)
                    if lines.isEmpty { lines = [SheetLine(.heading, words.title(name))] }
                    let table = try SheetTable(try TextTable.withoutEmpty(frame), options.render)
                    drafts.append(SheetDraft(name: words.title(heading), above: lines, table: table))
                    lines = []
                case .chart(let chart):
                    let isFirst = drafts.count == before, name = chart.data.title.isEmpty || isFirst ? heading : chart.data.title
                    let cells = try ChartCells(chart, options.render)
                    if lines.isEmpty { lines = [SheetLine(.heading, words.title(name))] }
                    drafts.append(SheetDraft(name: words.title(name), above: lines, table: try SheetTable(cells.frame, options.render), chart: cells))
                    lines = []
                }
            }
            if lines.isEmpty { continue }
            if drafts.count > before {
                drafts[drafts.count - 1].below += lines
            } else {
                drafts.append(SheetDraft(name: words.title(heading), above: lines))
            }
            lines = []
        }
        let remarks = remarks(options.render) + longFigures
        if !remarks.isEmpty || drafts.isEmpty {
            drafts.append(SheetDraft(name: "Notes", above: lines + remarks.flatMap { SheetText.lines(.plain, $0) }))
        }
        return try Workbook.made(of: drafts, options.properties(title: words.title(title), subject: words.title(subtitle)), options)
    }
}

extension Frame {
    /// The frame as a workbook of one sheet, with totals at the foot and what was missing below; of several where it has more rows than a sheet.
    ///
    /// - Parameter title: what the sheet is called, and the workbook; the name of the frame where it is empty.
    public func workbook(title: String = "", _ options: SpreadsheetOptions) throws(FrameError) -> Workbook {
        let title = title.isEmpty ? ColumnHeading.words(name) : title, words = ReportWords(options: options.render)
        var draft = SheetDraft(name: words.title(title), above: [], table: try SheetTable(self, options.render))
        draft.below = warningLines(inBook: "warnings", inFrame: "the warnings of the frame").flatMap { SheetText.lines(.note, words.sentence($0)) }
        return try Workbook.made(of: [draft], options.properties(title: words.title(title), subject: ""), options)
    }
}

extension Workbook {
    /// The workbook of sheets, whose names are made different.
    fileprivate static func made(of drafts: [SheetDraft], _ properties: WorkbookProperties, _ options: SpreadsheetOptions) throws(FrameError) -> Workbook {
        var names = SheetNames(), sheets: [Workbook.Sheet] = []
        for draft in drafts { sheets += try draft.sheets(&names, rowsPerSheet: options.rowsPerSheet) }
        return Workbook(properties, sheets: sheets)
    }
}

/// How reports and frames are put into a workbook.
public struct SpreadsheetOptions: Sendable {
    /// When the workbook was made: with the same moment the same facts are the same file, to the byte.
    public var created: Instant
    /// What it is printed on.
    public var paper: WorkbookProperties.Paper
    /// How values are shown, and whether amounts are masked.
    public var render: RenderOptions
    /// The folder for what does not fit in memory; empty for the system's own.
    public var temporaryFolder: String
    /// The most rows of a table that one sheet takes; the rest goes on in further sheets.
    var rowsPerSheet = SheetLayout.mostRows - 2_000

    /// Options.
    public init(created: Instant, paper: WorkbookProperties.Paper = .a4, render: RenderOptions = RenderOptions(), temporaryFolder: String = "") {
        (self.created, self.paper, self.render, self.temporaryFolder) = (created, paper, render, temporaryFolder)
    }

    func properties(title: String, subject: String) -> WorkbookProperties {
        WorkbookProperties(title: title, subject: subject, created: created, paper: paper, temporaryFolder: temporaryFolder)
    }
}
