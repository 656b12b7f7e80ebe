/// Lays the cells of a table out in aligned columns: headings, a rule, the rows, a rule, the totals, the notices.
struct TextLayout {
    private let options: RenderOptions
    private var table: TextTable
    private var widths: [Int] = []
    /// The widest part from the decimal point on, by column.
    private var tails: [Int] = []

    /// Spaces between two columns.
    private static let gap = 2

    /// A table laid out for a width.
    init(_ table: TextTable, options: RenderOptions) {
        self.table = table
        self.options = options
        measure()
        if let limit = options.width { fit(max(limit, 0)) }
    }

    private mutating func measure() {
        tails = table.columns.map { column in
            column.isNumber ? (column.cells.lazy.map(\.widthFromPoint) + column.totals.lazy.compactMap { $0?.widthFromPoint }).max() ?? 0 : 0
        }
        widths = zip(table.columns, tails).map { column, tail in
            let cells = column.cells + column.totals.compactMap { $0 }
            let widest = cells.lazy.map { column.isNumber ? $0.width - $0.widthFromPoint + tail : $0.width }.max() ?? 0
            return max(widest, TextWidth.of(column.name))
        }
    }

    private var totalWidth: Int { widths.reduce(0, +) + Self.gap * max(widths.count - 1, 0) }

    /// Makes the table fit: what says least of the rows is left out first, then long texts are cut, and sentences go on in further lines.
    private mutating func fit(_ limit: Int) {
        guard totalWidth > limit else { return }
        let choice = ColumnChoice(table, widths: widths, gap: Self.gap, ellipsis: options.ellipsis)
        let kept = choice.kept(within: limit)
        let dropped = table.columns.indices.filter { !kept.contains($0) }.map { table.columns[$0].name }
        let wide = kept.map { widths[$0] }
        let least = kept.map { choice.least[$0] }
        keep(kept)
        cutTexts(limit, least)
        let cut = kept.indices.filter { widths[$0] < wide[$0] && !table.columns[$0].schema.isProse }.map { table.columns[$0].name }
        let lists = [dropped.isEmpty ? nil : "not shown for want of width: \(dropped.joined(separator: ", "))", cut.isEmpty ? nil : "cut short: \(cut.joined(separator: ", "))"]
            .compactMap(\.self)
        if !lists.isEmpty { table.notices.append(.init((lists + [options.widening.map { "\($0) shows all" }].compactMap(\.self)).joined(separator: "; "))) }
    }

    /// Leaves only these columns, and of the totals only the lines that still have a figure, each with its label.
    private mutating func keep(_ kept: [Int]) {
        table.notices.removeAll { notice in notice.column.map { !kept.contains($0) } ?? false }
        let lines = table.totals.indices.filter { line in table.totals[line].sums.keys.contains(where: kept.contains) }
        let labels = lines.map { line in table.columns.lazy.compactMap { $0.totals[line] }.first { $0.text.hasPrefix("total") } }
        table.columns = kept.map { table.columns[$0] }
        (widths, tails) = (kept.map { widths[$0] }, kept.map { tails[$0] })
        table.keepTotals(lines)
        let place = table.columns.firstIndex { !$0.isNumber && $0.totals.allSatisfy { $0 == nil } }
        guard let place, !table.columns.contains(where: { $0.totals.first??.text.hasPrefix("total") ?? false }) else { return }
        table.columns[place].totals = labels
    }

    private mutating func cutTexts(_ limit: Int, _ least: [Int]) {
        while totalWidth > limit {
            guard let widest = widths.indices.filter({ table.columns[$0].canBeCut && widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
            else { return }
            widths[widest] = max(least[widest], widths[widest] - (totalWidth - limit))
        }
    }

    /// The text, each line ended.
    func text() -> String {
        var lines: [String] = []
        if !table.columns.isEmpty {
            lines.append(heading())
            lines.append(rule())
            for row in 0..<table.rowCount { lines += self.lines(of: row) }
            if let more = table.more { lines.append(styled(more, .dim)) }
            if table.totalCount > 0 { lines.append(rule()) }
            for total in 0..<table.totalCount { lines.append(line { $0.totals[total] }) }
        }
        lines += table.notices.map { styled($0.text, .dim) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func heading() -> String {
        let names = zip(table.columns, widths).map { column, width in
            let name = TextWidth.cut(column.name, to: width, ellipsis: options.ellipsis)
            let padding = String(repeating: " ", count: width - TextWidth.of(name))
            return column.isNumber ? (padding, name, "") : ("", name, padding)
        }
        return joined(names.map { ($0.0, styled($0.1, .bold), $0.2) })
    }

    private func rule() -> String {
        styled(widths.map { String(repeating: options.rule, count: $0) }.joined(separator: String(repeating: " ", count: Self.gap)), .dim)
    }

    /// A row, in as many lines as its longest sentence takes.
    private func lines(of row: Int) -> [String] {
        let sentences = table.columns.indices.map { index -> [Cell] in
            let cell = table.columns[index].cells[row]
            guard table.columns[index].schema.isProse, cell.width > widths[index] else { return [cell] }
            return WrappedText.lines(cell.text, width: widths[index]).map { Cell($0, tone: cell.tone) }
        }
        return (0..<(sentences.map(\.count).max() ?? 1)).map { place in
            joined(
                table.columns.indices.map { index in
                    guard place < sentences[index].count else { return (String(repeating: " ", count: widths[index]), "", "") }
                    return padded(sentences[index][place], index)
                })
        }
    }

    private func line(_ cell: (TextTable.Column) -> Cell?) -> String {
        joined(
            table.columns.indices.map { index in
                guard let cell = cell(table.columns[index]) else { return (String(repeating: " ", count: widths[index]), "", "") }
                return padded(cell, index)
            })
    }

    private func padded(_ cell: Cell, _ index: Int) -> (String, String, String) {
        let width = widths[index]
        let text = cell.width > width ? TextWidth.cut(cell.text, to: width, ellipsis: options.ellipsis) : cell.text
        let room = width - min(TextWidth.of(text), width)
        guard table.columns[index].isNumber else { return ("", styled(text, cell.style), String(repeating: " ", count: room)) }
        let behind = cell.tone == .missing ? 0 : min(tails[index] - cell.widthFromPoint, room)
        return (String(repeating: " ", count: room - behind), styled(text, cell.style), String(repeating: " ", count: behind))
    }

    /// The fields of a line side by side, without spaces at its end.
    private func joined(_ fields: [(before: String, text: String, after: String)]) -> String {
        var result = "", pending = ""
        for (index, field) in fields.enumerated() {
            if index > 0 { pending += String(repeating: " ", count: Self.gap) }
            pending += field.before
            if !field.text.isEmpty {
                result += pending + field.text
                pending = ""
            }
            pending += field.after
        }
        return result
    }

    private func styled(_ text: String, _ style: TextStyle?) -> String {
        guard options.colour, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

/// How a terminal shows text; the raw value is the code of the escape sequence.
private enum TextStyle: String {
    /// Headings.
    case bold = "1"
    /// Lines and notices.
    case dim = "2"
    /// Losses.
    case red = "31"
    /// Gains.
    case green = "32"
}

extension Cell {
    fileprivate var style: TextStyle? {
        switch tone {
        case .plain: nil
        case .gain: .green
        case .loss: .red
        case .missing: .dim
        }
    }
}
