import CXlsxWriter
import Values
import Workbooks

/// Writes one sheet from top to bottom: no row is touched again when the next has begun, as a large workbook asks.
struct SheetWriter {
    /// What the sheet is.
    let layout: SheetLayout
    private let sheet: UnsafeMutablePointer<lxw_worksheet>
    /// The format of each column of the table.
    private let columnFormats: [UnsafeMutablePointer<lxw_format>?]
    private let instantFormat: UnsafeMutablePointer<lxw_format>?
    private let dayFormat: UnsafeMutablePointer<lxw_format>?
    /// How many cells of the table were written.
    private var cellCount = 0
    /// How many texts were cut, and how many dates are texts since no spreadsheet has them.
    private var cutCount = 0
    private var earlyCount = 0

    /// Begins a sheet: what stands above the first row of its table, and how it is shown and printed.
    init(_ layout: SheetLayout, in workbook: UnsafeMutablePointer<lxw_workbook>, paper: WorkbookProperties.Paper, formats: inout CellFormats) throws(WritingFailure) {
        guard let sheet = workbook_add_worksheet(workbook, layout.name) else { throw WritingFailure("no sheet can be called \"\(layout.name)\"") }
        (self.layout, self.sheet) = (layout, sheet)
        var columnFormats: [UnsafeMutablePointer<lxw_format>?] = []
        for column in layout.columns { columnFormats.append(try formats.format(column.format, at: .row)) }
        self.columnFormats = columnFormats
        instantFormat = try formats.format(.instant, at: .row)
        dayFormat = try formats.format(.day, at: .row)
        SheetSettings.apply(layout, paper: paper, to: sheet)
        try writeLines(layout.above, from: 0, &formats)
        for (place, column) in layout.columns.enumerated() {
            let format = try formats.format(at: .head(isRight: column.format.isNumeric))
            try write(column.heading, row: layout.headRow, column: place, format)
        }
    }

    /// Whether all cells of the table were written.
    var isComplete: Bool { cellCount == layout.rowCount * layout.columns.count }

    /// Writes the next cells of the table.
    mutating func write(_ cells: [SheetCell]) throws(WritingFailure) {
        let width = layout.columns.count
        guard cellCount + cells.count <= layout.rowCount * width else { throw WritingFailure("more cells came for \"\(layout.name)\" than it has") }
        var row = layout.firstRow, column = 0
        if width > 0 { (row, column) = (layout.firstRow + cellCount / width, cellCount % width) }
        for cell in cells {
            try write(cell, row: UInt32(row), column: UInt16(column), columnFormats[column])
            column += 1
            if column == width { (row, column) = (row + 1, 0) }
        }
        cellCount += cells.count
    }

    private mutating func write(_ cell: SheetCell, row: UInt32, column: UInt16, _ format: UnsafeMutablePointer<lxw_format>?) throws(WritingFailure) {
        let code: lxw_error
        switch cell {
        case .blank: return
        case .number(let number): code = worksheet_write_number(sheet, row, column, number, format)
        case .text(let text): return try write(text, row: Int(row), column: Int(column), format)
        case .day(let day):
            guard let serial = day.serialNumber else {
                earlyCount += 1
                return try write(day.description, row: Int(row), column: Int(column), nil)
            }
            code = worksheet_write_number(sheet, row, column, Double(serial), format ?? dayFormat)
        case .instant(let instant):
            guard let serial = instant.day.serialNumber else {
                earlyCount += 1
                return try write(instant.description, row: Int(row), column: Int(column), nil)
            }
            let seconds = Double(instant.microsecondsOfDay / 1_000_000)
            code = worksheet_write_number(sheet, row, column, Double(serial) + seconds / 86_400, format ?? instantFormat)
        case .truth(let isTrue): code = worksheet_write_boolean(sheet, row, column, isTrue ? 1 : 0, format)
        }
        try WritingFailure.check(code, "writing a cell of \"\(layout.name)\"")
    }

    /// Writes what stands below the rows. Gives sentences on what is not as it was.
    mutating func finish(_ workbook: UnsafeMutablePointer<lxw_workbook>, _ formats: inout CellFormats) throws(WritingFailure) -> [String] {
        for (line, cells) in layout.totals.enumerated() {
            for (place, cell) in cells.enumerated() {
                let format = try formats.format(layout.columns[place].format, at: .total), row = layout.endRow + line
                switch cell {
                case .blank: try WritingFailure.check(worksheet_write_blank(sheet, UInt32(row), UInt16(place), format), "writing a total")
                case .label(let text): try write(text, row: row, column: place, try formats.format(at: .total))
                case .formula(let formula, let value):
                    try WritingFailure.check(worksheet_write_formula_num(sheet, UInt32(row), UInt16(place), formula, format, value), "writing a total")
                }
            }
        }
        try writeLines(layout.below, from: layout.belowRow, &formats)
        let remarks = remarks
        try writeLines(remarks.map { SheetLine(.note, $0) }, from: layout.belowRow + layout.below.count, &formats)
        try ChartWriter(layout: layout, workbook: workbook, sheet: sheet).write()
        return remarks.map { "\(layout.name): \($0)" }
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if earlyCount > 0 {
            remarks.append("\(earlyCount) \(earlyCount == 1 ? "date" : "dates") before 1900 \(earlyCount == 1 ? "is" : "are") text, since spreadsheets have no such dates")
        }
        if cutCount > 0 {
            remarks.append("\(cutCount) \(cutCount == 1 ? "text was" : "texts were") cut to \(CellText.longest) characters, which is what a cell holds")
        }
        return layout.belowRow + layout.below.count + remarks.count <= SheetLayout.mostRows ? remarks : []
    }

    private mutating func writeLines(_ lines: [SheetLine], from row: Int, _ formats: inout CellFormats) throws(WritingFailure) {
        for (place, line) in lines.enumerated() {
            for (column, item) in line.cells.enumerated() where item.cell != .text("") {
                let format = try formats.format(item.format, at: line.style == .figure && column == 1 ? .figureValue : .line(line.style))
                try write(item.cell, row: UInt32(row + place), column: UInt16(column), format)
            }
        }
    }

    /// Writes a text; it is never a formula.
    private mutating func write(_ text: String, row: Int, column: Int, _ format: UnsafeMutablePointer<lxw_format>?) throws(WritingFailure) {
        let (escaped, isCut) = CellText.escaped(text)
        if isCut { cutCount += 1 }
        try WritingFailure.check(worksheet_write_string(sheet, UInt32(row), UInt16(column), escaped, format), "writing a text of \"\(layout.name)\"")
    }
}

/// How a sheet is shown on the screen and printed.
enum SheetSettings {
    /// The digits that have room on a page that stands upright.
    private static let pageWidth = 92.0
    /// Excel's number of a size of paper.
    private static func number(_ paper: WorkbookProperties.Paper) -> UInt8 {
        switch paper {
        case .a4: 9
        case .letter: 1
        }
    }

    /// Sets widths, frozen headings, the filter, and the page. The filter comes before the rows, since a large workbook takes it only then.
    static func apply(_ layout: SheetLayout, paper: WorkbookProperties.Paper, to sheet: UnsafeMutablePointer<lxw_worksheet>) {
        setWidths(layout, on: sheet)
        worksheet_set_paper(sheet, number(paper))
        if layout.columns.reduce(0, { $0 + $1.width }) > pageWidth || !layout.charts.isEmpty { worksheet_set_landscape(sheet) }
        worksheet_fit_to_pages(sheet, 1, 0)
        worksheet_set_margins(sheet, 0.6, 0.6, 0.7, 0.7)
        worksheet_set_footer(sheet, "&L&A&R&P / &N")
        guard !layout.columns.isEmpty else { return worksheet_gridlines(sheet, UInt8(LXW_HIDE_ALL_GRIDLINES.rawValue)) }
        let head = UInt32(layout.headRow)
        worksheet_freeze_panes(sheet, head + 1, 0)
        worksheet_repeat_rows(sheet, head, head)
        if layout.rowCount > 0 { worksheet_autofilter(sheet, head, 0, UInt32(layout.endRow - 1), UInt16(layout.columns.count - 1)) }
    }

    /// Sets the widths of columns. One that is folded up is told beside the column before it by a sign that unfolds it.
    private static func setWidths(_ layout: SheetLayout, on sheet: UnsafeMutablePointer<lxw_worksheet>) {
        let isFolded = layout.columns.map(\.isFolded)
        for (place, width) in layout.widths.enumerated() {
            let isHidden = place < isFolded.count && isFolded[place], showsSign = place + 1 < isFolded.count && isFolded[place + 1]
            var options = lxw_row_col_options(hidden: isHidden ? 1 : 0, level: isHidden ? 1 : 0, collapsed: showsSign ? 1 : 0)
            worksheet_set_column_opt(sheet, UInt16(place), UInt16(place), width, nil, &options)
        }
        if isFolded.contains(true) { worksheet_outline_settings(sheet, 1, 1, 0, 0) }
    }
}
