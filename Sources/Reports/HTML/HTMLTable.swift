import Frames
import Values

/// A frame as a table of HTML. The script of the page makes buttons of the headings by which it can be sorted.
struct HTMLTable {
    private let table: TextTable
    private let columns: [HTMLColumn]
    private let label: String

    /// The table of a frame. `label` says of what, for screen readers.
    init(_ frame: Frame, label: String, options: RenderOptions) throws(FrameError) {
        let frame = try TextTable.withoutEmpty(frame)
        table = try TextTable(frame, options: options)
        var columns: [HTMLColumn] = []
        for (place, column) in frame.columns.enumerated() { columns.append(try HTMLColumn(column, shown: table.columns[place], options)) }
        (self.columns, self.label) = (columns, label)
    }

    /// Writes the table, in a box that scrolls where it is wider than the page, with its notices below.
    func write(to markup: inout Markup) {
        if !columns.isEmpty {
            markup.raw("<div class=\"box\" role=\"region\" tabindex=\"0\"")
            markup.attribute("aria-label", label)
            markup.raw("><table>\n<caption>")
            markup.text(label)
            markup.raw("</caption>\n<thead><tr>")
            for column in columns { head(column, &markup) }
            markup.raw("</tr></thead>\n<tbody>\n")
            for row in 0..<table.rowCount { self.row(row, &markup) }
            markup.raw("</tbody>\n")
            totals(&markup)
            markup.raw("</table></div>\n")
        }
        for notice in [table.more].compactMap({ $0 }) + table.notices.map(\.text) {
            markup.raw("<p class=\"notice\">")
            markup.text(notice)
            markup.raw("</p>\n")
        }
    }

    /// Whether there is something to sort; all of its rows have to be there, since the first of some rows are not the first of all.
    private var isSortable: Bool { table.rowCount > 1 && table.more == nil }

    private func head(_ column: HTMLColumn, _ markup: inout Markup) {
        markup.raw(column.isNumber ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"")
        markup.raw(isSortable && !column.isMasked ? " data-sort=\"\">" : ">")
        markup.text(column.heading)
        markup.raw("</th>")
    }

    private func row(_ row: Int, _ markup: inout Markup) {
        markup.raw("<tr>")
        for (place, column) in columns.enumerated() { column.write(table.columns[place].cells[row], row: row, to: &markup) }
        markup.raw("</tr>\n")
    }

    private func totals(_ markup: inout Markup) {
        guard table.totalCount > 0 else { return }
        markup.raw("<tbody class=\"totals\">\n")
        for line in 0..<table.totalCount {
            markup.raw("<tr>")
            for (place, column) in columns.enumerated() { column.write(total: table.columns[place].totals[line], to: &markup) }
            markup.raw("</tr>\n")
        }
        markup.raw("</tbody>\n")
    }
}

/// A column with how its cells are marked and what they are sorted by.
private struct HTMLColumn {
    /// The heading.
    let heading: String
    /// Whether it holds numbers.
    let isNumber: Bool
    /// Whether its figures are masked, so that it cannot be sorted: the order would tell what the mask hides.
    let isMasked: Bool
    private let storage: ColumnStorage
    private let isProse: Bool

    init(_ column: Column, shown: TextTable.Column, _ options: RenderOptions) throws(FrameError) {
        heading = ColumnHeading.of(column.schema)
        isNumber = shown.isNumber
        isMasked = options.privacy && column.schema.isPrivate && column.type.isNumeric
        isProse = column.schema.isProse
        storage = try column.materialize()
    }

    /// Writes a cell, with the exact value by which it is sorted where the text is another.
    func write(_ cell: Cell, row: Int, to markup: inout Markup) {
        let isMissing = cell.tone == .missing
        open(cell.tone, markup: &markup)
        if isMissing {
            markup.raw(" data-v=\"\"")
        } else if !isMasked, storage.type != .text {
            let value = storage[row].description
            if value != cell.text { markup.attribute("data-v", value) }
        }
        markup.raw(">")
        markup.text(cell.text)
        markup.raw("</td>")
    }

    /// Writes a cell of a line at the foot.
    func write(total cell: Cell?, to markup: inout Markup) {
        open(cell?.tone ?? .plain, markup: &markup)
        markup.raw(">")
        markup.text(cell?.text ?? "")
        markup.raw("</td>")
    }

    private func open(_ tone: Cell.Tone, markup: inout Markup) {
        switch (tone, isNumber, isProse) {
        case (.gain, _, _): markup.raw("<td class=\"n gain\"")
        case (.loss, _, _): markup.raw("<td class=\"n loss\"")
        case (.plain, true, _), (.missing, true, _): markup.raw("<td class=\"n\"")
        case (.plain, false, true), (.missing, false, true): markup.raw("<td class=\"prose\"")
        case (.plain, false, false), (.missing, false, false):
            markup.raw(storage.type == .text ? "<td" : "<td class=\"d\"")
        }
    }
}
