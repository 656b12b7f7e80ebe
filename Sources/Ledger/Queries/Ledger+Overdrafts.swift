public import Values

/// Cash that an entry took below zero, or further below it.
public struct Overdraft: Hashable, Sendable {
    /// The account.
    public let account: AccountID
    /// The currency of the cash.
    public let currency: Currency
    /// What there is now, or where that is not below zero, what there was at the end of the entry's day.
    public let balance: FixedDecimal
    /// The entry's day where the balance is of it; nil where it is of now.
    public let day: Day?
}

extension Ledger {
    /// The cash that entries of the ledger took below zero: of one that is void, by being voided, and of one that amends another, by what it changes.
    ///
    /// Several of an account and a currency count together, as of the first of their days. An entry in order costs O(1); one of an earlier
    /// day is held against the end of that day as well, which goes over the later entries of its account.
    public func overdrafts(by entries: [EntryID]) throws(LedgerError) -> [Overdraft] {
        var moves: [Int: (change: FixedDecimal, day: Day)] = [:]
        let replayer = Replayer(self)
        var postings = PostingBuffer(policy: policy)
        for row in withAmended(entries) where activities.status(at: row) == .posted && activities.account(at: row) != .every {
            let day = activities.date(at: row)
            for (purse, change) in try cash(of: row, by: replayer, &postings) {
                let before = moves[purse] ?? (.zero, day)
                let sum = try LedgerError.arithmetic { () throws(DecimalError) in
                    try activities.isVoid(at: row) ? before.change - change : before.change + change
                }
                moves[purse] = (sum, min(before.day, day))
            }
        }
        // Cash is known though positions may wait for entries that are still to come.
        let state = openSet != nil && !needsReplay ? self.state : try state(on: nil)
        var found: [Overdraft] = []
        for (purse, move) in moves where move.change.isNegative && purse < state.purses.count {
            let (account, currency) = activities.slots.purses[purse], now = state.purses[purse].balance
            if self[account].tracking == .value { continue }
            if now.isNegative {
                found.append(Overdraft(account: account, currency: currency, balance: now, day: nil))
            } else if move.day < activities.lastDay {
                let then = try balance(of: purse, account, endOf: move.day, now: now, by: replayer, &postings)
                if then.isNegative { found.append(Overdraft(account: account, currency: currency, balance: then, day: move.day)) }
            }
        }
        return found.sorted { (self[$0.account].name, $0.currency) < (self[$1.account].name, $1.currency) }
    }

    /// The rows of entries, and those of the entries that they amend.
    private func withAmended(_ entries: [EntryID]) -> [Int] {
        let rows = entries.compactMap(activities.row(of:)), recorded = Set(rows)
        return rows + rows.compactMap { activities.detail(at: $0)?.amends.flatMap(activities.row(of:)) }.filter { !recorded.contains($0) }
    }

    /// The balance at the end of a day: that of now without what came later.
    private func balance(
        of purse: Int, _ account: AccountID, endOf day: Day, now: FixedDecimal, by replayer: Replayer, _ postings: inout PostingBuffer
    ) throws(LedgerError) -> FixedDecimal {
        var balance = now
        for row in 0..<activities.count where activities.account(at: row) == account && activities.date(at: row) > day && activities.counts(at: row) {
            for (other, change) in try cash(of: row, by: replayer, &postings) where other == purse {
                balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance - change }
            }
        }
        return balance
    }

    private func cash(of row: Int, by replayer: Replayer, _ postings: inout PostingBuffer) throws(LedgerError) -> [(purse: Int, change: FixedDecimal)] {
        try replayer.compile(row, into: &postings)
        return postings.postings.compactMap { $0.target == .cash ? ($0.purse.index, $0.amount) : nil }
    }
}
