public import Values

/// Interest of accounts with a rate: simple, by actual days over 365, as banks of many countries reckon term deposits (Act/365 fixed).
///
/// What was paid in earns the rate from its day on, and what was paid out ends to: `Σ amount × rate × days / 365`. Interest that was
/// recorded is what was due already; it earns nothing itself.
extension Ledger {
    /// The interest due of an account at the end of a day, or on the day on which it matured: what it earned, less what was recorded. Nil
    /// where the account has no rate; below zero where its rate is.
    ///
    /// - Parameter known: the last day whose entries count; nil for the day itself.
    public func interestDue(of account: AccountID, through day: Day, knownOn known: Day? = nil) throws(LedgerError) -> FixedDecimal? {
        guard let rate = self[account].rate, !rate.isZero, self[account].tracking != .value else { return nil }
        let end = min(day, self[account].matures ?? day), currency = self[account].currency
        var effects = CashEffects(self), weighted = FixedDecimal.zero, recorded = FixedDecimal.zero
        for row in 0..<activities.count where activities.account(at: row) == account && activities.counts(at: row) && activities.cashCurrency(at: row) == currency {
            let date = activities.date(at: row)
            if let known, date > known { continue }
            if activities.kind(at: row) == .interest, activities.instrument(at: row) == nil {
                if date <= day { recorded = try adding(activities.settled(activities.amount(at: row) ?? .zero, at: row), to: recorded) }
            } else if date <= end {
                let change = try effects.effect(at: row), days = FixedDecimal(date.days(to: end))
                weighted = try LedgerError.arithmetic { () throws(DecimalError) in try weighted + change * days }
            }
        }
        return try LedgerError.arithmetic { () throws(DecimalError) in
            try (FixedDecimal.mulDiv(weighted, rate, 365) - recorded).rounded(to: currency.minorDigits ?? 2, .halfUp)
        }
    }

    /// What an account with a rate will bring after a day: where it matures by the last one, the interest due then; else what its balance
    /// earns up to the last one. Nothing that is recorded for a later day counts. Below zero where the rate is; nil where it is nothing.
    public func accrual(of account: AccountID, after day: Day, through last: Day) throws(LedgerError) -> (day: Day, amount: FixedDecimal)? {
        guard let rate = self[account].rate, !rate.isZero, self[account].tracking != .value else { return nil }
        if let matures = self[account].matures, matures <= last {
            guard matures > day, let due = try interestDue(of: account, through: matures, knownOn: day), !due.isZero else { return nil }
            return (matures, due)
        }
        let currency = self[account].currency
        let balance = try cash(on: day).first { $0.account == account && $0.currency == currency }?.balance ?? .zero
        guard balance > .zero else { return nil }
        return (
            last,
            try LedgerError.arithmetic { () throws(DecimalError) in
                try FixedDecimal.mulDiv(balance * FixedDecimal(day.days(to: last)), rate, 365).rounded(to: currency.minorDigits ?? 2, .halfUp)
            }
        )
    }

    private func adding(_ amount: FixedDecimal, to sum: FixedDecimal) throws(LedgerError) -> FixedDecimal {
        try LedgerError.arithmetic { () throws(DecimalError) in try sum + amount }
    }
}
