import Values

/// Lays the cells of a table out in aligned columns: headings, a rule, the rows, a rule, the totals, the notices.
struct TextLayout {
    private let options: RenderOptions
    private var table: TextTable
    private var widths: [Int] = []
    /// The widest cell, by column.
    private var cellWidths: [Int] = []
    /// Whether the columns that decide the meaning of rows have room; else the rows are better read one field a line.
    private(set) var isTable = true
    /// The width that each column of the table has where there is room for all.
    private(set) var natural: [Int] = []
    /// The places of the columns of the table that are left out for want of room.
    private(set) var leftOut: [Int] = []
    /// The widest part from the decimal point on, by column.
    private var tails: [Int] = []

    /// Spaces between two columns.
    static let gap = 2

    /// A table laid out for a width.
    init(_ table: TextTable, options: RenderOptions) {
        self.table = table
        self.options = options
        measure()
        natural = widths
        if let limit = options.width { fit(max(limit, 0)) }
    }

    private mutating func measure() {
        tails = table.columns.map { column in
            column.isNumber ? (column.cells.lazy.map(\.widthFromPoint) + column.totals.lazy.compactMap { $0?.widthFromPoint }).max() ?? 0 : 0
        }
        cellWidths = zip(table.columns, tails).map { column, tail in
            let cells = column.cells + column.totals.compactMap { $0 }
            return cells.lazy.map { column.isNumber ? $0.width - $0.widthFromPoint + tail : $0.width }.max() ?? 0
        }
        widths = zip(table.columns, cellWidths).map { column, width in max(width, TextWidth.of(column.name)) }
    }

    private var totalWidth: Int { widths.reduce(0, +) + Self.gap * max(widths.count - 1, 0) }

    /// Makes the table fit: what says least of the rows is left out first, then headings go on in further lines, then long names are shortened. Sentences go
    /// on in further lines too.
    private mutating func fit(_ limit: Int) {
        guard totalWidth > limit else { return }
        let choice = ColumnChoice(table, cellWidths: cellWidths, gap: Self.gap, ellipsis: options.ellipsis)
        let kept = choice.kept(within: limit), dropped = table.columns.indices.filter { !kept.contains($0) }
        (isTable, leftOut) = (choice.isTable(kept), dropped)
        let currencies = Self.sentence(ofCurrencies: choice.sameCurrency.filter { dropped.contains($0.key) }, table, kept)
        let untold = dropped.filter { place in !kept.contains { table.columns[$0].currency == place } }.map { table.columns[$0].name + total(of: $0) }
        let least = kept.map { choice.least[$0] }
        keep(kept)
        breakHeadings(limit, least)
        let wide = widths
        cutTexts(limit, least)
        let cut = widths.indices.filter { widths[$0] < min(wide[$0], cellWidths[$0]) && !table.columns[$0].schema.isProse }.map { table.columns[$0].name }
        let lists = [untold.isEmpty ? nil : "not shown for want of width: \(untold.joined(separator: ", "))", cut.isEmpty ? nil : "cut short: \(cut.joined(separator: ", "))"]
            .compactMap(\.self)
        let parts = [currencies] + lists + [lists.isEmpty ? nil : options.widening.map { "\($0) shows all" }]
        let sentence = parts.compactMap(\.self).joined(separator: "; ")
        if !sentence.isEmpty, table.rowCount > 0 { table.notices.append(.init(sentence)) }
    }

    /// In which currency the figures are whose column of currencies is left out, since it says the same in each row: `amounts in EUR`.
    private static func sentence(ofCurrencies told: [Int: String], _ table: TextTable, _ kept: [Int]) -> String? {
        let figures = kept.filter { table.columns[$0].currency.map { told[$0] != nil } ?? false }
        let codes = Set(figures.map { told[table.columns[$0].currency!]! })
        guard let code = codes.first else { return nil }
        if codes.count == 1 { return "amounts in \(code)" }
        return codes.sorted().map { code in
            figures.filter { told[table.columns[$0].currency!] == code }.map { table.columns[$0].name }.joined(separator: ", ") + " in \(code)"
        }.joined(separator: " and ")
    }

    /// What a column that is left out comes to, so that no sum is lost with it; empty where it has none, or nought.
    private func total(of place: Int) -> String {
        let sums = table.totals.indices.compactMap { line -> String? in
            guard let sum = table.totals[line].sums[place], !sum.isZero, let cell = table.columns[place].totals[line] else { return nil }
            let code = table.totals.count > 1 ? table.totals[line].currency : nil
            return code.map { cell.text.hasSuffix(" " + $0) ? cell.text : "\(cell.text) \($0)" } ?? cell.text
        }
        return sums.isEmpty ? "" : " (total \(sums.joined(separator: " and ")))"
    }

    /// Headings that are wider than what stands below them go on in a further line, the widest first, as far as that is needed.
    private mutating func breakHeadings(_ limit: Int, _ least: [Int]) {
        func narrow(_ place: Int) -> Int { max(least[place], cellWidths[place]) }
        while totalWidth > limit {
            guard let widest = widths.indices.filter({ widths[$0] > narrow($0) }).max(by: { widths[$0] - narrow($0) < widths[$1] - narrow($1) }) else { return }
            widths[widest] = narrow(widest)
        }
        // What room is left by that goes to the headings of the most lines.
        for lines in stride(from: 4, to: 1, by: -1) {
            for place in widths.indices {
                let name = table.columns[place].name
                guard Heading.lines(name, width: widths[place]).count >= lines,
                    let width = (widths[place]...TextWidth.of(name)).first(where: { Heading.lines(name, width: $0).count < lines })
                else { continue }
                if totalWidth + width - widths[place] <= limit { widths[place] = width }
            }
        }
    }

    /// Leaves only these columns, and of the totals only the lines that still have a figure, each with its label.
    private mutating func keep(_ kept: [Int]) {
        table.notices.removeAll { notice in notice.column.map { !kept.contains($0) } ?? false }
        let lines = table.totals.indices.filter { line in table.totals[line].sums.keys.contains(where: kept.contains) }
        let labels = lines.map { line in table.columns.lazy.compactMap { $0.totals[line] }.first { $0.text.hasPrefix("total") } }
        table.columns = kept.map { table.columns[$0] }
        (widths, cellWidths, tails) = (kept.map { widths[$0] }, kept.map { cellWidths[$0] }, kept.map { tails[$0] })
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
            lines += headings()
            lines.append(rule())
            for row in 0..<table.rowCount { lines += self.lines(of: row) }
            if let more = table.more { lines.append(styled(more, .dim)) }
            if table.totalCount > 0 { lines.append(rule()) }
            for total in 0..<table.totalCount { lines.append(line { $0.totals[total] }) }
        }
        lines += table.notices.map { styled(WrappedText.wrapped($0.text, width: options.width), .dim) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The names of the columns, in as many lines as the longest takes; shorter ones stand at the bottom.
    private func headings() -> [String] {
        let names = zip(table.columns, widths).map { Heading.lines($0.name, width: $1) }
        let height = names.map(\.count).max() ?? 1
        return (0..<height).map { line in
            joined(
                table.columns.indices.map { index in
                    let own = names[index], place = line - (height - own.count)
                    let name = place < 0 ? "" : TextWidth.cut(own[place], to: widths[index], ellipsis: options.ellipsis)
                    let padding = String(repeating: " ", count: widths[index] - TextWidth.of(name))
                    return table.columns[index].isNumber ? (padding, styled(name, .bold), "") : ("", styled(name, .bold), padding)
                })
        }
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
        let text = cell.width > width ? short(cell.text, width, table.columns[index]) : cell.text
        let room = width - min(TextWidth.of(text), width)
        guard table.columns[index].isNumber else { return ("", styled(text, cell.style), String(repeating: " ", count: room)) }
        let behind = cell.tone == .missing ? 0 : min(tails[index] - cell.widthFromPoint, room)
        return (String(repeating: " ", count: room - behind), styled(text, cell.style), String(repeating: " ", count: behind))
    }

    /// A text that has no room: a name is shortened in its middle, a remark at its end.
    private func short(_ text: String, _ width: Int, _ column: TextTable.Column) -> String {
        column.tellsRowsApart ? TextWidth.shortened(text, to: width, ellipsis: options.ellipsis) : TextWidth.cut(text, to: width, ellipsis: options.ellipsis)
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
