import Values

/// A line at the foot of a table: columns added up, those of money in one currency.
struct TotalLine {
    /// The currency of the amounts, as a code in the pool of their columns; nil for columns that are not money.
    var currency: String?
    /// The sums by the place of their column.
    var sums: [Int: FixedDecimal] = [:]

    /// The lines of a frame: first what is not money, then a line per currency in the order of their codes; one line for all where
    /// there is one currency only. None where they would repeat the rows.
    static func lines(of frame: Frame) throws(FrameError) -> (lines: [TotalLine], notices: [TextTable.Notice]) {
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
