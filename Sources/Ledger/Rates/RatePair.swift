public import Values

/// Two currencies between which rates are known, in the direction in which they are told.
public struct RatePair: Hashable, Comparable, Sendable {
    /// The currency of which it is one unit.
    public let from: Currency
    /// The currency that the unit is paid in.
    public let to: Currency
    /// The day of the first rate.
    public let first: Day

    /// A pair with the day of its first rate.
    public init(from: Currency, to: Currency, first: Day) {
        self.from = from
        self.to = to
        self.first = first
    }

    /// By currencies, then by day.
    public static func < (a: Self, b: Self) -> Bool { (a.from, a.to, a.first) < (b.from, b.to, b.first) }
}
