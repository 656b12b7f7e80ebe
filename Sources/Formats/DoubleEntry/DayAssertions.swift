import Values

/// Balances that postings of a day tell, which are those of the day's end where nothing else is posted there that day.
struct DayAssertions {
    private var day = Day.min
    private var told: [(account: String, balance: PlannedBalance)] = []

    /// Whether there are none.
    var isEmpty: Bool { told.isEmpty }

    /// Takes in a balance.
    mutating func append(_ account: String, _ balance: PlannedBalance) {
        day = balance.day
        told.append((account, balance))
    }

    /// Passes a transaction: what it posts to an account makes its balance another one, and a new day ends the one before.
    mutating func pass(_ transaction: DoubleEntryBook.Transaction, _ day: Day, _ plan: inout PlanBuilder) {
        guard day == self.day else { return flush(&plan) }
        told.removeAll { told in transaction.postings.contains { $0.account == told.account || $0.account.hasPrefix(told.account + ":") } }
    }

    /// Has the balances compared with the book.
    mutating func flush(_ plan: inout PlanBuilder) {
        plan.plan.balances += told.map(\.balance)
        told = []
    }
}
