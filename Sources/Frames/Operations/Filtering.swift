import Values

extension Frame {
    /// The rows whose column has this value, whatever the notation: 5 finds 5.00. `none` finds the rows without value. O(rows).
    public func filter(_ column: String, equals value: FrameValue) throws(FrameError) -> Frame {
        try filter(column, .equal, value)
    }

    /// The rows whose column has one of these values. O(rows · values).
    public func filter(_ column: String, in values: [FrameValue]) throws(FrameError) -> Frame {
        var found = [Bool](repeating: false, count: rowCount)
        for value in values {
            for row in try rows(where: column, .equal, value) { found[Int(row)] = true }
        }
        return taking((0..<Int32(rowCount)).filter { found[Int($0)] })
    }

    /// The rows whose column lies between two values, both included; an end left out is open. Rows without value are left out. O(rows).
    public func filter(_ column: String, from low: FrameValue?, to high: FrameValue?) throws(FrameError) -> Frame {
        var frame = self
        if let low { frame = try frame.filter(column, .greaterOrEqual, low) }
        if let high { frame = try frame.filter(column, .lessOrEqual, high) }
        return frame
    }

    /// The rows whose column compares with `value` as told. Texts compare by their Unicode scalars. O(rows).
    public func filter(_ column: String, _ comparison: Comparison, _ value: FrameValue) throws(FrameError) -> Frame {
        let rows = try rows(where: column, comparison, value)
        return rows.count == rowCount ? self : taking(rows)
    }

    /// The rows for which `isIncluded`, given the row's number, says so. O(rows).
    public func filter(rows isIncluded: (Int) throws -> Bool) rethrows -> Frame {
        var rows: [Int32] = []
        for row in 0..<rowCount where try isIncluded(row) { rows.append(Int32(row)) }
        return rows.count == rowCount ? self : taking(rows)
    }

    /// The numbers of the rows whose column compares with `value` as told.
    private func rows(where name: String, _ comparison: Comparison, _ value: FrameValue) throws(FrameError) -> [Int32] {
        let column = try self.column(name)
        let storage = try column.materialize()
        guard !value.isNone else { return try rows(missing: storage, comparison, column: column) }
        let keepsMissing = comparison == .notEqual
        switch (column.type, value.converted(to: column.type), value) {
        case (.int, .int(let value)?, _):
            return matches(storage.ints, none: Missing.int, keepsMissing) { comparison.holds($0, value) }
        case (.int, nil, .decimal(let value)):
            // No int is the same as 2.5, but many are below it.
            return matches(storage.ints, none: Missing.int, keepsMissing) { comparison.holds(FixedDecimal(Int($0)), value) }
        case (.decimal, .decimal(let value)?, _):
            return matches(storage.decimals, none: .absent, keepsMissing) { comparison.holds($0, value) }
        case (.text, .text(let text)?, _):
            return matches(storage, text, comparison)
        case (.day, .day(let day)?, _):
            return matches(storage.days, none: Missing.day, keepsMissing) { comparison.holds($0, day.number) }
        case (.instant, .instant(let moment)?, _):
            return matches(storage.instants, none: Missing.instant, keepsMissing) { comparison.holds($0, moment.microseconds) }
        case (.bool, .bool(let value)?, _):
            return matches(storage.bools, none: Missing.bool, keepsMissing) { comparison.holds($0, value ? 1 : 0) }
        case (.int, _, _), (.decimal, _, _), (.text, _, _), (.day, _, _), (.instant, _, _), (.bool, _, _):
            throw FrameError.mismatch(value, column: name, type: column.type)
        }
    }

    private func rows(missing storage: ColumnStorage, _ comparison: Comparison, column: Column) throws(FrameError) -> [Int32] {
        switch comparison {
        case .equal: return (0..<Int32(rowCount)).filter { storage.isMissing(Int($0)) }
        case .notEqual: return (0..<Int32(rowCount)).filter { !storage.isMissing(Int($0)) }
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            throw FrameError(.typeMismatch, "cannot compare column \"\(column.name)\" with nil", hint: "nil is the same as no value and nothing else")
        }
    }

    private func matches(_ storage: ColumnStorage, _ text: String, _ comparison: Comparison) -> [Int32] {
        let pool = storage.pool!
        switch comparison {
        case .equal, .notEqual:
            let sought = pool.find(text) ?? Int32.max
            return matches(storage.codes, none: Missing.text, comparison == .notEqual) { comparison.holds($0, sought) }
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let orders = pool.orders(of: storage.codes, to: text)
            return matches(storage.codes, none: Missing.text, false) { comparison.holds(orders[Int($0)], 0) }
        }
    }

    @inline(__always)
    private func matches<T: Equatable>(
        _ values: UnsafeBufferPointer<T>, none: T, _ keepsMissing: Bool, _ holds: (T) -> Bool
    ) -> [Int32] {
        var rows: [Int32] = []
        for row in 0..<values.count {
            let value = values[row]
            if value == none ? keepsMissing : holds(value) { rows.append(Int32(row)) }
        }
        return rows
    }
}

/// How a filter compares a column with a value.
public enum Comparison: String, CaseIterable, Sendable {
    /// The same by value; `none` is the same as a row without value.
    case equal = "="
    /// Another value; a row without value is another one than any value.
    case notEqual = "~="
    /// Below; a row without value never is.
    case less = "<"
    /// At most; a row without value never is.
    case lessOrEqual = "<="
    /// Above; a row without value never is.
    case greater = ">"
    /// At least; a row without value never is.
    case greaterOrEqual = ">="

    /// Whether `a` stands to `b` as the comparison says.
    @inline(__always)
    fileprivate func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }
}
