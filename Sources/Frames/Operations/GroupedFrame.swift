/// A frame whose rows are gathered into groups that agree in some columns.
///
/// The groups stand in ascending order of their keys, rows without key last, whatever the order of the rows: the same facts give the
/// same table. What is made of the groups has the key columns first.
///
/// ```swift
/// try gains.group(by: ["symbol", "currency"]).aggregate([Aggregate(.sum, "gain"), Aggregate(.count, "gain", as: "sales")])
/// ```
public struct GroupedFrame {
    /// The rows.
    public let frame: Frame
    /// The columns they are grouped by.
    public let keys: [String]

    /// Which rows belong to which group, in the order of the keys.
    let groups: RowGroups

    /// The rows of a frame gathered by their values in the key columns.
    init(_ frame: Frame, by keys: [String]) throws(FrameError) {
        guard Set(keys).count == keys.count else {
            throw FrameError(.duplicateColumn, "a column is named twice among the keys \(keys.joined(separator: ", "))")
        }
        let groups = try RowGroups(frame, by: keys)
        let order = try frame.taking(groups.firstRows).sortedRows(by: keys.map { SortKey($0) })
        self.frame = frame
        self.keys = keys
        self.groups = groups.renumbered(order)
    }

    /// How many groups there are.
    public var count: Int { groups.count }

    /// The sum of each of these columns by group; each keeps its name.
    public func sum(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.sum, columns) }
    /// The mean of each of these columns by group; each keeps its name.
    public func avg(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.avg, columns) }
    /// The smallest value of each of these columns by group; each keeps its name.
    public func min(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.min, columns) }
    /// The largest value of each of these columns by group; each keeps its name.
    public func max(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.max, columns) }
    /// The first value of each of these columns by group, in the order of the rows; each keeps its name.
    public func first(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.first, columns) }
    /// The last value of each of these columns by group, in the order of the rows; each keeps its name.
    public func last(_ columns: String...) throws(FrameError) -> Frame { try aggregate(.last, columns) }

    /// One function of several columns by group.
    public func aggregate(_ function: AggregateFunction, _ columns: [String]) throws(FrameError) -> Frame {
        try aggregate(columns.map { Aggregate(function, $0) })
    }

    /// The number of rows by group, in a column `count`.
    public func counted() throws(FrameError) -> Frame {
        var counts = [Int64](repeating: 0, count: count)
        for group in groups.groupOf { counts[Int(group)] += 1 }
        let column = Column.ints(.int("count", total: .sum), count: count) { [counts] (row) throws(FrameError) in counts[row] }
        let counted = frame.with(columns: try uniqueNames(keyColumns() + [column]), rowCount: count)
        return !frame.columns.isEmpty && frame.columns.allSatisfy(\.schema.isRepeated) ? counted.repeated() : counted
    }

    /// Several functions of columns by group, side by side behind the keys.
    ///
    /// A money column whose amounts within one group are in different currencies is an error. Rows without value are left out, and a
    /// warning `missing_values` tells how many.
    public func aggregate(_ aggregates: [Aggregate]) throws(FrameError) -> Frame {
        var columns = try keyColumns()
        var warnings: [FrameWarning] = []
        let names = resultNames(aggregates)
        for (aggregate, name) in zip(aggregates, names) {
            let column = try frame.column(aggregate.column)
            let work = GroupAggregation(column: column, groupOf: groups.groupOf, groupCount: count, describe: describe)
            let result = try work.apply(aggregate.function)
            let currencies = try keyData(behind: column.currencies, columns) ?? result.currencies
            columns.append(Column(schema(column.schema, aggregate.function, name, result), result.data, currencies: currencies))
            if result.leftOut > 0 {
                warnings.append(.missingValues(column.name, result.leftOut, of: frame.rowCount, aggregate.function))
            }
        }
        return frame.with(columns: try uniqueNames(columns), rowCount: count).adding(warnings: warnings)
    }

    /// The groups as frames of their own, with their keys, in order.
    public func frames() throws(FrameError) -> [(keys: [FrameValue], frame: Frame)] {
        var rows = [[Int32]](repeating: [], count: count)
        for (row, group) in groups.groupOf.enumerated() { rows[Int(group)].append(Int32(row)) }
        let keyStorages = try keyColumns().storages()
        return rows.enumerated().map { group, rows in (keyStorages.map { $0[group] }, frame.taking(rows)) }
    }

    /// The key columns of the result: a row for each group.
    func keyColumns() throws(FrameError) -> [Column] {
        let firsts = frame.taking(groups.firstRows)
        var columns: [Column] = []
        for key in keys {
            var column = try firsts.column(key)
            (column.schema.isShownEmpty, column.schema.rank) = (true, .deciding)
            columns.append(column)
        }
        return columns
    }

    /// The key column that shows the currencies of amounts, where the rows are grouped by currency; nil elsewhere.
    func keyData(behind currencies: ColumnData?, _ columns: [Column]) throws(FrameError) -> ColumnData? {
        guard let currencies else { return nil }
        for (key, column) in zip(keys, columns) where try frame.column(key).data === currencies { return column.data }
        return nil
    }

    /// The keys of a group in a sentence: `symbol = ORCL, year = 2014`.
    private func describe(_ group: Int) -> String {
        guard let columns = try? keyColumns(), let storages = try? columns.storages() else { return "" }
        return zip(columns, storages).map { "\($0.name) = \($1[group])" }.joined(separator: ", ")
    }

    /// What the results are called: as told, else like their column, else, where two would be called alike, `avg_amount`.
    private func resultNames(_ aggregates: [Aggregate]) -> [String] {
        aggregates.map { aggregate in
            if let name = aggregate.name { return name }
            let isUnique = aggregates.count { $0.column == aggregate.column && $0.name == nil } == 1
            return isUnique && !keys.contains(aggregate.column) ? aggregate.column : "\(aggregate.function.rawValue)_\(aggregate.column)"
        }
    }

    private func schema(
        _ schema: ColumnSchema, _ function: AggregateFunction, _ name: String, _ result: GroupAggregation.Result
    ) -> ColumnSchema {
        if function == .count {
            var counts = ColumnSchema.int(name, total: schema.isRepeated ? .none : .sum).ranked(.leading)
            counts.isRepeated = schema.isRepeated
            return counts
        }
        var made = ColumnSchema(name, result.data.type, style: schema.style, currency: schema.currency, isColoured: schema.isColoured)
        // Units of one thing add up; those of a group and of another are units of different things. Money that has no total, such as amounts of purchases
        // beside those of sales, has none by groups either.
        if function == .sum, !schema.isRepeated { made.total = schema.style == .quantity || schema.style == .money ? schema.total : .sum }
        made.isRepeated = schema.isRepeated
        made.isComputed = schema.isComputed || function == .avg
        made.rank = Swift.max(schema.rank, .leading)
        return made
    }

    private func uniqueNames(_ columns: [Column]) throws(FrameError) -> [Column] {
        var seen = Set<String>()
        for column in columns where !seen.insert(column.name).inserted {
            throw FrameError(.duplicateColumn, "two columns of the result would be called \"\(column.name)\"", hint: "give one of them another name")
        }
        return columns
    }
}

extension Frame {
    /// The rows gathered by their values in these columns. O(rows).
    public func group(by keys: [String]) throws(FrameError) -> GroupedFrame { try GroupedFrame(self, by: keys) }
}

extension [Column] {
    /// The computed values of each column.
    func storages() throws(FrameError) -> [ColumnStorage] {
        var storages: [ColumnStorage] = []
        for column in self { storages.append(try column.materialize()) }
        return storages
    }
}

extension FrameWarning {
    /// Rows without value that were left out.
    ///
    /// - Parameter name: what the rows are, where that is not seen beside the warning.
    public static func missingValues(
        _ column: String, _ missing: Int, of rows: Int, _ function: AggregateFunction, _ name: String? = nil
    ) -> FrameWarning {
        FrameWarning(
            kind: "missing_values",
            message: "\(missing) of \(rows) rows\(name.map { " of \($0)" } ?? "") have no \(column) and are left out of the \(function.rawValue)")
    }
}

/// A function of many values of a column: their sum, their number, the first of them.
public enum AggregateFunction: String, CaseIterable, Sendable {
    /// All added up. No rows add up to zero; rows of which none has a value have no sum.
    case sum
    /// How many rows have a value.
    case count
    /// The sum divided by the number of values, rounded half-even at the eighteenth digit.
    case avg
    /// The smallest value.
    case min
    /// The largest value.
    case max
    /// The value of the first row, also if it is none.
    case first
    /// The value of the last row, also if it is none.
    case last

    /// Whether amounts of different currencies make it meaningless.
    var needsOneCurrency: Bool {
        switch self {
        case .sum, .avg, .min, .max: true
        case .count, .first, .last: false
        }
    }
}

/// A figure for each group: a function, the column it is applied to, and the name of the result.
public struct Aggregate: Hashable, Sendable {
    /// The function.
    public let function: AggregateFunction
    /// The column they come from.
    public let column: String
    /// The name of the resulting column; nil to let the frame name it.
    public let name: String?

    /// A function of a column. Without a name the result is called like the column, or `avg_amount` where that would be ambiguous.
    public init(_ function: AggregateFunction, _ column: String, as name: String? = nil) {
        self.function = function
        self.column = column
        self.name = name
    }
}
