import Frames
import Values
import Workbooks

extension SheetTable {
    /// The rows at the foot: sums as formulas over the rows on the sheets, with their exact values, one row for each currency. What is left out is told in
    /// sentences.
    ///
    /// - Parameter parts: where the rows of the table are: the sheet, unless it is the one of the totals, and the rows on it.
    func totals(over parts: [(sheet: String?, rows: ClosedRange<Int>)]) throws(FrameError) -> (rows: [[TotalCell]], notes: [String]) {
        guard !parts.isEmpty else { return ([], []) }
        let (lines, notices) = try TotalLine.lines(of: frame)
        var notes = notices.map(\.text), rows: [[TotalCell]] = []
        for line in lines {
            var cells = [TotalCell](repeating: .blank, count: columns.count)
            for (index, sum) in line.sums.sorted(by: { $0.key < $1.key }) {
                let place = places[index]
                if case .masked(let mask) = columns[place].source {
                    cells[place] = .label(mask)
                    continue
                }
                let ranges = parts.map { ColumnRange(sheet: $0.sheet, column: place, rows: $0.rows) }
                guard let formula = formula(ranges, frameColumn: index, line, lines) else {
                    notes.append("amounts of \(frame.columns[index].name) whose currency is not known are not in the totals")
                    continue
                }
                cells[place] = .formula(formula, value(sum, at: place))
                if let exact = exactPlaces[place] { cells[exact] = .label(sum.description) }
            }
            label(&cells, line, isOneOfSeveral: lines.count > 1)
            rows.append(cells)
        }
        return (rows, notes)
    }

    /// All rows of a column; those of the line's currency, where the column has amounts in several. Nil where the rows cannot be told by their currency.
    private func formula(_ ranges: [ColumnRange], frameColumn: Int, _ line: TotalLine, _ lines: [TotalLine]) -> String? {
        if lines.count(where: { $0.sums[frameColumn] != nil }) == 1 { return ColumnRange.sum(ranges) }
        guard let currency = line.currency, let place = currencyPlaces[frameColumn] else { return nil }
        return ColumnRange.sum(ranges, where: place, is: currency)
    }

    private func value(_ sum: FixedDecimal, at place: Int) -> Double {
        if case .hundredths = columns[place].source { return SourceColumn.part(sum) }
        return sum.doubleValue
    }

    /// Says in the first column that has room what the row is, and the currency in its own column.
    private func label(_ cells: inout [TotalCell], _ line: TotalLine, isOneOfSeveral: Bool) {
        let currencyColumns = Set(currencyPlaces.values)
        if let currency = line.currency {
            for index in line.sums.keys {
                if let place = currencyPlaces[index], cells[place] == .blank { cells[place] = .label(currency) }
            }
        }
        let words = isOneOfSeveral ? line.currency.map { "Total \($0)" } ?? "Total" : "Total"
        let free = columns.indices.first { cells[$0] == .blank && !currencyColumns.contains($0) && !columns[$0].column.format.isNumeric }
        if let free { cells[free] = .label(words) }
    }
}
