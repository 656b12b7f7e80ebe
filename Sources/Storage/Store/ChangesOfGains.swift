import Ledger
import Values

/// What the entries of a journal behind those from which gains were kept change of them.
struct ChangesOfGains {
    /// By account: the first day from which its gains may be others.
    private var days: [AccountID: Day] = [:]
    /// Whether a change in one account may change gains of others from the same day on.
    private let tiesAccounts: Bool

    /// The first day from which gains may be others; nil where none are.
    var first: Day? { days.values.min().map(reach) }

    /// The most entries that are looked at: more take as long as computing the gains.
    private static let mostEntries = 20_000

    /// Looks at the entries behind one; nil where gains of any day may be others.
    ///
    /// Entries that add a trade change gains from its day on; those that move cash alone, plans, tags and worths change none. All others (what takes back
    /// or amends, transfers, corporate actions, settings, definitions) may change all.
    static func found(in store: any BookStore, since head: JournalHead, _ list: GainList) throws -> ChangesOfGains? {
        var changes = ChangesOfGains(tiesAccounts: list.tiesAccounts)
        let end = try store.head()
        if end == head { return changes }
        guard head.sequence < end.sequence, end.sequence - head.sequence <= mostEntries else { return nil }
        let harmless: Set<JournalTable> = [.act, .plan, .occurrence, .tag, .valuation]
        var reader = RowReader(), isOfSome = true
        try store.read(JournalSpan(after: head.sequence, tables: Set(JournalTable.allCases).subtracting(harmless))) { row in
            if isOfSome { isOfSome = try row.table == .activity && changes.note(reader.activity(row.fields)) }
        }
        return isOfSome ? changes : nil
    }

    private init(tiesAccounts: Bool) { self.tiesAccounts = tiesAccounts }

    /// Notes what an activity changes; false where that may be all.
    private mutating func note(_ activity: Activity) -> Bool {
        if activity.account == .every || activity.subtype != nil { return false }
        // What brought it into the book is nothing to its gains.
        if let detail = activity.detail, detail != ActivityDetail(sourceID: detail.sourceID) { return false }
        switch activity.kind {
        case .deposit, .withdrawal, .interest, .credit, .fee, .tax: return activity.instrument == nil
        case .dividend: return true
        case .buy, .sell:
            days[activity.account] = min(days[activity.account] ?? .max, activity.date)
            return true
        case .split, .transferIn, .transferOut, .adjustment, .unknown: return false
        }
    }

    /// The first day whose gains a trade of a day may change: a purchase may take a loss of the days before it.
    private func reach(_ day: Day) -> Day { tiesAccounts ? (try? day.adding(days: -Policy.washSaleDays)) ?? .min : day }

    /// Whether gains of some accounts, or of all, may be others that were closed up to a day.
    func touch(_ accounts: Set<AccountID>?, through day: Day) -> Bool {
        days.contains { account, first in reach(first) <= day && (tiesAccounts || accounts?.contains(account) ?? true) }
    }
}
