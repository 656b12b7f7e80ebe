/// What a column holds, and how one value of it lies in memory.
///
/// The raw value is part of the layout that C code reads; a case is added at the end, never renumbered.
public enum ColumnType: UInt8, CaseIterable, Sendable {
    /// `Int64`; `Int64.min` is no value.
    case int = 0
    /// `FixedDecimal`, sixteen bytes; `FixedDecimal.absent` is no value.
    case decimal = 1
    /// An `Int32` code of the column's `TextPool`; -1 is no value.
    case text = 2
    /// The `Int32` number of a `Day`; `Int32.min` is no value.
    case day = 3
    /// The `Int64` microseconds of an `Instant`; `Int64.min` is no value.
    case instant = 4
    /// A byte: 0 false, 1 true, 2 no value.
    case bool = 5

    /// Bytes from one value to the next.
    public var stride: Int {
        switch self {
        case .decimal: 16
        case .int, .instant: 8
        case .text, .day: 4
        case .bool: 1
        }
    }

    /// The name people know it by, as error messages and the schema of a frame tell it.
    public var name: String {
        switch self {
        case .int: "int"
        case .decimal: "decimal"
        case .text: "text"
        case .day: "day"
        case .instant: "instant"
        case .bool: "bool"
        }
    }

    /// Whether values of it can be added up.
    public var isNumeric: Bool { self == .int || self == .decimal }
}

/// The values that stand for "no value" in column memory.
public enum Missing {
    /// No value in an int column.
    public static let int = Int64.min
    /// No value in a text column.
    public static let text: Int32 = -1
    /// No value in a day column.
    public static let day = Int32.min
    /// No value in an instant column.
    public static let instant = Int64.min
    /// No value in a bool column.
    public static let bool: UInt8 = 2
}
