import Drawing

/// Puts a table on pages: its head at the top of each, rows whole, sums beside what they sum.
struct TableLayout {
    let table: PrintedTable
    let plan: TablePlan
    private let measures: ColumnMeasures
    private let breaker: TextBreaker
    private let tightness: Double
    private let caption: Typesetter.Font = Typesetter.Font(size: 8.5, isBold: true)

    /// The layout of a table on paper where it may be so wide, and so wide on a page that is turned, if one may be.
    ///
    /// - Parameter tightness: the part of the usual blank between rows that is used.
    init(_ table: PrintedTable, decimalMark: Character, _ breaker: TextBreaker, width: Double, landscapeWidth: Double?, tightness: Double = 1) {
        (self.table, self.breaker, self.tightness) = (table, breaker, tightness)
        measures = ColumnMeasures(table, decimalMark: decimalMark, breaker)
        plan = TablePlan(table, measures, width: width, landscapeWidth: landscapeWidth)
    }

    private var lineHeight: Double { plan.size * 1.28 }
    private var padding: Double { plan.size * 0.27 * tightness }

    /// What must fit on a page for the table to begin there: its caption, its head and its first rows; all of it where it has room on a page of its own and
    /// no more than a third of this one stays blank for that.
    ///
    /// - Parameter room: what is left of the page.
    func leastHeight(room: Double, pageHeight: Double) -> Double {
        guard let part = plan.parts.first else { return 0 }
        let staysWhole = room <= pageHeight / 3 && plan.parts.count == 1 && Double(table.rows.count) * (lineHeight + 2 * padding) <= pageHeight
        let whole = staysWhole ? height(of: table, part, pageHeight: pageHeight) { $0.count } : .infinity
        if whole <= pageHeight { return whole }
        let height = height(of: firstRows, part, pageHeight: pageHeight) { rows in (rows.firstIndex { !$0.staysWithNext } ?? rows.count - 1) + 1 }
        return min(height, pageHeight)
    }

    /// The height of the caption, the head and as many rows as are asked for.
    private func height(of table: PrintedTable, _ part: TablePlan.Part, pageHeight: Double, count: ([PrintedRow]) -> Int) -> Double {
        let rows = TableRows(table: table, measures: measures, part: part, size: plan.size, breaker: breaker)
        let body = rows.body(highest: highestRow(pageHeight, head: rows.head))
        return captionHeight(part, isContinued: false) + height(rows.head, isHead: true) + heights(body.prefix(max(count(body), 1)))
    }

    /// Puts all of it on the pages, where the flow is.
    func place(in flow: inout PageFlow) {
        for (index, part) in plan.parts.enumerated() {
            if index > 0 { flow.skip(12) }
            place(part, isContinued: index > 0, in: &flow)
        }
    }

    /// The table with as many rows as stay together at its beginning, and one more.
    private var firstRows: PrintedTable {
        var short = table
        short.rows = Array(table.rows.prefix(24))
        return short
    }

    private func place(_ part: TablePlan.Part, isContinued: Bool, in flow: inout PageFlow) {
        let rows = TableRows(table: table, measures: measures, part: part, size: plan.size, breaker: breaker)
        let head = rows.head, headHeight = height(head, isHead: true)
        let highest = highestRow(flow.pageHeight, head: head)
        // Headings that fill a page would leave no room for rows: they stand there once, as a row would.
        let repeats = headHeight <= flow.pageHeight * 0.35
        let body = (repeats ? [] : rows.pieces(of: head, highest: highest)) + rows.body(highest: highest)
        var needsHead = true, group: PrintedRow?
        for piece in together(body, pageHeight: flow.pageHeight - (repeats ? headHeight : 0)) {
            let above = needsHead ? captionHeight(part, isContinued: isContinued) + (repeats ? headHeight : 0) : 0
            if above + heights(piece) > flow.room + 0.01, !flow.isAtTop {
                flow.beginPage()
                needsHead = true
            }
            if needsHead {
                placeHead(repeats ? head : nil, rows, isContinued: isContinued || piece.startIndex > 0, in: &flow)
                // The rows of a group that go on upon another page are told whose they are, where there is room for that.
                if let group, piece.first?.role == .body || piece.first?.role == .subtotal {
                    let reminder = rows.continued(group)
                    if height(reminder) + heights(piece) <= flow.room { place(reminder, rows, in: &flow) }
                }
                needsHead = false
            }
            for row in piece {
                // A caption of many lines may leave less than a run needs, even at the top of a page: the run is broken then.
                if height(row) > flow.room + 0.01, !flow.isAtTop {
                    flow.beginPage()
                    placeHead(repeats ? head : nil, rows, isContinued: true, in: &flow)
                }
                switch row.role {
                case .group: group = row
                case .subtotal, .total: group = nil
                case .body, nil: break
                }
                place(row, rows, in: &flow)
            }
        }
        if needsHead {
            flow.reserve(captionHeight(part, isContinued: isContinued) + (repeats ? headHeight : 0))
            placeHead(repeats ? head : nil, rows, isContinued: isContinued, in: &flow)
        }
    }

    /// The rows in runs that stay on one page. A run that is higher than a page is broken between its rows.
    private func together(_ body: [PrintedRow], pageHeight: Double) -> [ArraySlice<PrintedRow>] {
        var runs: [ArraySlice<PrintedRow>] = [], start = 0
        while start < body.count {
            let end = (body[start...].firstIndex { !$0.staysWithNext } ?? body.count - 1) + 1
            let run = body[start..<end]
            runs += heights(run) <= pageHeight ? [run] : run.indices.map { run[$0...$0] }
            start = end
        }
        return runs
    }

    private func placeHead(_ head: PrintedRow?, _ rows: TableRows, isContinued: Bool, in flow: inout PageFlow) {
        flow.add(captionLines(rows.part, isContinued: isContinued), caption, lineHeight: 13, ink: .text)
        guard let head else { return }
        let height = height(head, isHead: true)
        draw(head, lowered: true, in: &flow)
        flow.rule(from: flow.left, to: flow.left + rows.width, at: flow.y + height, .axis, thickness: 0.8)
        flow.advance(height)
    }

    private func place(_ row: PrintedRow, _ rows: TableRows, in flow: inout PageFlow) {
        let height = height(row), (start, end) = (flow.left, flow.left + rows.width)
        switch row.role {
        case .group, .body, nil: flow.rule(from: start, to: end, at: flow.y + height, .grid, thickness: 0.4)
        case .subtotal:
            flow.rule(from: start, to: end, at: flow.y, .axis, thickness: 0.5)
            flow.rule(from: start, to: end, at: flow.y + height, .grid, thickness: 0.4)
        case .total:
            flow.rule(from: start, to: end, at: flow.y, .text, thickness: 0.8)
            flow.rule(from: start, to: end, at: flow.y + height, .text, thickness: 0.8)
        }
        draw(row, lowered: false, in: &flow)
        flow.advance(height)
    }

    private func draw(_ row: PrintedRow, lowered: Bool, in flow: inout PageFlow) {
        let lineCount = row.lineCount
        let top = flow.y + spaceAbove(row) + padding
        for cell in row.cells {
            let first = lowered ? lineCount - cell.lines.count : 0
            for (index, line) in cell.lines.enumerated() where !line.isEmpty {
                let base = top + Double(first + index) * lineHeight + lineHeight * 0.5 + plan.size * 0.36
                let x: Double, anchor: Text.Anchor
                switch cell.alignment {
                case .leading: (x, anchor) = (cell.x, .start)
                case .centre: (x, anchor) = (cell.x + cell.width / 2, .middle)
                case .trailing: (x, anchor) = (cell.x + cell.width, .end)
                case .decimal: (x, anchor) = cell.indent.map { (cell.x + $0, .start) } ?? (cell.x + cell.width, .end)
                }
                flow.add(.text(Text(line, at: Point(flow.left + x, base), size: plan.size, isBold: cell.isBold, anchor: anchor, ink: cell.ink)))
            }
        }
    }

    private func height(_ row: PrintedRow, isHead: Bool = false) -> Double {
        Double(row.lineCount) * lineHeight + 2 * padding + spaceAbove(row) + (isHead ? 1 : 0)
    }

    private func heights(_ rows: ArraySlice<PrintedRow>) -> Double { rows.reduce(0) { $0 + height($1) } }

    /// The names of groups stand apart from the rows above them.
    private func spaceAbove(_ row: PrintedRow) -> Double { row.role == .group ? plan.size * 0.5 : 0 }

    /// The lines of the highest row that fits on a page below the head.
    private func highestRow(_ pageHeight: Double, head: PrintedRow) -> Int {
        let headHeight = height(head, isHead: true)
        let above = (headHeight <= pageHeight * 0.35 ? headHeight : 0) + plan.size * 0.5 + 2 * padding + 40
        return max(Int((pageHeight - above) / lineHeight), 1)
    }

    private func captionHeight(_ part: TablePlan.Part, isContinued: Bool) -> Double { Double(captionLines(part, isContinued: isContinued).count) * 13 }

    private func captionLines(_ part: TablePlan.Part, isContinued: Bool) -> [String] {
        guard !table.caption.isEmpty else { return [] }
        let width = part.widths.reduce(0) { $0 + $1 + ColumnMeasures.gap * plan.size }
        let lines = breaker.lines(of: table.caption + (isContinued ? " (continued)" : ""), caption, width: max(width, 240))
        return isContinued ? [breaker.shortened(lines.count > 1 ? lines[0] + " …" : lines[0], caption, width: max(width, 240))] : lines
    }
}
