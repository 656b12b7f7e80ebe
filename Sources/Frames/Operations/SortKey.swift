/// A column to sort by, and which way.
public struct SortKey: Hashable, Sendable {
    /// The column's name.
    public let column: String
    /// Whether the largest comes first. Rows without value come last either way.
    public let isDescending: Bool

    /// A column, ascending unless told.
    public init(_ column: String, descending: Bool = false) {
        self.column = column
        self.isDescending = descending
    }

    /// A column as people write it: a minus before the name sorts from the largest down.
    public init(parsing text: String) {
        if text.hasPrefix("-") {
            self.init(String(text.dropFirst()), descending: true)
        } else {
            self.init(text)
        }
    }
}
