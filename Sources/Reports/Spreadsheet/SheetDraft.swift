import Charts
import Frames
import Values
import Workbooks

/// A sheet before it has its name: lines, at most one table, and the charts of that.
struct SheetDraft {
    /// What it would be called.
    var name: String
    /// Lines above the table.
    var above: [SheetLine]
    /// The table.
    var table: SheetTable?
    /// The chart of the table.
    var chart: ChartCells?
    /// Lines below the table.
    var below: [SheetLine] = []

    /// The sheets that it becomes: one, or several where the rows have no room on one.
    func sheets(_ names: inout SheetNames, rowsPerSheet: Int) throws(FrameError) -> [Workbook.Sheet] {
        guard let table else { return [Workbook.Sheet(SheetLayout(name: names.add(name), above: above, below: below))] }
        let columns = table.columns, count = table.frame.rowCount
        let starts = count == 0 ? [0] : Array(stride(from: 0, to: count, by: rowsPerSheet))
        var layouts = starts.map { start in
            SheetLayout(
                name: names.add(name), above: start == 0 ? above : [SheetLine(.note, "Goes on from the sheet before.")], columns: columns.map(\.column),
                rowCount: min(rowsPerSheet, count - start))
        }
        let last = layouts.count - 1
        let parts = layouts.indices.filter { layouts[$0].rowCount > 0 }.map { place in
            (sheet: place == last ? nil : layouts[place].name, rows: layouts[place].firstRow...layouts[place].endRow - 1)
        }
        let (totals, notes) = try table.totals(over: parts)
        layouts[last].totals = totals
        layouts[last].below = (notes + table.notes + (chart?.notes ?? [])).flatMap { SheetText.lines(.note, $0) } + below
        if count == 0 { layouts[last].below.insert(SheetLine(.note, "No rows."), at: 0) }
        if let chart = chart?.chart { layouts[0].charts = [chart] }
        if chart?.isColoured == true, columns.count > 1 { layouts[0].scales = [ColourScale(columns: 1...columns.count - 1, isDiverging: hasNegative)] }
        if let refusal = layouts.lazy.compactMap(\.refusal).first { throw FrameError(.badArgument, refusal) }
        return zip(starts, layouts).map { start, layout in
            Workbook.Sheet(layout) { row, writer in
                for column in columns { column.write(start + row, to: &writer) }
            }
        }
    }

    /// Whether a value of the table is below zero.
    private var hasNegative: Bool {
        table?.columns.contains { $0.storage.type == .decimal && $0.storage.decimals.contains { $0 != .absent && $0.isNegative } } ?? false
    }
}

/// Text outside of tables.
enum SheetText {
    /// The columns that a line of text takes at most, so that it has room on a page.
    private static let width = 100

    /// A text in lines, broken between words.
    static func lines(_ style: SheetLine.Style, _ text: String) -> [SheetLine] {
        var lines: [SheetLine] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = "", taken = 0
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                let length = TextWidth.of(String(word))
                if taken > 0 && taken + 1 + length > width {
                    lines.append(SheetLine(style, line))
                    (line, taken) = ("", 0)
                }
                line += (taken > 0 ? " " : "") + word
                taken += length + (taken > 0 ? 1 : 0)
            }
            lines.append(SheetLine(style, line))
        }
        return lines
    }
}

/// Figures as lines of a sheet: the name, the value as what it is, and what is said of it.
struct FigureLines {
    /// How texts are shown.
    let words: ReportWords

    /// A line for each figure.
    func lines(_ figures: [Report.Figure]) -> [SheetLine] {
        figures.map { SheetLine(.figure, cells: [LineCell(words.title($0.name)), value($0).cell, LineCell(words.note(of: $0))]) }
    }

    /// The figures of which a spreadsheet would lose digits, with all of them, in sentences for the last sheet: beside the figures they would only be in the way.
    func allDigits(_ figures: [Report.Figure]) -> [String] {
        figures.compactMap { figure in
            let exact = value(figure).exact
            return exact.isEmpty ? nil : "All digits of \"\(words.title(figure.name))\", of which a spreadsheet keeps 15: \(exact)"
        }
    }

    /// The value, and all its digits where these are more than are kept. What is masked, unknown or a text is a text.
    private func value(_ figure: Report.Figure) -> (cell: LineCell, exact: String) {
        guard let measure = figure.measure, !figure.value.isEmpty, !(words.options.privacy && figure.isPrivate) else { return (LineCell(words.value(of: figure)), "") }
        switch measure {
        case .day(let day): return (LineCell(.day(day), .day, width: 12), "")
        case .money(let amount, let currency, let digits):
            let scan = NumberScan([amount]), width = scan.width(digits: digits, isGrouped: true) + currency.code.count + 3
            let format = NumberFormat.money(digits: digits, currency: currency.code, isColoured: figure.sign != 0)
            return (LineCell(.number(amount.doubleValue), format, width: Double(width)), scan.needsExactText ? "\(amount) \(currency.code)" : "")
        case .number(let number, let style):
            let scan = NumberScan([number]), format = NumberFormat(style, scan, isColoured: figure.sign != 0)
            let value = style == .percent ? SourceColumn.part(number) : number.doubleValue
            return (LineCell(.number(value), format, width: Double(scan.width(of: format) + 3)), style.isRounded || !scan.needsExactText ? "" : number.description)
        }
    }
}
