import CXlsxWriter
import Workbooks

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
        for (place, column) in layout.columns.enumerated() { worksheet_set_column(sheet, UInt16(place), UInt16(place), column.width, nil) }
        if layout.columns.isEmpty { worksheet_set_column(sheet, 0, 1, 24, nil) }
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
}
