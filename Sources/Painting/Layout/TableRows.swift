import Drawing

/// A row of a table as it is printed: its cells broken into lines.
struct PrintedRow {
    /// A cell with its place in the row.
    struct Cell {
        /// The lines.
        var lines: [String]
        /// Where its column begins, from the left edge of the table.
        var x: Double
        /// How wide its column is.
        var width: Double
        /// Where in the column it stands.
        var alignment: PrintedTable.Alignment
        /// For a number aligned by its decimals, where it begins in its column; nil for all else.
        var indent: Double?
        /// Whether it is bold.
        var isBold: Bool
        /// Its colour.
        var ink: Ink
    }

    /// The cells that are not empty.
    var cells: [Cell]
    /// What it is among the rows; nil for the head.
    var role: PrintedTable.Role?
    /// Whether it must stand on the page of the row after it.
    var staysWithNext = false
    /// Whether it is the end of a row that was too high for a page, or its beginning.
    var isPart = false

    /// The lines of its highest cell, at least one.
    var lineCount: Int { max(cells.map(\.lines.count).max() ?? 1, 1) }
}

/// Makes the rows of one part of a table.
struct TableRows {
    let table: PrintedTable
    let measures: ColumnMeasures
    let part: TablePlan.Part
    let size: Double
    let breaker: TextBreaker

    /// How many rows stand together at the beginning and at the end of a table.
    private static let together = 3
    private var firstTogether: Int { Self.together + (table.rows.first?.role == .group ? 1 : 0) }

    /// Where each column begins, from the left edge of the table.
    private var starts: [Double] {
        var x = 0.0
        return part.widths.map { width in
            defer { x += width + ColumnMeasures.gap * size }
            return x
        }
    }

    /// The width of the whole table.
    var width: Double { part.widths.reduce(0, +) + ColumnMeasures.gap * size * Double(max(part.widths.count - 1, 0)) }

    /// The row of headings. Those that are shorter than others stand at the bottom.
    var head: PrintedRow {
        let starts = starts
        let cells = part.columns.indices.map { place -> PrintedRow.Cell in
            let column = table.columns[part.columns[place]]
            let alignment = column.alignment == .decimal ? PrintedTable.Alignment.trailing : column.alignment
            return cell(column.heading, isBold: true, .muted, x: starts[place], width: part.widths[place], alignment)
        }
        return PrintedRow(cells: cells, role: nil)
    }

    /// All rows, none higher than so many lines: what is higher goes on in a further row. Each knows whether it stays with the next.
    func body(highest: Int) -> [PrintedRow] {
        let starts = starts
        var rows: [PrintedRow] = []
        for (index, row) in table.rows.enumerated() {
            var printed = PrintedRow(cells: [], role: row.role)
            if row.spansTable {
                if let text = row.cells.first?.text { printed.cells = [cell(text, isBold: true, .text, x: 0, width: width, .leading)] }
            } else {
                for (place, column) in part.columns.enumerated() where column < row.cells.count && !row.cells[column].text.isEmpty {
                    printed.cells.append(cell(row.cells[column], of: row.role, column, x: starts[place], width: part.widths[place]))
                }
            }
            let next = index + 1 < table.rows.count ? table.rows[index + 1].role : nil
            // Three rows at least stand below the head, and on the last page; sums stay with what they sum, names of groups with what they name.
            let isEdge = index < firstTogether - 1 || index >= table.rows.count - Self.together
            printed.staysWithNext = next != nil && (isEdge || row.role == .group || next == .subtotal || next == .total)
            rows += pieces(of: printed, highest: max(highest, 1))
        }
        return rows
    }

    /// The name of a group above those of its rows that stand on a further page.
    func continued(_ group: PrintedRow) -> PrintedRow {
        let name = group.cells.first.map { $0.lines.joined(separator: " ") } ?? ""
        let font = Typesetter.Font(size: size, isBold: true), suffix = " (continued)"
        let room = width - breaker.typesetter.width(of: suffix, font)
        return PrintedRow(cells: [cell(breaker.shortened(name, font, width: room) + suffix, isBold: true, .muted, x: 0, width: width, .leading)], role: .group)
    }

    /// A row in pieces that are not higher than so many lines.
    func pieces(of row: PrintedRow, highest: Int) -> [PrintedRow] {
        let count = row.lineCount
        guard count > highest else { return [row] }
        return stride(from: 0, to: count, by: highest).map { first in
            var piece = row
            piece.isPart = true
            piece.staysWithNext = false
            for index in piece.cells.indices { piece.cells[index].lines = Array(row.cells[index].lines.dropFirst(first).prefix(highest)) }
            return piece
        }
    }

    private func cell(_ cell: PrintedTable.Cell, of role: PrintedTable.Role, _ column: Int, x: Double, width: Double) -> PrintedRow.Cell {
        let isBold = cell.isBold || role != .body
        let ink: Ink =
            switch cell.tone {
            case .plain: .text
            case .gain: .gain
            case .loss: .loss
            case .missing: .muted
            }
        let alignment = table.columns[column].alignment
        var printed = self.cell(cell.text, isBold: isBold, ink, x: x, width: width, alignment)
        if alignment == .decimal, printed.lines.count == 1, cell.text.contains(where: \.isNumber) {
            let before = measures.split(cell.text, Typesetter.Font(size: size, isBold: isBold)).before
            printed.indent = width - measures.columns[column].behindMark * size - before
            // A column that is narrower than it wants to be has no room for that.
            if printed.indent ?? 0 < -0.01 { printed.indent = nil }
        }
        return printed
    }

    private func cell(_ text: String, isBold: Bool, _ ink: Ink, x: Double, width: Double, _ alignment: PrintedTable.Alignment) -> PrintedRow.Cell {
        let lines = breaker.lines(of: text, Typesetter.Font(size: size, isBold: isBold), width: width)
        return PrintedRow.Cell(lines: lines, x: x, width: width, alignment: alignment, indent: nil, isBold: isBold, ink: ink)
    }
}
