import Values

/// The cells of a frame as they are shown, before they are laid out.
struct TextTable {
    /// A column with its heading and the cells of the rows shown.
    struct Column {
        let name: String
        let isNumber: Bool
        /// Whether it may be cut short; numbers never are, since a number cut is another number.
        let canBeCut: Bool
        var cells: [Cell]
        var totals: [Cell?]
    }

    var columns: [Column]
    let rowCount: Int
    let totalCount: Int
    /// How many rows there are besides, in words; nil where all are shown.
    private(set) var more: String?
    /// Lines below the table.
    var notices: [String]

    /// The first rows of a frame, with totals.
    init(_ frame: Frame, options: RenderOptions) throws(FrameError) {
        let rowCount = min(frame.rowCount, max(options.maximumRows ?? frame.rowCount, 0))
        let (lines, totalNotices) = options.totals && frame.rowCount > 1 ? try TotalLine.lines(of: frame) : ([], [])
        var formatters: [CellFormatter] = []
        for column in frame.columns { formatters.append(try CellFormatter(column, in: frame, options: options)) }
        let labels = Self.labels(of: lines, frame)
        columns = formatters.enumerated().map { index, formatter in
            Column(
                name: SafeText.safe(formatter.column.name), isNumber: formatter.column.type.isNumeric,
                canBeCut: formatter.column.type == .text, cells: (0..<rowCount).map { formatter.cell($0) },
                totals: lines.indices.map { line in
                    lines[line].sums[index].map { formatter.total($0, currency: lines[line].currency) }
                        ?? labels[line][index].map { Cell($0, tone: .plain) }
                })
        }
        self.rowCount = rowCount
        totalCount = lines.count
        notices = totalNotices
        if frame.rowCount == 0 { notices.insert("no rows", at: 0) }
        if frame.rowCount > rowCount {
            let count = frame.rowCount - rowCount
            more = "\(options.ellipsis) \(Self.grouped(count)) more \(count == 1 ? "row" : "rows")"
        }
    }

    /// What stands beside the sums: `total` in the first column that has none, the currency in its own column where it is shown.
    private static func labels(of lines: [TotalLine], _ frame: Frame) -> [[Int: String]] {
        let currencyColumn = frame.columns.lazy.compactMap { column in
            column.schema.total == .sum ? frame.columns.firstIndex { $0.data === column.currencies } : nil
        }.first
        let labelColumn = frame.columns.indices.first { $0 != currencyColumn && frame.columns[$0].schema.total == .none && !frame.columns[$0].type.isNumeric }
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

extension CellFormatter {
    /// A sum in the manner of the column.
    func total(_ sum: FixedDecimal, currency: String?) -> Cell {
        if column.type == .int { return Cell(sum.description, tone: .plain) }
        return cell(sum, code: currency.flatMap { column.currencies?.pool?.find($0) })
    }
}
