public import Values

/// One value of a frame, whatever its type.
public enum FrameValue: Hashable, Sendable {
    /// No value: unknown, never zero.
    case none
    /// A whole number.
    case int(Int64)
    /// An exact decimal.
    case decimal(FixedDecimal)
    /// A text.
    case text(String)
    /// A civil date.
    case day(Day)
    /// A moment in UTC.
    case instant(Instant)
    /// Yes or no.
    case bool(Bool)

    /// Whether there is no value.
    public var isNone: Bool { if case .none = self { true } else { false } }

    /// The type of column that would hold it; nil for no value.
    public var type: ColumnType? {
        switch self {
        case .none: nil
        case .int: .int
        case .decimal: .decimal
        case .text: .text
        case .day: .day
        case .instant: .instant
        case .bool: .bool
        }
    }

    /// The number it is, if it is one; every int is a decimal.
    public var decimal: FixedDecimal? {
        switch self {
        case .int(let value): FixedDecimal(Int(value))
        case .decimal(let value): value
        case .none, .text, .day, .instant, .bool: nil
        }
    }

    /// Whether two values are the same by value: the int 5 is the decimal 5, and no value is no value.
    public static func == (a: FrameValue, b: FrameValue) -> Bool {
        switch (a, b) {
        case (.none, .none): true
        case (.int(let a), .int(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.int(let a), .decimal(let b)), (.decimal(let b), .int(let a)): FixedDecimal(Int(a)) == b
        case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
        case (.day(let a), .day(let b)): a == b
        case (.instant(let a), .instant(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.none, _), (.int, _), (.decimal, _), (.text, _), (.day, _), (.instant, _), (.bool, _): false
        }
    }

    /// Feeds the value, so that values that are the same by value hash alike.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .none: hasher.combine(0)
        case .int(let value): hasher.combine(FixedDecimal(Int(value)))
        case .decimal(let value): hasher.combine(value)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .day(let value): hasher.combine(value)
        case .instant(let value): hasher.combine(value)
        case .bool(let value): hasher.combine(value)
        }
    }
}

extension FrameValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    /// An int.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension FrameValue: CustomStringConvertible {
    /// The value as a person would type it; no value is `nil`.
    public var description: String {
        switch self {
        case .none: "nil"
        case .int(let value): String(value)
        case .decimal(let value): value.description
        case .text(let value): value
        case .day(let value): value.description
        case .instant(let value): value.description
        case .bool(let value): value ? "true" : "false"
        }
    }
}
