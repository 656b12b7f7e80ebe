public import Values

/// Money that changed hands on a day, as its owner sees it: paid is below zero, received above.
public struct CashFlow: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// What was received; below zero what was paid.
    public let amount: FixedDecimal

    /// Money of a day.
    public init(day: Day, amount: FixedDecimal) {
        self.day = day
        self.amount = amount
    }
}
