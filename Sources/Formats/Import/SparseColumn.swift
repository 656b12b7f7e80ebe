/// A column that few files fill: it takes no room until the first value.
struct SparseColumn<Value: Sendable>: Sendable {
    private let empty: Value
    private var values: [Value] = []

    /// Whether no row has a value.
    var isEmpty: Bool { values.isEmpty }

    init(empty: Value) { self.empty = empty }

    /// Sets the value of the row at the end, given how many rows there were before it.
    mutating func set(_ value: Value, row: Int) {
        while values.count < row { values.append(empty) }
        values.append(value)
    }

    /// Puts another value into the place of one.
    mutating func replace(_ value: Value, row: Int) {
        if row < values.count { values[row] = value }
    }

    /// Forgets the values of the rows from a place on.
    mutating func truncate(to count: Int) {
        if values.count > count { values.removeSubrange(count...) }
    }

    subscript(row: Int) -> Value { row < values.count ? values[row] : empty }
}
