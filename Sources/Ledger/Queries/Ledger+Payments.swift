public import Values

/// What a holding paid, and what it pays for the units held on a later day if it goes on like that.
public struct Payment: Hashable, Sendable {
    /// The entry that it comes from.
    public let activity: EntryID
    /// The day it was paid.
    public let date: Day
    /// Where it was paid.
    public let account: AccountID
    /// What paid it; nil for interest on cash and the like.
    public let instrument: InstrumentID?
    /// What it was.
    public let kind: ActivityKind
    /// What was paid, before tax.
    public let amount: FixedDecimal
    /// What the same payment comes to for the units held now; nil where no units were held when it was paid.
    public let forUnitsNow: FixedDecimal?
    /// The currency of its figures.
    public let currency: Currency
}

extension Ledger {
    /// What was earned between two days, both included, and what each payment comes to for the units held at the end of a day.
    ///
    /// A dividend is taken for one per unit: paid on 10 units, it is paid twice as much on 20. Splits since then count as if they had been
    /// made before. What was earned without units, such as interest on cash, is taken as it was. O(n) in the activities.
    public func payments(from: Day, to: Day, history: History, on day: Day) throws(LedgerError) -> [Payment] {
        let splits = splits(through: day)
        var payments: [Payment] = []
        for income in try income(from: from, to: to) {
            var amount: FixedDecimal? = income.amount
            if let instrument = income.instrument { amount = try history.scaled(income, of: instrument, splits, on: day) }
            payments.append(
                Payment(
                    activity: income.activity, date: income.date, account: income.account, instrument: income.instrument, kind: income.kind,
                    amount: income.amount, forUnitsNow: amount, currency: income.currency))
        }
        return payments
    }
}

extension History {
    /// A payment on the units of its day as one on those of another day.
    fileprivate func scaled(_ income: Income, of instrument: InstrumentID, _ splits: [RecordedSplit], on day: Day) throws(LedgerError) -> FixedDecimal? {
        guard let place = positions.firstIndex(where: { $0.account == income.account && $0.instrument == instrument }) else { return nil }
        // Who holds units on the day before is paid, even if they are sold on the day itself.
        let before = figure(units[place], at: Day(number: income.date.number - 1)), then = before.isZero ? figure(units[place], at: income.date) : before
        let now = figure(units[place], at: day)
        if then.isZero { return nil }
        return try LedgerError.arithmetic { () throws(DecimalError) in
            try FixedDecimal.mulDiv(income.amount, splits.units(now, of: instrument, in: income.account, asOf: income.date, on: day), then)
        }
    }

    private func figure(_ steps: [Step], at day: Day) -> FixedDecimal {
        let behind = steps.partitioningIndex { $0.day > day }
        return behind == 0 ? .zero : steps[behind - 1].figure
    }
}
