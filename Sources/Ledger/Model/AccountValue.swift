public import Values

/// What an account that is tracked by value was worth at a moment, as its owner told it.
public struct AccountValue: Hashable, Sendable {
    /// Whose worth it is.
    public var account: AccountID
    /// The day it is of; of several on one day the last counts.
    public var date: Day
    /// When on that day, if told; one without a time comes before those with one.
    public var time: Instant?
    /// What all of the account is worth; nil takes back what was told for the moment.
    public var value: FixedDecimal?
    /// The currency of the value.
    public var currency: Currency
    /// What its owner wants to remember.
    public var notes: String

    public init(account: AccountID, date: Day, time: Instant? = nil, value: FixedDecimal?, currency: Currency, notes: String = "") {
        self.account = account
        self.date = date
        self.time = time
        self.value = value
        self.currency = currency
        self.notes = notes
    }
}
