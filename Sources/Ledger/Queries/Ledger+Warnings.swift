public import Values

extension Ledger {
    /// What somebody should know who looks at the book at the end of a day, or now.
    public func warnings(on day: Day? = nil) throws(LedgerError) -> [LedgerWarning] {
        let overdrawn = try cash(on: day).filter(\.balance.isNegative)
        if overdrawn.isEmpty { return [] }
        return try overdrawn.map { cash throws(LedgerError) in
            .negativeCash(
                account: cash.account, name: self[cash.account].name, currency: cash.currency, balance: cash.balance,
                since: try overdrawnSince(cash.account, cash.currency, day))
        }
    }

    /// The day on which the balance went below zero for good.
    private func overdrawnSince(_ account: AccountID, _ currency: Currency, _ day: Day?) throws(LedgerError) -> Day {
        let purse = activities.slots.purse(account, currency)
        let activities = activities
        var rows: [Int32] = []
        for row in 0..<activities.count where activities.counts(at: row) {
            if activities.account(at: row) == account, day.map({ activities.date(at: row) > $0 }) != true { rows.append(Int32(row)) }
        }
        var balance = FixedDecimal.zero
        var since: Day?
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        for row in activities.sorted(rows) {
            try replayer.compile(Int(row), into: &postings)
            for posting in postings.postings where posting.target == .cash && posting.purse == purse {
                balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance + posting.amount }
            }
            since = balance.isNegative ? since ?? activities.date(at: Int(row)) : nil
        }
        guard let since else { preconditionFailure("the sums and the rows disagree about a balance") }
        return since
    }
}

extension Purse {
    /// Whether nothing but zeros can be told of it.
    var isUntouched: Bool {
        balance.isZero && contribution.isZero && income.isZero && fees.isZero && taxes.isZero
    }
}
