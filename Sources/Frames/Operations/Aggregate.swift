/// What is made of many values of a column: their sum, their number, the first of them.
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

/// A column to be made of each group: a function, the column it is applied to, and the name of the result.
public struct Aggregate: Hashable, Sendable {
    /// What is made of the values.
    public let function: AggregateFunction
    /// The column they come from.
    public let column: String
    /// What the result is called; nil to let the frame name it.
    public let name: String?

    /// A function of a column. Without a name the result is called like the column, or `avg_amount` where that would be ambiguous.
    public init(_ function: AggregateFunction, _ column: String, as name: String? = nil) {
        self.function = function
        self.column = column
        self.name = name
    }
}
