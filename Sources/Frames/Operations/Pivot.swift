import Values

/// A table with the values of one column across the top.
extension Frame {
    /// One row per combination of `rows`, one column per value of `across`, and in the cells the aggregate of `values`.
    ///
    /// Rows and columns stand in ascending order of their values; a cell without rows has no value. Amounts in different currencies in
    /// one cell are an error. `gains.pivot(rows: ["symbol"], across: "year", values: "gain")` shows the gains year by year.
    public func pivot(
        rows: [String], across: String, values: String, aggregate function: AggregateFunction = .sum
    ) throws(FrameError) -> Frame {
        guard !rows.contains(across) else {
            throw FrameError(.duplicateColumn, "column \"\(across)\" is to run down and across", hint: "name another column to run across")
        }
        let down = try group(by: rows)
        let cells = try group(by: rows + [across]).aggregate([Aggregate(function, values, as: pivotValueName)])
        let value = try cells.column(pivotValueName)
        let heads = try group(by: [across])
        let headNames = try heads.keyColumns().storages()[0].names()
        var columns = try down.keyColumns()
        try checkNames(columns.map(\.name) + headNames)

        // Cells come ordered by row, then by column, as both groupings are: each row's cells lie side by side.
        let rowOfCell = try RowGroups(cells, by: rows).groupOf
        let headOfCell = try group(by: [across]).numbers(of: cells.column(across))
        let told = try down.keyData(behind: self.column(values).currencies, columns)
        for (head, name) in headNames.enumerated() {
            var source = [Int32](repeating: -1, count: down.count)
            for cell in headOfCell.indices where headOfCell[cell] == Int32(head) { source[Int(rowOfCell[cell])] = Int32(cell) }
            var schema = value.schema
            schema.name = name
            schema.isSparse = true
            schema.isSerial = true
            columns.append(Column(schema, value.data.spread(source), currencies: told ?? value.currencies?.spread(source)))
        }
        return with(columns: columns, rowCount: down.count).adding(warnings: cells.warnings)
    }

    private func checkNames(_ names: [String]) throws(FrameError) {
        var seen = Set<String>()
        for name in names where !seen.insert(name).inserted {
            throw FrameError(.duplicateColumn, "two columns of the result would be called \"\(name)\"", hint: "rename the row column first")
        }
    }
}

/// A name that no column of a user has.
private let pivotValueName = "\u{0}value"

extension GroupedFrame {
    /// The group of each row of a column that holds single keys of this grouping.
    fileprivate func numbers(of column: Column) throws(FrameError) -> [Int32] {
        let keys = try keyColumns()[0].materialize(), storage = try column.materialize()
        var numbers: [FrameValue: Int32] = [:]
        for group in 0..<count { numbers[keys[group]] = Int32(group) }
        return (0..<storage.count).map { numbers[storage[$0]]! }
    }
}

extension ColumnStorage {
    /// The values as names of columns; no value is called `none`.
    fileprivate func names() -> [String] {
        (0..<count).map { isMissing($0) ? "none" : self[$0].description }
    }
}

extension ColumnData {
    /// The values of these rows, no value where the row is -1.
    fileprivate func spread(_ rows: [Int32]) -> ColumnData {
        ColumnData(type: type, count: rows.count, pool: pool) { (memory) throws(FrameError) in
            let storage = try self.materialize()
            func copy<T>(_ values: UnsafeBufferPointer<T>, none: T) {
                let to = memory.bindMemory(to: T.self, capacity: rows.count)
                for (index, row) in rows.enumerated() { to[index] = row < 0 ? none : values[Int(row)] }
            }
            switch self.type {
            case .int: copy(storage.ints, none: Missing.int)
            case .decimal: copy(storage.decimals, none: .absent)
            case .text: copy(storage.codes, none: Missing.text)
            case .day: copy(storage.days, none: Missing.day)
            case .instant: copy(storage.instants, none: Missing.instant)
            case .bool: copy(storage.bools, none: Missing.bool)
            }
        }
    }
}
