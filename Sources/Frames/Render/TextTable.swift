package import Values

/// The cells of a frame as they are shown, before they are laid out.
package struct TextTable {
    /// A column with its heading and the cells of the rows shown.
    package struct Column {
        /// The heading.
        package let name: String
        /// The name, the type and the style of the frame's column.
        package let schema: ColumnSchema
        /// Whether it holds numbers, which stand to the right.
        package let isNumber: Bool
        /// Whether it may be cut short; numbers never are, since a number cut is another number.
        let canBeCut: Bool
        /// The place of the column that tells the currency of its figures, where the frame has one.
        let currency: Int?
        /// Whether none of the cells says anything, or nothing but what is usual: no value, nought, `posted`.
        let saysNothing: (isEmpty: Bool, isUsual: Bool)
        /// The cells of the rows that are shown.
        package var cells: [Cell]
        /// The cells of the lines at the foot; nil where a line has none here.
        package var totals: [Cell?]
    }

    /// A line below the table.
    package struct Notice {
        /// The sentence.
        package let text: String
        /// The place of the column that it is about; nil where it is about the whole.
        let column: Int?

        /// A sentence, about a column where that is told.
        init(_ text: String, column: Int? = nil) { (self.text, self.column) = (text, column) }
    }

    /// The columns, from left to right.
    package var columns: [Column]
    /// How many rows are shown.
    package let rowCount: Int
    /// The lines at the foot, in the order of `Column.totals`.
    private(set) var totals: [TotalLine]
    /// How many lines there are at the foot.
    package var totalCount: Int { totals.count }
    /// How many rows there are besides, in words; nil where all are shown.
    package private(set) var more: String?
    /// The notices below the table, in their order.
    package var notices: [Notice]

    /// The first rows of a frame, with totals.
    ///
    /// - Parameter hidesEmpty: whether columns are left out that have no value in any row, which says nothing of the rows.
    package init(_ frame: Frame, options: RenderOptions, hidesEmpty: Bool = false) throws(FrameError) {
        let frame = hidesEmpty ? try Self.withoutEmpty(frame) : frame
        let rowCount = min(frame.rowCount, max(options.maximumRows ?? frame.rowCount, 0))
        let (lines, totalNotices) = options.totals && frame.rowCount > 1 ? try TotalLine.lines(of: frame) : ([], [])
        var formatters: [CellFormatter] = []
        for column in frame.columns { formatters.append(try CellFormatter(column, in: frame, options: options)) }
        let labels = Self.labels(of: lines, frame)
        columns = formatters.enumerated().map { index, formatter in
            Column(
                name: SafeText.safe(formatter.column.name), schema: formatter.column.schema, isNumber: formatter.column.type.isNumeric,
                canBeCut: formatter.column.type == .text, currency: Self.currency(of: formatter.column, in: frame),
                saysNothing: formatter.saysNothing(rows: rowCount), cells: (0..<rowCount).map { formatter.cell($0) },
                totals: lines.indices.map { line in
                    lines[line].sums[index].map { formatter.total($0, currency: lines[line].currency) }
                        ?? labels[line][index].map { Cell($0, tone: .plain) }
                })
        }
        self.rowCount = rowCount
        totals = lines
        notices = totalNotices
        if frame.rowCount == 0 { notices.insert(Notice("no rows"), at: 0) }
        if frame.rowCount > rowCount {
            let count = frame.rowCount - rowCount
            more = "\(options.ellipsis) \(Self.grouped(count)) more \(count == 1 ? "row" : "rows")"
        }
    }

    /// The frame without the columns that say nothing where they are empty in all rows. Figures stay: they are unknown, which is told.
    package static func withoutEmpty(_ frame: Frame) throws(FrameError) -> Frame {
        guard frame.rowCount > 0 else { return frame }
        var kept: [Frames.Column] = []
        for column in frame.columns {
            if column.schema.isShownEmpty { kept.append(column) } else if try !column.materialize().isEmptyThroughout { kept.append(column) }
        }
        return kept.isEmpty || kept.count == frame.columns.count ? frame : frame.with(columns: kept, rowCount: frame.rowCount)
    }

    /// Where the currency of a column's figures is told; prices are in that of their row.
    private static func currency(of column: Frames.Column, in frame: Frame) -> Int? {
        if let data = column.currencies { return frame.columns.firstIndex { $0.data === data } }
        return column.schema.style == .price ? frame.columns.firstIndex { $0.name == "currency" && $0.type == .text } : nil
    }

    /// The labels beside the sums: `total` in the first column that has none, the currency in its own column where it is shown.
    private static func labels(of lines: [TotalLine], _ frame: Frame) -> [[Int: String]] {
        let currencyColumn = frame.columns.lazy.compactMap { column in
            column.schema.total == .sum ? frame.columns.firstIndex { $0.data === column.currencies } : nil
        }.first
        let free = frame.columns.indices.filter { $0 != currencyColumn && frame.columns[$0].schema.total == .none }
        // A year is a number, and may be all that tells rows apart.
        let labelColumn = free.first { !frame.columns[$0].type.isNumeric } ?? free.first.flatMap { $0 == 0 ? 0 : nil }
        return lines.map { line in
            var labels: [Int: String] = [:]
            if let currencyColumn { labels[currencyColumn] = line.currency }
            if let labelColumn {
                let tellsCurrency = currencyColumn == nil && lines.count > 1 && line.currency != nil
                labels[labelColumn] = tellsCurrency ? "total \(line.currency!)" : "total"
            }
            return labels
        }
    }

    /// Leaves only these lines of the totals.
    mutating func keepTotals(_ lines: [Int]) {
        totals = lines.map { totals[$0] }
        for index in columns.indices { columns[index].totals = lines.map { columns[index].totals[$0] } }
    }

    private static func grouped(_ count: Int) -> String {
        var text = String(count)
        var place = text.count - 3
        while place > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: place))
            place -= 3
        }
        return text
    }
}

extension ColumnStorage {
    /// Whether no row has a value.
    fileprivate var isEmptyThroughout: Bool { (0..<count).allSatisfy { isMissing($0) } }
}

extension CellFormatter {
    /// A sum in the manner of the column.
    func total(_ sum: FixedDecimal, currency: String?) -> Cell {
        if column.type == .int { return Cell(sum.description, tone: .plain) }
        return cell(sum, code: currency.flatMap { column.currencies?.pool?.find($0) })
    }

    /// Whether the first rows have no value, or none but the usual one.
    func saysNothing(rows count: Int) -> (isEmpty: Bool, isUsual: Bool) {
        guard count > 0 else { return (false, false) }
        let isEmpty = (0..<count).allSatisfy { storage.isMissing($0) }
        switch column.type {
        case .decimal where column.schema.style == .money:
            return (isEmpty, (0..<count).allSatisfy { storage.isMissing($0) || storage.decimals[$0].units == 0 })
        case .text:
            guard let usual = column.schema.usual else { return (isEmpty, isEmpty) }
            return (isEmpty, (0..<count).allSatisfy { storage.isMissing($0) || storage.pool!.text(storage.codes[$0]) == usual })
        case .bool: return (isEmpty, (0..<count).allSatisfy { storage.isMissing($0) || storage.bools[$0] == 0 })
        case .decimal, .int, .day, .instant: return (isEmpty, isEmpty)
        }
    }
}

/// A line at the foot of a table: columns added up, those of money in one currency.
package struct TotalLine {
    /// The currency of the amounts, as a code in the pool of their columns; nil for columns that are not money.
    package var currency: String?
    /// The sums by the place of their column.
    package var sums: [Int: FixedDecimal] = [:]

    /// The lines of a frame: first what is not money, then a line per currency in the order of their codes; one line for all where
    /// there is one currency only. None where they would repeat the rows.
    package static func lines(of frame: Frame) throws(FrameError) -> (lines: [TotalLine], notices: [TextTable.Notice]) {
        var plain = TotalLine()
        var byCurrency: [String: TotalLine] = [:]
        var notices: [TextTable.Notice] = []
        for (index, column) in frame.columns.enumerated() where column.schema.total == .sum {
            let storage = try column.materialize()
            let sums = try sums(column, storage)
            for (currency, sum) in sums {
                guard let value = sum.value else {
                    notices.append(.init("the total of \(column.name) is too large to show", column: index))
                    continue
                }
                if let currency { byCurrency[currency, default: TotalLine(currency: currency)].sums[index] = value } else { plain.sums[index] = value }
            }
            let missing = storage.missingCount
            if missing > 0 && missing < frame.rowCount && !column.schema.isSparse {
                notices.append(.init("\(missing) \(missing == 1 ? "row has" : "rows have") no \(column.name): not in the total", column: index))
            }
        }
        var lines = byCurrency.keys.sorted().map { byCurrency[$0]! }
        if lines.count == 1 {
            lines[0].sums.merge(plain.sums) { money, _ in money }
        } else if !plain.sums.isEmpty {
            lines.insert(plain, at: 0)
        }
        return lines.count < frame.rowCount ? (lines, notices) : ([], [])
    }

    private static func sums(_ column: Column, _ storage: ColumnStorage) throws(FrameError) -> [(String?, DecimalSum)] {
        guard column.type == .decimal else {
            var sum = DecimalSum()
            for value in storage.ints where value != Missing.int { sum.add(Int128(value) * FixedDecimal.unitsPerOne) }
            return [(nil, sum)]
        }
        guard let currencies = try column.currencies?.materialize() else {
            var sum = DecimalSum()
            for value in storage.decimals where value != .absent { sum.add(value.units) }
            return [(nil, sum)]
        }
        var byCode = [DecimalSum?](repeating: nil, count: currencies.pool!.count)
        var unknown: DecimalSum?
        for row in 0..<storage.count where storage.decimals[row] != .absent {
            let code = Int(currencies.codes[row]), units = storage.decimals[row].units
            if code < 0 { unknown = unknown.adding(units) } else { byCode[code] = byCode[code].adding(units) }
        }
        var sums: [(String?, DecimalSum)] = unknown.map { [(nil, $0)] } ?? []
        for (code, sum) in byCode.enumerated() {
            if let sum { sums.append((currencies.pool!.text(Int32(code)), sum)) }
        }
        return sums
    }
}

extension DecimalSum? {
    fileprivate func adding(_ units: Int128) -> DecimalSum {
        var sum = self ?? DecimalSum()
        sum.add(units)
        return sum
    }
}
