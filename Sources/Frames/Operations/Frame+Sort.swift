extension Frame {
    /// The rows in order: by the first key, ties by the second, and so on; rows that tie in all keys keep their order.
    ///
    /// Rows without value come last in either direction; texts stand in the order of their Unicode scalars, whatever the locale. O(rows).
    public func sort(by keys: [SortKey]) throws(FrameError) -> Frame {
        taking(try sortedRows(by: keys))
    }

    /// The rows in order; a minus before a column's name sorts from the largest down: `sort(["account", "-market_value"])`.
    public func sort(_ keys: [String]) throws(FrameError) -> Frame {
        try sort(by: keys.map { SortKey(parsing: $0) })
    }

    /// The `count` rows with the largest values in a column, largest first; with a minus before the name, the smallest.
    public func top(_ count: Int, by column: String) throws(FrameError) -> Frame {
        let key = SortKey(parsing: column)
        let rows = try sortedRows(by: [SortKey(key.column, descending: !key.isDescending)])
        return taking(Array(rows.prefix(Swift.max(count, 0))))
    }

    func sortedRows(by keys: [SortKey]) throws(FrameError) -> [Int32] {
        var columns: [(storage: ColumnStorage, isDescending: Bool)] = []
        for key in keys { columns.append((try column(key.column).materialize(), key.isDescending)) }
        var sorter = RowSorter(rowCount: rowCount)
        for column in columns.reversed() { sorter.sort(by: column.storage, descending: column.isDescending) }
        return sorter.rows
    }
}
