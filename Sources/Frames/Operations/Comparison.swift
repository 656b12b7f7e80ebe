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
    func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
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
