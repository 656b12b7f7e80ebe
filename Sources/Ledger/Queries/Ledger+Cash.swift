public import Values

extension Ledger {
    /// Cash at the end of a day, or now; by account name, then currency. Pairs of which nothing but zeros can be told are left out.
    public func cash(on day: Day? = nil) throws(LedgerError) -> [CashBalance] {
        let state = try state(on: day)
        return pursesByName().compactMap { slot in
            guard slot.index < state.purses.count else { return nil }
            let purse = state.purses[slot.index]
            if purse.isUntouched { return nil }
            let (account, currency) = activities.slots.purses[slot.index]
            return CashBalance(
                account: account, currency: currency, balance: purse.balance, contribution: purse.contribution,
                income: purse.income, fees: purse.fees, taxes: purse.taxes)
        }
    }

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
        var replayer = Replayer(self)
        for row in activities.sorted(rows) {
            try replayer.compile(Int(row))
            for posting in replayer.postings.postings where posting.target == .cash && posting.purse == purse {
                balance = try LedgerError.arithmetic { () throws(DecimalError) in try balance + posting.amount }
            }
            since = balance.isNegative ? since ?? activities.date(at: Int(row)) : nil
        }
        guard let since else { preconditionFailure("the sums and the rows disagree about a balance") }
        return since
    }

    private func pursesByName() -> [PurseSlot] {
        let pairs = activities.slots.purses
        let names = pairs.map { pair in pair.account.rawValue <= self.accounts.count ? self[pair.account].name : "" }
        return pairs.indices.sorted { (names[$0], pairs[$0].currency) < (names[$1], pairs[$1].currency) }
            .map { PurseSlot(rawValue: UInt32($0)) }
    }
}

extension Purse {
    /// Whether nothing but zeros can be told of it.
    var isUntouched: Bool {
        balance.isZero && contribution.isZero && income.isZero && fees.isZero && taxes.isZero
    }
}
