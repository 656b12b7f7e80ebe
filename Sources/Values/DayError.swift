/// Why a date or a moment could not be read or reached.
public enum DayError: Error, Hashable, Sendable {
    /// The text is not written as a date.
    case malformed(text: String, reason: String)
    /// The text is written as a date, but the calendar has no such day.
    case noSuchDay(text: String, reason: String)
    /// A step leaves the years 0001 to 9999.
    case outOfRange(step: String)
}

extension DayError: CustomStringConvertible {
    /// The reason as a sentence for the user.
    public var description: String {
        switch self {
        case .malformed(let text, let reason): "\(quoted(text)) is not a date: \(reason)"
        case .noSuchDay(let text, let reason): "\(text) is not a date: \(reason)"
        case .outOfRange(let step): "\(step) is outside the years 0001 to 9999"
        }
    }
}
