extension Frame {
    /// The given rows in the given order; a row may come twice. O(rows taken), and each column is copied when asked for.
    public func take(rows: [Int32]) -> Frame {
        precondition(rows.allSatisfy { $0 >= 0 && $0 < Int32(rowCount) }, "row out of range")
        return taking(rows)
    }

    /// The rows that are known to lie inside.
    func taking(_ rows: [Int32]) -> Frame {
        let rows = RowList(rows)
        return mapData(rowCount: rows.count) { ColumnData($0, rows: rows) }
    }

    /// At most `count` rows from the row `start` on, counted from 0; fewer where the frame ends. Copies nothing.
    public func slice(from start: Int, count: Int) -> Frame {
        let from = Swift.min(Swift.max(start, 0), rowCount)
        let taken = Swift.min(Swift.max(count, 0), rowCount - from)
        if from == 0 && taken == rowCount { return self }
        return mapData(rowCount: taken) { ColumnData($0, from: from, count: taken) }
    }

    /// The rows from the last to the first.
    public func reversed() -> Frame {
        taking((0..<Int32(rowCount)).reversed())
    }
}
