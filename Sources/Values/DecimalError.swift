/// Why a decimal could not be computed or read.
public enum DecimalError: Error, Hashable, Sendable {
    /// The result of an operation, or the number in a text, lies beyond the largest decimal.
    case overflow(operation: String)
    /// The divisor is zero.
    case divisionByZero
    /// The text is not a number; the reason says which character is at fault.
    case malformed(text: String, reason: String)
    /// The text is a number with more than eighteen fractional digits, some of which would be lost.
    case tooPrecise(text: String)
    /// A binary float whose shortest form has more than fifteen digits: it is probably not what somebody typed.
    case inexactFloat(text: String)
}

extension DecimalError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .overflow(let operation):
            "\(operation) is beyond the largest decimal, \(FixedDecimal.greatest)"
        case .divisionByZero:
            "division by zero"
        case .malformed(let text, let reason):
            "\(quoted(text)) is not a number: \(reason)"
        case .tooPrecise(let text):
            "\(quoted(text)) has more than \(FixedDecimal.scale) fractional digits, and they would be lost: round it first"
        case .inexactFloat(let text):
            "\(text) is a float of more than 15 digits, so its exact value is in doubt: write it as a decimal, D\"\(text)\", or round it first"
        }
    }
}

/// A user's text as it stands in a message: in quotes, and cut where it is long.
func quoted(_ text: some StringProtocol) -> String { "\"\(clipped(text))\"" }

/// A user's text, cut where it is long.
func clipped(_ text: some StringProtocol) -> String {
    let longest = 48
    return text.count <= longest ? String(text) : "\(text.prefix(longest))…"
}
