public import Values

/// A year of a contribution limit.
public struct LimitYear: Hashable, Sendable {
    /// The calendar's year in which it begins.
    public let number: Int
    /// Its first day.
    public let first: Day
    /// Its last day.
    public let last: Day

    /// Whether a day lies in it.
    public func contains(_ day: Day) -> Bool { first <= day && day <= last }
}
