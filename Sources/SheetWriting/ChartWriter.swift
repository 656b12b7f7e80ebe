import CXlsxWriter
import Workbooks

/// Puts the charts of a sheet to the right of its table, and colours its cells where that is the chart.
struct ChartWriter {
    /// What the sheet is.
    let layout: SheetLayout
    /// The workbook.
    let workbook: UnsafeMutablePointer<lxw_workbook>
    /// The sheet.
    let sheet: UnsafeMutablePointer<lxw_worksheet>

    /// Colours that the colour-blind tell apart (Okabe and Ito 2008), the pale yellow left out.
    private static let colours: [lxw_color_t] = [0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9, 0xD55E00, 0x666666]
    /// The size of a chart in pixels, and the rows that it covers.
    private static let (width, height, rows) = (720.0, 380.0, 21)

    /// Writes them all. A table without rows has no chart.
    func write() throws(WritingFailure) {
        guard layout.rowCount > 0 else { return }
        let first = UInt32(layout.firstRow), last = UInt32(layout.endRow - 1)
        for scale in layout.scales {
            let code = cxlsx_colour_scale(
                sheet, first, UInt16(scale.columns.lowerBound), last, UInt16(scale.columns.upperBound), scale.isDiverging, 0xD55E00, 0x0072B2)
            try WritingFailure.check(code, "colouring cells")
        }
        for (place, chart) in layout.charts.enumerated() {
            guard let drawn = workbook_add_chart(workbook, Self.type(chart)) else { throw WritingFailure("there is not enough memory for a chart") }
            dress(drawn, as: chart)
            for (index, column) in chart.series.enumerated() { addSeries(column, index, of: chart, to: drawn) }
            let row = UInt32(layout.headRow + place * Self.rows), column = UInt16(min(layout.columns.count, SheetLayout.mostColumns - 1))
            try WritingFailure.check(cxlsx_place_chart(sheet, row, column, drawn, Self.width, Self.height), "placing a chart")
        }
    }

    private func addSeries(_ column: Int, _ index: Int, of chart: SheetChart, to drawn: UnsafeMutablePointer<lxw_chart>) {
        guard let series = chart_add_series(drawn, nil, nil) else { return }
        let first = UInt32(layout.firstRow), last = UInt32(layout.endRow - 1)
        chart_series_set_categories(series, layout.name, first, UInt16(chart.categories), last, UInt16(chart.categories))
        chart_series_set_values(series, layout.name, first, UInt16(column), last, UInt16(column))
        chart_series_set_name(series, Self.safe(layout.columns[column].heading))
        let colour = Self.colours[index % Self.colours.count]
        switch chart.kind {
        case .line: cxlsx_colour_series(series, colour, true)
        case .area, .stackedArea, .column, .stackedColumn, .bar: cxlsx_colour_series(series, colour, false)
        case .pie, .doughnut: chart_series_set_labels_percentage(series)
        case .scatter: cxlsx_dot_series(series, colour)
        }
    }

    private func dress(_ drawn: UnsafeMutablePointer<lxw_chart>, as chart: SheetChart) {
        if chart.title.isEmpty { chart_title_off(drawn) } else { chart_title_set_name(drawn, Self.safe(chart.title)) }
        // A value that is unknown is a gap, never drawn through.
        chart_show_blanks_as(drawn, UInt8(LXW_CHART_BLANKS_AS_GAP.rawValue))
        let isRound = chart.kind == .pie || chart.kind == .doughnut
        if chart.series.count < 2 && !isRound { chart_legend_set_position(drawn, UInt8(LXW_CHART_LEGEND_NONE.rawValue)) }
        guard !isRound, let places = drawn.pointee.x_axis, let values = drawn.pointee.y_axis else { return }
        if chart.format != .text { chart_axis_set_num_format(values, chart.format.code) }
        if chart.isLogarithmic { chart_axis_set_log_base(values, 10) }
        // What goes below zero would else run through the labels.
        chart_axis_set_label_position(places, UInt8(LXW_CHART_AXIS_LABEL_POSITION_LOW.rawValue))
        if chart.hasDates {
            chart_axis_set_num_format(places, NumberFormat.day.code)
        }
        if chart.kind == .bar { chart_axis_set_reverse(places) }
    }

    /// A text that is no reference to cells: one that begins with `=` would be. The library writes characters of charts as they are, of which XML has no place for some.
    private static func safe(_ text: String) -> String {
        let text = CellText.escaped(text).text
        return text.hasPrefix("=") ? " " + text : text
    }

    /// A line over dates is drawn as a scatter chart whose dots are joined, since only that has days as far apart as they are.
    private static func type(_ chart: SheetChart) -> UInt8 {
        let type =
            switch chart.kind {
            case .line: chart.hasDates ? LXW_CHART_SCATTER_STRAIGHT : LXW_CHART_LINE
            case .area: LXW_CHART_AREA
            case .stackedArea: LXW_CHART_AREA_STACKED
            case .column: LXW_CHART_COLUMN
            case .stackedColumn: LXW_CHART_COLUMN_STACKED
            case .bar: LXW_CHART_BAR
            case .pie: LXW_CHART_PIE
            case .doughnut: LXW_CHART_DOUGHNUT
            case .scatter: LXW_CHART_SCATTER
            }
        return UInt8(type.rawValue)
    }
}
