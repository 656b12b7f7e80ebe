extension Frame {
    /// These columns in this order. Copies nothing.
    public func select(_ names: [String]) throws(FrameError) -> Frame {
        try select(names.map { ($0, $0) })
    }

    /// These columns in this order under other names: pairs of a column and what it is to be called. Copies nothing.
    public func select(_ names: [(column: String, as: String)]) throws(FrameError) -> Frame {
        var selected: [Column] = []
        for (name, newName) in names {
            var column = try self.column(name)
            guard !selected.contains(where: { $0.name == newName }) else {
                throw FrameError(.duplicateColumn, "column \"\(newName)\" is selected twice", hint: "give one of them another name")
            }
            column.schema.name = newName
            selected.append(column)
        }
        return with(columns: selected, rowCount: rowCount)
    }

    /// The frame as one whose columns somebody named: they are shown though no row has a value.
    public func shownEmpty() -> Frame {
        let shown = columns.map { column in
            var column = column
            column.schema.isShownEmpty = true
            return column
        }
        return with(columns: shown, rowCount: rowCount)
    }

    /// The frame as one whose rows come several times: neither its columns nor sums of groups are added up at the foot of a table.
    public func repeated() -> Frame {
        let repeated = columns.map { column in
            var column = column
            (column.schema.isRepeated, column.schema.total) = (true, .none)
            return column
        }
        return with(columns: repeated, rowCount: rowCount)
    }

    /// All columns but these. Copies nothing.
    public func without(_ names: [String]) throws(FrameError) -> Frame {
        for name in names { _ = try column(name) }
        return with(columns: columns.filter { !names.contains($0.name) }, rowCount: rowCount)
    }

    /// A column more, or in place of the one of the same name.
    ///
    /// An amount of money in `schema.currency` column needs that column in this frame, as text.
    public func with(_ column: Column) throws(FrameError) -> Frame {
        guard column.count == rowCount else {
            throw FrameError(
                .badArgument, "column \"\(column.name)\" has \(column.count) values for the \(rowCount) rows of \(name)",
                hint: "give one value per row, nil where there is none")
        }
        var columns = columns
        if let index = index(of: column.name) { columns[index] = column } else { columns.append(column) }
        if case .column(let currency) = column.schema.currency, column.currencies == nil {
            guard let found = columns.first(where: { $0.name == currency }) else {
                throw FrameError.unknownColumn(currency, in: name, columns: columns.map(\.name))
            }
            guard found.type == .text else { throw FrameError.mismatch(.text("USD"), column: currency, type: found.type) }
        }
        // What is worked out of rows that come several times adds up no more than they do.
        let result = with(columns: columns, rowCount: rowCount)
        return !self.columns.isEmpty && self.columns.allSatisfy(\.schema.isRepeated) ? result.repeated() : result
    }

    /// A column of the values given, one per row, more or in place of the one of the same name.
    public func with(_ schema: ColumnSchema, values: [FrameValue]) throws(FrameError) -> Frame {
        var writer = ColumnWriter(schema)
        for value in values { try writer.append(value) }
        return try with(writer.column())
    }

    /// A column of the values given, whose type they tell: ints and decimals together are decimals; no value at all is text.
    public func with(_ name: String, values: [FrameValue]) throws(FrameError) -> Frame {
        var schema = ColumnSchema(name, try ColumnType(of: values, column: name))
        schema.isShownEmpty = true
        return try with(schema, values: values)
    }

    /// The frame with a column under which no total stands, since its values do not add up to anything.
    public func withoutTotal(of name: String) throws(FrameError) -> Frame {
        let own = try column(name)
        var schema = own.schema
        schema.total = .none
        return try with(Column(schema, own.data, currencies: own.currencies))
    }
}

extension ColumnType {
    /// The type that holds all of `values`.
    init(of values: [FrameValue], column: String) throws(FrameError) {
        var found: ColumnType?
        for value in values {
            guard let type = value.type else { continue }
            switch (found, type) {
            case (nil, _): found = type
            case (.int, .decimal), (.decimal, .int): found = .decimal
            case (let standing?, _) where standing == type: break
            case (let standing?, _): throw FrameError.mismatch(value, column: column, type: standing)
            }
        }
        self = found ?? .text
    }
}

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
