/// A value in the answer to a query, or one handed to it.
public enum QueryValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number, such as an id.
    case integer(Int64)
    /// A float, such as a query computes; no amount of the book is one.
    case real(Double)
    /// Decimals and dates are text too; see `QueryColumn.isDecimal`.
    case text(String)
    /// Bytes, such as a hash.
    case blob([UInt8])
}

/// A column of an answer.
public struct QueryColumn: Hashable, Sendable {
    /// Its name, as the query gives it.
    public var name: String
    /// Whether every value in it is missing, an integer or the text of a decimal, and at least one is such a text in a place
    /// where the book keeps or computes decimals. Such a column is exact: read its texts as `FixedDecimal`.
    public var isDecimal: Bool

    /// A column of an answer.
    public init(name: String, isDecimal: Bool) {
        self.name = name
        self.isDecimal = isDecimal
    }
}

/// The answer to a query: rows, one behind the other.
public struct QueryResult: Hashable, Sendable {
    /// The columns, from left to right; names may repeat.
    public var columns: [QueryColumn]
    /// The values, row by row, `columns.count` to each.
    public var values: [QueryValue]

    /// An answer of columns and the values of its rows, one behind the other.
    public init(columns: [QueryColumn], values: [QueryValue]) {
        self.columns = columns
        self.values = values
    }

    /// How many rows there are.
    public var rowCount: Int { columns.isEmpty ? 0 : values.count / columns.count }

    /// The value in a row and a column, both counted from 0.
    public subscript(row: Int, column: Int) -> QueryValue { values[row * columns.count + column] }
}

/// What ends a query before its time.
struct QueryLimits {
    /// Bytes that the text of a query may have.
    static let longestStatement = 1_000_000

    /// Asked now and then; `true` ends the query.
    var shouldStop: (() -> Bool)?
    /// Bytes that the values of the answer may take.
    var largestAnswer = 1_000_000_000

    /// Bytes that SQLite may take while it works: what it sorts, groups and reads.
    var largestWork: Int { max(largestAnswer, 16 << 20) }

    /// Bytes of one value, in the answer or on the way to it. A function works on its values without looking whether it should stop.
    var longestValue: Int { min(largestAnswer, 1 << 20) }
}
