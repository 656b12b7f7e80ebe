public import Values

/// What an account that is tracked by value was worth at a moment, as its owner told it.
public struct AccountValue: Hashable, Sendable {
    /// The account that is worth so much.
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

/// What accounts that are tracked by value were told to be worth, in the order of entries. A value: a copy keeps what it had.
public struct ValueTable: Sendable {
    private var entries: [EntryID] = []
    private var told: [AccountValue] = []

    /// How many there are, those taken back among them.
    public var count: Int { told.count }

    mutating func append(_ value: AccountValue, _ entry: EntryID) {
        entries.append(entry)
        told.append(value)
    }

    mutating func truncate(to count: Int) {
        entries.removeSubrange(count...)
        told.removeSubrange(count...)
    }

    /// What an entry told; nil where it told no worth. O(log n).
    public func told(_ entry: EntryID) -> AccountValue? {
        let place = entries.partitioningIndex { $0 >= entry }
        return place < entries.count && entries[place] == entry ? told[place] : nil
    }

    /// What counts: for each account and moment what was told last, unless that took it back; by account, day and time. O(n log n).
    public func standing(through last: Day? = nil) -> [(entry: EntryID, value: AccountValue)] {
        struct Moment: Hashable {
            let account: AccountID, date: Day, time: Instant?
        }
        var latest: [Moment: Int] = [:]
        for (place, value) in told.enumerated() where last.map({ value.date <= $0 }) ?? true {
            latest[Moment(account: value.account, date: value.date, time: value.time)] = place
        }
        return latest.values.filter { told[$0].value != nil }.sorted { key($0) < key($1) }.map { (entries[$0], told[$0]) }
    }

    private func key(_ place: Int) -> (AccountID, Day, Int64, Int) {
        (told[place].account, told[place].date, told[place].time?.microseconds ?? .min, place)
    }
}
