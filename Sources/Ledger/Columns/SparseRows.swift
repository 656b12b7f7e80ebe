import Values

/// Which rows have a value in a column that most rows leave empty; the values stand in a column of their own, in the same order.
struct SparseRows {
    private var rows = Column<UInt32>()

    var count: Int { rows.count }

    /// Notes that the row, which must come after all noted before, has a value.
    mutating func append(_ row: Int) {
        precondition(rows.isEmpty || Int(rows[rows.count - 1]) < row)
        rows.append(UInt32(row))
    }

    /// The place of the row's value, or nil where it has none. O(log n), and O(1) where every row has one.
    func place(of row: Int) -> Int? {
        if row < rows.count, Int(rows[row]) == row { return row }
        var (low, high) = (0, Swift.min(row, rows.count))
        while low < high {
            let middle = (low + high) / 2
            if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && Int(rows[low]) == row ? low : nil
    }

    /// Forgets the rows from `row` on and tells how many are left.
    mutating func truncate(to row: Int) -> Int {
        var left = rows.count
        while left > 0, Int(rows[left - 1]) >= row { left -= 1 }
        rows.truncate(to: left)
        return left
    }
}

/// A decimal for some rows.
struct SparseDecimals {
    private var rows = SparseRows()
    private var values = DecimalColumn()

    /// The row's value, or `absent`.
    subscript(row: Int) -> FixedDecimal {
        if rows.count == 0 { return .absent }
        guard let place = rows.place(of: row) else { return .absent }
        return values[place]
    }

    mutating func append(_ value: FixedDecimal, row: Int) {
        rows.append(row)
        values.append(value)
    }

    mutating func truncate(to row: Int) { values.truncate(to: rows.truncate(to: row)) }
}

/// A moment for some rows.
struct SparseInstants {
    private var rows = SparseRows()
    private var values = Column<Int64>()

    var isEmpty: Bool { rows.count == 0 }

    /// Microseconds since 1970, or nil where the row has no moment.
    subscript(row: Int) -> Int64? {
        if rows.count == 0 { return nil }
        return rows.place(of: row).map { values[$0] }
    }

    mutating func append(_ microseconds: Int64, row: Int) {
        rows.append(row)
        values.append(microseconds)
    }

    mutating func truncate(to row: Int) { values.truncate(to: rows.truncate(to: row)) }
}
